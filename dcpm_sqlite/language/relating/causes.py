"""Cause and effect inside one English statement: "I stopped running because my knee hurts"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.index_text import query_terms

_CAUSE_BEHIND = re.compile(
    r"\b(?:because(?: of)?|due to|thanks to|owing to|on account of|since it|as a result of|caused by|triggered by|the reason (?:is|was)(?: that)?)\b",
    re.IGNORECASE,
)
_EFFECT_BEHIND = re.compile(
    r"(?:[,;]\s*so\b(?!\s+(?:much|many|far|good|long|that))|[,;]?\s*\b(?:so that|which is why|that is why|that's why|therefore|which means|led to|leads to|"
    r"made me|makes me|resulted in|results in|caused|triggered)\b)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^\W*(?:so|that(?:'s| is| was) why|therefore|as a result|because of (?:that|this)|thanks to (?:that|this)|hence|consequently)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"^\W*(?:then|after that|afterwards?|later|the (?:next|following) (?:day|week|month|morning)|soon after|next)\b", re.IGNORECASE
)
_MANY = 100


@dataclass(frozen=True, slots=True)
class Parts:
    """Content words of what causes and of what follows from it."""

    cause: frozenset[str]
    effect: frozenset[str]


def parts_of(text: str) -> Parts | None:
    """None where no words tell of a cause, or nothing stands on one side of them."""
    for pattern, cause_is_behind in ((_CAUSE_BEHIND, True), (_EFFECT_BEHIND, False)):
        if match := pattern.search(text):
            before, behind = (frozenset(query_terms(part, limit=_MANY)) for part in (text[: match.start()], text[match.end() :]))
            if not before or not behind:
                return None
            return Parts(behind, before) if cause_is_behind else Parts(before, behind)
    return None


def follows_from_before(text: str) -> bool:
    """Whether it begins as what follows from the statement before it ("That's why ...")."""
    return _GOES_ON.match(text) is not None


def comes_after_before(text: str) -> bool:
    """Whether it begins as what happened after the statement before it ("Then ...")."""
    return _THEN.match(text) is not None
