"""How every connection to a memory file behaves: one small function per rule, each with its reason."""

from __future__ import annotations

import contextlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import apsw

BUSY_TIMEOUT_MS = 5_000
CACHE_KIB = 64 * 1024
JOURNAL_LIMIT_BYTES = 16 * 1024 * 1024


def wait_for_locks(db: apsw.Connection) -> None:
    """Another process's short transaction is waited for, not reported (K34)."""
    db.set_busy_timeout(BUSY_TIMEOUT_MS)


def begin_immediate(db: apsw.Connection) -> None:
    """A writer takes its lock at once: a deferred one would fail when it upgrades."""
    db.transaction_mode = "IMMEDIATE"


def distrust_schema(db: apsw.Connection) -> None:
    """A file may come from a stranger: its schema can't call functions, nor write to shadow tables (K39)."""
    db.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    db.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
    db.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
    db.pragma("cell_size_check", 1)


@contextlib.contextmanager
def shadow_tables_open(db: apsw.Connection) -> Iterator[None]:
    """While tables are laid out, an index may be put on a shadow table; DEFENSIVE forbids it at any other time."""
    db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
    try:
        yield
    finally:
        db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)


def enforce_keys(db: apsw.Connection) -> None:
    """Foreign keys hold, and REPLACE can't pass by the guards of raw inputs."""
    db.pragma("foreign_keys", 1)
    db.pragma("recursive_triggers", 1)


def overwrite_deleted(db: apsw.Connection) -> None:
    """What is deleted is overwritten with zeros (K28)."""
    db.pragma("secure_delete", 1)


def bound_memory(db: apsw.Connection) -> None:
    """A page cache that helps scans and stays small beside the encoder; temporary data stays off the disk."""
    db.pragma("cache_size", -CACHE_KIB)
    db.pragma("temp_store", 2)


def sync_full(db: apsw.Connection) -> None:
    """An acknowledged message survives a power cut; NORMAL could lose the last commits."""
    db.pragma("synchronous", 2)
    db.pragma("journal_size_limit", JOURNAL_LIMIT_BYTES)


def only_read(db: apsw.Connection) -> None:
    """A reader can't write, whatever statement reaches it."""
    db.pragma("query_only", 1)


def load_vec0(db: apsw.Connection) -> None:
    """Load the sqlite-vec extension, found without importing its package; loading is switched off again."""
    db.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1)
    try:
        db.load_extension(str(_vec0_path()), "sqlite3_vec_init")
    finally:
        db.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)


def _vec0_path() -> Path:
    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("the package sqlite-vec is missing; install dcpm-sqlite with its dependencies")
    return Path(spec.submodule_search_locations[0]) / "vec0"


def as_writer(db: apsw.Connection) -> None:
    """All rules of the one writing connection."""
    for rule in (
        wait_for_locks,
        begin_immediate,
        distrust_schema,
        enforce_keys,
        overwrite_deleted,
        bound_memory,
        sync_full,
        load_vec0,
    ):
        rule(db)


def as_reader(db: apsw.Connection) -> None:
    """All rules of a reading connection."""
    for rule in (wait_for_locks, distrust_schema, bound_memory, load_vec0, only_read):
        rule(db)
