"""What a night writes of itself: each answer in one transaction that shows that it lives, and what its model cost (DCPM D-48)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.store import nights
from dcpm_sqlite.store.changes import BatchOfNight, Change, CountOfJob, UnderNight
from dcpm_sqlite.store.store import Store

_MICRO = 1_000_000
_CALLS, _USD, _UNPRICED = "calls", "usd_millionths", "unpriced"


@dataclass(slots=True)
class NightRecord:
    """The record of a night that this process holds. lease_ms: in which it shows by a change that it lives."""

    store: Store
    space: str
    night: nights.Night
    desk: Desk
    lease_ms: int
    _booked: Counter[str] = field(default_factory=Counter)  # what of the desk's spending is on record

    def take_up(self) -> None:
        """What an interrupted night spent before counts towards its budget."""
        with self.store.file.read() as db:
            counts = nights.counts(db, self.night.job)
        self.desk.calls, self.desk.usd, self.desk.unpriced = counts.get(_CALLS, 0), counts.get(_USD, 0) / _MICRO, counts.get(_UNPRICED, 0)
        self._booked = self._spent()

    def write(self, changes: Sequence[Change]) -> None:
        """One transaction of the night. Raises Overtaken, Stale."""
        until = self.store.settings.clock() + self.lease_ms
        self.store.apply(self.space, [UnderNight(self.night.job, self.night.epoch, until), *changes])

    def write_paid(self, changes: Sequence[Change]) -> None:
        """The same, with what the model cost since the last time. Raises Overtaken, Stale."""
        spent = self._spent()
        self.write([*changes, *counted(spent - self._booked)])
        self._booked = spent

    def pay(self) -> None:
        """What the model cost since the last time, where it cost anything."""
        if self._spent() - self._booked:
            self.write_paid([])

    def remember(self, batch: str | None) -> None:
        """The calls that are under way together."""
        self.write([BatchOfNight(batch)])

    def has(self, name: str) -> bool:
        """Whether a count of that name is on record."""
        with self.store.file.read() as db:
            return name in nights.counts(db, self.night.job)

    def _spent(self) -> Counter[str]:
        return Counter({_CALLS: self.desk.calls, _USD: round(_MICRO * self.desk.usd), _UNPRICED: self.desk.unpriced})


def counted(counts: Counter[str]) -> list[Change]:
    """Counts to be added to the night's."""
    return [CountOfJob(name, n) for name, n in sorted(counts.items()) if n]
