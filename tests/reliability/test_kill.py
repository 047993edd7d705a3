"""The process is killed at any moment (K35): while it adds and forgets, and while a model decides."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import UnknownId
from tests.reliability.processes import start
from tests.reliability.scripted_mind import answer_body
from tests.reliability.support import PATIENT, bytes_of, open_memory, stored
from tests.servers import Say, server


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


def kill_believers(path: Path, *, adds: int, seed: int, slow_s: float) -> None:
    """Kill adds at random moments, most often while the model thinks, until so many were acknowledged or lost in a kill.

    Then one that comes later, when the claims of the dead have lapsed, settles what waits.
    """
    chance = random.Random(seed)
    told: dict[str, str] = {}
    begun = number = 0

    with server("openai", lambda body: Say(answer_body(body), after_s=slow_s * chance.random())) as fake:
        mind = f"openai:{fake.base_url}#slow"
        while begun < adds:
            lines = _believe_until_killed(path, number, min(adds - begun, 25), mind, within_s=chance.uniform(0.1, 25 * slow_s))
            begun, number = begun + len(lines) + 1, number + 1
            for line in lines:
                _, id, word, _ = line.split()
                told[id] = word
            if not path.exists():
                continue
            with open_memory(path) as memory:
                report = memory.check()
                assert report.problems == ()
                assert dict(report.looked_at)["told twice"] == 0
                for id, word in told.items():
                    assert word in stored(memory, id).text
        later = replace(PATIENT, clock=lambda: PATIENT.clock() + 3_600_000)
        with open_memory(path, mind=mind, settings=later) as memory:
            before = dict(memory.stats().counts)["waiting for beliefs"]
            settled = memory.settle()
            assert (settled.decided, settled.waiting, settled.fault) == (before, 0, None)
            _require_all_believed(memory)
    assert number >= 2  # one was killed, at least
    assert fake.count > 0
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def _believe_until_killed(path: Path, number: int, count: int, mind: str, *, within_s: float) -> list[str]:
    """What a worker got out before it was killed, so many seconds after its first line at the latest."""
    with start(path, "believe", number, count, mind=mind) as worker:
        assert worker.stdout is not None
        assert worker.stderr is not None
        timer = threading.Timer(within_s, worker.kill)
        lines = []
        for line in worker.stdout:
            if not lines:
                timer.start()
            lines.append(line)
        timer.cancel()
        assert worker.stderr.read() == ""
    return [line for line in lines if line.endswith("\n")]


def _require_all_believed(memory: Memory) -> None:
    """Each message is a source of some state, each thing has one chain, and all agrees."""
    report = memory.check()
    assert report.problems == ()
    assert dict(report.looked_at)["told twice"] == 0
    with memory._store.file.read() as db:
        sources, messages = db.execute(
            "SELECT (SELECT count(DISTINCT raw) FROM belief_source), (SELECT count(*) FROM raw_input)"
        ).fetchall()[0]
        current = [row[0] for row in db.execute("SELECT attribute FROM belief WHERE superseded_by IS NULL")]
    assert sources == messages
    assert len(current) == len(set(current)) <= 12


def test_k35_adds_that_a_slow_model_decides_are_killed(tmp_path: Path) -> None:
    """Two dozen adds: what was acknowledged is there, no belief is half-written, and what was left over is decided later."""
    kill_believers(tmp_path / "memory.db", adds=24, seed=7, slow_s=0.05)


@pytest.mark.slow
def test_k35_two_hundred_adds_that_a_slow_model_decides_are_killed(tmp_path: Path) -> None:
    """The same with two hundred."""
    kill_believers(tmp_path / "memory.db", adds=200, seed=8, slow_s=0.2)
