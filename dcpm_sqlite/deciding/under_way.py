"""A batch of calls that is under way: how it is remembered, and how it is waited for."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.errors import MindError, MindUnavailable
from dcpm_sqlite.llm.port import BatchLLM, Outcomes

ENDING_S = 600.0  # that a batch has to end in after it was cancelled: what was begun is finished first


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch under way. id: as its model knows it; started_ms: when it was handed in, Unix ms; asked: what of whom, on one line."""

    id: str
    started_ms: int
    asked: str


def as_words(batches: Iterable[Batch]) -> str:
    """Batches as they are remembered, one a line: id, start, what was asked."""
    return "\n".join(f"{batch.id} {batch.started_ms} {batch.asked}" for batch in batches)


def from_words(words: str | None) -> list[Batch]:
    """The batches that were remembered; lines that `as_words` didn't write are passed over."""
    found = []
    for line in (words or "").splitlines():
        id, _, rest = line.partition(" ")
        started, _, asked = rest.partition(" ")
        if id and started.isdecimal() and asked:
            found.append(Batch(id, int(started), asked))
    return found


def wait_for(batch: Batch, llm: BatchLLM, desk: Desk, *, at_each_look: Callable[[], None]) -> Outcomes:
    """What a batch came to. It is looked at ever more rarely; a model that can't be reached meanwhile is waited for like the batch.

    After `MindSettings.batch_deadline_s` from its start it is cancelled, and what was answered by then counts.
    at_each_look: called whenever it is found under way. Raises MindRejected, and MindUnavailable when it doesn't even end then.
    """
    settings = desk.settings
    until_ms, wait_s, is_cancelled = batch.started_ms + 1000 * settings.batch_deadline_s, settings.first_wait_s, False
    while True:
        outcomes, missed = _look(batch, llm, settings.deadline_s)
        if outcomes is not None:
            return outcomes
        at_each_look()
        now = desk.now_ms()
        if now >= until_ms and is_cancelled:
            raise MindUnavailable(f"The batch {batch.id} of {llm.name} was cancelled and has not ended; try again later.") from missed
        if now >= until_ms:
            with contextlib.suppress(MindError):  # as when it has just ended
                llm.cancel(batch.id, deadline_s=settings.deadline_s)
            until_ms, wait_s, is_cancelled = now + 1000 * ENDING_S, settings.first_wait_s, True
        asked_s = (missed.retry_after_s or 0.0) if missed else 0.0
        desk.sleep(min(max(wait_s, asked_s), (until_ms - now) / 1000))
        wait_s = min(2 * wait_s, settings.batch_wait_s)


def _look(batch: Batch, llm: BatchLLM, deadline_s: float) -> tuple[Outcomes | None, MindUnavailable | None]:
    """What it came to, None while it is under way; and why that couldn't be told."""
    try:
        return llm.collect(batch.id, deadline_s=deadline_s), None
    except MindUnavailable as fault:
        return None, fault
