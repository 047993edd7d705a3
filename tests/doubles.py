"""Doubles and short ways that several rooms' tests use."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from dcpm_sqlite import Memory
from dcpm_sqlite.embedding import embed_waiting
from dcpm_sqlite.encoder import F32, EncoderIdentity, HashEncoder
from dcpm_sqlite.llm.port import Reply, Request
from dcpm_sqlite.llm.scripted import ScriptedLLM
from dcpm_sqlite.records import Belief, Candidate, Quote, Stretch
from dcpm_sqlite.store import beliefs, policy, raw
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


Reading = Callable[[str, int], Iterable[dict[str, Any]]]
Deciding = Callable[["Shown"], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Shown:
    """One item of a reconciliation, as the prompt shows it: its ordinal and words, and those of all known beliefs and items."""

    item: str
    text: str
    known: dict[str, str]
    items: dict[str, str]

    def find(self, words: str) -> str:
        """The ordinal of the first known belief, or else item, that holds these words; AssertionError when none does."""
        for ordinal, text in (*self.known.items(), *self.items.items()):
            if words in text and ordinal != self.item:
                return ordinal
        raise AssertionError(f"nothing that holds {words!r} was offered: {self.known} {self.items}")


def unit(statement: str, *quotes: tuple[int, str], **fields: Any) -> dict[str, Any]:
    """An item of an extraction reply: a fact, unless told otherwise; each quote is (number of the message, words)."""
    plain: dict[str, Any] = {
        "kind": "fact", "type": "fact", "about": None, "attribute": None, "topic": "other", "salience": 0.5, "core": False, "holds_from": None,
        "holds_until": None, "happens_from": None, "happens_until": None, "keywords": [], "names": [],
    }  # fmt: skip
    return {"statement": statement, **plain, "quotes": [{"message": n, "words": words} for n, words in quotes], **fields}


def operation(name: str, target: str | None = None, text: str | None = None) -> dict[str, Any]:
    """An operation of a reconciliation reply, less its item."""
    return {"operation": name, "target": target, "text": text}


class ScriptedMind(ScriptedLLM):
    """A model that reads and decides as told.

    read: (message's words, number) -> items, for each new message of a person; None takes each as one item in its own words.
    decide: what becomes of one item; None adds all. relations: of a reconciliation; summary: of every extraction.
    before: called with each request before it is answered, as where another process comes in between.
    """

    def __init__(
        self, read: Reading | None = None, decide: Deciding | None = None, *, relations: Iterable[dict[str, Any]] = (),
        summary: str | None = None, before: Callable[[Request], None] | None = None, name: str = "scripted",
    ) -> None:  # fmt: skip
        super().__init__(lambda request: self.reply_to(request.turns[0].text), name=name)
        self._read = read or (lambda text, number: [unit(text, (number, text))])
        self._decide = decide or (lambda shown: operation("ADD"))
        self._relations, self._summary, self._before = list(relations), summary, before

    def complete(self, request: Request) -> Reply:
        """The reply, outside of any lock: two may think at once."""
        self.requests.append(request)
        if self._before is not None:
            self._before(request)
        text = self.reply_to(request.turns[0].text)
        return Reply(text, "end", tokens_in=(len(request.system) + len(request.turns[0].text)) // 4, tokens_out=len(text) // 4)

    def reply_to(self, prompt: str) -> str:
        """The reply to a prompt of either decision."""
        if "Give one operation for each item" not in prompt:
            items = [item for number, text in new_messages(prompt) for item in self._read(text, number)]
            wants = "Write the units and the summary." in prompt
            return json.dumps({"items": items, "summary": self._summary if wants else None})
        known, offered = beliefs_shown(prompt), items_shown(prompt)
        decided = [{"item": item, **self._decide(Shown(item, text, known, offered))} for item, text in offered.items()]
        return json.dumps({"operations": decided, "relations": self._relations})

    def asked(self, purpose: str) -> int:
        """How many calls of that purpose came."""
        return sum(request.purpose == purpose for request in self.requests)


_MESSAGE = re.compile(r"^Message (\d+), NEW, said \S+ by a person:\n<stored-message \d+>\n[^:]*: (.*?)\n</stored-message \d+>", re.S | re.M)
_KNOWN = re.compile(r"^(K\d+) [^\n]*:\n<stored-belief \d+>\n[^:]*: (.*?)\n</stored-belief \d+>", re.S | re.M)
_ITEM = re.compile(r"^(I\d+) [^\n]*:\n<stored-item \d+>\n[^:]*: (.*?)\n</stored-item \d+>", re.S | re.M)


def new_messages(prompt: str) -> list[tuple[int, str]]:
    """Numbers and words of the new messages of people in an extraction's prompt."""
    return [(int(number), text) for number, text in _MESSAGE.findall(prompt)]


def beliefs_shown(prompt: str) -> dict[str, str]:
    """Known beliefs of a reconciliation's prompt by ordinal, with the states before them."""
    return dict(_KNOWN.findall(prompt))


def items_shown(prompt: str) -> dict[str, str]:
    """Items of a reconciliation's prompt by ordinal."""
    return dict(_ITEM.findall(prompt))


def beliefs_of(memory: Memory, *, current: bool = True) -> list[Belief]:
    """The beliefs of the memory's space that stand, oldest row first; only current ones, unless told otherwise."""
    with store_of(memory).file.read() as db:
        space = raw.space_key(db, memory.space)
        keys = [row[0] for row in db.execute("SELECT id FROM belief WHERE id >> 32 = ? ORDER BY id", (space or 0,))]
        found = beliefs.by_keys(db, keys)
    return [found[key] for key in keys if key in found and not (current and found[key].superseded_by)]


def texts_of(memory: Memory, *, current: bool = True) -> list[str]:
    """Their words."""
    return [belief.text for belief in beliefs_of(memory, current=current)]
