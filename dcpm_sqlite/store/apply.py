"""`apply(changes)`: the only place that writes what thinking returned, all of it in the caller's one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import apsw

from dcpm_sqlite.store import beliefs, graph, jobs, keywords, ledger, merging, nights, pending, raw, relations, summaries, uses, vectors
from dcpm_sqlite.store.changes import (
    AddBelief,
    AddEvidence,
    AddMember,
    AddNode,
    AddRaw,
    AddRelation,
    AddSource,
    AddSummary,
    AddWording,
    Answered,
    Ask,
    BatchOfNight,
    Change,
    CloseRelation,
    CountOfJob,
    Describe,
    LogDecision,
    MarkNode,
    MergeEntities,
    New,
    Pin,
    PutBehaviour,
    PutVector,
    RecordUse,
    Ref,
    Reweigh,
    Settle,
    UnderJob,
    UnderNight,
    Withdraw,
)
from dcpm_sqlite.store.ids import UidSource
from dcpm_sqlite.store.texts import ItemText, current_texts, keyword_text
from dcpm_sqlite.store.work import Work

C = TypeVar("C", bound=Change)

INDEX_OF_KIND: dict[str, str | None] = {
    "raw_input": "passage_vec",
    "passage": "passage_vec",
    "belief": "belief_vec",
    "summary": "summary_vec",
    "node": "node_vec",
    "relation": None,  # nobody searches them: they are walked along
}


@dataclass(frozen=True, slots=True)
class Applied:
    """What one change came to: the key of its row, and whether it was there already, or is kept out by a tombstone.

    differs: the source's id is taken by a message with another text, time, speaker or session, which was kept as it is.
    """

    key: int | None
    was_known: bool = False
    was_forgotten: bool = False
    differs: bool = False


def apply(
    db: apsw.Connection,
    space_name: str,
    changes: Sequence[Change],
    *,
    uids: UidSource,
    now_ms: int,
    centre: vectors.F32,
) -> list[Applied]:
    """Write the changes in their order. Raises Stale, and then nothing may be committed."""
    space = raw.ensure_space(db, space_name, uids, now_ms)
    work = Work(db, space, uids, now_ms)
    writing = _Writing(work, raw.hash_key(db), current_texts(db, [c.key for c in changes if isinstance(c, PutVector)]))
    for change in changes:
        writing.done.append(writing.write(change))
    writing.index(centre)
    return writing.done


@dataclass(slots=True)
class _Writing:
    """Changes on their way into the tables. texts: of the items whose vectors come along, as they are now."""

    work: Work
    hash_key: bytes
    texts: dict[int, ItemText]
    done: list[Applied] = field(default_factory=list)
    fresh_passages: list[int] = field(default_factory=list)
    embedded: dict[str | None, list[tuple[int, bytes, vectors.F32]]] = field(default_factory=dict)

    def write(self, change: Change) -> Applied:
        """One change."""
        work = self.work
        match change:
            case AddRaw():
                return _add_raw(work, self.hash_key, change, self.fresh_passages)
            case UnderJob():
                return Applied(jobs.start(work, change.kind, change.key))
            case LogDecision():
                return Applied(
                    ledger.log_decision(
                        work.db, work.space, name=change.name, version=change.version, mind=change.mind, llm_call=change.llm_call,
                        job=work.job, now_ms=work.now_ms,
                    )
                )  # fmt: skip
            case AddBelief():
                key = beliefs.add(work, self._resolved(change, "after", "expected_next", "before", "drawn_by", "placed_by"))
                self._vector("belief_vec", key, change.candidate.text, change.vector)
            case AddWording():
                change = self._resolved(change, "belief", "drawn_by")
                key = beliefs.reword(work, change)
                self._vector("belief_vec", self._key(change.belief), change.text, change.vector)
            case AddSource():
                beliefs.add_source(work, self._resolved(change, "belief"))
                key = self._key(change.belief)
            case AddRelation():
                key = relations.add(work, self._resolved(change, "source", "target", "inferred_by"))
                if change.vector is not None and relations.is_described(work.db, key, change.description):
                    self._vector(None, key, change.description, change.vector)
            case CloseRelation():
                relations.close(work, change)
                key = change.relation
            case Withdraw():
                jobs.withdraw(work, change.raws)
                pending.reopen(work.db, change.raws, holder=change.holder, until_ms=change.until_ms)
                return Applied(None)
            case Settle():
                pending.settle(work.db, change.raws, change.holder)
                return Applied(None)
            case Pin():
                key = self._key(change.belief)
                beliefs.pin(work, key, change.pin)
            case AddSummary():
                key = summaries.add(work, self._resolved(change, "made_by"))
            case MergeEntities():
                key = merging.merge(work, change)
            case AddNode():
                change = self._resolved(change, "decided_by")
                key = graph.add_node(work, replace(change, members=tuple(self._key(member) for member in change.members)))
                self._vector("node_vec", key, change.text, change.vector)
            case AddEvidence():
                key = graph.add_evidence(work, self._resolved(change, "node", "decided_by"))
            case AddMember():
                key = graph.add_member(work, self._resolved(change, "decided_by"))
            case Describe():
                key = graph.describe(work, self._resolved(change, "decided_by"))
            case PutBehaviour():
                graph.put_behaviour(work.db, self.hash_key, change)
                key = change.schema
            case MarkNode():
                key = graph.mark(work, self._resolved(change, "node"))
            case UnderNight() | Ask() | Answered() | CountOfJob() | BatchOfNight():
                return Applied(self._of_night(change))
            case RecordUse():
                key = uses.record(work, self._resolved(change, "decided_by"))
            case Reweigh():
                key = uses.reweigh(work, self._resolved(change, "decided_by"))
            case PutVector():
                found = self.texts.get(change.key)
                if found is None:
                    return Applied(None)
                if found.text == change.text:
                    self._vector(INDEX_OF_KIND[found.kind], change.key, change.text, change.vector)
                key = change.key
        return Applied(key)

    def _of_night(self, change: UnderNight | Ask | Answered | CountOfJob | BatchOfNight) -> int | None:
        """What a night notes of itself."""
        match change:
            case UnderNight():
                return nights.hold(self.work, change)
            case Ask():
                return nights.ask(self.work, change)
            case Answered():
                return nights.answer(self.work, self._resolved(change, "decided_by"))
            case CountOfJob():
                nights.count(self.work, change)
            case BatchOfNight():
                nights.note_batch(self.work, change.batch)
        return None

    def _key(self, ref: Ref) -> int:
        """The key that a reference stands for."""
        if isinstance(ref, int):
            return ref
        key = self.done[ref.index].key
        assert key is not None, "a change refers to one that made no row"
        return key

    def _resolved(self, change: C, *names: str) -> C:
        """The change with keys in place of its references to earlier changes."""
        given = {name: getattr(change, name) for name in names}
        return replace(change, **{name: self._key(ref) for name, ref in given.items() if isinstance(ref, New)})  # type: ignore[arg-type]

    def _vector(self, index: str | None, key: int, text: str, vector: vectors.F32 | None) -> None:
        if vector is not None:
            self.embedded.setdefault(index, []).append((key, vectors.text_digest(self.hash_key, text), vector))

    def index(self, centre: vectors.F32) -> None:
        """Keywords of new passages, and the vectors that came along."""
        db = self.work.db
        if self.fresh_passages:
            keywords.put(db, "passage_fts", [(p.key, keyword_text(p)) for p in raw.passage_texts(db, self.fresh_passages)])
        for name, entries in self.embedded.items():
            vectors.put(db, name, list({entry[0]: entry for entry in entries}.values()), centre)
            if name == "belief_vec":
                _keep_superseded_out(db, [entry[0] for entry in entries])


def _keep_superseded_out(db: apsw.Connection, keys: Sequence[int]) -> None:
    rows = db.execute("SELECT id FROM belief WHERE superseded_by IS NOT NULL AND id IN carray(?)", (vectors.apsw_ints(keys),))
    for row in list(rows):
        vectors.set_live(db, row[0], is_live=False)


def _add_raw(work: Work, key: bytes, change: AddRaw, fresh: list[int]) -> Applied:
    message = change.message
    found = raw.digests(key, work.space, message, change.session, change.said_at)
    present = raw.known(work.db, work.space, message, change.said_at, found)
    if present is not None:
        return Applied(present, was_known=True, differs=not raw.same_words(work.db, present, found))
    if change.bring_back:
        raw.unbury(work.db, found)
    elif raw.is_forgotten(work.db, found):
        return Applied(None, was_forgotten=True)
    session = raw.ensure_session(work, message.source or "chat", change.session)
    row = raw.insert(
        work,
        message,
        session=session,
        said=change.said_at,
        withheld=change.withheld,
        recalled=change.recalled,
        found=found,
    )
    passages = raw.insert_passages(work, row, change.spans)
    fresh += [p.key for p in passages]
    return Applied(row)


def set_owner(db: apsw.Connection, space_name: str, owner: str, *, uids: UidSource, now_ms: int) -> None:
    """Say whom the space is about."""
    space = raw.ensure_space(db, space_name, uids, now_ms)
    party = raw.ensure_party(Work(db, space, uids, now_ms), " ".join(owner.split()))
    db.execute("UPDATE space SET owner = ? WHERE id = ?", (party, space))
