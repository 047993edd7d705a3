"""Who speaks about whom (K4, K5), and what is said about the world."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.reading import read_claims, read_statement
from dcpm_sqlite.records import Moment

SAID = Moment(1_709_626_320_000, "second", 60)


def _one(text: str) -> Claim:
    (claim,) = read_claims(text, said=SAID)
    return claim


def test_friends_dislike_is_not_the_speakers() -> None:
    """K4: the subject is Jack; the father, who is not named, gives nothing."""
    claim = _one("My friend Jack can't stand football; his father signed him up.")
    assert (claim.kind, claim.subject, claim.attribute) == ("fact", "My friend Jack", "dislikes football")


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("my sister Livia lives in Stavanger", "my sister Livia", "home", "Stavanger"),
        ("my dog's name is Rex", "my dog", "name", "Rex"),
        ("my wife is a nurse", "my wife", "job", "nurse"),
        ("Nora lives in Bergen", "Nora", "home", "Bergen"),
        ("The capital of France is Paris", "France", "capital", "Paris"),
        ("France's capital is Paris", "France", "capital", "Paris"),
        ("Paris is the capital of France", "France", "capital", "Paris"),
        ("Mona Lisa was painted by Leonardo", "Mona Lisa", "painted by", "Leonardo"),
        ("Lionel Messi plays the position of forward", "Lionel Messi", "plays position", "forward"),
        ("Marie Curie died in 1934", "Marie Curie", "dies in when", "1934"),
        ("The deadline is October 16th", "The deadline", "deadline", "October 16th"),
        ("The meeting has been moved to Friday", "The meeting", "meeting", "Friday"),
        ("J.K. Rowling is the author of Emma", "Emma", "author", "J.K. Rowling"),
    ],
)
def test_single_values_of_others(text: str, subject: str, attribute: str, value: str) -> None:
    """What a definite description, a birth or a death says has one value at a time, and is a fact."""
    claim = _one(text)
    assert (claim.kind, claim.subject, claim.attribute, claim.value, claim.is_single) == ("fact", subject, attribute, value, True)


@pytest.mark.parametrize(
    "text",
    [
        "Nora speaks French",
        "Ann is a friend of Bob",
        "The office wifi is slow",
        "My sister likes tea",
        "Tom is famous for his bread in Oslo",
    ],
)
def test_what_others_have_several_of(text: str) -> None:
    """Languages, friends, tastes, fame and qualities are not single."""
    assert not _one(text).is_single


def test_pronoun_stands_for_the_named_subject_of_its_sentence() -> None:
    """The second claim takes the subject's own words along; its quote is its clause."""
    text = "My flatmate Ines is from Porto and she works as a vet."
    first, second = read_claims(text, said=SAID)
    assert (first.text, second.text) == ("My flatmate Ines is from Porto", "My flatmate Ines works as a vet.")
    assert text[second.start : second.end] == "she works as a vet."
    assert second.subject == first.subject == "My flatmate Ines"


@pytest.mark.parametrize(
    "text",
    ["She lives in Oslo.", "They moved to Oslo.", "It broke yesterday.", "This is my favourite.", "That looks great!", "You live in Oslo."],
)
def test_nobody_named_gives_nothing(text: str) -> None:
    """A bare pronoun is not self-contained."""
    assert read_claims(text, said=SAID) == []


def test_the_speakers_own_name_is_the_speaker() -> None:
    """A statement about the speaker's name is about the speaker."""
    (claim,) = read_claims("Nora lives in Bergen", said=SAID, speaker="Nora")
    assert claim.subject is None


@pytest.mark.parametrize("text", ["Progress is slow", "Life goes on", "Weddings are full of joy"])
def test_a_first_word_is_not_taken_for_a_name(text: str) -> None:
    """Any first word is capitalised; only a kept statement is given the benefit of the doubt."""
    assert read_claims(text, said=SAID) == []


def test_statement_never_fails() -> None:
    """A kept text is read as one claim as a whole, with no attribute where no frame fits."""
    known, unknown = read_statement("Nora no longer lives in Bergen", said=SAID), read_statement("Blue, not green!", said=SAID)
    assert (known.subject, known.attribute, known.value, known.is_negated) == ("Nora", "home", "Bergen", True)
    assert (unknown.text, unknown.attribute, unknown.is_negated) == ("Blue, not green!", None, True)
