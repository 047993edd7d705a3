"""A statement as relations are read from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dcpm_sqlite.language.claims.lemmas import lemma
from dcpm_sqlite.language.index_text import STOP_WORDS, query_terms

_MANY = 200
_CALENDAR = frozenset(query_terms(
    "last next ago yesterday today tomorrow tonight now recently lately soon time day days week weeks weekend month months year years hour "
    "hours morning afternoon evening night first second third another again monday tuesday wednesday thursday friday saturday sunday january "
    "february march april may june july august september october november december",
    limit=_MANY,
))  # fmt: skip
_LIGHT = frozenset(("be", "have", "get", "go", "come", "make", "do", "take", "lot", "thing"))  # said with anything


def content(text: str) -> frozenset[str]:
    """Content words in the form of their table, so that what "hurts" and what "hurt" are one; without light verbs."""
    words = (term for term in query_terms(text, limit=_MANY) if term not in STOP_WORDS and term not in _CALENDAR)
    return frozenset(form for form in map(lemma, words) if form not in _LIGHT)


@dataclass(frozen=True)
class Statement:
    """text: as it is believed; names: of whom and what it mentions, without those who talk here.

    from_ms, until_ms: when it happens or holds, Unix ms, half open, None where its words tell no time. tells_who: it says who or what
    somebody or something is ("Mia is my sister").
    """

    text: str
    names: tuple[str, ...] = ()
    from_ms: int | None = None
    until_ms: int | None = None
    tells_who: bool = False

    @cached_property
    def terms(self) -> frozenset[str]:
        """Its words as they stand; those of the calendar tie nothing, nor do numbers."""
        return frozenset(term for term in query_terms(self.text, limit=_MANY) if not term.isdigit()) - _CALENDAR

    @cached_property
    def forms(self) -> frozenset[str]:
        """Its content words as `content` has them."""
        return content(self.text)
