"""The disk fails at any write while a mind's decisions are written, corrected and taken back (K36).

Messages that were acknowledged are there; beliefs are as before or as after, once what waits has been decided.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.llm.scripted import ScriptedLLM
from tests.reliability.fault_vfs import FaultVfs
from tests.reliability.scripted_mind import answer
from tests.reliability.support import PATIENT, open_memory, said, texts
from tests.reliability.test_faults import KINDS, fail_in_turn

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
LATER = replace(PATIENT, clock=lambda: PATIENT.clock() + 3_600_000)  # when the claims of what failed have lapsed


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """A closed file: a chain of two, two more beliefs, a message that waits."""
    path = tmp_path / "template.db"
    with believing(path, None) as memory:
        memory.add([said("The kettle is red. The door is green.", 0), said("The roof is grey.", 1)])
        memory.add(said("The kettle is blue.", 2))
        memory.add(said("The window is wide.", 3, session="two"), decide="later")
    return path


def believing(path: Path, vfs: str | None) -> Memory:
    """A memory with the scripted mind."""
    return open_memory(path, vfs=vfs, mind=ScriptedLLM(answer), settings=PATIENT)


def add(memory: Memory) -> None:
    """Two batches: something new, something superseded, something said again."""
    first = [said("The kettle is black. The chair is old.", 10), said("The roof is grey.", 11)]
    memory.add([*first, said("The kettle is white.", 12, session="two")])


def settle(memory: Memory) -> None:
    """What waits is decided."""
    memory.settle()


def correct(memory: Memory) -> None:
    """The user's word in the place of what was drawn."""
    memory.correct(memory.profile("Ann").facts[0].belief.id, "The kettle is copper.")


def undo(memory: Memory) -> None:
    """The last job, and the one below it with all that builds on it."""
    first = memory.jobs()[-1]
    memory.undo(first.id, cascade=True)


def adopt(memory: Memory) -> None:
    """What the offline rules make of all that was said."""
    memory.adopt(memory.rethink("2020-01-01", mind="offline"), mind="offline")


@dataclass(frozen=True, slots=True)
class Act:
    """What is done; settles: whether deciding what waits, by that mind, completes it."""

    run: Callable[[Memory], None]
    settles: bool = True
    mind: Callable[[], Mind] = lambda: Mind(ScriptedLLM(answer))


ACTS = {
    "add": Act(add),
    "settle": Act(settle),
    "correct": Act(correct, settles=False),
    "undo": Act(undo, settles=False),
    "adopt": Act(adopt),
}


def beliefs_of(memory: Memory) -> list[tuple[object, ...]]:
    """What stands, with what stood before it, what it rests on, and whether it is pinned."""
    with memory._store.file.read() as db:
        return list(
            db.execute(
                "SELECT c.text, b.attribute, (SELECT text FROM current_wording WHERE belief = b.supersedes), b.superseded_by IS NULL, b.pin, "
                "(SELECT group_concat(r.text, '|' ORDER BY r.text) FROM belief_source AS s JOIN raw_input AS r ON r.id = s.raw "
                " WHERE s.wording = c.wording) FROM belief AS b JOIN current_wording AS c ON c.belief = b.id ORDER BY 2, 1, 3"
            )
        )


def outcome_of(act: Act) -> Callable[[Path], object]:
    """What is seen of a file afterwards; it must be sound and go on working."""

    def outcome(path: Path) -> object:
        with open_memory(path, settings=LATER, mind=act.mind()) as memory:
            assert memory.check().problems == ()
            if act.settles:
                assert memory.settle().waiting == 0
            seen = beliefs_of(memory), texts(memory) if act.settles else None
            memory.add(said("The lamp is new.", 100))
            report = memory.check()
            assert report.problems == ()
            assert dict(report.looked_at)["told twice"] == 0
            assert any("lamp" in str(line[0]) for line in beliefs_of(memory)) or act.mind is Mind
        assert sorted(file.name for file in path.parent.iterdir() if file.name.startswith(path.name)) == [path.name]
        return seen

    return outcome


def fail(name: str, template: Path, disk: FaultVfs, *, lasting: bool, fault: type[apsw.Error], step: int) -> int:
    """Each step-th write of that act fails."""
    act = ACTS[name]
    return fail_in_turn(act.run, believing, outcome_of(act), template, disk, lasting=lasting, fault=fault, step=step)


@pytest.mark.parametrize("name", ACTS)
def test_k36_beliefs_are_as_before_or_as_after(name: str, template: Path, disk: FaultVfs) -> None:
    """Some of the writes fail in turn, and all after them, as on a full disk."""
    assert fail(name, template, disk, lasting=True, fault=apsw.FullError, step=23) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("lasting", "fault"), KINDS)
@pytest.mark.parametrize("name", ACTS)
def test_k36_beliefs_after_a_fault_at_each_single_write(
    name: str, lasting: bool, fault: type[apsw.Error], template: Path, disk: FaultVfs
) -> None:
    """Every write fails in turn."""
    assert fail(name, template, disk, lasting=lasting, fault=fault, step=1) >= 20
