"""What may be stored as text, and the one folding by which names and quotes are compared."""

from __future__ import annotations

import re
import unicodedata

from dcpm_sqlite.errors import RefusedText


def require_storable(text: str) -> str:
    """The text itself. Raises RefusedText for what could not be kept or found again (K40, K43)."""
    if not text.strip():
        raise RefusedText("The text is empty or only white space; there is nothing to keep.")
    if "\0" in text:
        raise RefusedText(f"The text holds a NUL character at position {text.index(chr(0))}; remove it and try again.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RefusedText(
            f"The text holds half of a character (a lone surrogate) at position {error.start}; "
            "decode it anew from its source, or replace it by U+FFFD."
        ) from None
    return text


def fold(text: str) -> str:
    """Compatibility form, case folded, white space collapsed: equal for all ways to write the same words.

    The result is its own folding. Lengths change: a place in it is no place in the text.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold())
    return " ".join(unicodedata.normalize("NFKC", folded.casefold()).split())


_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text without characters that steer a terminal or turn the reading direction around; tabs and line ends stay."""
    return _STEERING.sub("", text)
