"""What a file believes of a set of facts, and how that compares with what conflicts in the set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.fact_consolidation import PHRASES, Fact, FactSet
from bench.labelled.score import Share, share
from dcpm_sqlite import Memory
from dcpm_sqlite.store import beliefs

EXAMPLES = 5  # of a kind, per phrase


@dataclass(frozen=True, slots=True)
class State:
    """A belief by the facts whose messages it quotes. successor: id of the next state of its chain, None where it stands."""

    text: str
    facts: frozenset[int]
    successor: str | None


def states_of(memory: Memory, numbers: Mapping[str, int]) -> dict[str, State]:
    """All beliefs of the file by id. numbers: of the facts, by the ids of their messages."""
    with memory._store.file.read() as db:
        keys = [row[0] for row in db.execute("SELECT id FROM belief")]
        found, cited = beliefs.by_keys(db, keys), beliefs.sources(db, keys)
    quoted = {key: frozenset(numbers[s.id] for s in sources if s.role == "quote") for key, sources in cited.items()}
    return {b.id: State(b.text, quoted.get(key, frozenset()), b.superseded_by) for key, b in found.items()}


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one fact. by: facts of the states that took the place of one that rests on it."""

    is_drawn: bool
    is_superseded: bool  # by a later fact that conflicts with it
    by_others: frozenset[int]  # that took its place and do not conflict with it


def fates(found: FactSet, states: Mapping[str, State]) -> list[Fate]:
    """Of every fact, in their order."""
    rivals = found.later_rivals()
    mine: dict[int, list[State]] = {}
    for state in states.values():
        for number in state.facts:
            mine.setdefault(number, []).append(state)
    result = []
    for fact in found.facts:
        next_ones = [states[s.successor].facts for s in mine.get(fact.number, []) if s.successor is not None]
        right = [facts for facts in next_ones if facts & rivals.get(fact.number, frozenset())]
        others = frozenset(number for facts in next_ones if facts not in right for number in facts)
        result.append(Fate(fact.number in mine, bool(right), others))
    return result


def supersession(found: FactSet, made: list[Fate], states: Mapping[str, State]) -> dict[str, object]:
    """Shares over the whole set, and a row per phrase with what was missed, and why."""
    rivals = found.later_rivals()
    wrong = sum(bool(fate.by_others) for fate in made)
    several = [number for number in rivals if not found.facts[number].phrase.is_single]
    at_peace = [made[fact.number] for fact in found.facts if fact.number not in rivals]
    merged = [state for state in states.values() if len({_said(found.facts[number]) for number in state.facts}) > 1]
    return {
        "facts": len(found.facts), "facts with a belief": share([fate.is_drawn for fate in made]).as_json(),
        "conflicts superseded": share([made[number].is_superseded for number in rivals]).as_json(),
        "… whose words allow one at a time": share([made[n].is_superseded for n in rivals if found.facts[n].phrase.is_single]).as_json(),
        "… whose words allow several": share([made[number].is_superseded for number in several]).as_json(),
        "false supersessions": Share(wrong, len(at_peace)).as_json(),
        "… of facts without a later conflict": sum(bool(fate.by_others) for fate in at_peace),
        "beliefs that join facts that differ": len(merged),
        "joined": [[state.text, *(found.facts[number].text for number in sorted(state.facts))] for state in merged[:EXAMPLES]],
        "phrases": [row for phrase in PHRASES if (row := _phrase_row(found, made, rivals, phrase.words)) is not None],
    }  # fmt: skip


def _said(fact: Fact) -> tuple[str, str, str]:
    return fact.phrase.words, fact.subject, fact.object


def _phrase_row(found: FactSet, made: list[Fate], rivals: Mapping[int, frozenset[int]], words: str) -> dict[str, Any] | None:
    facts = [fact for fact in found.facts if fact.phrase.words == words]
    if not facts:
        return None
    missed = [fact.number for fact in facts if fact.number in rivals and not made[fact.number].is_superseded]
    older_unread = [n for n in missed if not made[n].is_drawn]
    newer_unread = [n for n in missed if made[n].is_drawn and not any(made[later].is_drawn for later in rivals[n])]
    stand = [n for n in missed if n not in older_unread and n not in newer_unread]
    wrong = [fact.number for fact in facts if made[fact.number].by_others]
    text = [fact.text for fact in found.facts]
    return {
        "phrase": words, "single": facts[0].phrase.is_single, "facts": len(facts), "not_read": sum(not made[f.number].is_drawn for f in facts),
        "conflicts": sum(f.number in rivals for f in facts), "missed": len(missed), "older_not_read": len(older_unread),
        "newer_not_read": len(newer_unread), "both_stand": len(stand), "false": len(wrong),
        "missed_examples": [[text[n], *(text[later] for later in sorted(rivals[n]))] for n in (*stand, *newer_unread, *older_unread)[:EXAMPLES]],
        "false_examples": [[text[n], *(text[by] for by in sorted(made[n].by_others))] for n in wrong[:EXAMPLES]],
    }  # fmt: skip
