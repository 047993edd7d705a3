"""What was said, as it comes and as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
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
    said_at: when, as a Moment, a datetime, a date or an ISO 8601 time; None means now, marked as assumed (K23).
    session: the conversation it belongs to, by the source's name for it; None means one session per `add`.
    source, source_key: where it comes from and its id there; the pair makes adding idempotent.
    """

    text: str
    role: Role = "user"
    party: str | None = None
    said_at: Moment | datetime | str | None = None
    session: str | None = None
    source: str | None = None
    source_key: str | None = None


@dataclass(frozen=True, slots=True)
class RawInput:
    """A message as kept (DCPM D-01).

    key, id: see the module; session, party, source, source_key: names as given; party is None where nobody was named.
    turn: position in its session, from 1; withheld: how many secrets were left out of the text.
    state: `pending` until it was decided what to believe of it, then `done`; reason: why it still waits.
    recorded_at: when this file recorded it, Unix ms.
    """

    key: int
    id: str
    session: str
    turn: int
    role: Role
    party: str | None
    text: str
    said_at: Moment
    source: str
    source_key: str | None
    withheld: int
    state: Literal["pending", "done"]
    reason: str | None
    recorded_at: int
