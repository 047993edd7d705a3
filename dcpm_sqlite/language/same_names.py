"""Whether two names may be one's by how they are written (REALM R-11). Names come folded, as `text.fold` leaves them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Literal

Likeness = Literal["written alike", "one is the other in full", "initials", "a letter apart"]

_PARTICLES = frozenset(
    ("al", "bin", "da", "de", "del", "della", "der", "di", "du", "el", "ibn", "la", "le", "st", "ten", "ter", "van", "von")
)
_JOINING = frozenset(("and", "or", "with", "&", "+", "und", "et", "y", "e"))  # "anna and ben" is no Anna
_TITLES = frozenset(  # they say no name yet: there may be two aunts
    ("aunt", "brother", "cousin", "dr", "dr.", "father", "grandma", "grandpa", "miss", "mother", "mr", "mr.", "mrs", "mrs.", "ms", "ms.",
     "professor", "saint", "sir", "sister", "st.", "uncle")
)  # fmt: skip
_ARTICLES = frozenset(("the", "a", "an", "my", "our", "der", "die", "das", "le", "la", "el"))
_LEAST_INITIALS, _LEAST_LETTERS = 3, 5  # of shorter ones too many are a letter apart: Ann and Dan, Oslo and Olso


def bare(name: str) -> str:
    """Without the accents of Latin and Greek letters; in other scripts they make another letter."""
    kept: list[str] = []
    for sign in unicodedata.normalize("NFD", name):
        if not (unicodedata.combining(sign) and kept and unicodedata.name(kept[-1], "").startswith(("LATIN", "GREEK"))):
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


def is_fuller(long: str, short: str) -> bool:
    """Whether the long name is the short one and a surname: "anna van den berg" of "anna", not "anna and ben" or "anna 2"."""
    if short in _TITLES or not long.startswith(short + " "):
        return False
    added = long.removeprefix(short).split()
    return (
        len(added) <= 3
        and added[-1] not in _PARTICLES
        and all(word not in _JOINING and word.replace("-", "").replace("'", "").replace("’", "").rstrip(".").isalpha() for word in added)
    )


def alike(names: Mapping[int, Sequence[str]]) -> dict[tuple[int, int], Likeness]:
    """Which of these keys may stand for one, by any of their names, and why: (lower, higher), in order. No name is held against all others."""
    bearers: dict[str, set[int]] = {}
    for key, forms in names.items():
        for form in forms:
            bearers.setdefault(form, set()).add(key)
    found: dict[tuple[int, int], Likeness] = {}
    for one, other, likeness in _alike(sorted(bearers)):
        for a, b in product(bearers[one], bearers[other]):
            if a != b:
                found.setdefault((min(a, b), max(a, b)), likeness)
    return dict(sorted(found.items()))


def _alike(forms: Sequence[str]) -> Iterator[tuple[str, str, Likeness]]:
    """Pairs of names, the surer likeness first; a name is like itself, which two may have."""
    squeezed: dict[str, list[str]] = {}
    for form in forms:
        squeezed.setdefault(_squeezed(form), []).append(form)
    for same in squeezed.values():
        yield from ((one, other, "written alike") for one, other in combinations_with_replacement(same, 2))
    known = set(forms)
    for form in forms:
        yield from ((form, part, "one is the other in full") for part in _parts(form) if part in known)
        words = re.split(r"[\s-]+", form)
        if len(words) >= _LEAST_INITIALS:
            initials = "".join(word[:1] for word in words)
            yield from ((form, short, "initials") for short in squeezed.get(initials, ()))
    for one, other in _a_letter_apart(squeezed):
        yield from ((a, b, "a letter apart") for a, b in product(squeezed[one], squeezed[other]))


def _squeezed(form: str) -> str:
    """Its letters and digits; the name itself where it has none."""
    return "".join(filter(str.isalnum, bare(form))) or form


def _parts(form: str) -> Iterator[str]:
    """What it is the fuller name of: a first name, a last name, the name without an article."""
    words = form.split()
    for n in range(1, len(words)):
        if is_fuller(form, first := " ".join(words[:n])):
            yield first
    if len(words) in (2, 3) and not _JOINING.intersection(words):
        yield words[-1]
    if words[0] in _ARTICLES:
        yield " ".join(words[1:])


def _a_letter_apart(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of which one has a letter more, less, or another in its place, or two in the other order; digits tell things apart."""
    without: dict[str, list[str]] = {}
    for word in words:
        if len(word) >= _LEAST_LETTERS:
            for form in {word, *(word[:n] + word[n + 1 :] for n in range(len(word)))}:
                without.setdefault(form, []).append(word)
    pairs = {pair for met in without.values() for pair in combinations(sorted(met), 2)}
    return iter(sorted(pair for pair in pairs if _is_one_apart(*pair)))


def _is_one_apart(one: str, other: str) -> bool:
    start = _shared_start(one, other)
    one, other = one[start:], other[start:]
    end = _shared_start(one[::-1], other[::-1])
    one, other = one[: len(one) - end], other[: len(other) - end]
    is_apart = max(len(one), len(other)) == 1 or (len(one) == 2 and one == other[::-1])
    return is_apart and not any(map(str.isdigit, one + other))


def _shared_start(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
