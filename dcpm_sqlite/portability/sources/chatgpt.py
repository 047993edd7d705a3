"""ChatGPT's export: `conversations.json`, an array of conversations, each a tree of messages.

Edits and new answers branch the tree; what the user last saw is the path from `current_node` up to the root.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dcpm_sqlite.portability.sources.document import Document
from dcpm_sqlite.portability.sources.fields import Skipped, as_dict, as_list, as_text, assumed, moment_of, name_of
from dcpm_sqlite.records import Message, Moment, Role

SOURCE = "chatgpt"
_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system", "tool": "tool"}
_WITH_PARTS = ("text", "multimodal_text")
_WITH_TEXT = ("execution_output", "tether_quote")


def is_conversation(value: object) -> bool:
    """Whether the value looks like one of this export's conversations."""
    return isinstance(as_dict(value).get("mapping"), dict)


def messages(document: Document, owner: str | None) -> Iterator[Message | Skipped]:
    """Messages of each conversation's current path in order, and what was left out."""
    for number, value in enumerate(document.elements(), 1):
        if is_conversation(value):
            yield from _conversation(document, as_dict(value), number, owner)
        else:
            yield Skipped("not a conversation", f"entry {number}")


def _conversation(document: Document, value: dict[str, object], number: int, owner: str | None) -> Iterator[Message | Skipped]:
    mapping = as_dict(value["mapping"])
    session = document.clean(name_of(value.get("conversation_id")) or name_of(value.get("id")) or f"conversation {number}")
    said_at = assumed(moment_of(value.get("create_time")))
    path = _path(mapping, name_of(value.get("current_node")))
    left_out: Counter[str] = Counter()
    for node in path:
        message = as_dict(as_dict(mapping[node]).get("message"))
        stated = moment_of(message.get("create_time"))
        said_at = stated or said_at
        text, reasons = _text(message)
        left_out.update(reasons)
        if text:
            key = document.clean(name_of(message.get("id")) or node)
            role = _ROLES[as_text(as_dict(message["author"]).get("role"))]
            party = owner if role == "user" else None
            yield Message(document.clean(text), role, party, _time(stated, said_at), session, SOURCE, key)
    on_path = set(path)
    left_out["on an abandoned branch"] = sum(bool(as_dict(n).get("message")) for k, n in mapping.items() if k not in on_path)
    yield from (Skipped(reason, f"conversation {session}", count) for reason, count in left_out.items() if count)


def _time(stated: Moment | None, before: Moment | None) -> Moment | None:
    return stated or assumed(before)


def _path(mapping: dict[str, object], current: str | None) -> list[str]:
    """Ids of the nodes from the root to the current one; without a known one to the last leaf. A cycle ends the path."""
    if current not in mapping:
        leaves = [key for key, node in mapping.items() if not as_list(as_dict(node).get("children"))]
        current = leaves[-1] if leaves else None
    path: dict[str, None] = {}
    while current is not None and current in mapping and current not in path:
        path[current] = None
        current = name_of(as_dict(mapping[current]).get("parent"))
    return list(reversed(path))


def _text(message: dict[str, object]) -> tuple[str, list[str]]:
    """The text to keep, maybe empty, and a reason for each thing left out."""
    author, content = as_dict(message.get("author")), as_dict(message.get("content"))
    role, kind = as_text(author.get("role")), as_text(content.get("content_type")) or "text"
    if not message:
        return "", []  # the root of the tree
    if as_dict(message.get("metadata")).get("is_visually_hidden_from_conversation") is True or message.get("weight") == 0:
        return "", ["hidden"]
    if role not in _ROLES:
        return "", [f"of an unknown role {role!r}"]
    if as_text(message.get("recipient")) not in ("", "all"):
        return "", ["a call of a tool"]
    if kind in _WITH_PARTS:
        return _parts(as_list(content.get("parts")))
    if kind in _WITH_TEXT:
        text = as_text(content.get("text")).strip()
        return text, [] if text else ["empty"]
    return "", [f"of the kind {kind}"]


def _parts(parts: list[object]) -> tuple[str, list[str]]:
    texts, reasons = [], []
    for part in parts:
        text = part if isinstance(part, str) else as_text(as_dict(part).get("text"))
        if text.strip():
            texts.append(text)
        elif not isinstance(part, str):
            reasons.append(f"a part of the kind {as_text(as_dict(part).get('content_type')) or type(part).__name__}")
    return "\n".join(texts), reasons if texts or reasons else ["empty"]
