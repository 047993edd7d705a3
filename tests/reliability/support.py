"""What several tests of this room and of the cases need: an opened memory without a model, beliefs put in by hand, bytes of a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from dcpm_sqlite import Memory
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.encoder.hashing import HashEncoder
from dcpm_sqlite.llm.port import LLM
from dcpm_sqlite.records import Candidate, Message, Moment, Quote, RawInput
from dcpm_sqlite.settings import Budget, MindSettings, RecallSettings, Settings
from dcpm_sqlite.store.changes import AddBelief, AddNode, Change
from dcpm_sqlite.store.ids import as_text

WIDTH = 64
DAY = 86_400_000
SETTINGS = Settings(recall=RecallSettings(floor_share_weight=20.0))  # words decide: the hash encoder's similarities tell little
PATIENT = replace(SETTINGS, mind=MindSettings(deadline_s=60.0, budget=Budget(calls_per_day=None)))
START = 1_700_000_000_000  # 2023-11-14T22:13:20Z


def open_memory(
    path: Path,
    *,
    space: str = "default",
    width: int = WIDTH,
    read_only: bool = False,
    settings: Settings = SETTINGS,
    vfs: str | None = None,
    mind: LLM | Mind | str = "offline",
) -> Memory:
    """A memory whose encoder needs no model."""
    return Memory(path, space=space, encoder=HashEncoder(width=width), mind=mind, read_only=read_only, settings=settings, vfs=vfs)


def said(text: str, n: int, *, session: str = "one", party: str | None = "Ann") -> Message:
    """A message of a chat's n-th minute; adding it once more is known."""
    return Message(text, party=party, said_at=Moment(START + n * 60_000), session=session)


def stored(memory: Memory, id: str) -> RawInput:
    """The message with that id."""
    found = memory.get(id)
    assert isinstance(found, RawInput)
    return found


def put(memory: Memory, *changes: Change) -> list[int]:
    """Write changes as a mind would; the keys of the new rows."""
    return [applied.key for applied in memory._store.apply(memory.space, changes) if applied.key is not None]


def put_belief(memory: Memory, text: str, source: str, *, after: int | None = None) -> int:
    """A belief that quotes the whole message `source` (its id); its key."""
    message = stored(memory, source)
    quote = Quote(message.key, 0, len(message.text))
    return put(memory, AddBelief(Candidate(text, message.said_at.ms, (quote,), party=message.party), after=after))[0]


def put_schema(memory: Memory, text: str, evidence: Iterable[int]) -> int:
    """A schema that rests on those beliefs (keys); its key."""
    return put(memory, AddNode("schema", text, "work", 0.8, tuple(evidence)))[0]


def uid_text(memory: Memory, key: int) -> str:
    """The public id of a row."""
    with memory._store.file.read() as db:
        return as_text(db.execute("SELECT uid FROM item WHERE id = ?", (key,)).get)


def texts(memory: Memory) -> list[str]:
    """All messages of the space, oldest first."""
    return [message.text for message in reversed(memory.list(limit=100_000))]


def bytes_of(path: Path) -> bytes:
    """The file and its journals, in lower case."""
    files = [path, *(path.with_name(path.name + end) for end in ("-wal", "-journal", "-shm"))]
    return b"".join(file.read_bytes() for file in files if file.exists()).lower()


def table_sizes(memory: Memory) -> dict[str, int]:
    """Rows per table, the shadows of indexes included."""
    with memory._store.file.read() as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")]
        return {name: db.execute(f'SELECT count(*) FROM "{name}"').get for name in names}
