"""Vectors for what waits for one. The encoder runs between transactions, never inside one."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite.encoder import Encoder
from dcpm_sqlite.store.changes import PutVector
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.store.texts import current_texts, unembedded

BACKLOG = 64  # of what others left waiting, one call takes on no more than this: an add never pays for another's import


def embed(store: Store, space: str, encoder: Encoder, keys: Sequence[int]) -> int:
    """Embed these items, a batch per transaction; how many. What was forgotten or worded anew meanwhile is left out by `apply`."""
    total, batch = 0, store.settings.embed_batch
    for start in range(0, len(keys), batch):
        page = keys[start : start + batch]
        with store.file.read() as db:
            texts = current_texts(db, page)
        ready = [(key, texts[key].text) for key in page if key in texts]
        if ready:
            vectors = encoder.encode_passages([text for _, text in ready])
            store.apply(space, [PutVector(key, text, vector) for (key, text), vector in zip(ready, vectors, strict=True)])
        total += len(ready)
    return total


def embed_waiting(store: Store, space: str, encoder: Encoder, *, limit: int | None = None) -> int:
    """Embed what waits in the file, oldest first, all of it or at most `limit`; how many."""
    total, last = 0, 0
    while limit is None or total < limit:
        room = store.settings.embed_batch if limit is None else min(store.settings.embed_batch, limit - total)
        with store.file.read() as db:
            keys = unembedded(db, after=last, limit=room)
        if not keys:
            break
        last = keys[-1]
        total += embed(store, space, encoder, keys)
    return total
