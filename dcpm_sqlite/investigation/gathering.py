"""What is known of items that a search found: a fixed number of statements, however many they are."""

from __future__ import annotations

from collections.abc import Sequence

import apsw
import numpy as np

from dcpm_sqlite.encoder import F32, Calibration, nearness
from dcpm_sqlite.investigation.board import Detail, Entry
from dcpm_sqlite.investigation.evidence import Shown
from dcpm_sqlite.store import beliefs, nearby, raw, relations, vectors


def details(db: apsw.Connection, entries: Sequence[Entry], question: F32, calibration: Calibration) -> dict[int, Detail]:
    """By key; what was forgotten or taken back is left out (6 statements). question: vector (width,)."""
    keys = [entry.key for entry in entries]
    near = _nearness(db, keys, question, calibration)
    mine = [entry.key for entry in entries if entry.kind == "belief"]
    found = beliefs.by_keys(db, mine)
    wordings, spans, leads = nearby.wordings(db, mine), beliefs.spans(db, mine), relations.degrees(db, mine)
    told: dict[int, Detail] = {}
    for key, belief in found.items():
        start, end = spans[key]
        shown = Shown(
            key, wordings[key], belief.text, belief.type, belief.party, belief.said_ms, start, end,
            score=0.0, depth=0, is_expanded=False, leads=leads.get(key, 0),
        )  # fmt: skip
        told[key] = Detail(belief.id, shown, near.get(key, 0.0))
    for key, (row, text) in raw.by_passages(db, [entry.key for entry in entries if entry.kind == "passage"]).items():
        shown = Shown(
            key, None, text, None, row.party or row.role, row.said_at.ms, None, None, score=0.0, depth=0, is_expanded=False, leads=0
        )
        told[key] = Detail(row.id, shown, near.get(key, 0.0))
    return told


def _nearness(db: apsw.Connection, keys: Sequence[int], question: F32, calibration: Calibration) -> dict[int, float]:
    found, cosines = vectors.similarity(db, np.array(keys, np.int64), question)
    return dict(zip(found.tolist(), nearness(calibration, cosines, "query").tolist(), strict=True))
