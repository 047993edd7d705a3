"""What is around items in the file's graph, as a walk needs it: a fixed number of statements for each hop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from dcpm_sqlite.encoder import F32, Calibration, nearness
from dcpm_sqlite.investigation.walking import Lead
from dcpm_sqlite.store import beliefs, relations, vectors
from dcpm_sqlite.store.relations import Link


@dataclass(frozen=True, slots=True)
class Surroundings:
    """question: vector (width,) of the question; reasonings: (actions, width) of what each action is to find. per_item: edges at most."""

    db: apsw.Connection
    calibration: Calibration
    question: F32
    reasonings: F32
    per_item: int

    def leads(self, keys: Sequence[int]) -> dict[int, list[Lead]]:
        """Per belief its edges in force to other beliefs, heaviest first (3 statements)."""
        links = relations.touching(self.db, keys, per_item=self.per_item)
        ends = [
            (link, start, end, start == link.source)
            for link in links
            for start, end in ((link.source, link.target), (link.target, link.source))
            if start in set(keys)
        ]
        described = [_described_by(link, end) for link, _, end, _ in ends]
        told = self._nearness(described)
        spans = beliefs.spans(self.db, sorted({end for _, _, end, _ in ends}))
        found: dict[int, list[Lead]] = {}
        for (link, start, end, is_forward), item in zip(ends, described, strict=True):
            if end not in spans:
                continue
            to_question, *to_reasoning = told.get(item, _FAR * (1 + len(self.reasonings)))
            found.setdefault(start, []).append(Lead(link, start, end, is_forward, spans[end], to_question, tuple(to_reasoning)))
        return found

    def _nearness(self, items: Sequence[int]) -> dict[int, Sequence[float]]:
        """Per item that has a vector its nearness to the question, then to each reasoning."""
        keys, stored = vectors.stored(self.db, sorted(set(items)))
        if not len(keys):
            return {}
        texts = np.vstack([self.question[None, :], self.reasonings])
        near = nearness(self.calibration, stored @ texts.T, "query")
        return dict(zip(keys.tolist(), near.tolist(), strict=True))


_FAR = (0.0,)


def _described_by(link: Link, end: int) -> int:
    """The item whose vector tells what the edge is about: its own description's, else that of the end it leads to."""
    return end if link.described_by is None else link.described_by
