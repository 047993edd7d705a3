"""The tables behind the reading of claims are sound."""

from __future__ import annotations

import re
import string

import pytest

from dcpm_sqlite.language.claims.domains import domain_of
from dcpm_sqlite.language.claims.frames import FRAMES, Frame
from dcpm_sqlite.language.claims.objects import folded, folded_activity, listed
from dcpm_sqlite.language.claims.tokens import tokens
from dcpm_sqlite.language.claims.verbs import FORMS, PARTICIPLES, gerund, lemma_of, third
from dcpm_sqlite.records import DOMAINS


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.verbs}: {frame.attribute}")
def test_frame(frame: Frame) -> None:
    """A frame's pattern has the groups that it needs, its verbs are known, and its domain is one of the closed list."""
    groups = set(re.compile(frame.says).groupindex)
    needed = {name for _, name, _, _ in string.Formatter().parse(frame.attribute) if name}
    assert "o" in groups
    assert needed - {"pair"} <= groups
    assert "pair" not in needed or "other" in groups
    assert all(verb == "be" or lemma_of(verb, "base") or verb in {"call", "bear"} for verb in frame.verbs.split())
    assert frame.domain is None or frame.domain in DOMAINS
    assert 0 <= frame.salience <= 1


def test_single_frames_have_values() -> None:
    """What has one value at a time has a value apart from the attribute, or the attribute would never be the same again."""
    assert [frame.attribute for frame in FRAMES if frame.is_single and "{o}" in frame.attribute] == []


@pytest.mark.parametrize(
    ("word", "form", "lemma"),
    [
        ("lives", "third", "live"),
        ("moved", "past", "move"),
        ("eaten", "participle", "eat"),
        ("swimming", "ing", "swim"),
        ("found", "past", "find"),
    ],
)
def test_verb_forms(word: str, form: str, lemma: str) -> None:
    """Regular and irregular forms lead to their lemma."""
    assert FORMS[word][form] == lemma  # type: ignore[index]


def test_inflection() -> None:
    """Attributes are inflected as English is."""
    assert [third(verb) for verb in ("like", "study", "watch", "play", "go", "have")] == [
        "likes",
        "studies",
        "watches",
        "plays",
        "goes",
        "has",
    ]
    assert [gerund(verb) for verb in ("cook", "ride", "swim", "lie", "see")] == ["cooking", "riding", "swimming", "lying", "seeing"]
    assert (PARTICIPLES["write"], PARTICIPLES["divorce"]) == ("written", "divorced")


def test_contractions_come_apart() -> None:
    """With or without an apostrophe, and in place."""
    text = "Im sure I can't, dont, U.S. St. John"
    found = tokens(text, 0, len(text))
    assert [token.low for token in found][:9] == ["i", "'m", "sure", "i", "can", "n't", ",", "do", "n't"]
    assert all(text[token.start : token.end] == token.word for token in found)


@pytest.mark.parametrize(
    ("said", "name"),
    [("the cello", "cello"), ("A lot of Jazz!", "jazz"), ("some Dutch", "dutch"), ("Tom’s car", "tom's car"), ("to change", "to change")],
)
def test_folded(said: str, name: str) -> None:
    """Names in attributes are lower-case and without determiners."""
    assert folded(said) == name


def test_activities_have_one_name() -> None:
    """An infinitive is named like its gerund."""
    assert folded_activity("to cook pasta") == folded_activity("cooking pasta") == "cooking pasta"


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("tea and coffee", ["tea", "coffee"]),
        ("sushi, ramen, and tempura on Fridays", ["sushi", "ramen", "tempura"]),
        ("rock and roll", ["rock and roll"]),
        ("tea", ["tea"]),
        ("Oslo, which is big", ["Oslo"]),
        ("books and it shows", ["books"]),
    ],
)
def test_listed(said: str, parts: list[str]) -> None:
    """Plain lists come apart; fixed pairs and what follows a list don't."""
    assert [said[start:end] for start, end in listed(said, 0, len(said))] == parts


@pytest.mark.parametrize(
    ("statement", "domain"),
    [
        ("I play the cello", "music"),
        ("I adore greyhounds and dogs", "pets"),
        ("I collect stamps", "other"),
        ("my exam is hard", "education"),
    ],
)
def test_domains(statement: str, domain: str) -> None:
    """The words decide; without any the domain is other."""
    assert domain_of(statement, None) == domain
