"""The tables' side of moving a file to another encoder."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.store import beliefs, encoders, raw, schema, vectors
from dcpm_sqlite.store.encoders import EncoderRow
from dcpm_sqlite.store.integrity import VEC_KINDS, drop_stale_vectors
from dcpm_sqlite.store.texts import current_texts

_EMBEDDED = (
    "SELECT id FROM passage UNION ALL SELECT belief FROM current_wording UNION ALL SELECT id FROM node UNION ALL "
    "SELECT id FROM summary AS s WHERE number = (SELECT max(number) FROM summary WHERE session = s.session) UNION ALL "
    "SELECT v.id FROM vector AS v JOIN relation AS r ON r.id = v.id"  # only what a model described has one
)


def begin(db: apsw.Connection, target: EncoderRow) -> bool:
    """Record where the file is going; vectors made for another target are dropped. False when it is there already."""
    if encoders.current(db).digest == target.digest:
        return False
    if _is_heading_for(db, target):
        return True
    db.execute("DELETE FROM vector_next")
    db.execute("DELETE FROM encoder WHERE state = 'next'")
    encoders.insert(db, target, state="next")
    return True


def _is_heading_for(db: apsw.Connection, target: EncoderRow) -> bool:
    under_way = encoders.next_one(db)
    return under_way is not None and under_way.digest == target.digest


def _require_heading_for(db: apsw.Connection, target: EncoderRow) -> None:
    """Another process may have finished the same move, or begun one elsewhere: two encoders' vectors are never mixed (K38)."""
    if not _is_heading_for(db, target):
        raise Stale(f"Another process finished this re-embedding, or began one to another encoder than {target.name}; open the file again.")


def missing(db: apsw.Connection, *, limit: int) -> tuple[list[tuple[int, str]], int]:
    """Keys and texts that have no new vector yet, and how many there are in all."""
    lacking = f"FROM ({_EMBEDDED}) AS t WHERE NOT EXISTS (SELECT 1 FROM vector_next WHERE id = t.id)"
    keys = [row[0] for row in db.execute(f"SELECT id {lacking} ORDER BY id LIMIT ?", (limit,))]
    texts = current_texts(db, keys)
    return [(key, texts[key].text) for key in keys if key in texts], db.execute(f"SELECT count(*) {lacking}").get


def put(db: apsw.Connection, target: EncoderRow, entries: Sequence[tuple[int, str, vectors.F32]]) -> None:
    """Keep new vectors of items that are still there. Raises Stale."""
    _require_heading_for(db, target)
    key = raw.hash_key(db)
    alive = current_texts(db, [entry[0] for entry in entries])
    rows = [(i, vectors.quantise(vector), vectors.text_digest(key, text)) for i, text, vector in entries if i in alive]
    db.executemany(
        "INSERT OR REPLACE INTO vector_next(id, scale, digest, code) VALUES (?, ?, ?, ?)",
        [(i, q.scale, d, q.code) for i, q, d in rows],
    )


def finish(db: apsw.Connection, target: EncoderRow, centre: vectors.F32) -> int:
    """Put the new vectors in the place of the old; what was said or worded anew meanwhile waits to be embedded. Raises Stale."""
    _require_heading_for(db, target)
    followed = vectors.followed(db)
    db.execute("DELETE FROM vector")
    db.execute("DELETE FROM behaviour_vector")  # behaviours are embedded anew by the next night
    db.execute("INSERT INTO vector SELECT * FROM vector_next")
    db.execute("DELETE FROM vector_next")
    db.execute("DELETE FROM unembedded")
    db.execute(f"INSERT INTO unembedded(id) {_EMBEDDED}")
    drop_stale_vectors(db)  # a belief worded anew, or a passage whose context was forgotten, while its former text was embedded
    for table in schema.DERIVED_VEC:
        db.execute(f"DROP TABLE {table}")
    schema.create_coarse(db, width=target.width)
    count = sum(vectors.rebuild(db, name, centre, kinds=kinds) for name, kinds in VEC_KINDS.items())
    beliefs.mark_superseded(db)
    vectors.break_log(db, followed)
    db.execute("DELETE FROM encoder WHERE state = 'current'")
    db.execute("UPDATE encoder SET state = 'current' WHERE state = 'next'")
    return count
