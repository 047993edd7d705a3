"""What a night reads before it asks: fresh beliefs, the chains of a cluster, the nodes near to it (DCPM D-26, D-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import apsw
import numpy as np

from dcpm_sqlite.consolidation.induction.offer import Member, Offer, Standing
from dcpm_sqlite.encoder import Calibration, standard_score
from dcpm_sqlite.records import Node
from dcpm_sqlite.settings import NightSettings
from dcpm_sqlite.store import beliefs, graph, nearby, raw, vectors
from dcpm_sqlite.store.nights import Question
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.store.vectors import F32


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a night works: the store, the space's name, its calibration and settings."""

    store: Store
    space: str
    calibration: Calibration
    settings: NightSettings

    def view(self, db: apsw.Connection) -> raw.SpaceView:
        """The space as it is now."""
        view = raw.view_space(db, self.space)
        assert view is not None, "a night began in a space that is gone"
        return view


def cluster_offer(ground: Ground, question: Question, now_ms: int) -> Offer | None:
    """A cluster, or a node to think over, as it is offered now; None where nothing of it stands any more."""
    with ground.store.file.read() as db:
        members = _members(db, question.items)
        if not members:
            return None
        revisited = _node_among(db, question)
        view = ground.view(db)
        keys = [member.current.key for member in members]
        relatives = [state.key for member in members for state in member.chain]
        near = _near(db, ground, view.key, keys)
        by_chain = list(dict.fromkeys(([revisited] if revisited is not None else []) + graph.resting_on(db, relatives)))
        nodes = _standing(db, near, by_chain[: ground.settings.near_nodes], shown=ground.settings.shown_evidence)
        owner = next((name for key, name in view.parties if key == view.owner), None)
    return Offer(members, nodes, owner, now_ms, revisited)


def _node_among(db: apsw.Connection, question: Question) -> int | None:
    if question.kind != "revisit":
        return None
    found = graph.by_keys(db, question.items)
    return next(iter(found), None)


def _members(db: apsw.Connection, items: Sequence[int]) -> tuple[Member, ...]:
    """The beliefs among the items with their chains; those that were superseded since are their chain's current state, once."""
    chains = beliefs.chains(db, items)
    current = {chain[-1].key: chain for chain in chains.values()}
    wordings = nearby.wordings(db, sorted(current))
    return tuple(Member(current[key], wordings[key]) for key in sorted(current) if key in wordings)


def _near(db: apsw.Connection, ground: Ground, space: int, keys: Sequence[int]) -> list[int]:
    """Nodes near the cluster's centroid, nearest first (D-29)."""
    found, cosines = near_nodes(db, ground, space, centroid(vectors.stored(db, keys)[1]))
    scores = standard_score(ground.calibration, cosines, "passage")
    return [int(key) for key, z in zip(found, scores, strict=True) if z >= ground.settings.near_floor]


def near_nodes(db: apsw.Connection, ground: Ground, space: int, centre: F32 | None) -> tuple[vectors.Keys, F32]:
    """Keys and cosines of the nodes nearest to a direction."""
    if centre is None:
        return np.empty(0, np.int64), np.empty(0, np.float32)
    settings, store = ground.settings, ground.store
    return vectors.nearest(
        db, store.candidates, space, ["node_vec"], centre, store.centre, coarse=8 * settings.near_nodes, limit=settings.near_nodes
    )["node_vec"]


def centroid(found: F32) -> F32 | None:
    """Mean direction (width,) of vectors (n, width); None where there is none."""
    if not len(found):
        return None
    mean = found.mean(axis=0)
    length = float(np.linalg.norm(mean))
    return None if length == 0 else (mean / length).astype(np.float32)


def _standing(db: apsw.Connection, near: Sequence[int], by_chain: Sequence[int], *, shown: int) -> tuple[Standing, ...]:
    """Schemas and intentions in force: those reached through chains first, then by nearness."""
    wanted = list(dict.fromkeys([*by_chain, *near]))
    found = graph.by_keys(db, wanted)
    texts = graph.latest_evidence(db, wanted, limit=shown)
    chosen = [found[key] for key in wanted if key in found and found[key].kind != "core_schema" and found[key].state in graph.IN_FORCE]
    return tuple(_stands(node, _by(node.key, near, by_chain), tuple(ground.text for ground in texts.get(node.key, ()))) for node in chosen)


def _by(key: int, near: Sequence[int], by_chain: Sequence[int]) -> Literal["meaning", "chain", "meaning+chain"]:
    if key in near and key in by_chain:
        return "meaning+chain"
    return "chain" if key in by_chain else "meaning"


def _stands(node: Node, by: Literal["meaning", "chain", "meaning+chain"], evidence: tuple[str, ...]) -> Standing:
    return Standing(node.key, node.kind, node.domain, node.text, node.state, by, node.due_from, node.due_until, evidence)
