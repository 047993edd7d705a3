"""Open intentions that are due, or that something just said calls to mind: for proactive care (DCPM D-06, D-32)."""

from __future__ import annotations

import numpy as np

from dcpm_sqlite.encoder import Calibration, Encoder, standard_score
from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.records import Concern, Node
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.store import graph, raw, vectors
from dcpm_sqlite.store.store import Store


def concerns(
    store: Store,
    space: str,
    *,
    encoder: Encoder,
    calibration: Calibration,
    settings: RecallSettings,
    cue: str | None,
    now_ms: int,
    until_ms: int,
) -> tuple[Concern, ...]:
    """Open intentions that are due before `until_ms`, the soonest first, then those that `cue` calls to mind, the nearest first.

    Without a cue also those without a time, last: nothing else would ever bring them up. What lies behind is not shown.
    """
    with store.file.read() as db:
        key = raw.space_key(db, space)
        nodes = [] if key is None else graph.listing(db, key, kinds=("intention",), states=("open",))
    ahead = [node for node in nodes if (node.due_until is None or node.due_until > now_ms) and node.support > 0]
    nearness = _nearness(store, ahead, encoder, calibration, settings, cue) if cue and ahead else {}
    found = [Concern(node, _is_due(node, until_ms), nearness.get(node.key)) for node in ahead]
    shown = [
        c for c in found if c.is_due or c.nearness is not None or (cue is None and c.node.due_from is None and c.node.due_until is None)
    ]
    return tuple(sorted(shown, key=lambda c: (not c.is_due, -(c.nearness or 0.0), _time(c.node), c.node.key)))


def _is_due(node: Node, until_ms: int) -> bool:
    begins = node.due_from if node.due_from is not None else node.due_until
    return begins is not None and begins < until_ms


def _time(node: Node) -> int:
    return next((ms for ms in (node.due_from, node.due_until) if ms is not None), 1 << 62)


def _nearness(
    store: Store, nodes: list[Node], encoder: Encoder, calibration: Calibration, settings: RecallSettings, cue: str
) -> dict[int, float]:
    """Of those that the cue calls to mind, how near they are; by the floor that recall has (K44)."""
    terms = set(query_terms(cue))
    vector = encoder.encode_query(cue)
    with store.file.read() as db:
        keys, cosines = vectors.similarity(db, np.array([node.key for node in nodes], np.int64), vector)
    z = dict(zip(keys.tolist(), standard_score(calibration, cosines, "query").tolist(), strict=True))
    found: dict[int, float] = {}
    for node in nodes:
        words = set(query_terms(f"{node.text} {node.cue or ''}"))
        share = len(terms & words) / len(terms) if terms else 0.0
        together = z.get(node.key, 0.0) + settings.floor_share_weight * share
        if together >= settings.floor or share >= settings.floor_share:
            found[node.key] = together
    return found
