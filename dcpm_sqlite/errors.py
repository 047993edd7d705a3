"""The exceptions of dcpm_sqlite. Every one says what to do next.

DcpmError
├── UsageError            an argument cannot be read or is out of range (also a ValueError)
│   ├── RefusedText       a text that cannot be kept: empty, or not valid Unicode
│   └── UnknownId         no such item in this space (also a KeyError)
├── FileError             the memory file cannot be used
│   ├── NotAMemoryFile    another program's file, or not SQLite, or encrypted
│   ├── NewerFile         written by a newer version of this package
│   ├── OlderFile         needs `upgrade` before it can be written
│   ├── DamagedFile       truncated, or its content contradicts itself
│   ├── Busy              another process holds the lock that is needed
│   ├── ReadOnly          a change was asked of a read-only memory
│   └── StorageFault      the disk failed, or is full; nothing was changed
├── Stale                 what a change had read was changed meanwhile; decide again
├── EncoderError          the encoder cannot be loaded or run
│   └── EncoderMismatch   the file's vectors come from another encoder
├── ImportFault           a source to import cannot be read
├── ErasureIncomplete     forgotten, but words remain in the bytes until a reader goes away
└── UsedAfterFork / Closed   the memory cannot be used here (any more)
"""

from __future__ import annotations

__all__ = [
    "Busy",
    "Closed",
    "DamagedFile",
    "DcpmError",
    "EncoderError",
    "EncoderMismatch",
    "ErasureIncomplete",
    "FileError",
    "ImportFault",
    "NewerFile",
    "NotAMemoryFile",
    "OlderFile",
    "ReadOnly",
    "RefusedText",
    "Stale",
    "StorageFault",
    "UnknownId",
    "UsageError",
    "UsedAfterFork",
]


class DcpmError(Exception):
    """Base of all errors that leave a public call."""


class UsageError(DcpmError, ValueError):
    """An argument cannot be read or is out of range."""


class RefusedText(UsageError):
    """A text that cannot be kept: nothing but white space, or not valid Unicode (K40, K43)."""


class UnknownId(UsageError, KeyError):
    """No item of this space has that id."""

    __str__ = Exception.__str__  # KeyError would quote the message


class FileError(DcpmError):
    """The memory file cannot be used as asked."""


class NotAMemoryFile(FileError):
    """The file belongs to another program, is no SQLite file, or is encrypted (K39)."""


class NewerFile(FileError):
    """The file was written by a newer version of this package (K39)."""


class OlderFile(FileError):
    """The file has an older format; `upgrade` brings it up to date."""


class DamagedFile(FileError):
    """The file is truncated, or its content contradicts itself (K39)."""


class Busy(FileError):
    """Another process held the lock for longer than the busy timeout."""


class ReadOnly(FileError):
    """A change was asked of a memory opened read-only."""


class StorageFault(FileError):
    """The disk failed or is full. The change was rolled back (K36)."""


class Stale(DcpmError):
    """What a change had read was changed by somebody else before it was applied."""


class EncoderError(DcpmError):
    """The encoder cannot be loaded or run."""


class EncoderMismatch(EncoderError):
    """The file's vectors come from another encoder than the one at hand (K38)."""


class ImportFault(DcpmError):
    """A source to import cannot be read as the format it was said to be."""


class ErasureIncomplete(DcpmError):
    """Forgotten, but an open reader keeps old pages alive; `check` completes the erasure."""


class UsedAfterFork(DcpmError):
    """A memory was opened before fork() and used after it."""


class Closed(DcpmError):
    """The memory was closed."""
