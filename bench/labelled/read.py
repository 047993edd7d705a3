"""Reading the labelled files into values."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, cast, get_args

from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.records import BeliefKind, BeliefType, Moment

Half = Literal["develop", "validation", "practice", "report"]
Outcome = Literal["supersede", "duplicate", "update", "contradict", "add"]
Days = tuple[date, date | None]  # first day and the day after the last; None: open

HALVES: tuple[Half, ...] = get_args(Half)
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """What a reader takes from `quote`, code points start..end of the message.

    subject: None for the speaker, else whom or what it is about; or_speaker: to call it the speaker's is as right ("my car").
    """

    quote: str
    start: int
    end: int
    kind: BeliefKind
    type: BeliefType
    subject: str | None
    or_speaker: bool
    is_negated: bool
    domain: str
    holds: Days | None
    about: Days | None


@dataclass(frozen=True, slots=True)
class GoldMessage:
    """A message with what it claims; no claims: nothing is to be drawn from it. question: what it answers."""

    id: str
    text: str
    said: Moment
    speaker: str | None
    question: str | None
    claims: tuple[GoldClaim, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """One side of a pair."""

    text: str
    said: Moment


@dataclass(frozen=True, slots=True)
class GoldPair:
    """What `new`, said later, does to `old`; also: outcomes that are as right."""

    id: str
    old: Said
    new: Said
    outcome: Outcome
    also: tuple[Outcome, ...]


def messages(half: Half, folder: Path = FOLDER) -> list[GoldMessage]:
    """The labelled messages of a half, in the file's order."""
    return [
        GoldMessage(row["id"], row["text"], _moment(row["said"]), row["speaker"], row["question"],
                    tuple(_claim(row["text"], claim) for claim in row["claims"]))
        for row in _rows(folder / f"sentences_{half}.jsonl")
    ]  # fmt: skip


def pairs(half: Half, folder: Path = FOLDER) -> list[GoldPair]:
    """The labelled pairs of a half, in the file's order."""
    return [
        GoldPair(row["id"], _statement(row["old"]), _statement(row["new"]), row["outcome"], tuple(row.get("also", ())))
        for row in _rows(folder / f"pairs_{half}.jsonl")
    ]


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    if not file.exists():
        sys.exit(f"{file} is not there; give its folder with --data.")
    return (json.loads(line) for line in file.read_text("utf-8").splitlines())


def _claim(text: str, row: dict[str, Any]) -> GoldClaim:
    start = text.index(row["quote"])
    return GoldClaim(
        row["quote"], start, start + len(row["quote"]), row["kind"], row["type"], row["subject"], row.get("or_speaker", False),
        row["negated"], row["domain"], _days(row["holds"]), _days(row["about"]),
    )  # fmt: skip


def _statement(row: dict[str, str]) -> Said:
    return Said(row["text"], _moment(row["said"]))


def _moment(said: str) -> Moment:
    return read_moment(datetime.fromisoformat(said), now_ms=0)


def _days(stretch: list[str | None] | None) -> Days | None:
    if stretch is None:
        return None
    first, after = stretch
    return date.fromisoformat(cast(str, first)), None if after is None else date.fromisoformat(after)
