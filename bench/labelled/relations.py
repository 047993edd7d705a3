"""Reading the labelled relations (`relations.jsonl`): two statements, and how a careful reader would say that they hang together."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from bench.labelled.clusters import ms_of

RelationHalf = Literal["develop", "report"]
RELATION_HALVES: tuple[RelationHalf, ...] = get_args(RelationHalf)
FOLDER = Path(__file__).parent
_NOON_MS = 43_200_000


@dataclass(frozen=True, slots=True)
class Relation:
    """predicate: one of REALM's (R-05); source: the statement it comes from, None where it goes both ways."""

    predicate: str
    source: Literal["a", "b"] | None


@dataclass(frozen=True, slots=True)
class Told:
    """A statement, and when it was said, Unix ms."""

    text: str
    said_ms: int


@dataclass(frozen=True, slots=True)
class GoldRelation:
    """`a` was said before `b`. relation: None where there is none; also: what is as right (None: none). is_one_message: said in one breath."""

    id: str
    kind: str
    a: Told
    b: Told
    relation: Relation | None
    also: tuple[Relation | None, ...]
    is_one_message: bool

    def allows(self, relation: Relation | None) -> bool:
        """Whether it is right to say so of the two."""
        return relation == self.relation or relation in self.also


def relations(half: RelationHalf, folder: Path = FOLDER) -> list[GoldRelation]:
    """The labelled pairs of a half, in the file's order."""
    file = folder / "relations.jsonl"
    if not file.exists():
        sys.exit(f"{file} is not there; give its folder with --data.")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [
        GoldRelation(
            row["id"], row["kind"], _told(row["a"]), _told(row["b"]), _relation(row["gold"]), tuple(map(_relation, row["also"])), row["one_message"]
        )
        for row in rows
        if row["half"] == half
    ]  # fmt: skip


def _told(row: dict[str, str]) -> Told:
    """Said at noon UTC."""
    return Told(row["text"], ms_of(row["said"]) + _NOON_MS)


def _relation(row: list[Any] | None) -> Relation | None:
    return None if row is None else Relation(row[0], row[1])
