"""The agentic read: plan, then rounds of judging and expanding, then the best of all (REALM §3.3, Algorithm 2).

No transaction is open while a mind or the encoder works: each phase reads anew, and what was forgotten meanwhile is gone. The number of
statements is bounded by rounds and hops, not by items.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from dcpm_sqlite.deciding.decide import decide
from dcpm_sqlite.deciding.decision import Answer, Decision, Offer
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.encoder import F32, Calibration, Encoder
from dcpm_sqlite.errors import OverBudget, UnusableReply
from dcpm_sqlite.investigation.board import Board
from dcpm_sqlite.investigation.concluding import Conclusion, conclude, ids
from dcpm_sqlite.investigation.expanding.decision import EXPAND
from dcpm_sqlite.investigation.expanding.offer import Offer as ExpandingOffer
from dcpm_sqlite.investigation.gathering import details
from dcpm_sqlite.investigation.judging.decision import JUDGE
from dcpm_sqlite.investigation.judging.offer import Judgement
from dcpm_sqlite.investigation.judging.offer import Offer as JudgingOffer
from dcpm_sqlite.investigation.planning.decision import PLAN
from dcpm_sqlite.investigation.planning.offer import Offer as PlanningOffer
from dcpm_sqlite.investigation.planning.offer import Plans
from dcpm_sqlite.investigation.seeding import seeds
from dcpm_sqlite.investigation.surroundings import Surroundings
from dcpm_sqlite.investigation.walking import expand
from dcpm_sqlite.recall.search import Search, Times
from dcpm_sqlite.records import Action, Investigation, Preset, Round, Stop
from dcpm_sqlite.settings import InvestigationSettings
from dcpm_sqlite.store import raw
from dcpm_sqlite.store.store import Store

NO_TIMES = Times(None, None)


def investigate(
    store: Store, space: str, question: str, preset: Preset, *, encoder: Encoder, calibration: Calibration, mind: Mind, desk: Desk
) -> Investigation:
    """Search along the relations. Raises MindUnavailable and MindRejected; over the budget it ends with what it has."""
    return _Inquiry(store, space, question, preset, encoder, calibration, mind, desk).run()


@dataclass(slots=True)
class _Inquiry:
    """One investigation under way."""

    store: Store
    space: str
    question: str
    preset: Preset
    encoder: Encoder
    calibration: Calibration
    mind: Mind
    desk: Desk
    board: Board = field(init=False)
    settings: InvestigationSettings = field(init=False)
    vectors: dict[str, F32] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    encode_s: float = 0.0

    def __post_init__(self) -> None:
        self.settings = self.store.settings.investigation
        self.board = Board(self.settings)

    def run(self) -> Investigation:
        started = time.perf_counter()
        depth = self.settings.shallow if self.preset == "shallow" else self.settings.deep
        plans, stopped = self._plans(depth.plans)
        relaxed = self._seed(plans)
        if not self.board.entries:
            stopped = stopped or "nothing found"
        elif self.settings.with_seeds_only:
            stopped = stopped or "depth"
        number = 0
        while stopped is None:
            number += 1
            stopped = self._round(number) or ("depth" if number == depth.rounds else None)
        found = self._conclusion()
        return Investigation(
            self.question, self.mind.name, found.findings, found.edges, found.nodes, plans.plans, tuple(self.rounds), stopped, relaxed,
            tuple(sorted((self.refused + Counter(dict(plans.refused))).items())), len(self.board.entries), self.desk.calls,
            None if self.desk.unpriced else self.desk.usd, (time.perf_counter() - started) * 1000, self.encode_s * 1000,
        )  # fmt: skip

    @contextmanager
    def _search(self) -> Iterator[Search | None]:
        """A read of its own; None where there is no such space."""
        with self.store.file.read() as db:
            view = raw.view_space(db, self.space)
            if view is not None:
                self.store.require_encoder(view.encoder)
            recall = self.store.settings.recall
            yield None if view is None else Search(self.store, db, view, self.calibration, NO_TIMES, recall)

    def _vector(self, text: str) -> F32:
        if text not in self.vectors:
            started = time.perf_counter()
            self.vectors[text] = self.encoder.encode_query(text)
            self.encode_s += time.perf_counter() - started
        return self.vectors[text]

    def _decided(self, decision: Decision[Offer, Answer], offer: Offer) -> Answer:
        """The mind's answer, or the rule's where its replies can't be used."""
        try:
            return decide(decision, offer, mind=self.mind, desk=self.desk).answer
        except UnusableReply:
            self.refused[f"{decision.name}: no reply could be used, the rule answered"] += 1
            return decision.rule(offer)

    def _plans(self, most: int) -> tuple[Plans, Stop | None]:
        with self._search() as search:
            names = () if search is None else tuple(name for _, name in search.view.parties)
        offer = PlanningOffer(self.question, self.desk.now_ms(), most, names)
        try:
            return self._decided(PLAN, offer), None
        except OverBudget:
            return PLAN.rule(offer), "budget"

    def _seed(self, plans: Plans) -> tuple[str, ...]:
        """Put the seeds on the board; what had to be relaxed for them."""
        vectors = [(plan, None if plan.matching == "keywords_match" else self._vector(plan.query)) for plan in plans.plans]
        question = self._vector(self.question)
        with self._search() as search:
            if search is None:
                return ()
            found = seeds(search, vectors, self.settings)
            self.board.put(found.entries)
            self.board.learn(details(search.db, found.entries, question, self.calibration))
        return found.relaxed

    def _round(self, number: int) -> Stop | None:
        """Judge, choose, expand. None: the search may go on."""
        try:
            shown = self.board.shown()
            judged = self._decided(JUDGE, JudgingOffer(self.question, shown, self.settings.frontier))
            if judged.is_enough:
                self.rounds.append(Round(number, is_enough=True, refused=judged.refused))
                return "enough"
            frontier = self._frontier(judged, [one.key for one in shown])
            if not frontier:
                self.rounds.append(Round(number, is_enough=False, refused=judged.refused))
                return "converged"
            by_key = {one.key: one for one in shown}
            chosen = self._decided(
                EXPAND,
                ExpandingOffer(
                    self.question, self.desk.now_ms(), tuple(by_key[key] for key in frontier),
                    tuple(one for one in shown if one.key not in frontier), self.settings,
                ),
            )  # fmt: skip
        except OverBudget:
            return "budget"
        new = self._expand(chosen.actions, number)
        self.board.expanded.update(frontier)
        self.rounds.append(
            Round(
                number, is_enough=False, frontier=ids(self.board, frontier), actions=chosen.actions, found=ids(self.board, new),
                refused=(*judged.refused, *chosen.refused),
            )
        )  # fmt: skip
        if not new:
            return "converged"
        return "budget" if len(self.board.entries) >= self.settings.max_reached else None

    def _frontier(self, judged: Judgement, keys: list[int]) -> list[int]:
        """What the mind chose, else the best that were not gone on from (R-24)."""
        chosen = [keys[place] for place in judged.expand]
        return chosen[: self.settings.frontier] or self.board.frontier()

    def _expand(self, actions: tuple[Action, ...], number: int) -> list[int]:
        """Walk, and put what was reached on the board; keys of what is new."""
        question = self._vector(self.question)
        reasonings = np.stack([self._vector(action.reasoning) for action in actions])
        with self._search() as search:
            if search is None:
                return []
            around = Surroundings(search.db, self.calibration, question, reasonings, self.settings.edges_per_item)
            reached = expand(actions, sorted(self.board.entries), around, self.settings)
            new = self.board.reach(reached[: self.settings.max_reached - len(self.board.entries)], number)
            self.board.learn(self.board.details | details(search.db, [self.board.entries[key] for key in new], question, self.calibration))
        return [key for key in new if key in self.board.entries]

    def _conclusion(self) -> Conclusion:
        with self._search() as search:
            return Conclusion() if search is None or not self.board.entries else conclude(search, self.board)
