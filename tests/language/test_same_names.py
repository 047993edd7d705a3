"""Which names may be one's by how they are written."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.same_names import alike, bare, is_fuller
from dcpm_sqlite.language.text import fold


@pytest.mark.parametrize(
    ("name", "without"),
    [("josé", "jose"), ("ångström", "angstrom"), ("μάη", "μαη"), ("がん", "がん"), ("йод", "йод"), ("한글", "한글"), ("", "")],
)
def test_accents_of_latin_and_greek_letters_only(name: str, without: str) -> None:
    """In other scripts a mark makes another letter."""
    assert bare(fold(name)) == without


@pytest.mark.parametrize(
    ("long", "short", "is_so"),
    [
        ("anna berg", "anna", True),
        ("anna van den berg", "anna", True),
        ("anna van der berg", "anna", True),
        ("anna o'neill-berg", "anna", True),
        ("anna b.", "anna", True),
        ("anna von", "anna", False),
        ("anna and ben", "anna", False),
        ("anna 2", "anna", False),
        ("anna a b c d", "anna", False),
        ("annabel", "anna", False),
        ("anna", "anna", False),
        ("aunt may", "aunt", False),
    ],
)
def test_a_name_and_a_surname(long: str, short: str, is_so: bool) -> None:
    """A title is no name, a number or an "and" makes no surname."""
    assert is_fuller(long, short) is is_so


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("j.r.r. tolkien", "jrr tolkien", "written alike"),
        ("josé", "jose", "written alike"),
        ("ann", "ann", "written alike"),
        ("anna berg", "anna", "one is the other in full"),
        ("anna berg", "berg", "one is the other in full"),
        ("the grand canyon", "grand canyon", "one is the other in full"),
        ("new york city", "n.y.c.", "initials"),
        ("katherine", "catherine", "a letter apart"),
        ("caroline", "carolien", "a letter apart"),
        ("hanna", "hannah", "a letter apart"),
        ("anna and berg", "berg", None),
        ("ann", "dan", None),
        ("room 101", "room 102", None),
        ("katherine", "katarina", None),
        ("united nations", "un", None),
        ("annabel", "anna", None),
    ],
)
def test_why_names_are_alike(one: str, other: str, likeness: str | None) -> None:
    """The surest likeness, whichever of the two comes first; short names and digits are no matter of a letter."""
    expected = {} if likeness is None else {(1, 2): likeness}
    assert alike({1: ["x1", one], 2: [other, "y2"]}) == alike({1: [other], 2: [one]}) == expected
