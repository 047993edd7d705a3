"""Fragments, withheld secrets, talk about the talk, and the domain that a statement's verb and head decide."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.claims.domains import domain_of
from dcpm_sqlite.language.claims.reading import read_claims
from dcpm_sqlite.records import Moment

SAID = Moment(1_709_629_920_000, "second", 0)


def _quotes(text: str) -> list[str]:
    return [text[claim.start : claim.end] for claim in read_claims(text, said=SAID)]


@pytest.mark.parametrize(
    "text",
    [
        "Cried, obviously.",
        "we crossed the line together.",
        "My password for the rental portal is [withheld: password].",
        "I prefer it over tea nowadays.",
        "Write me a story about how Luna made a fortune.",
        "I'm looking forward to joining the walk and watching the dances.",
        "My current one is a bit clunky.",
        "I've been working on them consistently.",
        "I want to be wowed.",
        "I also need to finalise the pricing and create a sales page.",
        "Life does throw us some surprises.",
        "We all have our own dreams.",
        "I'm crossing my fingers.",
        "I won't quit on my dreams.",
        "I like the overnight oats idea.",
        "I'm staying hopeful.",
        "Never give up!",
        "I haven't had one in ages.",
        "Assume that my name is Juan. I'm a Java developer.",
    ],
)
def test_nothing_to_keep(text: str) -> None:
    """What names nobody and nothing, only points, or is a secret's place, gives no claim (K6, K32)."""
    assert _quotes(text) == []


def test_a_withheld_secret_takes_its_clause_along_and_no_other() -> None:
    """The clause beside it is read; a colon inside of brackets splits nothing (K32)."""
    assert _quotes("The pin is [withheld: pin], and my locker is number 12.") == ["my locker is number 12."]
    assert _quotes("My [draft: v2] title is Foo.") == ["My [draft: v2] title is Foo."]


@pytest.mark.parametrize("text", ["Finished the marathon in 4 hours 51 minutes!", "Got a puppy!", "Dyed my hair last week."])
def test_a_fragment_that_says_what_or_when_is_kept(text: str) -> None:
    """A left-out "I" is understood."""
    assert len(_quotes(text)) == 1


def test_a_second_verb_in_another_tense_is_a_claim_of_its_own() -> None:
    """ "keeps sheep and promised me wool" is two things of one neighbour."""
    claims = read_claims("The neighbour, Sigrid, keeps sheep and promised me wool.", said=SAID)
    assert [claim.attribute for claim in claims] == ["keeps sheep", None]
    assert claims[1].text == "The neighbour, Sigrid, promised me wool."


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("I signed up for the Bergen City Marathon.", "sport"),
        ("I'm moving to Voss for the library project.", "home"),
        ("I'm planning a surprise party.", "relationships"),
        ("We live in Reading.", "home"),
        ("My wifi password is on the router.", "technology"),
        ("I love baked beans.", "food"),
    ],
)
def test_the_verb_and_the_head_decide_the_domain(text: str, domain: str) -> None:
    """Not a word inside of a name, nor what a remark adds."""
    assert domain_of(text, None) == domain


@pytest.mark.parametrize(("text", "subject"), [("Our landlord is Mrs Abara.", "my landlord"), ("My landlord is Mr Finch.", "My landlord")])
def test_mine_and_ours_are_one_subject(text: str, subject: str) -> None:
    """Whose it is, "we" and "I" tell alike."""
    assert [claim.subject for claim in read_claims(text, said=SAID)] == [subject]
