"""What writing, upkeep and forgetting came to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettleReport:
    """What was decided about messages, by whom, and what became of it.

    job: by which it can be taken back, None when nothing changed; decided: messages; waiting: messages that still wait, with `fault`
    saying why; added, superseded, updated, duplicates, relations: beliefs and relations; refused: what a mind sent and was not taken,
    by reason; calls: of a model.
    """

    job: str | None
    mind: str
    decided: int = 0
    waiting: int = 0
    added: int = 0
    superseded: int = 0
    updated: int = 0
    duplicates: int = 0
    relations: int = 0
    refused: tuple[tuple[str, int], ...] = ()
    calls: int = 0
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class AddReport:
    """What `add` did: ids of the raw inputs in order, known ones included; counts of what was kept, known, withheld, refused.

    forgotten: messages that stay out because they were forgotten before (K29).
    differing: known ones whose id stands for another text, time, speaker or session here; what was kept first stays.
    settled: what was decided about them; None when that was left for later.
    """

    ids: tuple[str, ...]
    added: int
    known: int
    withheld: int
    forgotten: int
    differing: int = 0
    settled: SettleReport | None = None


@dataclass(frozen=True, slots=True)
class CostLine:
    """What one model cost for one purpose. usd: of the calls whose price is known, None where it is known of none.

    unpriced: calls of unknown price; while there are any, `usd` is a lower bound.
    """

    purpose: str
    model: str
    calls: int
    faults: int
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    usd: float | None
    unpriced: int


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of writing on record that can be taken back. changed: count per action; times in Unix ms.

    counts: what a night counted (clusters, calls, refused ...), by name; fault: kind of what ended it early, None for nothing.
    """

    id: str
    kind: str
    state: str
    started_ms: int
    ended_ms: int | None
    changed: tuple[tuple[str, int], ...]
    counts: tuple[tuple[str, int], ...] = ()
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What `forget` removed and made again.

    removed: count per table; remade: passages whose text held the forgotten one as context, embedded again.
    bytes_scanned: size of file and journals searched for the removed words; is_complete: False while a reader keeps old pages.
    dry_run: nothing was changed.
    """

    removed: tuple[tuple[str, int], ...]
    remade: int
    bytes_scanned: int
    is_complete: bool
    dry_run: bool


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` looked at and found: problems in words, empty when all is sound; completed: an erasure finished now."""

    looked_at: tuple[tuple[str, int], ...]
    problems: tuple[str, ...]
    completed_erasure: bool


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of one space, and of the file as a whole in bytes."""

    space: str
    counts: tuple[tuple[str, int], ...]
    file_bytes: int
    encoder: str
    first_said_ms: int | None
    last_said_ms: int | None
