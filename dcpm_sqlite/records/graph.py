"""The upper graph, and relations as people see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from dcpm_sqlite.records.beliefs import Belief, Evidence

if TYPE_CHECKING:  # it is told beside the investigations, which tell of nodes and edges
    from dcpm_sqlite.records.investigation import Reweighing

NodeKind = Literal["schema", "core_schema", "intention"]

NodeState = Literal["standing", "weakened", "withdrawn", "open", "fulfilled", "expired", "dropped"]


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the upper graph (DCPM D-06, D-07) with the ids of the beliefs it rests on.

    state: of schemas and cores `standing`, `weakened` (evidence was forgotten, taken back or superseded since) or `withdrawn`; of
    intentions `open`, `fulfilled`, `expired` or `dropped`. support: share of its evidence that is
    believed now, 0..1; what was superseded meanwhile counts a quarter.
    behaviour: what is done, without the domain's words (D-36), None where none was written. due_from, due_until: an intention's
    horizon, Unix ms, half open, None for an open end; cue: words that call it to mind. members: schemas of a core.
    because: evidence that brought it up in a recall.
    """

    key: int
    id: str
    kind: NodeKind
    domain: str | None
    text: str
    confidence: float
    state: NodeState
    evidence: tuple[str, ...]
    support: float = 1.0
    behaviour: str | None = None
    due_from: int | None = None
    due_until: int | None = None
    cue: str | None = None
    members: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    recorded_at: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation as people see it: ids of its ends (beliefs or nodes), predicate, weight 0..1, and whether it was closed since.

    id: of the relation; None for a supersedes pointer, which is none (X-06). noted_ms, mind: when it was recorded and who judged that it
    holds; closed_ms, closed_because: when and why it was closed, None while it is in force. Unix ms.
    """

    source: str
    target: str
    predicate: str
    description: str
    weight: float
    is_closed: bool = False
    id: str | None = None
    noted_ms: int | None = None
    mind: str | None = None
    closed_ms: int | None = None
    closed_because: str | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """The upper graph with what it rests on, and the relations between beliefs.

    nodes: all but withdrawn ones. chains: of their evidence and of what the relations tie together, oldest state first. edges: all between
    nodes; between beliefs the heaviest in force, and the last that were closed among what is here. sources: per belief id the words it
    rests on. reweighings: the last of each of these edges, latest first. left_out: relations between beliefs, in force, that are not here.
    """

    nodes: tuple[Node, ...]
    chains: tuple[tuple[Belief, ...], ...]
    edges: tuple[Edge, ...]
    sources: Mapping[str, tuple[Evidence, ...]]
    reweighings: tuple[Reweighing, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Concern:
    """An open intention that may want care now. is_due: its time has come or comes soon; nearness: to what was just said, None if it is not."""

    node: Node
    is_due: bool
    nearness: float | None
