"""Entities merged, told apart and forgotten in any order, and on a failing disk."""

from __future__ import annotations

import tempfile
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcpm_sqlite import Memory, Settings
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.records import Mention
from tests.doubles import Clock, belief, put, rows
from tests.reliability.fault_vfs import FaultVfs
from tests.reliability.support import PATIENT, open_memory, said
from tests.reliability.test_faults import KINDS, fail_in_turn
from tests.store.beliefs_by_hand import job, message, quoting

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")
Step = tuple[str, int, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(("merge", "merge", "undo", "forget", "mention")), st.integers(0, 4), st.integers(0, 4)), max_size=14
)


def groups(memory: Memory) -> list[tuple[str, tuple[str, ...], int]]:
    """Everybody who is mentioned, with how often."""
    return sorted((one.name, tuple(sorted(one.aliases)), one.beliefs) for one in memory.entities())


def fill(memory: Memory) -> dict[str, str]:
    """Five names, each in a belief on a message of its own; the messages' ids by name."""
    for name in NAMES:
        raw = message(memory, f"Words of {name}.", session="s")
        job(memory, belief(f"tells of {name}", sources=quoting(raw), mentions=(Mention(name, "subject"),)))
    return {one.text.removeprefix("Words of ").rstrip("."): one.id for one in memory.list()}


def merge(memory: Memory, keep: str, other: str) -> str | None:
    """The job of a merge; None where it is refused."""
    try:
        return memory.merge_entities(keep, other)
    except UsageError:
        return None


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_whatever_happens_all_is_told_apart_again(steps: list[Step]) -> None:
    """Merges, mentions and forgetting in any order, each merge taken back by itself or at the end: who is left is as if never merged."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.db"
        with Memory(path, encoder=HashEncoder(width=16), settings=Settings(clock=Clock())) as memory:
            said_of, jobs = fill(memory), list[str]()
            count = dict.fromkeys(NAMES, 1)
            for what, a, b in steps:
                if what == "merge":
                    jobs += [done] if (done := merge(memory, NAMES[a], NAMES[b])) else []
                elif what == "undo" and jobs:
                    memory.undo(jobs.pop((a * 5 + b) % len(jobs)))
                elif what == "mention" and NAMES[a] in count:
                    put(memory, belief("once more", mentions=(Mention(NAMES[a], "object"),)))
                    count[NAMES[a]] += 1
                elif what == "forget" and count.get(NAMES[a]) == 1:
                    memory.forget(said_of.pop(NAMES[a]))
                    del count[NAMES[a]]
                    assert rows(memory, "SELECT 1 FROM entity_name WHERE folded = ?", NAMES[a].lower()) == []
                assert memory.check().problems == ()
                assert sorted(name for one in groups(memory) for name in (one[0], *one[1])) == sorted(count)
                assert sum(one[2] for one in groups(memory)) == sum(count.values())
            for done in jobs:
                memory.undo(done)
            if any(what == "forget" for what, *_ in steps):
                return  # whoever was forgotten took with it the record of who was merged into it, or stays for others
            assert groups(memory) == sorted((name, (), n) for name, n in count.items())
            assert rows(memory, "SELECT 1 FROM entity WHERE merged_into IS NOT NULL") == []


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """A closed file with the five names, two of them merged."""
    path = tmp_path / "template.db"
    with open_memory(path, settings=PATIENT) as memory:
        memory.add(said("The kettle is red.", 0), decide="later")
        for name in NAMES:
            put(memory, belief(f"tells of {name}", mentions=(Mention(name, "subject"),)))
        memory.merge_entities("Ann", "Ben")
    return path


def one_more_merge(memory: Memory) -> None:
    """Of a name with two that are one."""
    memory.merge_entities("Cid", "Ann")


def outcome(path: Path) -> object:
    """Who is seen; the file is sound."""
    with open_memory(path, settings=PATIENT) as memory:
        assert memory.check().problems == ()
        return groups(memory), len(memory.jobs())


@pytest.mark.parametrize(("lasting", "fault"), KINDS)
def test_k36_a_merge_is_made_or_not(lasting: bool, fault: type[apsw.Error], template: Path, disk: FaultVfs) -> None:
    """The disk fails at each write in turn: two are one, with a job to take it back, or nothing has happened."""

    def open_here(path: Path, vfs: str | None) -> Memory:
        return open_memory(path, vfs=vfs, settings=PATIENT)

    assert fail_in_turn(one_more_merge, open_here, outcome, template, disk, lasting=lasting, fault=fault, step=1) >= 5
