"""One file: opened, read by threads, backed up while in use, closed to exactly one file."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory, errors
from tests.conftest import OpenMemory
from tests.doubles import store_of

ROOT = Path(__file__).resolve().parents[2]


def beside(path: Path) -> list[str]:
    """Names in the file's folder."""
    return sorted(p.name for p in path.parent.iterdir())


def test_close_leaves_exactly_one_file(open_memory: OpenMemory, memory_path: Path) -> None:
    """While it is open there may be a -wal; after closing there is one file, in rollback mode."""
    memory = open_memory()
    memory.add("hello there")
    memory.recall("hello")
    assert "m.db-wal" in beside(memory_path)
    memory.close()
    assert beside(memory_path) == ["m.db"]
    assert memory_path.read_bytes()[18:20] == b"\x01\x01"


def test_the_last_of_two_writers_leaves_one_file(open_memory: OpenMemory, memory_path: Path) -> None:
    """The first to close leaves the other at work; both see what the other wrote."""
    one, two = open_memory(), open_memory()
    one.add("from the first")
    two.add("from the second")
    one.close()
    assert {m.text for m in two.list()} == {"from the first", "from the second"}
    two.close()
    assert beside(memory_path) == ["m.db"]


def test_closing_twice_is_harmless_and_use_after_close_is_told(memory: Memory) -> None:
    """A closed memory says so, for reads and writes."""
    memory.close()
    memory.close()
    for use in (lambda: memory.list(), lambda: memory.add("x"), lambda: memory.recall("x"), lambda: memory.stats()):
        with pytest.raises(errors.Closed, match="open it again"):
            use()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_use_after_fork_is_told_and_leaves_the_parent_whole(memory: Memory, memory_path: Path) -> None:
    """The child gets UsedAfterFork for a read, a write and a harmless close; the parent goes on."""
    memory.add("before the fork")
    child = os.fork()
    if child == 0:
        told = 0
        for use in (lambda: memory.list(), lambda: memory.add("x")):
            try:
                use()
            except errors.UsedAfterFork:
                told += 1
        memory.close()
        os._exit(told)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    memory.add("after the fork")
    assert len(memory.list()) == 2


def test_each_thread_reads_through_its_own_connection(memory: Memory) -> None:
    """A reader belongs to its thread, and is kept there."""
    file = store_of(memory).file
    meet = threading.Barrier(3)

    def reader() -> set[int]:
        meet.wait(10)
        seen = set()
        for _ in range(2):
            with file.read() as db:
                seen.add(id(db))
        meet.wait(10)
        return seen

    with ThreadPoolExecutor(3) as pool:
        seen = [f.result() for f in [pool.submit(reader) for _ in range(3)]]
    assert [len(s) for s in seen] == [1, 1, 1]
    assert len(set.union(*seen)) == 3


def test_threads_write_and_read_together(memory: Memory) -> None:
    """Four threads add and recall at once; nothing is lost."""

    def work(n: int) -> None:
        for i in range(5):
            memory.add(f"thread {n} says number {i}", session=f"s{n}")
            memory.recall("number")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(memory.list()) == 20
    assert memory.check().problems == ()


def test_a_read_sees_one_state(memory: Memory) -> None:
    """All statements of one read see the same state, whatever is written meanwhile."""
    memory.add("first")
    with store_of(memory).file.read() as db:
        before = db.execute("SELECT count(*) FROM raw_input").get
        with ThreadPoolExecutor(1) as pool:
            pool.submit(memory.add, "second").result()
        assert db.execute("SELECT count(*) FROM raw_input").get == before == 1
    assert len(memory.list()) == 2


def test_a_failed_write_leaves_nothing(memory: Memory) -> None:
    """A transaction is committed as a whole, or not at all (K36)."""

    def fail_midway() -> None:
        with store_of(memory).file.write() as db:
            db.execute("INSERT INTO meta(key, value) VALUES ('x', 1)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_midway()
    with store_of(memory).file.read() as db:
        assert db.execute("SELECT count(*) FROM meta WHERE key = 'x'").get == 0


def test_a_backup_of_a_memory_in_use_is_a_memory(memory: Memory, open_memory: OpenMemory, tmp_path: Path) -> None:
    """The copy has what was committed, is one file, and answers by itself; the original goes on (K37)."""
    memory.add("the heron by the lake")
    folder = tmp_path / "backup"
    folder.mkdir()
    target = memory.backup(folder / "b.db")
    memory.add("said after the backup")
    assert beside(target) == ["b.db"]
    with open_memory(target) as copy:
        assert [m.text for m in copy.list()] == ["the heron by the lake"]
        assert copy.recall("heron").hits
        assert copy.check().problems == ()


def test_a_backup_overwrites_nothing(memory: Memory, tmp_path: Path) -> None:
    """A file at the target stays as it is."""
    target = tmp_path / "taken"
    target.write_text("mine")
    with pytest.raises(errors.FileError, match="exists already"):
        memory.backup(target)
    assert target.read_text() == "mine"


def test_a_read_only_memory_reads_and_refuses_changes(open_memory: OpenMemory, memory_path: Path) -> None:
    """Reading leaves the bytes as they were; a change is refused with what to do."""
    with open_memory() as memory:
        memory.add("a grey heron")
    before = memory_path.read_bytes()
    with open_memory(read_only=True) as memory:
        assert memory.recall("heron").hits
        with pytest.raises(errors.ReadOnly, match="without read_only"):
            memory.add("more")
    assert memory_path.read_bytes() == before
    assert beside(memory_path) == ["m.db"]


@pytest.mark.parametrize("read_only", [True, False])
def test_paths_that_cannot_be(open_memory: OpenMemory, tmp_path: Path, read_only: bool) -> None:
    """A folder, a missing folder, and for a reader a missing file, are told before anything is made."""
    paths = [tmp_path, tmp_path / "nowhere" / "m.db"] + ([tmp_path / "none.db"] if read_only else [])
    for path in paths:
        with pytest.raises(errors.FileError):
            open_memory(path, read_only=read_only)
    assert not (tmp_path / "nowhere").exists()
    assert not (tmp_path / "none.db").exists()


def test_a_lock_that_stays_is_busy(memory: Memory, memory_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer elsewhere that doesn't let go is told as Busy after the timeout, and nothing is written (K34)."""
    other = apsw.Connection(str(memory_path))
    with store_of(memory).file.write() as db:
        db.set_busy_timeout(1)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(errors.Busy, match="locked by another process"):
        memory.add("waits in vain")
    other.close()
    assert memory.list() == ()


def test_the_wal_is_emptied_by_a_checkpoint_unless_a_reader_holds_it(memory: Memory, memory_path: Path) -> None:
    """`checkpoint` says whether it could; an open read transaction elsewhere prevents it."""
    wal = memory_path.with_name("m.db-wal")
    memory.add("something")
    other = apsw.Connection(str(memory_path), flags=apsw.SQLITE_OPEN_READONLY)
    other.execute("BEGIN; SELECT * FROM meta")
    memory.add("something else")
    with store_of(memory).file.write() as db:
        db.set_busy_timeout(1)
    assert not store_of(memory).file.checkpoint()
    other.close()
    assert store_of(memory).file.checkpoint()
    assert wal.stat().st_size == 0


_AS_NOBODY = """
    import os, sys
    from dcpm_sqlite import Memory, errors
    from dcpm_sqlite.encoder import HashEncoder
    path, rehearsal = sys.argv[1:]
    with Memory(rehearsal, encoder=HashEncoder(width=64)) as memory:  # imports what is imported late
        memory.recall("heron")
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
    assert not os.access(os.path.dirname(path), os.W_OK), "modes are not effective"
    with Memory(path, encoder=HashEncoder(width=64), read_only=True) as memory:
        print([h.text for h in memory.recall("heron").hits])
    try:
        Memory(path, encoder=HashEncoder(width=64))
    except errors.ReadOnly:
        print("refused")
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user of the machine can reach, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="dcpm-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("in_wal_mode", [False, True])
def test_a_folder_without_write_permission_is_left_unchanged(
    open_memory: OpenMemory, public_folder: Path, tmp_path: Path, in_wal_mode: bool
) -> None:
    """From a 0555 folder a file answers read-only, also when its header says WAL; opened to write it is refused."""
    path = public_folder / "m.db"
    with open_memory(path) as memory:
        memory.add("a grey heron")
    if in_wal_mode:
        db = apsw.Connection(str(path))
        db.pragma("journal_mode", "wal")
        db.close()
    path.chmod(0o444)
    public_folder.chmod(0o555)
    before = (path.read_bytes(), beside(path))
    if os.access(public_folder, os.W_OK):
        _in_child_as_nobody(path, rehearsal=tmp_path / "copy.db")
    else:
        with open_memory(path, read_only=True) as memory:
            assert [h.text for h in memory.recall("heron").hits] == ["a grey heron"]
        with pytest.raises(errors.ReadOnly):
            open_memory(path)
    assert (path.read_bytes(), beside(path)) == before
    assert stat.S_IMODE(public_folder.stat().st_mode) == 0o555


def _in_child_as_nobody(path: Path, *, rehearsal: Path) -> None:
    """Modes don't bind root: look as another user, after everything was imported as the present one."""
    if not hasattr(os, "setuid") or os.getuid() != 0:
        pytest.skip("modes are not effective here, and there is no other user to look as")
    shutil.copyfile(path, rehearsal)
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_AS_NOBODY), str(path), str(rehearsal)],
        capture_output=True, text=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    if "PermissionError" in child.stderr or "modes are not effective" in child.stderr or "is missing; install" in child.stderr:
        pytest.skip(f"another user can't reach what it takes: {child.stderr.splitlines()[-1]}")
    assert (child.returncode, child.stdout.split("\n")) == (0, ["['a grey heron']", "refused", ""]), child.stderr
