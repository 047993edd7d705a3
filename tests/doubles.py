"""Doubles and short ways that several rooms' tests use."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from dcpm_sqlite import Memory
from dcpm_sqlite.embedding import embed_waiting
from dcpm_sqlite.encoder import F32, EncoderIdentity, HashEncoder
from dcpm_sqlite.records import Candidate, Quote, Stretch
from dcpm_sqlite.store import policy
from dcpm_sqlite.store.changes import AddBelief, Change
from dcpm_sqlite.store.store import Store

START_MS = 1_767_225_600_000  # 2026-01-01T00:00Z
DAY_MS = 86_400_000


@dataclass(slots=True)
class Clock:
    """The present time, moved by hand; Unix milliseconds."""

    now_ms: int = START_MS

    def __call__(self) -> int:
        return self.now_ms

    def advance(self, ms: int) -> int:
        """Move on; the new time."""
        self.now_ms += ms
        return self.now_ms


class CountingEncoder:
    """The hash encoder, counting the texts it was asked for."""

    def __init__(self, width: int = 64) -> None:
        self._inner = HashEncoder(width=width)
        self.queries = 0
        self.passages = 0

    @property
    def identity(self) -> EncoderIdentity:
        """The inner one's."""
        return self._inner.identity

    def encode_query(self, text: str) -> F32:
        """Count and encode."""
        self.queries += 1
        return self._inner.encode_query(text)

    def encode_passages(self, texts: Any) -> F32:
        """Count and encode."""
        self.passages += len(texts)
        return self._inner.encode_passages(texts)


def store_of(memory: Memory) -> Store:
    """The store behind the public face."""
    return memory._store


def put(memory: Memory, *changes: Change, embed: bool = False) -> list[int]:
    """Apply changes to the memory's space; the keys of their rows."""
    applied = store_of(memory).apply(memory.space, changes)
    if embed:
        embed_waiting(store_of(memory), memory.space, memory._encoder)
    return [a.key for a in applied if a.key is not None]


def belief(text: str, *, sources: tuple[Quote, ...] = (), holds_from: int | None = None, **kwargs: Any) -> AddBelief:
    """A fact said at START_MS, unless told otherwise."""
    placing = {name: kwargs.pop(name) for name in ("after", "expected_next", "before", "vector") if name in kwargs}
    kwargs.setdefault("said_ms", START_MS)
    if holds_from is not None:
        kwargs["holds"] = Stretch(holds_from, None, "instant")
    return AddBelief(Candidate(text, quotes=sources, **kwargs), **placing)


def key_of(memory: Memory, public_id: str) -> int:
    """The row id behind a public id."""
    item = memory.get(public_id)
    return item.key


def rows(memory: Memory, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """What a query of the memory's reader gives."""
    with store_of(memory).file.read() as db:
        return list(db.execute(sql, values))


@contextlib.contextmanager
def by_hand(path: Path) -> Iterator[apsw.Connection]:
    """A connection without any of our rules, to damage a closed file with; it leaves one file, as a memory does."""
    db = apsw.Connection(str(path))
    policy.load_vec0(db)
    db.pragma("foreign_keys", 0)
    try:
        yield db
    finally:
        db.close()


def random_vectors(count: int, width: int, seed: int = 1) -> F32:
    """(count, width) directions of length one."""
    vectors = np.random.default_rng(seed).normal(size=(count, width)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)
