"""The Message Batches side of the fake Anthropic server.

    with batch_server(["{}", Status(529), Expired()], looks=2) as fake:
        ClaudeLLM("claude-haiku-5-5", api_key="k", base_url=fake.base_url).submit(...)

The script answers each request inside a batch, as it answers single ones, when the batch ends. Results come in the reverse order of the
requests, as the real server promises none.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.servers import Asked, Body, FakeServer, Raw, Say, Script, Status, Step, error_body, malformed, message_body, serving

PATH = "/v1/messages/batches"
_ADDRESS = re.compile(rf"(GET|POST) {PATH}(?:/([^/]+))?(?:/(results|cancel))?")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Expired:
    """The request was not answered within 24 hours."""


@dataclass(frozen=True, slots=True)
class Canceled:
    """The request was not answered before its batch was cancelled."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of these bytes in place of the request's result; empty: no line."""

    content: bytes


@dataclass(slots=True)
class Trouble:
    """What the next requests to each address get in place of an answer."""

    create: list[Step] = field(default_factory=list)
    retrieve: list[Step] = field(default_factory=list)
    results: list[Step] = field(default_factory=list)
    cancel: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class Held:
    """A batch as the server holds it. left: how often it is still found under way, None for ever; results: once it has ended."""

    id: str
    requests: list[Body]
    left: int | None
    is_cancelled: bool = False
    results: bytes | None = None


class Batches:
    """What a test sees: `held` batches by id, `answered` requests (that are paid for), `asked`: kinds of requests in their order.

    looks: how often a batch is found under way; None: until it is cancelled. before_cancel: how many of its requests are answered then.
    """

    def __init__(self, *, looks: int | None, before_cancel: int, trouble: Trouble) -> None:
        self.looks, self.before_cancel, self.trouble = looks, before_cancel, trouble
        self.held: dict[str, Held] = {}
        self.answered = 0
        self.asked: list[str] = []
        self._lock = threading.Lock()

    def step(self, asked: Asked, answer: Callable[[Body], Any]) -> Step | None:
        """What to answer; None: no address of a batch's. answer: the script's step for a request's body."""
        match = _ADDRESS.fullmatch(f"{asked.method} {asked.path}")
        if match is None or (asked.method == "POST") != (match[2] is None or match[3] == "cancel"):
            return None
        kind = match[3] or ("create" if match[2] is None else "retrieve")
        with self._lock:
            self.asked.append(kind)
            waiting: list[Step] = getattr(self.trouble, kind)
            if waiting:
                return waiting.pop(0)
            if kind == "create":
                return self._create(asked)
            batch = self.held.get(match[2])
            if batch is None:
                return Status(404, message=f"batch {match[2]} not found")
            return {"retrieve": self._retrieve, "results": self._results, "cancel": self._cancel}[kind](batch, answer)

    def _create(self, asked: Asked) -> Step:
        requests = asked.body.get("requests")
        if set(asked.body) != {"requests"} or not requests or any(set(request) != {"custom_id", "params"} for request in requests):
            return Status(400, message="requests: custom_id and params of each are required, and nothing else")
        names = [request["custom_id"] for request in requests]
        if len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
            return Status(400, message="requests: custom_id must be unique, and have 1 to 64 characters of [a-zA-Z0-9_-]")
        id = f"msgbatch_{len(self.held) + 1:02}"
        self.held[id] = Held(id, requests, self.looks)
        return self._shown(self.held[id])

    def _retrieve(self, batch: Held, answer: Callable[[Body], Any]) -> Step:
        if batch.results is None and not batch.is_cancelled and batch.left != 0:
            batch.left = None if batch.left is None else batch.left - 1
        elif batch.results is None:
            until = self.before_cancel if batch.is_cancelled else len(batch.requests)
            wanted = [request["params"] for request in batch.requests]
            steps = [malformed(body) or answer(body) if n < until else Canceled() for n, body in enumerate(wanted)]
            lines = [self._line(request, step) for request, step in zip(batch.requests, steps, strict=True)]
            batch.results = b"".join(line + b"\n" for line in reversed(lines) if line)
        return self._shown(batch)

    def _results(self, batch: Held, answer: Callable[[Body], Any]) -> Step:
        if batch.results is None:
            return Status(404, message="the batch has no results yet")
        return Raw(batch.results, headers={"content-type": "application/x-jsonl"})

    def _cancel(self, batch: Held, answer: Callable[[Body], Any]) -> Step:
        if batch.results is not None:
            return Status(400, message="the batch has ended")
        batch.is_cancelled = True
        return self._shown(batch)

    def _shown(self, batch: Held) -> Step:
        has_ended = batch.results is not None
        status = "ended" if has_ended else "canceling" if batch.is_cancelled else "in_progress"
        shown = {
            "id": batch.id, "type": "message_batch", "processing_status": status,
            "request_counts": {"processing": len(batch.requests), "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0},
            "ended_at": "2026-01-01T01:00:00Z" if has_ended else None, "created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z",
            "archived_at": None, "cancel_initiated_at": None, "results_url": f"https://elsewhere.test{PATH}/{batch.id}/results" if has_ended else None,
        }  # fmt: skip
        return Raw(json.dumps(shown).encode())

    def _line(self, request: Body, step: object) -> bytes:
        params = request["params"]
        if isinstance(step, Line):
            return step.content
        if isinstance(step, str):
            step = Say(step)
        if isinstance(step, Say):
            self.answered += 1
            result: Body = {"type": "succeeded", "message": message_body(step, params)}
        elif isinstance(step, Status):
            result = {"type": "errored", "error": error_body(step)}
        else:
            result = {"type": "expired" if isinstance(step, Expired) else "canceled"}
        return json.dumps({"custom_id": request["custom_id"], "result": result}).encode()


class FakeBatchServer(FakeServer):
    """A fake Anthropic server that takes batches, too."""

    def __init__(self, script: Script, batches: Batches, *, key: str | None) -> None:
        self.batches = batches
        super().__init__("anthropic", script, key=key, models=None)

    def elsewhere(self, asked: Asked) -> Step | None:
        """What the address of a batch answers."""
        return self.batches.step(asked, self.scripted)


@contextmanager
def batch_server(
    script: Script, *, looks: int | None = 1, before_cancel: int = 0, trouble: Trouble | None = None, key: str | None = None
) -> Iterator[FakeBatchServer]:  # fmt: skip
    """A server while the block runs; arguments as of `Batches`."""
    batches = Batches(looks=looks, before_cancel=before_cancel, trouble=trouble or Trouble())
    with serving(FakeBatchServer(script, batches, key=key)) as fake:
        yield fake
