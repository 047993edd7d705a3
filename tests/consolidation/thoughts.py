"""A mind for nights, and beliefs with made-up vectors that cluster as a test says."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from dcpm_sqlite import Memory, Node
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.store.changes import UnderJob
from tests.doubles import DAY_MS, START_MS, belief, put

WIDTH = 64
_BELIEF = re.compile(r"^B(\d+) \(.*?\n<stored-belief \d+>\n(.*?): (.*?)\n</stored-belief", re.DOTALL | re.MULTILINE)
_NODE = re.compile(r"^N(\d+) \((\w+);.*?\n<stored-conclusion \d+>\n(.*?)\n</stored-conclusion", re.DOTALL | re.MULTILINE)


def theme(memory: Memory, name: str, count: int, *, axis: int, domain: str, day: int = 0, party: str | None = "Ann") -> list[int]:
    """Beliefs near one direction, in a job of their own: 'NAME 0', 'NAME 1' ...; their keys."""
    chance = np.random.default_rng(axis * 100 + day)
    centre = np.zeros(WIDTH, np.float32)
    centre[axis] = 1.0
    changes = []
    for i in range(count):
        vector = centre + 0.02 * chance.standard_normal(WIDTH).astype(np.float32)
        vector /= np.linalg.norm(vector)
        said = START_MS + (day + i) * DAY_MS
        changes.append(belief(f"{name} {day + i}", party=party, domain=domain, said_ms=said, vector=vector.astype(np.float32)))
    return put(memory, UnderJob("add"), *changes)[1:]


def action(tool: str, **fields: Any) -> dict[str, Any]:
    """One action as a model sends it; what is not given is null."""
    names = (
        "text",
        "domain",
        "evidence",
        "confidence",
        "due_from",
        "due_until",
        "cue",
        "node",
        "source",
        "target",
        "predicate",
        "description",
        "weight",
        "news",
    )
    return {"tool": tool} | dict.fromkeys(names) | fields


def think(request: Request) -> str:
    """One schema for each cluster, or evidence for one that stands about it; everything is done alike; what collides is one core."""
    return json.dumps(_thought(request.purpose, request.turns[0].text))


def _thought(purpose: str, prompt: str) -> dict[str, Any]:
    if purpose == "describe":
        return {"description": "Does it a little every day."}
    if purpose == "abstract":
        texts = sorted(re.findall(r"pattern of (\w+)", prompt))
        return {"core": f"Small daily steps in {' and '.join(texts)}", "confidence": 0.8}
    shown = _BELIEF.findall(prompt)
    name = shown[0][2].split()[0]
    domain = re.search(r"domain (\w+)", prompt)
    assert domain is not None
    evidence = [f"B{number}" for number, _, _ in shown]
    for number, kind, text in _NODE.findall(prompt):
        if kind == "schema" and name in text:
            return {"actions": [action("add_evidence", node=f"N{number}", evidence=evidence)]}
    return {"actions": [action("create_schema", text=f"pattern of {name}", domain=domain[1], evidence=evidence, confidence=0.7)]}


def graph_in_words(memory: Memory) -> list[tuple[Any, ...]]:
    """The graph without ids and times: what two runs may be compared by."""
    nodes = {node.id: node for node in memory.nodes()}
    beliefs = {state.id: state.text for chain in memory.graph().chains for state in chain}

    def told(node: Node) -> tuple[Any, ...]:
        return (
            node.kind, node.domain, node.text, node.behaviour, node.confidence, node.state, sorted(beliefs[id] for id in node.evidence),
            sorted(nodes[id].text for id in node.members),
        )  # fmt: skip

    edges = [
        (nodes[e.source].text, nodes[e.target].text, e.predicate) for e in memory.graph().edges if e.source in nodes and e.target in nodes
    ]
    return sorted(map(told, nodes.values()), key=repr) + sorted(edges)


def texts(nodes: Sequence[Node]) -> list[str]:
    """Their words, sorted."""
    return sorted(node.text for node in nodes)
