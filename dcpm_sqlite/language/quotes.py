"""Finding a quote in the text it is said to come from (K7)."""

from __future__ import annotations

import unicodedata

from dcpm_sqlite.language.text import printable

_QUOTATION = "\"'`“”„‚‘’«»‹›…"
_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})


def locate(text: str, quote: str) -> tuple[int, int] | None:
    """Code points start..end of the quote's first place in the text; None when it does not stand there.

    Case, compatibility forms, accents' composition, kinds of quotation marks and dashes, and white space don't count.
    """
    wanted, _ = _folded(quote.strip().strip(_QUOTATION).removesuffix("..."))
    if not wanted:
        return None
    found, places = _folded(text)
    at = found.find(wanted)
    while at >= 0 and not _is_whole(found, at, len(wanted)):
        at = found.find(wanted, at + 1)
    if at < 0:
        return None
    return places[at], _end(text, places[at + len(wanted) - 1])


def _folded(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the place of the one it comes from."""
    folded: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if not printable(char):
            continue  # what steers a terminal is never shown, so that no quote holds it
        for piece in unicodedata.normalize("NFKD", char).casefold().translate(_SAME):
            if unicodedata.combining(piece):
                continue
            if piece.isspace():
                if not folded or folded[-1] == " ":
                    continue
                piece = " "
            folded.append(piece)
            places.append(place)
    while folded and folded[-1] == " ":
        folded.pop()
        places.pop()
    return "".join(folded), places


def _is_whole(text: str, at: int, length: int) -> bool:
    """Whether the place begins and ends at a word's edge: "art" does not stand in "party"."""
    before, first, last, after = text[at - 1 : at], text[at], text[at + length - 1], text[at + length : at + length + 1]
    return not (_joins(before, first) or _joins(last, after))


def _joins(a: str, b: str) -> bool:
    return bool(a and b) and a.isalnum() and b.isalnum() and a.isascii() and b.isascii()


def _end(text: str, last: int) -> int:
    """One past the last character, with the marks that belong to it."""
    end = last + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end
