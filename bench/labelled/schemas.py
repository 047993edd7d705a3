"""Reading the labelled pairs of schemas (`schema_pairs.jsonl`): which behave alike across domains, and which must not be brought together."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

SchemaHalf = Literal["develop", "report"]
SCHEMA_HALVES: tuple[SchemaHalf, ...] = get_args(SchemaHalf)
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class GoldSchema:
    """A schema. worded_by: `model` or `rule` (extractive); behaviour: as written by hand, None where there is none; pattern: its label."""

    key: str
    domain: str
    worded_by: str
    text: str
    evidence: tuple[str, ...]
    behaviour: str | None
    pattern: str


@dataclass(frozen=True, slots=True)
class GoldSchemas:
    """Two schemas; collides: whether a core schema over both is to be asked for. Two authors wrote them, in two sets."""

    id: str
    kind: str
    collides: bool
    a: GoldSchema
    b: GoldSchema

    @property
    def set(self) -> int:
        """1 or 2, by who wrote it."""
        return 2 if self.id.startswith("s") else 1


def schema_pairs(half: SchemaHalf, folder: Path = FOLDER) -> list[GoldSchemas]:
    """The labelled pairs of a half, in the file's order."""
    file = folder / "schema_pairs.jsonl"
    if not file.exists():
        sys.exit(f"{file} is not there; give its folder with --data.")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [
        GoldSchemas(row["id"], row["kind"], row["collides"], _schema(row["a"]), _schema(row["b"])) for row in rows if row["half"] == half
    ]


def _schema(row: dict[str, Any]) -> GoldSchema:
    return GoldSchema(row["schema"], row["domain"], row["worded_by"], row["text"], tuple(row["evidence"]), row["behaviour"], row["pattern"])
