"""One decision's conversation with one model: fitting, asking, waiting, reading, the record, asking once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from dcpm_sqlite.deciding.decision import Answer, Decision, Offer, Prompt, Unusable
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.parsing import parse_object
from dcpm_sqlite.errors import DcpmError, MindError, MindRejected, MindUnavailable, OverBudget, UnusableReply
from dcpm_sqlite.language.text import printable
from dcpm_sqlite.llm.port import LLM, Reply, Request, Turn

MAX_REPEATED_CHARS = 4_000  # of an unusable reply, when it is shown to the model again

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Answer]):
    """What was decided, and by whom. llm_call: the ledger's row of the reply that was used; None for the offline rules.

    calls: how many calls it took, failed ones included.
    """

    answer: Answer
    mind: str
    llm_call: int | None
    calls: int


@dataclass(frozen=True, slots=True)
class Good(Generic[Answer]):
    """A reply that can be used, and its row in the ledger."""

    answer: Answer
    llm_call: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A reply that can't be used; message: for the model."""

    kind: str
    message: str
    reply: str


@dataclass(slots=True)
class Asking(Generic[Offer, Answer]):
    """One decision about one offer, asked of one model. Its time, `MindSettings.deadline_s`, begins now, and anew with `begin`."""

    decision: Decision[Offer, Answer]
    offer: Offer
    llm: LLM
    desk: Desk
    prompt: Prompt = field(init=False)
    started_ms: int = field(init=False)
    calls: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.prompt = self.decision.prompt(self.offer)
        self.begin()

    def begin(self) -> None:
        """Its time begins now."""
        self.started_ms = self.desk.now_ms()

    def require_fit(self) -> None:
        """Some servers cut off the beginning of what is too long, and say nothing. Raises UnusableReply, `is_cut_off`."""
        needed = least_tokens(self.prompt.system) + least_tokens(self.prompt.user) + self._max_tokens()
        if needed > self.llm.limits.context_tokens:
            raise UnusableReply(
                f"About {needed:,} tokens don't fit into the {self.llm.limits.context_tokens:,} of {self.llm.name}; give it less at once, "
                "or a larger context.",
                is_cut_off=True,
            )

    def opening(self, deadline_s: float) -> Request:
        """The first request, to be answered within so many seconds."""
        return self._request((Turn("user", self.prompt.user),), deadline_s)

    def ask(self, turns: tuple[Turn, ...] = ()) -> Good[Answer] | Fault:
        """A reply to these turns, or to the first one, waited for as often and as long as settings allow. Raises as `decide` does."""
        said = turns or (Turn("user", self.prompt.user),)
        return patiently(self.desk, lambda missed: self._call(said, missed), self._left_s)

    def settle(self, read: Good[Answer] | Fault) -> Verdict[Answer]:
        """The verdict of a first reply: one that can't be used is asked for once more. Raises as `decide` does."""
        if isinstance(read, Fault):
            again = (Turn("user", self.prompt.user), Turn("assistant", _repeated(read.reply)), Turn("user", _once_more(read)))
            read = self.ask(again)
        if isinstance(read, Fault):
            raise UnusableReply(
                f"{self.llm.name} was asked twice for {self.decision.name!r}, and no reply could be used: {read.message}. "
                "What it was asked about waits; try again, or choose another mind."
            )
        return Verdict(read.answer, self.llm.name, read.llm_call, self.calls)

    def take(self, request: Request, reply: Reply, *, started_ms: int, of_batch: bool = False) -> Good[Answer] | Fault:
        """Read a reply, and put its call on record. Raises UnusableReply when it was cut off: it would be again."""
        try:
            read = self._read(reply)
        except BaseException as fault:
            self._note(request, reply, fault, started_ms)
            raise
        kind = read.kind if isinstance(read, Fault) else None
        key = self._record(request, reply, kind, started_ms, of_batch=of_batch)
        if not isinstance(read, Fault):
            return Good(read, key)
        if read.kind == "cut off":
            raise UnusableReply(
                f"The reply of {self.llm.name} to {self.decision.name!r} was cut off at {request.max_tokens:,} tokens; give it less at once.",
                is_cut_off=True,
            )
        return read

    def miss(self, request: Request, fault: MindError, *, started_ms: int, of_batch: bool = False) -> None:
        """Put a call on record that got no reply."""
        kind = "rejected" if isinstance(fault, MindRejected) else "unavailable"
        self._record(request, None, kind, started_ms, of_batch=of_batch)

    def _call(self, turns: tuple[Turn, ...], missed: MindUnavailable | None) -> Good[Answer] | Fault:
        """One call, on record whatever comes of it. `missed`: why it is made again."""
        try:
            self.desk.require_budget(self.llm)
        except OverBudget as over:
            raise over from missed
        if (left_s := self._left_s()) <= 0:
            raise MindUnavailable(f"{self.desk.settings.deadline_s:g} s were over before {self.llm.name} could be asked again.") from missed
        request = self._request(turns, left_s)
        self.calls += 1
        started = self.desk.now_ms()
        try:
            reply = self.llm.complete(request)
        except MindError as fault:
            self.miss(request, fault, started_ms=started)
            raise
        except BaseException as fault:
            self._note(request, None, fault, started)
            raise
        return self.take(request, reply, started_ms=started)

    def _request(self, turns: tuple[Turn, ...], deadline_s: float) -> Request:
        return Request(self.decision.name, self.prompt.system, turns, self.prompt.schema, self._max_tokens(), deadline_s)

    def _read(self, reply: Reply) -> Answer | Fault:
        if reply.stop == "length":
            return Fault("cut off", "the reply was too long", reply.text)
        if reply.stop == "refusal":
            return Fault("refusal", "the request was declined; it only asks what can be read from the data", reply.text)
        try:
            return self.decision.read(self.offer, parse_object(reply.text))
        except Unusable as fault:
            return Fault("unusable", str(fault), reply.text)

    def _note(self, request: Request, reply: Reply | None, fault: BaseException, started_ms: int) -> None:
        """Put a call on record during which something else broke; what can't be recorded hides nothing."""
        try:
            self._record(request, reply, "failed", started_ms)
        except DcpmError as second:
            fault.add_note(f"Nor could the call be put on record: {second}")

    def _record(self, request: Request, reply: Reply | None, fault: str | None, started_ms: int, *, of_batch: bool = False) -> int:
        shown = self.decision.shown(self.offer)
        return self.desk.record(self.llm, request, reply, fault, started_ms=started_ms, shown=shown, of_batch=of_batch)

    def _max_tokens(self) -> int:
        return min(self.prompt.max_tokens, self.llm.limits.output_tokens)

    def _left_s(self) -> float:
        return left_s(self.desk, self.started_ms)


def patiently(desk: Desk, call: Callable[[MindUnavailable | None], T], left_s: Callable[[], float]) -> T:
    """What `call` returns, made again while it raises MindUnavailable, as often as settings allow and while seconds are left.

    It is given why it is made again. A server that names a wait is heeded; one that doesn't fit is not begun, and the last fault is raised.
    """
    retries, wait_s = desk.settings.retries, desk.settings.first_wait_s
    missed: MindUnavailable | None = None
    while True:
        try:
            return call(missed)
        except MindUnavailable as fault:
            missed = fault
            this_wait_s = wait_s if fault.retry_after_s is None else max(0.0, fault.retry_after_s)
            if retries == 0 or this_wait_s >= left_s():
                raise
        desk.sleep(this_wait_s)
        retries, wait_s = retries - 1, wait_s * 2


def left_s(desk: Desk, started_ms: int) -> float:
    """Seconds that are left of one decision's time."""
    return desk.settings.deadline_s - max(0, desk.now_ms() - started_ms) / 1000


def least_tokens(text: str) -> int:
    """A low estimate of a text's tokens, without its tokenizer: what is over a limit by this count surely is."""
    wide = sum(char > "\u2fff" for char in text)
    return (len(text) - wide) // 5 + wide // 2


def most_tokens(text: str) -> int:
    """A high estimate of a text's tokens: what is within a budget by this count very likely is."""
    wide = sum(char > "\u2fff" for char in text)
    return (len(text) - wide) // 3 + 2 * wide


def _once_more(fault: Fault) -> str:
    return f"That can't be used: {fault.message}. Send the whole object again: one JSON object as asked for, and nothing else."


def _repeated(reply: str) -> str:
    """An unusable reply, as a turn that any server takes: neither empty nor endless, no half characters."""
    clipped = printable(reply[:MAX_REPEATED_CHARS]).encode(errors="replace").decode()
    return clipped if clipped.strip() else "(no text)"
