"""The encoder that made the file's vectors, as the file remembers it (X-10)."""

from __future__ import annotations

from dataclasses import dataclass

import apsw


@dataclass(frozen=True, slots=True)
class EncoderRow:
    """Name, digest of its files, width, prefixes, and its packed background distribution."""

    name: str
    digest: str
    width: int
    query_prefix: str
    passage_prefix: str
    calibration: bytes


_COLUMNS = "SELECT name, digest, width, query_prefix, passage_prefix, calibration FROM encoder"


def current(db: apsw.Connection) -> EncoderRow:
    """The encoder in use (1 statement)."""
    return next(EncoderRow(*row) for row in db.execute(f"{_COLUMNS} WHERE state = 'current'"))


def next_one(db: apsw.Connection) -> EncoderRow | None:
    """The encoder that a re-embedding under way moves the file to."""
    return next((EncoderRow(*row) for row in db.execute(f"{_COLUMNS} WHERE state = 'next'")), None)


def insert(db: apsw.Connection, encoder: EncoderRow, *, state: str) -> None:
    """Record an encoder."""
    db.execute(
        "INSERT INTO encoder(name, digest, width, query_prefix, passage_prefix, calibration, state) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            encoder.name,
            encoder.digest,
            encoder.width,
            encoder.query_prefix,
            encoder.passage_prefix,
            encoder.calibration,
            state,
        ),
    )
