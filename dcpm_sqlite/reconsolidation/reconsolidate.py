"""After a use: what was recalled is looked back on, and its relations learn (REALM §3.4, Algorithm 3).

Only relations between recalled beliefs change, by the weight rule; nothing is deleted and no text changes. No transaction is open while the
mind thinks; what was forgotten or closed meanwhile is left out when it is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

import apsw

from dcpm_sqlite.deciding.asking import Verdict
from dcpm_sqlite.deciding.decide import decide
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.errors import Stale
from dcpm_sqlite.reconsolidation.auditing.decision import AUDIT
from dcpm_sqlite.reconsolidation.auditing.offer import Audit, Edit, Offer, Recalled, Standing
from dcpm_sqlite.records import Investigation, Outcome, ReconsolidationReport
from dcpm_sqlite.settings import WeightRule
from dcpm_sqlite.store import beliefs, jobs, nearby, raw, relations, uses
from dcpm_sqlite.store.changes import Change, CountOfJob, LogDecision, New, RecordUse, Reweigh, UnderJob, UsePart
from dcpm_sqlite.store.store import Store

_ATTEMPTS = 3  # writes that others may come in between of
_PARTS: tuple[UsePart, ...] = ("key", "supporting", "misleading", "unrelated")


def reconsolidate(
    store: Store, space: str, found: Investigation, *, answer: str, outcome: Outcome | None, mind: Mind, desk: Desk
) -> ReconsolidationReport:
    """Look back on a use, once. Raises MindError: then nothing was changed."""
    with store.file.read() as db:
        offer = _offer(db, raw.space_key(db, space) or 0, found, answer, outcome, store.settings.reconsolidation.max_edits)
    if not offer.items:
        return ReconsolidationReport(None, mind.name, found.question)
    verdict = decide(AUDIT, offer, mind=mind, desk=desk)
    audit, refused = verdict.answer, Counter(dict(verdict.answer.refused))
    job: str | None = None
    counts = Counter[str]()
    if audit.edits or any(getattr(audit, part) for part in _PARTS):
        job, counts = _written(store, space, offer, verdict, refused)
    key, supporting, misleading, unrelated = (tuple(offer.items[place].id for place in getattr(audit, part)) for part in _PARTS)
    return ReconsolidationReport(
        job, verdict.mind, audit.topic, key, supporting, misleading, unrelated, counts["add"], counts["strengthen"], counts["weaken"],
        tuple(sorted((+refused).items())), desk.calls, None if desk.unpriced else desk.usd,
    )  # fmt: skip


def _offer(db: apsw.Connection, space: int, found: Investigation, answer: str, outcome: Outcome | None, max_edits: int) -> Offer:
    """What was recalled, as it stands now (3 statements): beliefs by their current states, and the relations between any of their states."""
    scores: dict[int, float] = {}
    for one in found.findings:
        for key in [one.key] if one.kind == "belief" else [belief.key for belief in one.drawn]:
            if key >> 32 == space:
                scores[key] = max(scores.get(key, 0.0), one.score)
    chains = {key: chain for key, chain in beliefs.chains(db, sorted(scores)).items() if chain}
    leads = {chain[-1].key: chain for chain in sorted(chains.values(), key=lambda c: -max(scores.get(state.key, 0.0) for state in c))}
    wordings = nearby.wordings(db, sorted(leads))
    leads = {key: chain for key, chain in leads.items() if key in wordings}
    items = tuple(
        Recalled(
            key, wordings[key], chain[-1].id, chain[-1].text, chain[-1].type, chain[-1].party, chain[-1].said_ms,
            max(scores.get(state.key, 0.0) for state in chain),
        )
        for key, chain in leads.items()
    )  # fmt: skip
    places = {state.key: place for place, chain in enumerate(leads.values()) for state in chain}
    edges = tuple(
        Standing(link.relation, places[link.source], places[link.target], link.predicate, link.description, link.weight)
        for link in relations.between(db, sorted(places))
        if places[link.source] != places[link.target]
    )
    return Offer(found.question, answer, outcome, items, edges, max_edits)


def _written(store: Store, space: str, offer: Offer, verdict: Verdict[Audit], refused: Counter[str]) -> tuple[str, Counter[str]]:
    """Write the use and its edits in one transaction; the job's id, and how many edits of each kind."""
    edits, places = verdict.answer.edits, frozenset(range(len(offer.items)))
    for _ in range(_ATTEMPTS):
        counts: Counter[str] = Counter("strengthen" if edit.action == "add" and edit.edge is not None else edit.action for edit in edits)
        try:
            applied = store.apply(space, _changes(offer, verdict, edits, places, store.settings.reconsolidation.rule, counts))
        except Stale:
            with store.file.read() as db:
                places, left = _left(db, offer, edits)
            refused["changed meanwhile"] += len(edits) - len(left)
            edits = left
        else:
            assert applied[0].key is not None
            with store.file.read() as db:
                return jobs.public_id(db, applied[0].key), counts
    raise Stale("What was recalled is being changed all the time; look back on this use again later.")


def _changes(
    offer: Offer, verdict: Verdict[Audit], edits: Sequence[Edit], places: Set[int], rule: WeightRule, counts: Counter[str]
) -> list[Change]:
    decided = New(1)
    parts = {place: part for part in _PARTS for place in getattr(verdict.answer, part)}
    recalled = tuple((item.key, parts.get(place)) for place, item in enumerate(offer.items) if place in places)
    return [
        UnderJob(uses.KIND),
        LogDecision(AUDIT.name, AUDIT.version, verdict.mind, verdict.llm_call),
        RecordUse(offer.question, offer.outcome, recalled, decided),
        *(_reweigh(offer, edit, rule, decided) for edit in edits),
        *(CountOfJob(action, n) for action, n in sorted(counts.items())),
    ]


def _reweigh(offer: Offer, edit: Edit, rule: WeightRule, decided: New) -> Reweigh:
    relation = None if edit.edge is None else offer.edges[edit.edge].relation
    source, target = offer.items[edit.source].key, offer.items[edit.target].key
    return Reweigh(source, target, edit.predicate, edit.action, edit.confidence, rule, relation, edit.description, decided)


def _left(db: apsw.Connection, offer: Offer, edits: Sequence[Edit]) -> tuple[frozenset[int], tuple[Edit, ...]]:
    """Places of the items that still stand, and the edits that still can be made."""
    standing = nearby.wordings(db, [item.key for item in offer.items])
    places = frozenset(place for place, item in enumerate(offer.items) if item.key in standing)
    in_force = relations.in_force(db, [edge.relation for edge in offer.edges if edge.relation is not None])
    left = tuple(
        edit
        for edit in edits
        if {edit.source, edit.target} <= places and (edit.edge is None or offer.edges[edit.edge].relation in in_force)
    )
    return places, left
