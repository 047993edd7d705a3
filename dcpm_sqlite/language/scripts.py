"""Which characters belong to scripts that write no spaces between words."""

from __future__ import annotations

import re

# As the inside of a character class, without these scripts' punctuation: Thai, Lao, Myanmar, Khmer, kana, Han, Hangul.
# Korean does write spaces, but its particles grow onto the words.
UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u17d7\u17dc-\u17e9"
    "\u3005-\u3007\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
_ANY = re.compile(f"[{UNSPACED}]")


def has_unspaced(text: str) -> bool:
    """Whether any character of the text is of such a script."""
    return _ANY.search(text) is not None
