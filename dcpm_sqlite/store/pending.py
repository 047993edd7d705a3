"""Raw inputs that wait for a decision what to believe of them, and who is deciding: claims by lease (K47)."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.errors import Overtaken
from dcpm_sqlite.records import RawInput
from dcpm_sqlite.store import raw
from dcpm_sqlite.store.vectors import apsw_ints


def claim(
    db: apsw.Connection, space: int, *, holder: str, now_ms: int, lease_ms: int, max_chars: int, only: Sequence[int] | None = None,
    but: Sequence[int] = (),
) -> list[RawInput]:  # fmt: skip
    """Claim the oldest waiting inputs of one session that nobody holds, in their order: as many as fit into max_chars, at least one.

    only: of these keys; but: not of these. One that a mind failed at before comes alone, so that it holds up no other. A claim lapses after lease_ms, so that what a killed process held is taken up by another.
    """
    which = "state <> 'done' AND space = ?1 AND (lease_until IS NULL OR lease_until <= ?2 OR lease_by = ?3)"
    which += " AND id NOT IN carray(?4)" + ("" if only is None else " AND id IN carray(?5)")
    values: list[object] = [space, now_ms, holder, apsw_ints(but)] + ([] if only is None else [apsw_ints(only)])
    session = db.execute(f"SELECT session FROM raw_input WHERE {which} ORDER BY id LIMIT 1", values).get
    if session is None:
        return []
    chosen: list[int] = []
    size = 0
    for key, length, attempts in db.execute(
        f"SELECT id, length(text), attempts FROM raw_input WHERE {which} AND session = ?6 ORDER BY turn", (*_six(values), session)
    ):
        if chosen and (size + length > max_chars or attempts):
            break
        chosen.append(key)
        size += length
        if attempts:
            break
    db.execute(
        "UPDATE raw_input SET lease_by = ?, lease_until = ? WHERE id IN carray(?)",
        (holder, now_ms + lease_ms, apsw_ints(chosen)),
    )
    rows = raw.by_keys(db, chosen)
    return [rows[key] for key in chosen]


def _six(values: list[object]) -> list[object]:
    return [*values, *[None] * (5 - len(values))]


def count(db: apsw.Connection, space: int, *, only: Sequence[int] | None = None) -> int:
    """How many messages of a space wait, or of these."""
    if only is None:
        return int(db.execute("SELECT count(*) FROM raw_input WHERE space = ? AND state <> 'done'", (space,)).get)
    return int(db.execute("SELECT count(*) FROM raw_input WHERE id IN carray(?) AND state <> 'done'", (apsw_ints(only),)).get)


def settle(db: apsw.Connection, raws: Sequence[int], holder: str | None) -> None:
    """It is decided what to believe of them. Raises Overtaken when another holder took one over, or it was forgotten."""
    done = db.execute(
        "SELECT count(*) FROM raw_input WHERE id IN carray(?1) AND state = 'pending' AND (?2 IS NULL OR lease_by = ?2)",
        (apsw_ints(raws), holder),
    ).get
    if done != len(raws):
        raise Overtaken(
            "Another process took these messages over, or one was forgotten meanwhile; what was decided about them here is dropped."
        )
    db.execute(
        "UPDATE raw_input SET state = 'done', reason = NULL, lease_by = NULL, lease_until = NULL WHERE id IN carray(?)",
        (apsw_ints(raws),),
    )


def release(db: apsw.Connection, raws: Sequence[int], holder: str, *, reason: str, is_theirs: bool) -> None:
    """They wait again, with the reason; another holder's are left alone. is_theirs: a mind was asked about them and failed."""
    db.execute(
        "UPDATE raw_input SET lease_by = NULL, lease_until = NULL, attempts = attempts + ?, reason = ? "
        "WHERE id IN carray(?) AND state = 'pending' AND lease_by = ?",
        (int(is_theirs), reason, apsw_ints(raws), holder),
    )


def reopen(db: apsw.Connection, raws: Sequence[int], *, holder: str | None = None, until_ms: int | None = None) -> None:
    """What was decided about them is to be decided anew, by `holder` until then, or by anybody."""
    db.execute(
        "UPDATE raw_input SET state = 'pending', reason = NULL, lease_by = ?, lease_until = ? WHERE id IN carray(?)",
        (holder, until_ms, apsw_ints(raws)),
    )


def decided(db: apsw.Connection, space: int, *, since_ms: int) -> list[int]:
    """Messages of people said since then that were decided about, oldest first; not what the user had believed as it stands."""
    rows = db.execute(
        "SELECT id FROM raw_input AS r WHERE space = ? AND said_at >= ? AND state = 'done' AND role = 'user' AND NOT EXISTS "
        "(SELECT 1 FROM belief_source AS s JOIN wording AS w ON w.id = s.wording JOIN decision AS d ON d.id = w.decision "
        " WHERE s.raw = r.id AND w.withdrawn_by IS NULL AND d.mind = 'user' "
        ' AND s."end" - s.start >= length(trim(r.text, char(9, 10, 13, 32)))) ORDER BY id',
        (space, since_ms),
    )
    return [row[0] for row in rows]


def before(db: apsw.Connection, first: int, *, limit: int) -> list[RawInput]:
    """The turns of a session just before one of its turns, oldest first: what was being talked about (D-13)."""
    keys = [
        row[0]
        for row in db.execute(
            "SELECT o.id FROM raw_input AS r JOIN raw_input AS o ON o.session = r.session AND o.turn < r.turn "
            "WHERE r.id = ? ORDER BY o.turn DESC LIMIT ?",
            (first, limit),
        )
    ]
    rows = raw.by_keys(db, keys)
    return [rows[key] for key in reversed(keys)]
