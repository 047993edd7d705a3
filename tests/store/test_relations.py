"""Relations between beliefs: one row a pair and predicate, closed and never removed (REALM R-03..R-07, R-16)."""

from __future__ import annotations

import pytest

from dcpm_sqlite import Memory, errors
from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES
from dcpm_sqlite.store import relations
from dcpm_sqlite.store.changes import AddRelation, LogDecision, New, Pin, UnderJob
from dcpm_sqlite.store.work import Work
from tests.doubles import START_MS, belief, put, rows, store_of
from tests.store.beliefs_by_hand import job, message, related, state


@pytest.fixture
def two(memory: Memory) -> tuple[int, int]:
    """Two beliefs."""
    first, second = put(memory, belief("likes tea"), belief("likes coffee"))
    return first, second


def in_force(memory: Memory) -> list[tuple[int, int, str]]:
    """Relations in force."""
    return rows(memory, "SELECT source, target, predicate FROM relation WHERE closed_at IS NULL ORDER BY id")


@pytest.mark.parametrize("predicate", sorted(PREDICATES.keys() - {"supersedes"}))
def test_every_predicate_once_in_its_layer(memory: Memory, two: tuple[int, int], predicate: str) -> None:
    """Said again it stays the one row with its first weight; the other way round it is another, unless it goes both ways."""
    first, second = two
    (key,) = put(memory, AddRelation(first, second, predicate, "why", 0.9))
    assert put(memory, AddRelation(first, second, predicate, "again", 0.3)) == [key]
    (back,) = put(memory, AddRelation(second, first, predicate, "", 0.5))
    assert (back == key) == (predicate in BIDIRECTIONAL)
    found = rows(memory, "SELECT layer, description, weight FROM relation WHERE id = ?", key)
    assert found == [(PREDICATES[predicate], "why", 0.9)]
    assert len(in_force(memory)) == (1 if predicate in BIDIRECTIONAL else 2)


def test_a_bidirectional_one_shows_from_both_ends(memory: Memory, two: tuple[int, int]) -> None:
    """One row, two edges; a pointer shows as an edge too (X-06)."""
    first, second = two
    put(memory, AddRelation(second, first, "contradicts", "", 0.5))
    assert rows(memory, "SELECT source, target FROM edge WHERE predicate = 'contradicts' ORDER BY 1") == [(first, second), (second, first)]
    (later,) = put(memory, belief("likes cocoa", after=second))
    assert rows(memory, "SELECT source, target, weight FROM edge WHERE predicate = 'supersedes'") == [(later, second, 1.0)]


def test_supersedes_is_no_relation(memory: Memory, two: tuple[int, int]) -> None:
    """It is a pointer (X-06)."""
    with pytest.raises(ValueError, match="X-06"):
        put(memory, AddRelation(*two, "supersedes", "", 1.0))


def test_it_names_the_decision_that_inferred_it(memory: Memory, two: tuple[int, int]) -> None:
    """By the changes' own reference."""
    put(memory, UnderJob("add"), LogDecision("reconcile", 1, "scripted"), AddRelation(*two, "enables", "", 0.5, inferred_by=New(1)))
    assert rows(memory, "SELECT d.mind FROM relation AS r JOIN decision AS d ON d.id = r.decision") == [("scripted",)]


def test_ends_that_are_gone_make_it_stale(memory: Memory, two: tuple[int, int]) -> None:
    """A belief that was forgotten, or never was, can't be related."""
    with pytest.raises(errors.Stale):
        put(memory, AddRelation(two[0], two[1] + 50, "enables", "", 0.5))
    assert in_force(memory) == []


def test_closed_by_withdrawal_and_drawn_anew(memory: Memory) -> None:
    """A relation drawn again after the first was closed is another row; the first keeps when and why it was closed."""
    raw = message(memory, "Word of tea.")
    first = job(memory, state("likes tea", raw), state("has a pot", raw), related(New(2), New(3)))
    memory.undo(first.id)
    assert rows(memory, "SELECT closed_at, closed_reason FROM relation") == [(START_MS, "undone")]
    again = job(memory, state("likes tea", raw), state("has a pot", raw), related(New(2), New(3)))
    assert again.keys[2] != first.keys[2]
    assert len(in_force(memory)) == 1


def test_reopening_what_is_in_force_changes_nothing(memory: Memory, two: tuple[int, int]) -> None:
    """Neither the row nor the log."""
    (key,) = put(memory, AddRelation(*two, "enables", "", 0.5))
    store = store_of(memory)
    job(memory, Pin(two[0], True))
    before = rows(memory, "SELECT count(*) FROM change")
    with store.file.write() as db:
        relations.reopen(Work(db, 1, store.uids, START_MS, job=1), key)
    assert rows(memory, "SELECT count(*) FROM change") == before
    assert in_force(memory) == [(*two, "enables")]
