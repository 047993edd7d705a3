"""Reading the labelled clusters (`clusters.jsonl`): what is offered for induction, and what a careful reader makes of it.

Times, domain and kind of each belief are what the project's rules read of its text, as when a user has it remembered word for word.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from dcpm_sqlite.consolidation.induction.offer import IntentionNews, Member, Offer, Standing
from dcpm_sqlite.language.claims.reading import read_statement
from dcpm_sqlite.records import Belief, Moment, NodeKind

ClusterHalf = Literal["develop", "report"]
CLUSTER_HALVES: tuple[ClusterHalf, ...] = get_args(ClusterHalf)
FOLDER = Path(__file__).parent
_NODE_KEYS = 1_000


@dataclass(frozen=True, slots=True)
class GoldSchema:
    """A regularity: keys of the beliefs that show it, and its domain."""

    evidence: frozenset[int]
    domain: str


@dataclass(frozen=True, slots=True)
class GoldIntention:
    """Something ahead: keys of the beliefs that say so; due: first day, and the day after the last; None where it has no date."""

    evidence: frozenset[int]
    due: tuple[date, date] | None


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """Beliefs that belong to a node that stands already (its index in `offer.nodes`)."""

    node: int
    evidence: frozenset[int]
    news: IntentionNews


@dataclass(frozen=True, slots=True)
class GoldCluster:
    """A cluster with its labels. Keys of beliefs are their places in the row, from 1; also: schemas that are as right, or right besides."""

    id: str
    kind: str
    offer: Offer
    schemas: tuple[GoldSchema, ...]
    also: tuple[GoldSchema, ...]
    intentions: tuple[GoldIntention, ...]
    added: tuple[GoldEvidence, ...]


def clusters(half: ClusterHalf, folder: Path = FOLDER) -> list[GoldCluster]:
    """The labelled clusters of a half, in the file's order."""
    file = folder / "clusters.jsonl"
    if not file.exists():
        sys.exit(f"{file} is not there; give its folder with --data.")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [_cluster(row) for row in rows if row["half"] == half]


def _cluster(row: dict[str, Any]) -> GoldCluster:
    gold = row["gold"]
    nodes = tuple(_node(n, node) for n, node in enumerate(row.get("nodes", ())))
    members = tuple(_member(key, belief, row["party"]) for key, belief in enumerate(row["beliefs"], 1))
    revisited = None if row.get("revisited") is None else nodes[row["revisited"] - 1].key
    return GoldCluster(
        row["id"],
        row["kind"],
        Offer(members, nodes, row["party"], ms_of(row["now"]), revisited),
        tuple(GoldSchema(frozenset(s["evidence"]), s["domain"]) for s in gold["schemas"]),
        tuple(GoldSchema(frozenset(s["evidence"]), s["domain"]) for s in gold["also"]),
        tuple(GoldIntention(frozenset(i["evidence"]), _days(i["due"])) for i in gold["intentions"]),
        tuple(GoldEvidence(a["node"] - 1, frozenset(a["evidence"]), a["news"]) for a in gold["added"]),
    )


def _member(key: int, row: dict[str, Any], party: str) -> Member:
    """Its earlier states have keys of their own, which no label names."""
    states = [*row.get("before", ()), [row["said"], row["text"]]]
    chain = [
        statement(text, said, key=key + 100 * (len(states) - n), party=row.get("party", party), subject=row.get("subject"))
        for n, (said, text) in enumerate(states, 1)
    ]
    return Member(tuple(chain), 10_000 + key)


def statement(text: str, said: str, *, key: int, party: str | None, subject: str | None = None) -> Belief:
    """A belief as the rules read it, said at noon UTC of a day; what is about somebody else has no party."""
    said_ms = ms_of(said) + 43_200_000
    claim = read_statement(text, said=Moment(said_ms))
    holds = claim.holds
    return Belief(
        key=key, id=f"b{key}", kind=claim.kind, type=claim.type, text=text, party=party if subject is None else None, domain=claim.domain,
        salience=claim.salience, is_core=False, said_ms=said_ms, holds_from=None if holds is None else holds.from_ms,
        holds_until=None if holds is None else holds.until_ms, supersedes=None, superseded_by=None, recorded_at=said_ms, subject=subject,
        attribute=claim.attribute, about=claim.about, holds_precision=None if holds is None else holds.precision,
    )  # fmt: skip


def _node(index: int, row: dict[str, Any]) -> Standing:
    kind: NodeKind = row["kind"]
    days = _days(row.get("due"))
    due = (None, None) if days is None else (ms_of(days[0].isoformat()), ms_of(days[1].isoformat()))
    state: Literal["open", "standing"] = "open" if kind == "intention" else "standing"
    return Standing(_NODE_KEYS + index, kind, row["domain"], row["text"], state, "meaning", *due, tuple(row["evidence"]))


def ms_of(day: str) -> int:
    """Midnight UTC of a date, Unix ms."""
    return round(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000)


def _days(days: list[str] | None) -> tuple[date, date] | None:
    return None if days is None else (date.fromisoformat(days[0]), date.fromisoformat(days[1]))
