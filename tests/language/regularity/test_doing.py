"""One statement as a doing: activity, things, mode, polarity, frequency."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.regularity.doing import Doing, read_doing
from dcpm_sqlite.language.regularity.frequency import frequency


def doing(text: str) -> Doing:
    """What is read of a statement that can be read."""
    found = read_doing(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("I run every Saturday with Theo.", {"run"}),
        ("I ran 12 km along the canal yesterday.", {"run"}),
        ("I took the kids camping in the Cairngorms last week.", {"camp"}),
        ("I went for a swim before work.", {"swim"}),
        ("I finished another painting.", {"paint"}),
        ("I started knitting on the train.", {"knit"}),
        ("I run a little further every Sunday.", {"run"}),
    ],
)
def test_an_activity_is_read_from_the_verb_or_from_what_is_named(text: str, acts: set[str]) -> None:
    """Whether it is the main verb, an outing, a thing that was made, or what somebody began."""
    assert doing(text).acts == acts


@pytest.mark.parametrize(
    "text",
    [
        "We ran out of milk.",
        "I ran into my old teacher.",
        "I ran a bath for the dog.",
        "I love running my own pottery studio.",
        "I run a small business.",
    ],
)
def test_words_of_an_activity_in_another_sense_are_none(text: str) -> None:
    """Particles and objects turn running into something else."""
    assert doing(text).acts == frozenset()


@pytest.mark.parametrize(
    ("text", "mode", "is_negated"),
    [
        ("I run every Saturday.", "does", False),
        ("I ran on Saturday.", "did", False),
        ("I don't run.", "does", True),
        ("I stopped smoking last year.", "did", True),
        ("I love jazz.", "likes", False),
        ("I'm passionate about dance.", "likes", False),
        ("I don't like jazz.", "dislikes", False),
        ("I can't stand jazz.", "dislikes", False),
        ("I used to dance ballet.", "other", False),
        ("I want to run a marathon.", "other", False),
        ("I might run tomorrow.", "other", False),
        ("I'm going to run tomorrow.", "other", False),
        ("I loved that concert.", "other", False),
    ],
)
def test_only_what_is_or_was_done_or_is_liked_counts(text: str, mode: str, is_negated: bool) -> None:
    """Wishes, plans, suppositions and what is over are no doings."""
    assert (doing(text).mode, doing(text).is_negated) == (mode, is_negated)


def test_things_know_their_phrase() -> None:
    """Article, preposition, and whether a word is the one that its phrase is about."""
    (town, choir) = doing("I sing in the town choir.").things
    assert (town.form, town.is_head, town.after, town.article) == ("town", False, "in", "the")
    assert (choir.form, choir.is_head) == ("choir", True)


def test_names_amounts_and_times_are_no_kinds_of_things() -> None:
    """But a language is one, and an acronym."""
    assert doing("I met Livia in Bergen on Monday for two hours.").kinds == frozenset()
    assert doing("I learn Norwegian.").kinds == {"norwegian"}
    assert doing("I joined an LGBTQ group.").kinds >= {"lgbtq"}


def test_what_is_liked_is_told_of_another() -> None:
    """ "My" becomes "the"; what speaks of the speaker otherwise can't be told."""
    assert doing("I love my own studio.").what == "the studio"
    assert doing("I love what you gave me.").what is None


@pytest.mark.parametrize("text", ["", "Yes!", "How often do you run?", "Oslo"])
def test_nothing_is_read_of_what_states_nothing(text: str) -> None:
    """Questions and single words."""
    assert read_doing(text) is None


@pytest.mark.parametrize(
    ("text", "words", "rate"),
    [
        ("I run every Saturday with Theo.", "every saturday", "regularly"),
        ("We meet twice a week.", "twice a week", "regularly"),
        ("I sing on Tuesdays.", "on tuesdays", "regularly"),
        ("I knit most evenings.", "most evenings", "regularly"),
        ("I run 20 km a week.", "20 km a week", "regularly"),
        ("I usually run before breakfast.", "usually", "often"),
        ("I usually run every day.", "every day", "regularly"),
    ],
)
def test_frequencies_are_read_as_they_stand(text: str, words: str, rate: str) -> None:
    """A named rhythm is more than that it is usual."""
    found = frequency(text)
    assert found is not None
    assert (found.words, found.rate) == (words, rate)


@pytest.mark.parametrize("text", ["I ran on Saturday.", "I ran again.", "Sometimes I run.", "I have a lot of books."])
def test_what_names_no_rhythm_has_none(text: str) -> None:
    """Once, again and sometimes say too little."""
    assert frequency(text) is None
