"""What one clause was found to say, before times, domain and names are looked up."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.language.claims.predicates import Predicate, Tense
from dcpm_sqlite.records import BeliefKind, BeliefType


@dataclass(frozen=True, slots=True)
class Finding:
    """subject: in words, None for the speaker; the other names as in Claim. domain None: decided by the words.

    part: the one object of a list that this finding is about, as code points; listing: the whole list. Both None without a list.
    """

    attribute: str | None
    value: str | None = None
    subject: str | None = None
    kind: BeliefKind = "fact"
    type: BeliefType = "fact"
    domain: str | None = None
    salience: float = 0.5
    tense: Tense = "present"
    is_core: bool = False
    is_negated: bool = False
    is_single: bool = False
    is_change: bool = False
    part: tuple[int, int] | None = None
    listing: tuple[int, int] | None = None


def said_by(predicate: Predicate, attribute: str | None, value: str | None = None) -> Finding:
    """A plain finding with the tense, polarity and change of the predicate."""
    return Finding(attribute, value, tense=predicate.tense, is_negated=predicate.is_negated, is_change=predicate.is_change)
