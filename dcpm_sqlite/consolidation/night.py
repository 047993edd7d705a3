"""A night (System 2's pass): set out, induce, describe, sweep; each answer is committed by itself (DCPM D-25..D-41).

Whatever is asked was put on record as a question first, so that an interrupted night goes on with the same ones. No transaction is
open while a mind or the encoder works.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import apsw

from dcpm_sqlite.consolidation.answering import Answering
from dcpm_sqlite.consolidation.gathering import Ground
from dcpm_sqlite.consolidation.holder import holding, is_gone
from dcpm_sqlite.consolidation.inducing import inducing
from dcpm_sqlite.consolidation.induction.offer import Induction
from dcpm_sqlite.consolidation.induction.offer import Offer as Cluster
from dcpm_sqlite.consolidation.night_record import NightRecord, counted
from dcpm_sqlite.consolidation.report import report
from dcpm_sqlite.consolidation.setting_out import set_out
from dcpm_sqlite.consolidation.step import Asked, Step
from dcpm_sqlite.consolidation.sweeping import abstracting, collisions, describing, undescribed
from dcpm_sqlite.deciding.decide_many import batching
from dcpm_sqlite.deciding.decision import Answer, Offer
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.embedding import embed_waiting
from dcpm_sqlite.encoder import Calibration, Encoder
from dcpm_sqlite.errors import DcpmError, MindRejected, MindUnavailable, OverBudget, Overtaken, Stale
from dcpm_sqlite.records import NightReport
from dcpm_sqlite.store import graph, jobs, nights, raw
from dcpm_sqlite.store.changes import Answered, Change, CountOfJob, LogDecision, MarkNode, New, PutBehaviour
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.store.work import Work

# A night shows that it lives with each answer, and clustering takes minutes: its lease is so many times a decision's deadline.
LEASE_FACTOR = 4
FIRST = 2  # place of an answer's first change: before it are the night and the decision
TRIES = 4  # of one question, when what it rested on is changed meanwhile
Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Consolidation:
    """One call's night, or its part of one.

    sleep: waits that many seconds; is_batched: independent questions go to the model together; on_progress: (phase, done, of how many).
    """

    store: Store
    space: str
    encoder: Encoder
    calibration: Calibration
    mind: Mind
    sleep: Callable[[float], None]
    is_batched: bool = False
    on_progress: Progress | None = None
    night: nights.Night = field(init=False)
    record: NightRecord = field(init=False)
    answering: Answering = field(init=False)
    looked_at: Counter[str] = field(default_factory=Counter, init=False)  # of a night that found nothing to ask

    @property
    def ground(self) -> Ground:
        """Where the night works."""
        return Ground(self.store, self.space, self.calibration, self.store.settings.night)

    def run(self) -> NightReport:
        """The whole night, or the rest of an interrupted one.

        A budget, or a model that can't be asked, ends it early: the report says so, and what was not asked waits. Raises NightRunning,
        UsageError for a model that takes no batches, and whatever fault stops it: then what was committed stays.
        """
        with self.store.file.read() as db:
            if raw.space_key(db, self.space) is None:
                return report({}, job=None, mind=self.mind.name, state="nothing", fault=None, is_resumed=False)
        if self.is_batched:
            batching(self.mind)
        embed_waiting(self.store, self.space, self.encoder)
        with holding(as_text(self.store.uids.next(self._now()))) as holder:
            with self.store.file.write() as db:
                self.night = nights.begin(self._work(db), holder=holder, until_ms=self._now() + self._lease_ms(), is_gone=is_gone)
            desk = Desk(self.store, self.space, work="night", sleep=self.sleep)
            self.record = NightRecord(self.store, self.space, self.night, desk, self._lease_ms())
            self.record.take_up()
            self.answering = Answering(self.mind, desk, self.is_batched, self.record.remember, self.night.batch)
            return self._through()

    def _through(self) -> NightReport:
        try:
            self._phases()
        except (OverBudget, MindUnavailable, MindRejected) as fault:
            return self._end("partial", fault)
        except Overtaken:
            raise
        except BaseException as fault:
            try:
                self._let_go(fault)
            except DcpmError as second:
                fault.add_note(f"Nor could the night be put on record as ended: {second}")
            raise
        return self._end("done", None)

    def _let_go(self, fault: BaseException) -> None:
        """A fault of ours is put on record; after anything else (the user's interruption) the night can be gone on with."""
        if isinstance(fault, DcpmError):
            self._end("failed", fault)
        else:
            with self.store.file.write() as db:
                nights.leave(self._work(db), self.night)

    def _phases(self) -> None:
        self._age()
        self._set_out()
        self._ask(self._inducing())
        if self.store.settings.night.with_collisions:
            self._describe()
            self._sweep()

    def _end(self, state: Literal["done", "partial", "failed"], fault: DcpmError | None) -> NightReport:
        """The night is over; one in which nothing was asked or changed leaves no trace."""
        self.record.pay()
        with self.store.file.write() as db:
            work = self._work(db)
            counts = Counter(nights.counts(db, self.night.job)) + self.looked_at
            job = jobs.public_id(db, self.night.job)
            is_empty = nights.remove_empty(work, self.night)
            if not is_empty:
                nights.finish(work, self.night, state, None if fault is None else type(fault).__name__)
        return report(
            counts, job=None if is_empty else job, mind=self.mind.name, state="nothing" if is_empty and state == "done" else state,
            fault=None if fault is None else str(fault), is_resumed=self.night.is_resumed,
        )  # fmt: skip

    # phases

    def _age(self) -> None:
        """What time and forgetting did to nodes: intentions whose horizon is over, nodes that nothing is left of."""
        with self.store.file.read() as db:
            space = self.ground.view(db).key
            baseless, overdue = graph.baseless(db, space), graph.overdue(db, space, now_ms=self._now())
        expired = [key for key in overdue if key not in baseless]
        marks: list[Change] = [MarkNode(key, "withdrawn") for key in baseless]
        marks += [MarkNode(key, "expired") for key in expired]
        if marks:
            self.record.write([*marks, *counted(Counter(withdrawn=len(baseless), expired=len(expired)))])

    def _set_out(self) -> None:
        """Clusters and nodes to think over become questions, once a night."""
        if self.record.has("set out"):
            return
        self._progress("clustering", 0, 1)
        agenda = set_out(self.ground, self._asker(self._inducing()), self.night.started_ms)
        counts = Counter(fresh=agenda.fresh, noise=agenda.noise, clusters=len(agenda.questions), revisited=agenda.revisited)
        if agenda.questions:
            self.record.write(
                [
                    *agenda.questions,
                    *counted(counts),
                    CountOfJob("set out", 1, is_set=True),
                    CountOfJob(nights.SEEN, agenda.last, is_set=True),
                ]
            )
        else:
            self.looked_at = counts
        self._progress("clustering", 1, 1)

    def _inducing(self) -> Step[Cluster, Induction]:
        return inducing(self.ground, self.encoder, self.night.started_ms)

    def _describe(self) -> None:
        """A behavioural description for each new schema, and vectors for those that lack one."""
        step = describing(self.ground)
        with self.store.file.read() as db:
            new = undescribed(db, self.ground.view(db).key, self._asker(step), self.night.job)
        if new:
            self.record.write([*new, *counted(Counter(described=len(new)))])
        self._ask(step)
        with self.store.file.read() as db:
            waiting = graph.without_behaviour_vector(db, self.ground.view(db).key)
        batch = self.store.settings.embed_batch
        for page in (waiting[start : start + batch] for start in range(0, len(waiting), batch)):
            found = self.encoder.encode_passages([text for _, text in page])
            self.record.write([PutBehaviour(key, text, vector) for (key, text), vector in zip(page, found, strict=True)])

    def _sweep(self) -> None:
        """Schemas that behave alike in different domains: those that meet a standing core join it, the others are asked about."""
        step = abstracting(self.ground, self.encoder)
        if not self.record.has("swept"):
            with self.store.file.read() as db:
                found = collisions(db, self.ground, self._asker(step))
            if found.questions or found.joining:
                counts = Counter(collisions=len(found.questions), attached=len(found.joining))
                self.record.write([*found.joining, *found.questions, *counted(counts), CountOfJob("swept", 1, is_set=True)])
        self._ask(step)

    # asking

    def _ask(self, step: Step[Offer, Answer]) -> None:
        """Ask what is open, and commit answer by answer; one that can't be used leaves its question for another night."""
        with self.store.file.read() as db:
            questions = nights.open_questions(db, self.night.job, step.kinds)
        for done, asked in enumerate(self.answering.answers(step, questions), 1):
            self._commit(step, asked)
            self._progress(step.phase, done, len(questions))

    def _commit(self, step: Step[Offer, Answer], asked: Asked[Offer, Answer]) -> None:
        """What one question came to, in one transaction; asked once more where what it rested on was changed meanwhile."""
        for _ in range(TRIES):
            if asked.verdict is None or asked.offer is None:
                self._give_up(asked, counts_as_failed=asked.fault is not None)
                return
            log = LogDecision(step.decision.name, step.decision.version, asked.verdict.mind, asked.verdict.llm_call)
            more, counts = step.changes(asked.question, asked.offer, asked.verdict.answer, FIRST)
            counts += Counter({f"refused: {reason}": n for reason, n in step.refused(asked.verdict.answer).items()})
            counts["asked"] += asked.verdict.llm_call is not None
            answered = Answered(asked.question.number, "answered", New(FIRST - 1))
            try:
                self.record.write_paid([log, *more, answered, *counted(counts)])
            except Overtaken:
                raise
            except Stale:
                asked = self.answering.ask(step, asked.question)
                continue
            return
        self._give_up(asked, counts_as_failed=True)

    def _give_up(self, asked: Asked[Offer, Answer], *, counts_as_failed: bool) -> None:
        counts = Counter(failed=int(counts_as_failed), asked=int(asked.fault is not None))
        self.record.write_paid([Answered(asked.question.number, "failed"), *counted(counts)])

    def _progress(self, phase: str, done: int, total: int) -> None:
        if self.on_progress:
            self.on_progress(phase, done, total)

    def _asker(self, step: Step[Offer, Answer]) -> nights.Asker:
        return nights.Asker(step.decision.name, step.decision.version, self.mind.name)

    def _work(self, db: apsw.Connection) -> Work:
        now = self._now()
        return Work(db, raw.ensure_space(db, self.space, self.store.uids, now), self.store.uids, now)

    def _now(self) -> int:
        return self.store.settings.clock()

    def _lease_ms(self) -> int:
        return int(LEASE_FACTOR * 1000 * self.store.settings.mind.deadline_s)
