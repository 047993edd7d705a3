"""Reconciling by the offline rules: whose, when, and what stands by then."""

from __future__ import annotations

from typing import Any

import pytest

from dcpm_sqlite.records import Belief
from dcpm_sqlite.writing.reconciling.offer import Outcome, Target
from dcpm_sqlite.writing.reconciling.rule import reconcile
from tests.doubles import DAY_MS, START_MS
from tests.writing.values import item, known, reconciliation, state

LATER = START_MS + DAY_MS


def home(city: str, key: int = 11, **kwargs: Any) -> Belief:
    """Where the owner lives."""
    return state(f"I live in {city}.", key, kind="identity", attribute="home", **kwargs)


def test_another_value_of_a_single_valued_attribute_is_another_state() -> None:
    """And the same words again are a duplicate."""
    found = reconcile(reconciliation([item("I live in Oslo.", said_ms=LATER), item("I live in Rome.", said_ms=LATER)], known(home("Rome"))))
    assert found.outcomes[0] == Outcome("SUPERSEDE", Target("known", 0))
    assert reconcile(reconciliation([item("I live in Rome.", said_ms=LATER)], known(home("Rome")))).outcomes == (
        Outcome("DUPLICATE", Target("known", 0)),
    )


def test_a_state_that_returns_within_one_batch_is_held_against_what_took_its_place() -> None:
    """Rome is known; Oslo, then Rome again: the last supersedes Oslo, and repeats nothing."""
    texts = ("Now I live in Oslo.", "Now I live in Rome.", "Now I live in Oslo.")
    found = reconcile(reconciliation([item(text, said_ms=LATER + n) for n, text in enumerate(texts)], known(home("Rome"))))
    assert found.outcomes == (
        Outcome("SUPERSEDE", Target("known", 0)), Outcome("SUPERSEDE", Target("item", 0)), Outcome("SUPERSEDE", Target("item", 1)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mine", "theirs", "owner", "is_one"),
    [
        ({"party": "Ann"}, {"party": "ann"}, None, True),
        ({"party": "Ann"}, {"party": "Bo"}, None, False),
        ({"party": None}, {"party": "Ann"}, "Ann", True),
        ({"party": None}, {"party": "Ann"}, None, False),
        ({"subject": "Ann's sister"}, {"subject": "Bo's sister"}, None, False),
        ({"subject": "Livia"}, {}, None, False),
        ({"subject": "my flat"}, {"party": None}, None, True),  # what is one's own and oneself
        ({"subject": "Ann's flat"}, {"party": "Ann"}, None, True),
        ({"subject": "Ann's flat"}, {"party": "Bo"}, None, False),
    ],
)
def test_only_what_is_about_the_same_one_is_compared(mine: dict[str, Any], theirs: dict[str, Any], owner: str | None, is_one: bool) -> None:
    """K5: one's home is no state of another's; the owner is one, named or not."""
    found = reconcile(reconciliation([item("I live in Oslo.", said_ms=LATER, **mine)], known(home("Rome", **theirs)), owner=owner))
    assert (found.outcomes[0].operation == "SUPERSEDE") is is_one


def test_an_older_statement_that_comes_late_is_held_against_the_states_of_its_time() -> None:
    """What an older state said is its duplicate; another one takes its place by time."""
    chain = known(home("Oslo", 10, said_ms=START_MS - 9 * DAY_MS), home("Rome", 11, said_ms=START_MS))
    late = item("I live in Oslo.", said_ms=START_MS - 5 * DAY_MS)
    assert reconcile(reconciliation([late], chain)).outcomes == (Outcome("DUPLICATE", Target("known", 0), state=0),)
    other = item("I live in Bonn.", said_ms=START_MS - 5 * DAY_MS)
    assert reconcile(reconciliation([other], chain)).outcomes == (Outcome("SUPERSEDE", Target("known", 0)),)


def test_what_contradicts_without_a_change_is_added_with_a_relation() -> None:
    """It never claims more than it knows."""
    found = reconcile(reconciliation([item("I don't smoke.", said_ms=LATER)], known(state("I smoke.", kind="identity"))))
    if found.outcomes[0].operation == "ADD":
        assert [(link.predicate, link.target) for link in found.links] == [("contradicts", Target("known", 0))]
    else:
        assert found.links == ()


def test_nothing_near_is_all_new() -> None:
    """No nearness, no comparison."""
    offer = reconciliation([item("I live in Oslo.")])
    assert reconcile(offer).outcomes == (Outcome("ADD"),)
