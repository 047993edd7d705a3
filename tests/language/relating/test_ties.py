"""How two statements hang together, by rule (REALM R-05, R-07)."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.relating import Statement, ties_between
from dcpm_sqlite.language.relating.causes import Parts, parts_of
from dcpm_sqlite.language.relating.ties import CLEAR, IMPLIED, NEAR, VERY_NEAR, WEAK
from dcpm_sqlite.records import PREDICATES

FAR = 0.5
DAY = 86_400_000


def told(one: Statement | str, other: Statement | str, nearness: float = FAR, *, follows: bool = False) -> list[tuple[str, bool, float]]:
    """The ties: predicate, direction, weight."""
    first, second = (Statement(s) if isinstance(s, str) else s for s in (one, other))
    return [(tie.predicate, tie.is_forward, tie.weight) for tie in ties_between(first, second, nearness, follows=follows)]


@pytest.mark.parametrize(
    ("one", "other", "is_forward"),
    [
        ("I stopped running because my left knee hurts.", "My left knee hurts.", False),
        ("The garden flooded due to a broken pipe in the street.", "A pipe broke in the street.", False),
        ("My left knee hurts, so I stopped running.", "I stopped running.", True),
        ("The new job led to a move to Oslo.", "I move to Oslo in May.", True),
        ("My left knee hurts.", "I stopped running because my left knee hurts.", True),
    ],
)
def test_cause_words_tell_which_follows(one: str, other: str, is_forward: bool) -> None:
    """results_in goes from cause to effect, whichever was said first, with a clear weight."""
    assert told(one, other)[0] == ("results_in", is_forward, CLEAR)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I stopped running because my left knee hurts.", "I love running."),
        ("I like him so much.", "I like him."),
        ("So many people came.", "People came to the party."),
        ("I have lived here since 2019.", "I moved here in 2019."),
    ],
)
def test_no_cause_where_none_is_told(one: str, other: str) -> None:
    """A word in common, "so much", "since 2019" are no cause."""
    assert "results_in" not in [predicate for predicate, *_ in told(one, other)]


def test_what_goes_on_in_a_message_follows_from_what_came_before() -> None:
    """Only right behind it, in the same message."""
    assert told("That's why I moved.", "The rent doubled.", follows=True)[0] == ("results_in", False, CLEAR)
    assert told("That's why I moved.", "The rent doubled.") == []
    assert told("Then we drove home.", "We swam in the lake.", follows=True)[0] == ("precedes", False, CLEAR)


def test_order_in_time_needs_something_in_common() -> None:
    """By the calendar alone nothing is tied; a name or, near in meaning, a word does."""
    lisbon = Statement("I saw Mia in Lisbon.", ("Mia",), 0, DAY)
    porto = Statement("Mia went to Porto.", ("Mia",), 5 * DAY, 6 * DAY)
    other = Statement("The dentist pulled a tooth.", (), 5 * DAY, 6 * DAY)
    assert ("precedes", True, IMPLIED) in told(lisbon, porto)
    assert ("precedes", False, IMPLIED) in told(porto, lisbon)
    assert told(lisbon, other) == []


def test_stretches_that_overlap_have_no_order() -> None:
    """Nor do those without an end."""
    one = Statement("I saw Mia.", ("Mia",), 0, 10 * DAY)
    assert "precedes" not in [p for p, *_ in told(one, Statement("Mia was here.", ("Mia",), 5 * DAY, 6 * DAY))]
    assert "precedes" not in [p for p, *_ in told(Statement("I saw Mia.", ("Mia",), 0, None), Statement("Mia came.", ("Mia",), DAY, None))]


def test_words_of_the_calendar_tie_nothing() -> None:
    """ "Last week" is in half of all messages."""
    one = Statement("Dyed my hair last week.", (), 0, DAY)
    other = Statement("My laptop crashed last week.", (), 8 * DAY, 9 * DAY)
    assert told(one, other, NEAR) == []


def test_names_in_common() -> None:
    """Weak by themselves, implied where the statements are near in meaning too."""
    one, other = Statement("Mia sings in a choir.", ("Mia",)), Statement("We had lunch with Mia.", ("Mia",))
    assert told(one, other) == [("correlates", True, WEAK)]
    assert told(one, other, NEAR) == [("correlates", True, IMPLIED)]


def test_who_somebody_is_gives_background() -> None:
    """contextualizes goes from who it is to what is told of them."""
    who = Statement("Mia is my sister.", ("Mia",), tells_who=True)
    assert told(who, Statement("We had lunch with Mia."))[0] == ("contextualizes", True, IMPLIED)
    assert told(Statement("We had lunch with Mia.", ("Mia",)), who)[0] == ("contextualizes", False, IMPLIED)


def test_near_meaning_is_weak() -> None:
    """With a word in common from one threshold, without from a higher one."""
    assert told("I love pottery.", "I signed up for a pottery class.", NEAR) == [("correlates", True, WEAK)]
    assert told("I love painting.", "Art calms me.", NEAR) == []
    assert told("I love painting.", "Art calms me.", VERY_NEAR) == [("correlates", True, WEAK)]


def test_nothing_in_common_is_no_tie() -> None:
    """Most pairs."""
    assert told("I love pottery.", "The roof leaks.") == []


def test_all_predicates_are_realms() -> None:
    """And none is the pointer's or the comparison's."""
    who = Statement("Mia is my sister.", ("Mia",), tells_who=True)
    for predicate, *_ in [
        *told(who, "Mia came."),
        *told("I left because the rent doubled again.", "The rent doubled."),
        *told("a b c", "a b c", 1.0),
    ]:
        assert predicate in PREDICATES
        assert predicate not in ("supersedes", "contradicts")


def test_parts_need_words_on_both_sides() -> None:
    """ "Because." alone tells nothing."""
    assert parts_of("Because of the rain") is None
    assert parts_of("I left because it rained hard") == Parts(frozenset({"rained", "hard"}), frozenset({"left"}))
