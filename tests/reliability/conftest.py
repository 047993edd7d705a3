"""What several of this room's tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.reliability.fault_vfs import NAME, FaultVfs


@pytest.fixture
def disk() -> Iterator[FaultVfs]:
    """The failing file system, registered while the test runs."""
    vfs = FaultVfs(NAME)
    yield vfs
    vfs.unregister()
