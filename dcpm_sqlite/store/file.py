"""One memory file: opening, the one writer, a reader per thread, closing to exactly one file.

Errors of SQLite leave this module as errors of ours, with what to do next.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw

from dcpm_sqlite.errors import Busy, Closed, DamagedFile, FileError, ReadOnly, StorageFault, UsedAfterFork
from dcpm_sqlite.store import policy, schema

CHECKPOINT_EVERY = 200  # commits; a WAL under constant reading grew by 50 MB a second without


class File:
    """An open memory file, safe to use from several threads; every process opens its own.

    path: the file; it is created (by `create`, inside one transaction) when it isn't there and `read_only` is false.
    vfs: SQLite's virtual file system, for fault injection.
    """

    def __init__(self, path: Path, *, read_only: bool, create: Callable[[apsw.Connection], None], vfs: str | None = None) -> None:
        self.path = path
        self.read_only = read_only
        self._vfs = vfs
        self._pid = os.getpid()
        self._lock = threading.RLock()
        self._local = threading.local()
        self._readers: list[apsw.Connection] = []
        self._reading = 0
        self._pausing = False
        self._depth = threading.local()
        self._checkpoints = 0
        self._nobody_reads = threading.Condition()
        self._writer: apsw.Connection | None = None
        self._closed = False
        self._commits = 0
        try:
            with translated(path):
                self._open(create)
        except BaseException:
            self._abandon()
            raise

    def _abandon(self) -> None:
        """An opening that failed keeps no lock on the file; its own error is the one to tell."""
        self._closed = True
        for db in (*self._readers, self._writer):
            if db is not None:
                db.close(True)

    def _open(self, create: Callable[[apsw.Connection], None]) -> None:
        if self.path.is_dir():
            raise FileError(f"{self.path} is a folder; name a file in it.")
        if not self.read_only:
            self._roll_back()
        is_new = not self.path.exists() or self.path.stat().st_size == 0
        if is_new and self.read_only:
            raise FileError(f"{self.path} does not exist; open it without read_only to create it.")
        if is_new and not self.path.parent.is_dir():
            raise FileError(f"The folder {self.path.parent} does not exist; create it first.")
        if not is_new:
            self._recognise()
        if self.read_only:
            self._reader()
            return
        if not os.access(self.path.parent, os.W_OK) or (self.path.exists() and not os.access(self.path, os.W_OK)):
            raise ReadOnly(f"{self.path} can't be written here; open it with read_only=True, or copy it to a folder of yours.")
        self._writer = self._connect(apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        policy.as_writer(self._writer)
        if is_new:
            self._create(create)  # before there is a -wal: what an interruption leaves is an empty file, or a journal to roll back
        self._to_wal(self._writer)

    def _create(self, create: Callable[[apsw.Connection], None]) -> None:
        assert self._writer is not None
        with self._writer:
            if self._writer.pragma("application_id") == schema.APPLICATION_ID:
                return  # another process was faster
            create(self._writer)

    def _roll_back(self) -> None:
        """Undo what a writer left unfinished in a rollback journal when it died: the connection that recognises the file can't."""
        if not self.path.with_name(self.path.name + "-journal").exists() or not self.path.exists():
            return
        with self.path.open("rb") as file:
            if file.read(72)[68:] != schema.APPLICATION_ID.to_bytes(4, "big"):
                return  # not ours to write to
        db = self._connect(apsw.SQLITE_OPEN_READWRITE)
        try:
            policy.wait_for_locks(db)
            policy.distrust_schema(db)
            db.pragma("schema_version")
        finally:
            db.close()

    def _recognise(self) -> None:
        """Look at the file without our extension and without writing, before anything of it is trusted."""
        db = self._connect(apsw.SQLITE_OPEN_READONLY)
        try:
            policy.wait_for_locks(db)
            policy.distrust_schema(db)
            schema.require_ours(self.path, db)
        except apsw.ReadOnlyError as error:
            raise ReadOnly(
                f"{self.path} was not closed by its last writer; open it once without read_only, which puts it in order."
            ) from error
        finally:
            db.close()

    def _connect(self, flags: int) -> apsw.Connection:
        if flags & apsw.SQLITE_OPEN_READONLY and self._must_be_immutable():
            return apsw.Connection(self.path.absolute().as_uri() + "?immutable=1", flags=flags | apsw.SQLITE_OPEN_URI, vfs=self._vfs)
        return apsw.Connection(str(self.path), flags=flags, vfs=self._vfs)

    def _must_be_immutable(self) -> bool:
        """A file left in WAL mode without its -wal, in a folder where no -shm can be made: nobody can be writing it."""
        if os.access(self.path.parent, os.W_OK):
            return False
        with self.path.open("rb") as file:
            in_wal_mode = file.read(20)[18:20] == b"\x02\x02"
        wal = self.path.with_name(self.path.name + "-wal")
        if in_wal_mode and wal.exists() and wal.stat().st_size > 0:
            raise Busy(f"{self.path} was not closed by its last writer, and its folder can't be written: copy it together with {wal.name}.")
        return in_wal_mode

    def _to_wal(self, db: apsw.Connection) -> None:
        if db.pragma("journal_mode", "wal") != "wal":
            raise FileError(f"{self.path} lies on a file system without shared memory; move it to a local disk.")

    # -- use

    def _usable(self) -> None:
        if self._closed:
            raise Closed(f"The memory {self.path} is closed; open it again.")
        if os.getpid() != self._pid:
            raise UsedAfterFork(f"{self.path} was opened before fork(); open it again in the child process.")

    def _reader(self) -> apsw.Connection:
        db: apsw.Connection | None = getattr(self._local, "reader", None)
        if db is not None and self._local.checkpoints != self._checkpoints and not db.in_transaction:
            with self._nobody_reads:
                self._readers.remove(db)
            db.close()  # FTS5 remembers the index as it was before an erasure
            db = None
        if db is None:
            self._local.checkpoints = self._checkpoints
            db = self._connect(apsw.SQLITE_OPEN_READONLY)
            policy.as_reader(db)
            self._local.reader = db
            with self._nobody_reads:
                self._readers.append(db)
        return db

    @contextlib.contextmanager
    def _in_use(self) -> Iterator[None]:
        """Connections stay open as long as a thread reads; a thread that doesn't yet waits for a checkpoint to end."""
        depth = getattr(self._depth, "reads", 0)
        with self._nobody_reads:
            self._nobody_reads.wait_for(lambda: depth or not self._pausing)
            self._usable()
            self._reading += 1
            self._depth.reads = depth + 1
        try:
            yield
        finally:
            with self._nobody_reads:
                self._reading -= 1
                self._depth.reads = depth
                self._nobody_reads.notify_all()

    @contextlib.contextmanager
    def read(self) -> Iterator[apsw.Connection]:
        """This thread's reader inside one read transaction: all statements see the same state."""
        with self._in_use(), translated(self.path):
            db = self._reader()
            if db.in_transaction:
                yield db
                return
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.execute("ROLLBACK")

    @contextlib.contextmanager
    def write(self) -> Iterator[apsw.Connection]:
        """The writer inside one IMMEDIATE transaction: committed as a whole, or not at all (K36)."""
        self._usable()
        if self._writer is None:
            raise ReadOnly(f"{self.path} was opened read-only; open it without read_only to change it.")
        with self._lock, translated(self.path):
            self._usable()  # closed by another thread meanwhile
            with self._writer if self._writer.in_transaction else _transaction(self._writer):
                yield self._writer
            self._commits += 1
            if self._commits % CHECKPOINT_EVERY == 0:
                with contextlib.suppress(apsw.BusyError):  # another process is at it just now; what was written here is committed
                    self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def checkpoint(self) -> bool:
        """Bring the whole -wal into the file and empty it. False when a reader of another connection prevents that."""
        self._usable()
        if self._writer is None:
            raise ReadOnly(f"{self.path} was opened read-only.")
        with self._lock, self._nobody_reads, translated(self.path):
            self._usable()
            self._checkpoints += 1
            # this process's own threads pause: reads that overlap without end would never let the -wal be emptied
            self._pausing = True
            try:
                self._nobody_reads.wait_for(lambda: self._reading == 0, timeout=policy.BUSY_TIMEOUT_MS / 1000)
                self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                return False
            finally:
                self._pausing = False
                self._nobody_reads.notify_all()
            return True

    def backup(self, target: Path) -> None:
        """Copy the file, while it is in use, to a new path (K37)."""
        if target.exists():
            raise FileError(f"{target} exists already; choose another path for the backup.")
        with self._in_use(), translated(target):
            copy = apsw.Connection(str(target))
            try:
                with copy.backup("main", self._reader(), "main") as progress:
                    while not progress.done:
                        progress.step(2_000)
                copy.pragma("journal_mode", "delete")
            finally:
                copy.close()

    def close(self) -> None:
        """Close every connection. The last writer of all processes leaves exactly one file behind."""
        with self._lock:
            if self._closed or os.getpid() != self._pid:
                return
            with self._nobody_reads:
                self._closed = True
                self._nobody_reads.wait_for(lambda: self._reading == 0)
            with translated(self.path):
                self._close_readers()
                if self._writer is not None:
                    try:
                        self._leave_wal(self._writer)
                    finally:
                        self._writer.close()

    def _close_readers(self) -> None:
        for db in self._readers:
            db.close()
        self._readers.clear()
        self._local = threading.local()

    def _leave_wal(self, db: apsw.Connection) -> None:
        """Switch to a rollback journal; while another process has the file open that is refused, and left to its close."""
        db.set_busy_timeout(0)
        with contextlib.suppress(apsw.BusyError, apsw.LockedError):
            list(db.execute("SELECT count(*) FROM sqlite_schema"))  # a connection that has not used the -wal leaves it lying
            db.pragma("journal_mode", "delete")


@contextlib.contextmanager
def _transaction(db: apsw.Connection) -> Iterator[None]:
    """BEGIN and COMMIT as statements: `with db` would wait for the lock without letting go of Python's, so that a thread which holds
    the lock by another connection could never finish."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's errors as ours, each with what to do next."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise Busy(f"{path} is locked by another process for more than {policy.BUSY_TIMEOUT_MS / 1000:g} s; try again.") from error
    except apsw.FullError as error:
        raise StorageFault(f"The disk that holds {path} is full; nothing was changed. Make room and try again.") from error
    except apsw.IOError as error:
        raise StorageFault(f"Reading or writing {path} failed ({error}); nothing was changed. Check the disk.") from error
    except apsw.ReadOnlyError as error:
        raise ReadOnly(f"{path} can't be written ({error}).") from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise DamagedFile(f"{path} is damaged ({error}). Run `dcpm check {path}`, or restore it from a backup.") from error
    except apsw.SQLError as error:
        raise FileError(f"SQLite refused a statement on {path} ({error}); nothing was changed.") from error
    except apsw.ConstraintError as error:
        raise DamagedFile(
            f"{path} refuses a change that contradicts it ({error}); nothing was changed. Run `dcpm check {path}`."
        ) from error
    except apsw.CantOpenError as error:
        raise FileError(f"{path} can't be opened ({error}); check the folder and its permissions.") from error
