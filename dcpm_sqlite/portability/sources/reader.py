"""One door to all sources."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Literal, get_args

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.portability.sources import chatgpt, claude, jsonl, locomo, plain
from dcpm_sqlite.portability.sources.detect import Format, detect
from dcpm_sqlite.portability.sources.document import Document
from dcpm_sqlite.portability.sources.fields import Skipped
from dcpm_sqlite.records import Message

FORMATS: tuple[Format, ...] = get_args(Format)
_READERS = {
    "chatgpt": chatgpt.messages,
    "claude": claude.messages,
    "jsonl": jsonl.messages,
    "locomo": locomo.messages,
    "text": plain.messages,
}


class SourceReader:
    """The messages of a source, streamed; iterating again starts anew.

    format: as named or found; total_bytes, read_bytes: how much there is to read, unpacked, and how much was;
    repaired: characters replaced by U+FFFD since no text can hold them.
    """

    def __init__(self, document: Document, found: Format, owner: str | None) -> None:
        self.format = found
        self._document = document
        self._owner = owner

    def __iter__(self) -> Iterator[Message | Skipped]:
        """Messages in the order of each conversation, and between them what was left out and why.

        Raises ImportFault where the source turns out damaged; what came before it is sound.
        """
        self._document.repaired = 0
        return _READERS[self.format](self._document, self._owner)

    @property
    def total_bytes(self) -> int:
        """Size of all that will be read, unpacked."""
        return self._document.total_bytes

    @property
    def read_bytes(self) -> int:
        """How much of it the latest iteration has read."""
        return self._document.read_bytes

    @property
    def repaired(self) -> int:
        """Characters replaced in the latest iteration."""
        return self._document.repaired


def read_source(path: str | os.PathLike[str], *, format: Format | Literal["auto"] = "auto", owner: str | None = None) -> SourceReader:
    """The messages of a chat export, a data set or a text file.

    path: the file, the export's zip, or the folder it was unpacked into. owner: the name for messages of role `user` that carry none.
    Raises ImportFault where it cannot be read or is no known format; UsageError for a format that does not exist.
    """
    if format != "auto" and format not in FORMATS:
        raise UsageError(f"There is no format {format!r}; choose one of auto, {', '.join(FORMATS)}.")
    document = Document(path)
    return SourceReader(document, detect(document) if format == "auto" else format, owner)
