"""Jobs: pieces of writing on record, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal

import apsw

from dcpm_sqlite.errors import BuiltUpon, UnknownId, UsageError
from dcpm_sqlite.records import Job
from dcpm_sqlite.store import beliefs, graph, merging, nights, relations, uses
from dcpm_sqlite.store.changes import MarkNode
from dcpm_sqlite.store.ids import as_number, as_text
from dcpm_sqlite.store.retraction import (
    drop_summary,
    point_back,
    refreshed,
    set_withdrawn,
    take_gone_out,
    uncite,
)
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work


def start(work: Work, kind: str, key: int | None) -> int:
    """Go on under a job, or begin one; what follows is logged under it. A job that was taken back meanwhile is not gone on with."""
    if key is None or _is_undone(work.db, key):
        work.db.execute(
            "INSERT INTO job(uid, space, kind, state, started_at, ended_at) VALUES (?, ?, ?, 'done', ?, ?)",
            (work.uids.next(work.now_ms), work.space, kind, work.now_ms, work.now_ms),
        )
        key = work.db.last_insert_rowid()
    else:
        work.db.execute("UPDATE job SET ended_at = ? WHERE id = ?", (work.now_ms, key))
    work.job = key
    return key


def public_id(db: apsw.Connection, key: int) -> str:
    """The id by which people name the job."""
    return as_text(int(db.execute("SELECT uid FROM job WHERE id = ?", (key,)).get))


def find(db: apsw.Connection, space: int, id: str) -> int:
    """Key of the job with that public id. Raises UnknownId."""
    found = db.execute("SELECT id FROM job WHERE uid = ? AND space = ?", (as_number(id), space)).get
    if found is None:
        raise UnknownId(f"No job here has the id {id}; `dcpm jobs` shows what there is.")
    return int(found)


def listing(db: apsw.Connection, space: int, *, limit: int) -> list[Job]:
    """The latest jobs of a space, latest first, with what each changed by action."""
    rows = list(
        db.execute(
            "SELECT id, uid, kind, state, started_at, ended_at, fault FROM job WHERE space = ? ORDER BY id DESC LIMIT ?", (space, limit)
        )
    )
    keys = apsw_ints([row[0] for row in rows])
    changed = _by_job(db, "SELECT job, action, count(*) FROM change WHERE job IN carray(?) GROUP BY job, action ORDER BY job, action", keys)
    counted = _by_job(
        db, "SELECT job, name, value FROM job_count WHERE job IN carray(?) AND name NOT GLOB 'undone job *' ORDER BY job, name", keys
    )
    return [
        Job(as_text(uid), kind, state, at, ended, tuple(changed.get(key, ())), tuple(counted.get(key, ())), fault)
        for key, uid, kind, state, at, ended, fault in rows
    ]


def _by_job(db: apsw.Connection, sql: str, keys: object) -> dict[int, list[tuple[str, int]]]:
    """Names and numbers that a query finds, per job."""
    found: dict[int, list[tuple[str, int]]] = {}
    for job, name, n in db.execute(sql, (keys,)):
        found.setdefault(job, []).append((name, n))
    return found


@dataclass(frozen=True, slots=True)
class _Change:
    """A logged change."""

    action: str
    item: int
    other: int | None
    old: int | None
    new: int | None


def undo(work: Work, key: int, *, cascade: bool) -> list[int]:
    """Take a job back, and with `cascade` the later jobs that built on it, latest first; keys of the jobs taken back.

    Nothing is deleted but later quotes and summaries: wordings are withdrawn, relations closed, pointers set as they were. The undoing
    is a job itself and can be taken back. Only what a night made is deleted: nobody said it, and another night can think it anew. Raises BuiltUpon, which names the later jobs (an undoing is not taken back under a later one that
    it shares something with, cascade or not), and UsageError for one that is taken back.
    """
    db = work.db
    if _is_undone(db, key):
        raise UsageError(f"The job {public_id(db, key)} was taken back already.")
    _require_ended(db, key)
    if turned := _turned_since(db, key):
        raise BuiltUpon(f"Since then more was taken back, or brought back: {_names(db, turned)}. Take that back first.")
    later = _built_upon(db, key)
    if later and not cascade:
        raise BuiltUpon(f"Later work builds on it: {_names(db, later)}. Take that back first, or all of it together with `--cascade`.")
    taken = sorted({key, *later}, reverse=True)
    under = start(work, "undo", None)
    # an id is left out, so that whoever decides just now sees that something changed
    db.execute("UPDATE space SET next_n = next_n + 1 WHERE id = ?", (work.space,))
    for number, job in enumerate(taken, 1):
        db.execute("INSERT INTO job_count(job, name, value) VALUES (?, ?, ?)", (under, f"undone job {number}", job))
        _set_state(db, job, "undone")
        is_night = db.execute("SELECT kind FROM job WHERE id = ?", (job,)).get == nights.KIND
        _reverse(work, _changes(db, job), is_night=is_night)
    uses.follow(work, taken)
    return taken


def _require_ended(db: apsw.Connection, key: int) -> None:
    """A night under way isn't taken back; nor is the undoing of nights, as what they made was deleted."""
    if db.execute("SELECT state = 'running' FROM job WHERE id = ?", (key,)).get:
        raise UsageError(f"The night {public_id(db, key)} is under way; let it end, or go on with it by `dcpm consolidate`, first.")
    undone = list(db.execute(
        "SELECT j.kind FROM job_count AS c JOIN job AS j ON j.id = c.value WHERE c.job = ? AND c.name GLOB 'undone job *'", (key,)
    ))  # fmt: skip
    if undone and all(kind == nights.KIND for (kind,) in undone):
        raise UsageError("A night that was taken back is not brought back; `dcpm consolidate` thinks anew.")


def _names(db: apsw.Connection, keys: Sequence[int]) -> str:
    return ", ".join(public_id(db, key) for key in keys)


def _is_undone(db: apsw.Connection, key: int) -> bool:
    return bool(db.execute("SELECT state = 'undone' FROM job WHERE id = ?", (key,)).get)


def _set_state(db: apsw.Connection, key: int, state: Literal["done", "undone"]) -> None:
    """With an undoing that is taken back, what it took back is in force again, and so on; but for nights, whose work is gone."""
    if state == "done" and db.execute("SELECT kind FROM job WHERE id = ?", (key,)).get == nights.KIND:
        return
    db.execute("UPDATE job SET state = ? WHERE id = ?", (state, key))
    for (job,) in list(db.execute("SELECT value FROM job_count WHERE job = ? AND name GLOB 'undone job *'", (key,))):
        _set_state(db, job, "done" if state == "undone" else "undone")


def _built_upon(db: apsw.Connection, key: int) -> list[int]:
    """Later jobs in force that changed something which this one changed, or which such a later one changed.

    An undoing is none of them: what it took back is not in force, and it comes to nothing together with that.
    """
    found: list[int] = []
    frontier = [key]
    while frontier:
        later = {*_sharing(db, frontier, "j.kind <> 'undo'"), *_decided_anew(db, frontier, "j.kind <> 'undo'")}
        frontier = sorted(later.difference(found))
        found += frontier
    return found


def _decided_anew(db: apsw.Connection, keys: Sequence[int], condition: str) -> list[int]:
    """Later jobs in force that drew, or brought back, something from the messages of what these withdrew: both would be told."""
    rows = db.execute(
        "SELECT DISTINCT j.id FROM change AS w JOIN belief_source AS s ON s.wording = w.item JOIN belief_source AS o ON o.raw = s.raw "
        "JOIN change AS c ON c.item = o.wording JOIN job AS j ON j.id = c.job WHERE w.job IN carray(?) AND w.action = 'withdraw' "
        f"AND s.role = 'quote' AND o.role = 'quote' AND c.action = 'word' AND c.job > w.job AND j.state <> 'undone' AND {condition} "
        "AND NOT EXISTS (SELECT 1 FROM change WHERE job = w.job AND item = o.wording)",  # what they reverse themselves
        (apsw_ints(keys),),
    )
    return [row[0] for row in list(rows)]


def _turned_since(db: apsw.Connection, key: int) -> list[int]:
    """Later undoings in force that are in the way of this one's: what it brings back may rest on what they took, or tell it twice."""
    found = set(_decided_anew(db, [key], "j.kind = 'undo'"))
    if db.execute("SELECT kind FROM job WHERE id = ?", (key,)).get == "undo":
        turned = "EXISTS (SELECT 1 FROM job_count WHERE job = j.id AND name GLOB 'undone job *' AND value < l.base)"
        found |= set(_sharing(db, [key], turned))
    return sorted(found)


def _sharing(db: apsw.Connection, keys: Sequence[int], condition: str) -> list[int]:
    """Later jobs in force that changed something which one of these changed; a message, a relation or an entity in common is nothing."""
    rows = db.execute(
        # a night is built upon where its nodes are; that its evidence was said again or superseded is no such thing
        "WITH mine AS (SELECT c.job, c.item, CASE WHEN j.kind <> 'night' OR c.action = 'member' THEN c.other END AS other "
        "  FROM change AS c JOIN job AS j ON j.id = c.job WHERE c.job IN carray(?1)), touched AS (SELECT job, item AS id FROM mine "
        "  UNION SELECT job, other FROM mine WHERE other IS NOT NULL), later AS (SELECT c.job, t.job AS base FROM touched AS t "
        "  JOIN item AS i ON i.id = t.id JOIN change AS c ON c.item = t.id WHERE i.kind NOT IN ('raw_input', 'relation', 'entity') "
        "  UNION SELECT c.job, t.job FROM touched AS t JOIN item AS i ON i.id = t.id JOIN change AS c ON c.other = t.id "
        "  WHERE i.kind NOT IN ('raw_input', 'relation', 'entity')) "
        f"SELECT DISTINCT j.id FROM later AS l JOIN job AS j ON j.id = l.job WHERE j.id > l.base AND j.state <> 'undone' AND {condition} "
        "ORDER BY j.id",
        (apsw_ints(keys),),
    )
    return [row[0] for row in list(rows)]


def _changes(db: apsw.Connection, job: int) -> list[_Change]:
    """Latest first."""
    rows = db.execute("SELECT action, item, other, old, new FROM change WHERE job = ? ORDER BY id DESC", (job,))
    return [_Change(*row) for row in list(rows)]


def _reverse(work: Work, changes: Sequence[_Change], *, is_night: bool) -> None:
    # a wording that goes, or comes back, keeps its quotes: with them it is found when their words are forgotten
    worded = {c.item for c in changes if c.action == "word"}
    made = {c.item for c in changes if c.action == "node"}
    touched = sorted({c.other for c in changes if c.action in ("word", "withdraw") and c.other is not None} | _cited(work.db, changes))
    linked = {c.item for c in changes if c.action in ("supersedes", "superseded_by")}
    with refreshed(work.db, touched):
        for change in changes:
            if is_night:
                _reverse_nightly(work, change, made)
            elif change.action not in ("cite", "context") or change.item not in worded:
                _reverse_one(work, change)
        take_gone_out(work, linked.union(touched, _ends(work.db, changes)))


def _reverse_one(work: Work, change: _Change) -> None:
    db = work.db
    match change.action:
        case "word" | "withdraw":
            set_withdrawn(work, change.item, is_withdrawn=change.action == "word")
        case "cite" if not _is_said_elsewhere(db, change):
            set_withdrawn(work, change.item, is_withdrawn=True)  # it keeps the quote, as above: what said it first was forgotten
        case "cite" | "context":
            db.execute("DELETE FROM belief_source WHERE wording = ? AND raw = ? AND start = ?", (change.item, change.other, change.old))
            work.log("uncite" if change.action == "cite" else "uncontext", change.item, other=change.other, old=change.old, new=change.new)
        case "uncite" | "uncontext":
            role = "quote" if change.action == "uncite" else "context"
            db.execute(
                'INSERT OR IGNORE INTO belief_source(wording, raw, start, "end", role) VALUES (?, ?, ?, ?, ?)',
                (change.item, change.other, change.old, change.new, role),
            )
            work.log("cite" if role == "quote" else "context", change.item, other=change.other, old=change.old, new=change.new)
        case "supersedes" | "superseded_by":
            point_back(work, change.item, change.action, now=change.new, before=change.old)
        case "pin":
            beliefs.pin(work, change.item, None if change.old is None else bool(change.old))
        case "relate":
            db.execute("UPDATE relation SET closed_at = ?, closed_reason = 'undone' WHERE id = ?", (work.now_ms, change.item))
            work.log("close", change.item)
        case "close":
            relations.reopen(work, change.item)
        case "summarise":
            drop_summary(db, change.item)
        case "merge" if change.other is not None:
            merging.part(work, change.item, change.other)
        case "part" if change.other is not None:
            merging.rejoin(work, change.item, change.other)
        case "mark" if change.old is not None:
            graph.mark(work, MarkNode(change.item, graph.STATES[change.old]))
        case other:
            raise AssertionError(f"a logged change of kind {other!r} can't be taken back")


def _reverse_nightly(work: Work, change: _Change, made: Set[int]) -> None:
    """One change of a night. With a node that it made goes all that hangs on it."""
    db = work.db
    match change.action:
        case "node":
            graph.drop(db, change.item)
        case _ if change.item in made:
            pass
        case "evidence":
            db.execute("DELETE FROM evidence WHERE node = ? AND belief = ?", (change.item, change.other))
        case "member":
            db.execute("DELETE FROM member WHERE core = ? AND schema = ?", (change.item, change.other))
        case "describe":
            db.execute("UPDATE node SET behaviour = NULL, described_by = NULL WHERE id = ?", (change.item,))
            db.execute("DELETE FROM behaviour_vector WHERE id = ?", (change.item,))
        case "mark" if change.old is not None:
            db.execute("UPDATE node SET state = ? WHERE id = ?", (graph.STATES[change.old], change.item))
        case "relate":
            graph.drop_relation(db, change.item)
        case other:
            raise AssertionError(f"a night's change of kind {other!r} can't be taken back")


def _is_said_elsewhere(db: apsw.Connection, cite: _Change) -> bool:
    """Whether a wording has another quote than that one."""
    sql = "SELECT 1 FROM belief_source WHERE wording = ?1 AND role = 'quote' AND (raw <> ?2 OR start <> ?3) LIMIT 1"
    return db.execute(sql, (cite.item, cite.other, cite.old)).get is not None


def _cited(db: apsw.Connection, changes: Sequence[_Change]) -> set[int]:
    """The beliefs that were said again."""
    keys = apsw_ints([c.item for c in changes if c.action == "cite"])
    return {row[0] for row in db.execute("SELECT belief FROM wording WHERE id IN carray(?)", (keys,))}


def _ends(db: apsw.Connection, changes: Sequence[_Change]) -> set[int]:
    """What the relations among these changes tie."""
    keys = apsw_ints([c.item for c in changes if c.action == "close"])
    rows = db.execute(
        "SELECT source FROM relation WHERE id IN carray(?1) UNION SELECT target FROM relation WHERE id IN carray(?1)", (keys,)
    )
    return {row[0] for row in rows}


def withdraw(work: Work, raws: Sequence[int]) -> None:
    """Take back what was drawn from these raw inputs, but for what the user confirmed or said himself (DESIGN: it is never touched).

    Wordings that nothing else says are withdrawn, of others the quotes; a belief that nothing is left of leaves its chain. The
    question that an answer answers says nothing by itself (K49).
    """
    rows = list(
        work.db.execute(
            "SELECT w.id, w.belief, "
            "EXISTS (SELECT 1 FROM belief_source AS o WHERE o.wording = w.id AND o.role = 'quote' AND o.raw NOT IN carray(?1)) "
            "FROM wording AS w JOIN belief AS b ON b.id = w.belief WHERE w.withdrawn_by IS NULL AND b.pin IS NULL "
            "AND w.id IN (SELECT wording FROM belief_source WHERE raw IN carray(?1) AND role = 'quote') "
            "AND NOT EXISTS (SELECT 1 FROM decision WHERE id IN (w.decision, b.decision) AND mind = 'user') ORDER BY w.id",
            (apsw_ints(raws),),
        )
    )
    touched = sorted({row[1] for row in rows})
    with refreshed(work.db, touched):
        for wording, _, has_others in rows:
            if has_others:
                uncite(work, wording, raws)
            else:
                set_withdrawn(work, wording, is_withdrawn=True)
        take_gone_out(work, touched)
