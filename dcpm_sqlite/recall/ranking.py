"""Ranking as pure functions: arrays in, arrays out. No SQL, no encoder.

The base score of a passage is a convex sum of meaning (min-max over the nearest) and keywords (share of the best). Keyword weight
is a sum of the idf of the question's terms, each counted once: term frequency and length normalisation added nothing on chat turns.
A term that stands only in the turn before counts for a part. Session, speaker and neighbours then carry related turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.settings import RecallSettings

F64 = NDArray[np.float64]
Keys = NDArray[np.int64]
Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TermMatches:
    """Which rows hold which terms: keys ascending (n,), held (n, terms), idf (terms,)."""

    keys: Keys
    held: Bits
    idf: F64

    def of(self, keys: Keys) -> Bits:
        """(len(keys), terms) which terms these rows hold; none for rows that hold none."""
        if not len(self.keys):
            return np.zeros((len(keys), len(self.idf)), bool)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        held: Bits = self.held[at] & (self.keys[at] == keys)[:, None]
        return held


def term_matches(postings: Sequence[Keys], *, limit: int, rows: int) -> TermMatches:
    """Postings per term (newest first) as one table, with the idf of each term within the space.

    rows: how many ids the space has given out, taken as its size; a posting cut at `limit` stands for as many rows as its density tells.
    """
    keys = np.unique(np.concatenate(postings)) if postings else np.empty(0, np.int64)
    held = np.zeros((len(keys), len(postings)), bool)
    frequency = np.zeros(len(postings))
    for column, found in enumerate(postings):
        held[np.searchsorted(keys, found), column] = True
        frequency[column] = len(found)
        if len(found) == limit:
            newest, span = int(found[0]) & 0xFFFFFFFF, int(found[0] - found[-1]) + 1
            frequency[column] = max(limit, limit * newest / span)
    size = max(float(rows), frequency.max(initial=0.0))
    return TermMatches(keys, held, np.log(1 + (size - frequency + 0.5) / (frequency + 0.5)))


@dataclass(frozen=True, slots=True)
class Candidates:
    """Rows that may become hits, as parallel arrays of length n.

    keys; previous: key of the turn before, 0 for none; group: the session, 0 for none; party: the speaker's key, 0 for none;
    similarity: cosine with the query, nan where it was not among the nearest.
    """

    keys: Keys
    previous: Keys
    group: Keys
    party: Keys
    similarity: F64


@dataclass(frozen=True, slots=True)
class Ranked:
    """Scores and their parts, all of length n, unsorted; own_share: share of the question's keyword weight in the row's own text.

    held: (n, bytes) which of the question's terms stand there, a bit each.
    """

    score: F64
    meaning: F64
    keywords: F64
    session: F64
    speaker: F64
    neighbour: F64
    own_share: F64
    held: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scale:
    """What counts as far and near over all channels of a read, so that their scores can be put side by side.

    low, high: the least and the largest similarity among the nearest; most: the largest share of the question's keyword weight.
    """

    low: float
    high: float
    most: float

    def nearness(self, similarity: F64) -> F64:
        """0 for the farthest of the nearest and for all that are not among them, 1 for the nearest."""
        known = ~np.isnan(similarity)
        scaled = np.zeros(len(similarity))
        scaled[known] = np.clip((similarity[known] - self.low) / (self.high - self.low), 0.0, 1.0) if self.high > self.low else 1.0
        return scaled


def scale_of(channels: Sequence[tuple[Candidates, TermMatches]], settings: RecallSettings) -> Scale:
    """The scale of one read: similarities by the first channel that has any, so that other channels change nothing among its rows."""
    most = max((_share(c, m, settings)[1].max(initial=0.0) for c, m in channels), default=0.0)
    for candidates, _ in channels:
        known = candidates.similarity[~np.isnan(candidates.similarity)]
        if len(known):
            return Scale(float(known.min()), float(known.max()), float(most))
    return Scale(0.0, 0.0, float(most))


def _share(candidates: Candidates, matches: TermMatches, settings: RecallSettings) -> tuple[F64, F64]:
    """Shares of the question's keyword weight: in the row's own text, and with the turn before."""
    total = matches.idf.sum()
    if not total > 0:
        return np.zeros(len(candidates.keys)), np.zeros(len(candidates.keys))
    own = matches.of(candidates.keys)
    before = matches.of(candidates.previous) & ~own
    own_share: F64 = own @ matches.idf / total
    return own_share, own_share + settings.context_weight * (before @ matches.idf) / total


def rank(candidates: Candidates, matches: TermMatches, named_party: int | None, scale: Scale, settings: RecallSettings) -> Ranked:
    """Score every candidate; parts are weighted and add up to the score."""
    own_share, share = _share(candidates, matches, settings)
    keywords = (1 - settings.dense_weight) * (share / scale.most if scale.most > 0 else share)
    meaning = settings.dense_weight * scale.nearness(candidates.similarity)
    base = meaning + keywords
    session = settings.session_weight * _session_term(base, candidates.group)
    speaker = settings.speaker_weight * ((candidates.party == named_party) & (base > 0)) if named_party else np.zeros(len(base))
    neighbour = settings.neighbour_weight * _neighbour_term(base, candidates)
    held = np.packbits(matches.of(candidates.keys), axis=1)
    return Ranked(base + session + speaker + neighbour, meaning, keywords, session, speaker, neighbour, own_share, held)


def _session_term(base: F64, group: Keys) -> F64:
    """The mean of the session's three best base scores, missing ones counting nothing."""
    order = np.lexsort((-base, group))
    groups, first = np.unique(group[order], return_index=True)
    position = np.arange(len(order)) - np.repeat(first, np.diff(np.append(first, len(order))))
    best_three = np.where(position < 3, base[order], 0.0)
    means = np.add.reduceat(best_three, first) / 3 if len(order) else np.empty(0)
    term: F64 = means[np.searchsorted(groups, group)] if len(order) else base
    return np.where(group == 0, 0.0, term)


def _neighbour_term(base: F64, candidates: Candidates) -> F64:
    """The better base score of the turn before and the turn after, where they are candidates."""
    order = np.argsort(candidates.keys)
    keys = candidates.keys[order]
    before = np.zeros(len(base))
    after = np.zeros(len(base))
    if len(keys):
        at = np.minimum(np.searchsorted(keys, candidates.previous), len(keys) - 1)
        found = keys[at] == candidates.previous
        source = order[at]
        before[found] = base[source[found]]
        np.maximum.at(after, source[found], base[found])
    return np.maximum(before, after)
