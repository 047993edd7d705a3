"""The text that keyword indexes are fed with, and the terms of a query; both sides cut words alike.

Words stay words (FTS5's porter stems them). Scripts that write no spaces become overlapping pairs of characters, so that
any stretch of two characters can be found (K42); a character alone stays alone, and is found only where it stands so.
"""

from __future__ import annotations

import re
import unicodedata

from dcpm_sqlite.language.scripts import UNSPACED
from dcpm_sqlite.language.stop_words import WORDS

MAX_TERMS = 24

_SIGNS = "\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u0f40-\u0fbc"  # vowels here are marks, no word characters to `re`
_RUN = re.compile(f"(?P<unspaced>[{UNSPACED}]+)|(?:[^\\W_{UNSPACED}]|[{_SIGNS}])+")
_RUN_ASCII = re.compile("[a-z0-9]+")
# Accents of European letters and the vowel points of Hebrew and Arabic, which writers leave out at will; invisible
# characters inside words. Marks of other scripts are spelling: without them が is か.
_DROPPED = re.compile("[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff"
                      "\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\xad\u200c-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")  # fmt: skip


def _pieces(text: str) -> list[str]:
    """Words and pairs in their order, folded."""
    if text.isascii():
        return _RUN_ASCII.findall(text.lower())
    flat = _DROPPED.sub("", unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold()))
    found: list[str] = []
    for match in _RUN.finditer(unicodedata.normalize("NFKC", flat)):
        run = match[0]
        if match["unspaced"] and len(run) > 1:
            found += [run[i : i + 2] for i in range(len(run) - 1)]
        else:
            found.append(run)
    return found


STOP_WORDS = frozenset(_pieces(WORDS))


def index_text(text: str) -> str:
    """What the index is given for a text: its words and pairs, parted by spaces."""
    return " ".join(_pieces(text))


def query_terms(text: str, *, limit: int = MAX_TERMS) -> tuple[str, ...]:
    """At most `limit` distinct terms of a query in order of appearance, without stop words.

    A query of nothing but stop words keeps them; one without words (punctuation, emoji) has no terms.
    """
    terms = list(dict.fromkeys(_pieces(text)))
    told = [term for term in terms if term not in STOP_WORDS]
    return tuple((told or terms)[:limit])


def fts_string(term: str) -> str:
    """A term as a string of FTS5's query language: no character of it is an operator (K41)."""
    return '"' + term.replace("\0", "").replace('"', '""') + '"'
