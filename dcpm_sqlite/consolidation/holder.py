"""Who holds a night: a name by which a call on the same machine can tell that the holder runs no more."""

from __future__ import annotations

import os
import platform


def holder_name(mark: str) -> str:
    """This process, on this machine; mark: tells two calls of one process apart."""
    return f"{platform.node() or 'here'}:{os.getpid()}:{mark}"


def is_gone(holder: str) -> bool:
    """Whether a holder surely runs no more: it was a process of this machine, and there is none of that number.

    Where that can't be told, its lease has to lapse.
    """
    machine, _, rest = holder.rpartition(":")[0].rpartition(":")
    if machine != (platform.node() or "here") or not rest.isdigit() or os.name != "posix":
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
