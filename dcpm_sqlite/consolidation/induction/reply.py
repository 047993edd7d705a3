"""What a model sends back for a cluster, and how it is read: each action by itself, the bad ones refused and counted (K9, K10, K12)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from dcpm_sqlite.consolidation.induction.offer import (
    Action,
    AddEdge,
    AddEvidence,
    CreateIntention,
    CreateSchema,
    Induction,
    IntentionNews,
    Member,
    Offer,
    Ref,
)  # fmt: skip
from dcpm_sqlite.deciding.parsing import items
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.language.dates import end_ms, read_moment
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import BIDIRECTIONAL, DOMAINS, PREDICATES, Belief

MAX_ACTIONS = 12
MAX_TEXT_CHARS = 400
MAX_CUE_CHARS = 200
MAX_DESCRIPTION_CHARS = 300
MAX_STATES = 8  # of one chain that are shown: its first, and its latest
DEFAULT_PREDICATE = "correlates"  # the papers name none for D-34; this one claims least: no direction, no cause
_UNSURE = 0.5  # confidence and weight of what gives none
_BELIEF = re.compile(r"\s*\[?B\s?(\d{1,4})\]?\s*", re.IGNORECASE)
_NODE = re.compile(r"\s*\[?([NA])\s?(\d{1,4})\]?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReplyAction:
    """One action; what its tool has no use for is null. evidence: "B2"; node, source, target: "N1" or "A1"; dates: first and last day."""

    tool: Literal["create_schema", "create_intention", "add_evidence", "add_edge"]
    text: str | None = None
    domain: str | None = None
    evidence: list[str] | None = None
    confidence: float | None = None
    due_from: str | None = None
    due_until: str | None = None
    cue: str | None = None
    node: str | None = None
    source: str | None = None
    target: str | None = None
    predicate: str | None = None
    description: str | None = None
    weight: float | None = None
    news: IntentionNews | None = None


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    actions: list[ReplyAction]


def states_of(member: Member) -> tuple[Belief, ...]:
    """The states of a chain that are shown, oldest first: all of them, or of a long one the first and the latest."""
    chain = member.chain
    return chain if len(chain) <= MAX_STATES else (chain[0], *chain[1 - MAX_STATES :])


def read(offer: Offer, data: dict[str, Any]) -> Induction:
    """The actions that can be taken, in emission order (D-35). Raises Unusable where there is no list, or none of it can be read."""
    listed = items(data, "actions", ReplyAction, limit=MAX_ACTIONS)
    reading = _Reading(offer, [state.key for member in offer.members for state in states_of(member)])
    for position, action in listed.kept:
        try:
            reading.take(position, action)
        except _Refused as refused:
            reading.refused[str(refused)] += 1
    reading.refused += Counter({"unreadable": listed.faulty, "surplus": listed.surplus})
    return Induction(tuple(reading.actions), tuple(sorted((+reading.refused).items())))


class _Refused(Exception):
    """An action that can't be taken; its words are the reason as it is counted."""


@dataclass(slots=True)
class _Reading:
    offer: Offer
    beliefs: list[int]  # keys by ordinal
    actions: list[Action] = field(default_factory=list)
    made: dict[int, int] = field(default_factory=dict)  # position in the reply, from 0, to place in `actions`, of those that make a node
    refused: Counter[str] = field(default_factory=Counter)

    def take(self, position: int, given: ReplyAction) -> None:
        """Add the action. Raises _Refused."""
        match given.tool:
            case "create_schema":
                domain = _domain(given.domain)
                if domain is None:
                    raise _Refused("unknown domain")
                self._make(position, CreateSchema(_text(given.text), domain, self._evidence(given), _share(given.confidence)))
            case "create_intention":
                self._make(position, self._intention(given))
            case "add_evidence":
                self._put(self._support(given))
            case "add_edge":
                self._put(self._edge(given))

    def _make(self, position: int, action: Action) -> None:
        self.made[position] = len(self.actions)
        self.actions.append(action)

    def _put(self, action: Action) -> None:
        if action in self.actions:
            raise _Refused("said twice")
        self.actions.append(action)

    def _intention(self, given: ReplyAction) -> CreateIntention:
        due_from, due_until = self._day(given.due_from, is_last=False), self._day(given.due_until, is_last=True)
        if due_from is not None and due_until is not None and due_from >= due_until:
            raise _Refused("dates out of order")
        if due_until is not None and due_until <= self.offer.now_ms:
            raise _Refused("over already")
        cue = " ".join((given.cue or "").split())
        if len(cue) > MAX_CUE_CHARS:
            raise _Refused("text too long")
        text, evidence = _text(given.text), self._evidence(given)
        return CreateIntention(text, _domain(given.domain), evidence, _share(given.confidence), due_from, due_until, cue or None)

    def _support(self, given: ReplyAction) -> AddEvidence:
        node, news = self._node(given.node), given.news or "supports"
        if news != "supports" and not self._is_open(node):
            raise _Refused("news of no open intention")
        return AddEvidence(node, self._evidence(given), news)

    def _is_open(self, node: Ref) -> bool:
        """Whether it is an intention that was offered: one that this very reply makes can't have come about."""
        return node.kind == "standing" and self.offer.nodes[node.index].state == "open"

    def _edge(self, given: ReplyAction) -> AddEdge:
        source, target = self._node(given.source), self._node(given.target)
        predicate = fold(given.predicate or "").replace(" ", "_") or DEFAULT_PREDICATE
        if source == target:
            raise _Refused("edge to itself")
        if predicate not in PREDICATES or predicate == "supersedes":  # that is a pointer between beliefs
            raise _Refused("unknown predicate")
        if predicate in BIDIRECTIONAL and (target.kind, target.index) < (source.kind, source.index):
            source, target = target, source
        same = (e for e in self.actions if isinstance(e, AddEdge))
        if any((e.source, e.target, e.predicate) == (source, target, predicate) for e in same):
            raise _Refused("said twice")
        description = " ".join((given.description or "").split())[:MAX_DESCRIPTION_CHARS]
        return AddEdge(source, target, predicate, description, _share(given.weight))

    def _evidence(self, given: ReplyAction) -> tuple[int, ...]:
        """Keys, each once. An action that rests on anything that was not offered is not to be trusted as a whole (K9)."""
        keys = []
        for ordinal in given.evidence or ():
            match = _BELIEF.fullmatch(ordinal)
            if match is None or not 1 <= int(match[1]) <= len(self.beliefs):
                raise _Refused("unknown belief")
            keys.append(self.beliefs[int(match[1]) - 1])
        if not keys:
            raise _Refused("no evidence")
        return tuple(dict.fromkeys(keys))

    def _node(self, ordinal: str | None) -> Ref:
        match = _NODE.fullmatch(ordinal or "")
        index = -1 if match is None else int(match[2]) - 1
        if match is not None and match[1].upper() == "N" and 0 <= index < len(self.offer.nodes):
            return Ref("standing", index)
        if match is not None and match[1].upper() == "A" and index in self.made:
            return Ref("made", self.made[index])
        raise _Refused("unknown node")

    def _day(self, given: str | None, *, is_last: bool) -> int | None:
        """First millisecond of a date, or the one after its last."""
        if given is None or not given.strip():
            return None
        try:
            moment = read_moment(given, now_ms=self.offer.now_ms)
            return end_ms(moment) if is_last else moment.ms
        except (UsageError, ValueError, OverflowError):
            raise _Refused("unreadable date") from None


def _text(given: str | None) -> str:
    text = " ".join((given or "").split())
    if not text:
        raise _Refused("no text")
    if len(text) > MAX_TEXT_CHARS:
        raise _Refused("text too long")
    return text


def _domain(given: str | None) -> str | None:
    """One of DOMAINS; None where none is given."""
    if given is None or not given.strip():
        return None
    if fold(given) not in DOMAINS:
        raise _Refused("unknown domain")
    return fold(given)


def _share(given: float | None) -> float:
    return _UNSURE if given is None else min(1.0, max(0.0, given))
