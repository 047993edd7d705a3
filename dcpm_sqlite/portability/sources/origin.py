"""The bytes of a source: a plain file, or the conversation files inside of an export's zip.

Everything that the file system or a damaged archive can do wrong leaves this module as ImportFault.
"""

from __future__ import annotations

import lzma
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import IO

from dcpm_sqlite.errors import ImportFault

CHUNK_BYTES = 65_536
MAX_ENTRY_BYTES = 4 << 30  # a larger entry is no chat export; archives can claim and unfold to any size
_BOM = b"\xef\xbb\xbf"
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")  # large exports are cut into numbered files
_READ_ERRORS = (OSError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError)


class ByteStream:
    """Chunks of one file, without a leading byte order mark; `head` is the first chunk, kept to look at."""

    def __init__(self, file: IO[bytes], *, name: str, on_read: Callable[[int], None]) -> None:
        """on_read is told the length of every chunk taken from the file."""
        self.name = name
        self._file = file
        self._on_read = on_read
        head = self._take()
        self._pending = head.removeprefix(_BOM)
        self.head = self._pending

    def read(self) -> bytes:
        """The next chunk, of whatever length is at hand; b"" at the end."""
        chunk, self._pending = self._pending or self._take(), b""
        return chunk

    def lines(self, *, max_bytes: int) -> Iterator[bytes | None]:
        """Lines without their ends; None for a line longer than max_bytes, which is passed over unkept."""
        kept: list[bytes] = []  # pieces of the line that goes on; empty and too_long once it is given up
        size, too_long = 0, False
        while chunk := self.read():
            *ended, rest = chunk.split(b"\n")
            for end in ended:
                fits = not too_long and size + len(end) <= max_bytes
                yield b"".join((*kept, end)).removesuffix(b"\r") if fits else None
                kept, size, too_long = [], 0, False
            size += len(rest)
            too_long = too_long or size > max_bytes
            if too_long:
                kept = []
            else:
                kept.append(rest)
        if size:
            yield None if too_long else b"".join(kept)

    def _take(self) -> bytes:
        try:
            chunk = self._file.read(CHUNK_BYTES)
        except _READ_ERRORS as error:
            raise ImportFault(f"{self.name} can't be read: {error}. Get the export anew and try again.") from error
        self._on_read(len(chunk))
        return chunk


class Origin:
    """A source's files in order, with its size and how much of it was read so far, both in bytes as unpacked.

    modified_ms: when the file was last changed, Unix ms. is_zip: its entries are conversations of an export.
    """

    def __init__(self, path: Path) -> None:
        """Raises ImportFault when there is no such file, or when its archive holds no conversations."""
        self.path = path
        self.read_bytes = 0
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                raise ImportFault(f"{path} is a folder or a device; give the path of a file.")
            with path.open("rb") as file:
                self.is_zip = file.read(4) in _ZIP_MAGIC
        except OSError as error:
            raise ImportFault(f"{path} can't be opened: {error.strerror or error}. Give the path of a file.") from error
        self.modified_ms = status.st_mtime_ns // 1_000_000
        self._entries = _conversation_entries(path) if self.is_zip else ()
        self.size_bytes = sum(entry.file_size for entry in self._entries) if self.is_zip else status.st_size

    def streams(self) -> Generator[ByteStream, None, None]:
        """Every file once, from its start; `read_bytes` counts along from zero."""
        self.read_bytes = 0
        try:
            if not self.is_zip:
                with self.path.open("rb") as file:
                    yield ByteStream(file, name=self.path.name, on_read=self._count)
                return
            with zipfile.ZipFile(self.path) as archive:
                for entry in self._entries:
                    with archive.open(entry) as file:
                        yield ByteStream(file, name=f"{self.path.name}/{entry.filename}", on_read=self._count)
        except _READ_ERRORS as error:
            raise ImportFault(f"{self.path} can't be read: {error}. Get the export anew and try again.") from error

    def _count(self, length: int) -> None:
        self.read_bytes += length


def _conversation_entries(path: Path) -> tuple[zipfile.ZipInfo, ...]:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [entry for entry in archive.infolist() if _CONVERSATIONS.fullmatch(entry.filename)]
    except _READ_ERRORS as error:
        raise ImportFault(f"{path} is a damaged zip archive: {error}. Get the export anew.") from error
    if not entries:
        raise ImportFault(f"{path} is a zip archive without a conversations.json; unpack it and give the file itself.")
    for entry in entries:
        if entry.flag_bits & 1:
            raise ImportFault(f"{path} is encrypted; unpack it with its password and give conversations.json itself.")
        if entry.file_size > MAX_ENTRY_BYTES:
            raise ImportFault(f"{entry.filename} in {path} would unfold to {entry.file_size} bytes; at most {MAX_ENTRY_BYTES} are read.")
    return tuple(sorted(entries, key=lambda entry: entry.filename))
