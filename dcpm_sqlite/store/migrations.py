"""Upgrading a file of an older format: asked for, never silent, a backup first; one transaction per step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import apsw

from dcpm_sqlite.errors import FileError
from dcpm_sqlite.store import policy, schema
from dcpm_sqlite.store.file import translated


@dataclass(frozen=True, slots=True)
class Migration:
    """SQL that leads from format `to - 1` to format `to`."""

    to: int
    sql: str


MIGRATIONS: tuple[Migration, ...] = ()  # the first format is the present one


def upgrade(path: Path) -> Path | None:
    """Apply what is missing, after a backup beside the file; the backup's path, None where nothing was to do.

    Raises FileError for what is no memory file, or is newer.
    """
    with translated(path):
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            policy.wait_for_locks(db)
            policy.distrust_schema(db)
            version = schema.version_of(path, db)
            if version == schema.FORMAT:
                return None
            backup = _backup(path, db, version)
            policy.as_writer(db)
            for migration in MIGRATIONS:
                if migration.to > version:
                    with db:
                        db.execute(migration.sql)
                        db.pragma("user_version", migration.to)
            schema.require_ours(path, db)
        finally:
            db.close()
    return backup


def _backup(path: Path, db: apsw.Connection, version: int) -> Path:
    target = path.with_name(f"{path.name}.format-{version}.backup")
    if target.exists():
        raise FileError(f"The backup {target} of an earlier upgrade stands in the way; move it and upgrade again.")
    copy = apsw.Connection(str(target))
    try:
        with copy.backup("main", db, "main") as progress:
            progress.step()
    finally:
        copy.close()
    return target
