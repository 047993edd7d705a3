"""Anthropic's models, through their official SDK."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from dcpm_sqlite.errors import MindRejected, MindUnavailable
from dcpm_sqlite.llm import batches, wire
from dcpm_sqlite.llm.deadline import within
from dcpm_sqlite.llm.port import Limits, Outcomes, Reply, Request, Stop

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import MessageParam, OutputConfigParam, ThinkingConfigParam
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

KEY = "pass api_key or set ANTHROPIC_API_KEY"

# How thinking is switched off, per model; in every other model it is off unless asked for (4.x), or cannot be switched off.
_THINKING_OFF = {
    "claude-haiku-5-5": "disabled",
    "claude-sonnet-5-5": "between_tools",  # without tools there is no "between"
    "claude-sonnet-5": "disabled",
    "claude-opus-5": "disabled",
}
_ALWAYS_THINKING = ("claude-opus-5-5", "claude-fable-", "claude-mythos-")
THINKING_TOKENS = 8_000  # room for the thoughts of a model that cannot do without: they count toward max_tokens

_STOPS: Mapping[str, Stop] = {"max_tokens": "length", "model_context_window_exceeded": "length", "refusal": "refusal"}

T = TypeVar("T")


class ClaudeLLM:
    """A Claude model. The key is the argument's, else what the SDK finds in its environment (ANTHROPIC_API_KEY ...).
    UsageError: the key or the URL cannot be one.

    A client per call: calls share nothing, so that giving one up, forking and threads are safe.
    """

    def __init__(self, model: str, *, api_key: str | None = None, base_url: str | None = None) -> None:
        self._model = model
        self._api_key = wire.clean_key(api_key)
        self._base_url = wire.clean_url(base_url) if base_url is not None else None
        self.name = f"anthropic:{model}"
        self.limits = limits_of(model)

    def complete(self, request: Request) -> Reply:
        """The model's reply. MindUnavailable and MindRejected as in the port; no error of the SDK leaves."""
        content = self._ask(request.deadline_s, partial(_send, params=self._params(request)))
        return self._reply(wire.parsed(content), content)

    def submit(self, requests: Mapping[str, Request], *, deadline_s: float) -> str:
        """Hand in a batch; its id."""
        params = {name: self._params(request) for name, request in requests.items()}
        return self._ask(deadline_s, partial(batches.submit, params=params, who=self.name))

    def collect(self, batch: str, *, deadline_s: float) -> Outcomes | None:
        """What became of each request of a batch that has ended, None while it is under way."""
        content = self._ask(deadline_s, partial(batches.fetch, batch=batch, who=self.name))
        if isinstance(content, bytes):
            return batches.outcomes(content, read=self._reply, who=self.name)
        return {} if content == "gone" else None

    def cancel(self, batch: str, *, deadline_s: float) -> None:
        """Have a batch end soon."""
        self._ask(deadline_s, partial(batches.cancel, batch=batch))

    def _client(self, deadline_s: float) -> anthropic.Anthropic:
        import anthropic
        import httpx2

        # No redirects: what was said goes to no other host than the one named.
        http = anthropic.DefaultHttpxClient(follow_redirects=False, verify=wire.tls())
        try:
            client = anthropic.Anthropic(
                api_key=self._api_key, base_url=self._base_url, max_retries=0, timeout=deadline_s, http_client=http
            )
        except (anthropic.AnthropicError, httpx2.InvalidURL, ValueError) as error:
            http.close()
            raise MindRejected(f"{self.name} cannot be asked: {error}; {KEY}, and check the base URL") from error
        if client.api_key is None and client.auth_token is None and client.credentials is None:
            client.close()
            raise MindRejected(f"{self.name} cannot be asked without a key: {KEY}")
        return client

    def _ask(self, deadline_s: float, send: Callable[[anthropic.Anthropic], T]) -> T:
        """What `send` makes of the server's answer, in time."""
        client = self._client(deadline_s)
        return within(deadline_s, partial(self._translated, client, send), give_up=client.close, who=self.name)

    def _translated(self, client: anthropic.Anthropic, send: Callable[[anthropic.Anthropic], T]) -> T:
        import anthropic
        import httpx2

        with client:
            try:
                return send(client)
            except anthropic.APIStatusError as error:
                raise wire.fault(self.name, error.status_code, error.response.headers, error.response.content, key=KEY) from error
            except (anthropic.APIConnectionError, httpx2.HTTPError) as error:  # the second: a body that cannot be decoded
                raise MindUnavailable(f"{self.name} was not reached, or broke off: {error.__cause__ or error}") from error
            except anthropic.AnthropicError as error:
                raise MindRejected(f"{self.name} cannot be asked: {error}; {KEY}") from error

    def _params(self, request: Request) -> MessageCreateParamsNonStreaming:
        """The request as the API takes it, alone or in a batch."""
        import anthropic

        thinking = _THINKING_OFF.get(self._model)
        is_thinking = self._model.startswith(_ALWAYS_THINKING)
        form: OutputConfigParam = {"format": {"type": "json_schema", "schema": anthropic.transform_schema(dict(request.schema))}}
        if is_thinking:
            form["effort"] = "low"
        room = request.max_tokens + (THINKING_TOKENS if is_thinking else 0)
        params: MessageCreateParamsNonStreaming = {
            "model": self._model,
            "max_tokens": min(room, self.limits.output_tokens),
            "system": [{"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}],
            "messages": [cast("MessageParam", {"role": turn.role, "content": turn.text}) for turn in request.turns],
            "output_config": form,
        }
        if thinking:
            params["thinking"] = cast("ThinkingConfigParam", {"type": thinking})
        return params

    def _reply(self, body: object, content: bytes) -> Reply:
        """The reply in a message. content: what it was read from, for the error."""
        blocks, stop = wire.at(body, "content"), wire.at(body, "stop_reason")
        if not isinstance(blocks, list) or not isinstance(stop, str):
            raise wire.unreadable(self.name, content)
        texts = [wire.at(block, "text") for block in blocks if wire.at(block, "type") == "text"]
        usage = wire.at(body, "usage")
        cached = wire.count(wire.at(usage, "cache_read_input_tokens"))
        written = wire.count(wire.at(usage, "cache_creation_input_tokens"))
        return Reply(
            wire.whole_text("".join(text for text in texts if isinstance(text, str))),
            _STOPS.get(stop, "end"),
            tokens_in=wire.count(wire.at(usage, "input_tokens")) + cached + written,
            tokens_cached=cached,
            tokens_out=wire.count(wire.at(usage, "output_tokens")),
        )


def _send(client: anthropic.Anthropic, *, params: MessageCreateParamsNonStreaming) -> bytes:
    """The body of the answer. It is read as JSON here: the SDK's own reading lets wrong shapes pass, and breaks at them later."""
    return client.messages.with_raw_response.create(**params).read()


def limits_of(model: str) -> Limits:
    """What a Claude model takes and gives at most: from generation 5 on, and before (Anthropic's model pages, November 2026)."""
    if re.match(r"claude-[a-z]+-[5-9](-|$)", model):
        return Limits(context_tokens=1_000_000, output_tokens=128_000)
    return Limits(context_tokens=200_000, output_tokens=64_000)
