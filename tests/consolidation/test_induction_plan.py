"""From actions to changes, in emission order (D-35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from dcpm_sqlite.consolidation.induction import offer as induction
from dcpm_sqlite.consolidation.induction.offer import Action, CreateIntention, CreateSchema, Induction, Ref
from dcpm_sqlite.consolidation.induction.plan import F32, plan
from dcpm_sqlite.store.changes import AddEvidence, AddNode, AddRelation, Change, MarkNode, New
from tests.consolidation.clusters_by_hand import intention, member, offer, schema

OFFER = offer(member("I run.", 1), member("I swim.", 2), nodes=(schema("Ann runs."), intention("Ann flies to Porto.")))
RUNS = CreateSchema("Ann runs often.", "sport", (1,), 0.6)


def encode(texts: Sequence[str]) -> F32:
    """A vector per text, of its length."""
    return np.array([[len(text), 0] for text in texts], np.float32)


def planned(*actions: Action) -> tuple[list[Change], Counter[str]]:
    """The changes, the first of which is the third of its list, decided by the one before."""
    return plan(OFFER, Induction(actions), encode=encode, decided_by=New(1), first=2)


def test_each_tool_becomes_its_change() -> None:
    """In order, with references to rows that earlier changes of the list make."""
    changes, counts = planned(
        RUNS,
        CreateIntention("Ann races.", None, (2,), 0.5, 10, 20, "race"),
        induction.AddEvidence(Ref("made", 1), (1,)),
        induction.AddEdge(Ref("made", 0), Ref("standing", 0), "instantiates", "x", 0.7),
    )
    made, ahead, support, edge = changes
    assert isinstance(made, AddNode)
    assert (made.kind, made.text, made.domain, made.confidence, made.evidence, made.decided_by) == (
        "schema",
        "Ann runs often.",
        "sport",
        0.6,
        (1,),
        New(1),
    )
    assert made.vector is not None
    assert made.vector[0] == len("Ann runs often.")
    assert isinstance(ahead, AddNode)
    assert (ahead.kind, ahead.due_from, ahead.due_until, ahead.trigger_text) == ("intention", 10, 20, "race")
    assert support == AddEvidence(New(3), (1,), New(1))
    assert edge == AddRelation(New(2), 500, "instantiates", "x", 0.7, New(1))
    assert counts == Counter(schemas=1, intentions=1, evidence=1, edges=1)


def test_news_marks_the_intention() -> None:
    """With the belief that tells it as evidence."""
    changes, counts = planned(induction.AddEvidence(Ref("standing", 1), (1,), "fulfils"))
    assert changes == [AddEvidence(600, (1,), New(1)), MarkNode(600, "fulfilled")]
    assert counts == Counter(evidence=1, fulfilled=1)
    assert planned(induction.AddEvidence(Ref("standing", 1), (1,), "drops"))[0][-1] == MarkNode(600, "dropped")


def test_what_stands_word_for_word_is_not_made_again() -> None:
    """K16: its beliefs are evidence of the node that stands; nothing is encoded for it, and references to it hold."""
    changes, counts = planned(CreateSchema(" ANN runs. ".strip(), "sport", (1, 2), 0.6), induction.AddEvidence(Ref("made", 0), (2,)))
    assert changes == [AddEvidence(500, (1, 2), New(1))]
    assert counts == Counter(evidence=2)


def test_the_same_words_twice_in_one_reply_are_one_node() -> None:
    """A schema and an intention of the same words are two."""
    changes, counts = planned(
        RUNS, CreateSchema("Ann  runs often.", "sport", (2,), 0.6), CreateIntention("Ann runs often.", None, (1,), 0.5)
    )
    assert [type(change) for change in changes] == [AddNode, AddEvidence, AddNode]
    assert changes[1] == AddEvidence(New(2), (2,), New(1))
    assert counts == Counter(schemas=1, evidence=1, intentions=1)


def test_an_edge_between_what_turned_out_to_be_one_is_none() -> None:
    """Both ends are the node that stands."""
    changes, _ = planned(
        CreateSchema("Ann runs.", "sport", (1,), 0.6), induction.AddEdge(Ref("made", 0), Ref("standing", 0), "correlates", "", 0.5)
    )
    assert [type(change) for change in changes] == [AddEvidence]


def test_nothing_comes_to_nothing() -> None:
    """And nothing is encoded."""

    def refuse(texts: Sequence[str]) -> F32:
        raise AssertionError

    assert plan(OFFER, Induction(), encode=refuse, decided_by=New(1), first=2) == ([], Counter())
