"""What is said to lie ahead, and what became of it."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.regularity.ahead import ahead, is_coming, is_considered, news, phrases


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I signed up for the marathon on 27 April.", "plan"),
        ("Amara will visit next weekend.", "plan"),
        ("I have a dentist appointment on 14 June.", "plan"),
        ("The deadline for the design is October 9th.", "deadline"),
        ("Tomas turns forty on August 3rd.", "date"),
        ("I'm nervous about the exam on 12 June.", "worry"),
        ("I might visit Oslo in July.", None),
        ("I'd love to go to Oslo if I can.", None),
        ("I won't go to the party on 3 August.", None),
        ("I don't go to Oslo in July.", None),
        ("Are you going to Oslo in July?", None),
    ],
)
def test_of_a_day_to_come_hardly_more_is_needed(text: str, kind: str | None) -> None:
    """But what is only supposed, denied or asked is not likely to come."""
    assert ahead(text, is_dated=True) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I'm saving up for a cello.", "plan"),
        ("I'm going to renovate the kitchen.", "plan"),
        ("I'm thinking about moving to Voss.", "plan"),
        ("I worry about the consultant, we still have no contract.", "worry"),
        ("I'm worried about my mother's memory.", "worry"),
        ("I was worried about the exam.", None),
        ("I'm afraid of spiders.", None),
        ("I want to see Japan.", None),
        ("I'm going to the beach.", None),
        ("I visited Oslo.", None),
    ],
)
def test_without_a_day_only_stated_aims_and_worries_count(text: str, kind: str | None) -> None:
    """Wishes and fears of anything are none."""
    assert ahead(text, is_dated=False) == kind


@pytest.mark.parametrize(
    ("text", "dated", "undated"),
    [
        ("Finished the marathon in 4 hours 51 minutes", "done", "done"),
        ("The party was perfect, Tomas had no idea.", "done", None),
        ("I bought the cello.", None, "done"),
        ("I cancelled the surprise party.", "given up", "given up"),
        ("I decided against the trip to Porto.", "given up", "given up"),
        ("I didn't finish the book.", None, None),
        ("I'm planning the party.", None, None),
    ],
)
def test_news_of_a_plan(text: str, dated: str | None, undated: str | None) -> None:
    """Of a day that is over anything that is told will do, of an aim only that it was completed."""
    if text != "I bought the cello.":
        assert news(text, is_dated=True) == dated
    assert news(text, is_dated=False) == undated


def test_phrases_stand_together() -> None:
    """Up to the next small word; "the" and "my" make them definite."""
    found = phrases("I cancelled the surprise party for Tomas at a boathouse")
    assert [(sorted(phrase.forms), phrase.is_definite) for phrase in found][1] == (["party", "surprise"], True)
    assert not found[-1].is_definite


def test_a_stretch_that_began_before_must_be_said_to_come() -> None:
    """ "This year" may be looked back on."""
    assert is_coming("I'm going to a conference this month.")
    assert not is_coming("I read twelve books this year.")
    assert is_considered("I'm thinking about moving to Voss.")
    assert not is_considered("I'm moving to Voss.")
