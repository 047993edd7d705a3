"""A deadline over the whole of a call, kept even while a server sends one byte at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from dcpm_sqlite.errors import MindUnavailable

T = TypeVar("T")


def within(deadline_s: float, call: Callable[[], T], *, give_up: Callable[[], None], who: str) -> T:
    """What `call` returns or raises, or MindUnavailable after deadline_s seconds.

    An HTTP client's timeouts run anew with each byte read, and name resolution has none: so the call runs on a thread of its own and the
    caller leaves in time, whatever it waits for. `give_up` closes the client, which ends the thread at its next byte or timeout; the
    thread is a daemon and holds up no exit. What an abandoned call still returns or raises is dropped: its caller was told "late".
    """
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(call())
        except BaseException as fault:
            outcome.set_exception(fault)

    threading.Thread(target=run, name=f"dcpm {who}", daemon=True).start()
    try:
        wait([outcome], timeout=deadline_s)
        if outcome.done():
            return outcome.result()
        raise MindUnavailable(f"{who} gave no whole reply within {deadline_s:g} s; what waits for it stays pending")
    finally:
        if not outcome.done():
            give_up()
