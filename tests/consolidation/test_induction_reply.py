"""How a model's actions are read: each by itself (K9, K10, K12)."""

from __future__ import annotations

from typing import Any

import pytest

from bench.labelled.clusters import ms_of
from dcpm_sqlite.consolidation.induction.offer import AddEdge, AddEvidence, CreateIntention, CreateSchema, Induction, Ref
from dcpm_sqlite.consolidation.induction.reply import MAX_ACTIONS, MAX_CUE_CHARS, MAX_TEXT_CHARS, read
from dcpm_sqlite.deciding.decision import Unusable
from tests.consolidation.clusters_by_hand import action, intention, member, offer, schema

OFFER = offer(
    member("I run.", 1, before=("I ran once.",)), member("I swim.", 2),
    nodes=(schema("Ann runs."), intention("Ann flies to Porto.", due=("2024-10-19", "2024-10-20"))),
)  # fmt: skip


def induced(*actions: dict[str, Any]) -> Induction:
    """What is read of a reply with these actions."""
    return read(OFFER, {"actions": list(actions)})


def only(given: dict[str, Any]) -> Any:
    """The one action that was taken."""
    found = induced(given)
    assert found.refused == ()
    return found.actions[0]


def why(given: dict[str, Any]) -> str:
    """Why an action was not taken."""
    found = induced(given)
    assert found.actions == ()
    ((reason, count),) = found.refused
    assert count == 1
    return reason


def test_the_four_tools_are_read() -> None:
    """In emission order; later actions may refer to earlier ones of the same reply."""
    found = induced(
        action("create_schema", text=" Ann  runs often. ", domain="Sport", evidence=["B1", "b2", "[B2]"], confidence=7),
        action("create_intention", domain=None, due_from="2024-10-01", due_until="2024-10-03", cue=" race "),
        action("add_evidence", node="A2", evidence=["B3"]),
        action("add_edge", source="A1", target="N1", predicate="Instantiates", description=" x  y ", weight=-1),
    )
    assert found.refused == ()
    assert found.actions == (
        CreateSchema("Ann runs often.", "sport", (101, 1), 1.0),
        CreateIntention("Ann runs.", None, (101,), 0.6, ms_of("2024-10-01"), ms_of("2024-10-04"), "race"),
        AddEvidence(Ref("made", 1), (2,)),
        AddEdge(Ref("made", 0), Ref("standing", 0), "instantiates", "x y", 0.0),
    )


def test_references_count_what_was_taken() -> None:
    """A2 is the second action of the reply, though the first was refused."""
    found = induced(action("create_schema", evidence=["B9"]), action("create_schema"), action("add_evidence", node="A2", evidence=["B3"]))
    assert found.actions[1] == AddEvidence(Ref("made", 0), (2,))
    assert found.refused == (("unknown belief", 1),)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (action("create_schema", evidence=["B1", "B4"]), "unknown belief"),
        (action("create_schema", evidence=["N1"]), "unknown belief"),
        (action("create_schema", evidence=["B0"]), "unknown belief"),
        (action("create_schema", evidence=[]), "no evidence"),
        (action("create_schema", evidence=None), "no evidence"),
        (action("create_schema", domain="wellness"), "unknown domain"),
        (action("create_schema", domain=None), "unknown domain"),
        (action("create_intention", domain="wellness"), "unknown domain"),
        (action("create_schema", text=" "), "no text"),
        (action("create_schema", text=None), "no text"),
        (action("create_schema", text="x" * (MAX_TEXT_CHARS + 1)), "text too long"),
        (action("create_intention", cue="x" * (MAX_CUE_CHARS + 1)), "text too long"),
        (action("create_intention", due_from="soon"), "unreadable date"),
        (action("create_intention", due_from="2024-10-03", due_until="2024-10-01"), "dates out of order"),
        (action("create_intention", due_from="2024-01-01", due_until="2024-08-30"), "over already"),
        (action("add_evidence", node="N3"), "unknown node"),
        (action("add_evidence", node="A1"), "unknown node"),
        (action("add_evidence", node=None), "unknown node"),
        (action("add_evidence", node="N1", news="fulfils"), "news of no open intention"),
        (action("add_edge", source="N1", target="N1"), "edge to itself"),
        (action("add_edge", source="N1", target="N2", predicate="likes"), "unknown predicate"),
        (action("add_edge", source="N1", target="N2", predicate="supersedes"), "unknown predicate"),
    ],
)
def test_what_can_not_be_taken_is_refused_with_its_reason(given: dict[str, Any], reason: str) -> None:
    """Ordinals, domains, sizes, dates and predicates."""
    assert why(given) == reason


def test_siblings_of_a_bad_action_stand() -> None:
    """One that lacks a field, one of an unknown tool, one that is none, and a good one."""
    found = read(OFFER, {"actions": [{"text": "x"}, {"tool": "delete_all"}, "A1", action("create_schema")]})
    assert len(found.actions) == 1
    assert found.refused == (("unreadable", 3),)


def test_what_is_beyond_the_limit_is_counted() -> None:
    """And not looked at (K12)."""
    found = induced(*[action("create_schema", text=f"Ann {n}") for n in range(MAX_ACTIONS + 500)])
    assert len(found.actions) == MAX_ACTIONS
    assert found.refused == (("surplus", 500),)


def test_an_edge_without_a_predicate_correlates() -> None:
    """The papers name none; it claims least, and holds in both directions."""
    edge = only(action("add_edge", source="N2", target="N1"))
    assert (edge.predicate, edge.source, edge.target, edge.weight) == ("correlates", Ref("standing", 0), Ref("standing", 1), 0.5)
    twice = induced(action("add_edge", source="N2", target="N1"), action("add_edge", source="N1", target="N2", predicate="correlates"))
    assert twice.refused == (("said twice", 1),)


def test_evidence_that_is_added_twice_is_added_once() -> None:
    """D-33: idempotent."""
    found = induced(action("add_evidence", node="N1", evidence=["B2", "B2"]), action("add_evidence", node="N1", evidence=["B2"]))
    assert found.actions == (AddEvidence(Ref("standing", 0), (1,)),)
    assert found.refused == (("said twice", 1),)


def test_news_of_an_open_intention() -> None:
    """It came about, or was given up."""
    assert only(action("add_evidence", node="N2", news="fulfils")).news == "fulfils"
    assert only(action("add_evidence", node="N2", news="drops")).news == "drops"


def test_nothing_is_a_fine_answer() -> None:
    """An empty list is one; a reply without one can't be used, nor one of which nothing can be read."""
    assert read(OFFER, {"actions": []}) == Induction()
    with pytest.raises(Unusable, match="actions is missing"):
        read(OFFER, {})
    with pytest.raises(Unusable, match="none of the actions"):
        read(OFFER, {"actions": [{"tool": "delete_all"}]})
