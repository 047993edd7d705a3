"""The bytes of a source: a file, the conversations inside a zip or a folder, with bounds and a measure of how far the reading is."""

from __future__ import annotations

import codecs
import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from dcpm_sqlite.errors import ImportFault
from dcpm_sqlite.portability.sources.json_stream import elements

MAX_UNPACKED_BYTES = 16 << 30  # no chat export is larger; a zip that unpacks to more is an attack or a mistake
MAX_RATIO = 200  # JSON packs to a fifth or a tenth; only made-up data packs to less than a hundredth
RATIO_FROM_BYTES = 64 << 20  # below that size a ratio says nothing
MAX_LINE_BYTES = 64 << 20
CHUNK_BYTES = 1 << 18

_MEMBER = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")  # large exports come in numbered parts
_SURROGATE = re.compile("[\ud800-\udfff\0]")


class Document:
    """An open-ended view of one source; every reading starts anew at the beginning.

    total_bytes: size of what is read, unpacked; read_bytes: how much of it the latest reading has taken.
    repaired: characters replaced by U+FFFD since they cannot be kept: halves of surrogate pairs, NUL.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises ImportFault where there is no such file, or no conversations in the zip or folder."""
        self.path = Path(path)
        self.read_bytes = self.repaired = 0
        with self._faults():
            self._parts = self._find_parts()
            self.modified_ms = self.path.stat().st_mtime_ns // 1_000_000
            self.total_bytes = sum(size for _, size in self._parts)

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return self.path.name

    def clean(self, text: str) -> str:
        """The text as it can be kept; what is replaced is counted."""
        cleaned, count = _SURROGATE.subn("\ufffd", text)
        self.repaired += count
        return cleaned

    def head(self, size: int) -> bytes:
        """The first bytes of the first part."""
        with self._faults(), self._open(self._parts[0][0]) as stream:
            return stream.read(size)

    def chunks(self) -> Iterator[str]:
        """The text in pieces, part after part, without byte order marks. Raises ImportFault where it is not UTF-8."""
        self.read_bytes = 0
        for part, _ in self._parts:
            yield from self._decoded(part)

    def elements(self) -> Iterator[object]:
        """The values of the JSON arrays that the parts are; a part that is one object is one value."""
        self.read_bytes = 0
        for part, _ in self._parts:
            yield from elements(self._decoded(part), name=self.path.name)

    def lines(self) -> Iterator[tuple[int, bytes | None]]:
        """Lines with their numbers from 1; None for one that is too long to be a message."""
        self.read_bytes = number = 0
        for part, _ in self._parts:
            with self._faults(), self._open(part) as stream:
                while line := stream.readline(MAX_LINE_BYTES):
                    number += 1
                    self.read_bytes += len(line)
                    is_whole = line.endswith(b"\n") or len(line) < MAX_LINE_BYTES
                    while not line.endswith(b"\n") and (rest := stream.readline(MAX_LINE_BYTES)):
                        self.read_bytes += len(rest)
                        line = rest
                    yield number, line.removeprefix(codecs.BOM_UTF8) if is_whole else None

    def _decoded(self, part: str) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8-sig")("strict")
        done = 0
        with self._faults(), self._open(part) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                yield self._decode(decoder, chunk, done)
                done += len(chunk)
                self.read_bytes += len(chunk)
            yield self._decode(decoder, b"", done)

    def _decode(self, decoder: codecs.IncrementalDecoder, chunk: bytes, done: int) -> str:
        pending = len(decoder.getstate()[0])
        try:
            return decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            raise ImportFault(f"{self.path} isn't UTF-8 at byte {done - pending + error.start}; save it as UTF-8 and try again.") from None

    def _find_parts(self) -> list[tuple[str, int]]:
        if self.path.is_dir():
            found = [(p.name, p.stat().st_size) for p in self.path.iterdir() if _MEMBER.fullmatch(p.name)]
        elif self._is_zip():
            with zipfile.ZipFile(self.path) as archive:
                found = [(i.filename, self._bounded(i)) for i in archive.infolist() if _MEMBER.fullmatch(i.filename)]
        else:
            return [("", self.path.stat().st_size)]
        if not found:
            raise ImportFault(f"{self.path} holds no conversations.json; is it a chat export?")
        return sorted(found)

    def _bounded(self, info: zipfile.ZipInfo) -> int:
        is_bomb = info.file_size > RATIO_FROM_BYTES and info.file_size > MAX_RATIO * max(1, info.compress_size)
        if is_bomb or info.file_size > MAX_UNPACKED_BYTES:
            raise ImportFault(
                f"{info.filename} in {self.path} would unpack from {info.compress_size:,} to {info.file_size:,} bytes, which no chat "
                "export does; unpack it yourself if you trust it, and import the file inside."
            )
        return info.file_size

    def _is_zip(self) -> bool:
        with open(self.path, "rb") as stream:
            return stream.read(4) in (b"PK\x03\x04", b"PK\x05\x06")

    @contextmanager
    def _open(self, part: str) -> Iterator[IO[bytes]]:
        if not part:
            with open(self.path, "rb", buffering=CHUNK_BYTES) as stream:
                yield stream
        elif self.path.is_dir():
            with open(self.path / part, "rb", buffering=CHUNK_BYTES) as stream:
                yield stream
        else:
            with zipfile.ZipFile(self.path) as archive, archive.open(part) as member:
                yield io.BufferedReader(member, CHUNK_BYTES)  # type: ignore[type-var]

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ImportFault(f"{self.path} can't be read: {error.strerror or error}.") from error
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError) as error:
            raise ImportFault(f"{self.path} is a damaged or unusual zip ({error}); unpack it and import the file inside.") from error
        except RuntimeError as error:  # what zipfile raises for an encrypted member
            if "encrypted" not in str(error) and "password" not in str(error):
                raise
            raise ImportFault(f"{self.path} is encrypted; unpack it and import the file inside.") from error
