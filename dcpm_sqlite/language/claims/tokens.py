"""Words of a text with their places, contractions taken apart: "don't" is `do` and `n't`, "im" is `i` and `m`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")
_TOKEN = re.compile(
    r"\[[^\[\]\n]{1,60}\]|"
    r"(?-i:(?:[A-Z]\.){2,}(?!\w)|[A-Z]\.(?=\s[A-Z]))"
    r"|(?:jr|sr|st|mr|mrs|ms|dr|inc|ltd|prof)\.(?=\s)"
    r"|https?://\S+|[\w.+-]+@[\w-]+\.[\w.]+"
    r"|[€$£]?\d+(?:[.,:/]\d+)*(?:%|\w+)?"
    r"|\w+?(?=n't\b)|n't\b|'(?:m|re|ve|d|ll|s)\b"
    r"|\w+(?:[-/.&]\w+)*|\.{2,}|\S",
    re.I,
)
# Chat leaves apostrophes out; "ill", "id", "its", "were" and "shed" are words of their own and stay whole.
_UNMARKED = {
    "im": 1, "ive": 1, "youre": 3, "theyre": 4, "weve": 2, "dont": 2, "doesnt": 4, "didnt": 3, "cant": 2, "wont": 2, "isnt": 2,
    "wasnt": 3, "arent": 3, "werent": 4, "havent": 4, "hasnt": 3, "hadnt": 3, "couldnt": 5, "wouldnt": 5, "shouldnt": 6,
    "cannot": 3,
}  # fmt: skip
_WHOLE = {"m": "'m", "ve": "'ve", "re": "'re", "nt": "n't", "t": "n't"}


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark: as written, lower-cased with plain apostrophes, and its code points in the text."""

    word: str
    low: str
    start: int
    end: int


def plain(text: str) -> str:
    """The text with every apostrophe as `'`, one code point for one, so that places stay."""
    return text.translate(_APOSTROPHES)


def tokens(text: str, start: int, end: int) -> list[Token]:
    """The tokens of text[start:end], placed in the whole text, which has plain apostrophes."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text, start, end):
        word, low, at = match.group(), match.group().lower(), match.start()
        if low == "ca" and text[match.end() : match.end() + 3].lower() == "n't":
            low = "can"
        cut = _UNMARKED.get(low)
        if cut is None:
            found.append(Token(word, low, at, match.end()))
            continue
        head, tail = low[:cut], low[cut:]
        found.append(Token(word[:cut], "can" if head == "ca" else head, at, at + cut))
        found.append(Token(word[cut:], "n't" if low == "cannot" else _WHOLE.get(tail, tail), at + cut, match.end()))
    return found
