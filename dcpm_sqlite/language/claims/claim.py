"""What a sentence claims, as far as rules can read it."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.records import BeliefKind, BeliefType, Mention, Stretch


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement, in the words in which it was said.

    start, end: code points of its quote in the text that was read. text: the quote as a self-standing statement: the speaker's own
    words, less what only ties it to the talk around it ("By the way, ") and less the other things of a list; a second verb takes the
    subject of its sentence along, an answer its question (K49, needs_question).
    subject: None for the speaker, else whom or what it is about, in words ("my sister Livia").
    attribute: folded name of what is said about the subject ('home city', 'likes chinese food'); None where no frame was recognised.
    value: what the attribute is said to be, in words; None where the attribute says it all. is_negated: "don't", "no longer", "never".
    is_single: the attribute has one value at a time (one home, one age), so that another value is another state.
    is_change: the words themselves say that something changed ("now", "no longer", "switched to").
    holds: when the state is true, where that is said; about: when the event happens that it speaks of.
    """

    start: int
    end: int
    text: str
    kind: BeliefKind
    type: BeliefType
    subject: str | None
    attribute: str | None
    value: str | None
    domain: str
    salience: float
    is_core: bool = False
    is_negated: bool = False
    is_single: bool = False
    is_change: bool = False
    holds: Stretch | None = None
    about: Stretch | None = None
    keywords: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    needs_question: bool = False
