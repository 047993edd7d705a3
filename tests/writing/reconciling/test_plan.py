"""From outcomes to changes, and what they come to in a file."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dcpm_sqlite import Memory, Message
from dcpm_sqlite.records import Belief, Candidate, Stretch
from dcpm_sqlite.store.changes import AddBelief, AddRelation, AddSource, AddWording, Change, New
from dcpm_sqlite.writing.reconciling.offer import Known, Link, Offer, Outcome, Reconciliation, Target
from dcpm_sqlite.writing.reconciling.plan import plan
from tests.conftest import OpenMemory
from tests.doubles import DAY_MS, START_MS, ScriptedMind, Shown, beliefs_of, operation, rows, texts_of, unit
from tests.writing.values import item, known, reconciliation, state


def planned(offer: Offer, *outcomes: Outcome, links: tuple[Link, ...] = ()) -> list[Change]:
    """The changes, the first of which is the fourth of its list."""
    vectors = np.eye(max(1, len(offer.items)), 8, dtype=np.float32)
    changes, counts = plan(
        offer,
        Reconciliation(outcomes, links),
        vectors,
        encode=lambda text: np.ones(8, np.float32),
        drawn_by=New(1),
        placed_by=New(2),
        first=3,
    )
    assert sum(counts.values()) == len(changes)
    return changes


def first(changes: list[Change], n: int = 0) -> Any:
    """A change, whatever it is."""
    return changes[n]


def stood(*states: Belief) -> Known:
    """A chain whose pointers are of no concern."""
    return known(*states)


K1, K2 = Target("known", 0), Target("known", 1)
I1, I2 = Target("item", 0), Target("item", 1)


def test_two_items_that_supersede_one_belief_follow_each_other() -> None:
    """By their times, not by their order in the reply."""
    items = [item("c", said_ms=START_MS + 2), item("b", said_ms=START_MS + 1)]
    changes = planned(reconciliation(items, stood(state("a", 11))), Outcome("SUPERSEDE", K1), Outcome("SUPERSEDE", K1))
    assert (first(changes).after, first(changes).expected_next) == (11, None)
    assert (first(changes, 1).after, first(changes, 1).expected_next) == (11, New(3))


def test_a_late_older_state_goes_before_the_first() -> None:
    """With nothing in front of it."""
    (change,) = planned(reconciliation([item("a", said_ms=START_MS - 1)], stood(state("b", 11))), Outcome("SUPERSEDE", K1))
    assert isinstance(change, AddBelief)
    assert (change.after, change.before) == (None, 11)


def test_an_item_of_the_batch_is_superseded_by_a_later_one() -> None:
    """It refers to the row that the earlier item makes."""
    changes = planned(reconciliation([item("a"), item("b", said_ms=START_MS + 1)]), Outcome("ADD"), Outcome("SUPERSEDE", I1))
    assert (first(changes, 1).after, first(changes, 1).expected_next) == (New(3), None)


@pytest.mark.parametrize("name", ["DUPLICATE", "UPDATE"])
def test_what_an_item_only_repeats_is_meant_when_the_item_is_named(name: str) -> None:
    """I1 says K2 again, I2 supersedes I1: a state of K2's chain, in K2's kind, and of no other chain."""
    chains = stood(state("x", 11, kind="fact")), stood(state("old", 20, kind="identity"), state("y", 21, kind="identity", number=3))
    items = [item("y", said_ms=START_MS + 1), item("z", said_ms=START_MS + 2), item("y!", said_ms=START_MS + 3)]
    outcomes = Outcome(name, K2, "y" if name == "UPDATE" else None), Outcome("SUPERSEDE", I1), Outcome("DUPLICATE", I1)  # type: ignore[arg-type]
    changes = planned(reconciliation(items, *chains), *outcomes)
    assert (first(changes).belief, first(changes, 1).after, first(changes, 1).candidate.kind) == (21, 21, "identity")
    assert first(changes, 2).belief == 21


def test_an_update_of_an_item_that_repeats_knows_the_wordings_number() -> None:
    """It expects the number of the belief that is meant."""
    offer = reconciliation([item("a"), item("b")], stood(state("x", 11)), stood(state("y", 21, number=3)))
    changes = planned(offer, Outcome("DUPLICATE", K2), Outcome("UPDATE", I1, "y and more"))
    assert isinstance(changes[1], AddWording)
    assert (changes[1].belief, changes[1].expected_number) == (21, 3)


def test_a_second_rewording_of_one_belief_is_added_by_itself() -> None:
    """Its text was written without the first one's; both details stay."""
    offer = reconciliation([item("cats are Mia and Tom"), item("cats are grey")], stood(state("two cats", 11)))
    changes = planned(offer, Outcome("UPDATE", K1, "two cats, Mia and Tom"), Outcome("UPDATE", K1, "two grey cats"))
    assert isinstance(changes[0], AddWording)
    assert isinstance(changes[1], AddBelief)
    assert changes[1].candidate.text == "cats are grey"


def test_a_new_item_may_be_reworded_again_and_again() -> None:
    """Its numbers are known."""
    changes = planned(
        reconciliation([item("a"), item("b"), item("c")]), Outcome("ADD"), Outcome("UPDATE", I1, "ab"), Outcome("UPDATE", I1, "abc")
    )
    assert [change.expected_number for change in changes[1:] if isinstance(change, AddWording)] == [1, 2]
    assert {change.belief for change in changes[1:] if isinstance(change, AddWording)} == {New(3)}


@pytest.mark.parametrize(
    ("old", "new", "kind", "type_", "is_core"),
    [
        ({"kind": "fact"}, {"kind": "identity", "is_core": True}, "fact", "fact", False),
        ({"kind": "identity"}, {"kind": "fact", "type": "event"}, "identity", "fact", False),
        ({"kind": "identity", "is_core": True}, {"kind": "fact"}, "identity", "fact", True),
        ({"kind": "identity"}, {"kind": "identity", "is_core": True}, "identity", "fact", True),
        ({"kind": "identity", "is_pinned": False}, {"kind": "identity", "is_core": True}, "identity", "fact", False),
        ({"kind": "fact", "is_core": True, "is_pinned": True}, {"kind": "fact", "type": "event"}, "fact", "event", True),
    ],
)
def test_a_successor_is_of_the_same_kind_and_as_always_shown(
    old: dict[str, Any], new: dict[str, Any], kind: str, type_: str, is_core: bool
) -> None:
    """D-05; what the user pinned stays shown when it changes, what he unpinned stays out."""
    (change,) = planned(reconciliation([item("b", said_ms=START_MS + 1, **new)], stood(state("a", 11, **old))), Outcome("SUPERSEDE", K1))
    assert isinstance(change, AddBelief)
    assert (change.candidate.kind, change.candidate.type, change.candidate.is_core) == (kind, type_, is_core)


def test_a_relation_of_what_turned_out_to_be_one_is_none() -> None:
    """An item that repeats a known belief has no relation to it."""
    offer = reconciliation([item("a"), item("b")], stood(state("x", 11)), stood(state("y", 21)))
    links = tuple(Link(I1, target, "implies", "", 0.9) for target in (K1, K2, I2))
    changes = planned(offer, Outcome("DUPLICATE", K1), Outcome("ADD"), links=links)
    assert [(c.source, c.target) for c in changes if isinstance(c, AddRelation)] == [(11, 21), (11, New(4))]


def test_a_duplicate_of_an_older_state_is_its_source() -> None:
    """Not the current one's."""
    offer = reconciliation([item("a")], stood(state("a", 10), state("b", 11)))
    (change,) = planned(offer, Outcome("DUPLICATE", K1, state=0))
    assert isinstance(change, AddSource)
    assert change.belief == 10


def told(memory: Memory, *texts: str, start: int = 0) -> None:
    """Messages of a session, a day apart."""
    for n, text in enumerate(texts, start):
        memory.add(Message(text, said_at=f"2026-01-{n + 1:02}"), session="s")


def lines(text: str, number: int) -> list[dict[str, Any]]:
    """Each line is an item."""
    return [unit(line, (number, line)) for line in text.splitlines()]


def by_script(**outcomes: tuple[str, str | None, str | None]) -> Any:
    """Operations by the item's words; a target that is no ordinal is looked for by its words."""

    def decide(shown: Shown) -> dict[str, Any]:
        name, target, text = outcomes.get(shown.text, ("ADD", None, None))
        return operation(name, target and shown.find(target), text)

    return decide


def test_all_at_once_in_a_file(open_memory: OpenMemory) -> None:
    """A batch with every operation, upon known chains and among its items, leaves a sound file that says what was decided."""
    memory = open_memory(mind=ScriptedMind(lines))
    told(memory, "rome\ncats\ntea")
    memory.close()
    relations = [
        {"source": "I6", "target": "K1", "predicate": "contradicts", "description": "", "weight": 0.9},
        {"source": "I1", "target": "I6", "predicate": "contradicts", "description": "x", "weight": 0.9},
        {"source": "I5", "target": "I6", "predicate": "triggers", "description": "x", "weight": 0.9},
    ]
    decide = by_script(
        oslo=("SUPERSEDE", "rome", None), bonn=("SUPERSEDE", "oslo", None), felines=("DUPLICATE", "cats", None), dogs=("SUPERSEDE", "felines", None),
        teas=("UPDATE", "tea", "tea with milk"),
    )  # fmt: skip
    memory = open_memory(mind=ScriptedMind(lines, decide, relations=relations))
    told(memory, "oslo\nbonn\nfelines\ndogs\nteas\nnew", start=5)
    assert sorted(texts_of(memory)) == ["bonn", "dogs", "new", "tea with milk"]
    histories = {b.text: [s.text for s in memory.history(b.id)] for b in beliefs_of(memory)}
    assert histories == {"bonn": ["rome", "oslo", "bonn"], "dogs": ["cats", "dogs"], "new": ["new"], "tea with milk": ["tea with milk"]}
    assert rows(memory, "SELECT count(*) FROM relation") == [(3,)]
    (job, before) = memory.jobs()
    assert memory.check().problems == ()
    memory.undo(job.id)
    assert sorted(texts_of(memory)) == ["cats", "rome", "tea"]
    assert memory.check().problems == ()
    memory.undo(before.id)
    assert beliefs_of(memory) == []
    assert memory.check().problems == ()


def test_three_superseding_one_known_chain_of_two_in_any_order(open_memory: OpenMemory) -> None:
    """One late, one between, one last: a list in the order of their times."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit(line, (number, line), holds_from=line[-4:], holds_until=line[-4:]) for line in text.splitlines()]

    decide = lambda shown: operation("SUPERSEDE", "K1") if shown.known else operation("ADD")  # noqa: E731
    memory = open_memory(mind=ScriptedMind(read, decide))
    told(memory, "home of 2010", "home of 2014", "home of 2016\nhome of 2008\nhome of 2012")
    (current,) = beliefs_of(memory)
    assert [s.text[-4:] for s in memory.history(current.id)] == ["2008", "2010", "2012", "2014", "2016"]
    assert memory.check().problems == ()


def test_candidates_and_stretches_are_values() -> None:
    """Planning changes no item that it was given."""
    given = item("b", said_ms=START_MS + DAY_MS, kind="identity", holds=Stretch(1, None, "day"))
    planned(reconciliation([given], stood(state("a", 11))), Outcome("SUPERSEDE", K1))
    assert given == Candidate("b", START_MS + DAY_MS, kind="identity", holds=Stretch(1, None, "day"))
