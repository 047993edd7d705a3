"""What a writing transaction needs at hand: the connection, new ids, the present time, and the log of the job it works for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import apsw

from dcpm_sqlite.store.ids import UidSource

Action = Literal[
    "word",
    "withdraw",
    "cite",
    "uncite",
    "context",
    "uncontext",
    "supersedes",
    "superseded_by",
    "pin",
    "relate",
    "close",
    "summarise",
    "node",
    "evidence",
    "member",
    "describe",
    "mark",
    "merge",
    "part",
]


@dataclass(slots=True)
class Work:
    """One writing transaction in one space; job: key of the job that its changes are logged under, None for none."""

    db: apsw.Connection
    space: int
    uids: UidSource
    now_ms: int
    job: int | None = None

    def new(self, kind: str) -> int:
        """A new row of `item`; its key."""
        n = self.db.execute("UPDATE space SET next_n = next_n + 1 WHERE id = ? RETURNING next_n - 1", (self.space,)).get
        key = self.space << 32 | n
        uid = self.uids.next(self.now_ms)
        while self.db.execute("SELECT 1 FROM item WHERE uid = ? UNION ALL SELECT 1 FROM tombstone WHERE uid = ?", (uid, uid)).get:
            uid = self.uids.next(self.now_ms)
        self.db.execute(
            "INSERT INTO item(id, uid, space, kind, recorded_at) VALUES (?, ?, ?, ?, ?)",
            (key, uid, self.space, kind, self.now_ms),
        )
        return int(key)

    def log(self, action: Action, item: int, *, other: int | None = None, old: int | None = None, new: int | None = None) -> None:
        """Note a change, so that its job can be taken back; nothing outside of a job."""
        if self.job is not None:
            self.db.execute(
                "INSERT INTO change(job, item, other, action, old, new, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (self.job, item, other, action, old, new, self.now_ms),
            )
