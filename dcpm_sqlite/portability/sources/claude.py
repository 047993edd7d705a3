"""Anthropic's export of Claude: `conversations.json`, an array of conversations with their messages in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dcpm_sqlite.portability.sources.document import Document
from dcpm_sqlite.portability.sources.fields import Skipped, as_dict, as_list, as_text, assumed, moment_of, name_of
from dcpm_sqlite.records import Message, Role

SOURCE = "claude"
_ROLES: dict[str, Role] = {"human": "user", "user": "user", "assistant": "assistant"}


def is_conversation(value: object) -> bool:
    """Whether the value looks like one of this export's conversations."""
    return isinstance(as_dict(value).get("chat_messages"), list)


def messages(document: Document, owner: str | None) -> Iterator[Message | Skipped]:
    """Messages of each conversation in order, and what was left out."""
    for number, value in enumerate(document.elements(), 1):
        if is_conversation(value):
            yield from _conversation(document, as_dict(value), number, owner)
        else:
            yield Skipped("not a conversation", f"entry {number}")


def _conversation(document: Document, value: dict[str, object], number: int, owner: str | None) -> Iterator[Message | Skipped]:
    session = document.clean(name_of(value.get("uuid")) or f"conversation {number}")
    before = assumed(moment_of(value.get("created_at")))
    left_out: Counter[str] = Counter()
    for turn, entry in enumerate(as_list(value["chat_messages"]), 1):
        message = as_dict(entry)
        role = _ROLES.get(as_text(message.get("sender")))
        if role is None:
            left_out[f"of an unknown sender {message.get('sender')!r}"] += 1
            continue
        text, reasons = _text(message)
        left_out.update(reasons)
        stated = moment_of(message.get("created_at"))
        before = assumed(stated) or before
        if text:
            key = document.clean(name_of(message.get("uuid")) or f"{session}/{turn}")
            yield Message(document.clean(text), role, owner if role == "user" else None, stated or before, session, SOURCE, key)
    yield from (Skipped(reason, f"conversation {session}", count) for reason, count in left_out.items())


def _text(message: dict[str, object]) -> tuple[str, list[str]]:
    """The text blocks, or the plain text of older exports, where blocks are missing; and a reason for each thing left out."""
    texts, reasons = [], []
    blocks = [as_dict(block) for block in as_list(message.get("content"))]
    for block in blocks:
        if as_text(block.get("type")) == "text":
            texts.append(as_text(block.get("text")))
        else:
            reasons.append(f"a part of the kind {as_text(block.get('type')) or 'unknown'}")
    reasons += ["an attached file"] * (len(as_list(message.get("attachments"))) + len(as_list(message.get("files"))))
    text = "\n".join(t for t in texts if t.strip()) if blocks else as_text(message.get("text"))
    if not text.strip():
        return "", reasons or ["empty"]
    return text, reasons
