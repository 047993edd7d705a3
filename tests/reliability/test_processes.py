"""Several processes, and several threads, use one file (K34, K50)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import Closed
from tests.reliability.processes import start
from tests.reliability.support import open_memory, said, stored, texts
from tests.reliability.worker import BATCH

WRITERS = 4
ADDS = 8
READS = 60


def test_k34_k50_four_writers_and_four_readers(tmp_path: Path) -> None:
    """No lock reaches a caller, nothing is lost, each recall sees all or nothing of an add, and one file is left."""
    path = tmp_path / "memory.db"
    memory = open_memory(path)
    memory.add("There is a file for all of them.")
    writers = [start(path, "write", n, ADDS) for n in range(WRITERS)]
    readers = [start(path, "read", n, READS) for n in range(4)]
    written, read = ([worker.communicate(timeout=120) for worker in group] for group in (writers, readers))
    assert [error for _, error in (*written, *read) if error] == []
    counts = [line.split()[1] for out, _ in read for line in out.splitlines()]
    assert len(counts) == 4 * READS
    assert set(counts) <= {"0", str(BATCH)}
    acknowledged = {id: line.split()[0] for out, _ in written for line in out.splitlines() for id in line.split()[1:]}
    assert len(acknowledged) == WRITERS * ADDS * BATCH
    for id, word in acknowledged.items():
        assert word in stored(memory, id).text
    assert len(texts(memory)) == len(acknowledged) + 1
    assert memory.check().problems == ()
    assert dict(memory.stats().counts)["messages"] == len(acknowledged) + 1
    memory.close()
    assert [file.name for file in tmp_path.iterdir()] == ["memory.db"]


def test_k16_the_same_message_from_two_processes_is_kept_once(tmp_path: Path) -> None:
    """Two processes add the same messages at once."""
    path = tmp_path / "memory.db"
    workers = [start(path, "churn", 7, 4) for _ in range(2)]
    outputs = [worker.communicate(timeout=60) for worker in workers]
    assert [error for _, error in outputs] == ["", ""]
    assert outputs[0][0].split()[1::3] == outputs[1][0].split()[1::3]
    with open_memory(path) as memory:
        assert len(texts(memory)) == 4
        assert memory.check().problems == ()


def in_threads(memory: Memory, *, until: threading.Event, count: int = 3) -> tuple[list[threading.Thread], list[BaseException]]:
    """Threads that recall until they are told to stop, or the memory is closed; the errors they met."""
    errors: list[BaseException] = []

    def ask() -> None:
        while not until.is_set():
            try:
                memory.recall("harbour")
            except Closed:
                return
            except BaseException as error:
                errors.append(error)
                return

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads, errors


def test_k34_threads_recall_while_another_adds_and_forgets(tmp_path: Path) -> None:
    """One memory serves several threads; forgetting, which empties the -wal, disturbs no reader."""
    done = threading.Event()
    with open_memory(tmp_path / "memory.db") as memory:
        memory.add([said(f"The harbour, part {n}.", n) for n in range(20)])
        threads, errors = in_threads(memory, until=done)
        for n in range(15):
            id = memory.add(said(f"A harbour that goes again, {n}.", 100 + n)).ids[0]
            memory.forget(id)
        done.set()
        for thread in threads:
            thread.join()
        assert errors == []
        assert memory.check().problems == ()


@pytest.mark.parametrize("attempt", range(3))
def test_closing_waits_for_the_threads_that_read(tmp_path: Path, attempt: int) -> None:
    """A thread gets its answer or is told that the memory is closed."""
    memory = open_memory(tmp_path / "memory.db")
    memory.add([said(f"The harbour, part {n}.", n) for n in range(20 + attempt)])
    threads, errors = in_threads(memory, until=threading.Event())
    for _ in range(5):
        memory.recall("harbour")
    memory.close()
    for thread in threads:
        thread.join()
    assert errors == []
    assert [file.name for file in tmp_path.iterdir()] == ["memory.db"]
