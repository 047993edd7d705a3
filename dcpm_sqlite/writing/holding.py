"""Whether what is being decided about is still this call's, and still there, when it is written (K47)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from dcpm_sqlite.errors import Overtaken
from dcpm_sqlite.store import pending, raw, summaries
from dcpm_sqlite.writing.extraction.offer import Turn


@dataclass(frozen=True, slots=True)
class Held:
    """Messages of one session that a call claimed, and how long each claim stands, in milliseconds."""

    holder: str
    keys: tuple[int, ...]
    lease_ms: int


def require_held(db: apsw.Connection, space: str, held: Held, *, now_ms: int) -> None:
    """Claim the messages anew, inside the writing transaction: many parts may take longer than one claim. Raises Overtaken."""
    key = raw.space_key(db, space)
    claimed = [] if key is None else pending.claim(
        db, key, holder=held.holder, now_ms=now_ms, lease_ms=held.lease_ms, max_chars=sys.maxsize, only=held.keys,
    )  # fmt: skip
    if {message.key for message in claimed} != set(held.keys):
        raise Overtaken(
            "Another process took these messages over, or one was forgotten meanwhile; what was decided about them here is dropped."
        )


def require_shown(db: apsw.Connection, held: Held, turns: Sequence[Turn], summary: summaries.Condensed | None) -> None:
    """What a mind was shown is still there: what it wrote may hold words of it. Raises Overtaken.

    summary: the one that it continued, None where none was shown.
    """
    shown = {turn.raw.key for turn in turns}
    if len(raw.by_keys(db, sorted(shown))) < len(shown):
        raise Overtaken("A message was forgotten while a mind read it; what was decided is dropped.")
    if summary is not None and summaries.current(db, held.keys[0]) != summary:
        raise Overtaken("The session's summary was continued by another, or forgotten; what was decided is dropped.")
