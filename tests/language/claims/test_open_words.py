"""Verbs and states that stand in no table are read by where they stand; what is of the moment is not."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.claims.reading import read_claims
from dcpm_sqlite.records import Moment

SAID = Moment(1_709_626_320_000, "second", 60)  # 2024-03-05


def quotes(text: str) -> list[tuple[str, str | None]]:
    """Quote and subject of each claim."""
    return [(text[claim.start : claim.end], claim.subject) for claim in read_claims(text, said=SAID)]


@pytest.mark.parametrize(
    "text",
    [
        "I bank with Triodos",
        "I glamp in a yurt every June",
        "We don't zorb with strangers",
        "I ditched the gym in May",
        "Sundays I ring the bells",
        "Last month I drove to Granada",
        "I'm on nights this week",
        "I'm colour blind",
        "I'm hopeless with money",
        "I can't eat grapefruit",
        "We keep bees",
        "I get migraines",
        "I look after my mum",
        "Been sober for six years",
        "Spiders freak me out",
        "Short answers in bullet points please",
    ],
)
def test_the_speaker_s_own(text: str) -> None:
    """One claim, of the whole."""
    assert quotes(text) == [(text, None)]


@pytest.mark.parametrize(
    "text",
    [
        "I'm sure",
        "I'm in a hurry",
        "I'm on it",
        "I'm so excited about this",
        "I get it",
        "I keep forgetting that",
        "I can't believe it",
        "I see the point",
        "I miei amici vivono a Roma",
        "Let me know",
    ],
)
def test_the_moment_and_the_talk(text: str) -> None:
    """Nothing to keep."""
    assert quotes(text) == []


def test_what_became_of_a_thing() -> None:
    """A bare verb tells it of a thing in particular."""
    assert quotes("My parcel never came.") == [("My parcel never came.", "My parcel")]


def test_an_answer_about_somebody_else_is_not_the_speaker_s() -> None:
    """ "Her name's ..." answers what a dog is called, and names no speaker."""
    found = read_claims("her name's Tuppence", said=SAID, question="What's your dog's name?")
    assert all(claim.attribute != "name" or claim.subject is not None for claim in found)
