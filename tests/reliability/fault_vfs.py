"""A file system under SQLite whose n-th change of a file fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw

NAME = "dcpm-faults"


@dataclass(slots=True)
class Plan:
    """Which change fails: the `at`-th since `arm`, and with `lasting` all after it; `fault` is the error raised.

    seen: changes since `arm`; fired: how many of them failed.
    """

    at: int | None = None
    lasting: bool = False
    fault: type[apsw.Error] = apsw.IOError
    seen: int = 0
    fired: int = 0

    def arm(self, at: int, *, lasting: bool, fault: type[apsw.Error]) -> None:
        """Count from here."""
        self.at, self.lasting, self.fault, self.seen, self.fired = at, lasting, fault, 0, 0

    def disarm(self) -> None:
        """The disk is well again."""
        self.at = None

    def change(self) -> None:
        """One change of a file is about to be made."""
        self.seen += 1
        if self.at is not None and (self.seen == self.at or (self.lasting and self.seen > self.at)):
            self.fired += 1
            raise self.fault("injected")


class FaultVfs(apsw.VFS):
    """The platform's file system with a plan of faults."""

    def __init__(self, name: str) -> None:
        self.plan = Plan()
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        """Files through which faults come."""
        return _FaultFile(self.plan, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Journals are deleted."""
        self.plan.change()
        super().xDelete(filename, syncdir)


class _FaultFile(apsw.VFSFile):
    def __init__(self, plan: Plan, name: Any, flags: list[int]) -> None:
        self._plan = plan
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._plan.change()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        self._plan.change()
        super().xSync(flags)

    def xTruncate(self, newsize: int) -> None:
        self._plan.change()
        super().xTruncate(newsize)
