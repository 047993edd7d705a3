"""Claude's export: an array of conversations, each a list of messages made of blocks."""

from __future__ import annotations

from collections.abc import Iterator

from dcpm_sqlite.portability.sources.json_stream import array_items
from dcpm_sqlite.portability.sources.origin import Origin
from dcpm_sqlite.portability.sources.reader import Item, Skipped
from dcpm_sqlite.portability.sources.shapes import mapping, message_items, moment, name, role, text_of_parts
from dcpm_sqlite.records import Message


def read(origin: Origin, *, owner: str | None) -> Iterator[Item]:
    """Messages in the order of the export; the session is the conversation's uuid.

    A message without a time gets its conversation's, marked as assumed. Raises ImportFault for damaged JSON.
    """
    for stream in origin.streams():
        for position, conversation in enumerate(array_items(stream), 1):
            fields = mapping(conversation)
            session, messages = name(fields.get("uuid")), fields.get("chat_messages")
            if session is None or not isinstance(messages, list):
                reason = "is no conversation: it lacks a `uuid` or `chat_messages`"
                yield Skipped(reason, f"{stream.name}, element {position}")
                continue
            created = fields.get("created_at")
            for turn, message in enumerate(messages, 1):
                yield from _message(mapping(message), session, turn, created=created, owner=owner, now_ms=origin.modified_ms)


def _message(message: dict[str, object], session: str, turn: int, *, created: object, owner: str | None, now_ms: int) -> Iterator[Item]:
    message_id = name(message.get("uuid"))
    where = f"{session}/{message_id or f'message {turn}'}"
    speaker_role = role(message.get("sender"))
    if speaker_role is None:
        yield Skipped("its sender is missing or unknown", where)
        return
    text, left_out = _text(message)
    yield from message_items(
        Message(
            text,
            role=speaker_role,
            party=owner if speaker_role == "user" else None,
            said_at=moment(message.get("created_at"), created, now_ms=now_ms),
            session=session,
            source="claude",
            source_key=message_id,
        ),
        left_out,
        where=where,
    )


def _text(message: dict[str, object]) -> tuple[str, tuple[str, ...]]:
    """The message's words, and the kinds of its blocks and attachments that are not text.

    Blocks go before `text`: beside tool calls that field holds a placeholder for older apps, not what was said.
    """
    attached = tuple(kind for field, kind in (("attachments", "attachment"), ("files", "file")) for _ in _list(message.get(field)))
    if blocks := _list(message.get("content")):
        text, others = text_of_parts(blocks)
        return text, (*others, *attached)
    text_field = message.get("text")
    return (text_field if isinstance(text_field, str) else ""), attached


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
