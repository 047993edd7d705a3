"""Who holds a night: a name by which a call on the same machine can tell that the holder runs no more."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager

_HELD_HERE: set[str] = set()  # names of the calls of this process that are under way


@contextmanager
def holding(mark: str) -> Iterator[str]:
    """This call's name while it is under way; mark: tells two calls of one process apart."""
    name = f"{_machine()}:{os.getpid()}:{mark}"
    _HELD_HERE.add(name)
    try:
        yield name
    finally:
        _HELD_HERE.discard(name)


def is_gone(holder: str) -> bool:
    """Whether a holder surely runs no more: a call of this process that ended, or a process of this machine that there is not any more.

    Where that can't be told, its lease has to lapse.
    """
    machine, _, process = holder.rpartition(":")[0].rpartition(":")
    if machine != _machine() or not process.isdigit():
        return False
    if int(process) == os.getpid():
        return holder not in _HELD_HERE
    return os.name == "posix" and not _is_there(int(process))


def _machine() -> str:
    return platform.node() or "here"


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
