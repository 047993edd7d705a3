"""States that end each other in other words, plans and what became of them, and the same thing done another way."""

from __future__ import annotations

from itertools import product

import pytest

from dcpm_sqlite.language.claims.comparing import Outcome, compare
from dcpm_sqlite.language.claims.reading import read_claims, read_statement
from dcpm_sqlite.records import Moment

OLD, NEW = Moment(1_709_629_920_000, "second", 0), Moment(1_718_884_800_000, "second", 0)


def _outcomes(old: str, new: str) -> set[Outcome]:
    before = read_claims(old, said=OLD) or [read_statement(old, said=OLD)]
    after = read_claims(new, said=NEW) or [read_statement(new, said=NEW)]
    return {compare(a, b, nearness=0.99) for a, b in product(after, before)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I drink my coffee with oat milk these days.", "I drink my coffee black now."),
        ("I take the tram to work.", "I take the bus to work now."),
        ("I usually cycle to work.", "I take the train to work now."),
        ("I get up at seven.", "I get up at six now."),
        ("I'm single.", "I have a girlfriend now."),
        ("Nora is in hospital.", "Nora is out of hospital."),
        ("My ankle is broken.", "My ankle has healed."),
        ("The site is down.", "The site is up again."),
        ("I want to buy a campervan.", "I bought a campervan."),
        ("I'm thinking of adopting a dog.", "I decided against adopting a dog."),
        ("I'm training for a triathlon.", "I finished the triathlon!"),
        ("Our wedding is on 3 August.", "We postponed our wedding to 14 September."),
        ("I'm vegetarian.", "I've started eating meat again."),
        ("I'm going to Lisbon in July.", "I cancelled my trip to Lisbon."),
        ("My laptop is a ThinkPad.", "I replaced my laptop with a MacBook."),
        ("Our landlord is Mrs Abara.", "We have a new landlord, Mr Finch."),
        ("I live in Oslo.", "From today I live in Voss."),
    ],
)
def test_a_state_is_ended_by_another_one(old: str, new: str) -> None:
    """What can't stand together follows each other, in whatever words it is told (K14, K15)."""
    assert "supersede" in _outcomes(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I drink my coffee black.", "I drink my tea with milk now."),
        ("I speak good French.", "I speak good Italian now."),
        ("I go to the gym on Mondays.", "I also go to the gym on Fridays now."),
        ("My knee hurts.", "My car has been fixed."),
        ("I'm ill.", "I'm back from Rome."),
        ("I work at Ikea.", "I'm self-employed on the side too."),
        ("I want to buy a campervan.", "I bought a tent."),
        ("I'm training for a marathon.", "I watched a marathon."),
        ("My dentist appointment is on Tuesday.", "My haircut was moved to Friday."),
        ("I'm vegan.", "I love oat milk."),
        ("I have a boss called Helen.", "I have a new dentist, Mr Hale."),
    ],
)
def test_what_only_looks_like_an_end_stands_beside(old: str, new: str) -> None:
    """Another thing, another part, another plan, or one more of many (K18, K19)."""
    assert _outcomes(old, new) == {"unrelated"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I'm vegan.", "I eat cheese."),
        ("I moved to Leeds in 2016.", "I moved to Leeds in 2017."),
        ("Emil has always lived in Malmö.", "Emil lived in Canada as a teenager."),
        ("My car is a Skoda.", "I drive a Kia."),
    ],
)
def test_what_cannot_both_be_true_contradicts(old: str, new: str) -> None:
    """Nothing says that it changed."""
    assert _outcomes(old, new) == {"contradict"}


@pytest.mark.parametrize(
    ("old", "new"),
    [("My car is a Skoda Fabia.", "I drive a Skoda Fabia."), ("I'm from Chile.", "I come from Chile."), ("I go running.", "I run.")],
)
def test_one_attribute_in_two_wordings(old: str, new: str) -> None:
    """ "Drive" and "my car", "come from" and "from", "go running" and "run"."""
    assert _outcomes(old, new) == {"duplicate"}
