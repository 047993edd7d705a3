"""Messages as JSON: one object a line, or an array of them.

Fields by their usual names: text | content (text, or parts as OpenAI's API has them), role, name | party | speaker,
time | timestamp | created_at | said_at, session | session_id | conversation_id, id | uuid | message_id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from dcpm_sqlite.portability.sources.document import Document
from dcpm_sqlite.portability.sources.fields import ContentKeys, Skipped, as_dict, as_list, as_text, moment_of, name_of
from dcpm_sqlite.records import Message, Role

SOURCE = "jsonl"
_ROLES: dict[str, Role] = {
    "": "user", "user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "bot": "assistant", "model": "assistant",
    "system": "system", "developer": "system", "tool": "tool", "function": "tool",
}  # fmt: skip
_TEXT = ("text", "content")
_PARTY = ("name", "party", "speaker")
_TIME = ("said_at", "time", "timestamp", "created_at")
_SESSION = ("session", "session_id", "conversation_id")
_ID = ("id", "uuid", "message_id")


def is_message(value: object) -> bool:
    """Whether the value looks like a message."""
    return any(isinstance(as_dict(value).get(field), str | list) for field in _TEXT)


def messages(document: Document, owner: str | None) -> Iterator[Message | Skipped]:
    """A message a line; a line that is none is skipped with its number and the reason."""
    keys = ContentKeys()
    is_array = document.head(64).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[")
    for where, value in _array(document) if is_array else _lines(document):
        if isinstance(value, Skipped):
            yield value
        elif isinstance(value, dict):
            yield from _message(document, value, where, owner, keys)
        else:
            yield Skipped("not an object", where)


def _array(document: Document) -> Iterator[tuple[str, object]]:
    for number, value in enumerate(document.elements(), 1):
        yield f"entry {number}", value


def _lines(document: Document) -> Iterator[tuple[str, object]]:
    for number, line in document.lines():
        where = f"line {number}"
        if line is None:
            yield where, Skipped("too long", where)
        elif line.strip():
            yield where, _parsed(line, where)


def _parsed(line: bytes, where: str) -> object:
    try:
        return json.loads(line.decode())
    except UnicodeDecodeError:
        return Skipped("not UTF-8", where)
    except json.JSONDecodeError as error:
        return Skipped(f"not JSON ({error.msg})", where)
    except RecursionError:
        return Skipped("nested too deeply", where)
    except ValueError:
        return Skipped("a number with too many digits", where)


def _message(document: Document, value: dict[str, object], where: str, owner: str | None, keys: ContentKeys) -> Iterator[Message | Skipped]:
    role = _ROLES.get(as_text(value.get("role")).strip().casefold())
    said = _first(value, _TIME)
    said_at = moment_of(said)
    text, left_out = _text(_first(value, _TEXT))
    yield from (Skipped(reason, where) for reason in left_out)
    if role is None:
        yield Skipped(f"of an unknown role {value.get('role')!r}", where)
    elif said is not None and said_at is None:
        yield Skipped(f"with a time that can't be read ({str(said)[:40]})", where)
    elif text.strip():
        given = name_of(_first(value, _SESSION))
        name = name_of(_first(value, _PARTY))
        key = _key(given, name_of(_first(value, _ID))) or keys.key(given, role, name, str(said), text)
        party = document.clean(name) if name else owner if role == "user" else None
        session = document.clean(given or document.path.stem)
        yield Message(document.clean(text), role, party, said_at, session, SOURCE, document.clean(key))
    elif not left_out:
        yield Skipped("without text", where)


def _first(value: dict[str, object], fields: tuple[str, ...]) -> object:
    return next((value[field] for field in fields if value.get(field) is not None), None)


def _key(session: str | None, given: str | None) -> str | None:
    """An id counts within its session. A plain number without a session is no id: another file has the same one."""
    if given is None or (session is None and given.isdigit()):
        return None
    return given if session is None else f"{session}/{given}"


def _text(content: object) -> tuple[str, list[str]]:
    """The text of a content field, and a reason for each part left out."""
    if not isinstance(content, list):
        return as_text(content), []
    texts, reasons = [], []
    for part in as_list(content):
        text = part if isinstance(part, str) else as_text(as_dict(part).get("text"))
        if text.strip():
            texts.append(text)
        else:
            reasons.append(f"a part of the kind {as_text(as_dict(part).get('type')) or 'unknown'}")
    return "\n".join(texts), reasons
