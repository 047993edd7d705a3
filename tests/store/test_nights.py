"""Nights on record: who holds one, what it asked, and how it is taken back (DCPM D-25, D-35, D-40)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import BuiltUpon, NightRunning, Overtaken, Stale, UsageError
from dcpm_sqlite.store import graph, jobs, nights, raw
from dcpm_sqlite.store.changes import (
    AddEvidence,
    AddMember,
    AddNode,
    AddRelation,
    Answered,
    Ask,
    Change,
    CountOfJob,
    Describe,
    LogDecision,
    MarkNode,
    New,
    PutBehaviour,
    UnderJob,
    UnderNight,
)
from dcpm_sqlite.store.nights import Asker, Night
from dcpm_sqlite.store.work import Work
from tests.doubles import START_MS, Clock, belief, put, random_vectors, rows, store_of

FOREVER = START_MS + 10**12
TABLES = ("node", "evidence", "member", "relation", "vector", "behaviour_vector", "node_vec", "unembedded", "item", "belief", "wording")


def work(memory: Memory, db: Any) -> Work:
    """A writing transaction's."""
    store = store_of(memory)
    now = store.settings.clock()
    return Work(db, raw.ensure_space(db, memory.space, store.uids, now), store.uids, now)


def begin(memory: Memory, holder: str = "here:1:a", until_ms: int = FOREVER, *, gone: bool = False) -> Night:
    """Begin a night, or go on with one."""
    with store_of(memory).file.write() as db:
        return nights.begin(work(memory, db), holder=holder, until_ms=until_ms, is_gone=lambda _: gone)


def under(memory: Memory, night: Night, *changes: Change) -> list[int]:
    """What the night writes; keys of the rows."""
    return put(memory, UnderNight(night.job, night.epoch, FOREVER), *changes)[1:]


def finish(memory: Memory, night: Night) -> str:
    """The night is over; its public id."""
    with store_of(memory).file.write() as db:
        nights.finish(work(memory, db), night, "done", None)
        return jobs.public_id(db, night.job)


def content(memory: Memory) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the tables that a night may touch."""
    return {table: sorted(rows(memory, f"SELECT * FROM {table}"), key=repr) for table in TABLES}


def test_one_night_at_a_time(memory: Memory, clock: Clock) -> None:
    """A second call is refused while the first holds the night, and told by whom; after the lease it takes over, and the first is out."""
    first = begin(memory, until_ms=START_MS + 60_000)
    with pytest.raises(NightRunning, match="here:1:a"):
        begin(memory, "here:2:b")
    clock.advance(60_001)
    second = begin(memory, "here:2:b")
    assert (second.job, second.epoch, second.is_resumed) == (first.job, first.epoch + 1, True)
    with pytest.raises(Overtaken):
        under(memory, first, CountOfJob("clusters", 1))
    under(memory, second, CountOfJob("clusters", 1))


def test_a_holder_that_surely_runs_no_more_is_not_waited_for(memory: Memory) -> None:
    """A process of this machine that is gone, or a call that let go, holds nothing."""
    begin(memory)
    night = begin(memory, "here:2:b", gone=True)
    assert night.is_resumed
    with store_of(memory).file.write() as db:
        nights.leave(work(memory, db), night)
    assert begin(memory, "here:3:c").is_resumed


def test_two_spaces_have_their_own_nights(memory: Memory, clock: Clock) -> None:
    """A night in one space is none in another."""
    begin(memory)
    with Memory(memory.path, space="other", encoder=memory._encoder, settings=memory.settings) as other:
        assert not begin(other).is_resumed


def test_questions_wait_in_their_order_until_they_are_answered(memory: Memory) -> None:
    """What was answered is not open any more, what failed neither; both are on record."""
    a, b, c = put(memory, belief("a"), belief("b"), belief("c"))
    night = begin(memory)
    under(memory, night, Ask("cluster", (b, a)), Ask("cluster", (c,)), Ask("description", (a,)))
    under(memory, night, LogDecision("induce", 1, "offline"), Answered(2, "answered", New(1)))
    with store_of(memory).file.read() as db:
        still = nights.open_questions(db, night.job, ("cluster",))
    assert [(q.number, q.items) for q in still] == [(1, (a, b))]
    under(memory, night, Answered(1, "failed"))
    with store_of(memory).file.read() as db:
        assert nights.open_questions(db, night.job, ("cluster",)) == []


def asked(memory: Memory, mind: str = "offline", version: int = 1) -> list[frozenset[int]]:
    """What that asker was asked."""
    with store_of(memory).file.read() as db:
        space = raw.space_key(db, memory.space)
        return nights.asked(db, space or 0, Asker("induce", version, mind), ("cluster",))


def test_what_was_answered_is_known_by_mind_and_version(memory: Memory) -> None:
    """Another mind, or another version of the decision, may be asked again; so may all after the night was taken back."""
    (a,) = put(memory, belief("a"))
    night = begin(memory)
    under(memory, night, Ask("cluster", (a,)), LogDecision("induce", 1, "offline"), Answered(1, "answered", New(2)))
    assert asked(memory) == [frozenset({a})]
    assert asked(memory, "anthropic:x") == asked(memory, version=2) == []
    memory.undo(finish(memory, night))
    assert asked(memory) == []


def test_counts_add_up_or_are_set(memory: Memory) -> None:
    """A night's counts are numbers by name."""
    night = begin(memory)
    under(memory, night, CountOfJob("calls", 2), CountOfJob("calls", 3), CountOfJob("set out", 1, is_set=True))
    under(memory, night, CountOfJob("set out", 1, is_set=True))
    with store_of(memory).file.read() as db:
        assert nights.counts(db, night.job) == {"calls": 5, "set out": 1}


def test_a_night_without_news_leaves_no_trace(memory: Memory) -> None:
    """Nothing asked, nothing changed: no job."""
    put(memory, belief("a"))
    before = rows(memory, "SELECT id, state FROM job")
    night = begin(memory)
    with store_of(memory).file.write() as db:
        assert nights.remove_empty(work(memory, db), night)
    assert rows(memory, "SELECT id, state FROM job") == before


def made(memory: Memory, night: Night, beliefs: Sequence[int]) -> tuple[int, int, int]:
    """Two schemas and a core over them, an edge between the schemas, one of them described."""
    a, b = beliefs
    one, two, core, _ = under(
        memory,
        night,
        AddNode("schema", "keeps fit", "sport", 0.7, (a,)),
        AddNode("schema", "eats well", "food", 0.6, (b,)),
        AddNode("core_schema", "cares for health", None, 0.9, members=(New(1), New(2))),
        AddRelation(New(1), New(2), "correlates", "both", 0.5),
    )
    under(memory, night, Describe(one, "does it every day"), PutBehaviour(one, "does it every day", random_vectors(1, 64)[0]))
    return one, two, core


def test_undo_restores_every_table(memory: Memory) -> None:
    """What a night made is gone, row by row, and what it changed is as it was; earlier nights' work stays."""
    a, b, c = put(memory, belief("runs"), belief("eats greens"), belief("swims"), embed=True)
    first = begin(memory)
    old, _, core = made(memory, first, (a, b))
    (plan,) = under(memory, first, AddNode("intention", "a race", "sport", 0.5, (a,)))
    memory.rebuild()
    finish(memory, first)
    before = content(memory)
    second = begin(memory)
    (new,) = under(memory, second, AddNode("schema", "swims a lot", "sport", 0.5, (c,)))
    under(memory, second, AddEvidence(old, (c,)), AddMember(core, new), MarkNode(plan, "fulfilled"))
    under(memory, second, AddRelation(old, new, "correlates", "both", 0.5), Describe(new, "again and again"))
    under(memory, second, PutBehaviour(new, "again and again", random_vectors(1, 64)[0]), Ask("description", (new,)))
    assert content(memory) != before
    memory.undo(finish(memory, second))
    assert content(memory) == before
    assert memory.check().problems == ()


def test_a_night_built_upon_is_taken_back_with_what_builds_on_it(memory: Memory) -> None:
    """Undo names the later night; with cascade both go, and neither is brought back."""
    a, b, c = put(memory, belief("runs"), belief("eats greens"), belief("swims"))
    first = begin(memory)
    one, _, _ = made(memory, first, (a, b))
    job = finish(memory, first)
    second = begin(memory)
    under(memory, second, AddEvidence(one, (c,)))
    later = finish(memory, second)
    with pytest.raises(BuiltUpon, match=later):
        memory.undo(job)
    assert memory.undo(job, cascade=True) == (later, job)
    assert rows(memory, "SELECT count(*) FROM node") == [(0,)]
    with pytest.raises(UsageError, match="thinks anew"):
        memory.undo(memory.jobs(limit=1)[0].id)


def test_a_later_supersession_of_evidence_is_not_built_upon_the_night(memory: Memory) -> None:
    """Writing goes on by day: that a belief which a node rests on was superseded does not keep the night from being taken back."""
    a, b = put(memory, belief("runs"), belief("eats greens"))
    night = begin(memory)
    made(memory, night, (a, b))
    job = finish(memory, night)
    put(memory, UnderJob("add"), belief("runs no more", after=a))
    assert memory.undo(job) == (job,)
    assert memory.check().problems == ()


def test_taking_back_what_a_night_rests_on_names_the_night(memory: Memory) -> None:
    """A belief that a node rests on is not taken back under it unseen."""
    added, *_ = put(memory, UnderJob("add"), belief("runs"))
    (key,) = rows(memory, "SELECT id FROM belief")[0]
    with store_of(memory).file.read() as db:
        job = jobs.public_id(db, added)
    night = begin(memory)
    under(memory, night, AddNode("schema", "keeps fit", "sport", 0.7, (key,)))
    later = finish(memory, night)
    with pytest.raises(BuiltUpon, match=later):
        memory.undo(job)
    memory.undo(job, cascade=True)
    assert rows(memory, "SELECT count(*) FROM node") == [(0,)]


def test_a_night_under_way_is_not_taken_back(memory: Memory) -> None:
    """It ends first."""
    (a,) = put(memory, belief("runs"))
    night = begin(memory)
    under(memory, night, AddNode("schema", "keeps fit", "sport", 0.7, (a,)))
    with store_of(memory).file.read() as db:
        job = jobs.public_id(db, night.job)
    with pytest.raises(UsageError, match="under way"):
        memory.undo(job)


def test_evidence_reaches_the_cores_and_is_idempotent(memory: Memory) -> None:
    """What a member gains its core inherits, marked; said again it changes nothing (D-33, D-43)."""
    a, b, c = put(memory, belief("runs"), belief("eats greens"), belief("swims"))
    night = begin(memory)
    one, _, core = made(memory, night, (a, b))
    for _ in range(2):
        under(memory, night, AddEvidence(one, (c,)))
    assert rows(memory, "SELECT belief, inherited_from FROM evidence WHERE node = ? ORDER BY 1", core)[-1] == (c, one)
    assert rows(memory, "SELECT count(*) FROM change WHERE action = 'evidence' AND other = ?", c) == [(2,)]


def test_a_node_rests_on_what_stands(memory: Memory) -> None:
    """A belief that is gone, or a node that is withdrawn, makes the change stale."""
    (a,) = put(memory, belief("runs"))
    night = begin(memory)
    (node,) = under(memory, night, AddNode("schema", "keeps fit", "sport", 0.7, (a,)))
    with pytest.raises(Stale):
        under(memory, night, AddNode("schema", "other", "sport", 0.7, (a, 999)))
    under(memory, night, MarkNode(node, "withdrawn"))
    with pytest.raises(Stale):
        under(memory, night, AddEvidence(node, (a,)))


def test_fresh_is_what_rests_in_no_node(memory: Memory) -> None:
    """Current beliefs alone; a withdrawn node holds nothing (D-26)."""
    a, b = put(memory, belief("runs"), belief("swims"))
    (c,) = put(memory, belief("runs no more", after=a))
    night = begin(memory)
    (node,) = under(memory, night, AddNode("schema", "keeps fit", "sport", 0.7, (b,)))
    space = store_of(memory)
    with space.file.read() as db:
        assert nights.fresh(db, raw.space_key(db, memory.space) or 0) == [c]
    under(memory, night, MarkNode(node, "withdrawn"))
    with space.file.read() as db:
        assert nights.fresh(db, raw.space_key(db, memory.space) or 0) == [b, c]


def test_superseded_evidence_weakens_until_the_new_state_is_evidence(memory: Memory) -> None:
    """The node is shown weakened with the chain's current state to think over, and stands again when that is attached."""
    a, b = put(memory, belief("runs"), belief("swims"))
    night = begin(memory)
    (node,) = under(memory, night, AddNode("schema", "keeps fit", "sport", 0.8, (a, b)))
    (middle,) = put(memory, belief("runs less", after=a))
    (last,) = put(memory, belief("walks", after=middle))

    def seen() -> tuple[str, float, dict[int, tuple[int, ...]]]:
        with store_of(memory).file.read() as db:
            found = graph.by_keys(db, [node])[node]
            return found.state, found.support, nights.superseded_evidence(db, raw.space_key(db, memory.space) or 0)

    assert seen() == ("weakened", (1 + 0.25) / 2, {node: (last,)})
    under(memory, night, AddEvidence(node, (last,)))
    assert seen() == ("standing", 1.0, {})


def test_what_is_left_without_evidence_is_found(memory: Memory) -> None:
    """Baseless nodes and intentions whose horizon is over are what the next night begins with."""
    job, *_ = put(memory, UnderJob("add"), belief("runs"))
    (a,) = rows(memory, "SELECT id FROM belief")[0]
    (node,) = put(memory, AddNode("schema", "keeps fit", "sport", 0.8, (a,)))  # by hand, under no job
    (plan,) = put(memory, AddNode("intention", "a race", "sport", 0.5, (a,), due_until=START_MS + 1))
    with store_of(memory).file.read() as db:
        space = raw.space_key(db, memory.space) or 0
        assert graph.overdue(db, space, now_ms=START_MS) == []
        assert graph.overdue(db, space, now_ms=START_MS + 1) == [plan]
        assert graph.baseless(db, space) == []
        public = jobs.public_id(db, job)
    memory.undo(public)
    with store_of(memory).file.read() as db:
        assert graph.baseless(db, space) == [node, plan]


def test_a_vector_of_another_description_is_not_kept(memory: Memory) -> None:
    """E_beh belongs to the description that it was made from."""
    (a,) = put(memory, belief("runs"))
    night = begin(memory)
    (node,) = under(memory, night, AddNode("schema", "keeps fit", "sport", 0.8, (a,)))
    under(memory, night, Describe(node, "every day"))
    under(memory, night, PutBehaviour(node, "once a year", np.ones(64, np.float32)))
    assert rows(memory, "SELECT count(*) FROM behaviour_vector") == [(0,)]
    with pytest.raises(Stale):
        under(memory, night, Describe(node, "every week"))
