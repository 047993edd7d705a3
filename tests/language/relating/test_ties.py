"""How two statements hang together, by rule (REALM R-05, R-07)."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.relating import Statement, ties_between
from dcpm_sqlite.language.relating.sayings import saying_of
from dcpm_sqlite.language.relating.statement import content
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


def test_a_saying_needs_words_on_both_sides() -> None:
    """ "Because of the rain" alone tells nothing, nor does "part of it"."""
    assert saying_of("Because of the rain") is None
    assert saying_of("That is part of it.") is None


def both(text: str) -> tuple[str, frozenset[str], frozenset[str]] | None:
    """A saying: predicate, and all content words of its sources and of its targets."""
    saying = saying_of(text)
    return None if saying is None else (saying.predicate, frozenset[str]().union(*saying.sources), frozenset[str]().union(*saying.targets))


@pytest.mark.parametrize(
    ("text", "predicate", "source", "target"),
    [
        ("I left because it rained hard", "results_in", "rain hard", "left"),
        ("Because of the noise, we moved to Leeds.", "results_in", "noise", "move leeds"),
        ("Thanks to the bike we could sell the car.", "enables", "bike", "sell car"),
        ("I work longer now that Grandma lives here, and can save.", None, "", ""),
        ("I can work longer now that Grandma lives here.", "enables", "grandma live", "work longer"),
        ("I saved so that I could see Peru.", "enables", "save", "see peru"),
        ("The grant allowed me to study law.", "enables", "grant", "study law"),
        ("Strawberries trigger my eczema.", "triggers", "strawberry", "eczema"),
        ("My eczema is triggered by wool.", "triggers", "wool", "eczema"),
        ("The stairs are part of the conversion.", "comprises", "conversion", "stair"),
        ("My routine consists of yoga, porridge and the radio.", "comprises", "routine", "yoga porridge radio"),
        ("Chess is one of my hobbies.", "instantiates", "chess", "hobby"),
        ("Crowds scare me, for example at markets.", "instantiates", "market", "crowd scare"),
        ("After the surgery I learnt to walk.", "precedes", "surgery", "learn walk"),
        ("Before we had children we sailed.", "precedes", "sail", "child"),
        ("I sailed before we had children.", "precedes", "sail", "child"),
    ],
)
def test_what_a_statement_says_of_two_things(text: str, predicate: str | None, source: str, target: str) -> None:
    """Which is the source is told by the words between them, or in front."""
    assert both(text) == (None if predicate is None else (predicate, content(source), content(target)))


@pytest.mark.parametrize(
    "text",
    [
        "I take part in a trial.",
        "Part of the fence blew down.",
        "That is one of the reasons I moved.",
        "My parents never let me have a dog.",
        "The visa did not allow me to work.",
        "So much has changed.",
        "I look after my niece.",
        "I drink a glass of milk before bed.",
        "I have been here since 2019.",
        "He pulled the trigger.",
        "The others let me down.",
    ],
)
def test_words_that_only_look_like_it(text: str) -> None:
    """The same words with another meaning say nothing."""
    assert saying_of(text) is None


@pytest.mark.parametrize(
    ("one", "other", "predicate", "is_forward"),
    [
        ("The stairs are part of the loft conversion.", "We're doing a loft conversion.", "comprises", False),
        ("My routine consists of yoga and porridge.", "I do yoga.", "comprises", True),
        ("Chess is one of my hobbies.", "I have a lot of hobbies.", "instantiates", True),
        ("The inheritance allowed us to buy the farmhouse.", "We bought the farmhouse.", "enables", True),
        ("The bike let us sell the car.", "We got a bike.", "enables", False),
        ("Strawberries trigger my eczema.", "I have eczema.", "triggers", True),
        ("After the big move I slept badly.", "The big move was in May.", "precedes", False),
    ],
)
def test_a_saying_ties_what_it_is_about(one: str, other: str, predicate: str, is_forward: bool) -> None:
    """From the whole, the cause, the case, what was earlier; clear, for the words say it."""
    assert told(one, other, NEAR)[0] == (predicate, is_forward, CLEAR)
    assert told(other, one, NEAR)[0] == (predicate, not is_forward, CLEAR)


def test_one_word_needs_nearness() -> None:
    """ "Because of the babysitter" is about a babysitter, and not about all that is said of one."""
    assert told("I left because of the babysitter.", "I fired the babysitter.") == []
    assert told("I left because of the babysitter.", "I fired the babysitter.", NEAR)[0] == ("results_in", False, CLEAR)
    assert told("I left because of the babysitter.", "The babysitter is studying law.", NEAR) == [("correlates", True, WEAK)]


def test_a_name_is_no_common_word() -> None:
    """Lily the niece is no lily, though people who write all in small letters may mean her."""
    lily = Statement("Lily is my niece.", ("Lily",), tells_who=True)
    assert told(lily, "I planted a lily in front.") == []
    assert told(lily, "Lily came to tea.")[0] == ("contextualizes", True, IMPLIED)
    assert told(lily, "had tea with lily today")[0] == ("contextualizes", True, IMPLIED)


def test_order_by_one_word_needs_more_nearness() -> None:
    """Two exhibitions are not one story; a year in common is nothing at all."""
    bees = Statement("The exhibition about bees opens.", (), 0, DAY)
    fire = Statement("We have an exhibition on fire safety.", (), 5 * DAY, 6 * DAY)
    assert told(bees, fire, NEAR) == [("correlates", True, WEAK)]
    assert told(bees, fire, VERY_NEAR)[0] == ("precedes", True, IMPLIED)
    eyes, market = Statement("Eyes tested in 2024.", (), 0, DAY), Statement("Went to a market in 2024.", (), 5 * DAY, 6 * DAY)
    assert told(eyes, market, NEAR) == []


@pytest.mark.parametrize(
    "text", ["So many people have asked me.", "Next door's alarm went off.", "Then again, it may rain.", "Later is fine."]
)
def test_what_only_seems_to_go_on(text: str) -> None:
    """ "So many", "next door" and "then again" tie nothing to what came before."""
    assert told(text, "The rent doubled.", follows=True) == []
