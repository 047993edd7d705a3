"""The process is killed at any moment (K35)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dcpm_sqlite.errors import UnknownId
from tests.reliability.processes import start
from tests.reliability.support import bytes_of, open_memory, stored


def kill_repeatedly(path: Path, *, rounds: int, seed: int) -> None:
    """One file goes through all rounds; after each of them every acknowledged act holds."""
    chance = random.Random(seed)
    expected: dict[str, str] = {}
    gone: dict[str, str] = {}
    for number in range(rounds):
        lines = run_until_killed(path, number, acknowledged=chance.randint(1, 60))
        doubtful: set[str] = set()
        for line in lines:
            what, id, *rest = line.split()
            if what == "added":
                expected[id] = rest[0]
            elif what == "forgetting":
                doubtful.add(id)
            else:
                doubtful.discard(id)
                gone[id] = expected.pop(id)
        with open_memory(path) as memory:
            assert memory.check().problems == ()
            for id, word in list(expected.items()):
                try:
                    assert word in stored(memory, id).text
                except UnknownId:
                    assert id in doubtful
                    gone[id] = expected.pop(id)
            for id in gone:
                with pytest.raises(UnknownId):
                    memory.get(id)
            assert memory.check().problems == ()
            content = bytes_of(path)
            assert [word for word in gone.values() if word.encode() in content] == []
            if expected:
                id, word = chance.choice(list(expected.items()))
                assert any(hit.id == id for hit in memory.recall(word).hits)
        assert [file.name for file in path.parent.iterdir()] == [path.name]


def run_until_killed(path: Path, number: int, *, acknowledged: int) -> list[str]:
    """Kill a churning worker once it printed that many lines; all the lines that it got out."""
    with start(path, "churn", number, 10_000) as worker:
        assert worker.stdout is not None
        assert worker.stderr is not None
        lines = []
        for line in worker.stdout:
            lines.append(line)
            if len(lines) == acknowledged:
                worker.kill()
        errors = worker.stderr.read()
    assert len(lines) >= acknowledged, errors
    return [line for line in lines if line.endswith("\n")]


def test_k35_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    """Six kills of a process that adds and forgets."""
    kill_repeatedly(tmp_path / "memory.db", rounds=6, seed=35)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_k35_forty_kills(tmp_path: Path, seed: int) -> None:
    """Twenty kills on each of two files."""
    kill_repeatedly(tmp_path / "memory.db", rounds=20, seed=1_000 + seed)
