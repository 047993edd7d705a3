"""Filling a space quickly: messages go in through `apply` as always, and their vectors are made up instead of encoded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dcpm_sqlite import Memory, Message, Moment
from dcpm_sqlite.language.segments import passages
from dcpm_sqlite.records import Candidate, Quote
from dcpm_sqlite.store.changes import AddBelief, AddRaw, PutVector, Settle
from dcpm_sqlite.store.texts import current_texts, unembedded

PAGE = 2_000
Vectors = Callable[[int], np.ndarray]
SAID_MS = 1_700_000_000_000


def fill(memory: Memory, messages: Sequence[Message], vectors: Vectors, *, with_beliefs: bool = False) -> None:
    """Add messages, and with_beliefs one belief for each, which quotes it; nothing is left to be decided.

    vectors(n) gives n unit vectors for whatever waits for one.
    """
    store = memory._store
    for start in range(0, len(messages), PAGE):
        page = messages[start : start + PAGE]
        keys = [applied.key for applied in store.apply(memory.space, [_raw(message) for message in page]) if applied.key is not None]
        if len(keys) < len(page):
            raise ValueError("a message to fill the space with was forgotten there before")
        store.apply(memory.space, [Settle(tuple(keys), None)])
        if with_beliefs:
            store.apply(memory.space, [_belief(message, key) for message, key in zip(page, keys, strict=True)])
        last = 0
        while True:
            with store.file.read() as db:
                waiting = unembedded(db, after=last, limit=PAGE)
                texts = current_texts(db, waiting)
            if not waiting:
                break
            last = waiting[-1]
            made = vectors(len(waiting))
            store.apply(memory.space, [PutVector(key, texts[key].text, made[i]) for i, key in enumerate(waiting)])


def _raw(message: Message) -> AddRaw:
    said = message.said_at if isinstance(message.said_at, Moment) else Moment(SAID_MS, "second", None, "assumed")
    return AddRaw(message, message.session or "bench", said, 0, False, passages(message.text))


def _belief(message: Message, key: int) -> AddBelief:
    return AddBelief(Candidate(f"Fact: {message.text}", SAID_MS, quotes=(Quote(key, 0, len(message.text)),)))


def around(centres: np.ndarray, spread: float, seed: int) -> Vectors:
    """Unit vectors at a distance of `spread` from centres drawn by chance; centres is (n, width)."""
    chance = np.random.default_rng(seed)

    def draw(count: int) -> np.ndarray:
        noise = chance.standard_normal((count, centres.shape[1])).astype(np.float32)
        noise *= spread / np.linalg.norm(noise, axis=1, keepdims=True)
        near = centres[chance.integers(0, len(centres), count)] + noise
        made: np.ndarray = (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)
        return made

    return draw
