"""Nights on record: who holds one, what it set out to ask, what became of it. An interrupted night is gone on with (DESIGN: resumable)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import apsw

from dcpm_sqlite.errors import NightRunning, Overtaken
from dcpm_sqlite.store.beliefs import LONGEST_CHAIN, STANDS
from dcpm_sqlite.store.changes import Answered, Ask, CountOfJob, QuestionKind, UnderNight
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.work import Work

KIND = "night"


@dataclass(frozen=True, slots=True)
class Night:
    """A night that this call holds. epoch: raised at each take-over; is_resumed: another call began it and was interrupted.

    started_ms: when it was begun first; batch: calls that it had under way together, by the model's name for them.
    """

    job: int
    epoch: int
    is_resumed: bool
    started_ms: int
    batch: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a night: what it is about, keys of beliefs and nodes in their order."""

    number: int
    kind: QuestionKind
    items: tuple[int, ...]


def begin(work: Work, *, holder: str, until_ms: int, is_gone: Callable[[str], bool]) -> Night:
    """Begin a night, or go on with one that was interrupted; one at a time per space.

    is_gone: whether a holder surely runs no more, so that its lease need not lapse first. Raises NightRunning.
    """
    db = work.db
    row = db.execute(
        "SELECT id, uid, epoch, lease_by, lease_until, started_at, batch FROM job WHERE space = ? AND kind = ? AND state = 'running' ORDER BY id LIMIT 1",
        (work.space, KIND),
    ).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO job(uid, space, kind, state, epoch, lease_by, lease_until, started_at) VALUES (?, ?, ?, 'running', 1, ?, ?, ?)",
            (work.uids.next(work.now_ms), work.space, KIND, holder, until_ms, work.now_ms),
        )
        return Night(db.last_insert_rowid(), 1, False, work.now_ms)
    job, uid, epoch, lease_by, lease_until, started_ms, batch = row
    if lease_by is not None and lease_until > work.now_ms and not is_gone(lease_by):
        left_s = max(1, round((lease_until - work.now_ms) / 1000))
        raise NightRunning(
            f"The night {as_text(uid)} is running in another process ({lease_by}). Wait for it to end; should it have been interrupted, "
            f"it can be gone on with in {left_s} s."
        )
    db.execute("UPDATE job SET epoch = epoch + 1, lease_by = ?, lease_until = ? WHERE id = ?", (holder, until_ms, job))
    return Night(job, epoch + 1, True, started_ms, batch)


def hold(work: Work, change: UnderNight) -> int:
    """What follows is logged under the night, whose lease runs anew. Raises Overtaken when another call holds it, or it has ended."""
    held = work.db.execute(
        "UPDATE job SET lease_until = ? WHERE id = ? AND epoch = ? AND state = 'running' RETURNING id",
        (change.until_ms, change.job, change.epoch),
    ).get
    if held is None:
        raise Overtaken("Another process took this night over; what was decided here meanwhile is dropped.")
    work.job = change.job
    return change.job


def note_batch(work: Work, batch: str | None) -> None:
    """Which calls are under way together: an interrupted night collects their replies instead of paying twice."""
    work.db.execute("UPDATE job SET batch = ? WHERE id = ?", (batch, work.job))


def finish(work: Work, night: Night, state: Literal["done", "partial", "failed"], fault: str | None) -> None:
    """The night is over; what was not asked waits for another. Nothing when another call holds it by now."""
    work.db.execute(
        "UPDATE job SET state = ?, fault = ?, ended_at = ?, lease_by = NULL, lease_until = NULL WHERE id = ? AND epoch = ? AND state = 'running'",
        (state, fault, work.now_ms, night.job, night.epoch),
    )


def leave(work: Work, night: Night) -> None:
    """The call that held the night goes, and the night is not over: it can be gone on with at once."""
    work.db.execute(
        "UPDATE job SET lease_by = NULL, lease_until = NULL WHERE id = ? AND epoch = ? AND state = 'running'", (night.job, night.epoch)
    )


def remove_empty(work: Work, night: Night) -> bool:
    """Take a night off the record in which nothing was asked or changed; whether it was such a one."""
    db, job = work.db, night.job
    held = db.execute("SELECT 1 FROM job WHERE id = ? AND epoch = ? AND state = 'running'", (job, night.epoch)).get
    used = db.execute("SELECT 1 FROM change WHERE job = ?1 UNION ALL SELECT 1 FROM question WHERE job = ?1 LIMIT 1", (job,)).get
    if not held or used:
        return False
    db.execute("DELETE FROM job_count WHERE job = ?", (job,))
    db.execute("DELETE FROM job WHERE id = ?", (job,))
    return True


def ask(work: Work, change: Ask) -> int:
    """Put a question on record; its number."""
    assert work.job is not None
    number = int(work.db.execute("SELECT coalesce(max(number), 0) + 1 FROM question WHERE job = ?", (work.job,)).get)
    work.db.execute("INSERT INTO question(job, number, kind, state) VALUES (?, ?, ?, 'open')", (work.job, number, change.kind))
    work.db.executemany(
        "INSERT OR IGNORE INTO question_item(job, number, item) VALUES (?, ?, ?)", [(work.job, number, item) for item in change.items]
    )
    return number


def answer(work: Work, change: Answered) -> int:
    """What became of a question of the night under way."""
    work.db.execute(
        "UPDATE question SET state = ?, decision = ? WHERE job = ? AND number = ?",
        (change.state, change.decided_by, work.job, change.number),
    )
    return change.number


def count(work: Work, change: CountOfJob) -> None:
    """Add to a count of the night under way, or set it."""
    value = "excluded.value" if change.is_set else "value + excluded.value"
    work.db.execute(
        f"INSERT INTO job_count(job, name, value) VALUES (?, ?, ?) ON CONFLICT (job, name) DO UPDATE SET value = {value}",
        (work.job, change.name, change.value),
    )


def counts(db: apsw.Connection, job: int) -> dict[str, int]:
    """A night's counts by name."""
    return dict(db.execute("SELECT name, value FROM job_count WHERE job = ? ORDER BY name", (job,)))


def open_questions(db: apsw.Connection, job: int, kinds: Sequence[QuestionKind]) -> list[Question]:
    """Questions of those kinds that are not answered yet, in the order of asking."""
    items: dict[int, list[int]] = {}
    for number, item in db.execute("SELECT number, item FROM question_item WHERE job = ? ORDER BY number, item", (job,)):
        items.setdefault(number, []).append(item)
    rows = db.execute("SELECT number, kind FROM question WHERE job = ? AND state = 'open' ORDER BY number", (job,))
    return [Question(number, kind, tuple(items.get(number, ()))) for number, kind in rows if kind in kinds]


@dataclass(frozen=True, slots=True)
class Asker:
    """By whom a question is decided: decision's name and version, and the mind."""

    name: str
    version: int
    mind: str


def asked(db: apsw.Connection, space: int, asker: Asker, kinds: Sequence[QuestionKind]) -> list[frozenset[int]]:
    """What was asked already and answered by the same asker, in nights that were not taken back: the items of each question."""
    marks = ", ".join("?" for _ in kinds)
    rows = db.execute(
        "SELECT q.job, q.number, i.item FROM question AS q JOIN job AS j ON j.id = q.job JOIN decision AS d ON d.id = q.decision "
        "JOIN question_item AS i ON i.job = q.job AND i.number = q.number "
        f"WHERE j.space = ? AND j.state <> 'undone' AND q.state = 'answered' AND d.name = ? AND d.version = ? AND d.mind = ? AND q.kind IN ({marks})",
        (space, asker.name, asker.version, asker.mind, *kinds),
    )
    found: dict[tuple[int, int], set[int]] = {}
    for job, number, item in rows:
        found.setdefault((job, number), set()).add(item)
    return [frozenset(items) for items in found.values()]


SEEN = "looked at up to"  # a night's count: the last belief (its number in the space) that was there when the night set out


def looked_at(db: apsw.Connection, space: int, asker: Asker) -> int:
    """Key of the last belief that was there when the asker set out last, in a night that was not taken back; 0 for none."""
    n = db.execute(
        "SELECT max(c.value) FROM job_count AS c JOIN job AS j ON j.id = c.job WHERE j.space = ?1 AND j.kind = 'night' AND j.state <> 'undone' "
        f"AND c.name = '{SEEN}' AND EXISTS (SELECT 1 FROM decision AS d WHERE d.job = j.id AND d.name = ?2 AND d.version = ?3 AND d.mind = ?4)",
        (space, asker.name, asker.version, asker.mind),
    ).get
    return 0 if n is None else space << 32 | int(n)


def unanswered(db: apsw.Connection, space: int) -> set[int]:
    """Beliefs and nodes of questions that came to nothing, or that lost what they were about; those that were answered since are left out."""
    rows = db.execute(
        "SELECT i.item, max(q.job * 1000000 + q.number), q.state FROM question_item AS i JOIN question AS q ON q.job = i.job AND q.number = i.number "
        "JOIN job AS j ON j.id = q.job WHERE j.space = ? AND j.state NOT IN ('undone', 'running') AND q.kind IN ('cluster', 'revisit') GROUP BY i.item",
        (space,),
    )
    return {item for item, _, state in rows if state != "answered"}


def fresh(db: apsw.Connection, space: int) -> list[int]:
    """Current beliefs, facts and identity items, that rest in no node (D-26; 1 statement)."""
    rows = db.execute(
        "SELECT b.id FROM belief AS b WHERE b.id BETWEEN ? AND ? AND b.superseded_by IS NULL "
        f"AND {STANDS.format('b.id')} "
        "AND NOT EXISTS (SELECT 1 FROM evidence AS e JOIN node AS n ON n.id = e.node WHERE e.belief = b.id AND n.state <> 'withdrawn') "
        "ORDER BY b.id",
        (space << 32, (space << 32) | 0xFFFFFFFF),
    )
    return [row[0] for row in rows]


def superseded_evidence(db: apsw.Connection, space: int) -> dict[int, tuple[int, ...]]:
    """Per schema or intention in force the current states of chains that it rests on an earlier state of only (D-29; 1 statement)."""
    rows = db.execute(
        "WITH RECURSIVE later(node, id, step) AS ("
        "  SELECT e.node, b.superseded_by, 1 FROM evidence AS e JOIN belief AS b ON b.id = e.belief JOIN node AS n ON n.id = e.node "
        "  WHERE n.id BETWEEN ?1 AND ?2 AND n.kind <> 'core_schema' AND n.state IN ('standing', 'weakened', 'open') AND b.superseded_by IS NOT NULL "
        "  UNION SELECT later.node, b.superseded_by, later.step + 1 FROM later JOIN belief AS b ON b.id = later.id "
        f"  WHERE b.superseded_by IS NOT NULL AND later.step < {LONGEST_CHAIN}) "
        "SELECT DISTINCT later.node, later.id FROM later JOIN belief AS b ON b.id = later.id WHERE b.superseded_by IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM evidence WHERE node = later.node AND belief = later.id) ORDER BY later.node, later.id",
        (space << 32, (space << 32) | 0xFFFFFFFF),
    )
    found: dict[int, list[int]] = {}
    for node, belief in rows:
        found.setdefault(node, []).append(belief)
    return {node: tuple(keys) for node, keys in found.items()}


def last_activity(db: apsw.Connection, space: int) -> int | None:
    """When something was last said or recorded in the space, by this file's clock; None where nothing is."""
    low = space << 32
    found = db.execute("SELECT max(recorded_at) FROM item WHERE id BETWEEN ? AND ? AND kind <> 'node'", (low, low | 0xFFFFFFFF)).get
    return None if found is None else int(found)
