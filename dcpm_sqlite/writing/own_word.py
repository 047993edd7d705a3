"""The user's own word: what is to be remembered as it stands, corrected, or always shown. It is never drawn by a mind."""

from __future__ import annotations

from typing import Literal

import apsw

from dcpm_sqlite.encoder import F32, Encoder
from dcpm_sqlite.errors import RefusedText, Stale, UnknownId, UsageError
from dcpm_sqlite.language.claims.reading import read_statement
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief, Candidate, Quote, RawInput
from dcpm_sqlite.store import beliefs, graph, jobs, raw
from dcpm_sqlite.store.changes import AddBelief, AddSource, Change, LogDecision, MarkNode, New, Pin, Settle, UnderJob
from dcpm_sqlite.store.store import Store

MAX_STATEMENT_CHARS = 1_000
TRIES = 4
USER = "user"
SOURCES = frozenset(("remember", "correct"))  # of messages that are the user's word


def is_own_word(message: RawInput) -> bool:
    """Whether a message is to be believed as it stands: no mind draws anything else from it."""
    return message.source in SOURCES


def require_statement(text: str) -> None:
    """Raise RefusedText for what is too long to be one belief."""
    if len(text.strip()) > MAX_STATEMENT_CHARS:
        raise RefusedText(
            f"What is to be believed has {len(text.strip()):,} characters, of at most {MAX_STATEMENT_CHARS:,}; say it shorter, or `add` it."
        )


def candidate_of(message: RawInput) -> Candidate:
    """A message as one item, in its own words; what rules read of it is only how it may be compared."""
    text = message.text.strip()
    claim = read_statement(text, said=message.said_at)
    return Candidate(
        text=text, said_ms=message.said_at.ms, quotes=(_whole(message),), kind=claim.kind, type=claim.type,
        party=message.party if claim.subject is None else None, subject=claim.subject, attribute=claim.attribute, domain=claim.domain,
        salience=max(claim.salience, 0.8), is_core=claim.is_core and claim.kind == "identity", holds=claim.holds, about=claim.about, keywords=claim.keywords,
        mentions=claim.mentions,
    )  # fmt: skip


def correct(store: Store, space: str, id: str, key: int, encoder: Encoder) -> str:
    """The user's word, kept as the message `key`, takes the place of a belief's current state and is pinned; id of the new state.

    What says the same as the current state only pins it. Raises UnknownId.
    """
    with store.file.read() as db:
        message = raw.by_keys(db, [key])[key]
    vector = encoder.encode_passages([message.text.strip()])[0]
    for _ in range(TRIES):
        with store.file.read() as db:
            chain = chain_of(db, space, id)
        try:
            applied = store.apply(space, _correction(chain, message, vector))
        except Stale:
            continue
        with store.file.read() as db:
            new = applied[-1].key
            assert new is not None
            return beliefs.by_keys(db, [new])[new].id
    raise Stale("Other writers changed this belief again and again meanwhile; correct it once more.")


def _correction(chain: tuple[Belief, ...], message: RawInput, vector: F32) -> list[Change]:
    old, text = chain[-1], message.text.strip()
    under: list[Change] = [UnderJob("correct"), LogDecision("correct", 1, USER)]
    settled = Settle((message.key,), None)
    if fold(text) == fold(old.text):
        return [*under, settled, AddSource(old.key, (_whole(message),)), Pin(old.key, True)]
    claim = read_statement(text, said=message.said_at)
    item = Candidate(
        text=text, said_ms=message.said_at.ms, quotes=(_whole(message),), kind=old.kind, type=old.type, party=old.party, subject=old.subject,
        attribute=old.attribute, domain=old.domain, salience=old.salience, is_core=old.is_core, about=claim.about, keywords=claim.keywords,
        mentions=claim.mentions,
    )  # fmt: skip
    # behind the current state whatever its time is: a correction of what only holds from next month on is no earlier state of it
    added = AddBelief(item, after=old.key, drawn_by=New(1), placed_by=New(1), vector=vector)
    return [*under, settled, added, Pin(New(3), True)]


def _whole(message: RawInput) -> Quote:
    start = len(message.text) - len(message.text.lstrip())
    return Quote(message.key, start, start + len(message.text.strip()))


def pin(store: Store, space: str, id: str, value: bool | None) -> None:
    """Always show a belief (True), never as core (False), or as decided (None). Raises UnknownId."""
    with store.file.read() as db:
        chain_of(db, space, id)
        view = raw.view_space(db, space)
        key, _ = raw.find(db, view.key if view else 0, id)
    store.apply(space, [UnderJob("pin"), Pin(key, value)])


def mark_intention(store: Store, space: str, id: str, state: Literal["fulfilled", "dropped", "open"]) -> str:
    """What became of an intention, by the user's word; id of the job. Raises UnknownId, and UsageError for another state."""
    if state not in ("fulfilled", "dropped", "open"):
        raise UsageError(f"An intention is fulfilled, dropped, or open again; not {state!r}.")
    with store.file.read() as db:
        view = raw.view_space(db, space)
        key, kind = raw.find(db, view.key if view else 0, id)
        node = graph.by_keys(db, [key]).get(key) if kind == "node" else None
    if node is None or node.kind != "intention":
        raise UnknownId(f"{id} is no intention; `dcpm intentions` lists them.")
    job = store.apply(space, [UnderJob("intention"), MarkNode(key, state)])[0].key
    with store.file.read() as db:
        return jobs.public_id(db, job or 0)


def chain_of(db: apsw.Connection, space: str, id: str) -> tuple[Belief, ...]:
    """The chain of a belief that stands. Raises UnknownId."""
    view = raw.view_space(db, space)
    key, kind = raw.find(db, view.key if view else 0, id)
    chain = beliefs.chains(db, [key]).get(key, ()) if kind == "belief" else ()
    if not chain:
        raise UnknownId(f"{id} is no belief that stands; `dcpm profile` and `dcpm recall` show beliefs.")
    return chain
