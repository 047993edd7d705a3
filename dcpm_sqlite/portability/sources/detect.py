"""Which format a source has, told by its content and never by its name."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from dcpm_sqlite.errors import ImportFault, UsageError
from dcpm_sqlite.portability.sources import chatgpt, claude, jsonl, locomo, text
from dcpm_sqlite.portability.sources.json_stream import array_items
from dcpm_sqlite.portability.sources.origin import CHUNK_BYTES, Origin
from dcpm_sqlite.portability.sources.reader import Item, SourceReader
from dcpm_sqlite.portability.sources.shapes import mapping

_READERS: dict[str, Callable[..., Iterator[Item]]] = {
    "chatgpt": chatgpt.read,
    "claude": claude.read,
    "jsonl": jsonl.read,
    "locomo": locomo.read,
    "text": text.read,
}
FORMATS = tuple(_READERS)
_TELLING_KEYS = {"mapping": "chatgpt", "chat_messages": "claude", "sample_id": "locomo"}
_ARRAY_FORMATS = tuple(_TELLING_KEYS.values())
_LINES_LOOKED_AT = 20
_JSON_START = re.compile(rb"""\s*(?:\[\s*[\[{"\]]|\{\s*["}])""")


def read_source(path: Path, *, format: str = "auto", owner: str | None = None) -> SourceReader:
    """A reader of the messages in a chat export, a JSON Lines file or a text.

    format: one of FORMATS, or `auto`; owner: the name given to `user` messages that bear none.
    Raises UsageError for an unknown format, ImportFault where the file can't be read as it.
    """
    if format != "auto" and format not in _READERS:
        raise UsageError(f"{format!r} is no format to import; give auto, {', '.join(FORMATS)}.")
    origin = Origin(path)
    found = _checked_format(origin, format) if format != "auto" else _detected_format(origin)
    origin.read_bytes = 0
    return SourceReader(found, origin, _READERS[found](origin, owner=owner))


def _checked_format(origin: Origin, format: str) -> str:
    """The format asked for. Raises ImportFault where the content plainly is another one."""
    if format not in _ARRAY_FORMATS:
        if origin.is_zip:
            raise ImportFault(f"{origin.path} is a zip archive, not {format}; unpack it and give the file itself.")
        return format
    found = _array_format(origin)
    if found not in (None, format):
        raise ImportFault(f"{origin.path} holds {found}, not {format}; import it as {found}.")
    return format


def _detected_format(origin: Origin) -> str:
    with closing(origin.streams()) as streams:
        head = next(streams).head
    found = None
    if origin.is_zip or (head.lstrip().startswith(b"[") and _JSON_START.match(head)):
        found = _array_format(origin)
    elif _is_json_lines(origin):
        found = "jsonl"
    elif not _JSON_START.match(head) and _is_text(head, is_whole=origin.size_bytes <= CHUNK_BYTES):
        found = "text"
    if found is None:
        raise ImportFault(
            f"{origin.path} fits none of the formats that can be imported: {', '.join(FORMATS)}. "
            "Name the format if you know it; texts must be UTF-8."
        )
    return found


def _array_format(origin: Origin) -> str | None:
    """Told by the first key that only one of the formats has. Raises ImportFault where there is no JSON array."""
    for stream in origin.streams():
        if not stream.head.lstrip().startswith(b"["):
            raise ImportFault(f"{stream.name} is not a JSON array; {', '.join(_ARRAY_FORMATS)} are.")
        for element in array_items(stream):
            for key in mapping(element):
                if key in _TELLING_KEYS:
                    return _TELLING_KEYS[key]
    return None


def _is_json_lines(origin: Origin) -> bool:
    """At least half of the first lines are objects with a text."""
    with closing(origin.streams()) as streams:
        lines = next(streams).lines(max_bytes=jsonl.MAX_LINE_BYTES)
        filled = (line for line in lines if line is None or line.strip())
        looked_at = [_is_message(line) for line in islice(filled, _LINES_LOOKED_AT)]
    return bool(looked_at) and 2 * sum(looked_at) >= len(looked_at)


def _is_message(line: bytes | None) -> bool:
    fields = "too long" if line is None else jsonl.parse_line(line)
    return not isinstance(fields, str) and ("text" in fields or "content" in fields)


def _is_text(head: bytes, *, is_whole: bool) -> bool:
    """Some words in UTF-8 without control characters; a head that is not the whole may end inside of a character."""
    try:
        decoded = codecs.getincrementaldecoder("utf-8")().decode(head, final=is_whole)
    except UnicodeDecodeError:
        return False
    return bool(decoded.strip()) and not re.search(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]", decoded)
