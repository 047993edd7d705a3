"""The disk fails, or is full, at any write (K36)."""

from __future__ import annotations

import contextlib
import itertools
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import DcpmError
from tests.reliability.fault_vfs import NAME, FaultVfs
from tests.reliability.support import WIDTH, open_memory, put_belief, put_schema, said, texts

# SQLite goes on after some faults, for example of the checkpoint at close: apsw tells of them on the side.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
KINDS = [(False, apsw.IOError), (True, apsw.IOError), (True, apsw.FullError)]


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """A closed file with messages, a belief and a schema."""
    path = tmp_path / "template.db"
    with open_memory(path) as memory:
        ids = memory.add([said(f"Kept sentence number {n} about harbours.", n) for n in range(8)]).ids
        belief = put_belief(memory, "Ann knows harbours.", ids[3])
        put_schema(memory, "Ann is drawn to the sea.", [belief])
        memory.rebuild()
    return path


def add_three(memory: Memory) -> None:
    """One `add`, long enough for several pages."""
    memory.add([said(f"Fresh sentence {n}: " + f"anchor{n} " * 300, 20 + n) for n in range(3)])


def forget_one(memory: Memory) -> None:
    """Forget a message from which a belief and a schema were drawn."""
    memory.forget(memory.list(limit=100)[-4].id)


def rebuild(memory: Memory) -> None:
    """All derived tables anew."""
    memory.rebuild()


def reembed(memory: Memory) -> None:
    """Move to another encoder and back is nothing that a reader of messages sees."""
    memory.reembed()


@dataclass(frozen=True, slots=True)
class Act:
    """What is done while the disk fails, and with which width of encoder."""

    run: Callable[[Memory], None]
    width: int = WIDTH


ACTS = {"add": Act(add_three), "forget": Act(forget_one), "rebuild": Act(rebuild), "reembed": Act(reembed, width=32)}


def outcome(path: Path, width: int) -> tuple[list[str], dict[str, int], str]:
    """What a reader sees of a file: messages, counts and encoder; and the file must be sound and go on working."""
    with open_memory(path, read_only=True) as memory:
        stats = memory.stats()
    with open_memory(path, width=WIDTH if stats.encoder == f"hash-{WIDTH}" else width) as memory:
        seen = texts(memory), {name: count for name, count in stats.counts if "embed" not in name and "waiting" not in name}, stats.encoder
        report = memory.check()
        assert report.problems == ()
        memory.add("Afterwards the disk is well again, zephyrlily.")
        assert any("zephyrlily" in hit.text for hit in memory.recall("zephyrlily").hits)
    assert sorted(file.name for file in path.parent.iterdir() if file.name.startswith(path.name)) == [path.name]
    return seen


def fail_everywhere(act: Act, template: Path, disk: FaultVfs, *, lasting: bool, fault: type[apsw.Error], step: int) -> int:
    """Let each `step`-th change of the file fail, until an act meets no fault any more; how many changes were tried."""

    def open_here(path: Path, vfs: str | None) -> Memory:
        return open_memory(path, width=act.width, vfs=vfs)

    return fail_in_turn(
        act.run, open_here, lambda path: outcome(path, act.width), template, disk, lasting=lasting, fault=fault, step=step
    )  # fmt: skip


def fail_in_turn(
    run: Callable[[Memory], None], open_here: Callable[[Path, str | None], Memory], outcome_of: Callable[[Path], object], template: Path,
    disk: FaultVfs, *, lasting: bool, fault: type[apsw.Error], step: int,
) -> int:  # fmt: skip
    """The loop itself: what a reader sees of the file is as before the act or as after it; how many changes were tried."""
    before = outcome_of(copied(template, "before"))
    after_path = copied(template, "after")
    with open_here(after_path, None) as memory:
        run(memory)
    after = outcome_of(after_path)
    for tried, at in enumerate(itertools.count(1, step)):
        path = copied(template, "trial")
        memory = open_here(path, NAME)
        disk.plan.arm(at, lasting=lasting, fault=fault)
        failed = True
        try:
            run(memory)
            failed = False
        except DcpmError:
            assert disk.plan.fired > 0
        fired = disk.plan.fired
        try:
            memory.close()
        except DcpmError:
            assert disk.plan.fired > 0
        disk.plan.disarm()
        seen = outcome_of(path)
        assert seen in (before, after), (at, lasting, fault)
        if not failed:
            assert seen == after
        if fired == 0:
            return tried
    raise AssertionError("never reached")


def copied(template: Path, name: str) -> Path:
    """A fresh copy of the template by that name."""
    target = template.with_name(f"{name}.db")
    for stale in template.parent.glob(f"{name}.db*"):
        stale.unlink()
    shutil.copy(template, target)
    return target


@pytest.mark.parametrize(("lasting", "fault"), KINDS)
@pytest.mark.parametrize("name", ACTS)
def test_k36_a_fault_leaves_the_file_as_before_or_as_after(
    name: str, lasting: bool, fault: type[apsw.Error], template: Path, disk: FaultVfs
) -> None:
    """Every fifth write fails in turn: the caller gets an error of ours, and the file is sound."""
    assert fail_everywhere(ACTS[name], template, disk, lasting=lasting, fault=fault, step=5) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("lasting", "fault"), KINDS)
@pytest.mark.parametrize("name", ACTS)
def test_k36_a_fault_at_each_single_write(name: str, lasting: bool, fault: type[apsw.Error], template: Path, disk: FaultVfs) -> None:
    """Every write fails in turn."""
    assert fail_everywhere(ACTS[name], template, disk, lasting=lasting, fault=fault, step=1) >= 10


def test_k36_a_new_file_whose_creation_fails_is_made_at_the_next_attempt(tmp_path: Path, disk: FaultVfs) -> None:
    """A creation that meets a fault leaves no half-made file in the way."""
    for at in itertools.count(1, 9):
        path = tmp_path / f"new{at}.db"
        disk.plan.arm(at, lasting=True, fault=apsw.IOError)
        try:
            memory = open_memory(path, vfs=NAME)
            assert disk.plan.fired == 0
            with contextlib.suppress(DcpmError):  # at close SQLite tries a lock that a Python file system can't refuse silently
                memory.close()
        except DcpmError:
            assert disk.plan.fired > 0
        fired = disk.plan.fired
        disk.plan.disarm()
        with open_memory(path) as memory:
            memory.add("It works after all.")
            assert memory.check().problems == ()
        if fired == 0:
            break
