"""What a source gives: messages, and what was left out with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dcpm_sqlite.portability.sources.origin import Origin
from dcpm_sqlite.records import Message


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something of the source that does not become a message.

    reason: why, in words; where: the place in the source, such as `line 12` or `<conversation>/<message>`.
    """

    reason: str
    where: str


Item = Message | Skipped


class SourceReader(Iterator[Item]):
    """The items of one source in its order; read as they are asked for, so memory stays bounded.

    format: the format it is read as; size_bytes, read_bytes: whole length and how far reading got, as unpacked.
    Iterating raises ImportFault where the source turns out to be damaged; what came before stays valid.
    """

    def __init__(self, format: str, origin: Origin, items: Iterator[Item]) -> None:
        self.format = format
        self.size_bytes = origin.size_bytes
        self._origin = origin
        self._items = items

    @property
    def read_bytes(self) -> int:
        """Bytes taken from the source so far."""
        return self._origin.read_bytes

    def __next__(self) -> Item:
        return next(self._items)
