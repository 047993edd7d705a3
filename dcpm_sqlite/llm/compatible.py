"""Any server that speaks OpenAI's chat completions: Ollama, llama.cpp, LM Studio, vLLM, and hosted ones."""

from __future__ import annotations

import json
import re
import urllib.parse
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from dcpm_sqlite.errors import MindError, MindRejected, MindUnavailable
from dcpm_sqlite.llm import wire
from dcpm_sqlite.llm.deadline import within
from dcpm_sqlite.llm.port import Limits, Reply, Request, Stop

if TYPE_CHECKING:
    import httpx2

LOCAL_LIMITS = Limits(context_tokens=8_192, output_tokens=2_048)  # what a local server has when nobody told it otherwise
KEY = "pass api_key or set DCPM_OPENAI_KEY"
_STOPS: Mapping[str, Stop] = {"length": "length", "content_filter": "refusal"}
_THOUGHTS = re.compile(r"\s*<think>.*?</think>\s*", re.DOTALL)
_UNUSED_KEYWORDS = frozenset({"title", "default"})  # strict mode refuses `default`; both say nothing to a grammar


class CompatibleLLM:
    """A model behind an OpenAI-compatible server. base_url: up to and without /chat/completions, mostly ending in /v1.

    api_key: sent as a bearer token; without one nothing is sent, whatever the environment holds, so that no key goes to an unknown host.
    limits: the server's context and output; local servers cut off silently what exceeds theirs.
    A redirect is an error. A loopback server is reached without the environment's proxies. UsageError: the URL or the key cannot be one.
    """

    def __init__(self, base_url: str, model: str, *, api_key: str | None = None, limits: Limits | None = None) -> None:
        self._base_url = wire.clean_url(base_url)
        self._model = model
        self._api_key = wire.clean_key(api_key)
        self._takes_schema = True  # until it says that it doesn't
        self.name = f"openai:{self._base_url}#{model}"
        self.limits = limits or LOCAL_LIMITS

    def complete(self, request: Request) -> Reply:
        """The model's reply. MindUnavailable and MindRejected as in the port."""
        client = self._client(request.deadline_s)
        return within(request.deadline_s, partial(self._ask, client, request), give_up=client.close, who=self.name)

    def _client(self, deadline_s: float) -> httpx2.Client:
        import httpx2

        return httpx2.Client(timeout=deadline_s, trust_env=not wire.is_loopback(self._base_url), verify=wire.tls())

    def _ask(self, client: httpx2.Client, request: Request) -> Reply:
        """Some servers know no response_format: one that rejects it is asked again, now and from then on, by the schema in the prompt."""
        with client:
            answer = self._post(client, request)
            if self._takes_schema and answer.status_code in (400, 422) and b"response_format" in answer.content:
                self._takes_schema = False
                answer = self._post(client, request)
        if answer.status_code != 200:
            raise self._fault(answer)
        return self._reply(answer.content)

    def _post(self, client: httpx2.Client, request: Request) -> httpx2.Response:
        import httpx2

        headers = {"content-type": "application/json"}
        if self._api_key:
            headers["authorization"] = f"Bearer {self._api_key}"
        body = json.dumps(self._body(request))
        try:
            return client.post(f"{self._base_url}/chat/completions", content=body, headers=headers)
        except httpx2.InvalidURL as error:
            raise MindRejected(f"{self.name} has no valid address: {error}") from error
        except httpx2.HTTPError as error:
            raise MindUnavailable(
                f"{self.name} was not reached, or broke off: {str(error) or type(error).__name__}; is it running?"
            ) from error

    def _body(self, request: Request) -> dict[str, Any]:
        schema = strict(request.schema)
        system = request.system
        if not self._takes_schema:
            system += f"\n\nReply with one JSON value that follows this JSON schema, and nothing else:\n{json.dumps(schema)}"
        turns = [{"role": turn.role, "content": turn.text} for turn in request.turns]
        body: dict[str, Any] = {"model": self._model, "messages": [{"role": "system", "content": system}, *turns]}
        if self._takes_schema:
            form = {"name": request.purpose, "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        max_tokens = min(request.max_tokens, self.limits.output_tokens)
        if urllib.parse.urlsplit(self._base_url).hostname == "api.openai.com":  # its reasoning models reject temperature and max_tokens
            return body | {"max_completion_tokens": max_tokens}
        return body | {"max_tokens": max_tokens, "temperature": 0}  # Ollama ignores max_completion_tokens

    def _fault(self, answer: httpx2.Response) -> MindError:
        return wire.fault(self.name, answer.status_code, answer.headers, answer.content, key=KEY)

    def _reply(self, content: bytes) -> Reply:
        body = wire.parsed(content)
        message = wire.at(body, "choices", 0, "message")
        text, refusal = wire.at(message, "content"), wire.at(message, "refusal")
        if not isinstance(message, Mapping) or not isinstance(text, str | None):
            raise wire.unreadable(self.name, content)
        stop = _STOPS.get(str(wire.at(body, "choices", 0, "finish_reason")), "end")
        usage = wire.at(body, "usage")
        return Reply(
            wire.whole_text(without_thoughts(text or "")),
            "refusal" if refusal else stop,
            tokens_in=wire.count(wire.at(usage, "prompt_tokens")),
            tokens_cached=wire.count(wire.at(usage, "prompt_tokens_details", "cached_tokens")),
            tokens_out=wire.count(wire.at(usage, "completion_tokens")),
        )


def without_thoughts(text: str) -> str:
    """The text behind the thoughts that reasoning models of local servers put first."""
    thoughts = _THOUGHTS.match(text)
    return text[thoughts.end() :] if thoughts else text


def strict(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema as OpenAI's strict mode takes it: closed objects, all properties required, choices as anyOf, a $ref alone."""
    if "$ref" in schema and "$defs" not in schema:
        return {"$ref": schema["$ref"]}
    result: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in _UNUSED_KEYWORDS:
            continue
        if keyword in ("properties", "$defs"):
            result[keyword] = {name: strict(part) for name, part in value.items()}
        elif keyword in ("anyOf", "oneOf"):
            result["anyOf"] = [strict(part) for part in value]
        elif keyword == "items":
            result[keyword] = strict(value)
        else:
            result[keyword] = value
    if schema.get("type") == "object":
        result["additionalProperties"] = False
        result["required"] = list(result.get("properties", {}))
    return result
