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
│   └── Overtaken         another process took over what was being decided; what was decided here is dropped
├── NightRunning          another process is consolidating this space
├── BuiltUpon             a job can't be taken back by itself: later work builds on it
├── EncoderError          the encoder cannot be loaded or run
│   └── EncoderMismatch   the file's vectors come from another encoder
├── MindError             the mind could not decide; what it was asked about waits, and nothing is half-written
│   ├── MindUnavailable   not reached, overloaded, rate-limited, or over the deadline
│   ├── MindRejected      the request was rejected: key, model name, or too long
│   ├── UnusableReply     asked twice, and no reply could be used
│   └── OverBudget        the budget of the day, the batch or the night is used up
├── ImportFault           a source to import cannot be read
├── ErasureIncomplete     forgotten, but words remain in the bytes until a reader goes away
└── UsedAfterFork / Closed   the memory cannot be used here (any more)
"""

from __future__ import annotations

__all__ = [
    "BuiltUpon",
    "Busy",
    "Closed",
    "DamagedFile",
    "DcpmError",
    "EncoderError",
    "EncoderMismatch",
    "ErasureIncomplete",
    "FileError",
    "ImportFault",
    "MindError",
    "MindRejected",
    "MindUnavailable",
    "NewerFile",
    "NightRunning",
    "NotAMemoryFile",
    "OlderFile",
    "OverBudget",
    "Overtaken",
    "ReadOnly",
    "RefusedText",
    "Stale",
    "StorageFault",
    "UnknownId",
    "UnusableReply",
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


class NightRunning(DcpmError):
    """Another process is consolidating this space; one night at a time."""


class BuiltUpon(DcpmError):
    """A job can't be taken back by itself: the message names the later jobs that build on it."""


class Overtaken(Stale):
    """Another process took over the messages that were being decided about, or one was forgotten (K47)."""


class EncoderError(DcpmError):
    """The encoder cannot be loaded or run."""


class EncoderMismatch(EncoderError):
    """The file's vectors come from another encoder than the one at hand (K38)."""


class MindError(DcpmError):
    """The mind could not decide. What it was asked about stays pending; `settle` takes it up again."""


class MindUnavailable(MindError):
    """Not reached, overloaded, rate-limited, or over the deadline; retry_after_s: the wait that the server asked for, if it did."""

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class MindRejected(MindError):
    """The request was rejected and would be again: a missing or wrong key, an unknown model, a malformed or too long request."""


class UnusableReply(MindError):
    """Asked twice, and no reply could be used (K8); is_cut_off: it was too long, so that half the input may fit."""

    def __init__(self, message: str, *, is_cut_off: bool = False) -> None:
        super().__init__(message)
        self.is_cut_off = is_cut_off


class OverBudget(MindError):
    """The budget of the day, the batch or the night is used up; of_batch: only that of one batch, so that others may go on."""

    def __init__(self, message: str, *, of_batch: bool = False) -> None:
        super().__init__(message)
        self.of_batch = of_batch


class ImportFault(DcpmError):
    """A source to import cannot be read as the format it was said to be."""


class ErasureIncomplete(DcpmError):
    """Forgotten, but an open reader keeps old pages alive; `check` completes the erasure."""


class UsedAfterFork(DcpmError):
    """A memory was opened before fork() and used after it."""


class Closed(DcpmError):
    """The memory was closed."""
