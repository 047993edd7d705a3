"""Behaviour read from statements: phrases over word forms, classes, and descriptions that an encoder can tell apart."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from dcpm_sqlite.encoder import calibration_of, default_encoder, standard_score
from dcpm_sqlite.language.behaviour.classes import behaviours
from dcpm_sqlite.language.behaviour.phrases import pattern, reduced
from dcpm_sqlite.language.behaviour.reading import behaviours_of, described, named, shown
from dcpm_sqlite.settings import SweepSettings


def found(phrase: str, text: str) -> bool:
    """Whether a phrase stands in a text."""
    return pattern(phrase).search(reduced(text).line) is not None


@pytest.mark.parametrize(
    ("phrase", "text", "stands"),
    [
        ("put ... off", "I keep putting the dreaded tax return off", True),
        ("put ... off", "She puts it off.", True),
        ("put ... off", "I put it down. It went off.", False),  # over the end of a sentence
        ("put ... off", "I put my very old grey woollen socks off", False),  # five words between
        ("a/an _ each week", "He adds a page each week", True),
        ("a/an _ each week", "He adds pages each week", False),
        ("# time", "I asked three times", True),
        ("# time", "I asked many times", False),
        ("all? alone", "Quite alone", True),
        ("at all? alone", "at alone", True),
        ("=left", "She left early", True),
        ("=left", "I leave early", False),
        ("can not", "I can't stop", True),
        ("will not", "We won’t stop", True),
        ("can not", "I cannot stop", True),
        ("not tie", "I tie a knot and tie another", False),
        ("check up", "the check-up", True),
        ("i will", "I'll go", True),
    ],
)
def test_a_phrase_stands_for_all_forms_of_its_words(phrase: str, text: str, *, stands: bool) -> None:
    """Persons, tenses and numbers; within one clause."""
    assert found(phrase, text) is stands


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("I tend my orchids with patience.", "nurturing"),
        ("Little by little I got there.", "gradual"),
        ("I booked it all months in advance.", "preparing"),
        ("I put off calling the landlord again.", "postponing"),
        ("I started over after the divorce.", "restarting"),
        ("I collect old postcards.", "collecting"),
        ("I put 50 francs aside.", "saving"),
        ("I track my steps in a spreadsheet.", "measuring"),
        ("I donated half of it.", "sharing"),
        ("I needed peace and quiet.", "solitude"),
        ("I bought it on a whim.", "impulsive"),
        ("I explained the rules to the newcomers.", "teaching"),
        ("We won the tournament.", "competing"),
        ("I mended the fence.", "repairing"),
        ("I decluttered the attic.", "reducing"),
        ("I volunteer at the shelter.", "supporting"),
        ("What if the train is late?", "worrying"),
        ("I go there rain or shine.", "enduring"),
        ("I asked her for honest feedback.", "feedback"),
        ("I called my mother.", "connecting"),
        ("I haven't eaten meat since, I'm vegan.", "abstaining"),
        ("I run every Saturday.", "routine"),
        ("We cook together.", "together"),
    ],
)
def test_classes_are_shown_by_verbs_and_turns(statement: str, name: str) -> None:
    """One statement of each of many classes."""
    assert name in shown(statement)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("I never volunteer for anything.", "supporting"),
        ("I don't tend the garden.", "nurturing"),
        ("I left without a plan.", "preparing"),
        ("My mentor gave me a plant.", "nurturing"),  # a noun
        ("I collect the kids at four.", "collecting"),
        ("I save my file.", "supporting"),
        ("The bar was empty in January.", "reducing"),  # `bare` has the form of `bar`
        ("We went camping a few weeks ago.", "reducing"),  # `fewer` has that of `few`
        ("I had a quiet weekend.", "reducing"),
    ],
)
def test_what_is_denied_or_only_looks_alike_shows_nothing(statement: str, name: str) -> None:
    """Negation, nouns, and other meanings of a word."""
    assert name not in shown(statement)


def test_what_most_statements_show_is_the_behaviour() -> None:
    """Two of four show one class, one shows another."""
    told = ["I donated my bike.", "I lent Ines the drill.", "I booked it in advance.", "The flat is small."]
    assert [b.name for b in behaviours_of(told)] == ["sharing"]


def test_one_statement_of_many_is_chance() -> None:
    """Of one or two statements one is enough, of three it is not, and of ten two are not."""
    one, none = "I donated my bike.", "The flat is small."
    assert behaviours_of([one])
    assert behaviours_of([one, none])
    assert not behaviours_of([one, none, none])
    assert not behaviours_of([one, one] + [none] * 8)


def test_two_classes_are_told_where_neither_is_more_frequent() -> None:
    """A description names two at most."""
    told = described(behaviours_of(["I mended it and knitted a new collar.", "I knit and I mend."]))
    assert told is not None
    assert named(told) >= {"repairing", "making"}
    assert told.count(";") == 1


def test_weak_classes_say_nothing_about_anybody() -> None:
    """A rhythm, or company, alone is no behaviour."""
    assert behaviours_of(["I run every day.", "We run together every week."]) == ()
    assert described(()) is None


def test_classes_have_names_and_words_of_their_own() -> None:
    """No name and no description twice, no description part of another one; each is found in its own description."""
    made = behaviours()
    assert len({b.name for b in made}) == len(made) >= 50
    assert sum(len(b.verbs) for b in made) > 250
    assert not any(a.told in b.told for a, b in itertools.permutations(made, 2))
    assert all(named(described([b]) or "") == {b.name} for b in made)


def test_descriptions_of_two_classes_are_no_collision_on_the_default_encoder() -> None:
    """Otherwise whatever the rule describes would collide with something else: none is as near as the default threshold."""
    told = [described([b]) or "" for b in behaviours() if not b.is_weak]
    encoder = default_encoder()
    vectors = encoder.encode_passages(told)
    scores = standard_score(calibration_of(encoder), (vectors @ vectors.T)[np.triu_indices(len(told), 1)], "passage")
    assert scores.max() < min(3.5, SweepSettings().behaviour)
