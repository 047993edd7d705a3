"""The record of a frame, and the pieces that patterns share."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.claims.predicates import Tense
from dcpm_sqlite.records import BeliefKind, BeliefType

STATES: frozenset[Tense] = frozenset({"present", "perfect", "progressive", "past", "past habit"})
HABITUAL: frozenset[Tense] = frozenset({"present", "perfect", "past habit", "past"})
DONE: frozenset[Tense] = frozenset({"past", "perfect"})
NOW: frozenset[Tense] = frozenset({"present", "perfect", "progressive"})
ANY_TENSE: frozenset[Tense] = STATES | {"skill", "past progressive"}


@dataclass(frozen=True, slots=True)
class Frame:
    """verbs: main verbs by lemma; says: a pattern, matched at the complement's begin without regard to case; its group `o` is the object.

    attribute: the name of what is said, filled with the folded groups of the pattern. With `{o}` in it there is no value, else the object is it.
    tenses, is_passive: in which the frame reads; None reads both voices. domain None: by the words. is_each: a list of objects makes a claim
    each. flips: the verb turns what is denied and what isn't ("can't stand", "quit my job"). is_change: the verb tells of a change.
    """

    verbs: str
    says: str
    attribute: str
    kind: BeliefKind = "identity"
    type: BeliefType = "fact"
    domain: str | None = None
    salience: float = 0.7
    tenses: frozenset[Tense] = STATES
    is_core: bool = False
    is_single: bool = False
    is_each: bool = False
    is_passive: bool | None = False
    is_change: bool = False
    flips: bool = False


def any_of(words: frozenset[str]) -> str:
    """A pattern of these words, the longer ones first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


REST = r"(?P<o>.+)"
THING = r"(?P<o>(?!(?:that|this|it|these|those|them|him|her|you|your|how|what|when|where|if|whether|the (?:idea|way|fact|sound|look|thought))\b).+)"
ADJECTIVES = r"(?:(?:very|really|so|quite|severely|mildly|half|part|slightly|a bit|pretty|also|still|now|currently|happily|recently|newly|strictly|mostly|proudly|fully|a|an|the|strict|lifelong|practising|practicing|devout|committed|type [12]) )*"
