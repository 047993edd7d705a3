"""What the tests of this room share: a desk over a real file, and waiting that only moves the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from dcpm_sqlite import Memory, Settings
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.settings import Budget, MindSettings
from tests.conftest import OpenMemory
from tests.doubles import Clock, store_of


@dataclass(slots=True)
class Sleep:
    """Waits by moving the clock; keeps how long, in seconds."""

    clock: Clock
    waits: list[float] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.clock.advance(round(seconds * 1000))


@pytest.fixture
def sleep(clock: Clock) -> Sleep:
    """Waiting that takes no time."""
    return Sleep(clock)


MakeDesk = Callable[..., Desk]


@pytest.fixture
def make_desk(open_memory: OpenMemory, settings: Settings, sleep: Sleep) -> MakeDesk:
    """A desk over the test's file; keywords are those of Desk, of MindSettings and of Budget."""
    opened: list[Memory] = []

    def make(**kwargs: Any) -> Desk:
        budget = Budget(**{name: kwargs.pop(name) for name in list(kwargs) if name in Budget.__slots__})
        mind = MindSettings(budget=budget, **{name: kwargs.pop(name) for name in list(kwargs) if name in MindSettings.__slots__})
        opened.append(open_memory(settings=replace(settings, mind=mind)))
        kwargs.setdefault("sleep", sleep)
        return Desk(store_of(opened[-1]), kwargs.pop("space", "default"), **kwargs)

    return make


@pytest.fixture
def desk(memory: Memory, sleep: Sleep) -> Desk:
    """A desk over `memory` with the default settings."""
    return Desk(store_of(memory), memory.space, sleep=sleep)
