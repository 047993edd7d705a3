"""The file's format: read from schema.sql, created, recognised, and held against what a fresh file would have.

`application_id` says that a file is ours, `user_version` in which format. A file whose schema differs from a fresh one by a
single object is refused before anything of it is used: a stranger's trigger or view would run with our writes (K39).
"""

from __future__ import annotations

import functools
import re
import secrets
from importlib import resources
from pathlib import Path

import apsw

from dcpm_sqlite.errors import DamagedFile, NewerFile, NotAMemoryFile, OlderFile
from dcpm_sqlite.store import policy

APPLICATION_ID = 0x4443504D  # "DCPM"
FORMAT = 1
# Versions of the recipes by which derived tables are made: raise one when its code changes, and older files ask to be rebuilt.
RECIPES = {"recipe.passages": 1, "recipe.keywords": 1, "recipe.codes": 1}
DERIVED_FTS = ("passage_fts", "belief_fts", "summary_fts")
DERIVED_VEC = ("passage_vec", "belief_vec", "summary_vec", "node_vec")


@functools.cache
def parts() -> dict[str, str]:
    """schema.sql's parts by name: canonical, costly, derived, views."""
    packaged = resources.files("dcpm_sqlite") / "schema.sql"
    source = packaged if packaged.is_file() else Path(__file__).resolve().parents[2] / "schema.sql"
    pieces = re.split(r"^-- PART (\w+)$", source.read_text("utf-8"), flags=re.M)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def script(width: int) -> str:
    """The whole schema for an encoder of that many components."""
    return "".join(parts().values()).replace("{width}", str(bits(width)))


def bits(width: int) -> int:
    """Bits of a coarse code: the width, rounded up to whole bytes."""
    return (width + 7) // 8 * 8


def create(db: apsw.Connection, *, width: int, now_ms: int) -> None:
    """Lay out an empty file, inside the caller's transaction."""
    with policy.shadow_tables_open(db):
        db.execute(script(width))
    _erase_on_delete(db)
    db.executemany(
        "INSERT INTO meta(key, value) VALUES (?, ?)",
        [("created_at", now_ms), ("hash_key", secrets.token_bytes(32)), *RECIPES.items()],
    )
    db.pragma("application_id", APPLICATION_ID)
    db.pragma("user_version", FORMAT)


def create_derived(db: apsw.Connection, *, width: int) -> None:
    """Lay out the derived tables, after they were dropped."""
    with policy.shadow_tables_open(db):
        db.execute(parts()["derived"].replace("{width}", str(bits(width))))
    _erase_on_delete(db)


def record_recipes(db: apsw.Connection) -> None:
    """The derived tables were just made by this version's recipes."""
    db.executemany("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", list(RECIPES.items()))


def other_recipes(db: apsw.Connection) -> list[str]:
    """Which derived tables of the file were made by another recipe than this version's."""
    found = dict(db.execute("SELECT key, value FROM meta WHERE key LIKE 'recipe.%'"))
    return sorted(key.removeprefix("recipe.") for key, version in RECIPES.items() if found.get(key) != version)


def create_coarse(db: apsw.Connection, *, width: int) -> None:
    """Lay out the coarse vector indexes alone, after they were dropped."""
    with policy.shadow_tables_open(db):
        for line in parts()["derived"].splitlines():
            if "USING vec0" in line or "_vec_by_space ON" in line:
                db.execute(line.replace("{width}", str(bits(width))))


def _erase_on_delete(db: apsw.Connection) -> None:
    """Keyword indexes give up deleted words at once (K28)."""
    for table in DERIVED_FTS:
        db.execute(f"INSERT INTO {table}({table}, rank) VALUES ('secure-delete', 1)")


def require_ours(path: Path, db: apsw.Connection) -> None:
    """Raise unless the open file is a sound memory file in this format. Reads only; needs no extension.

    Raises: NotAMemoryFile, NewerFile, OlderFile, DamagedFile.
    """
    version = version_of(path, db)
    if version < FORMAT:
        raise OlderFile(f"{path} has the older format {version}: run `dcpm upgrade {path}` (it makes a backup first).")
    _require_whole(path, db)
    _require_known_objects(path, db)


def version_of(path: Path, db: apsw.Connection) -> int:
    """The format of a memory file, this one or an older one. Raises NotAMemoryFile, NewerFile."""
    try:
        application = db.pragma("application_id")
        version = int(db.pragma("user_version"))
    except apsw.NotADBError:
        raise NotAMemoryFile(f"{path} is not a memory file: it is encrypted, or no SQLite database at all.") from None
    if application != APPLICATION_ID:
        raise NotAMemoryFile(f"{path} is a database of another program; choose another path for the memory.")
    if version > FORMAT:
        raise NewerFile(f"{path} has format {version}, this version of dcpm_sqlite reads up to {FORMAT}: install a newer dcpm-sqlite.")
    return version


def _require_whole(path: Path, db: apsw.Connection) -> None:
    pages, size = db.pragma("page_count"), db.pragma("page_size")
    has_wal = path.with_name(path.name + "-wal").exists()
    if not has_wal and path.stat().st_size < int(pages) * int(size):
        raise DamagedFile(f"{path} is truncated: {path.stat().st_size} of {pages * size} bytes. Restore it from a backup.")


def _require_known_objects(path: Path, db: apsw.Connection) -> None:
    try:
        found = set(db.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'"))
    except apsw.Error as error:
        raise DamagedFile(f"{path} is damaged ({error}). Restore it from a backup.") from None
    width = next((m[1] for row in found if row[1] == "passage_vec" and (m := re.search(r"bit\[(\d+)\]", str(row[2])))), None)
    if width is None:
        raise DamagedFile(f"{path} lacks its vector index; it was changed by hand. Restore it from a backup.")
    fresh = _fresh_objects(int(width))
    if extra := sorted(str(row[1]) for row in found - fresh):
        raise DamagedFile(
            f"{path} holds objects that no memory file has ({', '.join(extra[:5])}); it was changed by another program. "
            "Do not use it, or restore it from a backup."
        )
    if missing := sorted(str(row[1]) for row in fresh - found):
        raise DamagedFile(f"{path} lacks {', '.join(missing[:5])}. Restore it from a backup.")


@functools.lru_cache(maxsize=4)
def _fresh_objects(width: int) -> frozenset[tuple[object, ...]]:
    """What sqlite_schema of a fresh file holds."""
    with apsw.Connection(":memory:") as db:
        policy.load_vec0(db)
        db.execute(script(width))
        rows = frozenset(db.execute("SELECT type, name, sql FROM sqlite_schema"))
    db.close()
    return rows
