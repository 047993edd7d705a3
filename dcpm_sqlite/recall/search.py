"""Candidates for a question over all channels, scored side by side; and what they have to do with each other.

A number of SQL statements that doesn't grow with what is found (DCPM D-42, D-45).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder import Calibration, percentile, standard_score
from dcpm_sqlite.language.names import names_in
from dcpm_sqlite.recall.ranking import Candidates, Keys, Ranked, TermMatches, rank, scale_of, term_matches
from dcpm_sqlite.recall.telling import Scored, Told
from dcpm_sqlite.records import Belief, Reason
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.store import beliefs, keywords, raw, vectors
from dcpm_sqlite.store.places import Places, places
from dcpm_sqlite.store.store import Store

Mask = NDArray[np.bool_]

_CHANNELS = {
    "passage": ("passage_fts", "passage_vec"),
    "belief": ("belief_fts", "belief_vec"),
    "summary": ("summary_fts", "summary_vec"),
}
_NOTHING_NEAR = (np.empty(0, np.int64), np.empty(0, np.float32))


@dataclass(frozen=True, slots=True)
class Times:
    """What a read may see: said and holding before `as_of_ms`, recorded before `known_ms`; None for no bound."""

    as_of_ms: int | None
    known_ms: int | None

    def allow(self, said_ms: int, recorded_ms: int) -> bool:
        """Whether something said and recorded then may be seen."""
        return (self.as_of_ms is None or said_ms < self.as_of_ms) and (self.known_ms is None or recorded_ms < self.known_ms)

    def mask(self, said_ms: Keys, recorded_ms: Keys) -> Mask:
        """The same for arrays."""
        said = np.ones(len(said_ms), bool) if self.as_of_ms is None else said_ms < self.as_of_ms
        return said if self.known_ms is None else said & (recorded_ms < self.known_ms)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for. text: names a speaker, perhaps; vector: (width,), None where meaning does not count; terms: of the keyword index."""

    text: str
    vector: vectors.F32 | None
    terms: Sequence[str]


@dataclass(frozen=True, slots=True)
class Searched:
    """What was found. scored: of each channel the best, all together best first; fits: whether anything is near enough (K44).

    seen: candidates looked at; allowed: of them those that the read may see.
    """

    scored: tuple[Scored, ...]
    fits: bool
    seen: int
    allowed: int


@dataclass(frozen=True, slots=True)
class Search:
    """Searching inside of one read transaction."""

    store: Store
    db: apsw.Connection
    view: raw.SpaceView
    calibration: Calibration
    times: Times
    settings: RecallSettings

    def candidates(self, asked: Asked, *, per_channel: int) -> Searched:
        """The best of each channel."""
        channels = self._channels()
        limit = self.settings.rows_per_term
        postings = keywords.postings(self.db, [_CHANNELS[c][0] for c in channels], self.view.key, asked.terms, limit=limit)
        near = self._nearest([_CHANNELS[c][1] for c in channels], asked.vector)
        scored: list[Scored] = []
        fits, seen, allowed_count = False, 0, 0
        held = {c: term_matches(postings[_CHANNELS[c][0]], limit=limit, rows=self.view.ids) for c in channels}
        wanted = {c: np.union1d(near[_CHANNELS[c][1]][0], _best(held[c], self.settings.keyword_top)) for c in channels}
        found = places(self.db, wanted, with_recorded=self.times.known_ms is not None)
        tables = {channel: self._table(place, *near[_CHANNELS[channel][1]]) for channel, place in found.items()}
        scale, named = scale_of([(table, held[channel]) for channel, (table, _) in tables.items()], self.settings), self._named(asked.text)
        for channel, (table, allowed) in tables.items():
            if not len(table.keys):
                continue
            ranked = rank(table, held[channel], named, scale, self.settings)
            seen, allowed_count = seen + len(allowed), allowed_count + int(allowed.sum())
            fits |= self._fits(table, ranked, allowed)
            scored += self._scored(channel, table, ranked, allowed, found[channel].said_ms, per_channel)
        return Searched(tuple(sorted(scored, key=lambda s: -s.score)), fits, seen, allowed_count)

    def told(self, scored: Sequence[Scored]) -> Told:
        """The chains that candidates belong to, those that tell what a passage says among them."""
        if not self.settings.with_beliefs:
            return Told({}, {}, {})
        passages = [s.key for s in scored if s.kind == "passage"]
        chains = beliefs.chains(self.db, [s.key for s in scored if s.kind == "belief"], quoting=passages)
        visible = {key: self._visible(chain) for key, chain in chains.items()}
        if not self.settings.with_chains:
            visible = {key: chain[-1:] for key, chain in visible.items() if chain and chain[-1].key == key}
        states = {b.key for chain in visible.values() for b in chain}
        cited, quoting = beliefs.citations(self.db, sorted(states), passages)
        return Told(quoting, visible, cited)

    def _channels(self) -> list[str]:
        chosen = (self.settings.with_passages, self.settings.with_beliefs, self.settings.with_summaries)
        return [channel for channel, is_on in zip(_CHANNELS, chosen, strict=True) if is_on]

    def _nearest(self, names: Sequence[str], vector: vectors.F32 | None) -> dict[str, tuple[Keys, vectors.F32]]:
        if vector is None:
            return dict.fromkeys(names, _NOTHING_NEAR)
        return vectors.nearest(
            self.db, self.store.candidates, self.view.key, names, vector, self.store.centre,
            coarse=self.settings.coarse, limit=self.settings.dense_top,
        )  # fmt: skip

    def _named(self, text: str) -> int | None:
        """The one speaker whom the question names; with two, it may be about either."""
        named = names_in(text, (name for _, name in self.view.parties))
        return next(key for key, name in self.view.parties if name == named[0]) if len(named) == 1 else None

    def _table(self, found: Places, near: Keys, similarities: vectors.F32) -> tuple[Candidates, Mask]:
        """The nearest and the best by keywords, with their neighbours; and which of them the read may see."""
        similarity = np.full(len(found.key), np.nan)
        if len(near):
            order = np.argsort(near)
            at = np.minimum(np.searchsorted(near[order], found.key), len(near) - 1)
            hit = near[order][at] == found.key
            similarity[hit] = similarities[order][at][hit]
        table = Candidates(found.key, found.previous, found.session, found.party, similarity)
        return table, self.times.mask(found.said_ms, found.recorded_ms)

    def _fits(self, table: Candidates, ranked: Ranked, allowed: Mask) -> bool:
        """Whether any of them is near enough to the question, by meaning or by words (K44)."""
        z = standard_score(self.calibration, table.similarity, "query")
        together = np.nan_to_num(z, nan=-np.inf) + self.settings.floor_share_weight * ranked.own_share
        return bool((allowed & ((together >= self.settings.floor) | (ranked.own_share >= self.settings.floor_share))).any())

    def _scored(self, channel: str, table: Candidates, ranked: Ranked, allowed: Mask, said: Keys, limit: int) -> list[Scored]:
        """The best of a channel, best first."""
        order = np.argsort(-np.where(allowed, ranked.score, -np.inf), kind="stable")[:limit]
        place = percentile(self.calibration, table.similarity[order], "query")
        weight = self.settings.belief_weight if channel == "belief" else 1.0
        result = []
        for i, share in zip(order[allowed[order]], place[allowed[order]], strict=True):
            parts = tuple(
                (name, weight * float(getattr(ranked, name)[i])) for name in ("meaning", "keywords", "session", "speaker", "neighbour")
            )
            similarity = float(table.similarity[i])
            reason = Reason(parts, None, None) if np.isnan(similarity) else Reason(parts, similarity, float(share))
            result.append(
                Scored(
                    channel, int(table.keys[i]), weight * float(ranked.score[i]), reason, int(said[i]), ranked.held[i].tobytes(),
                    float(ranked.own_share[i]),
                )
            )  # fmt: skip
        return result

    def _visible(self, chain: tuple[Belief, ...]) -> tuple[Belief, ...]:
        """The states that the read may see; the last of them is the one that leads."""
        return tuple(
            b for b in chain
            if self.times.allow(b.said_ms if b.holds_from is None else b.holds_from, b.recorded_at)
            and (self.times.as_of_ms is None or b.said_ms < self.times.as_of_ms)
        )  # fmt: skip


def _best(matches: TermMatches, limit: int) -> Keys:
    """Keys of the best rows by keyword weight alone; of equal ones the newest."""
    if not len(matches.keys):
        return matches.keys
    weight = matches.held @ matches.idf
    return matches.keys[np.lexsort((-matches.keys, -weight))[:limit]]
