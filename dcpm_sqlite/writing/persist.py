"""Step (i) of writing: what was said is committed before anything else happens to it (DCPM D-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.language.secrets import withhold
from dcpm_sqlite.language.segments import passages
from dcpm_sqlite.language.text import require_storable
from dcpm_sqlite.recall.render import is_rendered
from dcpm_sqlite.records import AddReport, Message, Moment, Role
from dcpm_sqlite.store.changes import AddRaw
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.raw import by_keys, passages_of
from dcpm_sqlite.store.store import Store

ROLES = get_args(Role)


@dataclass(frozen=True, slots=True)
class Persisted:
    """What was committed: the report for the caller, the keys of new messages, and of their passages, which wait to be embedded."""

    report: AddReport
    fresh: tuple[int, ...]
    passages: tuple[int, ...]


def persist(store: Store, space: str, messages: Sequence[Message], *, session: str | None, bring_back_forgotten: bool = False) -> Persisted:
    """Commit raw inputs and their passages in one transaction; known messages are left as they are, forgotten ones stay out.

    Raises RefusedText, and then none of the messages is kept.
    """
    now = store.settings.clock()
    fallback = session if session is not None else f"add {as_text(store.uids.next(now))}"
    changes = [replace(_raw(message, fallback, now), bring_back=bring_back_forgotten) for message in messages]
    applied = store.apply(space, changes)
    kept = [a.key for a in applied if a.key is not None]
    fresh = tuple(a.key for a in applied if a.key is not None and not a.was_known)
    with store.file.read() as db:
        rows = by_keys(db, kept)
        new_passages = passages_of(db, fresh)
    report = AddReport(
        ids=tuple(rows[key].id for key in kept if key in rows),  # another process may have forgotten one meanwhile
        added=sum(not a.was_known and not a.was_forgotten for a in applied),
        known=sum(a.was_known for a in applied),
        withheld=sum(c.withheld for c, a in zip(changes, applied, strict=True) if a.key is not None and not a.was_known),
        forgotten=sum(a.was_forgotten for a in applied),
        differing=sum(a.differs for a in applied),
    )
    return Persisted(report, fresh, new_passages)


def _raw(message: Message, fallback: str, now: int) -> AddRaw:
    if message.role not in ROLES or not isinstance(message.text, str):
        raise UsageError(f"A message has a text and one of the roles {', '.join(ROLES)}; this one has the role {message.role!r}.")
    for name in (message.party, message.session, message.source, message.source_key):
        if name is not None:
            require_storable(name)
    safe = withhold(require_storable(message.text))
    said = Moment(now, "instant", None, "assumed") if message.said_at is None else read_moment(message.said_at, now_ms=now)
    kept = Message(safe.text, message.role, message.party, said, message.session, message.source, message.source_key)
    return AddRaw(
        kept,
        message.session or fallback,
        said,
        len(safe.kinds),
        is_rendered(safe.text),
        passages(safe.text),
    )
