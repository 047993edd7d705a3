"""Which stored beliefs a new item is to be held against: the nearest by meaning, those with its attribute, the latest (R-13)."""

from __future__ import annotations

from collections.abc import Sequence

import apsw
import numpy as np

from dcpm_sqlite.store import vectors
from dcpm_sqlite.store.beliefs import STANDS, subject_key
from dcpm_sqlite.store.vectors import F32, CandidateSource

_STANDS = STANDS.format("b.id")


def by_meaning(
    db: apsw.Connection, source: CandidateSource, space: int, vector: F32, centre: F32, *, coarse: int, limit: int
) -> list[tuple[int, float]]:
    """Keys and cosines of the nearest beliefs, current or not, best first (2 statements)."""
    keys, similarities = vectors.nearest(db, source, space, ["belief_vec"], vector, centre, coarse=coarse, limit=limit)["belief_vec"]
    return [(int(key), float(s)) for key, s in zip(keys, similarities, strict=True)]


def by_attribute(db: apsw.Connection, space: int, subject: str | None, attribute: str, *, limit: int) -> list[int]:
    """The latest current beliefs that say something of the same kind about the same subject (1 statement)."""
    rows = db.execute(
        f"SELECT b.id FROM belief AS b WHERE b.attribute = ? AND b.subject_key IS ? AND b.id BETWEEN ? AND ? AND b.superseded_by IS NULL AND {_STANDS} "
        "ORDER BY b.id DESC LIMIT ?",
        (attribute, subject_key(subject), space << 32, (space << 32) | 0xFFFFFFFF, limit),
    )
    return [row[0] for row in rows]


def latest(db: apsw.Connection, space: int, *, limit: int) -> list[int]:
    """The current beliefs recorded last (1 statement)."""
    rows = db.execute(
        f"SELECT b.id FROM belief AS b WHERE b.id BETWEEN ? AND ? AND b.superseded_by IS NULL AND {_STANDS} ORDER BY b.id DESC LIMIT ?",
        (space << 32, (space << 32) | 0xFFFFFFFF, limit),
    )
    return [row[0] for row in rows]


def similarities(db: apsw.Connection, keys: Sequence[int], vector: F32) -> dict[int, float]:
    """Cosines with those of these beliefs that have a vector (1 statement)."""
    found, cosines = vectors.similarity(db, np.array(keys, np.int64), vector)
    return {int(key): float(cosine) for key, cosine in zip(found, cosines, strict=True)}


def wordings(db: apsw.Connection, keys: Sequence[int]) -> dict[int, int]:
    """Keys of the current wordings of these beliefs (1 statement)."""
    rows = db.execute("SELECT belief, wording FROM current_wording WHERE belief IN carray(?)", (vectors.apsw_ints(keys),))
    return dict(rows)
