"""Cutting a long text into stretches that the encoder can take in whole (K40)."""

from __future__ import annotations

import re
import unicodedata

from dcpm_sqlite.language.scripts import UNSPACED

MAX_CHARS = 900  # Latin text of this length is about 230 tokens; an encoder's window is 256 to 512
_DENSE_WEIGHT = 3  # a character of a script without spaces takes about the tokens of three Latin ones
_DENSE = re.compile(f"[{UNSPACED}]")
_BOUNDARIES = (
    re.compile(r"\n\s*\n"),
    re.compile(r"(?<=[.!?…])[\"'”’»)\]]{0,3}\s+|[。！？]{1,3}[」』”’）》]{0,3}\s*|\n\s*"),
    re.compile(r"\s+|[、，；：]"),
)


def passages(text: str, *, max_chars: int = MAX_CHARS) -> tuple[tuple[int, int], ...]:
    """Half-open code-point spans, ordered, that cover the text to its end; one for a short text, none for an empty one.

    A stretch ends at a paragraph, else a sentence, else a word, else anywhere but inside a written character. It has at
    most `max_chars` characters, where those of dense scripts count three times. White space alone makes no passage: it
    stays with its neighbour, beyond the limit too, since it costs the encoder nothing.
    """
    spans: list[tuple[int, int]] = []
    start = cursor = 0
    while cursor < len(text):
        end = _reach(text, cursor, max_chars)
        if end < len(text):
            end = _cut(text, cursor, end)
        if text[cursor:end].isspace():
            if spans:
                spans[-1] = (spans[-1][0], end)
                start = end
        else:
            spans.append((start, end))
            start = end
        cursor = end
    if start < len(text):  # nothing but white space
        spans.append((start, len(text)))
    return tuple(spans)


def _reach(text: str, start: int, max_chars: int) -> int:
    """How far a stretch from `start` may go at most."""
    for count, match in enumerate(_DENSE.finditer(text, start, start + max_chars)):
        before = match.start() - start
        if before + (_DENSE_WEIGHT - 1) * (count + 1) + 1 > max_chars:
            return start + max(1, min(before, max_chars - (_DENSE_WEIGHT - 1) * count))
    dense = len(_DENSE.findall(text, start, start + max_chars))
    return min(len(text), start + max(1, max_chars - (_DENSE_WEIGHT - 1) * dense))


def _cut(text: str, start: int, end: int) -> int:
    """The best place to cut in the second half of start..end."""
    middle = start + (end - start) // 2
    for boundary in _BOUNDARIES:
        places = [match.end() for match in boundary.finditer(text, middle, end)]
        for place in reversed(places):
            if place > start and not _is_inside(text, start, place):
                return place
    for place in range(end, middle, -1):
        if not _is_inside(text, start, place):
            return place
    return end


def _is_inside(text: str, start: int, place: int) -> bool:
    """Whether a cut there would part what is read as one character: marks, joined emoji, flags, decomposed Hangul."""
    if place >= len(text):
        return False
    before, after = text[place - 1], text[place]
    return (
        unicodedata.category(after)[0] == "M"
        or "\u200d" in (before, after)
        or "\U0001f3fb" <= after <= "\U0001f3ff"
        or (_is_flag_half(after) and _flag_halves_before(text, start, place) % 2 == 1)
        or "\u1160" <= after <= "\u11ff"
        or (before == "\r" and after == "\n")
    )


def _is_flag_half(char: str) -> bool:
    """Flags are pairs of regional indicators."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flag_halves_before(text: str, start: int, place: int) -> int:
    count = 0
    while place - count > start and _is_flag_half(text[place - count - 1]):
        count += 1
    return count
