"""Every rule of a connection is in force, as read back from SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.store import policy
from tests.doubles import store_of


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    """A connection without any rule."""
    connection = apsw.Connection(str(tmp_path / "plain.db"))
    yield connection
    connection.close()


def test_locks_are_waited_for(db: apsw.Connection) -> None:
    """Another process's transaction is waited for, five seconds at most (K34)."""
    policy.wait_for_locks(db)
    assert db.pragma("busy_timeout") == policy.BUSY_TIMEOUT_MS == 5_000


def test_a_writer_takes_its_lock_at_once(db: apsw.Connection) -> None:
    """A transaction of the writer holds the write lock before it has written anything."""
    policy.begin_immediate(db)
    other = apsw.Connection(db.filename)
    with db, pytest.raises(apsw.BusyError):
        other.execute("BEGIN IMMEDIATE")
    other.close()


def test_the_schema_is_not_trusted(db: apsw.Connection) -> None:
    """Functions in a schema are off, shadow tables are closed, double quotes are names (K39)."""
    policy.distrust_schema(db)
    off = (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, apsw.SQLITE_DBCONFIG_DQS_DDL, apsw.SQLITE_DBCONFIG_DQS_DML)
    assert [db.config(option, -1) for option in off] == [0, 0, 0]
    assert db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, -1) == 1
    assert db.pragma("cell_size_check") == 1


def test_keys_are_enforced(db: apsw.Connection) -> None:
    """Foreign keys hold, and REPLACE fires triggers."""
    policy.enforce_keys(db)
    assert (db.pragma("foreign_keys"), db.pragma("recursive_triggers")) == (1, 1)


def test_the_deleted_is_overwritten(db: apsw.Connection) -> None:
    """Deleted bytes become zeros (K28)."""
    policy.overwrite_deleted(db)
    assert db.pragma("secure_delete") == 1


def test_memory_is_bounded_and_temporary_data_stays_off_the_disk(db: apsw.Connection) -> None:
    """The page cache has its bound in KiB; temporary tables live in memory."""
    policy.bound_memory(db)
    assert (db.pragma("cache_size"), db.pragma("temp_store")) == (-policy.CACHE_KIB, 2)


def test_commits_are_synced_in_full(db: apsw.Connection) -> None:
    """An acknowledged message survives a power cut."""
    policy.sync_full(db)
    assert (db.pragma("synchronous"), db.pragma("journal_size_limit")) == (2, policy.JOURNAL_LIMIT_BYTES)


def test_a_reader_refuses_every_write(db: apsw.Connection) -> None:
    """A statement that writes is refused, whatever it is."""
    policy.only_read(db)
    with pytest.raises(apsw.ReadOnlyError):
        db.execute("CREATE TABLE t(x)")


def test_loading_extensions_is_off_again(db: apsw.Connection) -> None:
    """vec0 is there, and nothing else can be loaded after it."""
    policy.load_vec0(db)
    assert db.execute("SELECT vec_version()").get.startswith("v0.1.")
    assert db.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, -1) == 0
    with pytest.raises(apsw.Error):
        db.load_extension(str(policy._vec0_path()))


def test_a_memory_s_connections_follow_the_rules(memory: Memory) -> None:
    """Writer and reader of an open memory carry the rules that only they have, and the file is in WAL mode."""
    file = store_of(memory).file
    with file.write() as writer:
        told = [writer.pragma(name) for name in ("foreign_keys", "secure_delete", "synchronous", "query_only", "journal_mode")]
        assert told == [1, 1, 2, 0, "wal"]
    with file.read() as reader:
        assert reader.readonly("main")
        assert reader.pragma("query_only") == 1
        assert reader.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, -1) == 0
