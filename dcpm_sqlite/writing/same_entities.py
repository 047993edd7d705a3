"""Entities that may be one, for a person to say, and the saying of it (REALM R-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from dcpm_sqlite.encoder import Calibration, Encoder, nearness
from dcpm_sqlite.language.same_names import Likeness, alike
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Entity, LikelySame
from dcpm_sqlite.store import entities, jobs, raw
from dcpm_sqlite.store.changes import LogDecision, MergeEntities, UnderJob
from dcpm_sqlite.store.mentions import PERSON
from dcpm_sqlite.store.store import Store

MOST_COMPARED = 300  # the most mentioned ones whose names are compared by meaning: some 12 ms each to encode
LEAST_NEARNESS = (
    0.75  # of names by the shipped encoder: "mother" and "mom" 0.90, "NYC" and "New York City" 0.79; "Tromsø" and "Trondheim" 0.74
)
_BY_NAME: tuple[Likeness, ...] = ("written alike", "one is the other in full", "initials", "a letter apart")
_BY_MEANING = "near in meaning"


def merge(store: Store, space: str, keep: str, other: str) -> str:
    """Let `other` count as `keep`, each given by id or name; id of the job. Raises UnknownId, UsageError."""
    with store.file.read() as db:
        key = raw.space_key(db, space) or 0
        change = MergeEntities(entities.find(db, key, keep), entities.find(db, key, other))
    job = store.apply(space, [UnderJob("merge"), LogDecision("merge", 1, "user"), change])[0].key
    with store.file.read() as db:
        return jobs.public_id(db, job or 0)


def likely(store: Store, space: str, encoder: Encoder, calibration: Calibration) -> tuple[LikelySame, ...]:
    """Which may be one, the surest first, of these the most mentioned: by how names are written, or by what they mean.

    Left out are two speakers, whom one belief mentions together, a person and something else, and those of whom a merge was taken back.
    People are never held together by what their names mean.
    """
    with store.file.read() as db:
        key = raw.space_key(db, space)
        if key is None:
            return ()
        listed = entities.listing(db, key)
        apart = entities.parted(db, key)
    found = {(one.one.key, one.other.key): one for one in _near(listed, encoder, calibration)}
    by_key = {one.key: one for one in listed}
    names = {one.key: [fold(name) for name in (one.name, *one.aliases)] for one in listed}
    found |= {pair: LikelySame(by_key[pair[0]], by_key[pair[1]], why) for pair, why in alike(names).items()}
    kept = {pair: one for pair, one in found.items() if pair not in apart and _may_be_one(one)}
    with store.file.read() as db:
        beliefs = entities.mentioning(db, key, sorted({end for pair in kept for end in pair}))
    return tuple(sorted((one for (a, b), one in kept.items() if not beliefs[a] & beliefs[b]), key=_order))


def _near(listed: Sequence[Entity], encoder: Encoder, calibration: Calibration) -> Iterator[LikelySame]:
    """Things and places whose names mean nearly the same."""
    things = sorted(
        (one for one in listed if not _is_person(one) and any(map(str.isalnum, one.name))), key=lambda one: (-one.beliefs, one.key)
    )[:MOST_COMPARED]
    if len(things) < 2:
        return
    things.sort(key=lambda one: one.key)
    vectors = encoder.encode_passages([one.name for one in things])
    near = nearness(calibration, vectors @ vectors.T, "passage")
    for a, b in zip(*np.nonzero(np.triu(near >= LEAST_NEARNESS, 1)), strict=True):
        if _digits(things[a]) == _digits(things[b]):  # the ninth and the fifteenth of October are near
            yield LikelySame(things[a], things[b], _BY_MEANING, round(float(near[a, b]), 3))


def _digits(one: Entity) -> str:
    return "".join(filter(str.isdigit, one.name))


def _is_person(one: Entity) -> bool:
    return one.category == PERSON or one.party is not None


def _may_be_one(pair: LikelySame) -> bool:
    one, other = pair.one, pair.other
    if one.party is not None and other.party is not None and one.party != other.party:
        return False
    is_known = all(end.category is not None or end.party is not None for end in (one, other))
    return not is_known or _is_person(one) == _is_person(other)


def _order(pair: LikelySame) -> tuple[int, float, int, int, int]:
    rank = next((n for n, why in enumerate(_BY_NAME) if why == pair.because), len(_BY_NAME))
    return rank, -(pair.nearness or 0), -(pair.one.beliefs + pair.other.beliefs), pair.one.key, pair.other.key
