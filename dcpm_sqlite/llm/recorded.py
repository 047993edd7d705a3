"""A model that answers from replies kept earlier, and the recorder that keeps them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, MutableMapping
from dataclasses import asdict
from pathlib import Path

from dcpm_sqlite.errors import MindUnavailable, UsageError
from dcpm_sqlite.llm.port import LLM, Limits, Reply, Request


def prompt_sha256(request: Request) -> str:
    """The key of a reply: SHA-256, in hex, over system, turns and schema. Purpose, max_tokens and deadline don't count."""
    said = [request.system, [[turn.role, turn.text] for turn in request.turns], dict(request.schema)]
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()


class RecordedLLM:
    """Answers with the reply that is kept for the request; one that isn't goes to `fallback`, or is MindUnavailable.

    replies: a mapping by `prompt_sha256`, such as the ledger's, or a file that `RecordingLLM.save` wrote (UsageError: it cannot be read).
    """

    def __init__(
        self, replies: Mapping[str, Reply] | Path, *, fallback: LLM | None = None, name: str | None = None, limits: Limits | None = None
    ) -> None:
        is_file = isinstance(replies, Path)
        self._replies = load(replies) if isinstance(replies, Path) else replies
        self._fallback = fallback
        self.name = name or (f"recorded:{replies}" if is_file else "recorded")
        self.limits = limits or (fallback.limits if fallback else Limits(context_tokens=200_000, output_tokens=16_000))

    def complete(self, request: Request) -> Reply:
        """The kept reply."""
        key = prompt_sha256(request)
        reply = self._replies.get(key)
        if reply is not None:
            return reply
        if self._fallback is not None:
            return self._fallback.complete(request)
        raise MindUnavailable(f"{self.name} holds no reply to this {request.purpose!r} (prompt {key}); record it first")


class RecordingLLM:
    """Passes each request on to `inner` and keeps its reply in `replies`, by `prompt_sha256`; errors are not kept."""

    def __init__(self, inner: LLM, replies: MutableMapping[str, Reply]) -> None:
        self._inner = inner
        self._replies = replies
        self.name = inner.name
        self.limits = inner.limits

    def complete(self, request: Request) -> Reply:
        """The inner model's reply."""
        reply = self._inner.complete(request)
        self._replies[prompt_sha256(request)] = reply
        return reply

    def save(self, path: Path) -> None:
        """Write all kept replies to a JSONL file, whole or not at all: a file that is there is replaced."""
        lines = []
        for key, reply in self._replies.items():
            fields = asdict(reply)
            lines.append(json.dumps({"prompt_sha256": key, "reply": fields.pop("text"), **fields}, ensure_ascii=False))
        part = path.with_name(f"{path.name}.part")
        part.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        os.replace(part, path)


def load(path: Path) -> dict[str, Reply]:
    """The replies of a JSONL file: one object a line; of two for one prompt the later counts. UsageError names the line that is no reply."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the recorded replies in {path} cannot be read: {error}") from error
    replies = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            key, reply = _read(line, where=f"{path}, line {number}")
            replies[key] = reply
    return replies


def _read(line: str, *, where: str) -> tuple[str, Reply]:
    try:
        fields = json.loads(line)
        key, text, stop = fields["prompt_sha256"], fields["reply"], fields["stop"]
        counts = [fields.get(name, 0) for name in ("tokens_in", "tokens_cached", "tokens_out")]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{where}: no recorded reply, which needs prompt_sha256, reply and stop") from error
    if not isinstance(key, str) or not isinstance(text, str) or stop not in ("end", "length", "refusal"):
        raise UsageError(f"{where}: prompt_sha256 and reply must be texts, stop one of end, length, refusal")
    if not all(type(number) is int and number >= 0 for number in counts):
        raise UsageError(f"{where}: counts of tokens must be whole numbers from 0 on")
    return key, Reply(text, stop, tokens_in=counts[0], tokens_cached=counts[1], tokens_out=counts[2])
