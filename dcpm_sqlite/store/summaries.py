"""Session summaries (DCPM D-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.vectors import apsw_ints


@dataclass(frozen=True, slots=True)
class Summary:
    """A session's condensation up to a time."""

    id: str
    session: str
    text: str
    said_ms: int


def by_keys(db: apsw.Connection, keys: Sequence[int]) -> dict[int, Summary]:
    """Summaries by their keys (1 statement, none for no keys)."""
    if not keys:
        return {}
    found = db.execute(
        "SELECT s.id, i.uid, e.source_key, s.text, r.said_at FROM summary AS s JOIN item AS i ON i.id = s.id "
        "JOIN session AS e ON e.id = s.session JOIN raw_input AS r ON r.id = s.last_raw WHERE s.id IN carray(?)",
        (apsw_ints(keys),),
    )
    return {key: Summary(as_text(uid), session, text, said) for key, uid, session, text, said in found}
