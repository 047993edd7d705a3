"""A clause taken apart: its words, subject, predicate and complement."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dcpm_sqlite.language.claims.predicates import Predicate
from dcpm_sqlite.language.claims.subjects import Subject
from dcpm_sqlite.language.claims.tokens import Token


@dataclass(frozen=True, slots=True)
class Parsed:
    """text: with plain apostrophes (`tokens.plain`), of the whole message; words: of the sentence.

    start, end: the complement in the text, code points; equal where nothing follows the verb.
    """

    text: str
    words: list[Token]
    subject: Subject
    predicate: Predicate
    start: int
    end: int

    @property
    def complement(self) -> str:
        """What follows the verb."""
        return self.text[self.start : self.end]

    @property
    def about(self) -> str:
        """The subject in words."""
        return self._between(self.subject.first, self.subject.after)

    @property
    def owner(self) -> str | None:
        """X of "X's R"; None where the subject is no such pair."""
        return None if self.subject.owner_end is None else self._between(self.subject.first, self.subject.owner_end - 1)

    @property
    def owned(self) -> str | None:
        """R of "X's R"."""
        return None if self.subject.owner_end is None else self._between(self.subject.owner_end, self.subject.after)

    def low(self, at: int) -> str:
        """The lower-case word at an index, empty behind the clause."""
        return self.words[at].low if at < len(self.words) and self.words[at].start < self.end else ""

    def with_predicate(self, predicate: Predicate) -> Parsed:
        """The same clause, read with another verb of it."""
        return replace(self, predicate=predicate, start=_start(self.words, predicate.complement, self.end))

    def _between(self, first: int, after: int) -> str:
        return self.text[self.words[first].start : self.words[after - 1].end].strip(" ,")


def parsed(text: str, words: list[Token], subject: Subject, predicate: Predicate, end: int) -> Parsed:
    """The clause that ends at code point `end`."""
    return Parsed(text, words, subject, predicate, _start(words, predicate.complement, end), end)


def _start(words: list[Token], complement: int, end: int) -> int:
    return words[complement].start if complement < len(words) and words[complement].start < end else end
