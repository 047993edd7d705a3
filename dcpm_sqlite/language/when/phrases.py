"""Times with the words that govern them: "since 2022", "from May to July 2023"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dcpm_sqlite.language.when.expression import Atom
from dcpm_sqlite.language.when.words import MONTH, SEASON


@dataclass(frozen=True, slots=True)
class Phrase:
    """A time with its preposition, or two as the ends of a range; start, end: code points of it all.

    governor: the word that says how the time relates, synonyms folded ("till" is "until"); "from" with "on" after it is "since".
    """

    start: int
    end: int
    first: Atom
    governor: str | None
    last: Atom | None = None


_GOVERNOR = re.compile(
    r"\b(?P<word>no\s+later\s+than|ever\s+since|since|until|till|til|up\s+to|as\s+(?:of|from)|starting|beginning|effective|by|before|after|from|in|on|at|during|throughout|over"
    r"|around|between|is|was)(?:\s+(?P<more>on|in|from|around|about|at|before|after))?\s+(?:(?:the\s+)?(?:whole\s+of|all\s+of)\s+)?$",
    re.I,
)
_SAME = {
    "ever since": "since",
    "as of": "starting",
    "as from": "starting",
    "beginning": "starting",
    "effective": "starting",
    "till": "until",
    "til": "until",
    "up to": "until",
    "no later than": "by",
}
_TO = re.compile(r"\s+(?:to|until|till|til|through)\s+|\s*[-–—]\s*", re.I)
_AND = re.compile(r"\s+and\s+", re.I)
_ONWARDS = re.compile(
    r"\s+(?:(?:on|onwards?|forward)\b(?!\s+(?:the|a|my)\b)|(?:until|till|to|up\s+to)\s+(?:now|date|(?:the\s+)?present)\b)", re.I
)
_LASTS = re.compile(rf"the\b|{SEASON}\b|{MONTH}", re.I)
_NEAR = re.compile(r"(?:yesterday|today|tomorrow|tonight|last|this|next|the\s+day|earlier|later)\b", re.I)
_REACH = 40  # the longest governor with white space to spare


def phrases(atoms: list[Atom], text: str) -> Iterator[Phrase]:
    """The atoms that are times here, in order; two joined by "to" as one."""
    rest = iter(range(len(atoms)))
    for place in rest:
        atom = atoms[place]
        if atom.kind == "ignored":
            continue
        start, governor = _governor(text, atom.start)
        following = atoms[place + 1] if place + 1 < len(atoms) else None
        if following and _is_range(governor, text[atom.end : following.start], atom, following):
            next(rest)
            yield Phrase(start, following.end, atom, governor, following)
            continue
        onwards = _ONWARDS.match(text, atom.end) if governor == "from" else None
        if onwards:
            governor = "starting"
        if atom.kind != "part" and (atom.needs is None or governor in atom.needs):
            yield Phrase(start, onwards.end() if onwards else atom.end, atom, governor)


def _governor(text: str, start: int) -> tuple[int, str | None]:
    """Where the expression begins, and the word before it that governs it; "is" governs, but is no part of it."""
    match = _GOVERNOR.search(text, max(0, start - _REACH), start)
    if match is None:
        return start, None
    if _is_particle(match["word"].lower(), text, start):
        return start, None
    word, more = " ".join(match["word"].lower().split()), match["more"]
    if word in ("is", "was"):
        return (match.start("more"), more.lower()) if more else (start, word)
    if more and word in ("on", "in", "at", "by", "before", "after", "from", "over"):
        return match.start("more"), more.lower()
    return match.start(), _SAME.get(word, word)


def _is_particle(word: str, text: str, start: int) -> bool:
    """The word belongs to the verb before it: "where I volunteer at yesterday", "come over tomorrow"."""
    if word == "over":
        return _LASTS.match(text, start) is None
    return word in ("at", "in", "on", "around") and _NEAR.match(text, start) is not None


def _is_range(governor: str | None, gap: str, first: Atom, last: Atom) -> bool:
    if not (first.kind == last.kind == "date") or first.relation or last.relation:
        return False
    if governor == "between":
        return _AND.fullmatch(gap) is not None
    if _TO.fullmatch(gap) is None or governor in ("since", "until", "by", "before", "after"):
        return False
    return governor == "from" or (first.needs is None and last.needs is None) or (governor == "in" and "-" in gap)
