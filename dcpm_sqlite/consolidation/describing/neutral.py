"""A model's description without the words of its field: they would make E_beh a second E_sem (DCPM D-36).

Words are put out rather than the reply refused: asking once more costs a call, and a schema without a description takes no part in the sweep.
"""

from __future__ import annotations

import re

from dcpm_sqlite.consolidation.describing.offer import Offer
from dcpm_sqlite.language.claims.domains import domain_of
from dcpm_sqlite.language.claims.verbs import lemma_of
from dcpm_sqlite.language.stop_words import WORDS
from dcpm_sqlite.language.text import fold

_WORD = re.compile(r"[^\W\d_]+")
_SUBJECT = re.compile(r"(?:the (?:user|person)|user|they|he|she)\s+", re.I)


def neutral(text: str, offer: Offer) -> str:
    """The description with "things" for nouns of the schema's domain that the schema has too, and without whom it is about.

    What the lists of domains don't know stays, and so does a word of the domain that the schema doesn't have: it is a figure of speech.
    """
    bare = _without_subject(text, offer)
    said = frozenset(_WORD.findall(fold(" ".join((offer.text, *offer.evidence)))))

    def put(match: re.Match[str]) -> str:
        word = fold(match[0])
        if word == offer.domain or (word in said and _is_of(word, offer.domain)):
            return _stand_in(word, is_first=match.start() == 0)
        return match[0]

    put_out = _WORD.sub(put, bare) if offer.domain != "other" else bare
    return put_out[:1].upper() + put_out[1:]


def _without_subject(text: str, offer: Offer) -> str:
    """Without "the user" at its head, or a name that the schema has: no verb, and no word that any sentence may begin with."""
    first = _WORD.match(text)
    if _SUBJECT.match(text):
        return _SUBJECT.sub("", text, count=1)
    if first is None or not first[0][0].isupper() or first[0] not in _WORD.findall(offer.text):
        return text
    word = fold(first[0])
    is_name = lemma_of(word, "third", "ing", "base") is None and word not in WORDS.split()
    return text[first.end() :].lstrip() if is_name else text


def _is_of(word: str, domain: str) -> bool:
    return domain_of(word, None) == domain


def _stand_in(word: str, *, is_first: bool) -> str:
    if word.endswith("ing"):
        return "doing it"
    if word.endswith("s"):
        return "does it" if is_first else "things"
    return "thing"
