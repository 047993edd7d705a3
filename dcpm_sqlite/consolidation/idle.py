"""When a desktop has time for a night: after nothing was said to the memory for a while."""

from __future__ import annotations

from collections.abc import Callable

from dcpm_sqlite.store import nights, raw
from dcpm_sqlite.store.store import Store

LONGEST_WAIT_S = 60.0  # between two looks: something may have been said meanwhile, and a laptop may have slept


def wait_until_idle(
    store: Store, space: str, idle_ms: int, *, sleep: Callable[[float], None], on_wait: Callable[[int], None] | None = None
) -> None:
    """Return as soon as nothing was recorded in the space for that long; at once where nothing ever was.

    on_wait: told how many milliseconds are left at least, before each wait.
    """
    while (left_ms := _left_ms(store, space, idle_ms)) > 0:
        if on_wait:
            on_wait(left_ms)
        sleep(min(LONGEST_WAIT_S, left_ms / 1000))


def _left_ms(store: Store, space: str, idle_ms: int) -> int:
    with store.file.read() as db:
        key = raw.space_key(db, space)
        last = None if key is None else nights.last_activity(db, key)
    return 0 if last is None else last + idle_ms - store.settings.clock()
