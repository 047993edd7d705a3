"""Writing under jobs without a mind, and what stands afterwards: what the tests of taking back share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dcpm_sqlite import Memory, Message
from dcpm_sqlite.records import Quote
from dcpm_sqlite.store.changes import AddBelief, AddRelation, AddSource, AddWording, Change, LogDecision, New, Ref, UnderJob
from dcpm_sqlite.store.ids import as_text
from tests.doubles import belief, key_of, put, rows, store_of


@dataclass(frozen=True, slots=True)
class Done:
    """A job: its public id, and the key that each of its changes came to."""

    id: str
    keys: tuple[int, ...]


def job(memory: Memory, *changes: Change, mind: str = "scripted", kind: str = "add") -> Done:
    """These changes as one job of a mind; a belief without a decision takes the job's."""
    decided = [replace(c, drawn_by=New(1), placed_by=New(1)) if isinstance(c, AddBelief) else c for c in changes]
    decided = [replace(c, drawn_by=New(1)) if isinstance(c, AddWording) else c for c in decided]
    keys = put(memory, UnderJob(kind), LogDecision("reconcile", 1, mind), *decided)
    return Done(memory.jobs(limit=1)[0].id, tuple(keys[2:]))


def message(memory: Memory, text: str, **kwargs: Any) -> int:
    """Keep a message without deciding about it; its key."""
    return key_of(memory, memory.add(Message(text, **kwargs), decide="later").ids[0])


def quoting(raw: int, *, start: int = 0, end: int = 4) -> tuple[Quote, ...]:
    """The first words of a message."""
    return (Quote(raw, start, end),)


def state(text: str, raw: int, **kwargs: Any) -> AddBelief:
    """A belief that quotes that message."""
    return belief(text, sources=quoting(raw), **kwargs)


def related(source: Ref, target: Ref, predicate: str = "correlates") -> AddRelation:
    """A relation of middling weight."""
    return AddRelation(source, target, predicate, "", 0.5)


def reworded(key: int, text: str, raw: int, *, number: int = 1) -> AddWording:
    """Other words for a belief, from that message."""
    return AddWording(key, text, number, quoting(raw))


def said_again(key: int, raw: int) -> AddSource:
    """The belief, said once more in that message."""
    return AddSource(key, quoting(raw))


_SEEN = {
    "states": "SELECT b.id, b.kind, b.supersedes, b.superseded_by, b.pin, c.wording, c.number, c.text FROM belief AS b "
    "JOIN current_wording AS c ON c.belief = b.id ORDER BY b.id",
    "wordings": "SELECT id FROM wording WHERE withdrawn_by IS NULL ORDER BY id",
    "sources": 'SELECT s.wording, s.raw, s.start, s."end", s.role FROM belief_source AS s JOIN wording AS w ON w.id = s.wording '
    "WHERE w.withdrawn_by IS NULL ORDER BY 1, 2, 3",
    "relations": "SELECT source, target, predicate, weight FROM relation WHERE closed_at IS NULL ORDER BY 1, 2, 3",
    "keywords": "SELECT id FROM belief_fts_docsize ORDER BY id",
    "vectors": "SELECT v.id, v.digest FROM vector AS v JOIN belief AS b ON b.id = v.id ORDER BY v.id",
    "live": "SELECT id, live, code FROM belief_vec ORDER BY id",
    "summaries": "SELECT id, text FROM summary ORDER BY id",
}


def seen(memory: Memory) -> dict[str, list[tuple[Any, ...]]]:
    """All of beliefs that answers are made of."""
    return {name: rows(memory, sql) for name, sql in _SEEN.items()}


def sound(memory: Memory) -> bool:
    """Whether check finds nothing; what it finds otherwise is shown."""
    report = memory.check()
    assert report.problems == ()
    return True


def forget_belief(memory: Memory, key: int) -> None:
    """With the messages that it was drawn from."""
    memory.forget(public(memory, key))


def public(memory: Memory, key: int) -> str:
    """The public id of a row."""
    with store_of(memory).file.read() as db:
        return as_text(db.execute("SELECT uid FROM item WHERE id = ?", (key,)).get)


def standing(memory: Memory) -> Sequence[str]:
    """Texts of current beliefs."""
    return [
        r[0]
        for r in rows(
            memory,
            "SELECT c.text FROM belief AS b JOIN current_wording AS c ON c.belief = b.id WHERE b.superseded_by IS NULL ORDER BY b.id",
        )
    ]
