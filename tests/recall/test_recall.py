"""The read: every channel, chains led by the current state, what surfaces, times, reasons, bounds (DCPM D-42, D-45)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import apsw
import pytest

from dcpm_sqlite import Memory, Message, Moment, RecallSettings, Recollection, Settings, errors
from dcpm_sqlite.records import Quote
from dcpm_sqlite.store.changes import AddNode, AddSummary, Pin
from dcpm_sqlite.writing.persist import persist
from tests.conftest import OpenMemory
from tests.doubles import DAY_MS, START_MS, Clock, CountingEncoder, belief, key_of, put, rows, store_of


def said(text: str, day: int = 0, **kwargs: str) -> Message:
    """A message of a day after START_MS."""
    return Message(text, said_at=Moment(START_MS + day * DAY_MS), **kwargs)  # type: ignore[arg-type]


def moment(day: int) -> Moment:
    """A point in time."""
    return Moment(START_MS + day * DAY_MS, "instant")


def texts(recollection: Recollection, kind: str = "belief") -> list[str]:
    """Texts of the hits of a kind."""
    return [h.text for h in recollection.hits if h.kind == kind]


# -- channels


def test_each_channel_gives_its_kind(memory: Memory) -> None:
    """A passage, a belief and a summary about the same are all found, with what each rests on."""
    id_ = memory.add(said("I bought a telescope for watching Saturn", party="Ann"), session="s", decide="later").ids[0]
    other = memory.add(said("Quite the astronomer", party="Ann"), session="t", decide="later").ids[0]
    raw = key_of(memory, id_)
    put(memory, belief("owns a telescope for watching Saturn", party="Ann", sources=(Quote(key_of(memory, other), 0, 9),)))
    put(memory, AddSummary(raw, "Ann bought a telescope for watching Saturn"), embed=True)
    hits = {h.kind: h for h in memory.recall("telescope for watching Saturn", k=3).hits}
    assert hits["passage"].id == id_
    assert (hits["passage"].party, hits["passage"].session, hits["passage"].sources, hits["passage"].role) == ("Ann", "s", (id_,), "user")
    assert (hits["belief"].sources, hits["belief"].party) == ((other,), "Ann")
    assert hits["summary"].session == "s"


def test_parts_of_a_score_add_up_and_are_told(memory: Memory) -> None:
    """Each hit says why: weighted parts, its similarity, and that similarity's place among unrelated texts."""
    memory.add([said("the heron by the lake"), said("bread and butter")], session="s")
    for hit in memory.recall("the heron by the lake").hits:
        assert hit.reason is not None
        assert sum(value for _, value in hit.reason.parts) == pytest.approx(hit.score)
        assert hit.reason.similarity is not None
        assert hit.reason.percentile is not None
        assert 0 <= hit.reason.percentile <= 1


def test_hits_come_best_first_and_no_more_than_k(memory: Memory) -> None:
    """k bounds the hits over all channels."""
    memory.add([said(f"the heron number {i} by the lake") for i in range(20)], session="s")
    for k in (1, 5, 20):
        hits = memory.recall("heron by the lake", k=k).hits
        assert len(hits) == k
        assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)


@pytest.mark.parametrize("k", [0, -1, 1001])
def test_k_out_of_range_is_told(memory: Memory, k: int) -> None:
    """A number of hits that can't be is a usage error; so is an empty question."""
    with pytest.raises(errors.UsageError, match="from 1 to 1000"):
        memory.recall("x", k=k)
    with pytest.raises(errors.UsageError, match="empty"):
        memory.recall("  ")


def test_channels_can_be_left_out(open_memory: OpenMemory, settings: Settings) -> None:
    """Without beliefs there are no chains, nodes or identity; without passages no passages."""
    only_passages = dataclasses.replace(settings, recall=RecallSettings(with_beliefs=False, with_summaries=False))
    only_beliefs = dataclasses.replace(settings, recall=RecallSettings(with_passages=False, with_summaries=False))
    memory = open_memory(settings=only_passages)
    memory.add("owns a telescope")
    put(memory, belief("owns a telescope", is_core=True), embed=True)
    found = memory.recall("owns a telescope")
    assert ([h.kind for h in found.hits], found.identity) == (["passage"], ())
    found = open_memory(settings=only_beliefs).recall("owns a telescope")
    assert ([h.kind for h in found.hits], len(found.identity)) == (["belief"], 1)


# -- chains and what surfaces


@pytest.fixture
def moved(memory: Memory) -> dict[str, int]:
    """Lived in Basel (said day 0), then Thun (day 10), then Bern (day 20)."""
    (basel,) = put(memory, belief("lives in Basel near the Rhine", said_ms=START_MS))
    (thun,) = put(memory, belief("has a flat with mountain view in Thun", said_ms=START_MS + 10 * DAY_MS, after=basel))
    (bern,) = put(memory, belief("moved to Bern for work", said_ms=START_MS + 20 * DAY_MS, after=thun), embed=True)
    return {"basel": basel, "thun": thun, "bern": bern}


def test_a_hit_on_a_superseded_state_brings_the_chain_led_by_the_current(memory: Memory, moved: dict[str, int]) -> None:
    """The question fits the oldest state; what is shown is the current one, with all states, oldest first (D-22)."""
    (hit,) = memory.recall("lives in Basel near the Rhine").hits
    assert hit.text == "moved to Bern for work"
    assert [b.key for b in hit.chain] == [moved["basel"], moved["thun"], moved["bern"]]
    assert hit.id == hit.chain[-1].id


def test_a_chain_is_one_hit(memory: Memory, moved: dict[str, int]) -> None:
    """Several states that fit are one hit, by the best of them."""
    put(memory, belief("moved to Bern for work too, says Bob"), embed=True)
    hits = memory.recall("lives in Basel, flat in Thun, moved to Bern for work", k=10).hits
    assert len({h.chain[0].id for h in hits}) == len(hits) == 2
    assert moved


def test_nodes_surface_with_what_they_rest_on(memory: Memory, moved: dict[str, int]) -> None:
    """A node that rests on any state of a chain that was hit comes along, outside of k (D-42)."""
    (node,) = put(memory, AddNode("schema", "keeps changing towns", "home", 0.8, (moved["thun"],)))
    (core,) = put(memory, AddNode("core_schema", "seeks change", None, 0.9, (), (node,)))
    put(memory, AddNode("schema", "rests on another", "x", 0.9, tuple(put(memory, belief("quite another thing")))), embed=True)
    found = memory.recall("lives in Basel near the Rhine", k=1)
    assert len(found.hits) == 1
    assert {n.key for n in found.nodes} == {node, core}


def test_identity_is_always_shown(memory: Memory) -> None:
    """Core identity comes with any question, also one that nothing fits (D-44)."""
    put(memory, belief("is a night nurse", kind="identity", is_core=True), belief("is left-handed", kind="identity"), embed=True)
    for question in ("is a night nurse", "zzz qqq xxx"):
        assert [b.text for b in memory.recall(question).identity] == ["is a night nurse"]


def test_identity_is_bounded_in_number_and_tokens(open_memory: OpenMemory, settings: Settings) -> None:
    """However many are core, a bounded number and length is shown, pinned ones first."""
    bounded = dataclasses.replace(settings, recall=RecallSettings(identity_items=3, identity_tokens=30))
    memory = open_memory(settings=bounded)
    keys = put(memory, *[belief(f"trait {i}", kind="identity", is_core=True, salience=0.9 - i / 100) for i in range(6)])
    put(memory, Pin(keys[5], True))
    assert [b.text for b in memory.recall("anything").identity] == ["trait 5", "trait 0", "trait 1"]
    put(memory, belief("word " * 100, kind="identity", is_core=True, salience=1.0))
    assert [b.text for b in memory.recall("anything").identity] == ["trait 5"]


# -- times


def test_as_of_shows_what_was_said_by_then(memory: Memory, moved: dict[str, int]) -> None:
    """The chain ends with the state of that day; before anything was said, nothing is."""
    question = "lives in Basel near the Rhine"
    assert texts(memory.recall(question, as_of=moment(15))) == ["has a flat with mountain view in Thun"]
    (hit,) = memory.recall(question, as_of=moment(5)).hits
    assert [b.key for b in hit.chain] == [moved["basel"]]
    assert texts(memory.recall(question, as_of=moment(25))) == ["moved to Bern for work"]


def test_as_of_takes_a_date_to_its_end(memory: Memory) -> None:
    """What was said on the day that is named is included."""
    memory.add(said("the heron by the lake", day=3))
    assert texts(memory.recall("heron by the lake", as_of="2026-01-04"), "passage")
    assert not memory.recall("heron by the lake", as_of="2026-01-03").hits


def test_known_at_shows_what_this_file_had_recorded(memory: Memory, clock: Clock) -> None:
    """A state recorded later is not led with, whatever day it was said on (two clocks)."""
    (basel,) = put(memory, belief("lives in Basel near the Rhine", said_ms=START_MS - DAY_MS))
    clock.advance(DAY_MS)
    put(memory, belief("moved to Bern for work", said_ms=START_MS - DAY_MS // 2, after=basel))
    put(memory, AddNode("schema", "found out later", "home", 0.9, (basel,)), embed=True)
    found = memory.recall("lives in Basel near the Rhine", known_at=Moment(START_MS + 1000, "instant"))
    assert texts(found) == ["lives in Basel near the Rhine"]
    assert found.nodes == ()
    now = memory.recall("lives in Basel near the Rhine")
    assert texts(now) == ["moved to Bern for work"]
    assert [n.text for n in now.nodes] == ["found out later"]


def test_a_state_that_begins_later_or_was_told_later_is_not_shown_before(memory: Memory) -> None:
    """Told on day 5 of what has held since day 1, and of what begins on day 30: as of day 3 neither, and the reason is told."""
    put(memory, belief("plays chess every Friday", said_ms=START_MS + 5 * DAY_MS, holds_from=START_MS + DAY_MS))
    put(memory, belief("plays chess for money", said_ms=START_MS, holds_from=START_MS + 30 * DAY_MS), embed=True)
    found = memory.recall("plays chess every Friday", as_of=moment(3))
    assert (found.hits, found.empty) == ((), "outside as_of")
    assert texts(memory.recall("plays chess every Friday", as_of=moment(6))) == ["plays chess every Friday"]


def test_identity_follows_the_times(memory: Memory) -> None:
    """As of a day, identity is what was current then: neither what came later nor less for what was superseded since."""
    (nurse,) = put(memory, belief("works as a nurse", kind="identity", is_core=True, said_ms=START_MS))
    put(memory, belief("works as a doctor", kind="identity", is_core=True, said_ms=START_MS + 10 * DAY_MS, after=nurse), embed=True)
    shown = [[b.text for b in memory.recall("work", as_of=moment(day)).identity] for day in (-1, 5, 15)]
    assert shown == [[], ["works as a nurse"], ["works as a doctor"]]


# -- reasons for emptiness (K44)


def test_nothing_stored_is_told(memory: Memory, open_memory: OpenMemory) -> None:
    """Neither in a space that doesn't exist yet, nor in one that is empty."""
    assert memory.recall("anything").empty == "nothing stored"
    memory.set_owner("Ann")
    assert memory.recall("anything").empty == "nothing stored"
    memory.add("something")
    assert open_memory(space="other").recall("something").empty == "nothing stored"


def test_below_the_floor_is_told_with_the_best_score(memory: Memory) -> None:
    """An unrelated question gets no padding, and the score of what came nearest."""
    memory.add([said("the heron by the lake"), said("bread and butter for breakfast")])
    found = memory.recall("quantum chromodynamics lattice")
    assert (found.hits, found.nodes, found.empty) == ((), (), "below the floor")
    assert found.best_rejected is not None
    assert found.best_rejected > 0


def test_what_waits_for_its_vector_is_not_nothing(memory: Memory) -> None:
    """Kept and not yet embedded: found by its words, and no claim that nothing is stored otherwise."""
    persist(store_of(memory), memory.space, [said("the heron by the lake")], session="s")
    assert memory.recall("quantum chromodynamics").empty == "below the floor"
    assert texts(memory.recall("heron lake"), "passage") == ["the heron by the lake"]


def test_outside_as_of_and_not_known_yet_are_told(memory: Memory, clock: Clock) -> None:
    """What fits and lies outside the asked time is told as such."""
    clock.advance(DAY_MS)
    memory.add(said("the heron by the lake", day=1))
    assert memory.recall("heron by the lake", as_of=moment(0)).empty == "outside as_of"
    assert memory.recall("heron by the lake", known_at=moment(0)).empty == "not known yet"


def test_forgotten_is_told(memory: Memory) -> None:
    """Where all there was is forgotten, that is the reason."""
    memory.forget(memory.add("the heron by the lake").ids[0])
    assert memory.recall("heron by the lake").empty == "forgotten"
    memory.add("bread and butter")
    assert memory.recall("heron by the lake").empty == "below the floor"


def test_with_hits_there_is_no_reason_for_emptiness(memory: Memory) -> None:
    """Emptiness and the best rejected score are told only when there is no hit."""
    memory.add("the heron by the lake")
    found = memory.recall("heron by the lake")
    assert (found.empty, found.best_rejected) == (None, None)


# -- what a read never does, and its bounds


def fill(memory: Memory, messages: int, chains: int) -> None:
    """Messages, chains with sources and a node each, a summary, core identity."""
    ids = memory.add([said(f"the heron number {i} stood by the lake", i % 9, party="Ann") for i in range(messages)], session="s").ids
    raw = key_of(memory, ids[0])
    for i in range(chains):
        (old,) = put(memory, belief(f"saw heron {i} by the lake", sources=(Quote(raw, 0, 5),)))
        (new,) = put(memory, belief(f"saw heron {i} fly from the lake", after=old))
        put(memory, AddNode("schema", f"watches heron {i}", "nature", 0.5, (new,)))
    put(memory, AddSummary(raw, "Ann saw herons by the lake"), belief("is a birder", kind="identity", is_core=True), embed=True)


@pytest.fixture
def statements(memory: Memory) -> Iterator[list[str]]:
    """The statements that this thread's reader ran."""
    memory.stats()
    ran: list[str] = []
    reader = store_of(memory).file._reader()

    def trace(_: apsw.Cursor, sql: str, __: object) -> bool:
        ran.append(sql)
        return True

    reader.exec_trace = trace
    yield ran
    reader.exec_trace = None


def test_a_read_runs_few_statements_whatever_is_asked_and_found(memory: Memory, statements: list[str]) -> None:
    """At most 12 within its transaction, with every channel, chains, nodes and identity found; more hits take no more."""
    fill(memory, 4, 14)
    counts = {}
    for k in (6, 10, 20):
        memory.recall("heron by the lake", k=k)  # brings the codes in memory up to date
        statements.clear()
        found = memory.recall("Ann saw the heron that stood by the lake, number 1 2 3 4 5 6 7 8 9", k=k)
        counts[k] = len([s for s in statements if s not in ("BEGIN", "ROLLBACK")])
        assert len(found.hits) == min(k, 4 + 14 + 2)
    assert {h.kind for h in found.hits} == {"passage", "belief", "summary"}
    assert found.nodes
    assert found.identity
    put(memory, belief("saw another heron"), AddSummary(rows(memory, "SELECT max(id) FROM raw_input")[0][0], "More herons"), embed=True)
    memory.add("one more heron by the lake")
    statements.clear()
    memory.recall("Ann saw the heron that stood by the lake, number 1 2 3 4 5 6 7 8 9")
    assert len([s for s in statements if s not in ("BEGIN", "ROLLBACK")]) <= 12, "right after an add, in every index"
    assert counts[6] == counts[10] == counts[20] <= 12, statements


def test_the_longest_question_is_one_keyword_statement(memory: Memory, statements: list[str]) -> None:
    """All terms of all channels are asked at once."""
    fill(memory, 8, 2)
    memory.recall("warm up")
    statements.clear()
    memory.recall("heron lake " + " ".join(f"word{i}" for i in range(200)))
    assert len([s for s in statements if "MATCH" in s and "_fts" in s]) == 1


def test_a_read_changes_no_byte(open_memory: OpenMemory) -> None:
    """No table is written: neither rows nor counts of use (D-45)."""
    memory = open_memory()
    fill(memory, 12, 3)
    store = store_of(memory)
    with store.file.write() as db:
        before = db.total_changes()
    version = rows(memory, "PRAGMA data_version")
    for _ in range(3):
        memory.recall("heron by the lake")
    with store.file.write() as db:
        assert db.total_changes() == before
    assert rows(memory, "PRAGMA data_version") == version


def test_a_read_asks_the_encoder_once(open_memory: OpenMemory) -> None:
    """One query is encoded and no passage, once the encoder is known to be the same."""
    encoder = CountingEncoder()
    memory = open_memory(encoder=encoder)
    memory.add("the heron by the lake")
    encoder.passages = encoder.queries = 0
    memory.recall("heron by the lake")
    assert (encoder.queries, encoder.passages) == (1, 0)


def test_two_spaces_never_see_each_other(open_memory: OpenMemory) -> None:
    """Same words, two spaces: nothing of the other in any channel, chain, node, source or identity (K31)."""
    one, two = open_memory(space="one"), open_memory(space="two")
    for memory in (one, two):
        fill(memory, 12, 3)
        put(memory, belief(f"identity of {memory.space}", kind="identity", is_core=True), embed=True)
    for memory in (one, two):
        space = 1 if memory is one else 2
        found = memory.recall("heron by the lake", k=50)
        mine = {r[0] for r in rows(memory, "SELECT uid FROM item WHERE space = ?", space)}
        keys = [b.key for h in found.hits for b in h.chain] + [n.key for n in found.nodes] + [b.key for b in found.identity]
        assert {key >> 32 for key in keys} == {space}
        assert {key >> 32 for key in (key_of(memory, s) for h in found.hits for s in h.sources)} == {space}
        assert f"identity of {memory.space}" in {b.text for b in found.identity}
        assert len(found.hits) <= len(mine)
    scores = [[h.score for h in memory.recall("heron by the lake").hits] for memory in (one, two)]
    assert scores[0] == pytest.approx(scores[1])


def test_another_space_does_not_change_a_score(open_memory: OpenMemory) -> None:
    """Weights of words come from the space alone: scores tell nothing about another space's texts (K31)."""
    one = open_memory(space="one")
    one.add([said("the heron by the lake"), said("bread and butter")], session="s")
    before = [(h.id, h.score) for h in one.recall("the heron by the lake").hits]
    open_memory(space="two").add([said(f"heron {i}") for i in range(30)], session="s")
    assert [(h.id, h.score) for h in one.recall("the heron by the lake").hits] == before != []


def test_meaning_is_found_without_shared_words(default_memory: Memory) -> None:
    """With the shipped model a paraphrase without a common content word comes first."""
    default_memory.add([said("My sister adopted a kitten from the shelter"), said("The train to Zurich was late again")], session="s")
    assert default_memory.recall("Which pets does the family have?", k=1).hits[0].text.startswith("My sister adopted a kitten")
