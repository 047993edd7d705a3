"""What every room's tests share: a path, a fast encoder, a clock that stands still unless told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dcpm_sqlite import Memory, Settings
from dcpm_sqlite.encoder import HashEncoder
from tests.doubles import Clock

OpenMemory = Callable[..., Memory]


@pytest.fixture
def clock() -> Clock:
    """A clock that stands at START_MS until a test moves it."""
    return Clock()


@pytest.fixture
def settings(clock: Clock) -> Settings:
    """The default settings with the test's clock."""
    return Settings(clock=clock)


@pytest.fixture
def memory_path(tmp_path: Path) -> Path:
    """Where no file is yet, in a folder of its own."""
    folder = tmp_path / "memory"
    folder.mkdir()
    return folder / "m.db"


@pytest.fixture
def open_memory(memory_path: Path, settings: Settings) -> Iterator[OpenMemory]:
    """Open `memory_path`, or the path given, with the hash encoder; whatever is still open is closed after the test."""
    opened: list[Memory] = []

    def open_(path: Path | None = None, **kwargs: Any) -> Memory:
        kwargs.setdefault("encoder", HashEncoder(width=64))
        kwargs.setdefault("settings", settings)
        opened.append(Memory(path or memory_path, **kwargs))
        return opened[-1]

    yield open_
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memory:
    """A fresh memory with the hash encoder."""
    return open_memory()


@pytest.fixture
def default_memory(tmp_path: Path, settings: Settings) -> Iterator[Memory]:
    """A fresh memory with the shipped model: where meaning matters, and a second or two are worth it."""
    with Memory(tmp_path / "default.db", settings=settings) as memory:
        yield memory
