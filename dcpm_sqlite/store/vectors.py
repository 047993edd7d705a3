"""The vector index: coarse candidates by sign bits, exact rescoring from int8 vectors.

A code holds the signs of a vector's components less the encoder's centre (its mean over unrelated texts), taken from the int8
vector, so that it can be made again from what the file keeps. Candidates come from vec0, or from codes held in memory (`codes`),
which follow the index by the bounded log of changes that is written here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import apsw
import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.errors import EncoderError

F32 = NDArray[np.float32]
Keys = NDArray[np.int64]
LOG_LENGTH = 4_096
VEC0_LIMIT = 4_096  # sqlite-vec's largest k


@dataclass(frozen=True, slots=True)
class Quantised:
    """A vector as the file keeps it: int8 components times a scale."""

    scale: float
    code: bytes


def quantise(vector: F32) -> Quantised:
    """Raises EncoderError for a vector that is zero or not finite: it would be everybody's nearest neighbour."""
    largest = float(np.abs(vector).max())
    if not np.isfinite(largest) or largest == 0.0:
        raise EncoderError("The encoder returned a vector that is zero or not finite; use another encoder.")
    scale = largest / 127
    return Quantised(scale, np.round(vector / scale).astype(np.int8).tobytes())


def text_digest(key: bytes, text: str) -> bytes:
    """8 bytes that tell whether a vector still stands for its text."""
    return hashlib.blake2b(text.encode(), key=key, digest_size=8).digest()


class CandidateSource(Protocol):
    """Where coarse candidates come from."""

    def nearest(self, db: apsw.Connection, space: int, names: Sequence[str], code: bytes, limit: int) -> dict[str, Keys]:
        """Per index the keys of about `limit` rows with the smallest Hamming distance to `code`."""
        ...


class Vec0Source:
    """Candidates by vec0: no memory, a scan of the space's partition (1 statement for all indexes)."""

    def nearest(self, db: apsw.Connection, space: int, names: Sequence[str], code: bytes, limit: int) -> dict[str, Keys]:
        arm = "SELECT * FROM (SELECT {number}, id FROM {name} WHERE code MATCH vec_bit(?) AND k = ? AND space = ?)"
        sql = " UNION ALL ".join(arm.format(number=number, name=name) for number, name in enumerate(names))
        found: list[list[int]] = [[] for _ in names]
        for number, key in db.execute(sql, (code, min(limit, VEC0_LIMIT), space) * len(names)):
            found[number].append(key)
        return {name: np.array(keys, np.int64) for name, keys in zip(names, found, strict=True)}


def apsw_ints(keys: Sequence[int] | Keys) -> object:
    """Keys as one bound array for carray(); an empty one can't be bound, and -1 is no row's key."""
    return apsw.carray(np.ascontiguousarray(keys if len(keys) else [-1], np.int64))


def sign_codes(vectors: F32, centre: F32) -> NDArray[np.uint8]:
    """(n, width) vectors to (n, ceil(width / 8)) bytes of sign bits, the first component in the lowest bit."""
    return np.packbits(vectors > centre, axis=1, bitorder="little")


def put(db: apsw.Connection, name: str | None, entries: Sequence[tuple[int, bytes, F32]], centre: F32) -> None:
    """Write vectors of (key, text digest, vector) into the table and its coarse index, None for no index; existing ones are replaced."""
    if not entries:
        return
    quantised = [quantise(vector) for _, _, vector in entries]
    db.executemany(
        "INSERT INTO vector(id, scale, digest, code) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET scale = excluded.scale, digest = excluded.digest, code = excluded.code",
        [(key, q.scale, digest, q.code) for (key, digest, _), q in zip(entries, quantised, strict=True)],
    )
    if name is not None:
        _index(db, name, [key for key, _, _ in entries], quantised, centre)
    db.executemany("DELETE FROM unembedded WHERE id = ?", [(key,) for key, _, _ in entries])


def _index(db: apsw.Connection, name: str, keys: Sequence[int], quantised: Sequence[Quantised], centre: F32) -> None:
    stored = np.stack([np.frombuffer(q.code, np.int8).astype(np.float32) * np.float32(q.scale) for q in quantised])
    codes = sign_codes(stored, centre)
    db.executemany(f"DELETE FROM {name} WHERE id = ?", [(key,) for key in keys])
    columns, live = ("id, space, live, code", ", 1") if name == "belief_vec" else ("id, space, code", "")
    db.executemany(
        f"INSERT INTO {name}({columns}) VALUES (?, ?{live}, vec_bit(?))",
        [(key, key >> 32, code.tobytes()) for key, code in zip(keys, codes, strict=True)],
    )
    _log(db, name, keys)


def remove(db: apsw.Connection, name: str, keys: Sequence[int]) -> int:
    """Delete vectors and their coarse codes; how many there were."""
    if not keys:
        return 0
    before = db.total_changes()
    db.execute("DELETE FROM vector WHERE id IN carray(?)", (apsw_ints(keys),))
    removed = db.total_changes() - before
    db.executemany(f"DELETE FROM {name} WHERE id = ?", [(key,) for key in keys])
    db.execute("DELETE FROM unembedded WHERE id IN carray(?)", (apsw_ints(keys),))
    _log(db, name, keys)
    return removed


def set_live(db: apsw.Connection, key: int, *, is_live: bool) -> None:
    """A superseded belief is no longer live: it stays searchable, and out of the current view."""
    db.execute("UPDATE belief_vec SET live = ? WHERE id = ?", (int(is_live), key))


def _log(db: apsw.Connection, name: str, keys: Sequence[int]) -> None:
    for space in {key >> 32 for key in keys}:
        n = db.execute("SELECT coalesce(max(n), -1) FROM code_change WHERE space = ? AND name = ?", (space, name)).get
        mine = [key for key in keys if key >> 32 == space]
        # a change log longer than its bound is no use to anybody: one entry with a gap before it makes followers build anew
        kept = mine if len(mine) <= LOG_LENGTH else mine[-1:]
        first = n + 1 + (len(mine) - len(kept))
        db.executemany(
            "INSERT INTO code_change(space, name, n, id) VALUES (?, ?, ?, ?)",
            [(space, name, first + i, key) for i, key in enumerate(kept)],
        )
        db.execute(
            "DELETE FROM code_change WHERE space = ? AND name = ? AND n <= ?",
            (space, name, first + len(kept) - 1 - LOG_LENGTH),
        )


def nearest(
    db: apsw.Connection,
    source: CandidateSource,
    space: int,
    names: Sequence[str],
    query: F32,
    centre: F32,
    *,
    coarse: int,
    limit: int,
) -> dict[str, tuple[Keys, F32]]:
    """Per index the `limit` nearest of `coarse` candidates: keys and exact cosines over the stored vectors, best first (2 statements)."""
    code = sign_codes(query[None, :], centre)[0].tobytes()
    candidates = source.nearest(db, space, names, code, coarse)
    found, similarities = similarity(db, np.concatenate(list(candidates.values())), query)
    result = {}
    for name, keys in candidates.items():
        mine = np.isin(found, keys)
        order = np.argsort(-similarities[mine], kind="stable")[:limit]
        result[name] = (found[mine][order], similarities[mine][order])
    return result


def similarity(db: apsw.Connection, keys: Keys, query: F32) -> tuple[Keys, F32]:
    """Cosines of `query` with the stored vectors of those keys that have one (1 statement)."""
    if not len(keys):
        return np.empty(0, np.int64), np.empty(0, np.float32)
    rows = list(db.execute("SELECT id, scale, code FROM vector WHERE id IN carray(?)", (apsw_ints(np.sort(keys)),)))
    if not rows:
        return np.empty(0, np.int64), np.empty(0, np.float32)
    codes = np.frombuffer(b"".join(row[2] for row in rows), np.int8).reshape(len(rows), -1)
    scales = np.fromiter((row[1] for row in rows), np.float32, len(rows))
    found = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    return found, (codes.astype(np.float32) @ query) * scales


def stored(db: apsw.Connection, keys: Sequence[int], *, of: Literal["meaning", "behaviour"] = "meaning") -> tuple[Keys, F32]:
    """Keys (n,) in rising order, of those that have a vector, and their vectors (n, width) as the file keeps them (1 statement)."""
    table = "vector" if of == "meaning" else "behaviour_vector"
    rows = list(db.execute(f"SELECT id, scale, code FROM {table} WHERE id IN carray(?) ORDER BY id", (apsw_ints(keys),)))
    if not rows:
        return np.empty(0, np.int64), np.empty((0, 0), np.float32)
    codes = np.frombuffer(b"".join(row[2] for row in rows), np.int8).reshape(len(rows), -1)
    scales = np.fromiter((row[1] for row in rows), np.float32, len(rows))
    return np.fromiter((row[0] for row in rows), np.int64, len(rows)), codes.astype(np.float32) * scales[:, None]


def rebuild(db: apsw.Connection, name: str, centre: F32, *, kinds: Sequence[str]) -> int:
    """Fill an empty coarse index from the vectors of all items of those kinds; how many."""
    total, last = 0, 0
    marks = ", ".join("?" for _ in kinds)
    while True:
        rows = list(
            db.execute(
                f"SELECT v.id, v.scale, v.code FROM vector AS v JOIN item AS i ON i.id = v.id WHERE v.id > ? AND i.kind IN ({marks}) "
                "ORDER BY v.id LIMIT 2000",
                (last, *kinds),
            )
        )
        if not rows:
            return total
        _index(db, name, [row[0] for row in rows], [Quantised(row[1], row[2]) for row in rows], centre)
        total, last = total + len(rows), rows[-1][0]


def followed(db: apsw.Connection) -> dict[tuple[int, str], int]:
    """Per space and index the last change that another process may have followed."""
    return {(space, name): n for space, name, n in db.execute("SELECT space, name, max(n) FROM code_change GROUP BY 1, 2")}


def break_log(db: apsw.Connection, followed: Mapping[tuple[int, str], int]) -> None:
    """Leave a gap behind what other processes may have followed, so that they build their codes anew."""
    for (space, name), n in followed.items():
        db.execute("DELETE FROM code_change WHERE space = ? AND name = ?", (space, name))
        db.execute("INSERT INTO code_change(space, name, n, id) VALUES (?, ?, ?, 0)", (space, name, n + 2))
