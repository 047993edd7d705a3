"""Anthropic's Message Batches, through their SDK: many requests at once, at half price, answered within 24 hours.

A batch is polled until it has ended, then its results are one file of JSON lines in any order, each with the request's name.
Bodies are read as JSON here, as in `claude`. Results are fetched from the address of the batch, not from the one that the server names
in `results_url`: the key and what was said go to no other host than the one that was chosen.
"""

from __future__ import annotations

import json
import re
import urllib.parse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from dcpm_sqlite.errors import MindError, MindUnavailable
from dcpm_sqlite.llm import wire
from dcpm_sqlite.llm.port import Outcomes, Reply

if TYPE_CHECKING:
    import anthropic
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from anthropic.types.messages.batch_create_params import Request as NamedRequest


# A single request's error says its type alone; each stands for a status.
_STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_NOT_ANSWERED = {
    "expired": "was not answered within the 24 hours that a batch has",
    "canceled": "was not answered before its batch was cancelled",
}


def submit(client: anthropic.Anthropic, *, params: Mapping[str, MessageCreateParamsNonStreaming], who: str) -> str:
    """Hand in requests by name; the batch's id."""
    requests: list[NamedRequest] = [{"custom_id": name, "params": each} for name, each in params.items()]
    content = client.messages.batches.with_raw_response.create(requests=requests).read()
    batch = wire.at(wire.parsed(content), "id")
    if not isinstance(batch, str) or not re.fullmatch(r"[!-~]{1,200}", batch):
        raise wire.unreadable(who, content)
    return batch


def fetch(client: anthropic.Anthropic, *, batch: str, who: str) -> bytes | Literal["under way", "gone"]:
    """The results of a batch; gone: the server doesn't know it, or has dropped its results."""
    import anthropic
    import httpx2

    try:
        content = client.messages.batches.with_raw_response.retrieve(batch).read()
        status = wire.at(wire.parsed(content), "processing_status")
        if not isinstance(status, str):
            raise wire.unreadable(who, content)
        if status != "ended":
            return "under way"
        return client.get(f"/v1/messages/batches/{urllib.parse.quote(batch, safe='')}/results", cast_to=httpx2.Response).content
    except anthropic.NotFoundError:
        return "gone"


def cancel(client: anthropic.Anthropic, *, batch: str) -> None:
    """Ask for the end of a batch."""
    client.messages.batches.with_raw_response.cancel(batch)


def outcomes(content: bytes, *, read: Callable[[object, bytes], Reply], who: str) -> Outcomes:
    """What became of each request, by name. read: a message's reply; MindUnavailable when not one line can be read.

    A line that can't be read harms no other: its request is one that got nothing.
    """
    found: dict[str, Reply | MindError] = {}
    for line in content.split(b"\n"):
        body = wire.parsed(line)
        name = wire.at(body, "custom_id")
        if isinstance(name, str):
            found[name] = _outcome(body, line, read, who)
    if not found:
        raise wire.unreadable(who, content)
    return found


def _outcome(body: object, line: bytes, read: Callable[[object, bytes], Reply], who: str) -> Reply | MindError:
    kind = wire.at(body, "result", "type")
    if kind == "errored":
        return _fault(wire.at(body, "result", "error"), who)
    if isinstance(kind, str) and kind in _NOT_ANSWERED:
        return MindUnavailable(f"{who}: the request {_NOT_ANSWERED[kind]}; ask again")
    try:
        return read(wire.at(body, "result", "message"), line)
    except MindUnavailable as fault:
        return fault


def _fault(error: object, who: str) -> MindError:
    """A request that failed by itself, as the same answer to a single call would read."""
    kind = wire.at(error, "error", "type")
    status = _STATUSES.get(kind, 500) if isinstance(kind, str) else 500
    return wire.fault(who, status, {}, json.dumps(error).encode(), key="check the key's rights")
