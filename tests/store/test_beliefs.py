"""Beliefs, their wordings and their chains (DCPM D-05, D-17, D-20..D-22)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dcpm_sqlite import Memory, errors
from dcpm_sqlite.records import Quote
from dcpm_sqlite.store import beliefs, keywords
from dcpm_sqlite.store.changes import AddSource, AddWording, Pin
from tests.conftest import OpenMemory
from tests.doubles import DAY_MS, START_MS, Clock, belief, by_hand, key_of, put, rows, store_of


def texts(memory: Memory, key: int) -> list[str]:
    """The chain of a belief, oldest first."""
    with store_of(memory).file.read() as db:
        return [b.text for b in beliefs.chains(db, [key])[key]]


def pointers(memory: Memory) -> list[tuple[int, int | None, int | None]]:
    """Every belief with its two pointers."""
    return rows(memory, "SELECT id, supersedes, superseded_by FROM belief ORDER BY id")


def found_by_words(memory: Memory, term: str) -> list[int]:
    """Keys of beliefs whose current wording holds the term."""
    with store_of(memory).file.read() as db:
        return [int(k) for k in keywords.postings(db, ["belief_fts"], 1, (term,), limit=10)["belief_fts"][0]]


def test_a_belief_reads_back(memory: Memory, clock: Clock) -> None:
    """All that was put in comes out, with times of the world and of the file apart."""
    (key,) = put(
        memory,
        belief("plays the cello", kind="identity", party="Ann", domain="music", salience=0.9, is_core=True, holds_from=START_MS - DAY_MS),
    )
    with store_of(memory).file.read() as db:
        found = beliefs.by_keys(db, [key])[key]
    assert (found.kind, found.type, found.text, found.party, found.domain, found.salience, found.is_core) == (
        "identity", "fact", "plays the cello", "Ann", "music", 0.9, True,
    )  # fmt: skip
    assert (found.said_ms, found.holds_from, found.holds_until, found.recorded_at) == (START_MS, START_MS - DAY_MS, None, clock.now_ms)
    assert (found.supersedes, found.superseded_by) == (None, None)
    assert memory.get(found.id) == found


def test_supersede_appends_and_links_both_ways(memory: Memory, clock: Clock) -> None:
    """The old state stays, points to the new one, and knows when this file recorded that (D-20)."""
    (old,) = put(memory, belief("lives in Basel"))
    clock.advance(5_000)
    (new,) = put(memory, belief("lives in Bern", after=old))
    assert pointers(memory) == [(old, None, new), (new, old, None)]
    assert rows(memory, "SELECT superseded_at FROM belief ORDER BY id") == [(clock.now_ms,), (None,)]
    assert texts(memory, old) == texts(memory, new) == ["lives in Basel", "lives in Bern"]


def test_history_is_the_whole_chain_from_any_state(memory: Memory) -> None:
    """Any state's id gives all states, oldest first (D-22)."""
    (first,) = put(memory, belief("rides a bike"))
    (second,) = put(memory, belief("drives a car", after=first))
    (third,) = put(memory, belief("takes the train", after=second))
    for key in (first, second, third):
        with store_of(memory).file.read() as db:
            public = beliefs.by_keys(db, [key])[key].id
        assert [b.text for b in memory.history(public)] == ["rides a bike", "drives a car", "takes the train"]


def test_a_state_slots_in_between(memory: Memory) -> None:
    """With `after` a state that has a successor, the new one takes the place between, and the successor stays current (K24)."""
    (first,) = put(memory, belief("lives in Basel"))
    (last,) = put(memory, belief("lives in Bern", after=first))
    (middle,) = put(memory, belief("lives in Thun", after=first, expected_next=last))
    assert pointers(memory) == [(first, None, middle), (last, middle, None), (middle, first, last)]
    assert texts(memory, first) == ["lives in Basel", "lives in Thun", "lives in Bern"]
    assert memory.check().problems == ()


def test_an_older_state_goes_in_front(memory: Memory) -> None:
    """With `before`, a late older statement becomes the chain's first state (K24)."""
    (now,) = put(memory, belief("lives in Bern"))
    (past,) = put(memory, belief("grew up in Chur", before=now))
    assert pointers(memory) == [(now, past, None), (past, None, now)]


def test_a_superseded_belief_is_not_live_in_the_index(memory: Memory) -> None:
    """Superseded states stay searchable and are marked, whether embedded before or after it happened."""
    (old,) = put(memory, belief("lives in Basel"), embed=True)
    (new,) = put(memory, belief("lives in Bern", after=old), embed=True)
    (middle,) = put(memory, belief("lives in Thun", after=old, expected_next=new), embed=True)
    assert dict(rows(memory, "SELECT id, live FROM belief_vec")) == {old: 0, new: 1, middle: 0}


def test_a_race_for_the_same_place_is_stale(memory: Memory) -> None:
    """The second of two who saw the same chain must decide again, and nothing of its changes is kept."""
    (old,) = put(memory, belief("lives in Basel"))
    put(memory, belief("lives in Bern", after=old))
    with pytest.raises(errors.Stale, match="superseded the same belief"):
        put(memory, belief("unrelated"), belief("lives in Thun", after=old))
    assert [r[0] for r in rows(memory, "SELECT text FROM wording ORDER BY id")] == ["lives in Basel", "lives in Bern"]


def test_stale_in_front_and_for_what_is_gone(memory: Memory) -> None:
    """A chain that got an earlier state meanwhile, or that is gone, is told as stale."""
    (now,) = put(memory, belief("lives in Bern"))
    put(memory, belief("grew up in Chur", before=now))
    with pytest.raises(errors.Stale, match="earlier state"):
        put(memory, belief("was born in Zug", before=now))
    for change in (belief("x", after=now + 100), belief("x", before=now + 100), AddSource(now + 100, (Quote(1, 0, 1),))):
        with pytest.raises(errors.Stale, match="forgotten"):
            put(memory, change)


def test_kinds_do_not_mix_in_a_chain(memory: Memory) -> None:
    """A fact can't supersede an identity item, nor go in front of one."""
    (identity,) = put(memory, belief("is a nurse", kind="identity"))
    for place in ({"after": identity}, {"before": identity}):
        with pytest.raises(ValueError, match="can't take a place in a chain of kind identity"):
            put(memory, belief("works nights", **place))
    assert len(pointers(memory)) == 1


def test_the_indexes_forbid_forks(memory: Memory) -> None:
    """Two successors, two predecessors, or a state that supersedes itself can't be written, whatever code tries."""
    a, b, c = put(memory, belief("a"), belief("b"), belief("c"))
    forks = (
        f"UPDATE belief SET supersedes = {a} WHERE id IN ({b}, {c})",
        f"UPDATE belief SET superseded_by = {a}, superseded_at = 1 WHERE id IN ({b}, {c})",
        f"UPDATE belief SET supersedes = {a} WHERE id = {a}",
        f"UPDATE belief SET superseded_by = {a} WHERE id = {b}",
    )
    for statement in forks:
        with pytest.raises(errors.FileError), store_of(memory).file.write() as db:
            db.execute(statement)


def test_rewording_replaces_the_index_rows(memory: Memory) -> None:
    """UPDATE adds a wording; the old words are found no more and the vector waits to be made again (D-17)."""
    (key,) = put(memory, belief("likes cats"), embed=True)
    (wording,) = put(memory, AddWording(key, "adores dogs", 1))
    assert found_by_words(memory, "cats") == []
    assert found_by_words(memory, "dogs") == [key]
    assert rows(memory, "SELECT number, text FROM wording WHERE belief = ? ORDER BY number", key) == [(1, "likes cats"), (2, "adores dogs")]
    assert rows(memory, "SELECT id FROM wording WHERE number = 2") == [(wording,)]
    assert rows(memory, "SELECT id FROM unembedded") == [(key,)]
    assert rows(memory, "SELECT id FROM vector UNION ALL SELECT id FROM belief_vec") == []
    put(memory, embed=True)
    assert rows(memory, "SELECT id FROM vector UNION ALL SELECT id FROM belief_vec") == [(key,), (key,)]
    assert memory.check().problems == ()


def test_rewording_what_was_reworded_meanwhile_is_stale(memory: Memory) -> None:
    """A wording is decided upon the one before it."""
    (key,) = put(memory, belief("likes cats"))
    put(memory, AddWording(key, "likes all cats", 1))
    with pytest.raises(errors.Stale, match="worded anew"):
        put(memory, AddWording(key, "likes no cats", 1))
    with pytest.raises(errors.Stale):
        put(memory, AddWording(key + 100, "nobody", 1))


def test_sources_of_all_wordings_are_cited_once(memory: Memory) -> None:
    """A belief names every stretch that it was drawn from; the same one twice counts once (D-09)."""
    ids = memory.add("I like cats. Really.", session="s").ids + memory.add("Cats!", session="s").ids
    one, two = (key_of(memory, i) for i in ids)
    (key,) = put(memory, belief("likes cats", sources=(Quote(one, 0, 12),)))
    put(
        memory,
        AddSource(key, (Quote(two, 0, 5),)),
        AddSource(key, (Quote(two, 0, 5),)),
        AddWording(key, "really likes cats", 1, (Quote(one, 13, 20),)),
    )
    with store_of(memory).file.read() as db:
        found = beliefs.sources(db, [key])[key]
    assert [(s.id, s.start, s.end) for s in found] == [(ids[0], 0, 12), (ids[0], 13, 20), (ids[1], 0, 5)]


@pytest.mark.parametrize("span", [(5, 5), (5, 2), (-1, 2)])
def test_a_quote_that_spans_nothing_is_refused(memory: Memory, span: tuple[int, int]) -> None:
    """A source that can't be is an error, not a source less."""
    said = key_of(memory, memory.add("I like cats.", decide="later").ids[0])
    with pytest.raises(errors.FileError):
        put(memory, belief("likes cats", sources=(Quote(said, *span),)))
    assert pointers(memory) == []


def test_core_identity_follows_the_user_s_word(memory: Memory) -> None:
    """Pinned first, then by salience; the user's no wins over the decision's yes; superseded ones are out."""
    low, high, pinned, unpinned, plain = put(
        memory,
        belief("low", is_core=True, salience=0.2),
        belief("high", is_core=True, salience=0.8),
        belief("pinned", salience=0.1),
        belief("unpinned", is_core=True),
        belief("plain"),
    )
    put(memory, Pin(pinned, True), Pin(unpinned, False))

    def shown(limit: int = 10) -> list[str]:
        with store_of(memory).file.read() as db:
            return [b.text for b in beliefs.core_identity(db, 1, owner=None, limit=limit)]

    assert shown() == ["pinned", "high", "low"]
    assert shown(limit=1) == ["pinned"]
    put(memory, Pin(pinned, None), Pin(unpinned, None), belief("higher", after=high))
    assert shown() == ["unpinned", "low"]
    assert plain > low


def damaged(open_memory: OpenMemory, path: Path, statement: str) -> tuple[Memory, list[int]]:
    """A memory with a chain of three whose pointers were then changed by hand ({0}, {1}, {2} are its keys)."""
    with open_memory() as memory:
        (a,) = put(memory, belief("one"))
        (b,) = put(memory, belief("two", after=a))
        (c,) = put(memory, belief("three", after=b))
    with by_hand(path) as db:
        db.execute(statement.format(a, b, c))
    return open_memory(), [a, b, c]


def test_a_walk_ends_on_a_cycle(open_memory: OpenMemory, memory_path: Path) -> None:
    """Pointers that were bent into a ring by hand end the walk; each state is told once."""
    ring = "UPDATE belief SET supersedes = {2} WHERE id = {0}; UPDATE belief SET superseded_by = {0}, superseded_at = 1 WHERE id = {2}"
    memory, keys = damaged(open_memory, memory_path, ring)
    for key in keys:
        assert sorted(texts(memory, key)) == ["one", "three", "two"]
    assert any("cycle" in problem for problem in memory.check().problems)


def test_a_walk_ends_where_a_pointer_leads_nowhere(open_memory: OpenMemory, memory_path: Path) -> None:
    """A pointer to a state that isn't there ends the chain."""
    memory, keys = damaged(open_memory, memory_path, "UPDATE belief SET superseded_by = 999, superseded_at = 1 WHERE id = {1}")
    assert texts(memory, keys[0]) == ["one", "two"]


def test_chains_of_several_hits_come_in_one_statement(memory: Memory) -> None:
    """Every hit gets its own chain, also two hits of the same one; no hits, no chains."""
    (a,) = put(memory, belief("a"))
    (b,) = put(memory, belief("b", after=a))
    (alone,) = put(memory, belief("alone"))
    with store_of(memory).file.read() as db:
        found = beliefs.chains(db, [a, b, alone])
        assert beliefs.chains(db, []) == {}
    assert {key: [s.key for s in chain] for key, chain in found.items()} == {a: [a, b], b: [a, b], alone: [alone]}
