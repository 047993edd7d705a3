"""Phase 3: behaviours of new schemas, collisions across domains, and core schemas over them (DCPM D-36..D-41)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import apsw
import numpy as np

from dcpm_sqlite.consolidation.abstracting.decision import ABSTRACT
from dcpm_sqlite.consolidation.abstracting.offer import Abstraction
from dcpm_sqlite.consolidation.abstracting.offer import Member as CoreMember
from dcpm_sqlite.consolidation.abstracting.offer import Offer as CoreOffer
from dcpm_sqlite.consolidation.collisions import Schema, Thresholds, sweep
from dcpm_sqlite.consolidation.describing.decision import DESCRIBE
from dcpm_sqlite.consolidation.describing.offer import Description
from dcpm_sqlite.consolidation.describing.offer import Offer as SchemaOffer
from dcpm_sqlite.consolidation.gathering import Ground
from dcpm_sqlite.consolidation.step import Step
from dcpm_sqlite.encoder import Encoder
from dcpm_sqlite.records import Node
from dcpm_sqlite.store import graph, nights, vectors
from dcpm_sqlite.store.changes import AddMember, AddNode, Ask, Change, Describe, New
from dcpm_sqlite.store.nights import Question

_IN_FORCE = ("standing", "weakened")  # of schemas


def undescribed(db: apsw.Connection, space: int, asker: nights.Asker, job: int | None = None) -> list[Ask]:
    """A question for each schema without a description, unless this mind was asked about it already, or is being asked in the night `job`."""
    asked = {key for items in nights.asked(db, space, asker, ("description",)) for key in items}
    if job is not None:
        asked |= {key for question in nights.open_questions(db, job, ("description",)) for key in question.items}
    schemas = graph.listing(db, space, kinds=("schema",), states=_IN_FORCE)
    return [Ask("description", (node.key,)) for node in schemas if node.behaviour is None and node.key not in asked]


def describing(ground: Ground) -> Step[SchemaOffer, Description]:
    """One question for each of them."""

    def gather(question: Question) -> SchemaOffer | None:
        with ground.store.file.read() as db:
            node = graph.by_keys(db, question.items).get(question.items[0]) if question.items else None
            if node is None or node.domain is None or node.state not in _IN_FORCE:
                return None
            found = graph.latest_evidence(db, [node.key], limit=ground.settings.described_evidence).get(node.key, ())
        grounds = tuple(key for g in found for key in (g.belief, g.wording))
        return SchemaOffer(node.key, node.text, node.domain, tuple(g.text for g in found), grounds)

    def changes(question: Question, _: SchemaOffer, answer: Description, first: int) -> tuple[list[Change], Counter[str]]:
        return ([] if answer.text is None else [Describe(question.items[0], answer.text, New(first - 1))]), Counter()

    return Step("describing", DESCRIBE, ("description",), gather, changes)


@dataclass(frozen=True, slots=True)
class Collisions:
    """Groups to ask about, and schemas that join a core that stands (D-40)."""

    questions: tuple[Ask, ...]
    joining: tuple[AddMember, ...]


def collisions(db: apsw.Connection, ground: Ground, asker: nights.Asker) -> Collisions:
    """Eq. 1 over all schemas in force that have a behaviour; groups that this mind was asked about already are left out."""
    space = ground.view(db).key
    nodes = {node.key: node for node in graph.listing(db, space, kinds=("schema",), states=_IN_FORCE)}
    keys, behaviours = vectors.stored(db, sorted(nodes), of="behaviour")
    meanings = dict(zip(*_as_pairs(*vectors.stored(db, keys.tolist())), strict=True))
    cores = graph.members_of(db, space)
    schemas = [
        Schema(key, nodes[key].domain or "other", behaviour, meanings[key], cores.get(key, frozenset()))
        for key, behaviour in zip(keys.tolist(), behaviours, strict=True)
        if key in meanings
    ]
    settings = ground.settings.sweep
    found = sweep(schemas, thresholds=Thresholds.of(settings, ground.calibration), max_members=settings.max_members)
    asked = nights.asked(db, space, asker, ("collision",))
    new = [group for group in found.asked if not any(items.issuperset(group) for items in asked)]
    return Collisions(
        tuple(Ask("collision", tuple(group)) for group in new), tuple(AddMember(core, schema) for schema, core in found.attached)
    )


def _as_pairs(keys: vectors.Keys, found: vectors.F32) -> tuple[list[int], list[vectors.F32]]:
    return keys.tolist(), list(np.asarray(found))


def abstracting(ground: Ground, encoder: Encoder) -> Step[CoreOffer, Abstraction]:
    """One question for each group of schemas that collide; a mind may decline."""

    def gather(question: Question) -> CoreOffer | None:
        with ground.store.file.read() as db:
            nodes = [node for node in graph.by_keys(db, question.items).values() if node.state in _IN_FORCE]
        members = tuple(_member(node) for node in sorted(nodes, key=lambda node: node.key))
        return CoreOffer(members) if len({member.domain for member in members}) > 1 else None

    def changes(_: Question, offer: CoreOffer, answer: Abstraction, first: int) -> tuple[list[Change], Counter[str]]:
        if answer.text is None:
            return [], Counter()
        keys = tuple(member.key for member in offer.members)
        vector = encoder.encode_passages([answer.text])[0]
        core = AddNode("core_schema", answer.text, None, answer.confidence, members=keys, decided_by=New(first - 1), vector=vector)
        return [core], Counter(cores=1)

    return Step("comparing", ABSTRACT, ("collision",), gather, changes)


def _member(node: Node) -> CoreMember:
    return CoreMember(node.key, node.domain or "other", node.text, node.behaviour or "")
