"""Importing a chat export into a space: in batches, resumable, with counts of what was skipped and why."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from dcpm_sqlite.embedding import embed, embed_waiting
from dcpm_sqlite.encoder import Encoder
from dcpm_sqlite.errors import RefusedText
from dcpm_sqlite.language.text import require_storable
from dcpm_sqlite.portability.sources import Skipped, read_source
from dcpm_sqlite.records import Message, SettleReport
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.writing.persist import persist

BATCH = 64


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came in: new, known and withheld messages, forgotten ones kept out, and why others were skipped (reason, count, first place).

    differing: known ones whose id stands for another text, time, speaker or session here; what was kept first stays.
    settled: what was decided about them; None when that was left for later.
    """

    format: str
    added: int
    known: int
    withheld: int
    forgotten: int
    skipped: tuple[tuple[str, int, str], ...]
    differing: int = 0
    settled: SettleReport | None = None


Progress = Callable[[int, int, int], None]  # bytes read, bytes in all, messages taken


def import_file(
    store: Store,
    space: str,
    path: Path,
    *,
    format: str,
    owner: str | None,
    encoder: Encoder,
    bring_back_forgotten: bool = False,
    on_progress: Progress | None = None,
) -> ImportReport:
    """Take in every message of an export. Interrupted or repeated, it goes on where it stopped: known messages are left as they are.

    Raises ImportFault when the source can't be read as that format.
    """
    source = read_source(path, format=format, owner=owner)
    if owner is not None:
        store.set_owner(space, owner)
    counts: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    first: dict[str, str] = {}
    seen: Counter[str] = Counter()
    batch: list[Message] = []

    def flush() -> None:
        if batch:
            done = persist(store, space, batch, session=f"{source.format} import", bring_back_forgotten=bring_back_forgotten)
            report = done.report
            counts.update(
                added=report.added, known=report.known, withheld=report.withheld, forgotten=report.forgotten, differing=report.differing
            )
            embed(store, space, encoder, done.passages)
            batch.clear()
        if on_progress is not None:
            on_progress(source.read_bytes, source.size_bytes, counts["added"] + counts["known"])

    for entry in source:
        reason, where = (entry.reason, entry.where) if isinstance(entry, Skipped) else _unfit(entry)
        if reason:
            skipped[reason] += 1
            first.setdefault(reason, where)
        elif isinstance(entry, Message):
            batch.append(_recognisable(entry, seen))
        if len(batch) == BATCH:
            flush()
    flush()
    embed_waiting(store, space, encoder)
    return ImportReport(
        source.format, counts["added"], counts["known"], counts["withheld"], counts["forgotten"],
        tuple((reason, n, first[reason]) for reason, n in skipped.most_common()),
        counts["differing"],
    )  # fmt: skip


def _recognisable(message: Message, seen: Counter[str]) -> Message:
    """A message without an id and a time gets a key by its words and how often they came before, or a second run would add it again."""
    if message.source_key is not None or message.said_at is not None:
        return message
    words = hashlib.blake2b(f"{message.session}\0{message.party}\0{message.text}".encode(), digest_size=12).hexdigest()
    seen[words] += 1
    return replace(message, source_key=f"{words}:{seen[words]}")


def _unfit(message: Message) -> tuple[str, str]:
    """Why a message can't be kept; empty when it can."""
    try:
        require_storable(message.text)
    except RefusedText as refused:
        return str(refused), message.source_key or message.session or ""
    return "", ""
