from __future__ import annotations

import pytest

from dcpm_sqlite.language.names import names_in

_KNOWN = ("Caroline", "Melanie Smith", "Anna", "Anna Lee", "张伟", "Zoë", "Will", "Jean-Luc Picard", "Jo Ray", "Jo Fox")


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is Caroline's plan?", ("Caroline",)),
        ("What is caroline’s plan?", ("Caroline",)),
        ("Carolines are many", ()),
        ("what did MELANIE say", ("Melanie Smith",)),
        ("melanie  smith and Caroline", ("Caroline", "Melanie Smith")),
        ("Where is Anna?", ("Anna",)),
        ("Where is Anna Lee?", ("Anna Lee",)),
        ("Do Anna and Anna Lee meet?", ("Anna", "Anna Lee")),
        ("张伟去哪里了", ("张伟",)),
        ("请问 张伟 在吗", ("张伟",)),
        ("does ZOE\u0308 ski", ("Zoë",)),
        ("will it rain?", ()),
        ("Will it rain?", ()),
        ("did Will call?", ("Will",)),
        ("ask Jean-Luc", ("Jean-Luc Picard",)),
        ("ask Jo", ()),
        ("ask Jo Fox", ("Jo Fox",)),
        ("", ()),
    ],
)
def test_names_that_a_question_names(question: str, named: tuple[str, ...]) -> None:
    """Full names, unambiguous first names and possessives count; parts of other words don't."""
    assert names_in(question, _KNOWN) == named


def test_signs_in_names_are_plain_characters() -> None:
    """A name is no pattern."""
    assert names_in("is a.b there", ["a.b", "a+b", "", "(x"]) == ("a.b",)
