"""`check` finds what contradicts itself among beliefs, each damage by its own words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.store.changes import New, Settle
from tests.conftest import OpenMemory
from tests.doubles import belief, by_hand, put
from tests.store.beliefs_by_hand import job, message, quoting, related, state

Keys = dict[str, int]


def fill(memory: Memory) -> Keys:
    """A chain of three, one more belief, one that was taken back, a relation; keys by name."""
    raw, waiting = message(memory, "Word of homes.", session="s"), message(memory, "Word that waits.", session="s")
    first = job(memory, state("lives in Basel", raw), state("likes tea", raw), related(New(2), New(3)))
    second = job(memory, state("lives in Bern", raw, after=first.keys[0]))
    third = job(memory, state("lives in Thun", raw, after=second.keys[0]))
    gone = job(memory, state("lives in Olten", raw, after=third.keys[0]))
    memory.undo(gone.id)
    put(memory, Settle((raw,), None))
    memory.rebuild()
    return {
        "raw": raw, "waiting": waiting, "first": first.keys[0], "tea": first.keys[1], "relation": first.keys[2], "second": second.keys[0],
        "third": third.keys[0], "gone": gone.keys[0],
    }  # fmt: skip


def although_unique(db: apsw.Connection, index: str, statement: str, values: tuple[int, ...]) -> None:
    """A change that a unique index forbids, as a damaged page may hold it: a file without the index would not even be opened."""
    sql = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (index,)).get
    db.execute(f"DROP INDEX {index}")
    db.execute(sql.replace("UNIQUE ", ""))
    db.execute(statement, values)
    db.pragma("writable_schema", 1)
    db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, index))
    db.pragma("writable_schema", 0)


Damage = Callable[[apsw.Connection, Keys], object]

DAMAGES: dict[str, tuple[Damage, str]] = {
    "a fork": (
        lambda db, k: although_unique(db, "belief_supersedes", "UPDATE belief SET supersedes = ? WHERE id = ?", (k["first"], k["third"])),
        r"chains: belief \d+ has 2 successors: a fork",
    ),
    "two states before one": (
        lambda db, k: although_unique(
            db, "belief_superseded_by", "UPDATE belief SET superseded_by = ?, superseded_at = 1 WHERE id = ?", (k["third"], k["tea"])
        ),
        r"chains: belief \d+ has 2 predecessors: a fork",
    ),
    "a cycle": (
        lambda db, k: db.execute(
            "UPDATE belief SET supersedes = :third WHERE id = :first; "
            "UPDATE belief SET superseded_by = :first, superseded_at = 1 WHERE id = :third",
            k,
        ),
        r"chains: 3 beliefs lie on a cycle",
    ),
    "a pointer one way": (
        lambda db, k: db.execute("UPDATE belief SET superseded_by = NULL, superseded_at = NULL WHERE id = ?", (k["first"],)),
        r"chains: belief \d+: its pointers are not mutual",
    ),
    "kinds mixed": (
        lambda db, k: db.execute("UPDATE belief SET kind = 'identity' WHERE id = ?", (k["third"],)),
        r"chains: belief \d+: a identity in a chain of another kind",
    ),
    "taken back, and in a chain": (
        lambda db, k: db.execute("UPDATE wording SET withdrawn_by = 1 WHERE belief = ?", (k["second"],)),
        r"chains: belief \d+ was taken back and still lies in a chain",
    ),
    "no wording": (lambda db, k: db.execute("DELETE FROM wording WHERE belief = ?", (k["tea"],)), r"chains: belief \d+ has no wording"),
    "no source": (
        lambda db, _: db.execute("DELETE FROM belief_source WHERE wording = (SELECT min(wording) FROM belief_source)"),
        r"sources: wording \d+ stands on nothing that was said",
    ),
    "only a question as source": (
        lambda db, _: db.execute("UPDATE belief_source SET role = 'context' WHERE wording = (SELECT min(wording) FROM belief_source)"),
        r"sources: wording \d+ stands on nothing that was said",
    ),
    "a quote beyond the end": (
        lambda db, _: db.execute('UPDATE belief_source SET "end" = 1000 WHERE wording = (SELECT min(wording) FROM belief_source)'),
        r"sources: wording \d+ quotes beyond the end of a message",
    ),
    "taken back by a job in no force": (
        lambda db, _: db.execute("UPDATE job SET state = 'undone' WHERE kind = 'undo'"),
        r"sources: wording \d+ is taken back by a job that was taken back itself",
    ),
    "a relation of what was taken back": (
        lambda db, k: db.execute("UPDATE relation SET target = ? WHERE id = ?", (k["gone"], k["relation"])),
        r"relations: relation \d+ holds of a belief that was taken back",
    ),
    "a relation twice": (
        lambda db, k: although_unique(
            db,
            "relation_by_source",
            "INSERT INTO relation(id, source, target, layer, predicate, weight) "
            "SELECT ?, source, target, layer, predicate, weight FROM relation",
            (k["gone"],),
        ),
        r"relations: relation \d+ is there twice",
    ),
    "a change of nothing": (
        lambda db, _: db.execute("UPDATE change SET item = 77 WHERE id = 1"),
        r"changes: change 1 is of something that is gone",
    ),
    "a change to nothing": (
        lambda db, _: db.execute("UPDATE change SET new = 77 WHERE id = (SELECT min(id) FROM change WHERE action = 'supersedes')"),
        r"changes: change \d+ names a belief that is gone",
    ),
    "a circle of merges": (
        lambda db, k: db.executemany(
            "INSERT INTO entity(id, name, merged_into) VALUES (?, 'Ann', ?)",
            [(k["gone"], k["tea"]), (k["tea"], k["raw"]), (k["raw"], k["tea"])],
        ),
        r"entities: entity \d+ lies on a cycle of merges",
    ),
    "a merge across spaces": (
        lambda db, k: db.execute("INSERT INTO entity(id, name, merged_into) VALUES (?, 'Ann', 2 << 32 | 1)", (k["tea"],)),
        r"entities: entity \d+ is merged into one of another space",
    ),
    "an entity without a name": (
        lambda db, k: db.execute("INSERT INTO entity(id, name) VALUES (?, 'Ann')", (k["tea"],)),
        r"entities: entity \d+ has no name to be found by",
    ),
    "a claim on what is decided": (
        lambda db, k: db.execute("UPDATE raw_input SET lease_by = 'me', lease_until = 9 WHERE id = ?", (k["raw"],)),
        r"waiting to be decided: message \d+ is claimed",
    ),
    "a claim without an end": (
        lambda db, k: db.execute("UPDATE raw_input SET lease_by = 'me' WHERE id = ?", (k["waiting"],)),
        r"waiting to be decided: message \d+ is claimed",
    ),
    "a wrong live mark": (
        lambda db, k: db.execute("UPDATE belief_vec SET live = 1 WHERE id = ?", (k["first"],)),
        r"live marks: belief \d+ is marked wrongly",
    ),
    "a vector of what was taken back": (
        lambda db, k: db.execute(
            "INSERT INTO vector(id, digest, scale, code) SELECT ?, digest, scale, code FROM vector WHERE id = ?", (k["gone"], k["tea"])
        ),
        r"live marks: belief \d+ was taken back and still has a vector",
    ),
}


@pytest.fixture
def filled(open_memory: OpenMemory) -> Keys:
    """A closed, sound file; its keys by name."""
    with open_memory() as memory:
        keys = fill(memory)
        assert memory.check().problems == ()
        return keys


@pytest.mark.parametrize(("damage", "problem"), DAMAGES.values(), ids=DAMAGES)
def test_check_finds_each_damage(open_memory: OpenMemory, memory_path: Path, filled: Keys, damage: Damage, problem: str) -> None:
    """One thing bent by hand is told by its own words."""
    with by_hand(memory_path) as db:
        damage(db, filled)
    with open_memory(read_only=True) as memory:
        problems = memory.check().problems
    assert any(re.match(problem, told) for told in problems), problems


def test_what_is_told_twice_is_counted(memory: Memory) -> None:
    """The same words, kind, party and subject, both current: a count, for a correction may well say what another belief says."""
    raw = message(memory, "Word of tea.")
    job(
        memory,
        state("likes tea", raw),
        state("Likes  TEA", raw),
        state("likes tea", raw, party="Ann"),
        state("likes tea", raw, subject="cat"),
    )
    job(memory, belief("likes tea", kind="identity", sources=quoting(raw)))
    old = job(memory, state("likes cocoa", raw)).keys[0]
    job(memory, state("likes cocoa", raw, after=old))
    report = memory.check()
    assert dict(report.looked_at)["told twice"] == 1
    assert report.problems == ()


def test_long_chains_are_no_cycles(memory: Memory) -> None:
    """A chain of more states than any walk takes is sound."""
    raw = message(memory, "Word of moving.")
    changes = [state("lives at 0", raw)]
    changes += [state(f"lives at {n}", raw, after=New(n + 1)) for n in range(1, 1_005)]
    job(memory, *changes)
    assert memory.check().problems == ()
