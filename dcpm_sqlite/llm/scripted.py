"""A model that follows a script: for tests, and for trying out a decision without a model."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from dcpm_sqlite.llm.port import Limits, Reply, Request

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


def _in_order(steps: Iterable[Step]) -> Script:
    left = iter(steps)

    def script(request: Request) -> Step:
        for step in left:
            return step
        raise AssertionError(f"the script has no step for another {request.purpose!r}")

    return script
