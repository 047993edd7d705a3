"""`decide_many()`: independent decisions of one kind, asked of a model together and for less; the offline rules decide one by one.

What can't be used of a batch's replies is asked for once more by ordinary calls: they are few, and another batch would let all others wait
for hours again. The process may end while a batch is under way; what `remember` was given last leads back to it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from dcpm_sqlite.deciding.asking import Asking, Fault, Good, Verdict, left_s, most_tokens, patiently
from dcpm_sqlite.deciding.decide import decide
from dcpm_sqlite.deciding.decision import Answer, Decision, Offer
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.deciding.under_way import Batch, as_words, from_words, wait_for
from dcpm_sqlite.errors import MindError, MindUnavailable, UnusableReply, UsageError
from dcpm_sqlite.llm.port import BatchLLM, Reply, Request
from dcpm_sqlite.llm.recorded import prompt_sha256

NAME_CHARS = 32  # of a request's hash, by which it is known in its batch

Remember = Callable[[str | None], None]


def batching(mind: Mind) -> BatchLLM | None:
    """The mind's model, which takes batches; None for the offline rules. UsageError: it takes none."""
    if mind.llm is None or isinstance(mind.llm, BatchLLM):
        return mind.llm
    raise UsageError(
        f"{mind.name} takes no batches: --batch needs a model of Anthropic's (anthropic:MODEL). Leave --batch out to ask it one by one."
    )


def decide_many(
    decision: Decision[Offer, Answer],
    offers: Sequence[Offer],
    *,
    mind: Mind,
    desk: Desk,
    remember: Remember = lambda batch: None,
    resume: str | None = None,
) -> tuple[Verdict[Answer] | MindError, ...]:
    """A verdict for each offer, in their order, or the error that `decide` would raise for it; one offer's error harms no other.

    Only as many offers as the budget allows are asked about, from the first on; the others get OverBudget. Until a batch is collected its
    calls are in no ledger: another process that asks meanwhile doesn't see them as spent.

    remember: given words for what is under way, right after a batch was handed in and again at every look at it, so that a lease can run
        on; given None when its replies are on record. What it raises ends the waiting and leaves the batch as it is.
    resume: the words that an interrupted call gave last. Requests that are the same now as then get their replies from that batch and are
        not paid again; what is new is asked about in another. Words of another decision or model are passed over.

    Raises UsageError where the model takes no batches, and ReadOnly.
    """
    llm = batching(mind)
    if llm is None:
        return tuple(decide(decision, offer, mind=mind, desk=desk) for offer in offers)
    if not offers:
        return ()
    together = _Together(decision.name, llm, desk, [Asking(decision, offer, llm, desk) for offer in offers], remember)
    return together.verdicts(resume)


@dataclass(slots=True)
class _Together(Generic[Offer, Answer]):
    """One call's askings. open: indexes of those that wait for a batch, by their request's name; equal requests are one.

    found: what each asking came to so far, None while it is open.
    under_way: batches that lead to a verdict which isn't the caller's yet; collected: how many of them are on record.
    """

    decision: str
    llm: BatchLLM
    desk: Desk
    askings: list[Asking[Offer, Answer]]
    remember: Remember
    requests: dict[str, Request] = field(default_factory=dict, init=False)
    open: dict[str, list[int]] = field(default_factory=dict, init=False)
    found: list[Verdict[Answer] | Good[Answer] | Fault | MindError | None] = field(init=False)
    under_way: list[Batch] = field(default_factory=list, init=False)
    collected: int = field(default=0, init=False)

    def verdicts(self, resume: str | None) -> tuple[Verdict[Answer] | MindError, ...]:
        """All of them."""
        self._open()
        self.under_way = [batch for batch in from_words(resume) if batch.asked == self._asked()]
        for batch in self.under_way:
            self._collect(batch)
        if self.open and self._submit():
            self._collect(self.under_way[-1])
            self._miss_the_rest()
        settled = tuple(self._settle(index) for index in range(len(self.askings)))
        if self.collected and self.collected == len(self.under_way):
            self.remember(None)
        return settled

    def _open(self) -> None:
        self.found = [None] * len(self.askings)
        for index, asking in enumerate(self.askings):
            try:
                asking.require_fit()
            except UnusableReply as too_long:
                self.found[index] = too_long
                continue
            request = asking.opening(self.desk.settings.batch_deadline_s)
            name = prompt_sha256(request)[:NAME_CHARS]
            self.requests[name] = request
            self.open.setdefault(name, []).append(index)

    def _submit(self) -> bool:
        """Hand in what is open, as far as the budget allows; whether a batch is under way. It is asked for as one call is."""
        started_ms = self.desk.now_ms()
        try:
            batch = patiently(self.desk, lambda missed: self._hand_in(missed, started_ms), lambda: left_s(self.desk, started_ms))
        except MindError as fault:
            self._close(self.open, fault)
            return False
        if batch is None:
            return False
        self.under_way.append(batch)
        try:
            self._remember()
        except BaseException:
            with contextlib.suppress(MindError):  # nobody would collect it
                self.llm.cancel(batch.id, deadline_s=self.desk.settings.deadline_s)
            raise
        return True

    def _hand_in(self, missed: MindUnavailable | None, since_ms: int) -> Batch | None:
        """One try; None where nothing may be spent. One that fails is on record as a call about the first offer. `missed`: why it is made again."""
        count, over = self.desk.affordable(self.llm, [_most(self.requests[name]) for name in self.open])
        if over is not None:
            over.__cause__ = missed
            self._close(list(self.open)[count:], over)
        if not self.open:
            return None
        requests = {name: self.requests[name] for name in self.open}
        started_ms = self.desk.now_ms()
        try:
            batch = self.llm.submit(requests, deadline_s=max(1.0, left_s(self.desk, since_ms)))
        except MindError as fault:
            first = next(iter(requests))
            self.askings[self.open[first][0]].miss(requests[first], fault, started_ms=started_ms)
            raise
        return Batch(batch, started_ms, self._asked())

    def _collect(self, batch: Batch) -> None:
        """Wait for a batch, and put its replies on record. Where they don't come, whatever is open has failed: it may be among them."""
        try:
            outcomes = wait_for(batch, self.llm, self.desk, at_each_look=self._remember)
        except MindError as fault:
            self._close(self.open, fault)
            return
        for name, outcome in outcomes.items():
            if name in self.open:
                self._take(name, outcome, batch)
            elif isinstance(outcome, Reply):
                self.desk.record_unclaimed(self.llm, self.decision, name, outcome, started_ms=batch.started_ms)
        self.collected += 1

    def _take(self, name: str, outcome: Reply | MindError, batch: Batch) -> None:
        """Read what came for one request, and put it on record."""
        for index in self.open.pop(name):
            asking, request = self.askings[index], self.requests[name]
            asking.calls += 1
            if isinstance(outcome, MindError):
                asking.miss(request, outcome, started_ms=batch.started_ms, of_batch=True)
                self.found[index] = outcome
                continue
            try:
                self.found[index] = asking.take(request, outcome, started_ms=batch.started_ms, of_batch=True)
            except UnusableReply as cut_off:
                self.found[index] = cut_off

    def _miss_the_rest(self) -> None:
        """What was handed in last, and is not among the results."""
        for name in list(self.open):
            self._take(name, MindUnavailable(f"{self.llm.name} sent no result for a request of its batch; ask again."), self.under_way[-1])

    def _settle(self, index: int) -> Verdict[Answer] | MindError:
        read = self.found[index]
        if isinstance(read, Fault) and self.under_way:
            self._remember()
            self.askings[index].begin()
        if isinstance(read, Good | Fault):
            try:
                return self.askings[index].settle(read)
            except MindError as fault:
                return fault
        assert read is not None, "every offer is decided, or has its error"
        return read

    def _close(self, names: Mapping[str, object] | Sequence[str], fault: MindError) -> None:
        for name in list(names):
            for index in self.open.pop(name):
                self.found[index] = fault

    def _remember(self) -> None:
        self.remember(as_words(self.under_way))

    def _asked(self) -> str:
        return f"{self.decision} {self.llm.name}"


def _most(request: Request) -> Reply:
    """The longest reply that a request may get, with all it may have read."""
    said = (request.system, *(turn.text for turn in request.turns), json.dumps(dict(request.schema)))
    return Reply("", "length", tokens_in=sum(map(most_tokens, said)), tokens_out=request.max_tokens)
