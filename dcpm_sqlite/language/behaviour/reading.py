"""Which behaviour several statements show, and a description of it without the domain's words (DCPM D-36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from dcpm_sqlite.language.behaviour.classes import Behaviour, behaviours
from dcpm_sqlite.language.behaviour.phrases import Reduced, reduced

LEAST = 2  # statements that must show a class where there are three or more: one may be chance
SHARE = 0.3  # of the statements that must
MOST = 2  # classes in one description: more would make all descriptions alike

_BEFORE_VERBS = frozenset(
    [
        "i",
        "we",
        "you",
        "he",
        "she",
        "they",
        "who",
        "that",
        "to",
        "and",
        "or",
        "but",
        "then",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "do",
        "does",
        "did",
        "am",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "have",
        "has",
        "had",
        "always",
        "often",
        "usually",
        "still",
        "also",
        "just",
        "never",
        "not",
        "now",
        "only",
        "really",
        "even",
        "again",
        "mostly",
        "sometimes",
        ",",
    ]
)


def behaviours_of(statements: Sequence[str]) -> tuple[Behaviour, ...]:
    """The class that most statements show, and a second one that as many do; none where only weak ones are shown, or too rarely."""
    told = Counter(name for statement in statements for name in shown(statement))
    least = max(min(LEAST, len(statements) - 1), SHARE * len(statements), 1)
    found = [b for b in behaviours() if not b.is_weak and told[b.name] >= least]
    most = max((told[b.name] for b in found), default=0)
    return tuple(b for b in found if told[b.name] == most)[:MOST]


@lru_cache(maxsize=4_096)
def shown(statement: str) -> frozenset[str]:
    """Names of the classes that one statement shows."""
    text = reduced(statement)
    line = text.line
    return frozenset(b.name for b in behaviours() if _by_turn(b, text, line) or _by_verb(b, text))


def described(found: Sequence[Behaviour]) -> str | None:
    """One sentence; None where nothing was found."""
    told = "; ".join(behaviour.told for behaviour in found)
    return told[0].upper() + told[1:] + "." if told else None


def named(text: str) -> frozenset[str]:
    """Names of the classes whose words stand in a description that `described` made, or that those of another one show."""
    low = text.lower()
    return frozenset(b.name for b in behaviours() if b.told.lower() in low) or shown(text)


def _by_turn(behaviour: Behaviour, text: Reduced, line: str) -> bool:
    """A turn that is not denied; one that holds its own denial begins with it."""
    if behaviour.turns is None:
        return False
    return any(not text.is_denied(line.count(" ", 0, match.start())) for match in behaviour.turns.finditer(line))


def _by_verb(behaviour: Behaviour, text: Reduced) -> bool:
    return any(form in behaviour.verbs and _is_verb(text, at) and not text.is_denied(at) for at, form in enumerate(text.forms))


def _is_verb(text: Reduced, at: int) -> bool:
    """By its place: first, after the first word (a name) or after what stands before verbs; or by its ending."""
    word = text.words[at]
    if at < 2 or word.endswith(("ing", "ed")):
        return True
    before = text.words[at - 1]
    return before in _BEFORE_VERBS or before.endswith("ly")
