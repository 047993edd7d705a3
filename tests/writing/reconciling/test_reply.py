"""How a model's operations and relations are read."""

from __future__ import annotations

from typing import Any

import pytest

from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.records import PREDICATES, Stretch
from dcpm_sqlite.writing.reconciling.offer import Link, Offer, Outcome, Reconciliation, Target
from dcpm_sqlite.writing.reconciling.reply import read
from tests.doubles import DAY_MS, START_MS, operation
from tests.writing.values import item, known, reconciliation, state

ROME = state("The user lives in Rome.", 11)
CATS = state("The user has two cats.", 12)


def decided(offer: Offer, *operations: dict[str, Any], relations: list[dict[str, Any]] | None = None) -> Reconciliation:
    """What is read of operations for I1, I2 ..., or for the items that they name."""
    given = [{"item": f"I{n}", **one} for n, one in enumerate(operations, 1)]
    return read(offer, {"operations": given, "relations": relations or []})


def offer(*texts: str) -> Offer:
    """Items by their words, held against Rome and the cats."""
    return reconciliation([item(text) for text in texts], known(ROME), known(CATS))


def link(source: str, target: str, predicate: str = "implies", weight: float = 0.9) -> dict[str, Any]:
    """A relation of the reply."""
    return {"source": source, "target": target, "predicate": predicate, "description": "so  it is", "weight": weight}


def test_each_operation_is_read_with_its_target() -> None:
    """Known beliefs and earlier items, however their ordinals are written."""
    found = decided(
        offer("a", "b", "c", "d", "e"), operation("ADD"), operation("DUPLICATE", "[k2]"), operation("SUPERSEDE", " K1 "),
        operation("UPDATE", "K 2", " The user has two cats,\nMia and Tom. "), operation("SUPERSEDE", "i1"),
    )  # fmt: skip
    assert found.outcomes == (
        Outcome("ADD"), Outcome("DUPLICATE", Target("known", 1)), Outcome("SUPERSEDE", Target("known", 0)),
        Outcome("UPDATE", Target("known", 1), "The user has two cats, Mia and Tom."), Outcome("SUPERSEDE", Target("item", 0)),
    )  # fmt: skip
    assert (found.faulty, found.unoffered, found.surplus) == (0, 0, 0)


@pytest.mark.parametrize("target", ["K3", "K0", "I1", "I2", "I3", "", "Rome", None])
def test_a_target_that_is_not_there_or_not_earlier_makes_it_new(target: str | None) -> None:
    """The item itself and later ones are no targets (K9)."""
    found = decided(offer("a", "b"), operation("SUPERSEDE", target), operation("ADD"))
    assert (found.outcomes[0], found.unoffered) == (Outcome("ADD"), 1)


def test_an_update_without_words_makes_it_new_and_is_a_fault() -> None:
    """As does one of more than a thousand characters; nothing that was said is lost."""
    found = decided(offer("a", "b"), operation("UPDATE", "K1", " "), operation("UPDATE", "K1", "x" * 1_001))
    assert (found.outcomes, found.faulty, found.unoffered) == ((Outcome("ADD"), Outcome("ADD")), 2, 0)


def test_an_update_that_changes_no_word_is_a_duplicate() -> None:
    """A wording as it stands already is none."""
    found = decided(offer("a", "b"), operation("UPDATE", "K1", "the user lives in ROME."), operation("UPDATE", "I1", "A"))
    assert found.outcomes == (Outcome("DUPLICATE", Target("known", 0)), Outcome("DUPLICATE", Target("item", 0)))


def test_an_item_without_an_operation_or_with_two_is_counted() -> None:
    """The first counts; what none is given for is added."""
    data = {
        "operations": [
            {"item": "I1", **operation("DUPLICATE", "K1")},
            {"item": "I1", **operation("ADD")},
            {"item": "K1", **operation("ADD")},
        ]
    }
    found = read(offer("a", "b"), data)
    assert (found.outcomes, found.faulty) == ((Outcome("DUPLICATE", Target("known", 0)), Outcome("ADD")), 3)


@pytest.mark.parametrize("data", [{}, {"operations": None}, {"operations": ["ADD"]}])
def test_a_reply_without_operations_is_unusable(data: dict[str, Any]) -> None:
    """It is asked for once more."""
    with pytest.raises(Unusable):
        read(offer("a"), data)


@pytest.mark.parametrize("name", ["ADD", "SUPERSEDE"])
def test_what_is_there_word_for_word_is_a_duplicate_whatever_is_said(name: str) -> None:
    """Of a known current state and of an earlier item (K16)."""
    found = decided(offer("a", "the user lives in  Rome.", "A"), operation("ADD"), operation(name, "K2"), operation(name, "K1"))
    assert found.outcomes[1:] == (Outcome("DUPLICATE", Target("known", 0)), Outcome("DUPLICATE", Target("item", 0)))


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"party": "Ann"}, {}),
        ({"subject": "Livia"}, {}),
        ({"about": Stretch(1, 2, "day")}, {"about": Stretch(2, 3, "day")}),
        ({"holds": Stretch(1, None, "year")}, {}),
        ({"type": "event"}, {"type": "event"}),
    ],
)
def test_the_same_words_about_others_or_other_times_are_not_the_same(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    """An undated event may be another one each time: a mind decides."""
    found = decided(reconciliation([item("Same.", **mine)], known(state("Same.", **theirs))), operation("ADD"))
    assert found.outcomes == (Outcome("ADD"),)


def test_what_an_older_state_said_is_its_duplicate() -> None:
    """Its source is no source of the current state."""
    chain = known(state("The user lives in Oslo.", 10, said_ms=START_MS - DAY_MS), ROME)
    found = decided(
        reconciliation([item("the user lives in Oslo."), item("b")], chain), operation("DUPLICATE", "K1"), operation("DUPLICATE", "K1")
    )
    assert found.outcomes == (Outcome("DUPLICATE", Target("known", 0), state=0), Outcome("DUPLICATE", Target("known", 0)))


def test_relations_are_read_in_bounds() -> None:
    """All predicates but one, weights within 0..1, to known beliefs and among items."""
    predicates = [name for name in PREDICATES if name != "supersedes"]
    for predicate in predicates:
        found = decided(
            offer("a", "b"),
            operation("ADD"),
            operation("ADD"),
            relations=[link("I1", "K2", predicate.upper(), 7), link("K1", "I2", predicate, -1)],
        )
        assert found.links == (
            Link(Target("item", 0), Target("known", 1), predicate, "so it is", 1.0, is_told=True),
            Link(Target("known", 0), Target("item", 1), predicate, "so it is", 0.0, is_told=True),
        )
        assert found.faulty == 0


@pytest.mark.parametrize("bad", [link("I1", "I1"), link("K1", "K2"), link("I1", "K9"), link("I1", "K1", "likes"), {"source": "I1"}])
def test_relations_that_are_none_are_counted(bad: dict[str, Any]) -> None:
    """Of itself, between known beliefs, to what wasn't offered, of an unknown predicate, without fields."""
    found = decided(offer("a", "b"), operation("ADD"), operation("ADD"), relations=[bad, link("I1", "I2")])
    assert (len(found.links), found.faulty) == (1, 1)


def test_a_supersedes_relation_is_the_items_operation() -> None:
    """X-06: it becomes a pointer, and no relation; what was decided otherwise already stays, and is counted."""
    said = [
        link("I1", "K1", "supersedes"),
        link("I2", "K2", "supersedes"),
        link("I3", "K1", "supersedes"),
        link("K1", "I4", "supersedes"),
        link("I4", "I5", "supersedes"),
    ]
    found = decided(
        offer("a", "b", "c", "d", "e"),
        operation("ADD"),
        operation("SUPERSEDE", "K2"),
        operation("DUPLICATE", "K2"),
        operation("ADD"),
        operation("ADD"),
        relations=said,
    )
    assert [outcome.operation for outcome in found.outcomes] == ["SUPERSEDE", "SUPERSEDE", "DUPLICATE", "ADD", "ADD"]
    assert (found.links, found.faulty) == ((), 3)
