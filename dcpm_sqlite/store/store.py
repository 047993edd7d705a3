"""The open store: one file, its writer's clock and ids, and the coarse index in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import apsw

from dcpm_sqlite.errors import EncoderMismatch, OlderFile
from dcpm_sqlite.settings import Settings
from dcpm_sqlite.store import apply as applying
from dcpm_sqlite.store import encoders, jobs, raw, schema
from dcpm_sqlite.store.changes import Change
from dcpm_sqlite.store.codes import CodesInMemory
from dcpm_sqlite.store.file import File
from dcpm_sqlite.store.ids import UidSource
from dcpm_sqlite.store.vectors import F32, CandidateSource, Vec0Source
from dcpm_sqlite.store.work import Work

CentreOf = Callable[[bytes], F32]
Guard = Callable[[apsw.Connection], None]


class Store:
    """A memory file and what belongs to this process's use of it.

    encoder: what a new file is made for; centre_of: reads the centre out of a packed calibration.
    """

    def __init__(
        self, path: Path, *, read_only: bool, encoder: Callable[[], encoders.EncoderRow], centre_of: CentreOf, settings: Settings,
        vfs: str | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.uids = UidSource()
        self._centre_of = centre_of

        def create(db: apsw.Connection) -> None:
            row = encoder()
            schema.create(db, width=row.width, now_ms=settings.clock())
            encoders.insert(db, row, state="current")

        self.file = File(path, read_only=read_only, create=create, vfs=vfs)
        self.follow_encoder()

    def follow_encoder(self) -> None:
        """Read which encoder the file's vectors come from; after a re-embedding it is another one."""
        with self.file.read() as db:
            self.encoder = encoders.current(db)
        self.centre = self._centre_of(self.encoder.calibration)
        budget = self.settings.codes_budget_bytes
        self.candidates: CandidateSource = CodesInMemory(self.centre, budget_bytes=budget) if budget else Vec0Source()

    def require_recipes(self, db: apsw.Connection) -> None:
        """Raise OlderFile before indexes of two recipes are mixed: a keyword index gives up only the very words it was given."""
        if others := schema.other_recipes(db):
            raise OlderFile(
                f"{self.file.path} has {', '.join(others)} made by another version of dcpm_sqlite; run `dcpm rebuild {self.file.path}`."
            )

    def apply(self, space: str, changes: Sequence[Change], *, guard: Guard | None = None) -> list[applying.Applied]:
        """Write changes, all or none, in one transaction. Raises Stale.

        guard: looks, inside the transaction, whether what was read when they were decided still holds; raises Stale where it does not.
        """
        with self.file.write() as db:
            self.require_encoder(encoders.current(db).digest)
            self.require_recipes(db)
            if guard is not None:
                guard(db)
            return applying.apply(db, space, changes, uids=self.uids, now_ms=self.settings.clock(), centre=self.centre)

    def require_encoder(self, digest: str) -> None:
        """Raise EncoderMismatch when the file moved to another encoder since it was opened here (K38)."""
        if digest != self.encoder.digest:
            raise EncoderMismatch(f"{self.file.path} was moved to another encoder by another process; open it again with that encoder.")

    def set_owner(self, space: str, name: str) -> None:
        """Say whom the space is about."""
        with self.file.write() as db:
            applying.set_owner(db, space, name, uids=self.uids, now_ms=self.settings.clock())

    def undo(self, space: str, job: str, *, cascade: bool) -> tuple[str, ...]:
        """Take a job back; ids of all the jobs taken back, latest first. Raises UnknownId, BuiltUpon."""
        with self.file.write() as db:
            self.require_encoder(encoders.current(db).digest)
            self.require_recipes(db)
            key = raw.space_key(db, space)
            found = jobs.find(db, key or 0, job)
            taken = jobs.undo(Work(db, key or 0, self.uids, self.settings.clock()), found, cascade=cascade)
            return tuple(jobs.public_id(db, taken_job) for taken_job in taken)
