"""The end of a search: the K best by Eq. 9, each chain once, with the way to each, the relations among them and what rests on them (R-36)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dcpm_sqlite.investigation.board import Board, Entry
from dcpm_sqlite.investigation.walking import Hop
from dcpm_sqlite.recall.search import Search
from dcpm_sqlite.recall.surfacing import resting_on
from dcpm_sqlite.recall.telling import Scored, Told
from dcpm_sqlite.records import Belief, Edge, Finding, Node, Step
from dcpm_sqlite.store import relations

CONSIDERED = 4  # times k items are looked at: several may say the same


@dataclass(frozen=True, slots=True)
class Conclusion:
    """findings: best first; edges: relations in force among them (G_q); nodes: what rests on them."""

    findings: tuple[Finding, ...] = ()
    edges: tuple[Edge, ...] = ()
    nodes: tuple[Node, ...] = ()


def conclude(search: Search, board: Board) -> Conclusion:
    """What an investigation found (at most 4 statements)."""
    considered = board.scored()[: CONSIDERED * board.settings.k]
    told = search.told(considered)
    chosen = told.distinct(considered, board.settings.k)
    found = [_finding(one, told, board) for one in chosen]
    keys = sorted({state.key for one in chosen for key, _ in told.beliefs(one) for state in told.visible.get(key, ())})
    edges = [edge for edge in relations.among(search.db, keys) if not edge.is_closed]
    return Conclusion(tuple(found), tuple(edges), tuple(resting_on(search, chosen, told)))


def _finding(one: Scored, told: Told, board: Board) -> Finding:
    """A message that mostly repeats a belief with a history is shown as that (`Told.distinct`), and was reached as itself."""
    key = one.key if one.key in board.entries else _telling(one.key, told, board)
    entry, detail = board.entries[key], board.details[key]
    path = _path(entry, board)
    if one.kind == "passage":
        shown = detail.shown
        return Finding(
            "passage", key, detail.id, shown.text, None, one.score, entry.access, detail.nearness, entry.depth, path, shown.said_ms,
            shown.party, (detail.id,), drawn=_drawn(key, told),
        )  # fmt: skip
    chain = told.visible[one.key]
    lead = chain[-1]
    return Finding(
        "belief", lead.key, lead.id, lead.text, lead.type, one.score, entry.access, detail.nearness, entry.depth, path, lead.said_ms,
        lead.party, told.sources(one.key), chain,
    )  # fmt: skip


def _drawn(passage: int, told: Told) -> tuple[Belief, ...]:
    """The beliefs that quote a message, each chain once."""
    leads = {told.visible[key][-1].key: told.visible[key][-1] for key in sorted(told.quoting.get(passage, {})) if told.visible.get(key)}
    return tuple(leads.values())


def _telling(key: int, told: Told, board: Board) -> int:
    """The message by which a belief was found."""
    return next(passage for passage, quoting in told.quoting.items() if key in quoting and passage in board.entries)


def _path(entry: Entry, board: Board) -> tuple[Step, ...]:
    return tuple(_step(hop, board) for hop in entry.hops)


def _step(hop: Hop, board: Board) -> Step:
    link, lead = hop.lead.link, hop.lead
    start, end = board.details[lead.start], board.details[lead.end]
    return Step(
        start.id, end.id, link.predicate, link.description, link.weight, lead.is_forward, hop.score, start.shown.text, end.shown.text
    )


def ids(board: Board, keys: Sequence[int]) -> tuple[str, ...]:
    """Public ids of items on the board."""
    return tuple(board.details[key].id for key in keys if key in board.details)
