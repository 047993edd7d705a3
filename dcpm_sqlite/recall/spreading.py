"""One step along the relations from what a read found: what is tied to it rises, by the weights that use has taught (no LLM).

Bounded: from the best hits alone, along the heaviest relations of each, one step (three statements more than without).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dcpm_sqlite.recall.search import Search
from dcpm_sqlite.recall.telling import Scored, Told
from dcpm_sqlite.records import Reason
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.store import relations
from dcpm_sqlite.store.relations import Link


def spread(search: Search, scored: Sequence[Scored], told: Told) -> tuple[list[Scored], Told]:
    """The candidates, best first, with what relations add to their scores, beliefs among them that only a relation leads to."""
    starts = _beliefs(scored[: search.settings.relation_starts], told)
    if not starts:
        return list(scored), told
    links = relations.touching(search.db, sorted(starts), per_item=search.settings.relations_per_item)
    gains = gained(starts, links, search.settings)
    if not gains:
        return list(scored), told
    known = _beliefs(scored, told)
    reached = [Scored("belief", key, gain, _by_relation(gain), 0, b"", 0.0) for key, gain in sorted(gains.items()) if key not in known]
    told = _joined(told, search.told(reached)) if reached else told
    raised = [_raised(one, told, gains) for one in scored]
    reached = [replace(one, said_ms=told.visible[one.key][-1].said_ms) for one in reached if told.visible.get(one.key)]
    return sorted([*raised, *reached], key=lambda s: -s.score), told


def gained(starts: Mapping[int, float], links: Iterable[Link], settings: RecallSettings) -> dict[int, float]:
    """Per belief what its best relation adds: a share of the score at the other end, by weight. Pointers add nothing: a chain is one hit."""
    gains: dict[int, float] = {}
    for link in links:
        if link.relation is None:
            continue
        for start, end in ((link.source, link.target), (link.target, link.source)):
            if start in starts and end != start:
                gains[end] = max(gains.get(end, 0.0), settings.relation_weight * starts[start] * link.weight)
    return gains


def _beliefs(scored: Iterable[Scored], told: Told) -> dict[int, float]:
    """Beliefs that candidates are or show, each with its best score."""
    found: dict[int, float] = {}
    for one in scored:
        for key, share in told.beliefs(one):
            if told.visible.get(key):
                found[key] = max(found.get(key, 0.0), one.score * share)
    return found


def _raised(one: Scored, told: Told, gains: Mapping[int, float]) -> Scored:
    gain = max((gains.get(key, 0.0) * share for key, share in told.beliefs(one)), default=0.0)
    if not gain:
        return one
    return replace(one, score=one.score + gain, reason=replace(one.reason, parts=(*one.reason.parts, ("relation", gain))))


def _by_relation(gain: float) -> Reason:
    return Reason((("relation", gain),), None, None)


def _joined(one: Told, other: Told) -> Told:
    return Told(one.quoting, {**one.visible, **other.visible}, {**one.cited, **other.cited})
