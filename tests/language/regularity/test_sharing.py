"""What doings share, and how it is told."""

from __future__ import annotations

from dcpm_sqlite.language.regularity.doing import read_doing
from dcpm_sqlite.language.regularity.sharing import Pattern, Told, patterns
from dcpm_sqlite.language.regularity.telling import head, listed, named


def told(*texts: str, apart: int = 20, domain: str = "other") -> list[Told]:
    """Statements, `apart` days from each to the next."""
    found = []
    for n, text in enumerate(texts):
        doing = read_doing(text)
        assert doing is not None
        found.append(Told(doing, n * apart, domain))
    return found


def heads(*texts: str, apart: int = 20, domain: str = "other") -> list[str]:
    """The regularities in words, about Ann."""
    all_of_them = told(*texts, apart=apart, domain=domain)
    return [head(pattern, all_of_them, "Ann") for pattern in patterns(all_of_them)]


def test_three_of_one_activity_are_a_habit() -> None:
    """With the rhythm that one of them names; two are none."""
    texts = ("I run every Saturday.", "I ran along the canal.", "I ran 12 km.")
    assert heads(*texts) == ["Ann runs regularly"]
    assert heads(*texts[:2]) == []


def test_a_rhythm_that_two_of_them_name_is_told() -> None:
    """In their words."""
    assert heads("I swim every Saturday.", "We swim in the lake every Saturday.", "I swam a mile.") == ["Ann swims every Saturday"]


def test_one_day_is_one_occasion() -> None:
    """Unless a rhythm is named."""
    assert heads("I hiked up the hill.", "We hiked for six hours.", "I hiked with Theo.", apart=0) == []
    assert heads("I hike every Sunday.", "We hiked for six hours.", "I hiked with Theo.", apart=0) == ["Ann hikes regularly"]


def test_what_was_done_on_three_days_was_done_again_and_again() -> None:
    """And is told as most of them tell it."""
    assert heads("We went camping.", "I took the kids camping.", "We went camping in the rain.") == ["Ann goes camping again and again"]


def test_one_thing_that_is_done() -> None:
    """Verb, preposition and article as most of them have them."""
    assert heads("I play the cello at home.", "I played the cello on Sunday.", "I play the cello.") == ["Ann plays the cello"]
    assert heads("I call my mother every Sunday.", "I called my mother.", "I usually call my mother.") == [
        "Ann calls Ann's mother regularly"
    ]
    assert heads("I go to the gym on Mondays.", "I went to the gym.", "I went to the gym with Bo.") == ["Ann goes to the gym regularly"]


def test_words_that_only_look_alike_are_no_regularity() -> None:
    """Another sense, another part of speech, a place, a light verb."""
    assert heads("I ran into Bo.", "We ran out of milk.", "I ran a bath.") == []
    assert heads("I booked a table.", "I lent my book to Bo.", "I book everything by phone.") == []
    assert heads("I work in Bergen.", "I bought a lamp in Bergen.", "I met Bo in Bergen.") == []
    assert heads("I have a bike.", "I have two brothers.", "I have a headache.") == []
    assert heads("I moved to Leeds.", "I moved my desk.", "We moved the meeting.") == []


def test_what_is_denied_is_not_lumped_with_what_is_affirmed() -> None:
    """Too many against it, or the latest, and nothing is said."""
    affirmed = ("I run every Saturday.", "I ran 12 km.", "I ran in the rain.")
    assert heads(*affirmed, "I don't run.") == []
    assert heads("I don't run in the dark.", *affirmed) == ["Ann runs regularly"]
    assert heads("I don't run.", "I never run.", *affirmed) == []
    assert heads("I don't eat meat.", "I never eat meat.", "I didn't eat the meat.") == ["Ann does not eat meat"]


def test_agreement_is_the_share_that_affirms() -> None:
    """Of those that speak of it."""
    (pattern,) = patterns(told("I don't run in the dark.", "I run every Saturday.", "I ran 12 km.", "I ran in the rain."))
    assert pattern.agreement == 0.75


def test_tastes_share_a_thing_or_a_life_domain() -> None:
    """One thing that is liked, or several of one domain."""
    assert heads("I love jazz.", "I like live jazz.", "I enjoy jazz on the train.") == ["Ann likes jazz"]
    assert heads("I love ramen.", "I like curry.", "I enjoy tacos.", domain="food") == ["Ann likes ramen, curry and tacos"]
    assert heads("I love ramen.", "I like curry.", "I enjoy tacos.", domain="other") == []
    assert heads("I hate ramen.", "I dislike curry.", "I can't stand tacos.", domain="food") == ["Ann dislikes ramen, curry and tacos"]


def test_a_pursuit_has_several_objects() -> None:
    """Of one verb that says enough; how or where is no object."""
    assert heads("I'm learning the piano.", "I started learning the violin.", "I learn German now.") == [
        "Ann learns the piano, the violin and German"
    ]
    assert heads("We play together.", "I play professionally.", "I play again.") == []


def test_a_topic_comes_back_on_three_days_over_two_weeks() -> None:
    """With what is done with it; a busy week is an episode, and a word that only tells the kind of another thing no topic."""
    texts = ("I wrote a screenplay.", "I finished my screenplay.", "I printed the screenplay.")
    assert heads(*texts) == ["Ann comes back to the screenplay (writing, finishing, printing)"]
    assert heads(*texts, apart=2) == []
    assert heads("I met a transgender teen.", "I joined a transgender group.", "I saw a transgender film.") == []


def test_several_of_a_kind_are_told_as_several() -> None:
    """ "A tournament" that comes back is another one each time."""
    assert heads("I won a tournament.", "I lost a tournament.", "I joined a tournament.") == [
        "Ann comes back to tournaments (winning, losing, joining)"
    ]


def test_a_statement_shows_one_regularity_at_most() -> None:
    """The most frequent first."""
    texts = (
        "I cycle to work.",
        "I swim on Tuesdays.",
        "I cycled 80 km.",
        "I swam a mile.",
        "I cycled over the pass.",
        "I swim.",
        "I cycled home.",
    )
    found = patterns(told(*texts))
    assert [pattern.which for pattern in found] == [(0, 2, 4, 6), (1, 3, 5)]


def test_a_list_is_cut_with_a_word() -> None:
    """So that nobody takes it for all of it."""
    assert listed(["a"], most=2) == "a"
    assert listed(["a", "b", "c"], most=2) == "a, b and more"


def test_named_tells_the_life_domain() -> None:
    """The activity as a noun, and that a language is one."""
    assert named(Pattern("act", (0,), "bake", frozenset())) == "baking"
    found = told("I learn Portuguese.", "I learn Portuguese at work.", "I learn Portuguese with Bo.")
    assert named(patterns(found)[0]) == "learning Portuguese language"
