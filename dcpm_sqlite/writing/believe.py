"""Steps (ii) to (iv) of writing: messages that wait are claimed, items extracted, reconciled and committed (DCPM D-11..D-20).

A batch at a time; no transaction is open while a mind or the encoder works. What fails leaves its messages waiting, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from dcpm_sqlite.deciding.decide import Verdict, decide
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.encoder import Calibration, Encoder
from dcpm_sqlite.errors import MindError, MindRejected, MindUnavailable, OverBudget, Overtaken, Stale, UnusableReply
from dcpm_sqlite.records import RawInput, SettleReport
from dcpm_sqlite.settings import MindSettings
from dcpm_sqlite.store import jobs, pending, raw, summaries
from dcpm_sqlite.store.changes import AddSummary, Change, LogDecision, New, Settle, UnderJob
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.writing.extraction.decision import EXTRACT
from dcpm_sqlite.writing.extraction.offer import Extraction, Turn
from dcpm_sqlite.writing.extraction.offer import Offer as ExtractionOffer
from dcpm_sqlite.writing.gathering import gather, require_same
from dcpm_sqlite.writing.own_word import USER, candidate_of
from dcpm_sqlite.writing.reconciling.decision import RECONCILE
from dcpm_sqlite.writing.reconciling.offer import Offer, Reconciliation
from dcpm_sqlite.writing.reconciling.plan import plan
from dcpm_sqlite.writing.turns import halves, parts, turns_of

TRIES = 4  # of reconciling, when others change what was decided upon; then the messages wait again
Progress = Callable[[int, int], None]


def new_holder(store: Store) -> str:
    """A name for one call's claims, unlike any other's."""
    return as_text(store.uids.next(store.settings.clock()))


def lease_ms(mind: MindSettings) -> int:
    """How long a claim stands: both decisions' time, and as much again."""
    return int(4_000 * mind.deadline_s)


@dataclass(slots=True)
class Believing:
    """One call's work on what waits: in one space, by one mind, under one job.

    kind: of the job ('add', 'settle' ...); sleep: waits that many seconds before a model is asked again.
    """

    store: Store
    space: str
    encoder: Encoder
    calibration: Calibration
    mind: Mind
    kind: str
    sleep: Callable[[float], None]
    job: int | None = None
    wallet: Store | None = None  # where calls are put on record; None: in the same file
    calls: int = 0
    decided: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    fault: str | None = None

    def settle(self, only: Sequence[int] | None = None, *, holder: str | None = None, on_progress: Progress | None = None) -> SettleReport:
        """Decide about all that waits, or about these messages, until nothing is left, or until the mind can't be asked.

        holder: who claimed them already, None for a new claim.
        """
        holder = holder or new_holder(self.store)
        failed: list[int] = []
        total = self._waiting(only) if on_progress else 0
        while batch := self._claim(holder, only, failed):
            keys = [message.key for message in batch]
            try:
                self._batch(batch, holder)
                self.decided += len(batch)
            except Overtaken:
                failed += keys  # they are in another's hands
            except (MindError, Stale) as fault:
                failed += keys
                self._release(keys, holder, fault)
                if isinstance(fault, MindUnavailable | MindRejected | OverBudget):
                    break
            except BaseException as fault:
                self._release(keys, holder, fault)
                raise
            if on_progress:
                on_progress(self.decided + len(failed), total)
        return self.report(self._waiting(only))

    def remember(self, key: int) -> SettleReport:
        """Take one message as one item, without extraction, and reconcile it with what is known."""
        holder = new_holder(self.store)
        for message in self._claim(holder, [key], ()):
            desk = self._desk()
            try:
                item = candidate_of(message)
                self._commit(
                    Verdict(Extraction((item,)), USER, None, 0), (Turn(message, 0, len(message.text), True),), desk, Settle((key,), holder)
                )
                self.decided += 1
            except MindError as fault:
                self._release([key], holder, fault)
            except BaseException as fault:
                self._release([key], holder, fault)
                raise
            finally:
                self.calls += desk.calls
        return self.report(self._waiting([key]))

    def report(self, waiting: int) -> SettleReport:
        """What was done so far."""
        with self.store.file.read() as db:
            job = None if self.job is None else jobs.public_id(db, self.job)
        numbers = {name: self.counts[name] for name in ("added", "superseded", "updated", "duplicates", "relations")}
        refused = tuple((reason, n) for reason, n in sorted(self.refused.items()) if n)
        return SettleReport(job, self.mind.name, self.decided, waiting, refused=refused, calls=self.calls, fault=self.fault, **numbers)

    def _claim(self, holder: str, only: Sequence[int] | None, failed: Sequence[int]) -> list[RawInput]:
        mind = self.store.settings.mind
        with self.store.file.write() as db:
            space = raw.space_key(db, self.space)
            if space is None:
                return []
            return pending.claim(
                db, space, holder=holder, now_ms=self.store.settings.clock(), lease_ms=lease_ms(mind), max_chars=mind.batch_chars, only=only,
                but=failed,
            )  # fmt: skip

    def _waiting(self, only: Sequence[int] | None) -> int:
        with self.store.file.read() as db:
            space = raw.space_key(db, self.space)
            return 0 if space is None else pending.count(db, space, only=only)

    def _release(self, keys: Sequence[int], holder: str, fault: BaseException) -> None:
        self.fault = str(fault) or type(fault).__name__
        with self.store.file.write() as db:
            pending.release(db, keys, holder, reason=self.fault)

    def _batch(self, batch: Sequence[RawInput], holder: str) -> None:
        """A claimed batch, in as many parts as the mind's context asks for; the last one settles the messages."""
        keys = tuple(message.key for message in batch)
        settings = self.store.settings.mind
        with self.store.file.read() as db:
            recent = pending.before(db, keys[0], limit=settings.recent_turns)
            summary = summaries.current(db, keys[0])
        todo = parts(turns_of(recent, batch), settings.batch_chars)
        desk = self._desk()
        try:
            while todo:
                turns = todo.pop(0)
                if any(turn.is_drawn_from for turn in turns):
                    try:
                        extracted = self._extract(turns, summary, desk)
                    except UnusableReply as fault:
                        halved = halves(turns) if fault.is_cut_off else None
                        if halved is None:
                            raise
                        todo[:0] = halved
                        continue
                    self._commit(extracted, turns, desk, Settle(keys, holder) if not todo else None)
                    summary = extracted.answer.summary or summary
                elif not todo:
                    self.store.apply(self.space, [Settle(keys, holder)])
        finally:
            self.calls += desk.calls

    def _desk(self) -> Desk:
        return Desk(self.wallet or self.store, self.space, sleep=self.sleep)

    def _extract(self, turns: tuple[Turn, ...], summary: str | None, desk: Desk) -> Verdict[Extraction]:
        mind = self.store.settings.mind
        with self.store.file.read() as db:
            view = raw.view_space(db, self.space)
        assert view is not None
        owner = next((name for key, name in view.parties if key == view.owner), None)
        offer = ExtractionOffer(turns, owner, summary, mind.with_summaries, mind.max_items)
        verdict = decide(EXTRACT, offer, mind=self.mind, desk=desk)
        answer = verdict.answer
        self.refused += Counter({"item that can't be read": answer.faulty, "item that nobody said": answer.unsupported,
                                 "item beyond the limit": answer.surplus})  # fmt: skip
        return verdict

    def _commit(self, extracted: Verdict[Extraction], turns: tuple[Turn, ...], desk: Desk, last: Settle | None) -> None:
        """Reconcile and write the items of a part; once more when others changed what was decided upon."""
        items = extracted.answer.items
        vectors = self.encoder.encode_passages([item.text for item in items]) if items else None
        for attempt in range(TRIES):
            offer, seen = gather(self.store, self.space, items, vectors, self.calibration)
            verdict = self._reconcile(offer, desk)
            changes: list[Change] = [
                UnderJob(self.kind, self.job),
                LogDecision("remember" if extracted.mind == USER else EXTRACT.name, EXTRACT.version, extracted.mind, extracted.llm_call),
                LogDecision(RECONCILE.name, RECONCILE.version, verdict.mind, verdict.llm_call),
            ]
            counts: Counter[str] = Counter()
            if items and vectors is not None:
                more, counts = plan(
                    offer, verdict.answer, vectors, encode=lambda text: self.encoder.encode_passages([text])[0], drawn_by=New(1),
                    placed_by=New(2), first=len(changes),
                )  # fmt: skip
                changes += more
            if extracted.answer.summary:
                changes.append(AddSummary(turns[-1].raw.key, extracted.answer.summary, made_by=New(1)))
            changes = changes if len(changes) > 3 else []
            ending: list[Change] = [] if last is None else [last]
            if not changes and not ending:
                return
            try:
                applied = self.store.apply(self.space, changes + ending, guard=partial(require_same, store=self.store, seen=seen))
            except Overtaken:
                raise
            except Stale:
                if attempt + 1 == TRIES:
                    raise
                continue
            if changes:
                self.job = applied[0].key
            answer = verdict.answer
            self.counts += counts
            self.refused += Counter({"operation that can't be read": answer.faulty, "target that was not offered": answer.unoffered,
                                     "operation beyond the limit": answer.surplus})  # fmt: skip
            return

    def _reconcile(self, offer: Offer, desk: Desk) -> Verdict[Reconciliation]:
        """Nothing is asked where there is nothing to decide."""
        if not offer.items or (len(offer.items) == 1 and not offer.known):
            return Verdict(RECONCILE.rule(offer), self.mind.name, None, 0)
        return decide(RECONCILE, offer, mind=self.mind, desk=desk)
