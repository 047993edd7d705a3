"""Which schemas of different domains behave alike: Eq. (1), union-find, and the guard against what is alike anyway (DCPM D-37..D-40)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder import Calibration
from dcpm_sqlite.settings import SweepSettings

F32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Schema:
    """A schema that takes part. behaviour: E_beh, meaning: E_sem, (width,) each; cores: standing ones that it is a member of."""

    key: int
    domain: str
    behaviour: F32
    meaning: F32
    cores: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sweep:
    """asked: groups of keys to ask about, each over two domains at least; attached: (schema, core) where one joins a standing core.

    pairs: that collide by Eq. (1); redundant: pairs that are alike in both spaces, and are never united.
    """

    asked: tuple[tuple[int, ...], ...]
    attached: tuple[tuple[int, int], ...]
    pairs: int
    redundant: int


@dataclass(frozen=True, slots=True)
class Thresholds:
    """tau_beh and tau_sem as raw cosines."""

    behaviour: float
    meaning: float

    @classmethod
    def of(cls, settings: SweepSettings, calibration: Calibration) -> Thresholds:
        """From standard scores against the encoder's unrelated passages: raw ones do not carry over from one encoder to another."""
        background = calibration.passage
        return cls(background.mean + settings.behaviour * background.std, background.mean + settings.meaning * background.std)


def sweep(schemas: Sequence[Schema], *, thresholds: Thresholds, max_members: int) -> Sweep:
    """All pairs once, the nearest in behaviour first. The same schemas in another order give the same groups."""
    ordered = sorted(schemas, key=lambda schema: schema.key)
    if len(ordered) < 2:
        return Sweep((), (), 0, 0)
    behaviour, meaning = (_cosines(np.stack([getattr(s, name) for s in ordered])) for name in ("behaviour", "meaning"))
    domains = np.array([schema.domain for schema in ordered])
    upper = np.triu(np.ones(behaviour.shape, bool), 1)
    alike = upper & (behaviour > thresholds.behaviour)
    redundant = alike & (meaning >= thresholds.meaning)
    collide = alike & (meaning < thresholds.meaning) & (domains[:, None] != domains[None, :])
    groups = _Groups(ordered, redundant | redundant.T, max_members)
    rows, columns = np.nonzero(collide)
    for at in np.lexsort((columns, rows, -behaviour[rows, columns])):
        groups.unite(int(rows[at]), int(columns[at]))
    asked, attached = groups.outcome()
    return Sweep(asked, attached, len(rows), int(redundant.sum()))


def _cosines(vectors: F32) -> F32:
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return np.asarray(unit @ unit.T, np.float32)


@dataclass(slots=True)
class _Groups:
    """Union-find over places in `schemas`. redundant: (n, n) pairs that must not come together; max_members: of one group."""

    schemas: Sequence[Schema]
    redundant: NDArray[np.bool_]
    max_members: int
    root: list[int] = field(init=False)
    members: dict[int, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.root = list(range(len(self.schemas)))
        self.members = {i: [i] for i in self.root}

    def unite(self, a: int, b: int) -> None:
        """Bring two groups together, unless they share a core, would be too large, or hold a pair that is alike in both spaces."""
        if self.schemas[a].cores & self.schemas[b].cores:
            return
        one, two = self.root[a], self.root[b]
        if one == two or len(self.members[one]) + len(self.members[two]) > self.max_members:
            return
        if self.redundant[np.ix_(self.members[one], self.members[two])].any():
            return
        for place in self.members[two]:
            self.root[place] = one
        self.members[one] += self.members.pop(two)

    def outcome(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
        """Groups to ask about, and schemas that join the core that most of their group is under."""
        asked, attached = [], []
        for group in (self.members[first] for first in sorted(self.members)):
            schemas = [self.schemas[place] for place in sorted(group)]
            if len(schemas) < 2 or len({schema.domain for schema in schemas}) < 2:
                continue
            cores = [core for schema in schemas for core in schema.cores]
            if not cores:
                asked.append(tuple(schema.key for schema in schemas))
                continue
            core = max(sorted(set(cores)), key=cores.count)
            attached += [(schema.key, core) for schema in schemas if not schema.cores]
        return tuple(asked), tuple(attached)
