"""The read: no LLM, no network, no write, and a number of SQL statements that doesn't grow with what is found (DCPM D-42, D-45)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from dcpm_sqlite.encoder import Calibration, Encoder, percentile, standard_score
from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.language.names import names_in
from dcpm_sqlite.recall.ranking import Candidates, Keys, Ranked, TermMatches, rank, term_matches
from dcpm_sqlite.recall.render import tokens_of
from dcpm_sqlite.records import Belief, Emptiness, Hit, Node, Reason, Recollection
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.store import beliefs, graph, keywords, raw, summaries, vectors
from dcpm_sqlite.store.store import Store

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


@dataclass(slots=True)
class _Scored:
    kind: str
    key: int
    score: float
    reason: Reason
    z: float
    share: float
    said_ms: int = 0


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
        scored: list[_Scored] = []
        seen = outside = 0
        for channel in channels:
            matches = term_matches(postings[_CHANNELS[channel][0]], limit=limit, rows=self.view.ids)
            keys, similarities = near[_CHANNELS[channel][1]]
            table, said, recorded = self._candidates(channel, keys, similarities, matches)
            if not len(table.keys):
                continue
            seen += len(table.keys)
            allowed = np.array([self.times.allow(s, r) for s, r in zip(said, recorded, strict=True)], bool)
            outside += int((~allowed).sum())
            scored += self._scored(channel, table, rank(table, matches, self._named(), self.settings), allowed, said)
        return self._assemble(scored, k, seen, outside)

    def _channels(self) -> list[str]:
        chosen = (self.settings.with_passages, self.settings.with_beliefs, self.settings.with_summaries)
        return [channel for channel, is_on in zip(_CHANNELS, chosen, strict=True) if is_on]

    def _named(self) -> int | None:
        """The one speaker whom the question names; with two, it may be about either."""
        named = names_in(self.query, (name for _, name in self.view.parties))
        return next(key for key, name in self.view.parties if name == named[0]) if len(named) == 1 else None

    def _candidates(
        self, channel: str, near: Keys, similarities: vectors.F32, matches: TermMatches
    ) -> tuple[Candidates, list[int], list[int]]:
        keys = np.union1d(near, _best(matches, self.settings.keyword_top))
        if channel == "passage":
            rows = raw.passage_rows(self.db, keys) if len(keys) else []
        elif channel == "belief":
            rows = beliefs.rows(self.db, keys) if len(keys) else []
        else:
            rows = summaries.rows(self.db, keys) if len(keys) else []
        found = np.array([row.key for row in rows], np.int64)
        similarity = np.full(len(found), np.nan)
        if len(near) and len(found):
            order = np.argsort(near)
            at = np.minimum(np.searchsorted(near[order], found), len(near) - 1)
            hit = near[order][at] == found
            similarity[hit] = similarities[order][at][hit]
        table = Candidates(
            found, np.array([row.previous for row in rows], np.int64), np.array([row.session for row in rows], np.int64),
            np.array([row.party for row in rows], np.int64), similarity,
        )  # fmt: skip
        return table, [row.said_ms for row in rows], [row.recorded_ms for row in rows]

    def _scored(self, channel: str, table: Candidates, ranked: Ranked, allowed: np.ndarray, said: list[int]) -> list[_Scored]:
        z = standard_score(self.calibration, table.similarity, "query")
        place = percentile(self.calibration, table.similarity, "query")
        result = []
        for i in np.argsort(-ranked.score, kind="stable"):
            if not allowed[i]:
                continue
            parts = (
                ("meaning", float(ranked.meaning[i])), ("keywords", float(ranked.keywords[i])), ("session", float(ranked.session[i])),
                ("speaker", float(ranked.speaker[i])), ("neighbour", float(ranked.neighbour[i])),
            )  # fmt: skip
            is_near = not np.isnan(table.similarity[i])
            reason = Reason(parts, float(table.similarity[i]) if is_near else None, float(place[i]) if is_near else None)
            result.append(
                _Scored(channel, int(table.keys[i]), float(ranked.score[i]), reason, float(z[i]) if is_near else -np.inf,
                        float(ranked.own_share[i]), said[i])
            )  # fmt: skip
        return result

    def _assemble(self, scored: list[_Scored], k: int, seen: int, outside: int) -> _Found:
        scored.sort(key=lambda s: -s.score)
        fits = any(s.z >= self.settings.floor_z or s.share >= self.settings.floor_share for s in scored)
        identity = self._identity()
        if not fits:
            empty: Emptiness = "below the floor" if scored else self._why_nothing(seen, outside)
            return _Found((), identity, (), empty, scored[0].score if scored else None)
        chains = beliefs.chains(self.db, [s.key for s in scored if s.kind == "belief"][: 3 * k]) if self.settings.with_beliefs else {}
        chosen = self._distinct(scored, chains, k)
        hits = self._hits(chosen, chains)
        touched = [b.key for s in chosen if s.kind == "belief" for b in chains[s.key]]
        nodes = graph.surfacing(self.db, touched, limit=self.settings.max_nodes) if touched else []
        return _Found(hits, identity, nodes, None, None)

    def _why_nothing(self, seen: int, outside: int) -> Emptiness:
        if seen and outside:
            return "outside as_of" if self.times.as_of_ms is not None else "not known yet"
        return "forgotten" if raw.only_forgotten(self.db, self.view.key) else "nothing stored"

    def _distinct(self, scored: list[_Scored], chains: dict[int, tuple[Belief, ...]], k: int) -> list[_Scored]:
        """The k best, a chain once (D-22), by its best state; chains without a state to show then are left out."""
        chosen: list[_Scored] = []
        shown: set[int] = set()
        for item in scored:
            if len(chosen) == k:
                break
            if item.kind == "belief":
                visible = self._visible(chains.get(item.key, ()))
                if not visible or visible[0].key in shown:
                    continue
                shown.add(visible[0].key)
            chosen.append(item)
        return chosen

    def _visible(self, chain: tuple[Belief, ...]) -> tuple[Belief, ...]:
        """The states that the read may see; the last of them is the one that leads."""
        return tuple(
            b for b in chain
            if self.times.allow(b.said_ms if b.holds_from is None else b.holds_from, b.recorded_at)
            and (self.times.as_of_ms is None or b.said_ms < self.times.as_of_ms)
        )  # fmt: skip

    def _hits(self, chosen: list[_Scored], chains: dict[int, tuple[Belief, ...]]) -> list[Hit]:
        passages = raw.by_passages(self.db, [s.key for s in chosen if s.kind == "passage"])
        condensed = summaries.by_keys(self.db, [s.key for s in chosen if s.kind == "summary"])
        states = {s.key: self._visible(chains[s.key]) for s in chosen if s.kind == "belief"}
        cited = beliefs.sources(self.db, [b.key for chain in states.values() for b in chain]) if states else {}
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
                chain = states[item.key]
                lead = chain[-1]
                sources = tuple(dict.fromkeys(s.id for b in reversed(chain) for s in cited.get(b.key, ())))
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
        for belief in beliefs.core_identity(self.db, self.view.key, limit=self.settings.identity_items):
            if not self.times.allow(belief.said_ms, belief.recorded_at):
                continue
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
