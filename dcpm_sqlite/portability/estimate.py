"""What an import would ask of a model, before it starts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.llm.port import Reply
from dcpm_sqlite.llm.prices import cost_usd
from dcpm_sqlite.portability.sources import Skipped, read_source
from dcpm_sqlite.settings import MindSettings
from dcpm_sqlite.writing.extraction.prompt import SYSTEM as EXTRACT_SYSTEM
from dcpm_sqlite.writing.reconciling.prompt import SYSTEM as RECONCILE_SYSTEM

CHARS_PER_TOKEN = 4
SHOWN_PER_ITEM_CHARS = 500  # of known beliefs, in a reconciliation
CHARS_PER_ITEM = 250  # of what people say, that give one item; measured replies have about 220 tokens an item
TOKENS_PER_ITEM = 220


@dataclass(frozen=True, slots=True)
class Estimate:
    """Messages of an import, and about how many calls and tokens they take; usd: None where the price isn't known.

    Messages that are known already are counted too: what is there is not looked up.
    """

    messages: int
    calls: int
    tokens_in: int
    tokens_out: int
    usd: float | None


def estimate(path: Path, *, format: str, owner: str | None, mind: Mind, settings: MindSettings) -> Estimate:
    """Two calls for each batch of each conversation; none for the offline rules. Raises ImportFault."""
    messages, batches, spoken = 0, 0, 0
    sessions: dict[str | None, int] = {}
    for entry in read_source(path, format=format, owner=owner):
        if isinstance(entry, Skipped):
            continue
        messages += 1
        if entry.role == "user":
            sessions[entry.session] = sessions.get(entry.session, 0) + len(entry.text)
    for size in sessions.values():
        batches += -(-size // settings.batch_chars)
        spoken += size
    if mind.llm is None:
        return Estimate(messages, 0, 0, 0, 0.0)
    items = max(batches, spoken // CHARS_PER_ITEM)
    fixed = batches * (len(EXTRACT_SYSTEM) + len(RECONCILE_SYSTEM))
    tokens_in = (fixed + 2 * spoken + items * SHOWN_PER_ITEM_CHARS) // CHARS_PER_TOKEN
    tokens_out = items * TOKENS_PER_ITEM
    return Estimate(messages, 2 * batches, tokens_in, tokens_out, cost_usd(mind.llm.name, Reply("", "end", tokens_in, 0, tokens_out)))
