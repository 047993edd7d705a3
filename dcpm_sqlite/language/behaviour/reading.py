"""Which classes of behaviour several statements show, and a description of them without the domain's words (DCPM D-36)."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite.language.behaviour.classes import BEHAVIOURS, Behaviour
from dcpm_sqlite.language.regularity.content import words

SHARE = 0.34  # of the statements that must show a class
MOST = 3  # classes in one description: more would make all descriptions alike


def behaviours(statements: Sequence[str]) -> tuple[Behaviour, ...]:
    """Classes that at least a third of the statements show, the most frequent first, at most three; weak ones only beside others."""
    if not statements:
        return ()
    counted = []
    for place, behaviour in enumerate(BEHAVIOURS):
        shown = sum(_shows(statement, behaviour) for statement in statements)
        if shown >= max(1.0, SHARE * len(statements)):
            counted.append((behaviour.is_weak, -shown, place, behaviour))
    found = tuple(behaviour for *_, behaviour in sorted(counted, key=lambda entry: entry[:3])[:MOST])
    return () if all(behaviour.is_weak for behaviour in found) else found


def _shows(statement: str, behaviour: Behaviour) -> bool:
    if behaviour.turns is not None and behaviour.turns.search(statement):
        return True
    return any(word.form in behaviour.verbs for word in words(statement))


def described(found: Sequence[Behaviour]) -> str | None:
    """One sentence; None where nothing was found."""
    if not found:
        return None
    phrases = [behaviour.phrase for behaviour in found]
    told = phrases[0] if len(phrases) == 1 else "; ".join(phrases)
    return told[0].upper() + told[1:] + "."


def named(text: str) -> frozenset[str]:
    """Names of the classes whose phrases stand in a description that `described` made, or that the words of another one show."""
    by_phrase = {b.name for b in BEHAVIOURS if b.phrase in text.lower()}
    return frozenset(by_phrase or {b.name for b in behaviours([text])})
