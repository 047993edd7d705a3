"""The deadline over a whole call."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

import pytest

from dcpm_sqlite.errors import MindUnavailable
from dcpm_sqlite.llm import deadline
from dcpm_sqlite.llm.deadline import within


def test_what_the_call_returns_or_raises_comes_through() -> None:
    """In time, the call's own outcome counts, a TimeoutError of its own included; nothing is given up."""
    given_up: list[str] = []

    def fail() -> None:
        raise TimeoutError("its own")

    assert within(5, lambda: 7, give_up=lambda: given_up.append("x"), who="m") == 7
    with pytest.raises(TimeoutError, match="its own"):
        within(5, fail, give_up=lambda: given_up.append("x"), who="m")
    assert given_up == []


def test_a_late_call_is_given_up_once() -> None:
    """A call that waits for ever is left at the deadline, and told to end."""
    end = threading.Event()
    started = time.monotonic()
    with pytest.raises(MindUnavailable, match=r"m gave no whole reply within 0\.05 s"):
        within(0.05, end.wait, give_up=end.set, who="m")
    assert end.is_set()
    assert time.monotonic() - started < 3


def test_an_interrupted_wait_gives_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C during a call closes the client and goes on upward."""
    end = threading.Event()

    def interrupted(_: Iterable[object], timeout: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(deadline, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        within(60, end.wait, give_up=end.set, who="m")
    assert end.is_set()
