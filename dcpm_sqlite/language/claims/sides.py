"""One claim, read for comparing it with another: what it is about, in which words, and with which polarity."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.lemmas import compound, lemmas
from dcpm_sqlite.language.claims.subject_matching import subject_words
from dcpm_sqlite.language.claims.wording import Word, Wording, without_times, wording
from dcpm_sqlite.language.text import fold

_UNNAMED = frozenset({"a", "an", "the", "my", "our", "i", "when", "not", "no", "never"})
_MOVING = lemmas("move push postpone reschedule delay rise increase decrease drop raise cut switch change replace become turn swap")
_MOVED = re.compile(r"\b(?:up|down) to [€$£]?\d", re.I)

CHANGING = lemmas(
    "switch change move become turn push postpone reschedule forward up down back new instead rise increase decrease drop raise cut go get"
)
LASTING = lemmas(
    "bear birth birthday birthplace birthdate date die death height origin grow blood zodiac maiden"
)  # a second value is a mistake, and no change
_OWN = re.compile(r"\s*(?:my|our)\b", re.I)
_FIRST = re.compile(r"\s*(?:i|we)\b", re.I)
_DEFINITE = re.compile(r"\s*(?:the|my|our|his|her|their|your|[\w']+'s)\b", re.I)

Outcome = Literal["duplicate", "update", "supersede", "contradict", "unrelated"]


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared of a claim.

    key: forms of the attribute, () where there is none; is_negative: polarity of the attribute, or of the words where there is none.

    denies: polarity of the words; words: content words less the subject's, and less dates where the claim is dated; topic: forms of
    subject and attribute together, empty where the attribute holds its value in its name; is_event: it happened, it is no state;
    is_change: it says that something is now so; is_moved: it says that something was put elsewhere, or became more or less.
    """

    claim: Claim
    wording: Wording
    key: tuple[str, ...]
    is_negative: bool
    denies: bool
    words: tuple[Word, ...]
    topic: frozenset[str]
    is_event: bool
    is_change: bool
    is_moved: bool

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(word.form for word in self.words)


@lru_cache(maxsize=4096)
def side(claim: Claim, *, about: frozenset[str] = frozenset()) -> Side:
    """Read a claim. about: forms of a subject that the claim's text names and its `subject` doesn't."""
    said = wording(claim.text)
    key, is_dislike = _key(claim.attribute) if claim.attribute else ((), False)
    subject = subject_words(claim)
    named = [form for mention in claim.mentions if mention.role == "subject" for form in wording(mention.name).forms]
    words = _less(said.words, [*(subject or named), *about])
    if claim.about is not None or claim.holds is not None:
        words = without_times(words)
    denies = claim.is_negated or said.is_negative
    return Side(
        claim=claim,
        wording=said,
        key=key,
        is_negative=claim.is_negated != is_dislike if key else denies,
        denies=denies,
        words=words,
        topic=frozenset(subject) | frozenset(key) if key and claim.value is not None and key[0] not in _MOVING else frozenset(subject),
        is_event=claim.type in ("event", "episode"),
        is_change=claim.is_change or said.is_change,
        is_moved=any(word.form in _MOVING for word in words) or _MOVED.search(claim.text) is not None,
    )


def _less(words: tuple[Word, ...], subject: list[str]) -> tuple[Word, ...]:
    """Without the subject's words, each as often as the subject has it ("Philip of Spain is a citizen of Spain")."""
    left = list(subject)
    kept = []
    for word in words:
        if word.form in left:
            left.remove(word.form)
        else:
            kept.append(word)
    return tuple(kept)


@lru_cache(maxsize=4096)
def _key(attribute: str) -> tuple[tuple[str, ...], bool]:
    """Forms of an attribute's name, prepositions kept ("lives with" is not "lives in"); whether it denies ("dislikes tea")."""
    forms = [form for word in fold(attribute).split() if word not in _UNNAMED for form in compound(word)]
    named = wording(attribute)
    return tuple("like" if form == "hate" else form for form in forms), named.is_negative


def leading_subject(claim: Claim, other: Claim) -> frozenset[str]:
    """Forms of the other claim's subject where this claim, of which nothing was recognised, begins with its words."""
    wanted = subject_words(other)
    if claim.subject is not None or claim.attribute is not None or not wanted:
        return frozenset()
    return frozenset(wanted) if wording(claim.text).forms[: len(wanted)] == wanted else frozenset()


def bare(new: Side) -> tuple[Word, ...]:
    """Without the words by which something was moved: "the office has moved to the fifth floor" as "the office, fifth floor"."""
    return tuple(word for word in new.words if word.form not in CHANGING) if new.is_moved else new.words


def is_dated_thing(new: Side, old: Side) -> bool:
    """ "The deadline is on the 15th": a definite thing that is on a date, and not a doing that may be done again."""
    return is_definite(new) and new.wording.is_copular and old.wording.is_copular and not _FIRST.match(new.claim.text)


def is_own(one: Side) -> bool:
    """Whether it speaks of something that is the speaker's ("my coffee is ...")."""
    return _OWN.match(one.claim.text) is not None


def is_definite(one: Side) -> bool:
    """Whether it speaks of somebody or something in particular."""
    return bool(_DEFINITE.match(one.claim.text)) or one.claim.subject is not None
