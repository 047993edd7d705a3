"""Upgrading: asked for, after a backup, one transaction per step."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from dcpm_sqlite import Memory, errors
from dcpm_sqlite.store import migrations, schema
from dcpm_sqlite.store.migrations import Migration
from tests.conftest import OpenMemory
from tests.doubles import by_hand


@pytest.fixture
def current(open_memory: OpenMemory, memory_path: Path) -> Path:
    """A closed file of the present format with one message."""
    with open_memory() as memory:
        memory.add("kept through upgrades")
    return memory_path


@pytest.fixture
def old(current: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same file, two formats older by a made-up ladder that undoes what was done to it here."""
    with by_hand(current) as db:
        db.execute("DROP INDEX raw_input_by_time; DROP INDEX change_by_item")
    later = schema.FORMAT + 2
    indexes = (
        "CREATE INDEX raw_input_by_time ON raw_input (space, said_at)",
        "CREATE INDEX change_by_item ON change (item)",
    )
    monkeypatch.setattr(migrations, "MIGRATIONS", tuple(Migration(schema.FORMAT + 1 + i, sql) for i, sql in enumerate(indexes)))
    monkeypatch.setattr(schema, "FORMAT", later)
    return current


def version(path: Path) -> int:
    """A file's format."""
    with by_hand(path) as db:
        return int(db.pragma("user_version"))


def test_an_older_file_is_not_opened_but_named(old: Path, open_memory: OpenMemory) -> None:
    """No opening upgrades silently; the error says how to."""
    before = old.read_bytes()
    with pytest.raises(errors.OlderFile, match="dcpm upgrade"):
        open_memory()
    assert old.read_bytes() == before


def test_upgrade_climbs_the_ladder_after_a_backup(old: Path, open_memory: OpenMemory) -> None:
    """Every step is taken in its order, the backup is the file as it was, and the memory opens whole."""
    was = version(old)
    backup = Memory.upgrade(old)
    assert backup is not None
    assert backup.name == f"m.db.format-{was}.backup"
    assert (version(backup), version(old)) == (was, was + 2)
    assert sorted(p.name for p in old.parent.iterdir()) == ["m.db", backup.name]
    with open_memory() as memory:
        assert [m.text for m in memory.list()] == ["kept through upgrades"]
        assert memory.check().problems == ()


def test_an_upgrade_goes_on_from_where_a_file_is(old: Path, open_memory: OpenMemory) -> None:
    """Steps that a file has behind it are not taken again."""
    with by_hand(old) as db:
        db.execute(migrations.MIGRATIONS[0].sql)
        db.pragma("user_version", migrations.MIGRATIONS[0].to)
    Memory.upgrade(old)
    assert version(old) == schema.FORMAT


def test_a_step_that_fails_leaves_the_step_before(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing step is rolled back with its number; the earlier one holds."""
    first = migrations.MIGRATIONS[0]
    monkeypatch.setattr(migrations, "MIGRATIONS", (first, Migration(first.to + 1, "CREATE TABLE half(x); CREATE TABLE meta(x)")))
    with pytest.raises(errors.FileError):
        Memory.upgrade(old)
    assert version(old) == first.to
    with by_hand(old) as db:
        assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").get == 0


def test_a_backup_in_the_way_stops_the_upgrade(old: Path) -> None:
    """An earlier backup is never overwritten, and without a backup nothing is changed."""
    standing = old.with_name(f"m.db.format-{version(old)}.backup")
    standing.write_text("an earlier one")
    before = old.read_bytes()
    with pytest.raises(errors.FileError, match="stands in the way"):
        Memory.upgrade(old)
    assert (standing.read_text(), old.read_bytes()) == ("an earlier one", before)


def test_a_file_of_the_present_format_is_left_alone(current: Path) -> None:
    """Nothing to do, no backup, no byte changed."""
    before = current.read_bytes()
    assert Memory.upgrade(current) is None
    assert current.read_bytes() == before
    assert [p.name for p in current.parent.iterdir()] == ["m.db"]


def test_what_is_not_ours_or_newer_is_not_upgraded(current: Path, tmp_path: Path) -> None:
    """The same errors as at opening, and nothing written."""
    chance = tmp_path / "chance"
    chance.write_bytes(secrets.token_bytes(5_000))
    with pytest.raises(errors.NotAMemoryFile):
        Memory.upgrade(chance)
    with by_hand(current) as db:
        db.pragma("user_version", schema.FORMAT + 1)
    with pytest.raises(errors.NewerFile):
        Memory.upgrade(current)
    with pytest.raises(errors.FileError):
        Memory.upgrade(tmp_path / "none")
    assert not (tmp_path / "none").exists()
