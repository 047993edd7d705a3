"""What a model sends back for an induction, and how it is read: each action by itself, a bad one refused, its siblings kept (D-30..D-35)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from dcpm_sqlite.consolidation.induction.offer import (
    Action,
    AddEdge,
    AddEvidence,
    CreateIntention,
    CreateSchema,
    Induction,
    IntentionNews,
    Offer,
    Ref,
)
from dcpm_sqlite.deciding.parsing import items
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import DOMAINS, PREDICATES

MAX_ACTIONS = 12
MAX_TEXT_CHARS = 400
MAX_CUE_CHARS = 120
_ORDINAL = re.compile(r"\s*\[?([BNA])\s?(\d{1,4})\]?\s*", re.IGNORECASE)

Tool = Literal["create_schema", "create_intention", "add_evidence", "add_edge"]


@dataclass(frozen=True, slots=True)
class ReplyAction:
    """One action; fields that its tool does not take are null. evidence: "B1" ..; node, source, target: "N1", or "A1" for an earlier action."""

    tool: Tool
    text: str | None
    domain: str | None
    evidence: list[str] | None
    confidence: float | None
    due_from: str | None
    due_until: str | None
    cue: str | None
    node: str | None
    news: str | None
    source: str | None
    target: str | None
    predicate: str | None
    description: str | None
    weight: float | None


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    actions: list[ReplyAction]


class _Refused(Exception):
    """Why one action is not taken; its message is counted."""


@dataclass(slots=True)
class _Reading:
    """Actions read so far. made: per action of the reply that made a node, its index among those kept."""

    offer: Offer
    kept: list[Action]
    made: dict[int, int]

    def action(self, entry: ReplyAction) -> Action:
        """One action. Raises _Refused."""
        match entry.tool:
            case "create_schema":
                return CreateSchema(_text(entry.text), self.domain(entry.domain), self.evidence(entry), _share(entry.confidence))
            case "create_intention":
                start, end = _date(entry.due_from), _date(entry.due_until)
                if start is not None and end is not None and start >= end:
                    raise _Refused("horizon that ends before it begins")
                domain = None if entry.domain is None else self.domain(entry.domain)
                cue = " ".join((entry.cue or "").split())[:MAX_CUE_CHARS] or None
                return CreateIntention(_text(entry.text), domain, self.evidence(entry), _share(entry.confidence), start, end, cue)
            case "add_evidence":
                return self.support(entry)
            case "add_edge":
                return self.edge(entry)

    def support(self, entry: ReplyAction) -> AddEvidence:
        node = self.node(entry.node)
        news: IntentionNews = entry.news if entry.news in ("fulfils", "drops") else "supports"  # type: ignore[assignment]
        is_intention = (
            self.offer.nodes[node.index].kind == "intention"
            if node.kind == "standing"
            else isinstance(self.kept[node.index], CreateIntention)
        )
        if news != "supports" and not is_intention:
            raise _Refused("news of what is no intention")
        return AddEvidence(node, self.evidence(entry), news)

    def edge(self, entry: ReplyAction) -> AddEdge:
        """The paper names no relation for structural edges: without one, the two go together."""
        source, target = self.node(entry.source), self.node(entry.target)
        predicate = (entry.predicate or "correlates").strip().lower()
        if predicate not in PREDICATES or predicate == "supersedes":
            raise _Refused("predicate that is not known")
        if source == target:
            raise _Refused("edge from a node to itself")
        return AddEdge(source, target, predicate, " ".join((entry.description or "").split())[:300], _share(entry.weight))

    def domain(self, given: str | None) -> str:
        found = fold(given or "")
        if found not in DOMAINS:
            raise _Refused("domain that is not on the list")
        return found

    def evidence(self, entry: ReplyAction) -> tuple[int, ...]:
        """Keys of states that were offered: of the cluster, or of its chains (D-33)."""
        states = [state.key for member in self.offer.members for state in member.chain]
        found: dict[int, None] = {}
        for ordinal in entry.evidence or ():
            kind, index = _ordinal(ordinal)
            if kind != "B" or not 0 <= index < len(states):
                raise _Refused("evidence that was not offered")
            found[states[index]] = None
        if not found:
            raise _Refused("no evidence")
        return tuple(found)

    def node(self, ordinal: str | None) -> Ref:
        kind, index = _ordinal(ordinal or "")
        if kind == "N" and 0 <= index < len(self.offer.nodes):
            return Ref("standing", index)
        if kind == "A" and index in self.made:
            return Ref("made", self.made[index])
        raise _Refused("node that was not offered")


def read(offer: Offer, data: dict[str, Any]) -> Induction:
    """The actions that can be taken, in emission order. Raises Unusable where none can be read."""
    listed = items(data, "actions", ReplyAction, limit=MAX_ACTIONS)
    refused = Counter({"action that can't be read": listed.faulty, "action beyond the limit": listed.surplus})
    reading = _Reading(offer, [], {})
    for position, entry in listed.kept:
        try:
            action = reading.action(entry)
        except _Refused as why:
            refused[str(why)] += 1
            continue
        if isinstance(action, CreateSchema | CreateIntention):
            reading.made[position] = len(reading.kept)
        reading.kept.append(action)
    return Induction(tuple(reading.kept), tuple((reason, n) for reason, n in sorted(refused.items()) if n))


def _ordinal(given: str) -> tuple[str, int]:
    match = _ORDINAL.fullmatch(given)
    return ("", -1) if match is None else (match[1].upper(), int(match[2]) - 1)


def _text(given: str | None) -> str:
    text = " ".join((given or "").split())
    if not 0 < len(text) <= MAX_TEXT_CHARS:
        raise _Refused("no text, or too long a one")
    return text


def _share(given: float | None) -> float:
    return min(1.0, max(0.0, 0.5 if given is None else given))


def _date(given: str | None) -> int | None:
    if given is None or not given.strip():
        return None
    try:
        return int(datetime.fromisoformat(given.strip()[:10]).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise _Refused("date that can't be read") from None
