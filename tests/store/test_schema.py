"""The format: views that work, and files that are refused without a byte of them being changed (K39)."""

from __future__ import annotations

import secrets
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory, Settings, errors
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.records import Quote
from dcpm_sqlite.store import policy, schema
from dcpm_sqlite.store.changes import AddNode, AddSummary
from tests.conftest import OpenMemory
from tests.doubles import Clock, belief, by_hand, key_of, put, rows

Damage = Callable[[Path], None]


def fill(memory: Memory) -> dict[str, int]:
    """One row at least behind every view; keys by name."""
    said = key_of(memory, memory.add("I moved to Bern.", session="s", decide="later").ids[0])
    lives, moved = put(memory, belief("lives in Basel", party="Ann"), belief("likes tea", sources=(Quote(said, 0, 5),)))
    (bern,) = put(memory, belief("lives in Bern", party="Ann", after=lives))
    (core,) = put(memory, belief("is a nurse", kind="identity", is_core=True))
    (node,) = put(memory, AddNode("schema", "keeps moving", "home", 0.7, (bern,)))
    (above,) = put(memory, AddNode("core_schema", "seeks change", None, 0.6, (), (node,)))
    (plan,) = put(
        memory, AddNode("intention", "will move again", "home", 0.5, (bern,), trigger_text="spring"), AddSummary(said, "A move.")
    )[:1]
    return {"said": said, "lives": lives, "bern": bern, "moved": moved, "core": core, "node": node, "above": above, "plan": plan}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed file with rows of every kind, made once."""
    path = tmp_path_factory.mktemp("template") / "m.db"
    with Memory(path, encoder=HashEncoder(width=64), settings=Settings(clock=Clock())) as memory:
        fill(memory)
    return path


@pytest.fixture
def filled(template: Path, memory_path: Path) -> Path:
    """A copy of it where `open_memory` looks."""
    shutil.copyfile(template, memory_path)
    return memory_path


def test_views_show_each_kind(memory: Memory) -> None:
    """Each view of the file gives the rows of its kind, for people with the sqlite3 shell."""
    keys = fill(memory)
    assert set(rows(memory, "SELECT text, about, is_current FROM fact")) == {
        ("lives in Basel", "Ann", 0),
        ("likes tea", None, 1),
        ("lives in Bern", "Ann", 1),
    }
    assert rows(memory, "SELECT text, is_core, said FROM identity_item") == [("is a nurse", 1, "2026-01-01T00:00:00Z")]
    assert rows(memory, 'SELECT text, domain, evidence FROM "schema"') == [("keeps moving", "home", 1)]
    assert rows(memory, "SELECT text, members FROM core_schema") == [("seeks change", 1)]
    assert rows(memory, "SELECT text, cue, state FROM intention") == [("will move again", "spring", "open")]
    assert rows(memory, "SELECT step, text, is_current FROM chain WHERE head = ? ORDER BY step", keys["lives"]) == [
        (1, "lives in Basel", 0),
        (2, "lives in Bern", 1),
    ]
    assert {row[0] for row in rows(memory, "SELECT predicate FROM edge")} == {"supersedes", "evidence", "member"}


def test_views_work_without_our_extension(filled: Path) -> None:
    """A plain SQLite, which knows no vec0, reads the views."""
    with sqlite3.connect(filled) as db:
        assert db.execute("SELECT count(*) FROM fact").fetchone() == (3,)
        assert db.execute("SELECT count(*) FROM chain").fetchone() == (4,)
    db.close()


def test_the_schema_has_its_four_parts() -> None:
    """Canonical, costly and derived tables and the views stand apart in schema.sql."""
    assert list(schema.parts()) == ["canonical", "costly", "derived", "views"]


@pytest.mark.parametrize(("width", "expected"), [(8, 8), (9, 16), (64, 64), (100, 104), (384, 384)])
def test_a_code_has_whole_bytes(width: int, expected: int) -> None:
    """A coarse code has a bit per component, rounded up to whole bytes."""
    assert schema.bits(width) == expected


def run(statement: str) -> Damage:
    """Damage by one statement."""

    def damage(path: Path) -> None:
        with by_hand(path) as db:
            db.execute(statement)

    return damage


def cut(share: float) -> Damage:
    """Cut the file's end off."""

    def damage(path: Path) -> None:
        path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])

    return damage


def overwrite(content: Callable[[], bytes]) -> Damage:
    """Put other bytes in the file's place."""

    def damage(path: Path) -> None:
        path.write_bytes(content())

    return damage


def encrypted(path: Path) -> None:
    """What an encrypted database looks like: whole pages of chance."""
    path.write_bytes(secrets.token_bytes(path.stat().st_size))


def foreign(path: Path) -> None:
    """Another program's database, laid out and empty."""
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE notes(text)")
    db.close()


def nearly_empty(path: Path) -> None:
    """A database without a single table, as another program may have left it."""
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 3")
    db.close()


def hidden_index_removed(path: Path) -> None:
    """An entry of sqlite_schema taken out, its pages left."""
    with by_hand(path) as db:
        db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
        db.pragma("writable_schema", 1)
        db.execute("DELETE FROM sqlite_schema WHERE name = 'belief_superseded_by'")


REFUSED: list[tuple[str, Damage, type[errors.FileError]]] = [
    ("trigger", run("CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM meta; END"), errors.DamagedFile),
    ("view", run("CREATE VIEW stolen AS SELECT text FROM raw_input"), errors.DamagedFile),
    ("view in a table's place", run("DROP TABLE coactivation; CREATE VIEW coactivation AS SELECT 1 AS a"), errors.DamagedFile),
    ("table", run("CREATE TABLE more(x)"), errors.DamagedFile),
    ("index more", run("CREATE INDEX more ON belief (domain)"), errors.DamagedFile),
    ("index missing", run("DROP INDEX belief_supersedes"), errors.DamagedFile),
    ("index hidden", hidden_index_removed, errors.DamagedFile),
    ("guard missing", run("DROP TRIGGER raw_input_is_kept"), errors.DamagedFile),
    ("vector index missing", run("DROP TABLE passage_vec"), errors.DamagedFile),
    ("column more", run("ALTER TABLE meta ADD COLUMN extra ANY"), errors.DamagedFile),
    ("application id", run("PRAGMA application_id = 1234"), errors.NotAMemoryFile),
    ("newer", run(f"PRAGMA user_version = {schema.FORMAT + 1}"), errors.NewerFile),
    ("older", run(f"PRAGMA user_version = {schema.FORMAT - 1}"), errors.OlderFile),
    ("half", cut(0.5), errors.DamagedFile),
    ("last page gone", cut(0.99), errors.DamagedFile),
    ("a few bytes", overwrite(lambda: b"SQLite format 3\0" + bytes(10)), errors.NotAMemoryFile),
    ("text", overwrite(lambda: b"Dear diary, " * 100), errors.NotAMemoryFile),
    ("random bytes", overwrite(lambda: secrets.token_bytes(5_000)), errors.NotAMemoryFile),
    ("encrypted", encrypted, errors.NotAMemoryFile),
    ("another program's", foreign, errors.NotAMemoryFile),
    ("a database without tables", nearly_empty, errors.NotAMemoryFile),
]


@pytest.mark.parametrize("read_only", [False, True], ids=["write", "read"])
@pytest.mark.parametrize(("damage", "error"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_is_no_sound_memory_file_is_refused_and_left_alone(
    filled: Path, open_memory: OpenMemory, damage: Damage, error: type[errors.FileError], read_only: bool
) -> None:
    """The error says what it is; not a byte is written, and nothing is left beside the file (K39)."""
    damage(filled)
    before = filled.read_bytes()
    with pytest.raises(errors.FileError) as caught:
        open_memory(read_only=read_only)
    assert type(caught.value) is error, caught.value
    assert str(filled) in str(caught.value)
    assert filled.read_bytes() == before
    assert [p.name for p in filled.parent.iterdir()] == [filled.name]


def test_a_hostile_trigger_never_runs(filled: Path, open_memory: OpenMemory) -> None:
    """A stranger's trigger would empty the file at the next write; the file is refused before one happens (K39)."""
    run("CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM belief_source; END")(filled)
    with pytest.raises(errors.DamagedFile, match=r"holds objects that no memory file has \(t\)"):
        open_memory()
    with by_hand(filled) as db:
        assert db.execute("SELECT count(*) FROM belief_source").get == 1


def test_statistics_of_the_query_planner_are_no_strangers(filled: Path, open_memory: OpenMemory) -> None:
    """ANALYZE, run by hand, leaves a file that opens."""
    run("ANALYZE")(filled)
    with open_memory() as memory:
        assert memory.stats().counts


def test_a_copy_opens_like_the_file(filled: Path, open_memory: OpenMemory, tmp_path: Path) -> None:
    """One file is the whole memory: its copy answers the same (K37)."""
    copy = tmp_path / "copy.db"
    shutil.copyfile(filled, copy)
    with open_memory() as memory, open_memory(copy, read_only=True) as copied:
        assert [h.id for h in memory.recall("Bern").hits] == [h.id for h in copied.recall("Bern").hits] != []


def test_a_fresh_file_is_recognised(tmp_path: Path) -> None:
    """What `create` lays out passes the check that guards every opening; a raw input then can't be changed or removed."""
    path = tmp_path / "fresh.db"
    with by_hand(path) as db:
        with db:
            schema.create(db, width=100, now_ms=1)
        policy.enforce_keys(db)
        schema.require_ours(path, db)
