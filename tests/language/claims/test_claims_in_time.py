"""When a claim holds and what time it is about (K22, K24), and answers to questions (K49)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.reading import read_claims
from dcpm_sqlite.records import Moment, Stretch

SAID = Moment(1_709_629_920_000, "second", 0)  # Tuesday, 5 March 2024


def _one(text: str, question: str | None = None) -> Claim:
    (claim,) = read_claims(text, said=SAID, question=question)
    return claim


def _days(stretch: Stretch | None) -> tuple[str | None, ...] | None:
    if stretch is None:
        return None
    return tuple(
        None if ms is None else datetime.fromtimestamp(ms / 1000, UTC).date().isoformat() for ms in (stretch.from_ms, stretch.until_ms)
    )


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("I live in Rome since 2022", ("2022-01-01", None)),
        ("in 2019 I lived in Oslo", ("2019-01-01", "2020-01-01")),
        ("I used to live in Madrid", (None, "2024-03-05")),
        ("I was a smoker until 2015.", (None, "2016-01-01")),
        ("I moved to Oslo last month", ("2024-02-01", None)),
        ("I live in Rome", None),
        ("From today I live in Voss.", ("2024-03-05", None)),
        ("From now on I work from home.", ("2024-03-05", None)),
        ("As of May 1st I work at Ikea.", ("2024-05-01", None)),
        ("Starting Monday I work at Ikea.", ("2024-03-11", None)),
        ("I live in Voss since yesterday.", ("2024-03-04", None)),
        ("I grew up in Antwerp", None),
    ],
)
def test_holds(text: str, holds: tuple[str | None, ...] | None) -> None:
    """A state holds at its times; a past state ended before it was told; what changed holds from then on."""
    assert _days(_one(text).holds) == holds


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("I went to Paris last week", ("2024-02-26", "2024-03-04")),
        ("The deadline is October 16th", ("2024-10-16", "2024-10-17")),
        ("I'm flying to London tomorrow", ("2024-03-06", "2024-03-07")),
    ],
)
def test_about(text: str, about: tuple[str, str]) -> None:
    """An event, and a value that is a date, are about their time and hold from when they are said (K46)."""
    claim = _one(text)
    assert (_days(claim.about), claim.holds, claim.type) == (about, None, "event")


def test_answer_brings_its_question() -> None:
    """K49: question and answer together are the claim; the quote is the answer."""
    claim = _one("No, not since March.", "Do you eat meat?")
    assert (claim.text, claim.attribute, claim.is_negated) == ("Do you eat meat? No, not since March.", "eats meat", True)
    assert (claim.start, claim.end, claim.needs_question, claim.kind) == (0, 20, True, "identity")


@pytest.mark.parametrize(
    ("question", "answer", "attribute", "value", "negated"),
    [
        ("Where do you live?", "In Bergen.", "home", "Bergen", False),
        ("What's your name?", "Nora", "name", "Nora", False),
        ("How old are you?", "32", "age", "32", False),
        ("Do you smoke?", "Yes", "smokes", None, False),
        ("Are you vegetarian?", "Nope.", "vegetarian", None, True),
        ("What do you do for a living?", "I'm a carpenter", "job", "carpenter", False),
        ("Do you have any allergies?", "Peanuts. Even traces of them are bad.", "allergic to peanuts", None, False),
        ("What's your favourite colour?", "green, I guess", "favourite colour", "green", False),
    ],
)
def test_answers(question: str, answer: str, attribute: str, value: str | None, negated: bool) -> None:
    """Short answers are read with their question; an answer that stands by itself is read by itself."""
    claim = _one(answer, question)
    assert (claim.attribute, claim.value, claim.is_negated) == (attribute, value, negated)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you eat meat?", "Why do you ask?"),
        ("Do you smoke?", "maybe"),
        ("Do you want me to explain?", "Yes"),
        ("How was Paris?", "Great!"),
        ("Where do you live?", "no idea"),
    ],
)
def test_no_answer(question: str, answer: str) -> None:
    """Evasions, and answers to what was not about the speaker, claim nothing."""
    assert read_claims(answer, said=SAID, question=question) == []


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Our wedding is in September.", ("2024-09-01", "2024-10-01")),
        ("My sister's getting married in May.", ("2024-05-01", "2024-06-01")),
        ("The meeting has been moved to Friday.", ("2024-03-08", "2024-03-09")),
        ("The review was moved to 24 November.", ("2024-11-24", "2024-11-25")),
        ("My exam is on 3 February.", ("2025-02-03", "2025-02-04")),
        ("We moved to Oslo in May.", ("2023-05-01", "2023-06-01")),
    ],
)
def test_what_is_scheduled_lies_ahead(text: str, about: tuple[str, str]) -> None:
    """Present and progressive statements of a dated thing look forward, a past tense back (K22)."""
    assert _days(_one(text).about) == about


@pytest.mark.parametrize("text", ["From today I live in Voss.", "I live in Voss since yesterday.", "From next month I live in Voss."])
def test_what_begins_about_now_is_a_change(text: str) -> None:
    """The words say that it wasn't so before; "for a year" says only how old it is."""
    assert _one(text).is_change
    assert not _one("I've lived in Voss for a year.").is_change


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I moved back to Bergen on August 1st.", "Bergen"),
        ("I started a job at Equinor in May.", "Equinor"),
        ("I live in Bergen as of next week.", "Bergen"),
        ("My thesis is due in August.", "August"),
        ("The deadline is October 15th.", "October 15th"),
    ],
)
def test_a_value_holds_no_time_beside_it(text: str, value: str) -> None:
    """When something was or will be so is no part of what it is, unless it is the value."""
    claim = _one(text)
    assert (claim.value or claim.attribute or "").lower().endswith(value.lower())
