"""Finding a quote in the text it is said to come from (K7)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from dcpm_sqlite.language.scripts import UNSPACED
from dcpm_sqlite.language.text import printable

_MARKS = "\"'`´′″“”„‟‚‘’‛«»‹›"
_SAME = str.maketrans(dict.fromkeys(_MARKS, "'") | dict.fromkeys("‐‑‒–—―−", "-"))
_OUTSIDE = re.compile(rf"(?:[\s{_MARKS}…]|\.\.\.)*")  # what may stand around a quote without being of it
_DENSE = re.compile(f"[{UNSPACED}]")


def locate(text: str, quote: str) -> tuple[int, int] | None:
    """Code points start..end of the quote's first place in the text; None when it does not stand there, or holds no word.

    Case, compatibility forms, accents, kinds of quotation marks and dashes, invisible characters and white space don't count.
    """
    wanted = "".join(piece for piece, _ in _folded(_bare(quote)))
    if not any(char.isalnum() for char in wanted):
        return None
    found, places = _looked_in(text)
    at = found.find(wanted)
    while at >= 0 and not _is_whole(found, at, at + len(wanted)):
        at = found.find(wanted, at + 1)
    if at < 0:
        return None
    return places[at], _end(text, places[at + len(wanted) - 1])


def _bare(quote: str) -> str:
    """The quote without quotation marks and dots of omission around it."""
    start = _OUTSIDE.match(quote).end()  # type: ignore[union-attr]
    left = _OUTSIDE.match(quote[::-1]).end()  # type: ignore[union-attr]
    return quote[start : max(start, len(quote) - left)]


@lru_cache(maxsize=64)  # the quotes of one batch are looked for in the same few messages
def _looked_in(text: str) -> tuple[str, tuple[int, ...]]:
    """The folded text, and for each of its characters the place of the one it comes from."""
    pieces = _folded(text)
    return "".join(piece for piece, _ in pieces), tuple(place for _, place in pieces)


def _folded(text: str) -> list[tuple[str, int]]:
    """Folded characters, each with the place of the one it comes from; white space is one space, and none at the ends."""
    folded: list[tuple[str, int]] = []
    for place, char in enumerate(text):
        for piece in _folded_char(char):
            if piece != " " or (folded and folded[-1][0] != " "):
                folded.append((piece, place))
    while folded and folded[-1][0] == " ":
        folded.pop()
    return folded


@lru_cache(maxsize=4096)
def _folded_char(char: str) -> str:
    if char.isspace():
        return " "
    if unicodedata.category(char) == "Cf" or not printable(char):
        return ""  # invisible, or kept from being shown because it steers terminals: no quote need hold it
    pieces = unicodedata.normalize("NFKD", char.translate(_SAME)).casefold().translate(_SAME)
    return "".join(" " if piece.isspace() else piece for piece in pieces if not unicodedata.combining(piece))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the place begins and ends at a word's edge: "art" does not stand in "party"."""
    return not (_joins(text[start - 1 : start], text[start]) or _joins(text[end - 1], text[end : end + 1]))


def _joins(a: str, b: str) -> bool:
    """Whether two neighbours are of one word; scripts without spaces have no such edges."""
    return bool(a and b) and a.isalnum() and b.isalnum() and not (_DENSE.match(a) or _DENSE.match(b))


def _end(text: str, last: int) -> int:
    """One past the last character, with the marks that belong to it."""
    end = last + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end
