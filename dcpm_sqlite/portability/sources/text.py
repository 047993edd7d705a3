"""Plain text and Markdown: every paragraph is a message by the owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

from dcpm_sqlite.errors import ImportFault
from dcpm_sqlite.portability.sources.origin import ByteStream, Origin
from dcpm_sqlite.portability.sources.reader import Item
from dcpm_sqlite.portability.sources.shapes import message_items
from dcpm_sqlite.records import Message, Moment

MAX_PARAGRAPH_BYTES = 16 << 20


def read(origin: Origin, *, owner: str | None) -> Iterator[Item]:
    """Paragraphs (parted by blank lines) in order; said when the file was last changed, which is marked as assumed.

    A paragraph's key is its content, so that it keeps its key when the text around it grows or moves; the same
    paragraph met again is numbered. Raises ImportFault for invalid UTF-8 and for a paragraph beyond 16 MiB.
    """
    said_at = Moment(origin.modified_ms, "second", None, "assumed")
    for stream in origin.streams():
        met: Counter[bytes] = Counter()
        for number, paragraph in _paragraphs(stream):
            digest = blake2b(paragraph.encode(), digest_size=16).digest()
            met[digest] += 1
            message = Message(
                paragraph,
                party=owner,
                said_at=said_at,
                session=stream.name,
                source="text",
                source_key=f"{stream.name}:{digest.hex()}:{met[digest]}",
            )
            yield from message_items(message, (), where=f"line {number}")


def _paragraphs(stream: ByteStream) -> Iterator[tuple[int, str]]:
    """Each paragraph with the number of its first line."""
    lines: list[str] = []
    size = first = 0
    for number, raw in enumerate(stream.lines(max_bytes=MAX_PARAGRAPH_BYTES), 1):
        size += MAX_PARAGRAPH_BYTES + 1 if raw is None else len(raw) + 1
        if raw is None or size > MAX_PARAGRAPH_BYTES:
            raise ImportFault(f"{stream.name}, line {number}: a paragraph longer than {MAX_PARAGRAPH_BYTES} bytes.")
        try:
            line = raw.decode()
        except UnicodeDecodeError as error:
            raise ImportFault(f"{stream.name}, line {number}: not valid UTF-8 ({error.reason}). Save it as UTF-8.") from error
        if line.strip():
            first = first if lines else number
            lines.append(line)
            continue
        if lines:
            yield first, "\n".join(lines)
        lines, size = [], 0
    if lines:
        yield first, "\n".join(lines)
