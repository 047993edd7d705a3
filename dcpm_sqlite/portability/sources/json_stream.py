"""The elements of a large JSON array, one at a time.

The standard library's decoder parses an element once enough of it has been read; a buffer that doubles on failure makes that cost
twice the parsing at most. No streaming parser is needed for that, and lone surrogates arrive as they are written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from dcpm_sqlite.errors import ImportFault

MAX_ELEMENT_CHARS = 256 << 20  # one conversation; images are not in exports' JSON
_NEAR_END = 32  # an error nearer to the buffer's end may only mean that the rest has not been read yet
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class _Buffer:
    """Text not yet parsed, refilled from chunks."""

    def __init__(self, chunks: Iterator[str], name: str) -> None:
        self.chunks, self.name = chunks, name
        self.text, self.at, self.gone = "", 0, 0
        self.is_all = False

    def more(self, wanted: int) -> None:
        """Read until `wanted` characters lie ahead, or to the end."""
        pieces, ahead = [self.text[self.at :]], len(self.text) - self.at
        while ahead < wanted and not self.is_all:
            chunk = next(self.chunks, None)
            if chunk is None:
                self.is_all = True
            else:
                pieces.append(chunk)
                ahead += len(chunk)
        self.gone += self.at
        self.text, self.at = "".join(pieces), 0

    def sign(self) -> str:
        """The next character that is not white space; empty at the end. It is not taken."""
        while True:
            match = _SPACE.match(self.text, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self.text) or self.is_all:
                return self.text[self.at : self.at + 1]
            self.more(1)

    def value(self) -> object:
        """The value that starts here."""
        wanted = 1 << 16
        while True:
            try:
                value, end = _DECODER.raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                may_go_on = error.pos >= len(self.text) - _NEAR_END or error.msg.startswith("Unterminated string")
                if self.is_all or not may_go_on:
                    raise self.fault(f"{error.msg} at character {self.gone + error.pos}") from None
            except RecursionError:
                raise self.fault(f"it is nested too deeply at character {self.gone + self.at}") from None
            else:
                if end < len(self.text) or self.is_all:  # a number may go on in the next chunk
                    self.at = end
                    return value
            wanted = 2 * max(wanted, len(self.text) - self.at)
            if wanted > 2 * MAX_ELEMENT_CHARS:
                raise self.fault(f"one value is longer than {MAX_ELEMENT_CHARS:,} characters")
            self.more(wanted)

    def fault(self, why: str) -> ImportFault:
        return ImportFault(f"{self.name} isn't sound JSON: {why}. Is the file complete?")


def elements(chunks: Iterator[str], *, name: str) -> Iterator[object]:
    """The elements of an array, or the one value that the text is. Raises ImportFault where it is not JSON; `name` is said then."""
    buffer = _Buffer(chunks, name)
    if buffer.sign() != "[":
        yield buffer.value()
    else:
        buffer.at += 1
        if buffer.sign() == "]":
            buffer.at += 1
        else:
            yield from _array(buffer)
    if buffer.sign():
        raise buffer.fault(f"more text follows its end at character {buffer.gone + buffer.at}")


def _array(buffer: _Buffer) -> Iterator[object]:
    while True:
        if not buffer.sign():
            raise buffer.fault("it ends inside an array")
        yield buffer.value()
        sign = buffer.sign()
        if sign not in (",", "]"):
            raise buffer.fault(f"a comma is missing at character {buffer.gone + buffer.at}")
        buffer.at += 1
        if sign == "]":
            return
