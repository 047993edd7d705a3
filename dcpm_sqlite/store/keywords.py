"""Keyword indexes: FTS5 finds which rows hold a term, the scoring is ours.

FTS5's own bm25() takes its statistics from the whole file: one space's scores would tell about another space's texts, and every
matching row costs a microsecond. Here one bounded compound statement fetches each term's newest rows within the space's range of
ids; recall counts and weighs them. The same statement serves ten rows and a million.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.language.index_text import fts_string, index_text

Keys = NDArray[np.int64]


def put(db: apsw.Connection, table: str, entries: Sequence[tuple[int, str]]) -> None:
    """Index the texts under their keys; none of the keys may be indexed yet."""
    db.executemany(f"INSERT INTO {table}(rowid, body) VALUES (?, ?)", [(key, index_text(text)) for key, text in entries])


def remove(db: apsw.Connection, table: str, entries: Sequence[tuple[int, str]]) -> None:
    """Take the texts out again; they must be the very texts that were indexed, since the index keeps no copy."""
    db.executemany(
        f"INSERT INTO {table}({table}, rowid, body) VALUES ('delete', ?, ?)",
        [(key, index_text(text)) for key, text in entries],
    )


def postings(db: apsw.Connection, tables: Sequence[str], space: int, terms: Sequence[str], *, limit: int) -> dict[str, list[Keys]]:
    """Per table and term the keys of the newest `limit` rows of the space that hold it, newest first (1 statement)."""
    if not terms or not tables:
        return {table: [] for table in tables}
    low, high = space << 32, (space + 1) << 32
    arms, values, found = [], [], {}
    for table in tables:
        found[table] = [np.empty(0, np.int64) for _ in terms]
        for number, term in enumerate(terms):
            # each arm is a subquery of its own, so that the order and the limit are its own
            arms.append(
                f"SELECT '{table}', {number}, group_concat(rowid) FROM (SELECT rowid FROM {table} WHERE {table} MATCH ? "
                "AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?)"
            )
            values += [fts_string(term), low, high - 1, limit]
    for table, number, keys in db.execute(" UNION ALL ".join(arms), values):
        if keys is not None:
            found[table][number] = np.array(keys.split(","), np.int64)
    return found
