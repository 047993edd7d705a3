"""What is known that may bear on new items, and whether it is still so when they are written (R-13, K47)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import apsw
import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder import Calibration, percentile
from dcpm_sqlite.errors import Stale
from dcpm_sqlite.records import Belief, Candidate
from dcpm_sqlite.store import beliefs, nearby, raw, relations
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.writing.reconciling.offer import Known, Offer, Standing

F32 = NDArray[np.float32]

COARSE = 200
NEAREST = 10  # D-16
SAME_ATTRIBUTE = 5
LATEST = 5
MOST_RELATIONS = 40  # that stand, in one prompt
MOST_KNOWN = 60  # beliefs in one prompt; rules read as many as there are


@dataclass(frozen=True, slots=True)
class Seen:
    """What was decided upon, to be looked at once more inside the writing transaction.

    ids: how many ids the space had given out: while it is the same, nothing was written there.
    states: per item the (belief, wording number, successor) of what stood near to it. known: keys of all states that were shown as
        current ones.
    """

    space: str
    items: tuple[Candidate, ...]
    vectors: F32 | None
    ids: int
    states: frozenset[tuple[int, int, str | None]]
    known: tuple[int, ...] = ()


def gather(
    store: Store, space: str, items: Sequence[Candidate], vectors: F32 | None, calibration: Calibration, *, most: int | None
) -> tuple[Offer, Seen]:
    """The offer for reconciling, and what it rests on. vectors: (items, width); most: of known beliefs in it, None for no bound."""
    with store.file.read() as db:
        view = raw.view_space(db, space)
        if view is None or vectors is None or not items:
            return Offer(tuple(items), (), tuple(() for _ in items), (), None), Seen(space, tuple(items), vectors, 0, frozenset())
        owner = next((name for key, name in view.parties if key == view.owner), None)
        near = [_near(db, store, view.key, item, vector) for item, vector in zip(items, vectors, strict=True)]
        latest = nearby.latest(db, view.key, limit=LATEST)
        chains = beliefs.chains(db, sorted({key for found in near for key in found} | set(latest)))
        known, place = _known(db, near, latest, chains, most)
        standing = _standing(db, known) if most is not None else ()
    nearness = tuple(_by_nearness(found, chains, place, calibration) for found in near)
    cosines = vectors @ vectors.T
    among = tuple(tuple(float(p) for p in percentile(calibration, row, "passage")) for row in cosines)
    seen = Seen(space, tuple(items), vectors, view.ids, _states(chains, near), tuple(one.current.key for one in known))
    return Offer(tuple(items), tuple(known), nearness, among, owner, standing), seen


def require_same(db: apsw.Connection, store: Store, seen: Seen) -> None:
    """Raise Stale where something that was shown is gone, or something else stands near to the items by now.

    The latter isn't looked up where nothing was written since.
    """
    if len(beliefs.by_keys(db, seen.known)) < len(seen.known):
        raise Stale("Something that was known was forgotten or taken back meanwhile.")
    view = raw.view_space(db, seen.space)
    if view is None or view.ids == seen.ids or seen.vectors is None or not len(seen.items):
        return
    near = [_near(db, store, view.key, item, vector) for item, vector in zip(seen.items, seen.vectors, strict=True)]
    chains = beliefs.chains(db, sorted({key for found in near for key in found}))
    if _states(chains, near) != seen.states:
        raise Stale("Another writer changed what is known about this meanwhile.")


def _near(db: apsw.Connection, store: Store, space: int, item: Candidate, vector: F32) -> dict[int, float]:
    """Beliefs near to an item, with their cosines: by meaning, and by subject and attribute."""
    found = dict(nearby.by_meaning(db, store.candidates, space, vector, store.centre, coarse=COARSE, limit=NEAREST))
    if item.attribute is not None:
        same = [key for key in nearby.by_attribute(db, space, item.subject, item.attribute, limit=SAME_ATTRIBUTE) if key not in found]
        found |= nearby.similarities(db, same, vector) if same else {}
    return found


def _states(chains: dict[int, tuple[Belief, ...]], near: Sequence[dict[int, float]]) -> frozenset[tuple[int, int, str | None]]:
    return frozenset((b.key, b.number, b.superseded_by) for found in near for key in found for b in chains.get(key, ()))


def _known(
    db: apsw.Connection, near: Sequence[dict[int, float]], latest: Sequence[int], chains: dict[int, tuple[Belief, ...]], most: int | None
) -> tuple[list[Known], dict[int, int]]:
    """Each chain once, every item's nearest before anybody's second, and where it stands in the list by its first state's key."""
    ranked: list[tuple[int, float, int]] = []
    for found in near:
        nearest = sorted(found.items(), key=lambda pair: -pair[1])
        ranked += [(place, -similarity, key) for place, (key, similarity) in enumerate(nearest)]
    by_meaning = dict.fromkeys(chains[key][0].key for _, _, key in sorted(ranked) if chains.get(key))
    by_time = dict.fromkeys(chains[key][0].key for key in latest if chains.get(key))
    heads = {chain[0].key: chain for chain in chains.values() if chain}
    chosen = [*by_meaning, *(first for first in by_time if first not in by_meaning)][:most]
    wordings = nearby.wordings(db, [heads[first][-1].key for first in chosen])
    known = [Known(heads[first], wordings[heads[first][-1].key], _label(first in by_meaning, first in by_time)) for first in chosen]
    return known, {first: index for index, first in enumerate(chosen)}


def _standing(db: apsw.Connection, known: Sequence[Known]) -> tuple[Standing, ...]:
    """The heaviest relations between the current states of these; the rules edit none, and are shown none."""
    place = {one.current.key: index for index, one in enumerate(known)}
    links = sorted(relations.between(db, sorted(place)), key=lambda link: -link.weight)[:MOST_RELATIONS]
    return tuple(
        Standing(link.relation, place[link.source], place[link.target], link.predicate, link.description, link.weight)
        for link in links
        if link.relation is not None
    )


def _label(is_near: bool, is_late: bool) -> Literal["similarity", "time", "similarity+time"]:
    return "similarity+time" if is_near and is_late else "similarity" if is_near else "time"


def _by_nearness(
    found: dict[int, float], chains: dict[int, tuple[Belief, ...]], place: dict[int, int], calibration: Calibration
) -> tuple[tuple[int, float], ...]:
    """Chains near to one item by their nearest state, nearest first."""
    best: dict[int, float] = {}
    for key, similarity in found.items():
        index = place.get(chains[key][0].key) if chains.get(key) else None
        if index is not None:
            best[index] = max(best.get(index, -1.0), similarity)
    order = sorted(best, key=lambda index: -best[index])
    percentiles = percentile(calibration, [best[index] for index in order], "passage") if order else ()
    return tuple((index, float(p)) for index, p in zip(order, percentiles, strict=True))
