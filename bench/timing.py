"""Parts of the product that know how long they worked."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from typing import Any

import apsw

from dcpm_sqlite import Memory
from dcpm_sqlite.deciding.decide import Verdict
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.encoder import F32, EncoderIdentity
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.writing.believe import Believing
from dcpm_sqlite.writing.reconciling.offer import Offer, Reconciliation


class TimedEncoder:
    """An encoder that knows how long it worked. texts: how many passages it was given."""

    def __init__(self, inner: Encoder) -> None:
        self._inner = inner
        self.seconds = 0.0
        self.texts = 0

    @property
    def identity(self) -> EncoderIdentity:
        """The inner one's."""
        return self._inner.identity

    def encode_query(self, text: str) -> F32:
        """The inner one's; not timed."""
        return self._inner.encode_query(text)

    def encode_passages(self, texts: Sequence[str]) -> F32:
        """Timed."""
        started = time.perf_counter()
        made = self._inner.encode_passages(texts)
        self.seconds += time.perf_counter() - started
        self.texts += len(texts)
        return made


class TimedRules(Believing):
    """The writer, knowing how long its rules worked. extract_s, reconcile_s: seconds so far."""

    extract_s: float
    reconcile_s: float

    def _extract(self, *args: Any, **kwargs: Any) -> Any:
        started = time.perf_counter()
        found = super()._extract(*args, **kwargs)
        self.extract_s += time.perf_counter() - started
        return found

    def _reconcile(self, offer: Offer, desk: Desk) -> Verdict[Reconciliation]:
        started = time.perf_counter()
        found = super()._reconcile(offer, desk)
        self.reconcile_s += time.perf_counter() - started
        return found


class TimedWrites:
    """Times the write transactions of a memory from now on, in `seconds`."""

    def __init__(self, memory: Memory) -> None:
        self.seconds = 0.0
        file = memory._store.file
        original = file.write

        @contextlib.contextmanager
        def write() -> Iterator[apsw.Connection]:
            started = time.perf_counter()
            with original() as db:
                yield db
            self.seconds += time.perf_counter() - started

        file.write = write  # type: ignore[method-assign]
