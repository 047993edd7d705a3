"""Steps (ii) to (iv) of writing: messages that wait are claimed, items extracted, reconciled and committed (DCPM D-11..D-20).

A batch at a time; no transaction is open while a mind or the encoder works. What fails leaves its messages waiting, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import apsw

from dcpm_sqlite.deciding.decide import Verdict, decide
from dcpm_sqlite.deciding.decision import Answer, Decision
from dcpm_sqlite.deciding.decision import Offer as AnyOffer
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.embedding import BACKLOG, embed_waiting
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
from dcpm_sqlite.writing.gathering import MOST_KNOWN, Seen, gather, require_same
from dcpm_sqlite.writing.holding import Held, require_held, require_shown
from dcpm_sqlite.writing.own_word import USER, candidate_of, is_own_word
from dcpm_sqlite.writing.reconciling.decision import RECONCILE
from dcpm_sqlite.writing.reconciling.offer import Offer, Reconciliation
from dcpm_sqlite.writing.reconciling.plan import plan
from dcpm_sqlite.writing.turns import halves, parts, turns_of

TRIES = 8  # of deciding, when others change what was decided upon (a model's budget may end it before); then the messages wait again
TAKEOVERS = 4  # how often the same messages are drawn from anew when what was shown of them went or was continued meanwhile
Progress = Callable[[int, int], None]
_NO_ROW = 0  # no item has this key


def _reason(fault: BaseException) -> str:
    """Why messages wait, as it is kept with them: no words of a server's, which may repeat other messages of the prompt."""
    if isinstance(fault, MindUnavailable | MindRejected):
        return f"{type(fault).__name__}: {(type(fault).__doc__ or '').split(';')[0].splitlines()[0]}"
    return str(fault) or type(fault).__name__


def new_holder(store: Store) -> str:
    """A name for one call's claims, unlike any other's."""
    return as_text(store.uids.next(store.settings.clock()))


def lease_ms(mind: MindSettings) -> int:
    """How long a claim stands: both decisions' time, and as much again."""
    return int(4_000 * mind.deadline_s)


@dataclass(frozen=True, slots=True)
class _Part:
    """What is extracted from at once, with the summary that it continues. is_last: with it the messages are settled."""

    turns: tuple[Turn, ...]
    summary: summaries.Condensed | None
    is_last: bool


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
    has_condensed: bool = False  # a summary waits for its vector

    def settle(self, only: Sequence[int] | None = None, *, holder: str | None = None, on_progress: Progress | None = None) -> SettleReport:
        """Decide about all that waits, or about these messages, until nothing is left, or until the mind can't be asked.

        holder: who claimed them already, None for a new claim.
        """
        holder = holder or new_holder(self.store)
        failed: list[int] = []
        overtaken: Counter[int] = Counter()
        total = self._waiting(only) if on_progress else 0
        while batch := self._claim(holder, only, failed):
            keys = tuple(message.key for message in batch)
            try:
                self._batch(batch, Held(holder, keys, lease_ms(self.store.settings.mind)))
                self.decided += len(batch)
            except Overtaken as fault:  # what another holds by now is not claimed again, what was forgotten is not there
                overtaken.update(keys)
                failed += [key for key in keys if overtaken[key] >= TAKEOVERS]
                self._release(keys, holder, fault, is_final=keys[0] in failed)
            except (MindError, Stale) as fault:
                failed += keys
                self._release(keys, holder, fault)
                if isinstance(fault, MindUnavailable | MindRejected) or (isinstance(fault, OverBudget) and not fault.of_batch):
                    break
            except BaseException as fault:
                self._release(keys, holder, fault)
                raise
            if on_progress:
                on_progress(self.decided + len(failed), total)
        if self.has_condensed:
            embed_waiting(self.store, self.space, self.encoder, limit=BACKLOG)
        return self.report(self._waiting(only))

    def remember(self, key: int) -> SettleReport:
        """Decide about one message that is the user's word: it is taken as it stands, and reconciled with what is known."""
        return self.settle([key])

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

    def _release(self, keys: Sequence[int], holder: str, fault: BaseException, *, is_final: bool = True) -> None:
        if is_final:
            self.fault = str(fault) or type(fault).__name__
        with self.store.file.write() as db:
            pending.release(db, keys, holder, reason=_reason(fault), is_theirs=isinstance(fault, UnusableReply))

    def _batch(self, batch: Sequence[RawInput], held: Held) -> None:
        """A claimed batch, in as many parts as the mind's context asks for; the last one settles the messages."""
        if all(is_own_word(message) for message in batch):
            items = Extraction(tuple(candidate_of(message) for message in batch))
            turns = tuple(Turn(message, 0, len(message.text), True) for message in batch)
            with self._desk() as desk:
                self._commit(Verdict(items, USER, None, 0), _Part(turns, None, is_last=True), held, desk)
            return
        settings = self.store.settings.mind
        with self.store.file.read() as db:
            recent = pending.before(db, held.keys[0], limit=settings.recent_turns)
        todo = parts(turns_of(recent, batch), settings.batch_chars) or [()]  # nothing but recalled text leaves no turn
        while todo:
            with self._desk() as desk:
                self._part(todo.pop(0), held, desk, is_last=not todo)

    def _part(self, turns: tuple[Turn, ...], held: Held, desk: Desk, *, is_last: bool) -> None:
        """One part; where the reply to it is cut off, its halves."""
        if not any(turn.is_drawn_from for turn in turns):
            if is_last:
                self.store.apply(self.space, [Settle(held.keys, held.holder)])
            return
        with self.store.file.read() as db:
            summary = summaries.current(db, held.keys[0])
        part = _Part(turns, summary, is_last=is_last)
        try:
            extracted = self._extract(part, desk)
            self._commit(extracted, part, held, desk)
        except UnusableReply as fault:
            halved = halves(turns) if fault.is_cut_off else None
            if halved is None:
                raise
            for place, half in enumerate(halved, 1):
                self._part(half, held, desk, is_last=is_last and place == len(halved))
            return
        self._refuse(extracted.answer)

    @contextmanager
    def _desk(self) -> Iterator[Desk]:
        """A part's own desk: what a batch may cost is for each of them. Its calls are counted whatever comes of it."""
        desk = Desk(self.wallet or self.store, self.space, sleep=self.sleep)
        try:
            yield desk
        finally:
            self.calls += desk.calls

    def _on_record(self, decision: Decision[AnyOffer, Answer]) -> Decision[AnyOffer, Answer]:
        """What is decided in a copy shows rows that the file doesn't have: its calls are recorded without their texts.

        Otherwise forgetting could not find them.
        """
        return decision if self.wallet is None else replace(decision, shown=lambda _: (_NO_ROW,))

    def _logged(self, decision: Decision[AnyOffer, Answer], verdict: Verdict[Answer], name: str | None = None) -> LogDecision:
        """Who decided; a copy's decisions name no call, as those are on record elsewhere."""
        return LogDecision(name or decision.name, decision.version, verdict.mind, None if self.wallet else verdict.llm_call)

    def _extract(self, part: _Part, desk: Desk) -> Verdict[Extraction]:
        mind, summary = self.store.settings.mind, part.summary
        with self.store.file.read() as db:
            view = raw.view_space(db, self.space)
        assert view is not None
        owner = next((name for key, name in view.parties if key == view.owner), None)
        offer = ExtractionOffer(
            part.turns,
            owner,
            None if summary is None else summary.text,
            mind.with_summaries,
            mind.max_items,
            None if summary is None else summary.key,
        )
        return decide(self._on_record(EXTRACT), offer, mind=self.mind, desk=desk)

    def _refuse(self, answer: Extraction) -> None:
        self.refused += Counter({"item that can't be read": answer.faulty, "item that nobody said": answer.unsupported,
                                 "item beyond the limit": answer.surplus})  # fmt: skip

    def _commit(self, extracted: Verdict[Extraction], part: _Part, held: Held, desk: Desk) -> None:
        """Reconcile and write the items of a part; once more when others changed what was decided upon."""
        items = extracted.answer.items
        vectors = self.encoder.encode_passages([item.text for item in items]) if items else None
        for attempt in range(TRIES):
            offer, seen = gather(
                self.store, self.space, items, vectors, self.calibration, most=None if self.mind.llm is None else MOST_KNOWN
            )
            verdict = self._reconcile(offer, desk)
            changes: list[Change] = [
                UnderJob(self.kind, self.job),
                self._logged(EXTRACT, extracted, "remember" if extracted.mind == USER else None),
                self._logged(RECONCILE, verdict),
            ]
            counts: Counter[str] = Counter()
            if items and vectors is not None:
                more, counts = plan(
                    offer, verdict.answer, vectors, encode=lambda text: self.encoder.encode_passages([text])[0], drawn_by=New(1),
                    placed_by=New(2), first=len(changes),
                )  # fmt: skip
                changes += more
            if extracted.answer.summary:
                changes.append(AddSummary(part.turns[-1].raw.key, extracted.answer.summary, made_by=New(1)))
            changes = changes if len(changes) > 3 else []
            ending: list[Change] = [Settle(held.keys, held.holder)] if part.is_last else []
            if not changes and not ending:
                return

            def guard(db: apsw.Connection, seen: Seen = seen) -> None:
                """What was decided upon is as it was."""
                require_held(db, self.space, held, now_ms=self.store.settings.clock())
                require_shown(db, held, part.turns, part.summary if self.mind.llm is not None else None)
                require_same(db, store=self.store, seen=seen)

            try:
                applied = self.store.apply(self.space, changes + ending, guard=guard)
            except Overtaken:
                raise
            except Stale:
                if attempt + 1 == TRIES:
                    raise
                continue
            if changes:
                self.job = applied[0].key
                self.has_condensed |= extracted.answer.summary is not None
            answer = verdict.answer
            self.counts += counts
            self.refused += Counter({"operation that can't be read": answer.faulty, "target that was not offered": answer.unoffered,
                                     "operation beyond the limit": answer.surplus})  # fmt: skip
            return

    def _reconcile(self, offer: Offer, desk: Desk) -> Verdict[Reconciliation]:
        """Nothing is asked where there is nothing to decide."""
        if not offer.items or (len(offer.items) == 1 and not offer.known):
            return Verdict(RECONCILE.rule(offer), self.mind.name, None, 0)
        return decide(self._on_record(RECONCILE), offer, mind=self.mind, desk=desk)
