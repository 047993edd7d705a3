"""A model that follows a script: for tests, and for trying out a decision without a model."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from dcpm_sqlite.errors import MindError, MindUnavailable
from dcpm_sqlite.llm.port import Limits, Outcomes, Reply, Request

Step = str | Reply | BaseException
Script = Callable[[Request], Step]


class ScriptedLLM:
    """Answers each request by a function of it, or by the next step of a list; keeps the requests it got.

    A step is the reply's text, a whole Reply, or an exception to raise. A list that is used up raises AssertionError.
    """

    def __init__(self, script: Script | Iterable[Step], *, name: str = "scripted", limits: Limits | None = None) -> None:
        self._next = script if callable(script) else _in_order(script)
        self._lock = threading.Lock()
        self.name = name
        self.limits = limits or Limits(context_tokens=200_000, output_tokens=16_000)
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Reply:
        """The next step of the script."""
        with self._lock:
            self.requests.append(request)
            step = self._next(request)
        if isinstance(step, BaseException):
            raise step
        if isinstance(step, Reply):
            return step
        read = sum(len(turn.text) for turn in request.turns) + len(request.system)
        return Reply(step, "end", tokens_in=read // 4, tokens_out=len(step) // 4)


class ScriptedBatchLLM(ScriptedLLM):
    """A scripted model that takes batches, too. Its requests, those of batches included, follow one script; a MindError is a request's outcome.

    looks: how often a batch is found under way before it has ended, each of them; a batch is answered when it ends.
    submitted: the requests of each batch by name, by the batch's id; cancelled: ids.
    """

    def __init__(
        self, script: Script | Iterable[Step], *, looks: int = 1, name: str = "scripted", limits: Limits | None = None
    ) -> None:  # fmt: skip
        super().__init__(script, name=name, limits=limits)
        self._looks = looks
        self._left: dict[str, int] = {}
        self._outcomes: dict[str, Outcomes] = {}
        self.submitted: dict[str, Mapping[str, Request]] = {}
        self.cancelled: set[str] = set()

    def submit(self, requests: Mapping[str, Request], *, deadline_s: float) -> str:
        """Keep the requests."""
        batch = f"batch-{len(self.submitted) + 1}"
        self.submitted[batch], self._left[batch] = dict(requests), self._looks
        return batch

    def collect(self, batch: str, *, deadline_s: float) -> Outcomes | None:
        """The outcomes, in the order of asking; the same ones each time."""
        if batch not in self.submitted:
            return {}
        if batch not in self._outcomes and batch not in self.cancelled and self._left[batch]:
            self._left[batch] -= 1
            return None
        if batch not in self._outcomes:
            self._outcomes[batch] = {name: self._outcome(batch, request) for name, request in self.submitted[batch].items()}
        return self._outcomes[batch]

    def cancel(self, batch: str, *, deadline_s: float) -> None:
        """None of it is answered, unless it was before."""
        self.cancelled.add(batch)

    def _outcome(self, batch: str, request: Request) -> Reply | MindError:
        if batch in self.cancelled:
            return MindUnavailable("cancelled before it was answered")
        try:
            return self.complete(request)
        except MindError as fault:
            return fault


def _in_order(steps: Iterable[Step]) -> Script:
    left = iter(steps)

    def script(request: Request) -> Step:
        for step in left:
            return step
        raise AssertionError(f"the script has no step for another {request.purpose!r}")

    return script
