"""Moving a file to another encoder: resumable, while others go on recalling with the one before (X-10)."""

from __future__ import annotations

from collections.abc import Callable

from dcpm_sqlite.encoder import Calibration, Encoder
from dcpm_sqlite.store import reembedding
from dcpm_sqlite.store.encoders import EncoderRow
from dcpm_sqlite.store.store import Store


def reembed(store: Store, encoder: Encoder, target: EncoderRow, *, on_progress: Callable[[int, int], None] | None = None) -> int:
    """Embed everything with `encoder`, then put the new vectors in place in one transaction; how many.

    Interrupted, it goes on where it stopped when it is asked for again with the same encoder.
    Raises Stale when another process finished the move, or moves the file elsewhere.
    """
    with store.file.write() as db:
        if not reembedding.begin(db, target):
            return 0
    done = 0
    while True:
        with store.file.read() as db:
            batch, left = reembedding.missing(db, limit=store.settings.embed_batch)
        if not batch:
            break
        vectors = encoder.encode_passages([text for _, text in batch])
        with store.file.write() as db:
            reembedding.put(db, target, [(key, text, vector) for (key, text), vector in zip(batch, vectors, strict=True)])
        done += len(batch)
        if on_progress is not None:
            on_progress(done, done + left - len(batch))
    with store.file.write() as db:
        return reembedding.finish(db, target, Calibration.from_bytes(target.calibration).centre)
