"""What people say of themselves."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.reading import read_claims
from dcpm_sqlite.records import Moment

SAID = Moment(1_709_626_320_000, "second", 60)  # Tuesday, 5 March 2024


def _claims(text: str) -> list[Claim]:
    return read_claims(text, said=SAID)


def _read(text: str) -> list[tuple[str | None, str | None]]:
    return [(claim.attribute, claim.value) for claim in _claims(text)]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("My name is Tom", "name", "Tom"),
        ("I'm Tom", "name", "Tom"),
        ("Everyone calls me Tom", "name", "Tom"),
        ("im 27", "age", "27"),
        ("I turned 40", "age", "40"),
        ("i live in bergen now", "home", "bergen"),
        ("I’ve moved to Oslo", "home", "Oslo"),
        ("We're based in Rotterdam", "home", "Rotterdam"),
        ("I'm originally from Chile", "origin", "Chile"),
        ("I work as a nurse", "job", "nurse"),
        ("I'm a software engineer at Google", "job", "software engineer"),
        ("I work at Acme", "employer", "Acme"),
        ("I'm married to Tom", "partner", "Tom"),
        ("I'm divorced", "relationship status", "divorced"),
        ("My favorite colour is green", "favourite colour", "green"),
        ("Messi is my favourite player", "favourite player", "Messi"),
        ("I have two kids", "has kids", "two"),
        ("I have a dog called Rex", "has dog", "Rex"),
        ("My flight is on May 3rd", "flight", "May 3rd"),
    ],
)
def test_single_values(text: str, attribute: str, value: str) -> None:
    """Frames name the attribute and give the value in the speaker's words."""
    assert _read(text) == [(attribute, value)]


@pytest.mark.parametrize(
    ("text", "attribute", "negated"),
    [
        ("I love Chinese food", "likes chinese food", False),
        ("I'm fond of Chinese food", "likes chinese food", False),
        ("I'm not a fan of Chinese food", "likes chinese food", True),
        ("I hate Chinese food", "dislikes chinese food", False),
        ("I can't stand Chinese food", "dislikes chinese food", False),
        ("I like to cook", "likes cooking", False),
        ("I like cooking", "likes cooking", False),
        ("I don't drink alcohol.", "drinks alcohol", True),
        ("I never eat breakfast", "eats breakfast", True),
        ("I'm allergic to penicillin", "allergic to penicillin", False),
        ("I have a peanut allergy", "allergic to peanut", False),
        ("I can't swim", "can swim", True),
        ("I go to the gym three times a week", "goes to gym", False),
        ("I'd rather walk than drive", "prefers between drive and walk", False),
        ("I want to travel the world someday", "plans to travel the world", False),
        ("I'm thinking of moving to Spain", "plans to move to spain", False),
        ("Never suggest seafood.", "wants never suggest seafood", False),
    ],
)
def test_habits_and_tastes(text: str, attribute: str, negated: bool) -> None:
    """The attribute says it all; another wording of the same gets the same name."""
    (claim,) = _claims(text)
    assert (claim.attribute, claim.value is None or claim.is_single, claim.is_negated) == (attribute, True, negated)


@pytest.mark.parametrize(
    ("text", "attribute", "negated"),
    [
        ("I no longer live in Oslo", "home", True),
        ("I don't live in Oslo anymore", "home", True),
        ("I quit smoking", "smokes", True),
        ("I stopped eating meat", "eats meat", True),
        ("I gave up coffee", "drinks coffee", True),
        ("I lost my job", "job", True),
        ("These days I live in Rome", "home", False),
        ("Actually, I live in Rome", "home", False),
        ("My favourite player now is Messi.", "favourite player", False),
        ("I became vegan", "vegan", False),
        ("I started learning Spanish", "learns spanish", False),
        ("I used to live in Madrid", "home", False),
    ],
)
def test_change_words(text: str, attribute: str, negated: bool) -> None:
    """Words that tell of a change are told from words that state."""
    (claim,) = _claims(text)
    assert (claim.attribute, claim.is_negated, claim.is_change) == (attribute, negated, True)


def test_no_change_is_told_by_a_plain_statement() -> None:
    """A statement without such words is no change."""
    assert not any(claim.is_change for claim in _claims("I live in Rome. I love tea right now."))


@pytest.mark.parametrize("text", ["I live in Bergen", "I'm allergic to nuts", "I'm 34", "my name is Ann", "I have diabetes", "I'm vegan"])
def test_core(text: str) -> None:
    """Name, home, age, family, health and diet are core identity with high salience."""
    (claim,) = _claims(text)
    assert (claim.kind, claim.is_core, claim.salience) == ("identity", True, 0.9)


@pytest.mark.parametrize("text", ["I like tea", "I speak French", "I visited Rome", "I play chess", "I own a boat", "I have a cat"])
def test_what_one_has_several_of_is_not_single(text: str) -> None:
    """A second language, taste or visit does not replace the first."""
    (claim,) = _claims(text)
    assert not claim.is_single


def test_second_job_is_not_single() -> None:
    """ "also" says that there is another."""
    (claim,) = _claims("I also work at Acme")
    assert (claim.attribute, claim.is_single) == ("employer", False)


def test_list_gives_a_claim_each() -> None:
    """Each liked object is a claim of its own in the speaker's words; they share the quote."""
    text = "Well, I like tea and coffee every morning."
    claims = _claims(text)
    assert [claim.text for claim in claims] == ["I like tea every morning.", "I like coffee every morning."]
    assert {text[claim.start : claim.end] for claim in claims} == {"I like tea and coffee every morning."}


def test_fixed_pairs_are_one_thing() -> None:
    """ "fish and chips" is one dish."""
    assert _read("I love fish and chips") == [("likes fish and chips", None)]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("I'm allergic to nuts and I live in Bergen", ["I'm allergic to nuts", "I live in Bergen"]),
        ("I live in Bergen and work as a nurse", ["I live in Bergen", "I work as a nurse"]),
        ("hi! i'm 34, based in rotterdam, i run a small bakery", ["i'm 34", "i'm based in rotterdam", "i run a small bakery"]),
        ("I live in Bergen, what should I wear?", ["I live in Bergen"]),
        ("I want to rest and read a book", []),
        ("I'm vegan, so no eggs please", ["I'm vegan"]),
        ("As a nurse, I work nights", ["As a nurse", "As a nurse, I work nights"]),
        ("When I was a kid, I lived in Oslo", ["When I was a kid, I lived in Oslo"]),
        ("My wife and I live in Oslo", ["My wife and I live in Oslo"]),
    ],
)
def test_clauses(text: str, texts: list[str]) -> None:
    """A clause with a subject or verb of its own is a claim of its own, and takes a shared subject along."""
    assert [claim.text for claim in _claims(text)] == texts


@pytest.mark.parametrize(
    "opener", ["", "By the way, ", "Well, ", "Hi! ", "Oh and ", "lol yeah ", "FYI ", "Please remember that ", "for context: "]
)
def test_openers_are_left_out(opener: str) -> None:
    """What only ties to the talk is neither in the text nor in the quote."""
    text = f"{opener}I live in Leeds."
    (claim,) = _claims(text)
    assert (claim.text, text[claim.start : claim.end]) == ("I live in Leeds.", "I live in Leeds.")


@pytest.mark.parametrize(
    ("text", "kind", "type_", "domain"),
    [
        ("I play the cello", "identity", "fact", "music"),
        ("I bought a new car yesterday", "fact", "event", "transport"),
        ("I run every morning", "identity", "fact", "sport"),
        ("I have diabetes", "identity", "fact", "health"),
        ("I adopted a puppy", "fact", "event", "pets"),
        ("My sister is called Livia", "fact", "entity", "family"),
        ("I collect stamps", "identity", "fact", "other"),
    ],
)
def test_kind_type_and_domain(text: str, kind: str, type_: str, domain: str) -> None:
    """Lasting things of the speaker are identity, what happened is a fact of type event; the domain is other when no word tells."""
    (claim,) = _claims(text)
    assert (claim.kind, claim.type, claim.domain) == (kind, type_, domain)


def test_keywords_and_mentions() -> None:
    """At most three content words; names with a category only where the frame says it."""
    (claim,) = _claims("I work at Acme in Berlin with Tom")
    assert len(claim.keywords) <= 3
    assert claim.keywords[0] == "acme"
    assert [(mention.name, mention.category) for mention in claim.mentions] == [
        ("Acme", "organisation"),
        ("Berlin", None),
        ("Tom", None),
    ]
