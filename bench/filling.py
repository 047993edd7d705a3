"""Filling a space quickly: messages go in through `apply` as always, and their vectors are made up instead of encoded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dcpm_sqlite import Memory, Message, Moment
from dcpm_sqlite.language.segments import passages
from dcpm_sqlite.store.changes import AddBelief, AddRaw, Change, PutVector
from dcpm_sqlite.store.texts import current_texts, unembedded

PAGE = 2_000
Vectors = Callable[[int], np.ndarray]


def fill(memory: Memory, messages: Sequence[Message], vectors: Vectors, *, beliefs: Sequence[AddBelief] = ()) -> None:
    """Add messages (and beliefs); `vectors(n)` gives n unit vectors for whatever waits for one."""
    store = memory._store
    for start in range(0, max(len(messages), len(beliefs)), PAGE):
        changes: list[Change] = [_raw(message) for message in messages[start : start + PAGE]]
        changes += beliefs[start : start + PAGE]
        store.apply(memory.space, changes)
        last = 0
        while True:
            with store.file.read() as db:
                keys = unembedded(db, after=last, limit=PAGE)
                texts = current_texts(db, keys)
            if not keys:
                break
            last = keys[-1]
            made = vectors(len(keys))
            store.apply(memory.space, [PutVector(key, texts[key].text, made[i]) for i, key in enumerate(keys)])


def _raw(message: Message) -> AddRaw:
    said = message.said_at or Moment(1_700_000_000_000, "second", None, "assumed")
    return AddRaw(message, message.session or "bench", said, 0, False, passages(message.text))


def around(centres: np.ndarray, spread: float, seed: int) -> Vectors:
    """Unit vectors at a distance of `spread` from centres drawn by chance; centres is (n, width)."""
    chance = np.random.default_rng(seed)

    def draw(count: int) -> np.ndarray:
        noise = chance.standard_normal((count, centres.shape[1])).astype(np.float32)
        noise *= spread / np.linalg.norm(noise, axis=1, keepdims=True)
        near = centres[chance.integers(0, len(centres), count)] + noise
        return (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)

    return draw
