"""What the words of a question ask for, as the offline rules of a search read them: a time, a chain of causes or events, a change."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.when import times_in
from dcpm_sqlite.records import Moment

_DAY_MS = 86_400_000
_CHAIN = re.compile(
    r"\b(?:why|because|causes?|caused|reasons?|led to|lead to|leads to|results? (?:in|of|from)|resulted|consequences?|effects? of|how come|"
    r"what happened (?:before|after|next|then)|before|after|since|until|then|sequence|order|steps?|followed by)\b",
    re.IGNORECASE,
)
_CONFLICT = re.compile(
    r"\b(?:chang(?:e|es|ed|ing)|differ(?:s|ent|ence|ed)?|contradict\w*|disagree\w*|conflict\w*|instead|used to|no longer|still|anymore|any more|"
    r"but|although|rather than|switch\w*|stopp?\w*|quit|previous(?:ly)?|former(?:ly)?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Window:
    """A time that a question names: Unix ms, half open, None for an open end."""

    from_ms: int | None
    until_ms: int | None


def window_of(question: str, now_ms: int) -> Window | None:
    """The first time that the question names, None where it names none or only how often something is."""
    for found in times_in(question, Moment(now_ms, "minute", 0)):
        if found.relation != "habit":
            return Window(found.stretch.from_ms, found.stretch.until_ms)
    return None


def closed(window: Window) -> tuple[int, int] | None:
    """Both ends of a window, a day around the one that it has; None where it has none: then nothing lies outside."""
    start, end = window.from_ms, window.until_ms
    if start is not None and end is not None:
        return start, end
    if start is not None:
        return start, start + _DAY_MS
    return None if end is None else (end - _DAY_MS, end)


def asks_for_a_chain(question: str) -> bool:
    """Whether it asks why, or in which order: one way from cause to effect tells more than much that is around."""
    return _CHAIN.search(question) is not None


def asks_for_a_change(question: str) -> bool:
    """Whether it asks what differs or changed: then what contradicts is wanted."""
    return _CONFLICT.search(question) is not None
