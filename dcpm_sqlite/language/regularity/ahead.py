"""What a statement says lies ahead: a plan, a date to come, a deadline, a worry; and what says that such a thing came about, or was given up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.language.claims.lexicon import PREPOSITIONS
from dcpm_sqlite.language.regularity.content import is_content, words

Ahead = Literal["worry", "deadline", "plan", "date"]
News = Literal["done", "given up"]

_SUPPOSED = re.compile(
    r"\b(?:might|maybe|perhaps|could|would|if|some ?day|one day|wish|should|hypothetically|may (?:go|be|visit|come|move))\b", re.I
)
_DENIED = re.compile(r"\b(?:not|never|no longer|cannot)\b|n't\b", re.I)
_WORRY = re.compile(
    r"(?:\b(?:am|is|are)|'m|'s|'re|\bfeel|\bfeels|\bfeeling|\bgetting)\s+(?:\w+\s+){0,2}?(?:worried|anxious|nervous|concerned|stressed|terrified)\s+(?:about|for|of|over)\b"
    r"|\bworr(?:y|ies|ying)\s+(?:\w+\s+){0,2}?(?:about|over)\b|\b(?:dread|dreads|dreading)\s+\w",
    re.I,
)
_FEAR = re.compile(
    r"(?:\b(?:am|is|are)|'m|'s|'re)\s+(?:\w+\s+){0,2}?(?:worried|anxious|nervous|afraid|scared|concerned|stressed|terrified)\b", re.I
)
_DEADLINE = re.compile(r"\b(?:deadline|due|expires?|runs? out|hand(?:ed)? in by|must be|has to be|have to be)\b", re.I)
_PLANNED = re.compile(
    r"(?:\b(?:am|is|are)|'m|'s|'re)\s+(?:\w+ly\s+)?(?:going\s+to\s+(?!(?:a|an|the|my|our|his|her|their|be\s+(?:honest|fair))\b)[a-z]"
    r"|planning\s|saving\s+(?:up\s+)?for\b|training\s+for\b|preparing\s+for\b|preparing\s+to\b|getting\s+ready\s+for\b|(?:looking|searching)\s+for\s+a\s+new\b)"
    r"|\bplans?\s+(?:to|on)\s|\bintends?\s+to\b|\bdecided\s+to\b|\bpromised\s+to\b|\bsigned\s+up\s+(?:for|to)\b",
    re.I,
)
_CONSIDERED = re.compile(r"(?:\b(?:am|is|are)|'m|'s|'re)\s+(?:\w+ly\s+)?(?:thinking\s+(?:of|about)|considering)\s+[a-z]+ing\b", re.I)
_COMING = re.compile(
    r"\b(?:will|'ll|going\s+to|planning|plan|booked|scheduled|appointment|signed\s+up|deadline|due|until|by)\b|(?:\b(?:am|is|are)|'m|'s|'re)\s+(?:\w+ly\s+)?\w+ing\b",
    re.I,
)
_GIVEN_UP = re.compile(
    r"\b(?:cancel(?:l)?ed|called\s+off|call(?:ing)?\s+off|fell\s+through|backed\s+out|gave\s+up|given\s+up|decided\s+(?:against|not\s+to)|won't|will\s+not"
    r"|not\s+going\s+to|changed\s+(?:my|our|his|her|their)\s+mind|no\s+longer|missed|skipped)\b|n't\s+(?:going\s+to|happening)\b",
    re.I,
)
_HAPPENED = re.compile(
    r"\b(?:was|were|went|had|did|ran|won|got|took|made|met|held|came|flew|saw|gave|sang|wrote|drove|swam|has\s+been|have\s+been|\w{2,}ed)\b",
    re.I,
)
_COMPLETED = re.compile(
    r"\b(?:finished|completed|passed|graduated|bought|got|adopted|launched|opened|published|submitted|handed\s+in|finally|managed|did\s+it|moved\s+into)\b",
    re.I,
)
_DEFINITE = frozenset({"the", "my", "our", "his", "her", "their", "this", "that"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """Content words that stand together. is_definite: behind "the" or "my"."""

    forms: frozenset[str]
    is_definite: bool


def ahead(text: str, *, is_dated: bool) -> Ahead | None:
    """What a statement looks ahead to. is_dated: it is about a time to come, so that hardly more is needed; without, only stated aims and
    worries. What is only supposed or denied is nothing that is likely to come.
    """
    if "?" in text or _SUPPOSED.search(text) or given_up(text):
        return None
    if (_FEAR if is_dated else _WORRY).search(text):
        return "worry"
    if _DENIED.search(text):
        return None
    if is_dated and _DEADLINE.search(text):
        return "deadline"
    if _PLANNED.search(text) or (is_dated and _COMING.search(text)) or _CONSIDERED.search(text):
        return "plan"
    return "date" if is_dated else None


def is_coming(text: str) -> bool:
    """Whether the words themselves say that it is still to come: a stretch that began before ("this month") can be looked back on as well."""
    return _COMING.search(text) is not None or _FEAR.search(text) is not None


def is_considered(text: str) -> bool:
    """Whether a plan is only thought of."""
    return _CONSIDERED.search(text) is not None


def given_up(text: str) -> bool:
    """Whether something is said not to happen."""
    return _GIVEN_UP.search(text) is not None


def news(text: str, *, is_dated: bool) -> News | None:
    """Whether a statement tells that something took place, or that it was given up. is_dated: of a thing whose day is known and over, so
    that anything that is told of it will do; of another only that it was completed.
    """
    if given_up(text):
        return "given up"
    if _DENIED.search(text) or _SUPPOSED.search(text) or _FEAR.search(text) or (_PLANNED.search(text) and not _COMPLETED.search(text)):
        return None
    return "done" if (_HAPPENED if is_dated else _COMPLETED).search(text) else None


def phrases(text: str) -> list[Phrase]:
    """The phrases of a statement, in order; "the surprise party for Tomas" is two."""
    found: list[Phrase] = []
    forms: list[str] = []
    before = ""
    end = 0
    for word in [*words(text), None]:
        low = "" if word is None else word.text.lower()
        goes_on = word is not None and is_content(word) and low not in PREPOSITIONS and not text[end : word.start].strip(" '’s\"“”-")
        if forms and not goes_on:
            found.append(Phrase(frozenset(forms), before in _DEFINITE))
            forms, before = [], ""
        if word is None:
            break
        if is_content(word) and low not in PREPOSITIONS:
            forms.append(word.form)
        else:
            before = low
        end = word.end
    return found
