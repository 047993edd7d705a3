"""`decide()`: one way for all decisions to ask a mind. Budget, call, ledger, reading, asking once more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from dcpm_sqlite.deciding.decision import Answer, Decision, Offer, Prompt, Unusable
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.deciding.parsing import parse_object
from dcpm_sqlite.errors import DcpmError, MindError, MindRejected, MindUnavailable, OverBudget, UnusableReply
from dcpm_sqlite.language.text import printable
from dcpm_sqlite.llm.port import LLM, Reply, Request, Turn

MAX_REPEATED_CHARS = 4_000  # of an unusable reply, when it is shown to the model again


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Answer]):
    """What was decided, and by whom. llm_call: the ledger's row of the reply that was used; None for the offline rules.

    calls: how many calls it took, failed ones included.
    """

    answer: Answer
    mind: str
    llm_call: int | None
    calls: int


def decide(decision: Decision[Offer, Answer], offer: Offer, *, mind: Mind, desk: Desk) -> Verdict[Answer]:
    """Decide by the mind. A model is asked once more when its reply can't be used; no transaction is open while it thinks.

    Raises OverBudget, MindUnavailable, MindRejected, and UnusableReply, with `is_cut_off` where half the input may fit.
    """
    if mind.llm is None:
        return Verdict(decision.rule(offer), mind.name, None, 0)
    asking = _Asking(decision, offer, mind.llm, desk, decision.prompt(offer), desk.now_ms())
    asking.require_fit()
    opening = (Turn("user", asking.prompt.user),)
    read = asking.ask(opening)
    if isinstance(read, _Fault):
        read = asking.ask((*opening, Turn("assistant", _repeated(read.reply)), Turn("user", _once_more(read))))
    if isinstance(read, _Fault):
        raise UnusableReply(
            f"{mind.name} was asked twice for {decision.name!r}, and no reply could be used: {read.message}. "
            "What it was asked about waits; try again, or choose another mind."
        )
    return Verdict(read.answer, mind.name, read.llm_call, asking.calls)


@dataclass(frozen=True, slots=True)
class _Good(Generic[Answer]):
    answer: Answer
    llm_call: int


@dataclass(frozen=True, slots=True)
class _Fault:
    """A reply that can't be used; message: for the model."""

    kind: str
    message: str
    reply: str


@dataclass(slots=True)
class _Asking(Generic[Offer, Answer]):
    """One decision's conversation with one model."""

    decision: Decision[Offer, Answer]
    offer: Offer
    llm: LLM
    desk: Desk
    prompt: Prompt
    started_ms: int
    calls: int = field(default=0, init=False)

    def require_fit(self) -> None:
        """Some servers cut off the beginning of what is too long, and say nothing."""
        needed = _tokens(self.prompt.system) + _tokens(self.prompt.user) + self._max_tokens()
        if needed > self.llm.limits.context_tokens:
            raise UnusableReply(
                f"About {needed:,} tokens don't fit into the {self.llm.limits.context_tokens:,} of {self.llm.name}; give it less at once, "
                "or a larger context.",
                is_cut_off=True,
            )

    def ask(self, turns: tuple[Turn, ...]) -> _Good[Answer] | _Fault:
        """A reply, waited for as often and as long as settings allow."""
        retries, wait_s = self.desk.settings.retries, self.desk.settings.first_wait_s
        missed: MindUnavailable | None = None
        while True:
            try:
                return self._call(turns, missed)
            except MindUnavailable as fault:
                missed = fault
                this_wait_s = wait_s if fault.retry_after_s is None else max(0.0, fault.retry_after_s)
                if retries == 0 or this_wait_s >= self._left_s():
                    raise
            self.desk.sleep(this_wait_s)
            retries, wait_s = retries - 1, wait_s * 2

    def _call(self, turns: tuple[Turn, ...], missed: MindUnavailable | None) -> _Good[Answer] | _Fault:
        """One call, on record whatever comes of it. `missed`: why it is made again."""
        try:
            self.desk.require_budget(self.llm)
        except OverBudget as over:
            raise over from missed
        if (left_s := self._left_s()) <= 0:
            raise MindUnavailable(f"{self.desk.settings.deadline_s:g} s were over before {self.llm.name} could be asked again.") from missed
        request = Request(self.decision.name, self.prompt.system, turns, self.prompt.schema, self._max_tokens(), left_s)
        self.calls += 1
        started, reply = self.desk.now_ms(), None
        try:
            reply = self.llm.complete(request)
            read = self._read(reply)
        except MindError as fault:
            self._record(request, None, "rejected" if isinstance(fault, MindRejected) else "unavailable", started)
            raise
        except BaseException as fault:
            try:
                self._record(request, reply, "failed", started)
            except DcpmError as second:
                fault.add_note(f"Nor could the call be put on record: {second}")
            raise
        key = self._record(request, reply, read.kind if isinstance(read, _Fault) else None, started)
        if not isinstance(read, _Fault):
            return _Good(read, key)
        if read.kind == "cut off":
            raise UnusableReply(
                f"The reply of {self.llm.name} to {self.decision.name!r} was cut off at {request.max_tokens:,} tokens; give it less at once.",
                is_cut_off=True,
            )
        return read

    def _read(self, reply: Reply) -> Answer | _Fault:
        if reply.stop == "length":
            return _Fault("cut off", "the reply was too long", reply.text)
        if reply.stop == "refusal":
            return _Fault("refusal", "the request was declined; it only asks what can be read from the data", reply.text)
        try:
            return self.decision.read(self.offer, parse_object(reply.text))
        except Unusable as fault:
            return _Fault("unusable", str(fault), reply.text)

    def _record(self, request: Request, reply: Reply | None, fault: str | None, started_ms: int) -> int:
        shown = self.decision.shown(self.offer)
        return self.desk.record(self.llm, request, reply, fault, started_ms=started_ms, shown=shown)

    def _max_tokens(self) -> int:
        return min(self.prompt.max_tokens, self.llm.limits.output_tokens)

    def _left_s(self) -> float:
        return self.desk.settings.deadline_s - max(0, self.desk.now_ms() - self.started_ms) / 1000


def _once_more(fault: _Fault) -> str:
    return f"That can't be used: {fault.message}. Send the whole object again: one JSON object as asked for, and nothing else."


def _repeated(reply: str) -> str:
    """An unusable reply, as a turn that any server takes: neither empty nor endless, no half characters."""
    clipped = printable(reply[:MAX_REPEATED_CHARS]).encode(errors="replace").decode()
    return clipped if clipped.strip() else "(no text)"


def _tokens(text: str) -> int:
    """A low estimate of a text's tokens, without its tokenizer: what is over a limit by this count surely is."""
    wide = sum(char > "\u2fff" for char in text)
    return (len(text) - wide) // 5 + wide // 2
