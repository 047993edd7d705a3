"""`Memory`: the public face. Each method delegates; the thinking is in the rooms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Literal, Self, get_args

from dcpm_sqlite import encoder as encoding
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind, choose_mind
from dcpm_sqlite.embedding import BACKLOG, embed, embed_waiting
from dcpm_sqlite.errors import EncoderMismatch, MindError, UnknownId, UsageError
from dcpm_sqlite.forgetting.forget import Target, forget
from dcpm_sqlite.language.dates import end_ms, read_moment
from dcpm_sqlite.llm.port import LLM
from dcpm_sqlite.portability.estimate import Estimate, estimate
from dcpm_sqlite.portability.importing import ImportReport, Progress, import_file
from dcpm_sqlite.portability.reembed import reembed
from dcpm_sqlite.recall import graph_view
from dcpm_sqlite.recall import profile as profiling
from dcpm_sqlite.recall import recall as recalling
from dcpm_sqlite.recall.intentions import concerns
from dcpm_sqlite.recall.render import render
from dcpm_sqlite.recall.search import Times
from dcpm_sqlite.records import (
    AddReport,
    Belief,
    CheckReport,
    Concern,
    CostLine,
    Edge,
    Entity,
    ForgetReceipt,
    Graph,
    Investigation,
    Job,
    LikelySame,
    Message,
    Moment,
    NightPreview,
    NightReport,
    Node,
    NodeKind,
    Outcome,
    Preset,
    Profile,
    RawInput,
    Recollection,
    ReconsolidationReport,
    Reply,
    Reweighing,
    SettleReport,
    Stats,
    Why,
)
from dcpm_sqlite.settings import Settings
from dcpm_sqlite.store import beliefs, encoders, entities, graph, jobs, ledger, raw, relations, uses
from dcpm_sqlite.store.ids import as_number
from dcpm_sqlite.store.integrity import check, rebuild
from dcpm_sqlite.store.migrations import upgrade
from dcpm_sqlite.store.stats import stats
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.writing import own_word, same_entities
from dcpm_sqlite.writing.believe import Believing
from dcpm_sqlite.writing.persist import Persisted, persist
from dcpm_sqlite.writing.rethink import Rethinker, Rethinking

Encoder = encoding.Encoder
Time = str | int | float | Moment
When = Literal["now", "later"]


class Memory:
    """Long-term memory in one SQLite file. Use it as a context manager; it is safe to use from several threads.

    path: the file; made when it isn't there. space: whose memory; one file may hold many, and nothing crosses.
    encoder: an encoder, or the folder of one; None takes the shipped one.
    mind: who decides what to believe: 'offline', 'anthropic:MODEL', 'openai:URL#MODEL', 'recorded:FILE', or a model's adapter; None
    asks the variable DCPM_MIND, and takes the offline rules where it isn't set. A key that lies around never chooses one.
    read_only: never writes, and works in a folder without write permission. key: reserved for encryption.
    Raises the exceptions of `dcpm_sqlite.errors`, and no others of its own.
    """

    def __init__(
        self, path: str | Path, *, space: str = "default", encoder: Encoder | str | Path | None = None,
        mind: LLM | Mind | str | None = None,
        settings: Settings | None = None, read_only: bool = False, key: str | None = None, vfs: str | None = None,
    ) -> None:  # fmt: skip
        if key is not None:
            raise UsageError("Encrypted memory files are not supported yet; leave `key` out, or keep the file on an encrypted disk.")
        if not space.strip():
            raise UsageError("A space needs a name.")
        self.path = Path(path)
        self.space = space
        self.settings = settings or Settings()
        self.mind = choose_mind(mind)
        self._encoder = _encoder(encoder)
        self._store = Store(
            self.path, read_only=read_only, encoder=lambda: encoder_row(self._encoder), settings=self.settings, vfs=vfs,
            centre_of=lambda packed: _parsed(packed).centre,
        )  # fmt: skip
        self._probed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. The last writer leaves exactly one file, which may be copied as it is."""
        self._store.file.close()

    def add(
        self, messages: str | Message | Iterable[Message], *, session: str | None = None, decide: When = "now",
        bring_back_forgotten: bool = False,
    ) -> AddReport:  # fmt: skip
        """Keep messages, as ground truth, before anything else is done with them (DCPM D-12), then decide what to believe of them.

        They are found by `recall` at once. decide: "later" leaves the deciding to `settle`. A mind that fails loses nothing: the
        messages wait, and `report.settled` says why. A message that is known (same source and id, else same session, speaker, time
        and text) is left as it is; one that was forgotten stays out, unless `bring_back_forgotten` asks for it. Recognised secrets
        are withheld before the commit. Raises RefusedText (none is kept) and, after they were kept, EncoderError.
        """
        self._require_encoder()
        _require_when(decide)
        batch = [Message(messages)] if isinstance(messages, str) else [messages] if isinstance(messages, Message) else list(messages)
        done = persist(self._store, self.space, batch, session=session, bring_back_forgotten=bring_back_forgotten)
        embed(self._store, self.space, self._encoder, done.passages)
        embed_waiting(self._store, self.space, self._encoder, limit=BACKLOG)
        if decide == "later" or not done.fresh:
            return done.report
        return replace(done.report, settled=self._believing("add").settle(done.fresh))

    def settle(self, *, on_progress: Callable[[int, int], None] | None = None) -> SettleReport:
        """Decide about all messages that wait: left for later, or left over by a mind that failed. Several processes may do so at once."""
        self._require_encoder()
        return self._believing("settle").settle(on_progress=on_progress)

    def remember(self, text: str) -> AddReport:
        """Believe a statement as it stands, without extraction; it may still supersede or repeat what is known."""
        self._require_encoder()
        done = self._own_word(text, "remember")
        return replace(done.report, settled=self._believing("remember").remember(done.fresh[0]))

    def correct(self, id: str, text: str) -> str:
        """Put the user's word in the place of a belief: it supersedes the current state and is pinned. Id of the new state."""
        self._require_encoder()
        with self._store.file.read() as db:
            own_word.chain_of(db, self.space, id)
        done = self._own_word(text, "correct")
        return own_word.correct(self._store, self.space, id, done.fresh[0], self._encoder)

    def pin(self, id: str, pinned: bool | None = True) -> None:
        """Always show a belief (True), never as core (False), or as was decided (None). Raises UnknownId."""
        own_word.pin(self._store, self.space, id, pinned)

    def why(self, id: str) -> Why:
        """The words that a belief rests on, and which mind decided it. Raises UnknownId."""
        return profiling.why(self._store, self.space, id)

    def profile(self, who: str | None = None, *, facts: int = 20) -> Profile:
        """What is known now of the owner, or of a speaker by name, with sources. Raises UnknownId."""
        return profiling.profile(self._store, self.space, who=who, facts=facts)

    def jobs(self, *, limit: int = 20) -> tuple[Job, ...]:
        """The latest pieces of writing on record, latest first: what `undo` takes back."""
        with self._store.file.read() as db:
            space = raw.space_key(db, self.space)
            return () if space is None else tuple(jobs.listing(db, space, limit=limit))

    def undo(self, job: str, *, cascade: bool = False) -> tuple[str, ...]:
        """Take back what one add (or other job) came to; messages stay. Ids of the jobs taken back, latest first.

        cascade: also the later jobs that build on it. Raises BuiltUpon, which names them, and UnknownId.
        """
        self._require_encoder()
        taken = self._store.undo(self.space, job, cascade=cascade)
        embed_waiting(self._store, self.space, self._encoder)
        return taken

    def rethink(
        self, since: Time, *, mind: LLM | Mind | str | None = None, on_progress: Callable[[int, int], None] | None = None
    ) -> Rethinking:
        """What another mind would believe of messages said since then: a difference to be looked at; nothing is changed yet.

        mind: None for this memory's own. What the user confirmed, remembered or corrected is never touched.
        """
        self._require_encoder()
        start = read_moment(since, now_ms=self._now()).ms
        return self._rethinker().preview(self.mind if mind is None else choose_mind(mind), since_ms=start, on_progress=on_progress)

    def adopt(self, thought: Rethinking, *, mind: LLM | Mind | str | None = None) -> SettleReport:
        """Make what `rethink` showed the case, as one job that `undo` takes back. mind: the one it was shown for."""
        self._require_encoder()
        report = self._rethinker().adopt(thought, self.mind if mind is None else choose_mind(mind))
        embed_waiting(self._store, self.space, self._encoder)
        return report

    def consolidate(self, *, batch: bool = False, on_progress: Callable[[str, int, int], None] | None = None) -> NightReport:
        """Think about what the beliefs add up to: schemas, intentions, core schemas across life domains (DCPM D-25..D-41).

        A night: one at a time per space; resumable when it was interrupted; taken back by `undo(report.job)`. `add` and `recall` go on
        meanwhile. batch: independent questions go to the model together, at half price (Anthropic). on_progress: (phase, done, of how
        many). Raises NightRunning, and UsageError where the settings leave System 2 out.
        """
        self._require_encoder()
        self._require_nights()
        from dcpm_sqlite.consolidation.night import Consolidation

        return Consolidation(
            self._store, self.space, self._encoder, self._calibration(), self.mind, time.sleep, is_batched=batch, on_progress=on_progress
        ).run()  # fmt: skip

    def preview_night(self, *, batch: bool = False) -> NightPreview:
        """What a night would ask about now, of how many calls, at what cost; nothing is asked or changed."""
        self._require_encoder()
        self._require_nights()
        from dcpm_sqlite.consolidation.gathering import Ground
        from dcpm_sqlite.consolidation.preview import preview

        return preview(Ground(self._store, self.space, self._calibration(), self.settings.night), self.mind, is_batched=batch)

    def wait_until_idle(self, minutes: float, *, on_wait: Callable[[int], None] | None = None) -> None:
        """Return when nothing was recorded here for so many minutes: a good time for a night."""
        if not 0 < minutes <= 7 * 24 * 60:
            raise UsageError(f"{minutes:g} minutes are no time to wait for; give a number above 0, a week at most.")
        from dcpm_sqlite.consolidation.idle import wait_until_idle

        wait_until_idle(self._store, self.space, round(minutes * 60_000), sleep=time.sleep, on_wait=on_wait)

    def nodes(self, *, kind: NodeKind | None = None) -> tuple[Node, ...]:
        """Schemas, core schemas and intentions, all that are not withdrawn, oldest first."""
        with self._store.file.read() as db:
            space = raw.space_key(db, self.space)
            kinds = get_args(NodeKind) if kind is None else (kind,)
            return () if space is None else tuple(graph.listing(db, space, kinds=kinds, states=graph_view.STATES))

    def intentions(self, *, cue: str | None = None, within: timedelta = timedelta(days=7)) -> tuple[Concern, ...]:
        """Open intentions that are due within that time, or that `cue` (what was just said) calls to mind: for proactive care."""
        self._require_encoder()
        now = self._now()
        return concerns(
            self._store, self.space, encoder=self._encoder, calibration=self._calibration(), settings=self.settings.recall, cue=cue, now_ms=now,
            until_ms=now + int(within.total_seconds() * 1000),
        )  # fmt: skip

    def mark_intention(self, id: str, state: Literal["fulfilled", "dropped", "open"]) -> str:
        """The user's word on what became of an intention; id of the job that `undo` takes back. Raises UnknownId, UsageError."""
        return own_word.mark_intention(self._store, self.space, id, state)

    def graph(self, *, also: Sequence[str] = ()) -> Graph:
        """The upper graph with the beliefs and words it rests on, and the heaviest relations between beliefs, to be looked at.

        also: ids of beliefs that it is to hold in any case, such as those of an investigation; other ids are left out.
        """
        return graph_view.view(self._store, self.space, also=also)

    def relations(self, *, of: str | None = None) -> tuple[Edge, ...]:
        """Relations with their weights of now, of one belief or node or of all, closed ones too, oldest first. Raises UnknownId."""
        with self._store.file.read() as db:
            space = raw.space_key(db, self.space)
            if space is None and of is None:
                return ()
            key = None if of is None else raw.find(db, space or 0, of)[0]
            return tuple(relations.listing(db, space or 0, of=key))

    def entities(self) -> tuple[Entity, ...]:
        """Whom and what the beliefs mention, under all their names, the most mentioned first (REALM R-11)."""
        with self._store.file.read() as db:
            space = raw.space_key(db, self.space)
            return () if space is None else tuple(entities.listing(db, space))

    def likely_entities(self) -> tuple[LikelySame, ...]:
        """Entities that may be one, the surest first: proposals for `merge_entities`. Nothing is changed."""
        self._require_encoder()
        return same_entities.likely(self._store, self.space, self._encoder, self._calibration())

    def merge_entities(self, keep: str, other: str) -> str:
        """Two entities, by id or name, are one: `keep`, under the names of both. Id of the job that `undo` takes back.

        Raises UnknownId, and UsageError where they are one already, or where several have that name.
        """
        return same_entities.merge(self._store, self.space, keep, other)

    def cost(self, since: Time | None = None) -> tuple[CostLine, ...]:
        """What models were asked for and what it cost, by purpose and model; since ever, if no time is given."""
        start = -(1 << 62) if since is None else read_moment(since, now_ms=self._now()).ms
        with self._store.file.read() as db:
            space = raw.space_key(db, self.space)
            return () if space is None else tuple(ledger.costs(db, space, since_ms=start))

    def import_file(
        self, path: str | Path, *, format: str = "auto", owner: str | None = None, decide: When = "now", bring_back_forgotten: bool = False,
        on_progress: Progress | None = None, on_deciding: Callable[[int, int], None] | None = None,
    ) -> ImportReport:  # fmt: skip
        """Take in a chat export: ChatGPT, Claude, JSONL of messages, LoCoMo, or plain text. Resumable; raises ImportFault.

        decide: "now" also decides about all that waits afterwards; `estimate` says beforehand what a model is asked for.
        """
        self._require_encoder()
        _require_when(decide)
        report = import_file(
            self._store,
            self.space,
            Path(path),
            format=format,
            owner=owner,
            encoder=self._encoder,
            bring_back_forgotten=bring_back_forgotten,
            on_progress=on_progress,
        )
        if decide == "later":
            return report
        return replace(report, settled=self._believing("import").settle(on_progress=on_deciding))

    def estimate(self, path: str | Path, *, format: str = "auto", owner: str | None = None) -> Estimate:
        """How many calls of this memory's mind an import would take, and what they would cost, about. Raises ImportFault."""
        return estimate(Path(path), format=format, owner=owner, mind=self.mind, settings=self.settings.mind)

    def recall(
        self, query: str, *, k: int | None = None, as_of: Time | None = None, known_at: Time | None = None, relations: bool | None = None
    ) -> Recollection:  # fmt: skip
        """The k best passages, belief chains and summaries for a query; no LLM, no network, no write (DCPM D-42, D-45).

        as_of: only what was said and held by then; known_at: only what this file had recorded by then. A date means to its end.
        relations: whether what relations tie to the best hits rises with them, by their weights of today and so not with known_at; None as
        the settings say.
        """
        self._require_encoder()
        _require_question(query)
        if k is not None and not 1 <= k <= 1000:
            raise UsageError(f"k is {k}; give a number from 1 to 1000.")
        settings = self.settings.recall if relations is None else replace(self.settings.recall, with_relations=relations)
        return recalling.recall(
            self._store, self.space, query, encoder=self._encoder, calibration=self._calibration(), k=k or self.settings.recall.k,
            times=Times(self._until(as_of), self._until(known_at)), settings=settings,
        )  # fmt: skip

    def investigate(self, question: str, *, preset: Preset = "shallow", mind: LLM | Mind | str | None = None) -> Investigation:
        """Search along the relations: seeds as `recall` finds them, then rounds of judging and expanding (REALM §3.3).

        preset: REALM's for LoCoMo ("shallow") or for LongMemEval ("deep"). mind: another one than this memory's; the offline rules ask no
        model and write nothing. Raises MindUnavailable and MindRejected; over the budget it ends with what it has, and says so.
        """
        self._require_encoder()
        _require_question(question)
        if preset not in get_args(Preset):
            raise UsageError(f"preset is {preset!r}; it is one of {', '.join(get_args(Preset))}.")
        from dcpm_sqlite.investigation.investigate import investigate

        return investigate(
            self._store, self.space, question, preset, encoder=self._encoder, calibration=self._calibration(),
            mind=self.mind if mind is None else choose_mind(mind), desk=Desk(self._store, self.space),
        )  # fmt: skip

    def reconsolidate(
        self, investigation: Investigation, *, answer: str, outcome: Outcome | None = None, mind: LLM | Mind | str | None = None
    ) -> ReconsolidationReport:
        """Let the relations between what was recalled learn from this use, once for each answer (REALM §3.4).

        answer: what was answered by it; outcome: whether that was right, where it is known. `undo(report.job)` takes it back. Raises
        MindError, and then nothing was changed.
        """
        if not isinstance(answer, str) or not answer.strip():
            raise UsageError("The answer is empty; give what was answered, or leave the relations as they are.")
        if outcome is not None and outcome not in get_args(Outcome):
            raise UsageError(f"outcome is {outcome!r}; it is one of {', '.join(get_args(Outcome))}, or None where it is not known.")
        from dcpm_sqlite.reconsolidation.reconsolidate import reconsolidate

        chosen = self.mind if mind is None else choose_mind(mind)
        return reconsolidate(
            self._store, self.space, investigation, answer=answer, outcome=outcome, mind=chosen, desk=Desk(self._store, self.space)
        )

    def ask(self, question: str, *, preset: Preset = "shallow", learn: bool = True, mind: LLM | Mind | str | None = None) -> Reply:
        """Answer from what `investigate` finds, with the findings that the answer rests on, or say that the memory does not tell.

        It needs a model. learn: whether the relations learn from this use; where that fails the answer stands, and `fault` says why.
        Raises UsageError without a model, and MindError where it could not answer.
        """
        chosen = self.mind if mind is None else choose_mind(mind)
        from dcpm_sqlite.investigation.answering.answer import answer, require_model

        require_model(chosen)
        found = self.investigate(question, preset=preset, mind=chosen)
        desk = Desk(self._store, self.space)
        answered = answer(self._store, found, mind=chosen, desk=desk)
        report, fault = None, None
        if learn and answered.text is not None:
            try:
                report = self.reconsolidate(found, answer=answered.text, mind=chosen)
            except MindError as error:
                fault = str(error)
        spent = [(found.calls, found.usd), (desk.calls, None if desk.unpriced else desk.usd)] + (
            [(report.calls, report.usd)] if report else []
        )
        usd = None if any(cost is None for _, cost in spent) else sum(cost or 0.0 for _, cost in spent)
        cited = tuple(found.findings[place].id for place in answered.cited)
        return Reply(answered.text, cited, found, report, sum(calls for calls, _ in spent), usd, fault)

    def reweighings(self, *, of: str | None = None, limit: int = 100) -> tuple[Reweighing, ...]:
        """What uses changed in the relations, latest first: of one belief or relation, or of all. Raises UnknownId."""
        with self._store.file.read() as db:
            space = raw.space_key(db, self.space)
            if space is None and of is None:
                return ()
            key = None if of is None else raw.find(db, space or 0, of)[0]
            return tuple(uses.history(db, space or 0, of=key, limit=limit))

    def render(self, recollection: Recollection, *, max_tokens: int = 1_000) -> str:
        """A recollection as text for a prompt, within a token budget: dated, with ids, fenced as data."""
        return render(recollection, max_tokens=max_tokens)

    def get(self, id: str) -> RawInput | Belief | Node:
        """A message, a belief, or a node of the upper graph, by its id. Raises UnknownId."""
        with self._store.file.read() as db:
            view = raw.view_space(db, self.space)
            key, kind = raw.find(db, view.key if view else 0, id)
            if kind == "raw_input":
                return raw.by_keys(db, [key])[key]
            if kind == "belief" and (found := beliefs.by_keys(db, [key])):
                return found[key]
            if kind == "node":
                return graph.by_keys(db, [key])[key]
            if kind == "belief":
                raise UnknownId(f"{id} was taken back; `dcpm jobs` shows what was, and `dcpm undo` of that brings it back.")
        raise UnknownId(f"{id} is a {kind.replace('_', ' ')}; only messages, beliefs and nodes can be got.")

    def list(self, *, limit: int = 50, before: str | None = None, session: str | None = None) -> tuple[RawInput, ...]:
        """The newest messages, newest first; `before` is an id to page on from."""
        with self._store.file.read() as db:
            view = raw.view_space(db, self.space)
            if view is None:
                return ()
            key = raw.find(db, view.key, before)[0] if before is not None else None
            return tuple(raw.listing(db, view.key, limit=limit, before=key, session=session))

    def history(self, id: str) -> tuple[Belief, ...]:
        """All states of a belief's chain, oldest first (DCPM D-22). Raises UnknownId."""
        with self._store.file.read() as db:
            return own_word.chain_of(db, self.space, id)

    def forget(self, target: str | None = None, *, session: str | None = None, span: tuple[Time, Time] | None = None,
               whole_space: bool = False, dry_run: bool = False) -> ForgetReceipt:  # fmt: skip
        """Erase a message or belief (by id), a session, what was said in a span of time, or the whole space, from the bytes of the file.

        dry_run: only says what would go. Raises ErasureIncomplete when a reader elsewhere keeps old pages: `check` completes it.
        """
        given = Target(
            id=as_number(target) if target is not None else None,
            session=session,
            span=None if span is None else (read_moment(span[0], now_ms=self._now()).ms, end_ms(read_moment(span[1], now_ms=self._now()))),
            whole_space=whole_space,
        )
        if given.span is not None and given.span[0] >= given.span[1]:
            raise UsageError("The span of time ends before it begins.")
        if not dry_run:
            self._require_encoder()
        return forget(self._store, self.space, given, encoder=self._encoder, dry_run=dry_run)

    def stats(self) -> Stats:
        """Counts of this space, and the file's size."""
        return stats(self._store, self.space)

    def check(self, *, complete: bool = True) -> CheckReport:
        """Prove that indexes and tables agree, and finish an erasure that a reader had blocked."""
        return check(self._store, complete=complete)

    def rebuild(self) -> dict[str, int]:
        """Make every derived table anew from what was said; vectors whose text is unchanged are kept. Rows per table."""
        self._require_encoder()
        made = rebuild(self._store)
        made["embedded"] = embed_waiting(self._store, self.space, self._encoder)
        return made

    def reembed(self, *, on_progress: Callable[[int, int], None] | None = None) -> int:
        """Move the file to the encoder this memory was opened with; resumable, and other processes go on recalling. How many vectors."""
        count = reembed(self._store, self._encoder, encoder_row(self._encoder), on_progress=on_progress)
        self._store.follow_encoder()
        return count

    @staticmethod
    def upgrade(path: str | Path) -> Path | None:
        """Bring a file of an older format up to this version's, after a backup; the backup's path, None where nothing was to do."""
        return upgrade(Path(path))

    def backup(self, target: str | Path) -> Path:
        """Copy the file while it is in use (K37)."""
        self._store.file.backup(Path(target))
        return Path(target)

    def set_owner(self, name: str) -> None:
        """Say whom this space is about. Raises UsageError for a name without a word."""
        if not name.strip():
            raise UsageError("The owner needs a name.")
        self._store.set_owner(self.space, name)

    def _require_nights(self) -> None:
        if not self.settings.with_nights:
            raise UsageError("These settings are the lite ones, without nights; open the memory with the full settings to consolidate.")

    def _believing(self, kind: str) -> Believing:
        return Believing(self._store, self.space, self._encoder, self._calibration(), self.mind, kind, time.sleep)

    def _rethinker(self) -> Rethinker:
        def open_copy(path: Path) -> Store:
            return Store(
                path,
                read_only=False,
                encoder=lambda: encoder_row(self._encoder),
                settings=self.settings,
                centre_of=lambda packed: _parsed(packed).centre,
            )

        return Rethinker(self._store, self.space, self._encoder, self._calibration(), time.sleep, open_copy)

    def _own_word(self, text: str, kind: str) -> Persisted:
        """The user's word is ground truth too: it is kept as a message first."""
        own_word.require_statement(text)
        done = persist(self._store, self.space, [Message(text, source=kind)], session=kind)
        embed(self._store, self.space, self._encoder, done.passages)
        return done

    def _require_encoder(self) -> None:
        """Vectors of two encoders are never mixed (K38)."""
        at_hand, stored = self._encoder.identity, self._store.encoder
        if (at_hand.digest, at_hand.width) != (stored.digest, stored.width):
            raise EncoderMismatch(
                f"{self.path} was made with the encoder {stored.name} (width {stored.width}), and the one at hand is {at_hand.name} "
                f"(width {at_hand.width}). Open it with the first, or move it with `dcpm reembed {self.path}`."
            )
        if not self._probed:
            encoding.check_probes(self._calibration(), self._encoder)
            self._probed = True

    def _calibration(self) -> encoding.Calibration:
        return _parsed(self._store.encoder.calibration)

    def _until(self, time: Time | None) -> int | None:
        return None if time is None else end_ms(read_moment(time, now_ms=self._now()))

    def _now(self) -> int:
        return self.settings.clock()


def _require_question(text: str) -> None:
    if not isinstance(text, str) or not text.strip():
        raise UsageError("The question is empty; ask something.")


def _require_when(decide: str) -> None:
    if decide not in ("now", "later"):
        raise UsageError(f'decide is {decide!r}; it is "now" or "later".')


@lru_cache(maxsize=4)
def _parsed(packed: bytes) -> encoding.Calibration:
    return encoding.Calibration.from_bytes(packed)


def _encoder(given: Encoder | str | Path | None) -> Encoder:
    if given is None:
        return encoding.default_encoder()
    return encoding.load_encoder(Path(given)) if isinstance(given, str | Path) else given


def encoder_row(encoder: Encoder) -> encoders.EncoderRow:
    """What a file keeps of an encoder, its calibration included."""
    identity = encoder.identity
    return encoders.EncoderRow(
        identity.name, identity.digest, identity.width, identity.query_prefix, identity.passage_prefix,
        encoding.calibration_of(encoder).to_bytes(),
    )  # fmt: skip
