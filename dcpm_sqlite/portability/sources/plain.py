"""Plain text and Markdown: each paragraph is a message of the owner."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dcpm_sqlite.portability.sources.document import Document
from dcpm_sqlite.portability.sources.fields import ContentKeys, Skipped
from dcpm_sqlite.records import Message, Moment

SOURCE = "text"
MAX_PARAGRAPH_CHARS = 200_000  # a file without blank lines is cut, so that it never lies in memory whole
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def messages(document: Document, owner: str | None) -> Iterator[Message | Skipped]:
    """Paragraphs in order; said when the file was last changed, which is an assumption."""
    keys = ContentKeys()
    said_at = Moment(document.modified_ms, "instant", None, "assumed")
    name = document.clean(document.name)
    for paragraph in _paragraphs(document.chunks()):
        yield Message(document.clean(paragraph), "user", owner, said_at, name, SOURCE, f"{name}/{keys.key(paragraph)}")


def _paragraphs(chunks: Iterator[str]) -> Iterator[str]:
    rest = ""
    for chunk in chunks:
        rest = (rest + chunk).replace("\r\n", "\n")
        *whole, rest = _BLANK.split(rest)
        for paragraph in whole:
            yield from _cut(paragraph)
        while len(rest) > 2 * MAX_PARAGRAPH_CHARS:
            yield from _cut(rest[:MAX_PARAGRAPH_CHARS])
            rest = rest[MAX_PARAGRAPH_CHARS:]
    yield from _cut(rest)


def _cut(paragraph: str) -> Iterator[str]:
    for start in range(0, len(paragraph), MAX_PARAGRAPH_CHARS):
        if piece := paragraph[start : start + MAX_PARAGRAPH_CHARS].strip():
            yield piece
