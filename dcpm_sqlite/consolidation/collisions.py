"""Which schemas of different domains behave alike: Eq. (1), union-find, and the guard against what is alike anyway (DCPM D-37..D-40).

Union-find alone chains: over a hundred schemas a few wrong pairs are enough to run half of them together. So two groups are united only where
their members behave alike on the whole (`bench/collisions.py` counts what that spares).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder import Calibration
from dcpm_sqlite.settings import SweepSettings

F32 = NDArray[np.float32]
Flags = NDArray[np.bool_]
# Share of the pairs between two groups that must be near in behaviour for them to come together. Union-find chains: of the pairs inside
# groups of labelled schemas, described as a model would, one in four showed one pattern; with this bound it is three in five.
LINKED = 0.7
_BLOCK = 512  # rows at once: 6,000 schemas are 12 MB of cosines


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

    pairs: that collide by Eq. (1); redundant: pairs that are alike in both spaces, and are never united. All in the order of keys.
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
    """All pairs once, the nearest in behaviour first. The same schemas in another order give the same groups.

    max_members: of a group, at least 2. Time and memory grow with the square: 600 schemas take 0.03 s, 6,000 take 2 s and 230 MB.
    """
    ordered = sorted(schemas, key=lambda schema: schema.key)
    compared = _compare(ordered, thresholds)
    groups = _Groups(ordered, compared, max_members)
    for a, b in zip(compared.rows.tolist(), compared.columns.tolist(), strict=True):
        groups.unite(a, b)
    asked, attached = groups.outcome()
    return Sweep(asked, attached, len(compared.rows), int(compared.redundant.sum()) // 2)


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """rows, columns: (m,) places of the pairs that collide, row < column, the nearest in behaviour first.

    alike: (n, n), near in behaviour; redundant: in both; behaviour: directions (n, width) of length one.
    """

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    alike: Flags
    redundant: Flags
    behaviour: F32


def _compare(ordered: Sequence[Schema], thresholds: Thresholds) -> _Compared:
    """Eq. (1): domains differ, near in E_beh, far in E_sem. Near in both is redundant, whatever the domains (D-38)."""
    n = len(ordered)
    behaviour, meaning = (_directions([getattr(schema, name) for schema in ordered]) for name in ("behaviour", "meaning"))
    domains = np.unique([schema.domain for schema in ordered], return_inverse=True)[1]
    alike, redundant = np.zeros((n, n), bool), np.zeros((n, n), bool)
    rows, columns, nearness = [], [], []
    for start in range(0, n, _BLOCK):
        block = slice(start, start + _BLOCK)
        near = behaviour[block] @ behaviour.T
        is_far = meaning[block] @ meaning.T < thresholds.meaning
        is_alike = near > thresholds.behaviour
        alike[block] = is_alike
        collides = is_alike & is_far & (domains[block, None] != domains)
        redundant[block] = is_alike & ~is_far
        first, second = np.nonzero(np.triu(collides, start + 1))
        rows.append(first + start)
        columns.append(second)
        nearness.append(near[first, second])
    np.fill_diagonal(redundant, False)
    found, others = (np.concatenate([*parts, np.empty(0, np.intp)]).astype(np.intp) for parts in (rows, columns))
    order = np.lexsort((others, found, -np.concatenate([*nearness, np.empty(0, np.float32)])))
    return _Compared(found[order], others[order], alike | alike.T, redundant | redundant.T, behaviour)


def _directions(vectors: Sequence[F32]) -> F32:
    if not vectors:
        return np.empty((0, 1), np.float32)
    stacked = np.stack(vectors).astype(np.float32)
    return np.asarray(stacked / np.maximum(np.linalg.norm(stacked, axis=1, keepdims=True), 1e-12), np.float32)


@dataclass(slots=True)
class _Groups:
    """Union-find over places in `schemas`. max_members: of one group."""

    schemas: Sequence[Schema]
    compared: _Compared
    max_members: int
    root: list[int] = field(init=False)
    members: dict[int, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.root = list(range(len(self.schemas)))
        self.members = {place: [place] for place in self.root}

    def unite(self, a: int, b: int) -> None:
        """Bring two groups together, unless the pair shares a core, or the group would be too large, loose, or hold a redundant pair."""
        one, two = self.root[a], self.root[b]
        if one == two or len(self.members[one]) + len(self.members[two]) > self.max_members:
            return
        if self.schemas[a].cores & self.schemas[b].cores:
            return
        between = np.ix_(self.members[one], self.members[two])
        if self.compared.redundant[between].any() or self.compared.alike[between].mean() < LINKED:
            return
        for place in self.members[two]:
            self.root[place] = one
        self.members[one] += self.members.pop(two)

    def outcome(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
        """Groups to ask about, and schemas that join a standing core: where a group has members of one, what is new in it joins (D-40)."""
        asked, attached = [], []
        for group in sorted(sorted(members) for members in self.members.values()):
            if len({self.schemas[place].domain for place in group}) < 2:
                continue
            covered = [place for place in group if self.schemas[place].cores]
            if not covered:
                asked.append(tuple(self.schemas[place].key for place in group))
            for place in (place for place in group if covered and not self.schemas[place].cores):
                core = self._joined(place, covered)
                if core is not None:
                    attached.append((self.schemas[place].key, core))
        return tuple(asked), tuple(sorted(attached))

    def _joined(self, place: int, covered: Sequence[int]) -> int | None:
        """The core of the nearest covered one in the group; None where a schema under it says what this one says."""
        vectors = self.compared.behaviour
        nearest = max(covered, key=lambda other: (float(vectors[place] @ vectors[other]), -other))
        for core in sorted(self.schemas[nearest].cores):
            under = [other for other, schema in enumerate(self.schemas) if core in schema.cores]
            if not self.compared.redundant[place, under].any():
                return core
        return None
