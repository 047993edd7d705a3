"""A night is killed, or the disk fails under it: gone on with, it comes to the same graph (K35, K36; DCPM D-35)."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.llm.scripted import ScriptedLLM
from tests.consolidation.thoughts import graph_in_words, think
from tests.reliability.fault_vfs import FaultVfs
from tests.reliability.processes import start
from tests.reliability.test_faults import KINDS, fail_in_turn
from tests.reliability.thinking import themes, thinker

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
ANSWERS = 7  # of a whole night: three clusters, three schemas, one collision


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """A closed file with themes to think about."""
    path = tmp_path / "template.db"
    themes(path, ScriptedLLM(think))
    return path


def opened(path: Path, vfs: str | None) -> Memory:
    """With the scripted mind."""
    return thinker(path, vfs, ScriptedLLM(think))


def gone_on_with(path: Path) -> object:
    """The graph once the night is complete; the file is sound, and a further night finds nothing."""
    with opened(path, None) as memory:
        assert memory.check().problems == ()
        memory.consolidate()
        assert memory.check().problems == ()
        assert memory.consolidate().state == "nothing"
        return graph_in_words(memory)


def fail(template: Path, disk: FaultVfs, *, lasting: bool, fault: type[apsw.Error], step: int) -> int:
    """Each step-th write of a night fails."""

    def run(memory: Memory) -> None:
        memory.consolidate()

    return fail_in_turn(run, opened, gone_on_with, template, disk, lasting=lasting, fault=fault, step=step)


def test_k36_a_night_goes_on_after_the_disk_failed(template: Path, disk: FaultVfs) -> None:
    """Some of the writes fail in turn, and all after them, as on a full disk."""
    assert fail(template, disk, lasting=True, fault=apsw.FullError, step=41) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("lasting", "fault"), KINDS)
def test_k36_a_night_after_a_fault_at_each_single_write(lasting: bool, fault: type[apsw.Error], template: Path, disk: FaultVfs) -> None:
    """Every write fails in turn."""
    assert fail(template, disk, lasting=lasting, fault=fault, step=1) >= 20


def kill_at(path: Path, answers: int, *, after_s: float) -> None:
    """A process thinks, and is killed so many seconds after it was asked for the n-th time."""
    with start(path, "think", 0, 0) as worker:
        assert worker.stdout is not None
        timer = threading.Timer(after_s, worker.kill)
        for asked, _ in enumerate(worker.stdout, 1):
            if asked == answers:
                timer.start()
        timer.cancel()


def kill_nights(tmp_path: Path, *, moments: list[tuple[int, float]]) -> None:
    """Whatever the moment, the night that goes on afterwards comes to the same graph."""
    whole = tmp_path / "whole.db"
    themes(whole, ScriptedLLM(think))
    expected = gone_on_with(whole)
    for answers, after_s in moments:
        path = tmp_path / f"killed{answers}.db"
        themes(path, ScriptedLLM(think))
        kill_at(path, answers, after_s=after_s)
        assert gone_on_with(path) == expected
        assert [file.name for file in path.parent.iterdir() if file.name.startswith(path.name)] == [path.name]


def test_k35_a_killed_night_goes_on_to_the_same_graph(tmp_path: Path) -> None:
    """In the middle of the clusters, and in the middle of the sweep."""
    kill_nights(tmp_path, moments=[(2, 0.0), (5, 0.0)])


@pytest.mark.slow
def test_k35_nights_killed_at_any_moment(tmp_path: Path) -> None:
    """At each answer, a little later each time."""
    chance = random.Random(35)
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        kill_nights(folder, moments=[(answers, chance.uniform(0, 0.02)) for answers in range(1, ANSWERS + 1)])
