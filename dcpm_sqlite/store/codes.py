"""Coarse codes held in memory: candidates without a scan of vec0, within a budget of bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.store.vectors import F32, Keys, Vec0Source, apsw_ints, sign_codes

_CHUNK_ROWS = 256  # chunk_size in the schema
_PLACE_BYTES = 100  # a dict entry of two ints takes about that


@dataclass(slots=True)
class _Held:
    keys: Keys
    words: NDArray[np.uint64]  # (n, ceil(width / 64))
    live: int  # rows in use; arrays grow by doubling
    n: int  # the last change that was followed
    place: dict[int, int]

    @property
    def size(self) -> int:
        return self.words.nbytes + self.keys.nbytes + _PLACE_BYTES * len(self.place)


class CodesInMemory:
    """Candidates from codes held in memory: an accelerator, optional, bounded, and never the truth.

    A row that a snapshot can't see is dropped later, when its vector isn't found; a row it can see is followed before searching.
    """

    def __init__(self, centre: F32, *, budget_bytes: int) -> None:
        self._centre = centre
        self._budget = budget_bytes
        self._held: OrderedDict[tuple[int, str], _Held] = OrderedDict()
        self._fallback = Vec0Source()
        self._lock = threading.Lock()

    def nearest(self, db: apsw.Connection, space: int, names: Sequence[str], code: bytes, limit: int) -> dict[str, Keys]:
        query = _as_words(np.frombuffer(code, np.uint8)[None, :])[0]
        with self._lock:
            changes = self._changes(db, space, names)
            self._follow_up(db, space, changes)
            held = {name: self._ready(db, space, name, changes[name], beside=names) for name in names}
            found = {name: _closest(codes, query, limit) for name, codes in held.items() if codes is not None}
        if outside := [name for name in names if name not in found]:
            found |= self._fallback.nearest(db, space, outside, code, limit)
        return found

    def _changes(self, db: apsw.Connection, space: int, names: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
        """What happened to each index since it was last followed (1 statement); one older entry shows whether any is missing."""
        found: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
        arm = "SELECT name, n, id FROM code_change WHERE space = ? AND name = ? AND n > ?"
        values: list[int | str] = []
        for name in names:
            held = self._held.get((space, name))
            values += [space, name, -1 if held is None else held.n]
        for name, n, key in db.execute(" UNION ALL ".join([arm] * len(names)) + " ORDER BY name, n", values):
            found[name].append((n, key))
        return found

    def _follow_up(self, db: apsw.Connection, space: int, changes: Mapping[str, list[tuple[int, int]]]) -> None:
        """Bring the held codes up to the reader's state, but for those that missed a change (1 statement, none without changes)."""
        behind = [
            (held, rows)
            for name, rows in changes.items()
            if rows and (held := self._held.get((space, name))) is not None and rows[0][0] == held.n + 1
        ]
        if not behind:
            return
        keys = np.unique([key for _, rows in behind for _, key in rows])
        stored = {
            row[0]: (row[1], row[2]) for row in db.execute("SELECT id, scale, code FROM vector WHERE id IN carray(?)", (apsw_ints(keys),))
        }
        for held, rows in behind:
            self._apply(held, rows, stored)

    def _ready(self, db: apsw.Connection, space: int, name: str, changes: list[tuple[int, int]], *, beside: Sequence[str]) -> _Held | None:
        """The held codes, built anew where they did not follow; None when they don't fit into the budget.

        beside: indexes of one read; those already held keep their place, or each read would build anew what the last one dropped.
        """
        key, together = (space, name), {(space, other) for other in beside}
        room = self._budget - sum(h.size for k, h in self._held.items() if k in together and k != key)
        held = self._held.pop(key, None)
        if held is None or (changes and changes[-1][0] != held.n):
            held = self._build(db, space, name, changes[-1][0] if changes else -1, room=room)
        if held is None or held.size > room:
            return None
        self._held[key] = held
        for oldest in [k for k in self._held if k not in together]:
            if sum(h.size for h in self._held.values()) <= self._budget:
                break
            del self._held[oldest]
        return held

    def _build(self, db: apsw.Connection, space: int, name: str, n: int, *, room: int) -> _Held | None:
        """Read whole chunks of vec0's shadow tables: fifty times faster than row by row. None when they take more than `room` bytes."""
        per_row = (len(self._centre) + 7) // 8
        chunks = db.execute(f"SELECT count(*) FROM {name}_chunks WHERE partition00 = ?", (space,)).get
        if chunks * _CHUNK_ROWS * (per_row + 8 + _PLACE_BYTES) > room:
            return None
        rows = list(
            db.execute(
                f"SELECT c.validity, c.rowids, v.vectors FROM {name}_chunks AS c "
                f"JOIN {name}_vector_chunks00 AS v ON v.rowid = c.chunk_id WHERE c.partition00 = ?",
                (space,),
            )
        )
        keys, codes = [], []
        for validity, rowids, vectors in rows:
            ids = np.frombuffer(rowids, np.int64)
            valid = np.unpackbits(np.frombuffer(validity, np.uint8), bitorder="little")[: len(ids)].astype(bool)
            keys.append(ids[valid])
            codes.append(np.frombuffer(vectors, np.uint8).reshape(len(ids), per_row)[valid])
        all_keys = np.concatenate(keys) if keys else np.empty(0, np.int64)
        words = _as_words(np.concatenate(codes)) if codes else np.empty((0, (per_row + 7) // 8), np.uint64)
        words = np.asfortranarray(words)  # a search reads column by column
        return _Held(all_keys, words, len(all_keys), n, {})

    def _apply(self, held: _Held, changes: Sequence[tuple[int, int]], stored: Mapping[int, tuple[float, bytes]]) -> None:
        if not held.place:
            held.place = {int(key): i for i, key in enumerate(held.keys[: held.live])}
        for key in sorted({row[1] for row in changes}):
            if key in stored:
                scale, int8 = stored[key]
                code = sign_codes(np.frombuffer(int8, np.int8)[None, :].astype(np.float32) * np.float32(scale), self._centre)
                self._put(held, key, _as_words(code)[0])
            elif key in held.place:
                self._drop(held, key)
        held.n = changes[-1][0]

    def _put(self, held: _Held, key: int, words: NDArray[np.uint64]) -> None:
        at = held.place.get(key)
        if at is None:
            if held.live == len(held.keys):
                room = max(256, held.live)
                held.keys = np.concatenate([held.keys, np.zeros(room, np.int64)])
                held.words = np.concatenate([held.words, np.zeros((room, held.words.shape[1]), np.uint64)])
            at = held.live
            held.live += 1
            held.place[key] = at
        held.keys[at], held.words[at] = key, words

    def _drop(self, held: _Held, key: int) -> None:
        """The last row takes the place of the one that goes."""
        at, last = held.place.pop(key), held.live - 1
        if at != last:
            held.keys[at], held.words[at] = held.keys[last], held.words[last]
            held.place[int(held.keys[at])] = at
        held.live = last


def _as_words(codes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Bytes padded to whole 64-bit words."""
    padding = -codes.shape[1] % 8
    return np.ascontiguousarray(np.pad(codes, ((0, 0), (0, padding)))).view(np.uint64)


def _closest(held: _Held, query: NDArray[np.uint64], limit: int) -> Keys:
    """Keys of the `limit` codes with the smallest Hamming distance, in no order."""
    words, keys = held.words[: held.live], held.keys[: held.live]
    if limit >= len(keys):
        return keys.copy()
    distance = np.zeros(len(words), np.uint16)
    for column in range(words.shape[1]):
        distance += np.bitwise_count(words[:, column] ^ query[column])
    return keys[np.argpartition(distance, limit)[:limit]]
