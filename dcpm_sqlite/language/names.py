"""Which known names a question names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from dcpm_sqlite.language.index_text import STOP_WORDS
from dcpm_sqlite.language.scripts import has_unspaced
from dcpm_sqlite.language.text import fold


def names_in(question: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that stand in the question, in the order of `known`: in full, or by a first name only one has.

    Longer names are looked for first, so that "Anna Lee" is not also "Anna". A name that is a common word too ("Will")
    counts where it is capitalised inside the sentence.
    """
    names = [name for name in dict.fromkeys(known) if fold(name)]
    heads = Counter(_head(fold(name)) for name in names)
    rest = fold(question)
    found = set()
    for name in sorted(names, key=lambda n: -len(fold(n))):
        whole, head = fold(name), _head(fold(name))
        forms = [whole] if heads[head] > 1 or len(head) < 2 else [whole, head]
        for form in dict.fromkeys(forms):
            if form in STOP_WORDS and not re.search(rf"(?<=\S\s){re.escape(form.capitalize())}(?!\w)", question):
                continue
            parted = _pattern(form).split(rest)
            if len(parted) > 1:
                found.add(name)
                rest = "\0".join(parted)
    return tuple(name for name in names if name in found)


def _head(folded: str) -> str:
    return folded.split(" ")[0]


def _pattern(form: str) -> re.Pattern[str]:
    """Scripts without spaces have no word boundaries."""
    return re.compile(re.escape(form) if has_unspaced(form) else rf"(?<!\w){re.escape(form)}(?!\w)")
