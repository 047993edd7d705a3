"""The text that stands for an item in the vector index. One recipe per kind; another recipe means that vectors are made anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import apsw

from dcpm_sqlite.store.raw import PassageText, passage_texts
from dcpm_sqlite.store.vectors import apsw_ints

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
CONTEXT_CHARS = 300  # of the passage before: enough to know what is answered, short enough to leave room for the passage


@dataclass(frozen=True, slots=True)
class ItemText:
    """An item's kind and the text that is embedded for it."""

    kind: str
    text: str


def keyword_text(passage: PassageText) -> str:
    """What the keyword index takes of a passage: its date and speaker are words that questions use."""
    return f"{_date(passage.said_ms)} {passage.speaker} {passage.text}"


def _date(said_ms: int) -> str:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=said_ms)
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def passage_text(passage: PassageText) -> str:
    """`[date] Speaker: before` and `Speaker: text`: without the date and the turn before, meaning is often lost."""
    date = _date(passage.said_ms)
    if passage.previous_text is None:
        return f"[{date}] {passage.speaker}: {passage.text}"
    return f"[{date}] {passage.previous_speaker}: {passage.previous_text[-CONTEXT_CHARS:]}\n{passage.speaker}: {passage.text}"


def current_texts(db: apsw.Connection, keys: Sequence[int]) -> dict[int, ItemText]:
    """Kind and text of each item that has one (at most 2 statements)."""
    if not keys:
        return {}
    found = {p.key: ItemText("passage", passage_text(p)) for p in passage_texts(db, keys)}
    rest = [key for key in keys if key not in found]
    if rest:
        rows = db.execute(
            "SELECT i.id, i.kind, coalesce((SELECT text FROM wording WHERE belief = i.id AND withdrawn_by IS NULL ORDER BY number DESC LIMIT 1), "
            "  (SELECT text FROM summary WHERE id = i.id), (SELECT text FROM node WHERE id = i.id), "
            "  (SELECT nullif(description, '') FROM relation WHERE id = i.id)) "
            "FROM item AS i WHERE i.id IN carray(?)",
            (apsw_ints(rest),),
        )
        found |= {key: ItemText(kind, text) for key, kind, text in rows if text is not None}
    return found


def unembedded(db: apsw.Connection, *, after: int, limit: int) -> list[int]:
    """Keys above `after` of items that wait for their vector, oldest first, of all spaces."""
    return [row[0] for row in db.execute("SELECT id FROM unembedded WHERE id > ? ORDER BY id LIMIT ?", (after, limit))]
