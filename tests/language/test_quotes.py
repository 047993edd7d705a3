"""Quotes are found however they are typed, and nothing is found that isn't said (K7)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.quotes import locate

TEXT = "Well, I'm allergic to walnuts — have been since 2019. My sister lives in São Paulo."


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        (TEXT, "I'm allergic to walnuts", "I'm allergic to walnuts"),
        (TEXT, "i’m ALLERGIC  to\nwalnuts", "I'm allergic to walnuts"),
        (TEXT, "I´m allergic to walnuts - have been", "I'm allergic to walnuts — have been"),
        (TEXT, '"I`m allergic to walnuts"', "I'm allergic to walnuts"),
        (TEXT, "“… have been since 2019 ...”", "have been since 2019"),
        (TEXT, "my sister lives in sao paulo.", "My sister lives in São Paulo."),
        (unicodedata.normalize("NFD", TEXT), "in São Paulo", unicodedata.normalize("NFD", "in São Paulo")),
        ("The ﬁsh is ½ off at ＡＣＭＥ", "fish is 1⁄2 off at acme", "ﬁsh is ½ off at ＡＣＭＥ"),
        ("STRASSE und Straße", "straße und strasse", "STRASSE und Straße"),
        ("a soft\u00adhy\u200bphen", "soft hyphen", None),
        ("a soft\u00adhy\u200bphen", "softhyphen", "soft\u00adhy\u200bphen"),
        ("I am\u00a0well\u2003today", "am well today", "am\u00a0well\u2003today"),
        ("用户服务器部署在腾讯云国内节点", "部署在腾讯云", "部署在腾讯云"),
        ("«Я живу в Москве»", "я живу в москве", "Я живу в Москве"),
        ("red \x1b[31mapple", "red [31mapple", "red \x1b[31mapple"),
        ("'tis late", "'tis late", "tis late"),
    ],
)
def test_a_quote_is_found_as_it_was_said(text: str, quote: str, found: str | None) -> None:
    """Case, accents, forms, quotation marks, dashes, invisible characters and white space don't count."""
    place = locate(text, quote)
    assert (None if place is None else text[place[0] : place[1]]) == found


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("We had a party", "art"),
        ("It is 2019", "201"),
        ("который час", "кот"),
        ("I'm allergic to walnuts", "I'm not allergic to walnuts"),
        ("I like tea. I like coffee.", "I like tea ... coffee"),
        ("Well!", "!"),
        ("Well...", "..."),
        ("Well", ""),
        ("Well", "  \n"),
        ("", "Well"),
        ("May 15", "May 16"),
    ],
)
def test_what_does_not_stand_there_is_not_found(text: str, quote: str) -> None:
    """Parts of words, other words, words left out, mere signs, nothing."""
    assert locate(text, quote) is None


def test_the_first_whole_place_counts() -> None:
    """A place inside of a longer word is passed over."""
    assert locate("party of art and art", "art") == (9, 12)


@given(st.text(st.characters(codec="utf-8"), max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_words_cut_out_of_a_text_are_found_in_it(text: str, a: int, b: int) -> None:
    """Whatever the text: a span between white space is found, at its place or an equal one before, and within the text."""
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    words = text[start:end]
    bounded = f"{text[:start]} {words} {text[end:]}"
    place = locate(bounded, words)
    if place is not None:
        assert 0 <= place[0] < place[1] <= len(bounded)
        assert locate(bounded[place[0] : place[1]], words) is not None
    elif any(char.isalnum() for char in words):
        # only what folding takes away altogether, or joins to a neighbour, may be lost
        assert not all(char.isascii() for char in bounded)
