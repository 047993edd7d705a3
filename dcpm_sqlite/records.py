"""The values that cross rooms: frozen, slotted, without behaviour beyond their own reading.

`key` is a row's id inside one file (`space << 32 | n`) and never leaves it; `id` is the same item's
short public text (13 characters, time-ordered, unique across files).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["user", "assistant", "system", "tool"]
Precision = Literal["instant", "second", "minute", "hour", "day", "week", "month", "season", "year", "decade"]
Basis = Literal["stated", "resolved", "assumed"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A point or short stretch of time, as it was given (DESIGN: one clock, Unix milliseconds UTC).

    ms: first millisecond of the stretch, Unix time in UTC.
    precision: how long the stretch is; `day` with ms at midnight means that whole day.
    offset_min: minutes east of UTC in which it was said; None where the source had no zone.
    basis: `stated` by the source, `resolved` from words ("last week"), or `assumed` (time of adding).
    """

    ms: int
    precision: Precision = "second"
    offset_min: int | None = None
    basis: Basis = "stated"


@dataclass(frozen=True, slots=True)
class Message:
    """One message as a caller or an importer hands it in.

    text: what was said; role: who speaks in the protocol's sense.
    party: the speaker's name; None means the space's owner for `user` and nobody in particular otherwise.
    said_at: when; None means now, marked as assumed (K23).
    session: the conversation it belongs to, by the source's name for it; None means one session per `add`.
    source, source_key: where it comes from and its id there; the pair makes adding idempotent.
    """

    text: str
    role: Role = "user"
    party: str | None = None
    said_at: Moment | None = None
    session: str | None = None
    source: str | None = None
    source_key: str | None = None
