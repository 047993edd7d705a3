"""Where a search starts (REALM R-19..R-22): each plan is searched as recall searches, with the weights of its way of matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dcpm_sqlite.encoder import F32, nearness
from dcpm_sqlite.investigation.board import Entry
from dcpm_sqlite.investigation.scoring import Span, beyond
from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.recall.search import Asked, Search
from dcpm_sqlite.recall.telling import MOSTLY, Scored, Told
from dcpm_sqlite.records import BeliefType, SeedPlan
from dcpm_sqlite.settings import InvestigationSettings, RecallSettings
from dcpm_sqlite.store import beliefs

CONSIDERED = 4  # times k candidates are looked at: several may say the same
FILTERED = 12  # the same where types or a time leave only some of them


@dataclass(frozen=True, slots=True)
class Seeds:
    """entries: of all plans, merged by item, the better score kept; relaxed: bounds of plans that had to be given up (R-21, R-22)."""

    entries: tuple[Entry, ...]
    relaxed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fitting:
    """What a plan's bounds are held against: types and times of the beliefs among its candidates, by key."""

    types: Mapping[int, BeliefType]
    spans: Mapping[int, Span]


def seeds(search: Search, plans: Sequence[tuple[SeedPlan, F32 | None]], settings: InvestigationSettings) -> Seeds:
    """At most k of each plan; none where nothing fits the question (K44). Each plan comes with the vector (width,) of its query.

    At most 9 statements a plan.
    """
    found: dict[int, Entry] = {}
    relaxed: list[str] = []
    for plan, vector in plans:
        entries, given_up = _of_plan(search, plan, vector, settings)
        relaxed += given_up
        for entry in entries:
            if entry.key not in found or found[entry.key].access < entry.access:
                found[entry.key] = entry
    return Seeds(tuple(found.values()), tuple(dict.fromkeys(relaxed)))


def _of_plan(search: Search, plan: SeedPlan, vector: F32 | None, settings: InvestigationSettings) -> tuple[list[Entry], list[str]]:
    search = replace(search, settings=_weights(search.settings, plan, settings))
    is_bound = bool(plan.types) or _has_window(plan)
    looked_at = (FILTERED if is_bound else CONSIDERED) * settings.k
    found = search.candidates(
        Asked(
            plan.query,
            None if plan.matching == "keywords_match" else vector,
            [] if plan.matching == "query_match" else query_terms(" ".join((plan.query, *plan.keywords))),
        ),
        per_channel=looked_at,
    )
    if not found.fits:
        return [], []
    best = found.scored[0]
    candidates = [replace(one, score=min(1.0, one.score / max(best.score, 1e-9))) for one in found.scored]
    relaxed: list[str] = []
    kept = candidates
    if is_bound:
        keys = [one.key for one in candidates if one.kind == "belief"]
        types = {key: belief.type for key, belief in beliefs.by_keys(search.db, keys).items()}
        kept, relaxed = within(candidates, plan, Fitting(types, beliefs.spans(search.db, keys)), settings)
    kept = kept[: CONSIDERED * settings.k]
    told, strength = search.told(kept), _strength(search, best)
    return [entry for one in told.distinct(kept, settings.k) for entry in _entries(replace(one, score=one.score * strength), told)], relaxed


def _strength(search: Search, best: Scored) -> float:
    """What the best candidate's score is on the scale of the equations, 0..1: recall's scores only tell its candidates from each other."""
    similarity = None if best.reason is None else best.reason.similarity
    near = 0.0 if similarity is None else float(nearness(search.calibration, similarity, "query"))
    dense = search.settings.dense_weight
    return dense * near + (1 - dense) * best.share


def _weights(recall: RecallSettings, plan: SeedPlan, settings: InvestigationSettings) -> RecallSettings:
    """R-20: by meaning alone, by keywords alone, or by both, as recall ranks with session, speaker and neighbours."""
    given = replace(recall, with_passages=settings.with_passages, with_beliefs=True, with_summaries=False)
    if plan.matching == "hybrid_match":
        return replace(given, dense_weight=settings.hybrid_meaning)
    dense = 1.0 if plan.matching == "query_match" else 0.0
    return replace(given, dense_weight=dense, session_weight=0.0, speaker_weight=0.0, neighbour_weight=0.0)


def _has_window(plan: SeedPlan) -> bool:
    return plan.matching == "hybrid_match" and (plan.from_ms, plan.until_ms) != (None, None)


def within(
    candidates: Sequence[Scored], plan: SeedPlan, fitting: Fitting, settings: InvestigationSettings
) -> tuple[list[Scored], list[str]]:
    """Those within the plan's bounds, never none: the threshold is given up first, then the types, the time last (R-21, R-22).

    What has no time is kept. A message has neither type nor time of its own: it was said some time, and speaks of another.
    """
    timely = [one for one in candidates if not _has_window(plan) or _overlaps(one, plan, fitting)]
    relaxed = [] if timely else ["time"]
    timely = timely or list(candidates)
    typed = [one for one in timely if not plan.types or one.kind != "belief" or fitting.types.get(one.key) in plan.types]
    strong = [one for one in typed if one.score >= settings.seed_threshold]
    if strong:
        return strong, relaxed
    if typed:
        return typed, [*relaxed, "threshold"]
    return timely, [*relaxed, "threshold", "types"]


def _overlaps(one: Scored, plan: SeedPlan, fitting: Fitting) -> bool:
    span = fitting.spans.get(one.key, (None, None))
    return span == (None, None) or beyond(span, plan.from_ms, plan.until_ms) == 0


def _entries(one: Scored, told: Told) -> list[Entry]:
    """A message that a belief mostly tells stands as that; others that are drawn from it come along, to go on from."""
    if one.kind == "belief":
        return [Entry("belief", one.key, one.score, held=one.held, share=one.share)]
    quoting = sorted(((share, key) for key, share in told.quoting.get(one.key, {}).items() if told.visible.get(key)), reverse=True)
    if quoting and quoting[0][0] >= MOSTLY:
        (_, lead), *others = quoting
        return [Entry("belief", lead, one.score, held=one.held, share=one.share), *_partly(one, others)]
    return [Entry("passage", one.key, one.score, held=one.held, share=one.share), *_partly(one, quoting)]


def _partly(one: Scored, quoting: Sequence[tuple[float, int]]) -> list[Entry]:
    return [Entry("belief", key, one.score * share) for share, key in quoting]
