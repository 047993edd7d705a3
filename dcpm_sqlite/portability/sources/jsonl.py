"""JSON Lines: one message a line, with the field names that chat programs commonly use."""

from __future__ import annotations

import json
from collections.abc import Iterator

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.language.dates import ACCEPTED, read_moment
from dcpm_sqlite.portability.sources.json_stream import whole_escapes
from dcpm_sqlite.portability.sources.origin import Origin
from dcpm_sqlite.portability.sources.reader import Item, Skipped
from dcpm_sqlite.portability.sources.shapes import message_items, name, role, text_of_parts
from dcpm_sqlite.records import Message, Moment

MAX_LINE_BYTES = 64 << 20  # a longer line is no message
_NAMES = ("name", "party", "speaker")
_TIMES = ("said_at", "created_at", "timestamp", "time")
_SESSIONS = ("session", "session_id", "conversation_id")


def read(origin: Origin, *, owner: str | None) -> Iterator[Item]:
    """One message a line; a line that can't be read is skipped with its number, and the rest goes on.

    Fields: text or content (text, or a list of parts); role (user where missing); name, party or speaker; said_at,
    created_at, timestamp or time; session, session_id or conversation_id; id. Only a line with an id has a source_key.
    """
    for stream in origin.streams():
        for number, line in enumerate(stream.lines(max_bytes=MAX_LINE_BYTES), 1):
            where = f"line {number}"
            if line is None:
                yield Skipped(f"longer than {MAX_LINE_BYTES} bytes", where)
            elif line.strip():
                yield from _line(line, where, owner=owner, now_ms=origin.modified_ms)


def parse_line(line: bytes) -> dict[str, object] | str:
    """The line's object, or the reason why it holds none."""
    try:
        value = json.loads(whole_escapes(line.decode()))
    except UnicodeDecodeError:
        return "not valid UTF-8"
    except RecursionError:
        return "nested too deep"
    except ValueError as error:
        return f"not valid JSON: {error}"
    return value if isinstance(value, dict) else "not a JSON object"


def _line(line: bytes, where: str, *, owner: str | None, now_ms: int) -> Iterator[Item]:
    fields = parse_line(line)
    if isinstance(fields, str):
        yield Skipped(fields, where)
        return
    speaker_role = role(fields.get("role") or "user")
    if speaker_role is None:
        yield Skipped("its role is not one of user, assistant, system, tool", where)
        return
    try:
        said_at = _said_at(_first(fields, _TIMES), now_ms)
    except UsageError:
        yield Skipped(f"its time can't be read; readable are {ACCEPTED}", where)
        return
    text, left_out = _text(fields)
    session, own_id = name(_first(fields, _SESSIONS)), name(fields.get("id"))
    yield from message_items(
        Message(
            text,
            role=speaker_role,
            party=name(_first(fields, _NAMES)) or (owner if speaker_role == "user" else None),
            said_at=said_at,
            session=session,
            source="jsonl",
            source_key=f"{session}/{own_id}" if session and own_id else own_id,
        ),
        left_out,
        where=where,
    )


def _first(fields: dict[str, object], keys: tuple[str, ...]) -> object:
    return next((fields[key] for key in keys if fields.get(key) is not None), None)


def _said_at(value: object, now_ms: int) -> Moment | None:
    """None where no time is given, which means the time of adding. Raises UsageError for what is no time."""
    if value is None:
        return None
    if isinstance(value, str | int | float):
        return read_moment(value, now_ms=now_ms)
    raise UsageError("The time is neither text nor a number.")


def _text(fields: dict[str, object]) -> tuple[str, tuple[str, ...]]:
    value = _first(fields, ("text", "content"))
    if isinstance(value, str):
        return value, ()
    return text_of_parts(value) if isinstance(value, list) else ("", ())
