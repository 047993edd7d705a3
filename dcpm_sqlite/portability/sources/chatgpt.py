"""ChatGPT's export: an array of conversations, each a tree of messages of which one branch was shown last."""

from __future__ import annotations

from collections.abc import Iterator

from dcpm_sqlite.portability.sources.json_stream import array_items
from dcpm_sqlite.portability.sources.origin import Origin
from dcpm_sqlite.portability.sources.reader import Item, Skipped
from dcpm_sqlite.portability.sources.shapes import mapping, message_items, moment, name, role, text_of_parts
from dcpm_sqlite.records import Message


def read(origin: Origin, *, owner: str | None) -> Iterator[Item]:
    """Messages of every conversation's shown branch, from its start; the session is the conversation's id.

    A message without a time gets its conversation's, marked as assumed. Raises ImportFault for damaged JSON.
    """
    for stream in origin.streams():
        for position, conversation in enumerate(array_items(stream), 1):
            fields = mapping(conversation)
            session = name(fields.get("conversation_id")) or name(fields.get("id"))
            nodes = mapping(fields.get("mapping"))
            if session is None or not nodes:
                yield Skipped("is no conversation: it lacks an id or a `mapping`", f"{stream.name}, element {position}")
                continue
            yield from _conversation(fields, session, nodes, owner=owner, now_ms=origin.modified_ms)


def _conversation(fields: dict[str, object], session: str, nodes: dict[str, object], *, owner: str | None, now_ms: int) -> Iterator[Item]:
    branch = _shown_branch(nodes, fields.get("current_node"))
    if not branch:
        yield Skipped("the conversation does not say which branch is current (`current_node`)", session)
        return
    for node_id in branch:
        node = mapping(nodes[node_id])
        if node.get("message") is None and node.get("parent") is None:
            continue  # the tree's root is a placeholder in every export
        yield from _message(node, node_id, session, created=fields.get("create_time"), owner=owner, now_ms=now_ms)
    shown = set(branch)
    others = sum(1 for node_id, node in nodes.items() if node_id not in shown and mapping(mapping(node).get("message")))
    if others:
        yield Skipped(f"{others} message(s) on branches that were edited away or regenerated", session)


def _shown_branch(nodes: dict[str, object], current: object) -> list[str]:
    """Node ids from the root to the current node. A parent that is missing or met before ends the way up."""
    branch: dict[str, None] = {}
    node_id = current
    while isinstance(node_id, str) and node_id in nodes and node_id not in branch:
        branch[node_id] = None
        node_id = mapping(nodes[node_id]).get("parent")
    return list(reversed(branch))


def _message(node: dict[str, object], node_id: str, session: str, *, created: object, owner: str | None, now_ms: int) -> Iterator[Item]:
    message = mapping(node.get("message"))
    message_id = name(message.get("id")) or node_id
    where = f"{session}/{message_id}"
    author = mapping(message.get("author"))
    speaker_role = role(author.get("role"))
    if not message:
        yield Skipped("the node holds no message", where)
        return
    if mapping(message.get("metadata")).get("is_visually_hidden_from_conversation") is True:
        yield Skipped("hidden in the conversation", where)
        return
    if speaker_role is None:
        yield Skipped("its author's role is missing or unknown", where)
        return
    text, left_out = _text(mapping(message.get("content")))
    own_name = name(author.get("name"))
    yield from message_items(
        Message(
            text,
            role=speaker_role,
            party=own_name or (owner if speaker_role == "user" else None),
            said_at=moment(message.get("create_time"), created, now_ms=now_ms),
            session=session,
            source="chatgpt",
            source_key=message_id,
        ),
        left_out,
        where=where,
    )


def _text(content: dict[str, object]) -> tuple[str, tuple[str, ...]]:
    """The content's text, and the kinds of what is not text (images, audio, reasoning, settings)."""
    parts, text = content.get("parts"), content.get("text")
    if isinstance(parts, list):
        return text_of_parts(parts)
    if isinstance(text, str):  # code that the assistant ran, its output, a quoted page
        return text, ()
    return "", (name(content.get("content_type")) or "unreadable content",)
