"""The upper graph as one page for people: HTML, style, script and data in a single text that needs no network.

Everything that somebody said stands in one JSON block, escaped so that it can't end it; the script puts it on the page as text alone. The
policy lets the page load nothing, and run only the script whose hash it names.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from importlib import resources
from string import Template
from typing import Any

from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES, Belief, Edge, Evidence, Graph, Node, RawInput

SCRIPTS = (
    "data.js",
    "time.js",
    "elements.js",
    "layout.js",
    "lines.js",
    "zoom.js",
    "stage.js",
    "details.js",
    "search.js",
    "legend.js",
    "page.js",
)
CONTEXT_CHARS = 160  # code points of a message shown on each side of the words that are cited
QUOTES_MOST = 12  # of one belief; what is said every day needs no hundred proofs

_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})  # what is not ASCII, U+2028 too, is escaped by `json`


def graph_page(graph: Graph, *, title: str, now_ms: int) -> str:
    """The page: HTML in ASCII but for the title, self-contained, the same for the same arguments.

    title: what the page is called, any text; now_ms: Unix ms by which it is told what is due and what lies behind.
    """
    style, script = _asset("page.css"), "\n".join(map(_asset, SCRIPTS))
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    data = json.dumps(page_data(graph, now_ms=now_ms), separators=(",", ":")).translate(_ESCAPES)
    return Template(_asset("page.html")).substitute(policy=policy, title=html.escape(title), style=style, script=script, data=data)


def page_data(graph: Graph, *, now_ms: int) -> dict[str, Any]:
    """What the script reads: the graph by plain names, without what is empty; times in Unix ms.

    chains: beliefs, oldest state first; quotes: per belief id, the words it rests on with what stands around them in `messages`.
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
    return {
        "now": now_ms,
        "layers": dict(PREDICATES),
        "bidirectional": sorted(BIDIRECTIONAL),
        "nodes": [_node(node) for node in graph.nodes],
        "chains": [[_belief(state) for state in chain] for chain in graph.chains],
        "edges": [_edge(edge) for edge in graph.edges],
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


def _belief(belief: Belief) -> dict[str, Any]:
    about = belief.about
    return _filled(
        id=belief.id, text=belief.text, party=belief.party, domain=belief.domain, said=belief.said_ms,
        holds_from=belief.holds_from, holds_until=belief.holds_until, holds_precision=belief.holds_precision,
        about=about and _filled(from_ms=about.from_ms, until_ms=about.until_ms, precision=about.precision),
        is_current=belief.superseded_by is None,
    )  # fmt: skip


def _edge(edge: Edge) -> dict[str, Any]:
    """`history` is the place of changes of the weight, oldest first; there are none to tell of yet."""
    told = _filled(
        source=edge.source, target=edge.target, predicate=edge.predicate, description=edge.description, weight=edge.weight, is_closed=edge.is_closed
    )  # fmt: skip
    return told | {"history": []}


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
