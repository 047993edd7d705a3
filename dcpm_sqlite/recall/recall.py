"""The read: no LLM, no network, no write, and a number of SQL statements that doesn't grow with what is found (DCPM D-42, D-45)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder import Calibration, Encoder, percentile, standard_score
from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.language.names import names_in
from dcpm_sqlite.recall.ranking import Candidates, Keys, Ranked, TermMatches, rank, scale_of, term_matches
from dcpm_sqlite.recall.render import tokens_of
from dcpm_sqlite.recall.surfacing import surfaced
from dcpm_sqlite.recall.telling import Scored, Told
from dcpm_sqlite.records import Belief, Emptiness, Hit, Node, Reason, Recollection
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.store import beliefs, graph, keywords, raw, summaries, vectors
from dcpm_sqlite.store.places import Places, places
from dcpm_sqlite.store.store import Store

Mask = NDArray[np.bool_]

SURFACED = 4  # times as many nodes as are shown are ranked
CONSIDERED = 4  # times k candidates are looked at: several may say the same
_CHANNELS = {
    "passage": ("passage_fts", "passage_vec"),
    "belief": ("belief_fts", "belief_vec"),
    "summary": ("summary_fts", "summary_vec"),
}


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


def recall(
    store: Store,
    space: str,
    query: str,
    *,
    encoder: Encoder,
    calibration: Calibration,
    k: int,
    times: Times,
    settings: RecallSettings,
) -> Recollection:
    """The k best passages, chains and summaries for a query, with core identity and the nodes that rest on them."""
    started = time.perf_counter()
    vector = encoder.encode_query(query)
    encoded = time.perf_counter()
    with store.file.read() as db:
        view = raw.view_space(db, space)
        if view is not None:
            store.require_encoder(view.encoder)
        found = _Reader(store, db, view, query, vector, calibration, times, settings).recall(k) if view else _Found()
    took = time.perf_counter()
    return Recollection(
        query, tuple(found.hits), tuple(found.identity), tuple(found.nodes), found.empty, found.best_rejected,
        (took - started) * 1000, (encoded - started) * 1000,
    )  # fmt: skip


@dataclass(slots=True)
class _Found:
    hits: Sequence[Hit] = ()
    identity: Sequence[Belief] = ()
    nodes: Sequence[Node] = ()
    empty: Emptiness | None = "nothing stored"
    best_rejected: float | None = None


@dataclass(frozen=True, slots=True)
class _Reader:
    """One read inside its transaction."""

    store: Store
    db: apsw.Connection
    view: raw.SpaceView
    query: str
    vector: vectors.F32
    calibration: Calibration
    times: Times
    settings: RecallSettings

    def recall(self, k: int) -> _Found:
        channels = self._channels()
        terms = query_terms(self.query)
        limit = self.settings.rows_per_term
        postings = keywords.postings(self.db, [_CHANNELS[c][0] for c in channels], self.view.key, terms, limit=limit)
        near = vectors.nearest(
            self.db, self.store.candidates, self.view.key, [_CHANNELS[c][1] for c in channels], self.vector, self.store.centre,
            coarse=self.settings.coarse, limit=self.settings.dense_top,
        )  # fmt: skip
        scored: list[Scored] = []
        fits, best, seen, allowed_count = False, None, 0, 0
        held = {c: term_matches(postings[_CHANNELS[c][0]], limit=limit, rows=self.view.ids) for c in channels}
        wanted = {c: np.union1d(near[_CHANNELS[c][1]][0], _best(held[c], self.settings.keyword_top)) for c in channels}
        found = places(self.db, wanted, with_recorded=self.times.known_ms is not None)
        tables = {channel: self._candidates(place, *near[_CHANNELS[channel][1]]) for channel, place in found.items()}
        scale, named = scale_of([(table, held[channel]) for channel, (table, _) in tables.items()], self.settings), self._named()
        for channel, (table, allowed) in tables.items():
            if not len(table.keys):
                continue
            ranked = rank(table, held[channel], named, scale, self.settings)
            seen, allowed_count = seen + len(allowed), allowed_count + int(allowed.sum())
            fits |= self._fits(table, ranked, allowed)
            mine = self._scored(channel, table, ranked, allowed, found[channel].said_ms, 3 * k)
            best = max([s.score for s in mine[:1]] + ([best] if best is not None else []), default=None)
            scored += mine
        if not fits:
            empty: Emptiness = "below the floor" if allowed_count else self._why_nothing(seen)
            return _Found((), self._identity(), (), empty, best)
        return self._assemble(sorted(scored, key=lambda s: -s.score)[: CONSIDERED * k], k)

    def _channels(self) -> list[str]:
        chosen = (self.settings.with_passages, self.settings.with_beliefs, self.settings.with_summaries)
        return [channel for channel, is_on in zip(_CHANNELS, chosen, strict=True) if is_on]

    def _named(self) -> int | None:
        """The one speaker whom the question names; with two, it may be about either."""
        named = names_in(self.query, (name for _, name in self.view.parties))
        return next(key for key, name in self.view.parties if name == named[0]) if len(named) == 1 else None

    def _candidates(self, found: Places, near: Keys, similarities: vectors.F32) -> tuple[Candidates, Mask]:
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

    def _assemble(self, scored: list[Scored], k: int) -> _Found:
        told = self._told(scored)
        chosen = told.distinct(scored, k)
        hits = self._hits(chosen, told)
        return _Found(hits, self._identity(), self._nodes(chosen, told), None, None)

    def _nodes(self, chosen: list[Scored], told: Told) -> list[Node]:
        """What rests on the beliefs that were found (D-42, D-44)."""
        scores: dict[int, float] = {}
        ids: dict[int, str] = {}
        for item in chosen:
            for key, share in told.beliefs(item):
                for belief in told.visible.get(key, ()):
                    scores[belief.key] = max(item.score * share, scores.get(belief.key, 0.0))
                    ids[belief.key] = belief.id
        if not scores or not self.settings.with_nodes:
            return []
        found = graph.surfacing(
            self.db, sorted(scores), limit=SURFACED * self.settings.max_nodes, known_ms=self.times.known_ms, as_of_ms=self.times.as_of_ms
        )
        return surfaced(found, scores, ids)[: self.settings.max_nodes]

    def _told(self, scored: list[Scored]) -> Told:
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

    def _why_nothing(self, seen: int) -> Emptiness:
        if seen:
            return "outside as_of" if self.times.as_of_ms is not None else "not known yet"
        return raw.why_nothing(self.db, self.view.key)

    def _visible(self, chain: tuple[Belief, ...]) -> tuple[Belief, ...]:
        """The states that the read may see; the last of them is the one that leads."""
        return tuple(
            b for b in chain
            if self.times.allow(b.said_ms if b.holds_from is None else b.holds_from, b.recorded_at)
            and (self.times.as_of_ms is None or b.said_ms < self.times.as_of_ms)
        )  # fmt: skip

    def _hits(self, chosen: list[Scored], told: Told) -> list[Hit]:
        passages = raw.by_passages(self.db, [s.key for s in chosen if s.kind == "passage"])
        condensed = summaries.by_keys(self.db, [s.key for s in chosen if s.kind == "summary"])
        hits = []
        for item in chosen:
            if item.kind == "passage":
                row, text = passages[item.key]
                hits.append(
                    Hit(
                        "passage",
                        row.id,
                        text,
                        item.score,
                        row.said_at.ms,
                        row.role,
                        row.party,
                        row.session,
                        (row.id,),
                        (),
                        item.reason,
                    )
                )
            elif item.kind == "summary":
                summary = condensed[item.key]
                hits.append(
                    Hit(
                        "summary",
                        summary.id,
                        summary.text,
                        item.score,
                        summary.said_ms,
                        None,
                        None,
                        summary.session,
                        (),
                        (),
                        item.reason,
                    )
                )
            else:
                chain = told.visible[item.key]
                lead = chain[-1]
                sources = told.sources(item.key)
                hits.append(
                    Hit(
                        "belief",
                        lead.id,
                        lead.text,
                        item.score,
                        lead.said_ms,
                        None,
                        lead.party,
                        None,
                        sources,
                        chain,
                        item.reason,
                    )
                )
        return hits

    def _identity(self) -> list[Belief]:
        """Pinned and core identity, whatever the question, within its bounds."""
        if not self.settings.with_beliefs:
            return []
        chosen, tokens = [], 0
        limit, times = self.settings.identity_items, self.times
        for belief in beliefs.core_identity(
            self.db, self.view.key, owner=self.view.owner, limit=limit, as_of_ms=times.as_of_ms, known_ms=times.known_ms
        ):
            tokens += tokens_of(belief.text)
            if tokens > self.settings.identity_tokens:
                break
            chosen.append(belief)
        return chosen


def _best(matches: TermMatches, limit: int) -> Keys:
    """Keys of the best rows by keyword weight alone; of equal ones the newest."""
    if not len(matches.keys):
        return matches.keys
    weight = matches.held @ matches.idf
    return matches.keys[np.lexsort((-matches.keys, -weight))[:limit]]
