"""Phase 1 of a night, without a mind: what is fresh, how it clusters, and what there is to ask about it (DCPM D-26..D-29)."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from dcpm_sqlite.consolidation.clusters import clusters
from dcpm_sqlite.consolidation.gathering import Ground
from dcpm_sqlite.records import Belief
from dcpm_sqlite.store import beliefs, nights, vectors
from dcpm_sqlite.store.changes import Ask


@dataclass(frozen=True, slots=True)
class Agenda:
    """What a night would ask about. fresh: beliefs in no node; noise: of them those in no cluster; old: clusters without news.

    last: number in its space of the last belief that was looked at.
    """

    questions: tuple[Ask, ...]
    fresh: int
    noise: int
    old: int
    last: int

    @property
    def revisited(self) -> int:
        """Questions about nodes whose evidence was superseded."""
        return sum(ask.kind == "revisit" for ask in self.questions)


def set_out(ground: Ground, asker: nights.Asker, now_ms: int) -> Agenda:
    """Cluster what is fresh and look which nodes are to be thought over. Reads only; the encoder's vectors are those of the file."""
    with ground.store.file.read() as db:
        space = ground.view(db).key
        fresh = nights.fresh(db, space)
        keys, found = vectors.stored(db, fresh)
        revisits = nights.superseded_evidence(db, space)
        asked = nights.asked(db, space, asker, ("revisit",))
        seen_to, again = nights.looked_at(db, space, asker), nights.unanswered(db, space)
    grouped = clusters(found, calibration=ground.calibration, settings=ground.settings.clusters) if len(keys) else None
    groups = [] if grouped is None else [tuple(int(keys[i]) for i in group) for group in grouped.groups]
    in_cluster = {key for group in groups for key in group}
    with ground.store.file.read() as db:
        left = [key for key in fresh if key not in in_cluster]
        groups += ahead(db, left, now_ms, most=ground.settings.clusters.max_size)
    # without new beliefs the old ones cluster a little differently once some have found a node: no reason to ask again
    news = [group for group in groups if any(key > seen_to or key in again for key in group)]
    questions = [Ask("cluster", group) for group in news]
    in_cluster |= {key for group in groups for key in group}
    for node, heads in sorted(revisits.items()):
        alone = tuple(head for head in heads if head not in in_cluster)
        if alone and not any(items.issuperset((node, *alone)) for items in asked):
            questions.append(Ask("revisit", (node, *alone)))
    return Agenda(tuple(questions), len(fresh), len(set(fresh) - in_cluster), len(groups) - len(news), max(fresh, default=0) & 0xFFFFFFFF)


def ahead(db: apsw.Connection, left: list[int], now_ms: int, *, most: int) -> list[tuple[int, ...]]:
    """Of what is in no cluster, what speaks of a time to come: by party, the soonest first, `most` at once.

    A plan stands alone more often than a habit does; as noise it would wait until its time is over.
    """
    found = beliefs.by_keys(db, left)
    plans = [b for b in found.values() if (at := _until(b)) is not None and at > now_ms]
    groups = []
    for party in sorted({b.party or "" for b in plans}):
        mine = sorted((b for b in plans if (b.party or "") == party), key=lambda b: (_until(b) or 0, b.key))
        groups += [tuple(sorted(b.key for b in mine[start : start + most])) for start in range(0, len(mine), most)]
    return groups


def _until(belief: Belief) -> int | None:
    """The end of what a belief is about, Unix ms; None where it is about no time."""
    about = belief.about
    if about is None:
        return None
    return about.until_ms if about.until_ms is not None else about.from_ms
