"""What a model sends back for a reconciliation, and how it is read: targets must be among those offered (K9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dcpm_sqlite.deciding.parsing import items
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import PREDICATES
from dcpm_sqlite.writing.reconciling.offer import EdgeEdit, Link, Offer, Operation, Outcome, Reconciliation, Target
from dcpm_sqlite.writing.reconciling.repetition import repeats, said_before

MAX_LINKS_PER_ITEM = 5
MAX_TEXT_CHARS = 1_000
MAX_EDGES_READ = 100
_RELATION = re.compile(r"\s*\[?R?\s?(\d{1,4})\]?\s*", re.IGNORECASE)
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
class ReplyEdge:
    """What becomes of a relation that stands ("R2"); the rest of a `modify` alone."""

    relation: str
    operation: Literal["modify", "delete", "no_change"]
    predicate: str | None = None
    description: str | None = None
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    operations: list[ReplyOperation]
    relations: list[ReplyRelation]
    edges: list[ReplyEdge]


def read(offer: Offer, data: dict[str, Any]) -> Reconciliation:
    """One outcome per item: what names no target that was offered is added as new, and counted. Raises Unusable.

    What is there word for word is a duplicate, whatever the reply says of it (K16).
    """
    listed = items(data, "operations", ReplyOperation, limit=2 * len(offer.items))
    outcomes: dict[int, Outcome] = {}
    faulty, unoffered = listed.faulty, 0
    for entry in listed.records:
        item = _target(entry.item, offer)
        if item is None or item.kind != "item" or item.index in outcomes:
            faulty += 1
            continue
        target = _earlier(entry, item, offer)
        text = " ".join((entry.text or "").split())
        if entry.operation != "ADD" and target is None:
            unoffered += 1
        elif entry.operation == "UPDATE" and not 0 < len(text) <= MAX_TEXT_CHARS:
            faulty += 1
        else:
            outcomes[item.index] = _outcome(entry.operation, target, text, item, offer)
            continue
        outcomes[item.index] = Outcome("ADD")
    faulty += sum(i not in outcomes for i in range(len(offer.items)))
    ordered = [outcomes.get(i, Outcome("ADD")) for i in range(len(offer.items))]
    links, refused, surplus = _links(offer, data, ordered)
    ordered = [repeats(offer, i) or outcome if outcome.operation in ("ADD", "SUPERSEDE") else outcome for i, outcome in enumerate(ordered)]
    edits, misread, unknown, beyond = _edits(offer, data)
    return Reconciliation(
        tuple(ordered), tuple(links), faulty + refused + misread, unoffered + unknown, listed.surplus + surplus + beyond, tuple(edits)
    )


def _earlier(entry: ReplyOperation, item: Target, offer: Offer) -> Target | None:
    """What the operation is about; None where it was not offered, or is the item itself or a later one."""
    target = _target(entry.target or "", offer)
    return None if target is None or (target.kind == "item" and target.index >= item.index) else target


def _outcome(operation: Operation, target: Target | None, text: str, item: Target, offer: Offer) -> Outcome:
    if operation == "ADD" or target is None:
        return Outcome("ADD")
    if operation == "UPDATE":
        stands = offer.known[target.index].current.text if target.kind == "known" else offer.items[target.index].text
        return Outcome("DUPLICATE", target) if fold(text) == fold(stands) else Outcome("UPDATE", target, text)
    state = said_before(offer, item.index, target) if operation == "DUPLICATE" else None
    return Outcome(operation, target, state=state)


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
            refused += not _supersedes(source, target, outcomes)
        elif "item" not in (source.kind, target.kind):
            refused += 1  # relations are inferred for what is new
        else:
            links.append(
                Link(source, target, predicate, " ".join(entry.description.split())[:300], min(1.0, max(0.0, entry.weight)), is_told=True)
            )
    return links, refused, listed.surplus


def _edits(offer: Offer, data: dict[str, Any]) -> tuple[list[EdgeEdit], int, int, int]:
    """Edits that can be made, each relation's first; how many were faulty, named no relation that was offered, or were too many."""
    if data.get("edges") is None:
        return [], 0, 0, 0
    listed = items(data, "edges", ReplyEdge, limit=MAX_EDGES_READ)
    edits: dict[int, EdgeEdit] = {}
    faulty, unoffered = listed.faulty, 0
    for entry in listed.records:
        match = _RELATION.fullmatch(entry.relation)
        index = -1 if match is None else int(match[1]) - 1
        if not 0 <= index < len(offer.relations):
            unoffered += 1
        elif entry.operation != "no_change":
            edit = _edit(offer, index, entry)
            if edit is None or index in edits:
                faulty += 1
            else:
                edits[index] = edit
    return list(edits.values()), faulty, unoffered, listed.surplus


def _edit(offer: Offer, index: int, entry: ReplyEdge) -> EdgeEdit | None:
    """None where a `modify` names no predicate that a relation may have, or changes nothing."""
    if entry.operation == "delete":
        return EdgeEdit(index)
    standing = offer.relations[index]
    predicate = standing.predicate if entry.predicate is None else entry.predicate.strip().lower()
    told = standing.description if entry.description is None else " ".join(entry.description.split())[:300]
    weight = standing.weight if entry.weight is None else min(1.0, max(0.0, entry.weight))
    if (
        predicate not in PREDICATES
        or predicate == "supersedes"
        or (predicate, told, weight) == (standing.predicate, standing.description, standing.weight)
    ):
        return None
    return EdgeEdit(index, Link(Target("known", standing.source), Target("known", standing.target), predicate, told, weight, is_told=True))


def _supersedes(source: Target, target: Target, outcomes: list[Outcome]) -> bool:
    """Take the relation as the operation of its item, where that has none of its own; False where it can't be one."""
    if source.kind != "item" or (target.kind == "item" and target.index >= source.index):
        return False
    given = outcomes[source.index]
    if given.operation == "ADD":
        outcomes[source.index] = Outcome("SUPERSEDE", target)
    return given.operation == "ADD" or given.target == target


def _target(ordinal: str, offer: Offer) -> Target | None:
    match = _ORDINAL.fullmatch(ordinal)
    if match is None:
        return None
    offered: Sequence[object] = offer.items if match[1].upper() == "I" else offer.known
    index = int(match[2]) - 1
    return Target("item" if match[1].upper() == "I" else "known", index) if 0 <= index < len(offered) else None
