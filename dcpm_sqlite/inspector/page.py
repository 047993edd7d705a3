"""The graph, what use changed in its relations, and the ways of a search, as one page for people: HTML, style, script and data in a single text that needs no network.

Everything that somebody said stands in one JSON block, escaped so that it can't end it; the script puts it on the page as text alone. The
policy lets the page load nothing, and run only the script whose hash it names.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from importlib import resources
from string import Template
from typing import Any

from dcpm_sqlite.inspector.search_data import search_data
from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES, Belief, Edge, Evidence, Graph, Investigation, Node, RawInput, Reweighing

SCRIPTS = (
    "data.js",
    "time.js",
    "elements.js",
    "layout.js",
    "lines.js",
    "views.js",
    "zoom.js",
    "stage.js",
    "details.js",
    "relations.js",
    "findings.js",
    "search.js",
    "legend.js",
    "page.js",
)
CONTEXT_CHARS = 160  # code points of a message shown on each side of the words that are cited
QUOTES_MOST = 12  # of one belief; what is said every day needs no hundred proofs
CHANGES_MOST = 12  # of one relation's weight, the last ones

_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})  # what is not ASCII, U+2028 too, is escaped by `json`


def graph_page(graph: Graph, *, title: str, now_ms: int, investigation: Investigation | None = None) -> str:
    """The page: HTML in ASCII but for the title, self-contained, the same for the same arguments.

    title: what the page is called, any text; now_ms: Unix ms by which it is told what is due and what lies behind. investigation: a search
    whose findings and the ways to them are shown first; with their ids as `also`, `Memory.graph` holds the words that they rest on.
    """
    style, script = _asset("page.css"), "\n".join(map(_asset, SCRIPTS))
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    data = json.dumps(page_data(graph, now_ms=now_ms, investigation=investigation), separators=(",", ":")).translate(_ESCAPES)
    return Template(_asset("page.html")).substitute(policy=policy, title=html.escape(title), style=style, script=script, data=data)


def page_data(graph: Graph, *, now_ms: int, investigation: Investigation | None = None) -> dict[str, Any]:
    """What the script reads: the graph by plain names, without what is empty; times in Unix ms.

    chains: beliefs, oldest state first; quotes: per belief id, the words it rests on with what stands around them in `messages`; uses:
    questions after which weights were changed, in the order of the changes, latest first; search: null where none is shown.
    """
    messages: dict[int, int] = {}
    kept: list[dict[str, Any]] = []
    quotes: dict[str, list[dict[str, Any]]] = {}
    for belief, evidence in graph.sources.items():
        for one in evidence[:QUOTES_MOST]:
            if one.message.key not in messages:
                messages[one.message.key] = len(kept)
                kept.append(_message(one.message))
            quotes.setdefault(belief, []).append(_quote(one, messages[one.message.key]))
    uses, changes = _changes(graph.reweighings)
    return {
        "now": now_ms,
        "layers": dict(PREDICATES),
        "bidirectional": sorted(BIDIRECTIONAL),
        "nodes": [_node(node) for node in graph.nodes],
        "chains": [[_belief(state, graph) for state in chain] for chain in _chains(graph, investigation)],
        "edges": [_edge(edge, changes.get(edge.id or "", [])) for edge in graph.edges],
        "uses": uses,
        "left_out": graph.left_out,
        "search": None if investigation is None else search_data(investigation),
        "messages": kept,
        "quotes": quotes,
        "unquoted": {belief: len(all_) - QUOTES_MOST for belief, all_ in graph.sources.items() if len(all_) > QUOTES_MOST},
    }


def _node(node: Node) -> dict[str, Any]:
    return _filled(
        id=node.id, kind=node.kind, domain=node.domain, text=node.text, confidence=node.confidence, state=node.state, support=node.support,
        behaviour=node.behaviour, due_from=node.due_from, due_until=node.due_until, cue=node.cue, recorded=node.recorded_at,
        evidence=list(node.evidence), members=list(node.members),
    )  # fmt: skip


def _chains(graph: Graph, investigation: Investigation | None) -> list[tuple[Belief, ...]]:
    """Those of the graph, and those that only the search found."""
    chains = list(graph.chains)
    known = {state.id for chain in chains for state in chain}
    for finding in investigation.findings if investigation else ():
        for chain in (finding.chain, *((belief,) for belief in finding.drawn)):
            if known.isdisjoint(state.id for state in chain) and chain:
                chains.append(chain)
                known.update(state.id for state in chain)
    return chains


def _belief(belief: Belief, graph: Graph) -> dict[str, Any]:
    about = belief.about
    return _filled(
        id=belief.id, text=belief.text, party=belief.party, domain=belief.domain, said=belief.said_ms,
        holds_from=belief.holds_from, holds_until=belief.holds_until, holds_precision=belief.holds_precision,
        about=about and _filled(from_ms=about.from_ms, until_ms=about.until_ms, precision=about.precision),
        is_current=belief.superseded_by is None, is_unsourced=belief.id not in graph.sources,
    )  # fmt: skip


def _edge(edge: Edge, changes: list[dict[str, Any]]) -> dict[str, Any]:
    """`history`: the last changes of its weight, oldest first."""
    told = _filled(
        id=edge.id, source=edge.source, target=edge.target, predicate=edge.predicate, description=edge.description, weight=edge.weight,
        is_closed=edge.is_closed, noted=edge.noted_ms, mind=edge.mind, closed=edge.closed_ms, because=edge.closed_because,
        is_cut=len(changes) > CHANGES_MOST,
    )  # fmt: skip
    return told | {"history": changes[:CHANGES_MOST][::-1]}


def _changes(reweighings: Sequence[Reweighing]) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
    """The uses that changed weights, and per relation its changes, each with the place of its use; both latest first."""
    places: dict[str, int] = {}
    uses: list[dict[str, Any]] = []
    changes: dict[str, list[dict[str, Any]]] = {}
    for one in reweighings:
        if one.job not in places:
            places[one.job] = len(uses)
            uses.append(_filled(job=one.job, question=one.question, mind=one.mind, at=one.changed_ms))
        changes.setdefault(one.relation, []).append(
            _filled(at=one.changed_ms, action=one.action, confidence=one.confidence, old=one.old, new=one.new, use=places[one.job])
        )
    return uses, changes


def _message(message: RawInput) -> dict[str, Any]:
    at = message.said_at
    return _filled(
        id=message.id, party=message.party, role=message.role, session=message.session, said=at.ms, precision=at.precision,
        offset_min=at.offset_min, basis=at.basis,
    )  # fmt: skip


def _quote(evidence: Evidence, message: int) -> dict[str, Any]:
    """The cited words with their surroundings, cut at white space where there is any; offsets stay on this side, where they count code points."""
    text = evidence.message.text
    before, after = text[: evidence.start], text[evidence.end :]
    if len(before) > CONTEXT_CHARS:
        cut = before[-CONTEXT_CHARS:]
        before = "…" + (cut.partition(" ")[2] or cut)
    if len(after) > CONTEXT_CHARS:
        cut = after[:CONTEXT_CHARS]
        after = (cut.rpartition(" ")[0] or cut) + "…"
    return {"message": message, "role": evidence.role, "before": before, "words": evidence.words, "after": after}


def _filled(**fields: Any) -> dict[str, Any]:
    """Without what says nothing: None, False, nothing in it. Numbers stay, 0 too."""
    return {name: value for name, value in fields.items() if not (value is None or value is False or value in ("", [], {}))}


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    return (resources.files("dcpm_sqlite.inspector") / name).read_text("utf-8")
