"""The read: no LLM, no network, no write, and a number of SQL statements that doesn't grow with what is found (DCPM D-42, D-45)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from dcpm_sqlite.encoder import Calibration, Encoder
from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.recall.render import tokens_of
from dcpm_sqlite.recall.search import Asked, Search, Times
from dcpm_sqlite.recall.spreading import spread
from dcpm_sqlite.recall.surfacing import resting_on
from dcpm_sqlite.recall.telling import Scored, Told
from dcpm_sqlite.records import Belief, Emptiness, Hit, Node, Recollection
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.store import beliefs, raw, summaries
from dcpm_sqlite.store.store import Store

CONSIDERED = 4  # times k candidates are looked at: several may say the same


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
    found = _Found()
    with store.file.read() as db:
        view = raw.view_space(db, space)
        if view is not None:
            store.require_encoder(view.encoder)
            reader = _Reader(Search(store, db, view, calibration, times, settings))
            found = reader.recall(Asked(query, vector, query_terms(query)), k)
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

    search: Search

    def recall(self, asked: Asked, k: int) -> _Found:
        found = self.search.candidates(asked, per_channel=3 * k)
        if not found.fits:
            empty: Emptiness = "below the floor" if found.allowed else self._why_nothing(found.seen)
            return _Found((), self._identity(), (), empty, found.scored[0].score if found.scored else None)
        considered: Sequence[Scored] = found.scored[: CONSIDERED * k]
        told = self.search.told(considered)
        if self.search.settings.with_relations and self.search.times.known_ms is None:  # the weights of then are not known
            considered, told = spread(self.search, considered, told)
        chosen = told.distinct(considered, k)
        return _Found(self._hits(chosen, told), self._identity(), resting_on(self.search, chosen, told), None, None)

    def _why_nothing(self, seen: int) -> Emptiness:
        if seen:
            return "outside as_of" if self.search.times.as_of_ms is not None else "not known yet"
        return raw.why_nothing(self.search.db, self.search.view.key)

    def _hits(self, chosen: list[Scored], told: Told) -> list[Hit]:
        passages = raw.by_passages(self.search.db, [s.key for s in chosen if s.kind == "passage"])
        condensed = summaries.by_keys(self.search.db, [s.key for s in chosen if s.kind == "summary"])
        hits = []
        for item in chosen:
            score, reason = item.score, item.reason
            if item.kind == "passage":
                row, text = passages[item.key]
                hit = Hit("passage", row.id, text, score, row.said_at.ms, row.role, row.party, row.session, (row.id,), (), reason)
            elif item.kind == "summary":
                summary = condensed[item.key]
                hit = Hit("summary", summary.id, summary.text, score, summary.said_ms, None, None, summary.session, (), (), reason)
            else:
                chain = told.visible[item.key]
                lead, sources = chain[-1], told.sources(item.key)
                hit = Hit("belief", lead.id, lead.text, score, lead.said_ms, None, lead.party, None, sources, chain, reason)
            hits.append(hit)
        return hits

    def _identity(self) -> list[Belief]:
        """Pinned and core identity, whatever the question, within its bounds."""
        if not self.search.settings.with_beliefs:
            return []
        chosen, tokens = [], 0
        limit, times = self.search.settings.identity_items, self.search.times
        for belief in beliefs.core_identity(
            self.search.db,
            self.search.view.key,
            owner=self.search.view.owner,
            limit=limit,
            as_of_ms=times.as_of_ms,
            known_ms=times.known_ms,
        ):
            tokens += tokens_of(belief.text)
            if tokens > self.search.settings.identity_tokens:
                break
            chosen.append(belief)
        return chosen
