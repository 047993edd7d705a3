"""Statements about named things, people and offices in general English."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.comparing import compare
from dcpm_sqlite.language.claims.reading import read_claims
from dcpm_sqlite.records import Moment

SAID = Moment(1_709_629_920_000, "second", 0)


def _one(text: str) -> Claim:
    (claim,) = read_claims(text, said=SAID)
    return claim


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("The type of music that Tallis Trio plays is jazz.", "music that Tallis Trio plays", "type", "jazz"),
        ("rugby union was created in England.", "rugby union", "created in", "England"),
        ("Rugby union was created in the country of England.", "Rugby union", "created in", "England"),
        ("J. R. R. Tolkien was born in Bloemfontein.", "J. R. R. Tolkien", "born in", "Bloemfontein"),
        ("Washington, D.C. is the capital of the United States.", "the United States", "capital", "Washington, D.C."),
        ("Saint John (New Brunswick) is located in Canada.", "Saint John (New Brunswick)", "located in", "Canada"),
        ("Night Train: A Memoir was written by Ida Moe.", "Night Train: A Memoir", "written by", "Ida Moe"),
        ("Who Stole Grey Cat was directed by Ida Moe.", "Who Stole Grey Cat", "directed by", "Ida Moe"),
        ('"Thunder" was performed by Ida Moe.', '"Thunder"', "performed by", "Ida Moe"),
        ("Ada Holm is associated with the sport of tennis.", "Ada Holm", "associated with sport", "tennis"),
        ("goalkeeper is associated with the sport of hockey.", "goalkeeper", "associated with sport", "hockey"),
        ("Ada Holm plays the position of goalkeeper.", "Ada Holm", "plays position", "goalkeeper"),
        ("Ada Holm is a citizen of Norway.", "Ada Holm", "citizenship", "Norway"),
        ("Ada Holm is famous for Night Train.", "Ada Holm", "is famous for", "Night Train"),
        ("The head of state of Norway is Harald V.", "Norway", "head of state", "Harald V"),
        ("The current head coach of Velo Nord is Jo Berg.", "Velo Nord", "head coach", "Jo Berg"),
        ("The chief executive officer of Velo Nord is Jo Berg.", "Velo Nord", "chief executive officer", "Jo Berg"),
        ("The headquarters of Velo Nord are in Lund.", "Velo Nord", "headquarters", "in Lund"),
        ("Velo Nord has a new CEO, Ida Moe.", "Velo Nord", "ceo", "Ida Moe"),
        ("The head of sales at Velo Nord is Jo Berg.", "Velo Nord", "head of sales", "Jo Berg"),
    ],
)
def test_who_or_what_something_is(text: str, subject: str, attribute: str, value: str) -> None:
    """Initials, commas, colons and brackets belong to names; offices and definite complements name the attribute."""
    claim = _one(text)
    assert (claim.subject, claim.attribute, claim.value) == (subject, attribute, value)


@pytest.mark.parametrize(
    ("text", "is_single"),
    [
        ("The headquarters of Velo Nord are in Lund.", True),
        ("Ada Holm is affiliated with the religion of Islam.", True),
        ("Ada Holm is married to Jo Berg.", True),
        ("Ada Holm is a citizen of Norway.", False),
        ("Ada Holm speaks the language of French.", False),
        ("Ada Holm's child is Tom Holm.", False),
    ],
)
def test_what_has_one_value_at_a_time(text: str, is_single: bool) -> None:
    """A definite complement and a spouse are one, citizenships, languages and children may be many."""
    assert _one(text).is_single is is_single


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        ("Ada Holm is a citizen of Norway.", "Ada Holm is a citizen of Chile.", "contradict"),
        ("Ada Holm is employed by Ikea.", "Ada Holm is employed by Volvo.", "contradict"),
        ('"Thunder" was performed by Ida Moe.', '"Thunder" was performed by Jo Berg.', "contradict"),
        ("Ada Holm is married to Jo Berg.", "Ada Holm is married to Tom Lind.", "supersede"),
        ("Ada Holm died in Vienna.", "Ada Holm died in Graz.", "contradict"),
        ("Ada Holm was born in the city of Vienna.", "Ada Holm was born in Graz.", "contradict"),
        ("Ada Holm speaks the language of French.", "Ada Holm speaks the language of Danish.", "unrelated"),
        ("Ada Holm's child is Tom Holm.", "Ada Holm's child is Eva Holm.", "unrelated"),
    ],
)
def test_another_value_of_what_is_told_of_the_world(old: str, new: str, outcome: str) -> None:
    """Another one value takes the place; of what is usually one it contradicts; of what may be many it stands beside."""
    assert compare(_one(new), _one(old), nearness=0.99) == outcome


@pytest.mark.parametrize(
    "text", ["Monday, Anna was here.", "Honestly, that was great.", '"I live in Rome", she said.', "Networking plays a big role."]
)
def test_no_name_where_a_sentence_only_begins_like_one(text: str) -> None:
    """Days, adverbs, quotations and doings are no names."""
    assert [claim for claim in read_claims(text, said=SAID) if claim.value is not None] == []
