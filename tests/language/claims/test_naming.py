"""Which names are read in a claim."""

from __future__ import annotations

import pytest

from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.naming import mentions_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I met Livia in Bergen", ["Livia", "Bergen"]),
        ("I like the Lord of the Rings", ["Lord of the Rings"]),
        ("I ran again. Winning felt good", []),
        ("I play music! Guitar mostly", []),
        ('I said: "Guitar is hard"', []),
        ("I saw Oscar. Oscar was asleep", ["Oscar"]),
        ("I left. Oscar stayed, and I missed Oscar", ["Oscar"]),
        ("I ran. Bergen City Marathon was fun", ["Bergen City Marathon"]),
        ("I went there on Tues, said Yeah, then Thanks", []),
        ("We meet on October 15th at the 2", []),
        ("I saw The 2 on May 3 with Oscar 2", ["Oscar 2"]),
        ("I called Dr. Berg", ["Berg"]),
        ("I read J. Tolkien, and asked Prof. Holm", ["Tolkien", "Holm"]),
    ],
)
def test_names_are_told_from_first_words_and_dates(text: str, names: list[str]) -> None:
    """The first word of a later sentence is a name where it is capitalised inside a sentence too, or has more words than one."""
    assert [mention.name for mention in mentions_in(text, Finding("x"))] == names
