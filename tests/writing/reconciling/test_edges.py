"""Relations that stand, when new items show them to be wrong (REALM R-16): closed with their cause, replaced, or left as they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.store.changes import AddRelation
from dcpm_sqlite.writing.reconciling.offer import EdgeEdit, Link, Offer, Standing, Target
from dcpm_sqlite.writing.reconciling.prompt import prompt
from dcpm_sqlite.writing.reconciling.reply import read
from tests.conftest import OpenMemory
from tests.doubles import ScriptedMind, belief, put, rows
from tests.writing.values import item, known, state

OFFER = Offer(
    (item("The fall was in May."),), (known(state("A wrist broke.", 1)), known(state("Lessons stopped.", 2))), ((),), ((1.0,),), None,
    (Standing(77, 0, 1, "precedes", "first the wrist", 0.6),),
)  # fmt: skip


def edge(operation: str, relation: str = "R1", **given: Any) -> dict[str, Any]:
    """An entry of a reply's `edges`."""
    return {"relation": relation, "operation": operation, "predicate": None, "description": None, "weight": None, **given}


def reply(*edges: dict[str, Any]) -> dict[str, Any]:
    """A reply that adds the item."""
    return {"operations": [{"item": "I1", "operation": "ADD", "target": None, "text": None}], "relations": [], "edges": list(edges)}


def test_the_prompt_shows_what_stands() -> None:
    """By an ordinal, with both ends and its weight; its description is fenced as data."""
    user = prompt(OFFER).user
    assert "R1: K1 precedes K2 (weight 0.60)" in user
    assert "<stored-relation 1>\nfirst the wrist\n</stored-relation 1>" in user


def test_delete_and_modify_are_read() -> None:
    """A modify keeps what it does not name."""
    assert read(OFFER, reply(edge("delete"))).edits == (EdgeEdit(0),)
    (edit,) = read(OFFER, reply(edge("modify", predicate="results_in", weight=0.9))).edits
    assert edit.instead == Link(Target("known", 0), Target("known", 1), "results_in", "first the wrist", 0.9, is_told=True)


@pytest.mark.parametrize(
    ("edges", "faulty", "unoffered"),
    [
        ([edge("no_change")], 0, 0),
        ([edge("delete", "R9")], 0, 1),
        ([edge("delete", "K1")], 0, 1),
        ([edge("modify", predicate="loves")], 1, 0),
        ([edge("modify", predicate="supersedes")], 1, 0),
        ([edge("modify")], 1, 0),
        ([edge("delete"), {"relation": 1}], 1, 0),
    ],
)
def test_what_cannot_be_used_is_counted(edges: list[dict[str, Any]], faulty: int, unoffered: int) -> None:
    """And changes nothing; nor does no_change."""
    found = read(OFFER, reply(*edges))
    assert (found.faulty, found.unoffered) == (faulty, unoffered)
    assert len(found.edits) == sum(one.get("operation") == "delete" and one["relation"] == "R1" for one in edges)


def test_a_relation_is_edited_once() -> None:
    """The first edit counts, a hundred thousand are cut."""
    found = read(OFFER, reply(*[edge("delete") for _ in range(100_000)]))
    assert len(found.edits) == 1
    assert found.surplus == 99_900


def test_replies_without_the_field_are_read() -> None:
    """Recorded ones from before it was there."""
    given = reply()
    del given["edges"]
    assert read(OFFER, given).edits == ()


class Editing(ScriptedMind):
    """A model that adds what is new and edits the first relation it is shown."""

    def __init__(self, **given: Any) -> None:
        super().__init__()
        self.edge = edge(**given)

    def reply_to(self, prompt: str) -> str:
        """As the double's, with the edit where a relation is shown."""
        data = json.loads(super().reply_to(prompt))
        if "operations" in data:
            data["edges"] = [self.edge] if "R1: " in prompt else []
        return json.dumps(data)


@pytest.fixture
def related(memory: Memory) -> Memory:
    """Two beliefs and what is between them."""
    wrist, lessons = put(memory, belief("A wrist was broken on the ice."), belief("The violin lessons stopped."), embed=True)
    put(memory, AddRelation(wrist, lessons, "precedes", "first the wrist", 0.6))
    return memory


def relations(memory: Memory) -> list[tuple[str, float, bool]]:
    """Predicate, weight, and whether it is closed."""
    return [(one.predicate, one.weight, one.is_closed) for one in memory.relations()]


def test_a_deleted_relation_is_closed_with_its_cause(open_memory: OpenMemory, related: Memory) -> None:
    """Not removed; and undoing the add puts it back in force."""
    report = open_memory(related.path, mind=Editing(operation="delete")).add("The wrist was fine all along.")
    assert relations(related) == [("precedes", 0.6, True)]
    assert rows(related, "SELECT closed_reason FROM relation") == [("judged invalid",)]
    assert report.settled is not None
    assert report.settled.job is not None
    related.undo(report.settled.job)
    assert relations(related) == [("precedes", 0.6, False)]
    assert not related.check().problems


def test_a_modified_relation_is_replaced(open_memory: OpenMemory, related: Memory) -> None:
    """The old one stays on record, the new one is described with a vector of its own; undone, it is as before."""
    mind = Editing(operation="modify", predicate="results_in", description="the broken wrist ended the lessons", weight=0.9)
    memory = open_memory(related.path, mind=mind)
    report = memory.add("The broken wrist ended the violin lessons.")
    assert relations(memory)[:2] == [("precedes", 0.6, True), ("results_in", 0.9, False)]
    new = rows(memory, "SELECT r.id, v.id FROM relation AS r LEFT JOIN vector AS v ON v.id = r.id ORDER BY r.id")
    assert [key == vector for key, vector in new] == [False, True]
    assert report.settled is not None
    assert report.settled.job is not None
    memory.undo(report.settled.job)
    assert [closed for *_, closed in relations(memory)] == [False, True]
    assert not memory.check().problems


def test_vectors_of_relations_move_to_another_encoder(open_memory: OpenMemory, related: Memory) -> None:
    """Re-embedding and rebuilding keep them."""
    from dcpm_sqlite.encoder import HashEncoder

    mind = Editing(operation="modify", predicate="results_in", description="the broken wrist ended the lessons", weight=0.9)
    open_memory(related.path, mind=mind).add("The broken wrist ended the violin lessons.")
    related.rebuild()
    related.close()
    moved = open_memory(related.path, encoder=HashEncoder(width=128))
    moved.reembed()
    moved.close()
    again = open_memory(related.path, encoder=HashEncoder(width=128))
    assert rows(again, "SELECT length(v.code) FROM vector AS v JOIN relation AS r ON r.id = v.id") == [(128,)]
    assert not again.check().problems


def test_the_rules_edit_nothing(related: Memory) -> None:
    """Offline no relation is judged by what is said later; none is shown either."""
    related.add("The wrist was fine all along.")
    assert ("precedes", 0.6, False) in relations(related)


def test_what_stands_is_only_read_for_a_model(open_memory: OpenMemory, related: Memory) -> None:
    """It is in the prompt of a reconciliation."""
    seen: list[Request] = []
    mind = ScriptedMind(before=seen.append)
    open_memory(related.path, mind=mind).add("The ice was thin.")
    assert any("precedes" in request.turns[0].text and "R1: " in request.turns[0].text for request in seen)
