"""Forgetting: what goes, in one transaction, and then its bytes (K27-K30)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import apsw

from dcpm_sqlite.embedding import BACKLOG, embed, embed_waiting
from dcpm_sqlite.encoder import Encoder
from dcpm_sqlite.errors import DamagedFile, ErasureIncomplete, StorageFault, UnknownId, UsageError
from dcpm_sqlite.records import ForgetReceipt
from dcpm_sqlite.store import erasure, integrity, raw
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.store import Store

_LONGEST_LOOKED_FOR = 200
_CHUNK = 1 << 22


@dataclass(frozen=True, slots=True)
class Target:
    """What to forget: exactly one of a uid, a session's name, a half-open span of time in ms, or the whole space."""

    id: int | None = None
    session: str | None = None
    span: tuple[int, int] | None = None
    whole_space: bool = False


def forget(store: Store, space: str, target: Target, *, encoder: Encoder, dry_run: bool) -> ForgetReceipt:
    """Erase the closure of the target. A belief goes with the messages it was drawn from: its words stand there too.

    Raises UnknownId, UsageError, and ErasureIncomplete when another reader keeps old pages alive.
    """
    if sum((target.id is not None, target.session is not None, target.span is not None, target.whole_space)) != 1:
        raise UsageError("Name one thing to forget: an id, a session, a span of time, or the whole space.")
    if dry_run:
        with store.file.read() as db:
            return _receipt(_closure(db, space, target)[1], 0, is_complete=False, dry_run=True)
    with store.file.write() as db:
        store.require_recipes(db)
        key, what = _closure(db, space, target)
        erasure.erase(db, key, what, store.settings.clock())
        integrity.mark_erasure(db)
    is_complete = _complete(store)
    embed(store, space, encoder, what.following)
    embed_waiting(store, space, encoder, limit=BACKLOG)
    if not is_complete:
        raise ErasureIncomplete(
            f"Forgotten, but another reader of {store.file.path} keeps old pages alive, so that words remain in its -wal; "
            f"close that reader and run `dcpm check {store.file.path}`, which completes it."
        )
    scanned = _require_gone(store, what.texts)
    return _receipt(what, scanned, is_complete=True, dry_run=False)


def _complete(store: Store) -> bool:
    """The last step. A fault of the disk here leaves it to `check`, as a reader does: the forgetting itself is committed."""
    try:
        return integrity.complete_erasure(store)
    except StorageFault as fault:
        raise ErasureIncomplete(
            f"Forgotten, but the disk failed while old pages were being cleared ({fault.__cause__}); words may remain in the bytes of "
            f"{store.file.path} until `dcpm check {store.file.path}` completes it."
        ) from fault


def _closure(db: apsw.Connection, space: str, target: Target) -> tuple[int, erasure.Closure]:
    view = raw.view_space(db, space)
    if view is None:
        raise UnknownId(f"There is no space named {space!r} in this file.")
    beliefs: tuple[int, ...] = ()
    if target.id is not None:
        key, kind = raw.find(db, view.key, as_text(target.id))
        if kind == "raw_input":
            raws: tuple[int, ...] = (key,)
        elif kind == "belief":
            raws, beliefs = erasure.sources_of(db, key), (key,)
        else:
            raise UnknownId(f"{as_text(target.id)} is a {kind.replace('_', ' ')}; forget the messages it rests on.")
    else:
        raws = erasure.messages(db, view.key, session=target.session, span=target.span)
        if target.whole_space:
            beliefs = erasure.all_beliefs(db, view.key)
        if target.session is not None and not raws:
            raise UnknownId(f"There is no session named {target.session!r} in this space.")
    return view.key, erasure.closure(db, raws, beliefs)


def _receipt(what: erasure.Closure, scanned: int, *, is_complete: bool, dry_run: bool) -> ForgetReceipt:
    removed = (
        ("messages", len(what.raws)), ("passages", len(what.passages)), ("beliefs", len(what.beliefs)), ("wordings", len(what.wordings)),
        ("summaries", len(what.summaries)), ("nodes", len(what.nodes)), ("nodes_weakened", len(what.weakened)), ("relations", len(what.relations)), ("llm_calls_redacted", len(what.llm_calls)),
    )  # fmt: skip
    return ForgetReceipt(removed, len(what.following), scanned, is_complete, dry_run)


def _require_gone(store: Store, texts: tuple[str, ...]) -> int:
    """Search the bytes of the file and its -wal, in any case, for what was removed; how many bytes were searched.

    Words that a kept message holds as well are no failure. Raises DamagedFile when words remain that nothing holds.
    """
    path = store.file.path
    snippets = {
        text[:_LONGEST_LOOKED_FOR].encode().lower() for text in texts
    }  # ASCII's case alone, as in the bytes and in SQLite's lower()
    found: set[bytes] = set()
    scanned = 0
    for file in (path, path.with_name(path.name + "-wal")):
        if file.exists():
            scanned += file.stat().st_size
            found |= _search(file, snippets)
    with store.file.read() as db:
        left = [s for s in found if not erasure.is_kept_elsewhere(db, s.decode(errors="ignore"))]
    if left:
        raise DamagedFile(f"{len(left)} forgotten texts still stand in the bytes of {path}; run `dcpm rebuild {path}` and report this.")
    return scanned


def _search(file: Path, snippets: set[bytes]) -> set[bytes]:
    found: set[bytes] = set()
    overlap = max((len(s) for s in snippets), default=0)
    tail = b""
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            window = (tail + chunk).lower()
            found |= {s for s in snippets if s in window}
            tail = chunk[-overlap:] if overlap else b""
    return found
