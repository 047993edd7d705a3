"""Where sentences begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.sentences import sentences


def _parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Hi! I live in Bergen, e.g. near Dr. Smith's. It's 3.5 km away.",
            ["Hi!", "I live in Bergen, e.g. near Dr. Smith's.", "It's 3.5 km away."],
        ),
        ("i moved last week\nits nice\n\nlol", ["i moved last week", "its nice", "lol"]),
        ("1. First fact.\n2. Second one", ["1. First fact.", "2. Second one"]),
        ("- tea\n- coffee", ["- tea", "- coffee"]),
        ("So happy 😀😀 I won! See https://a.example/x?y=1. Bye", ["So happy 😀😀 I won!", "See https://a.example/x?y=1.", "Bye"]),
        ("people who like the same stuff as me. It's been good.", ["people who like the same stuff as me.", "It's been good."]),
        ('He said "I hate it. Really." and left.', ['He said "I hate it. Really." and left.']),
        ("one\r\ntwo\u2028three", ["one", "two", "three"]),
        ("   \n ", []),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    """Full stops, line breaks and markers end sentences; abbreviations, numbers, addresses and quotations don't."""
    assert _parts(text) == parts


def test_wrapped_line_goes_on() -> None:
    """A full line that goes on in lower case is one sentence with the next."""
    text = "This line is as long as an editor makes it before it starts another line\nand so it goes on."
    assert _parts(text) == [text]


@given(st.text(max_size=200))
def test_spans_lie_in_the_text(text: str) -> None:
    """Spans are ordered, apart, not blank, and leave out nothing but white space."""
    spans = sentences(text)
    at = 0
    for start, end in spans:
        assert at <= start < end <= len(text)
        assert not text[at:start].strip()
        assert text[start:end].strip() == text[start:end]
        at = end
    assert not text[at:].strip()
