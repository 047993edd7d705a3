"""Servers on this machine that speak Anthropic's and OpenAI's protocol and follow a script.

    with server("anthropic", ["{}", Status(529)]) as fake:
        ClaudeLLM("claude-haiku-5-5", api_key="k", base_url=fake.base_url)

A script is a list of steps, one per request, or a function of the request's body, which answers from the server's threads. Requests are
checked as the real servers check them: a wrong address, a missing key or a field that the protocol doesn't know never takes a step.
`python -m tests.servers anthropic TEXT [SECONDS]` serves TEXT, after so many seconds, until its stdin closes, and prints its address first.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, TypeVar

Kind = Literal["anthropic", "openai"]


@dataclass(frozen=True, slots=True)
class Say:
    """A reply. thoughts: what the model thinks first; after_s: how long it takes; tokens_in: all that were read, cached and written too."""

    text: str
    stop: Literal["end", "length", "window", "refusal"] = "end"
    thoughts: str | None = None
    after_s: float = 0.0
    tokens_in: int = 20
    tokens_cached: int = 0
    tokens_written: int = 0
    tokens_out: int = 5


def cut(text: str) -> Say:
    """A reply that was cut off at max_tokens."""
    return Say(text, "length")


def refuse(text: str = "") -> Say:
    """The model declines."""
    return Say(text, "refusal")


@dataclass(frozen=True, slots=True)
class Status:
    """An error answer in the protocol's shape."""

    code: int
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "as scripted"


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer of these bytes."""

    body: bytes
    code: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hang:
    """No answer until the server closes."""


@dataclass(frozen=True, slots=True)
class Drip:
    """A good reply, one byte every so many seconds; from its first header on if `headers_too`."""

    text: str = "{}"
    every_s: float = 0.01
    headers_too: bool = False


@dataclass(frozen=True, slots=True)
class Break:
    """The connection ends in the middle of a good reply."""

    text: str = "{}"


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection ends without an answer."""


Step = str | Say | Status | Raw | Hang | Drip | Break | Drop
Body = dict[str, Any]
Script = Callable[[Body], Step] | Iterable[Step]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in; header names in lower case, body parsed."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Body


class FakeServer:
    """What a test sees: `base_url` as the adapters take it, the `requests` so far, `count` of them."""

    def __init__(self, kind: Kind, script: Script, *, key: str | None, models: Collection[str] | None) -> None:
        self.kind, self.key, self.models = kind, key, models
        self._script = script if callable(script) else _in_order(script)
        self._lock = threading.Lock()
        self.requests: list[Asked] = []
        self.faults: list[Exception] = []
        self.closing = threading.Event()
        self._http = _Http(("127.0.0.1", 0), _Handler, self)
        self.base_url = f"http://127.0.0.1:{self._http.server_port}" + ("/v1" if kind == "openai" else "")
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def count(self) -> int:
        """How many requests came in, rejected ones too."""
        with self._lock:
            return len(self.requests)

    def step(self, asked: Asked) -> Step:
        """What to answer; keeps the request."""
        with self._lock:
            self.requests.append(asked)
        if complaint := _stranger(self, asked):
            return complaint
        if (other := self.elsewhere(asked)) is not None:
            return other
        if complaint := _complaint(self, asked):
            return complaint
        return self.scripted(asked.body)

    def scripted(self, body: Body) -> Any:
        """The script's next step, or its answer to this body."""
        with self._lock:
            try:
                return self._script(body)
            except Exception as fault:
                self.faults.append(fault)
                return Status(500, message="the script failed; see the test")

    def elsewhere(self, asked: Asked) -> Step | None:
        """What another address than that of single calls answers; None: there is no other."""
        return None

    def close(self) -> None:
        """Let go of whoever hangs, and stop."""
        self.closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


Fake = TypeVar("Fake", bound=FakeServer)


@contextmanager
def server(kind: Kind, script: Script, *, key: str | None = None, models: Collection[str] | None = None) -> Iterator[FakeServer]:
    """A server while the block runs. key, models: the only ones it takes; None takes all. At its end the script's own fault is raised, if any."""
    with serving(FakeServer(kind, script, key=key, models=models)) as fake:
        yield fake


@contextmanager
def serving(fake: Fake) -> Iterator[Fake]:
    """That server while the block runs."""
    try:
        yield fake
    finally:
        fake.close()
    if fake.faults:
        raise fake.faults[0]


def _in_order(steps: Iterable[Step]) -> Callable[[Body], Step]:
    left = iter(steps)

    def script(body: Body) -> Step:
        for step in left:
            return step
        raise AssertionError("more requests than the script has steps")

    return script


class _Http(ThreadingHTTPServer):
    daemon_threads = False  # server_close waits for them, so that none outlives its test
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], fake: FakeServer) -> None:
        super().__init__(address, handler)
        self.fake = fake


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10
    server: _Http

    def do_POST(self) -> None:
        """Read the request, answer by the script, close the connection."""
        self.close_connection = True
        try:
            content = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(content) if content else {}
            self._answer(self.server.fake.step(Asked(self.command, self.path, headers, body)), body)
        except ConnectionError:  # the client has gone, as a client with a deadline does
            return

    do_GET = do_POST

    def _answer(self, step: Step, body: Body) -> None:
        fake = self.server.fake
        if isinstance(step, str):
            step = Say(step)
        if isinstance(step, Say):
            fake.closing.wait(step.after_s)
            self._send(200, _reply(fake.kind, step, body))
        elif isinstance(step, Status):
            self._send(step.code, _error(fake.kind, step), headers=step.headers)
        elif isinstance(step, Raw):
            self._send(step.code, step.body, headers=step.headers)
        elif isinstance(step, Hang):
            fake.closing.wait()
        elif isinstance(step, Drip):
            self._send(200, _reply(fake.kind, Say(step.text), body), drip=step)
        elif isinstance(step, Break):
            content = _reply(fake.kind, Say(step.text), body)
            self._send(200, content[: len(content) // 2], length=len(content))

    def _send(
        self,
        code: int,
        content: bytes,
        *,
        headers: Mapping[str, str] | None = None,
        length: int | None = None,
        drip: Drip | None = None,
    ) -> None:
        named = {
            "content-type": "application/json",
            "content-length": str(length or len(content)),
            "connection": "close",
            **(headers or {}),
        }
        head = f"HTTP/1.1 {code} Scripted\r\n" + "".join(f"{name}: {value}\r\n" for name, value in named.items()) + "\r\n"
        if drip is None:
            self.wfile.write(head.encode() + content)
            return
        slow = head.encode() + content if drip.headers_too else content
        if not drip.headers_too:
            self.wfile.write(head.encode())
        for byte in slow:
            if self.server.fake.closing.wait(drip.every_s):
                return
            self.wfile.write(bytes([byte]))

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: the test reads `requests`."""


def _stranger(fake: FakeServer, asked: Asked) -> Status | None:
    """How the real server would reject the key."""
    is_anthropic = fake.kind == "anthropic"
    sent = asked.headers.get("authorization", "").removeprefix("Bearer ") or (asked.headers.get("x-api-key") if is_anthropic else None)
    if (is_anthropic and not sent) or (fake.key is not None and sent != fake.key):
        return Status(401, message="invalid x-api-key" if is_anthropic else "Incorrect API key provided")
    return None


def _complaint(fake: FakeServer, asked: Asked) -> Status | None:
    """How the real server would reject the request."""
    is_anthropic = fake.kind == "anthropic"
    if asked.method != "POST" or asked.path != ("/v1/messages" if is_anthropic else "/v1/chat/completions"):
        return Status(404, message=f"no such address: {asked.path}")
    if fake.models is not None and asked.body.get("model") not in fake.models:
        return Status(404, message=f"model: {asked.body.get('model')}")
    if not is_anthropic:
        return malformed(asked.body, _OPENAI_FIELDS)
    if asked.headers.get("anthropic-version") is None:
        return Status(400, message="anthropic-version: header is required")
    return malformed(asked.body)


# Field: whether it must be there. Those that newer models reject, such as Anthropic's temperature, are left out.
_ANTHROPIC_FIELDS = {"model": True, "max_tokens": True, "messages": True, "system": False, "thinking": False, "output_config": False}
_OPENAI_FIELDS = {"model": True, "messages": True, "max_tokens": False, "temperature": False, "response_format": False}


def malformed(body: Body, fields: Mapping[str, bool] = _ANTHROPIC_FIELDS) -> Status | None:
    """How the real server would reject the body: a field too many or too few, or turns out of order."""
    for name in body:
        if name not in fields:
            return Status(400, message=f"{name}: Extra inputs are not permitted")
    for name, is_required in fields.items():
        if is_required and not body.get(name):
            return Status(400, message=f"{name}: Field required")
    if fields is _ANTHROPIC_FIELDS and body["messages"][0]["role"] != "user":
        return Status(400, message="messages: first message must use the user role")
    return None


def _reply(kind: Kind, say: Say, body: Body) -> bytes:
    return json.dumps(message_body(say, body) if kind == "anthropic" else _completion(say, body)).encode()


def message_body(say: Say, body: Body) -> Body:
    """A message as Anthropic sends it, alone or among a batch's results."""
    stops = {"end": "end_turn", "length": "max_tokens", "window": "model_context_window_exceeded", "refusal": "refusal"}
    blocks: list[Body] = [{"type": "thinking", "thinking": say.thoughts, "signature": "c2ln"}] if say.thoughts is not None else []
    if say.text:
        blocks.append({"type": "text", "text": say.text})
    usage = {
        "input_tokens": say.tokens_in - say.tokens_cached - say.tokens_written,
        "cache_creation_input_tokens": say.tokens_written,
        "cache_read_input_tokens": say.tokens_cached,
        "output_tokens": say.tokens_out,
        "service_tier": "standard",
    }
    kept = {"id": "msg_01", "type": "message", "role": "assistant", "model": body.get("model"), "content": blocks}
    return kept | {"stop_reason": stops[say.stop], "stop_sequence": None, "usage": usage}


def _completion(say: Say, body: Body) -> Body:
    """As OpenAI sends it: a refusal stands in its own field, or ends an empty reply with content_filter."""
    refusal = say.text if say.stop == "refusal" and say.text else None
    stops = {"end": "stop", "length": "length", "window": "length", "refusal": "stop" if refusal else "content_filter"}
    text = f"<think>\n{say.thoughts}\n</think>\n\n{say.text}" if say.thoughts is not None else say.text
    message = {"role": "assistant", "content": None if say.stop == "refusal" else text, "refusal": refusal}
    usage = {
        "prompt_tokens": say.tokens_in,
        "completion_tokens": say.tokens_out,
        "total_tokens": say.tokens_in + say.tokens_out,
        "prompt_tokens_details": {"cached_tokens": say.tokens_cached},
    }
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": stops[say.stop]}
    kept = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000, "model": body["model"]}
    return kept | {"choices": [choice], "usage": usage}


_ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def _error(kind: Kind, status: Status) -> bytes:
    if kind == "anthropic":
        return json.dumps(error_body(status)).encode()
    shape = {"error": {"message": status.message, "type": _error_type(status), "param": None, "code": None}}
    return json.dumps(shape).encode()


def error_body(status: Status) -> Body:
    """An error as Anthropic sends it, alone or among a batch's results."""
    return {"type": "error", "error": {"type": _error_type(status), "message": status.message}, "request_id": "req_01"}


def _error_type(status: Status) -> str:
    return _ERROR_TYPES.get(status.code, "api_error")


def main(kind: Kind, text: str, after_s: float) -> None:
    """Serve one text until stdin closes."""
    with server(kind, lambda body: Say(text, after_s=after_s)) as fake:
        print(fake.base_url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main("openai" if sys.argv[1] == "openai" else "anthropic", sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else 0.0)
