"""Vectors for everything that waits for one. The encoder runs between transactions, never inside one."""

from __future__ import annotations

from collections.abc import Callable

from dcpm_sqlite.encoder import Encoder
from dcpm_sqlite.store.changes import PutVector
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.store.texts import current_texts, unembedded


def embed_waiting(store: Store, space: str, encoder: Encoder, *, on_progress: Callable[[int], None] | None = None) -> int:
    """Embed what waits, oldest first; how many. What another process did meanwhile, or forgot, is left out by `apply`."""
    total, last = 0, 0
    while True:
        with store.file.read() as db:
            keys = unembedded(db, after=last, limit=store.settings.embed_batch)
            texts = current_texts(db, keys)
        if not keys:
            return total
        last = keys[-1]
        ready = [(key, texts[key].text) for key in keys if key in texts]
        if ready:
            vectors = encoder.encode_passages([text for _, text in ready])
            store.apply(space, [PutVector(key, text, vector) for (key, text), vector in zip(ready, vectors, strict=True)])
        total += len(ready)
        if on_progress is not None:
            on_progress(len(ready))
