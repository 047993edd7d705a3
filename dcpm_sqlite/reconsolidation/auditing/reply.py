"""What a model sends back of a use, and how it is read: its constraints are kept here, not only asked for (R-41, R-46)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from dcpm_sqlite.deciding.parsing import items
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.reconsolidation.auditing.offer import Audit, Edit, EditAction, Offer
from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES

MAX_TOPIC_CHARS = 300
MAX_DESCRIPTION_CHARS = 300
MAX_READ = 400  # edits, and ids of a group, that are looked at
_UNSURE = 0.5  # confidence of an edit that gives none
_ACTIONS: dict[str, EditAction] = {  # REALM names them in three ways
    "add": "add", "create": "add", "add_edge": "add", "create_edge": "add", "strengthen": "strengthen", "strengthen_edge": "strengthen",
    "weaken": "weaken", "weaken_edge": "weaken",
}  # fmt: skip
_ITEM = re.compile(r"\s*\[?F?\s?(\d{1,4})\]?\s*", re.IGNORECASE)
_EDGE = re.compile(r"\s*\[?E?\s?(\d{1,4})\]?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReplyEdit:
    """One edit: edge_id of what is strengthened or weakened; source, target, predicate and description of what is added."""

    action: str
    edge_id: str | None = None
    source: str | None = None
    target: str | None = None
    predicate: str | None = None
    description: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply, with D.7's names."""

    topic: str
    gold_supporting_node_ids: list[str]
    supporting_associated_node_ids: list[str]
    misleading_node_ids: list[str]
    unrelated_node_ids: list[str]
    edits: list[ReplyEdit]


def read(offer: Offer, data: dict[str, Any]) -> Audit:
    """Groups and edits that can be taken, in their order. Raises Unusable where there is no list of edits, or none can be read."""
    listed = items(data, "edits", ReplyEdit, limit=MAX_READ)
    reading = _Reading(offer, Counter({"unreadable": listed.faulty, "surplus": listed.surplus}))
    key = reading.group(data.get("gold_supporting_node_ids"))
    supporting = reading.group(data.get("supporting_associated_node_ids"))
    misleading = reading.group(data.get("misleading_node_ids"))
    unrelated = reading.group(data.get("unrelated_node_ids"))
    for given in listed.records:
        reading.take(given)
    topic = data.get("topic")
    words = " ".join(topic.split())[:MAX_TOPIC_CHARS] if isinstance(topic, str) else ""
    return Audit(words, key, supporting, misleading, unrelated, tuple(reading.edits), tuple(sorted((+reading.refused).items())))


@dataclass(slots=True)
class _Reading:
    offer: Offer
    refused: Counter[str]
    edits: list[Edit] = field(default_factory=list)
    grouped: set[int] = field(default_factory=set)
    touched: set[tuple[int, int, str]] = field(default_factory=set)

    def group(self, given: Any) -> tuple[int, ...]:
        """Places; an item stays in the first group that names it (R-40)."""
        if not isinstance(given, list):
            self.refused["no list"] += given is not None
            return ()
        self.refused["surplus"] += max(0, len(given) - MAX_READ)
        taken = []
        for one in given[:MAX_READ]:
            place = _place(_ITEM, one, len(self.offer.items))
            if place is None:
                self.refused["unknown item"] += 1
            elif place in self.grouped:
                self.refused["in two groups"] += 1
            else:
                self.grouped.add(place)
                taken.append(place)
        return tuple(taken)

    def take(self, given: ReplyEdit) -> None:
        """Add the edit, or count why not."""
        action = _ACTIONS.get(fold(given.action).replace(" ", "_"))
        if action is None:
            self.refused["unknown action"] += 1
            return
        edit = self._of_new(given) if action == "add" else self._of_standing(given, action)
        if edit is None:
            return
        pair = (edit.source, edit.target, edit.predicate)
        if pair in self.touched:
            self.refused["said twice"] += 1
        elif len(self.edits) == self.offer.max_edits:
            self.refused["surplus"] += 1
        else:
            self.touched.add(pair)
            self.edits.append(edit)

    def _of_new(self, given: ReplyEdit) -> Edit | None:
        source, target = (_place(_ITEM, end, len(self.offer.items)) for end in (given.source, given.target))
        predicate = fold(given.predicate or "").replace(" ", "_")
        if source is None or target is None:
            self.refused["unknown item"] += 1
        elif source == target:
            self.refused["edge to itself"] += 1
        elif predicate not in PREDICATES:
            self.refused["unknown predicate"] += 1
        elif predicate == "supersedes":
            self.refused["supersedes is not judged here"] += 1  # a pointer, set when a belief is written
        else:
            return self._add(source, target, predicate, given)
        return None

    def _add(self, source: int, target: int, predicate: str, given: ReplyEdit) -> Edit:
        """An add of what stands names that: it will strengthen it (R-45)."""
        if predicate in BIDIRECTIONAL and source > target:
            source, target = target, source
        sure, told = self._confidence(given), " ".join((given.description or "").split())[:MAX_DESCRIPTION_CHARS]
        for place, edge in enumerate(self.offer.edges):
            same = (edge.source, edge.target) == (source, target) or (
                predicate in BIDIRECTIONAL and (edge.target, edge.source) == (source, target)
            )
            if edge.predicate == predicate and same:
                return Edit("add", edge.source, edge.target, predicate, sure, place)
        return Edit("add", source, target, predicate, sure, description=told)

    def _of_standing(self, given: ReplyEdit, action: EditAction) -> Edit | None:
        place = _place(_EDGE, given.edge_id, len(self.offer.edges))
        if place is None:
            self.refused["unknown relation"] += 1
            return None
        edge = self.offer.edges[place]
        if edge.relation is None:
            self.refused["supersedes is not judged here"] += 1
            return None
        return Edit(action, edge.source, edge.target, edge.predicate, self._confidence(given), place)

    def _confidence(self, given: ReplyEdit) -> float:
        sure = _UNSURE if given.confidence is None else min(1.0, max(0.0, given.confidence))
        self.refused["out of bounds"] += given.confidence is not None and sure != given.confidence
        return sure


def _place(pattern: re.Pattern[str], ordinal: Any, count: int) -> int | None:
    match = pattern.fullmatch(ordinal[:20]) if isinstance(ordinal, str) else None
    place = -1 if match is None else int(match[1]) - 1
    return place if 0 <= place < count else None
