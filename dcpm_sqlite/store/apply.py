"""`apply(changes)`: the only place that writes what thinking returned, all of it in the caller's one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.store import beliefs, graph, keywords, raw, vectors
from dcpm_sqlite.store.changes import (
    AddBelief,
    AddNode,
    AddRaw,
    AddSource,
    AddSummary,
    AddWording,
    Change,
    Pin,
    PutVector,
)
from dcpm_sqlite.store.ids import UidSource
from dcpm_sqlite.store.texts import current_texts, keyword_text

INDEX_OF_KIND = {
    "raw_input": "passage_vec",
    "passage": "passage_vec",
    "belief": "belief_vec",
    "summary": "summary_vec",
    "node": "node_vec",
}


@dataclass(frozen=True, slots=True)
class Applied:
    """What one change came to: the key of its row, and whether it was there already, or is kept out by a tombstone.

    differs: the source's id is taken by a message with another text, time, speaker or session, which was kept as it is.
    """

    key: int | None
    was_known: bool = False
    was_forgotten: bool = False
    differs: bool = False


def apply(
    db: apsw.Connection,
    space_name: str,
    changes: Sequence[Change],
    *,
    uids: UidSource,
    now_ms: int,
    centre: vectors.F32,
) -> list[Applied]:
    """Write the changes in their order. Raises Stale, and then nothing may be committed."""
    space = raw.ensure_space(db, space_name, uids, now_ms)
    allocator = raw.Allocator(db, space, uids, now_ms)
    key = raw.hash_key(db)
    applied: list[Applied] = []
    fresh: list[int] = []
    vectors_by_index: dict[str, list[tuple[int, bytes, vectors.F32]]] = {}
    current = current_texts(db, [c.key for c in changes if isinstance(c, PutVector)])
    for change in changes:
        match change:
            case AddRaw():
                applied.append(_add_raw(allocator, key, change, fresh))
            case AddBelief():
                applied.append(Applied(beliefs.add(allocator, change)))
            case AddWording():
                applied.append(Applied(beliefs.reword(allocator, change)))
            case AddSource():
                beliefs.add_source(db, change)
                applied.append(Applied(change.belief))
            case Pin():
                db.execute("UPDATE belief SET pin = ? WHERE id = ?", (change.pin, change.belief))
                applied.append(Applied(change.belief))
            case AddSummary():
                applied.append(Applied(_add_summary(allocator, change)))
            case AddNode():
                applied.append(Applied(graph.add_node(allocator, change)))
            case PutVector():
                found = current.get(change.key)
                if found is not None and found.text == change.text:
                    digest = vectors.text_digest(key, change.text)
                    vectors_by_index.setdefault(INDEX_OF_KIND[found.kind], []).append((change.key, digest, change.vector))
                applied.append(Applied(change.key if found is not None else None))
    if fresh:
        keywords.put(db, "passage_fts", [(p.key, keyword_text(p)) for p in raw.passage_texts(db, fresh)])
    for name, entries in vectors_by_index.items():
        vectors.put(db, name, entries, centre)
        if name == "belief_vec":
            _keep_superseded_out(db, [entry[0] for entry in entries])
    return applied


def _keep_superseded_out(db: apsw.Connection, keys: Sequence[int]) -> None:
    rows = db.execute("SELECT id FROM belief WHERE superseded_by IS NOT NULL AND id IN carray(?)", (vectors.apsw_ints(keys),))
    for row in list(rows):
        vectors.set_live(db, row[0], is_live=False)


def _add_raw(allocator: raw.Allocator, key: bytes, change: AddRaw, fresh: list[int]) -> Applied:
    message = change.message
    found = raw.digests(key, allocator.space, message, change.session, change.said_at)
    present = raw.known(allocator.db, allocator.space, message, change.said_at, found)
    if present is not None:
        return Applied(present, was_known=True, differs=not raw.same_words(allocator.db, present, found))
    if change.bring_back:
        raw.unbury(allocator.db, found)
    elif raw.is_forgotten(allocator.db, found):
        return Applied(None, was_forgotten=True)
    session = raw.ensure_session(allocator, message.source or "chat", change.session)
    row = raw.insert(
        allocator,
        message,
        session=session,
        said=change.said_at,
        withheld=change.withheld,
        recalled=change.recalled,
        found=found,
    )
    passages = raw.insert_passages(allocator, row, change.spans)
    fresh += [p.key for p in passages]
    return Applied(row)


def _add_summary(allocator: raw.Allocator, change: AddSummary) -> int:
    db = allocator.db
    session = db.execute("SELECT session FROM raw_input WHERE id = ?", (change.last_raw,)).get
    if session is None:
        raise Stale("The message up to which the summary goes was forgotten meanwhile.")
    old = db.execute("SELECT id, number, text FROM summary WHERE session = ? ORDER BY number DESC LIMIT 1", (session,)).fetchone()
    if old is not None:
        keywords.remove(db, "summary_fts", [(old[0], old[2])])
        vectors.remove(db, "summary_vec", [old[0]])
    key = allocator.new("summary")
    number = 1 if old is None else old[1] + 1
    db.execute(
        "INSERT INTO summary(id, session, number, text, last_raw) VALUES (?, ?, ?, ?, ?)",
        (key, session, number, change.text, change.last_raw),
    )
    keywords.put(db, "summary_fts", [(key, change.text)])
    db.execute("INSERT INTO unembedded(id) VALUES (?)", (key,))
    return key


def set_owner(db: apsw.Connection, space_name: str, owner: str, *, uids: UidSource, now_ms: int) -> None:
    """Say whom the space is about."""
    space = raw.ensure_space(db, space_name, uids, now_ms)
    party = raw.ensure_party(raw.Allocator(db, space, uids, now_ms), " ".join(owner.split()))
    db.execute("UPDATE space SET owner = ? WHERE id = ?", (party, space))
