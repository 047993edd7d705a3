"""Four processes believe at once what they are told, over and over (K16, K34, K47)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reliability.processes import start
from tests.reliability.support import open_memory, texts
from tests.reliability.worker import THINGS, TOLD_AT_ONCE

PROCESSES = 4


def spend_a_night(path: Path, *, messages: int) -> None:
    """All is kept and decided, no lock reaches a caller, and each thing has one current state in one chain."""
    workers = [start(path, "night", number, messages // PROCESSES) for number in range(PROCESSES)]
    outputs = [worker.communicate(timeout=900) for worker in workers]
    assert [error for _, error in outputs if error] == []
    acknowledged = [id for out, _ in outputs for line in out.splitlines() if line.startswith("added") for id in line.split()[2:]]
    assert len(set(acknowledged)) == messages
    with open_memory(path) as memory:
        assert memory.settle().waiting == 0
        assert len(texts(memory)) == messages
        report = memory.check()
        counts = dict(memory.stats().counts)
        assert report.problems == ()
        assert dict(report.looked_at)["told twice"] == 0
        assert counts["waiting for beliefs"] == 0
        with memory._store.file.read() as db:
            current = [row[0] for row in db.execute("SELECT attribute FROM belief WHERE superseded_by IS NULL")]
            said = db.execute("SELECT count(DISTINCT raw) FROM belief_source").get
        assert len(current) == len(set(current)) == THINGS  # every thing was told, and one chain tells of it
        assert said == messages  # every message is where some state comes from
        assert counts["beliefs"] >= THINGS
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_k47_two_hundred_messages_in_four_processes(tmp_path: Path) -> None:
    """A short night."""
    spend_a_night(tmp_path / "memory.db", messages=PROCESSES * TOLD_AT_ONCE * 10)


@pytest.mark.slow
def test_k47_two_thousand_messages_in_four_processes(tmp_path: Path) -> None:
    """A full one."""
    spend_a_night(tmp_path / "memory.db", messages=PROCESSES * TOLD_AT_ONCE * 100)


def test_k47_four_processes_settle_the_same_backlog(tmp_path: Path) -> None:
    """Each message is decided once; no fork, no duplicate."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        for n in range(60):
            memory.add(f"The thing{n % 7} is v{n // 15}.", session=f"s{n % 20}", decide="later")
    workers = [start(path, "demand", number, 200) for number in range(PROCESSES)]
    outputs = [worker.communicate(timeout=300) for worker in workers]
    assert [error for _, error in outputs if error] == []
    decided = sum(int(line.split()[1]) for out, _ in outputs for line in out.splitlines())
    assert decided == 60
    with open_memory(path) as memory:
        report = memory.check()
        assert report.problems == ()
        assert dict(report.looked_at)["told twice"] == 0
        counts = dict(memory.stats().counts)
        assert (counts["waiting for beliefs"], counts["beliefs"] - counts["superseded beliefs"]) == (0, 7)
