"""Counts for people."""

from __future__ import annotations

from dcpm_sqlite.records import Stats
from dcpm_sqlite.store import raw
from dcpm_sqlite.store.store import Store

_COUNTS = (
    ("messages", "SELECT count(*) FROM raw_input WHERE space = :space"),
    ("sessions", "SELECT count(*) FROM session WHERE space = :space"),
    ("speakers", "SELECT count(*) FROM party WHERE id BETWEEN :low AND :high"),
    ("passages", "SELECT count(*) FROM passage WHERE id BETWEEN :low AND :high"),
    ("waiting for a vector", "SELECT count(*) FROM unembedded WHERE id BETWEEN :low AND :high"),
    ("waiting for beliefs", "SELECT count(*) FROM raw_input WHERE space = :space AND state <> 'done'"),
    ("beliefs", "SELECT count(DISTINCT belief) FROM wording WHERE id BETWEEN :low AND :high AND withdrawn_by IS NULL"),
    ("superseded beliefs", "SELECT count(*) FROM belief WHERE id BETWEEN :low AND :high AND superseded_by IS NOT NULL"),
    ("relations", "SELECT count(*) FROM relation WHERE id BETWEEN :low AND :high AND closed_at IS NULL"),
    ("nodes", "SELECT count(*) FROM node WHERE id BETWEEN :low AND :high"),
    ("forgotten", "SELECT count(*) FROM tombstone WHERE space = :space"),
)


def stats(store: Store, space: str) -> Stats:
    """Of one space; nothing of another is counted."""
    with store.file.read() as db:
        view = raw.view_space(db, space)
        key = view.key if view else 0
        bounds = {"space": key, "low": key << 32, "high": (key << 32) | 0xFFFFFFFF}
        counts = tuple((name, int(db.execute(sql, bounds).get)) for name, sql in _COUNTS)
        first, last = db.execute("SELECT min(said_at), max(said_at) FROM raw_input WHERE space = ?", (key,)).fetchall()[0]
    return Stats(space, counts, store.file.path.stat().st_size, store.encoder.name, _time(first), _time(last))


def _time(value: object) -> int | None:
    return value if isinstance(value, int) else None
