"""Whether a statement speaks of what is ahead: a plan, a date to come, a worry; or says that something came about, or was given up."""

from __future__ import annotations

import re
from typing import Literal

Ahead = Literal["plan", "worry"]

_WORRY = re.compile(
    r"\b(?:worr(?:y|ied|ies|ying)|anxious|nervous|afraid|scared|terrified|dread(?:ing|s)?|concerned|stressed)\b(?!\s+(?:no|any)\s*more)",
    re.I,
)
_PLAN = re.compile(
    r"\b(?:plan(?:s|ning|ned)?\s+(?:to|on|for|a|an)|going\s+to\s+(?!(?:a|an|the|my|our|his|her|their|be\s+honest)\b)|hop(?:e|es|ing)\s+to|intend(?:s|ing)?\s+to"
    r"|want(?:s)?\s+to|would\s+like\s+to|aim(?:s|ing)?\s+(?:to|for)|decid(?:ed|ing)\s+to|promised\s+to|signed\s+up\s+(?:for|to)|enrolled\s+(?:in|for)"
    r"|(?:is|are|am|'m|'re|'s)\s+(?:\w+ing)|will|'ll|booked|scheduled|preparing\s+(?:to|for)|training\s+for|saving\s+(?:up\s+)?for|(?:my|our)\s+(?:goal|plan|dream)"
    r"|deadline|due|looking\s+forward\s+to|thinking\s+(?:of|about)|considering)\b",
    re.I,
)
_AIM = re.compile(
    r"\b(?:plan(?:s|ning)?\s+(?:to|on|for|a|an)|hop(?:e|es|ing)\s+to|intend(?:s|ing)?\s+to|(?:my|our)\s+(?:goal|plan|dream)\s+is|decided\s+to|preparing\s+(?:to|for)"
    r"|training\s+for|saving\s+(?:up\s+)?for|signed\s+up\s+(?:for|to)|thinking\s+(?:of|about)\s+\w+ing|considering\s+\w+ing)\b",
    re.I,
)
_OVER = re.compile(
    r"\b(?:cancel(?:l)?ed|called\s+off|gave\s+up|given\s+up|dropped\s+out|decided\s+(?:against|not\s+to)|not\s+going\s+(?:to|any)|won't|will\s+not"
    r"|fell\s+through|backed\s+out|no\s+longer|changed\s+(?:my|our|his|her|their)\s+mind)\b",
    re.I,
)
_DONE = re.compile(
    r"\b(?:finish(?:ed)|complet(?:ed)|passed|graduated|did\s+it|made\s+it|managed\s+to|has\s+been|have\s+been|was|were|went|ran|won|got|moved|bought|signed|handed\s+in"
    r"|submitted|launched|published|arrived|visited|met|took\s+place|held|celebrated)\b",
    re.I,
)


def ahead(text: str, *, is_dated: bool) -> Ahead | None:
    """What a statement looks ahead to. is_dated: a time to come is known of it, so that words of any plan will do; without, only stated aims."""
    if _OVER.search(text):
        return None
    if _WORRY.search(text):
        return "worry"
    return "plan" if (_PLAN if is_dated else _AIM).search(text) else None


def came_about(text: str) -> bool:
    """Whether it says that something was done or took place."""
    return _DONE.search(text) is not None and _OVER.search(text) is None and ahead(text, is_dated=False) is None


def was_given_up(text: str) -> bool:
    """Whether it says that something will not be."""
    return _OVER.search(text) is not None
