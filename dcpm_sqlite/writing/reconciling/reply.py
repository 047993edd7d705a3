"""What a model sends back for a reconciliation, and how it is read: targets must be among those offered (K9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.deciding.parsing import items
from dcpm_sqlite.records import PREDICATES
from dcpm_sqlite.writing.reconciling.offer import Link, Offer, Operation, Outcome, Reconciliation, Target

MAX_LINKS_PER_ITEM = 5
MAX_TEXT_CHARS = 1_000
_ORDINAL = re.compile(r"\s*\[?([IK])\s?(\d{1,4})\]?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReplyOperation:
    """What becomes of an item. target: "K3" a known belief, "I2" an earlier item; text: of an UPDATE, the whole new wording."""

    item: str
    operation: Operation
    target: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class ReplyRelation:
    """A relation from one to another, each an item or a known belief."""

    source: str
    target: str
    predicate: str
    description: str
    weight: float


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    operations: list[ReplyOperation]
    relations: list[ReplyRelation]


def read(offer: Offer, data: dict[str, Any]) -> Reconciliation:
    """One outcome per item: what names no target that was offered is added as new, and counted. Raises Unusable."""
    listed = items(data, "operations", ReplyOperation, limit=2 * len(offer.items))
    outcomes: dict[int, Outcome] = {}
    faulty, unoffered = listed.faulty, 0
    for entry in listed.records:
        item = _target(entry.item, offer)
        if item is None or item.kind != "item" or item.index in outcomes:
            faulty += 1
            continue
        outcome = _outcome(entry, item, offer)
        unoffered += outcome is None
        outcomes[item.index] = outcome or Outcome("ADD")
    faulty += sum(i not in outcomes for i in range(len(offer.items)))
    ordered = [outcomes.get(i, Outcome("ADD")) for i in range(len(offer.items))]
    links, refused, surplus = _links(offer, data, ordered)
    return Reconciliation(tuple(ordered), tuple(links), faulty + refused, unoffered, listed.surplus + surplus)


def _outcome(entry: ReplyOperation, item: Target, offer: Offer) -> Outcome | None:
    """None where the target was not offered, or is the item itself or a later one."""
    if entry.operation == "ADD":
        return Outcome("ADD")
    target = _target(entry.target or "", offer)
    if target is None or (target.kind == "item" and target.index >= item.index):
        return None
    text = " ".join((entry.text or "").split())
    if entry.operation == "UPDATE" and not 0 < len(text) <= MAX_TEXT_CHARS:
        return None
    return Outcome(entry.operation, target, text if entry.operation == "UPDATE" else None)


def _links(offer: Offer, data: dict[str, Any], outcomes: list[Outcome]) -> tuple[list[Link], int, int]:
    """Relations that can be used; a `supersedes` among them is a SUPERSEDE of the item it comes from (X-06)."""
    if data.get("relations") is None:
        return [], 0, 0
    listed = items(data, "relations", ReplyRelation, limit=MAX_LINKS_PER_ITEM * len(offer.items))
    links, refused = [], listed.faulty
    for entry in listed.records:
        source, target = _target(entry.source, offer), _target(entry.target, offer)
        predicate = entry.predicate.strip().lower()
        if source is None or target is None or source == target or predicate not in PREDICATES:
            refused += 1
        elif predicate == "supersedes":
            is_new = source.kind == "item" and outcomes[source.index].operation == "ADD"
            if is_new and not (target.kind == "item" and target.index >= source.index):
                outcomes[source.index] = Outcome("SUPERSEDE", target)
        elif "item" not in (source.kind, target.kind):
            refused += 1  # relations are inferred for what is new
        else:
            links.append(Link(source, target, predicate, " ".join(entry.description.split())[:300], min(1.0, max(0.0, entry.weight))))
    return links, refused, listed.surplus


def _target(ordinal: str, offer: Offer) -> Target | None:
    match = _ORDINAL.fullmatch(ordinal)
    if match is None:
        return None
    offered: Sequence[object] = offer.items if match[1].upper() == "I" else offer.known
    index = int(match[2]) - 1
    return Target("item" if match[1].upper() == "I" else "known", index) if 0 <= index < len(offered) else None
