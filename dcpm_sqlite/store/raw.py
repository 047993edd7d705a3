"""Spaces, parties, sessions, raw inputs and their passages."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from dcpm_sqlite.errors import UnknownId
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Emptiness, Message, Moment, RawInput
from dcpm_sqlite.store.ids import UidSource, as_number, as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work


def hash_key(db: apsw.Connection) -> bytes:
    """The 32 bytes that key every digest of this file."""
    value = db.execute("SELECT value FROM meta WHERE key = 'hash_key'").get
    assert isinstance(value, bytes)
    return value


def digest(key: bytes, *fields: str | int | None) -> bytes:
    """16 bytes over the fields, each with its length, so that no two lists of fields run together."""
    state = hashlib.blake2b(key=key, digest_size=16)
    for field in fields:
        data = b"" if field is None else str(field).encode()
        state.update(len(data).to_bytes(8, "big") + data)
    return state.digest()


def space_key(db: apsw.Connection, name: str) -> int | None:
    """The space of that name; None when there is none yet."""
    found: int | None = db.execute("SELECT id FROM space WHERE name = ?", (name,)).get
    return found


def ensure_space(db: apsw.Connection, name: str, uids: UidSource, now_ms: int) -> int:
    """The space of that name, made when there is none."""
    found = space_key(db, name)
    if found is None:
        db.execute("INSERT INTO space(uid, name, created_at) VALUES (?, ?, ?)", (uids.next(now_ms), name, now_ms))
        found = db.last_insert_rowid()
    return found


def find(db: apsw.Connection, space: int, text: str) -> tuple[int, str]:
    """Key and kind of the item with that public id. Raises UnknownId when this space has none."""
    row = db.execute("SELECT id, kind FROM item WHERE uid = ? AND space = ?", (as_number(text), space)).fetchone()
    if row is None:
        raise UnknownId(f"Nothing here has the id {text}; `dcpm list` shows what there is.")
    return row[0], row[1]


def ensure_party(work: Work, name: str) -> int:
    """The party of that name in the space, made when there is none."""
    db, folded = work.db, fold(name)
    low = work.space << 32
    found = db.execute("SELECT id FROM party WHERE folded = ? AND id BETWEEN ? AND ?", (folded, low, low | 0xFFFFFFFF)).get
    if found is None:
        found = work.new("party")
        db.execute("INSERT INTO party(id, name, folded) VALUES (?, ?, ?)", (found, name, folded))
    return int(found)


def ensure_session(work: Work, source: str, source_key: str) -> int:
    """The session of that name from that source, made when there is none."""
    db = work.db
    found = db.execute(
        "SELECT id FROM session WHERE space = ? AND source = ? AND source_key = ?",
        (work.space, source, source_key),
    ).get
    if found is None:
        found = work.new("session")
        db.execute(
            "INSERT INTO session(id, source, source_key, space) VALUES (?, ?, ?, ?)",
            (found, source, source_key, work.space),
        )
    return int(found)


@dataclass(frozen=True, slots=True)
class Digests:
    """What tells a message from every other: by the source's own id, or by who said what when."""

    source: bytes | None
    text: bytes


def digests(key: bytes, space: int, message: Message, session: str, said: Moment) -> Digests:
    """The keyed hashes of a message as kept."""
    source = None if message.source_key is None else digest(key, space, message.source or "chat", message.source_key)
    return Digests(source, digest(key, space, session, message.party, message.role, said.ms, message.text))


def known(db: apsw.Connection, space: int, message: Message, said: Moment, found: Digests) -> int | None:
    """The raw input that this message already is; None when it is new.

    Without the source's id and with an assumed time nothing tells a repetition ("ok", "ok") from the same message: it is new.
    """
    if message.source_key is not None:
        return db.execute(  # type: ignore[no-any-return]
            "SELECT id FROM raw_input WHERE space = ? AND source = ? AND source_key = ?",
            (space, message.source or "chat", message.source_key),
        ).get
    if said.basis == "assumed":
        return None
    same: int | None = db.execute("SELECT id FROM raw_input WHERE digest = ? AND space = ?", (found.text, space)).get
    return same


def is_forgotten(db: apsw.Connection, found: Digests) -> bool:
    """Whether a tombstone stands for this message (K29)."""
    return bool(
        db.execute(
            "SELECT 1 FROM tombstone WHERE source_digest = ? UNION ALL SELECT 1 FROM tombstone WHERE text_digest = ?",
            (found.source, found.text),
        ).get
    )


def unbury(db: apsw.Connection, found: Digests) -> None:
    """Take away the tombstones of a message that the user wants back."""
    db.execute("DELETE FROM tombstone WHERE source_digest = ? OR text_digest = ?", (found.source, found.text))


def insert(work: Work, message: Message, *, session: int, said: Moment, withheld: int, recalled: bool, found: Digests) -> int:
    """One raw input at the end of its session; its key."""
    db = work.db
    party = None if message.party is None else ensure_party(work, message.party)
    key = work.new("raw_input")
    turn = db.execute("SELECT coalesce(max(turn), 0) + 1 FROM raw_input WHERE session = ?", (session,)).get
    db.execute(
        "INSERT INTO raw_input(id, session, turn, role, party, text, withheld, recalled, said_at, said_precision, said_offset, "
        "said_basis, source, source_key, digest, space) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key, session, turn, message.role, party, message.text, withheld, int(recalled), said.ms, said.precision, said.offset_min,
         said.basis, message.source or "chat", message.source_key, found.text, work.space),
    )  # fmt: skip
    return key


_RAW = """
SELECT r.id, i.uid, s.source_key, r.turn, r.role, p.name, r.text, r.said_at, r.said_precision, r.said_offset, r.said_basis,
       r.source, r.source_key, r.withheld, r.state, r.reason, i.recorded_at
FROM raw_input AS r JOIN item AS i ON i.id = r.id JOIN session AS s ON s.id = r.session LEFT JOIN party AS p ON p.id = r.party
"""


def _raw(row: tuple[Any, ...]) -> RawInput:
    key, uid, session, turn, role, party, text, ms, precision, offset, basis, source, source_key, withheld, state, reason, at = row
    said = Moment(ms, precision, offset, basis)
    return RawInput(key, as_text(uid), session, turn, role, party, text, said, source, source_key, withheld, state, reason, at)


def by_keys(db: apsw.Connection, keys: Sequence[int]) -> dict[int, RawInput]:
    """Raw inputs by their keys (1 statement)."""
    if not keys:
        return {}
    return {row[0]: _raw(row) for row in db.execute(_RAW + "WHERE r.id IN carray(?)", (apsw_ints(keys),))}


def listing(db: apsw.Connection, space: int, *, limit: int, before: int | None, session: str | None) -> list[RawInput]:
    """The newest raw inputs of a space, newest first; `before` is a key to page on from."""
    rows = db.execute(
        _RAW + "WHERE r.space = ? AND r.id < ? AND (? IS NULL OR s.source_key = ?) ORDER BY r.id DESC LIMIT ?",
        (space, before if before is not None else (space + 1) << 32, session, session, limit),
    )
    return [_raw(row) for row in rows]


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a raw input, with what its text for embedding needs."""

    key: int
    raw: int
    start: int
    end: int
    previous: int | None


def insert_passages(work: Work, raw: int, spans: Sequence[tuple[int, int]]) -> list[Passage]:
    """The passages of a raw input; they wait to be embedded."""
    db = work.db
    previous = db.execute(
        "SELECT p.id FROM raw_input AS r JOIN raw_input AS q ON q.session = r.session AND q.turn = "
        "(SELECT max(turn) FROM raw_input WHERE session = r.session AND turn < r.turn) "
        "JOIN passage AS p ON p.raw = q.id WHERE r.id = ? ORDER BY p.part DESC LIMIT 1",
        (raw,),
    ).get
    made = []
    for part, (start, end) in enumerate(spans):
        key = raw if part == 0 else _passage_item(work, raw, part)
        db.execute(
            'INSERT INTO passage(id, raw, part, start, "end", previous) VALUES (?, ?, ?, ?, ?, ?)',
            (key, raw, part, start, end, previous),
        )
        made.append(Passage(key, raw, start, end, previous))
        previous = key
    db.executemany("INSERT INTO unembedded(id) VALUES (?)", [(p.key,) for p in made])
    return made


def _passage_item(work: Work, raw: int, part: int) -> int:
    """Further passages follow their raw input in the sequence, so that rebuilding gives them the same ids."""
    key = raw + part
    row = work.db.execute("SELECT kind FROM item WHERE id = ?", (key,)).fetchone()
    if row == ("passage",):
        return key
    return work.new("passage")


@dataclass(frozen=True, slots=True)
class PassageText:
    """What is embedded of a passage is made of these: its own stretch and the one before it."""

    key: int
    text: str
    said_ms: int
    speaker: str
    previous_text: str | None
    previous_speaker: str | None


_PASSAGE_TEXT = """
SELECT p.id, substr(r.text, p.start + 1, p."end" - p.start), r.said_at, coalesce(y.name, r.role),
       substr(r2.text, p2.start + 1, p2."end" - p2.start), coalesce(y2.name, r2.role)
FROM passage AS p JOIN raw_input AS r ON r.id = p.raw LEFT JOIN party AS y ON y.id = r.party
     LEFT JOIN passage AS p2 ON p2.id = p.previous LEFT JOIN raw_input AS r2 ON r2.id = p2.raw LEFT JOIN party AS y2 ON y2.id = r2.party
WHERE p.id IN carray(?)
"""


def passage_texts(db: apsw.Connection, keys: Sequence[int]) -> list[PassageText]:
    """Texts of passages with their context (1 statement)."""
    return [PassageText(*row) for row in db.execute(_PASSAGE_TEXT, (apsw_ints(keys),))]


def passages_of(db: apsw.Connection, raws: Sequence[int]) -> tuple[int, ...]:
    """Keys of the passages of those messages (1 statement)."""
    return tuple(row[0] for row in db.execute("SELECT id FROM passage WHERE raw IN carray(?) ORDER BY id", (apsw_ints(raws),)))


def same_words(db: apsw.Connection, key: int, found: Digests) -> bool:
    """Whether a stored message is the very one that the digests stand for."""
    return bool(db.execute("SELECT digest = ? FROM raw_input WHERE id = ?", (found.text, key)).get)


def by_passages(db: apsw.Connection, keys: Sequence[int]) -> dict[int, tuple[RawInput, str]]:
    """Per passage its raw input and the passage's own text (1 statement)."""
    head = _RAW.replace("SELECT r.id", 'SELECT g.id, substr(r.text, g.start + 1, g."end" - g.start), r.id', 1)
    rows = db.execute(head + "JOIN passage AS g ON g.raw = r.id WHERE g.id IN carray(?)", (apsw_ints(keys),))
    return {row[0]: (_raw(row[2:]), row[1]) for row in rows}


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space as a read needs it: its key, how many ids it has given out, its owner's and its speakers' keys and names.

    encoder: digest of the encoder that the file's vectors come from at this moment.
    """

    key: int
    ids: int
    owner: int | None
    encoder: str
    parties: tuple[tuple[int, str], ...]


MOST_PARTIES = 500  # speakers whose names a question is searched for; more than a person talks with


def view_space(db: apsw.Connection, name: str) -> SpaceView | None:
    """None when there is no such space yet (1 statement)."""
    rows = list(
        db.execute(
            "SELECT s.id, s.next_n - 1, s.owner, (SELECT digest FROM encoder WHERE state = 'current'), p.id, p.name FROM space AS s LEFT JOIN party AS p "
            "ON p.id BETWEEN s.id << 32 AND (s.id << 32) + 4294967295 WHERE s.name = ? LIMIT ?",
            (name, MOST_PARTIES),
        )
    )
    if not rows:
        return None
    return SpaceView(rows[0][0], rows[0][1], rows[0][2], rows[0][3], tuple((r[4], r[5]) for r in rows if r[4] is not None))


def why_nothing(db: apsw.Connection, space: int) -> Emptiness:
    """Why a read that saw no candidate at all found nothing: what is there has no word of the question and waits for its vector,
    or all of it was forgotten, or nothing was ever kept (1 statement).
    """
    return db.execute(  # type: ignore[no-any-return]
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM item WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 AND kind IN ('raw_input', 'belief')) "
        "THEN 'below the floor' WHEN EXISTS (SELECT 1 FROM tombstone WHERE space = ?1) THEN 'forgotten' ELSE 'nothing stored' END",
        (space,),
    ).get
