"""Cases are decided by both minds wherever rules must get them right: the offline rules, and a scripted model."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dcpm_sqlite import Memory
from tests.conftest import OpenMemory
from tests.doubles import Deciding, Reading, ScriptedMind

ByMind = Callable[[Reading, Deciding], Memory]


@pytest.fixture(params=["offline", "scripted"])
def by_mind(request: pytest.FixtureRequest, open_memory: OpenMemory) -> ByMind:
    """A memory that decides by the rules, or by a model that reads and decides as told."""

    def make(read: Reading, decide: Deciding) -> Memory:
        return open_memory(mind="offline" if request.param == "offline" else ScriptedMind(read, decide))

    return make
