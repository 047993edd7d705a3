"""Deciding raw inputs again by another mind: first in a copy, to be looked at, then in the file, as a job that can be taken back.

What the user confirmed, said or corrected is never touched.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.encoder import Calibration, Encoder
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.llm.port import Reply
from dcpm_sqlite.llm.recorded import RecordedLLM, RecordingLLM
from dcpm_sqlite.records import Belief, SettleReport
from dcpm_sqlite.store import beliefs, pending, provenance, raw
from dcpm_sqlite.store.changes import UnderJob, Withdraw
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.writing.believe import Believing, Progress, lease_ms, new_holder

OpenCopy = Callable[[Path], Store]


@dataclass(frozen=True, slots=True)
class Rethinking:
    """What another mind would believe. gone: what it would not believe any more; new: what it would believe instead or besides.

    kept: how many beliefs it agrees on; report: of the work in the copy. replies: what adopting answers from, without new calls.
    """

    since_ms: int
    mind: str
    messages: int
    gone: tuple[Belief, ...]
    new: tuple[Belief, ...]
    kept: int
    report: SettleReport
    replies: dict[str, Reply] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rethinker:
    """Rethinking in one space. open_copy: opens a copy of the file with the same encoder and settings."""

    store: Store
    space: str
    encoder: Encoder
    calibration: Calibration
    sleep: Callable[[float], None]
    open_copy: OpenCopy

    def preview(self, mind: Mind, *, since_ms: int, on_progress: Progress | None = None) -> Rethinking:
        """What would change; the file itself stays as it is, but for the calls on record."""
        replies: dict[str, Reply] = {}
        recorded = mind if mind.llm is None else Mind(RecordingLLM(mind.llm, replies))
        with tempfile.TemporaryDirectory(prefix="dcpm-rethink-", dir=self.store.file.path.parent) as folder:
            path = Path(folder) / "copy.db"
            self.store.file.backup(path)
            copy = self.open_copy(path)
            try:
                messages, before = self._standing(copy, since_ms)
                report = self._decide(copy, messages, recorded, on_progress)
                _, after = self._standing(copy, since_ms)
            finally:
                copy.file.close()
        gone, new = _difference(before, after)
        return Rethinking(since_ms, mind.name, len(messages), gone, new, len(after) - len(new), report, replies)

    def adopt(self, thought: Rethinking, mind: Mind, *, on_progress: Progress | None = None) -> SettleReport:
        """Do it in the file, as one job; a reply that is missing because the file changed meanwhile is asked for."""
        messages, _ = self._standing(self.store, thought.since_ms)
        paid = {key: replace(reply, tokens_in=0, tokens_cached=0, tokens_out=0) for key, reply in thought.replies.items()}
        decided = mind if mind.llm is None else Mind(RecordedLLM(paid, fallback=mind.llm, name=mind.name))
        return self._decide(self.store, messages, decided, on_progress)

    def _standing(self, store: Store, since_ms: int) -> tuple[list[int], list[Belief]]:
        with store.file.read() as db:
            space = raw.space_key(db, self.space)
            messages = [] if space is None else pending.decided(db, space, since_ms=since_ms)
            return messages, list(beliefs.by_keys(db, provenance.current_since(db, messages)).values())

    def _decide(self, store: Store, messages: Sequence[int], mind: Mind, on_progress: Progress | None) -> SettleReport:
        work = Believing(store, self.space, self.encoder, self.calibration, mind, "rethink", self.sleep, wallet=self.store)
        if not messages:
            return work.report(0)
        holder, now = new_holder(store), store.settings.clock()
        until_ms = now + lease_ms(store.settings.mind) * (1 + len(messages) // 10)
        work.job = store.apply(self.space, [UnderJob("rethink"), Withdraw(tuple(messages), holder, until_ms)])[0].key
        return work.settle(messages, holder=holder, on_progress=on_progress)


def _difference(before: Sequence[Belief], after: Sequence[Belief]) -> tuple[tuple[Belief, ...], tuple[Belief, ...]]:
    """What of each has no counterpart in the other, by kind, text and whether it is current."""

    def known(b: Belief) -> tuple[str, str, str | None, bool]:
        return (b.kind, fold(b.text), b.party, b.superseded_by is None)

    old, new = {known(b) for b in before}, {known(b) for b in after}
    return tuple(b for b in before if known(b) not in new), tuple(b for b in after if known(b) not in old)
