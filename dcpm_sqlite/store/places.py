"""Where things that may be recalled stand, as ranking needs it: one statement for all that a read considers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

import apsw
import numpy as np

from dcpm_sqlite.store.vectors import Keys, apsw_ints


@dataclass(frozen=True, slots=True)
class Places:
    """Parallel arrays of keys and times.

    previous, session, party: the turn before, the session and the speaker by their keys, 0 for none.
    recorded_ms: when this file recorded it; 0 where that wasn't looked up.
    said_ms: from when on it counts as said; a belief's also not before the state that it tells of began.
    """

    key: Keys
    previous: Keys
    session: Keys
    party: Keys
    said_ms: Keys
    recorded_ms: Keys


_COLUMNS = 7
_SELECT = {
    # passages come with those that follow them: they are their neighbours
    "passage": (
        "p.id, coalesce(p.previous, 0), r.session, coalesce(r.party, 0), r.said_at, {recorded} FROM passage AS p "
        "JOIN raw_input AS r ON r.id = p.raw WHERE p.id IN (SELECT value FROM carray({keys}) "
        "UNION SELECT n.id FROM carray({keys}) AS c JOIN passage AS n ON n.previous = c.value)"
    ),
    "belief": (
        "b.id, 0, 0, coalesce(b.party, 0), max(b.said_at, coalesce(b.holds_from, b.said_at)), {recorded} FROM belief AS b "
        "WHERE b.id IN carray({keys})"
    ),
    "summary": (
        "s.id, 0, 0, 0, r.said_at, {recorded} FROM summary AS s JOIN raw_input AS r ON r.id = s.last_raw WHERE s.id IN carray({keys})"
    ),
}


_RECORDED = {"passage": "r.id", "belief": "b.id", "summary": "s.id"}


def places(db: apsw.Connection, keys: Mapping[str, Keys], *, with_recorded: bool) -> dict[str, Places]:
    """Per channel (passage, belief, summary) the places of its keys (1 statement).

    with_recorded: whether `recorded_ms` is looked up; it costs a row of `item` each, and only a read with `known_at` needs it.
    """
    arms = []
    for number, channel in enumerate(keys):
        recorded = f"(SELECT recorded_at FROM item WHERE id = {_RECORDED[channel]})" if with_recorded else "0"
        arms.append(f"SELECT {number}, " + _SELECT[channel].format(keys=f"?{number + 1}", recorded=recorded))
    rows = db.execute(" UNION ALL ".join(arms), tuple(apsw_ints(wanted) for wanted in keys.values()))
    table = np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, _COLUMNS)
    return {channel: Places(*table[table[:, 0] == number, 1:].T.copy()) for number, channel in enumerate(keys)}
