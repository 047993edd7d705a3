"""What people see: quotes inside their messages, money, and counts."""

from __future__ import annotations

from typing import Literal

import pytest

from dcpm_sqlite.cli import show, show_beliefs
from dcpm_sqlite.cli.quoting import AROUND_CHARS, quoted
from dcpm_sqlite.records import CostLine, Evidence, Moment, RawInput
from tests.doubles import START_MS


def message(text: str, *, key: int = 1, party: str | None = "Nora", at_ms: int = START_MS) -> RawInput:
    """A message as kept."""
    return RawInput(key, f"id{key}", "s", key, "user", party, text, Moment(at_ms, "day"), "chat", None, 0, "done", None, at_ms)


def cited(said: RawInput, words: str, role: Literal["quote", "context"] = "quote") -> Evidence:
    """Words of a message, where they stand first."""
    start = said.text.index(words)
    return Evidence(said, words, role, start, start + len(words))


def test_words_are_marked_where_they_stand() -> None:
    """Several of one message in one line, overlapping ones together."""
    said = message("Hi! I live in Voss, in a house by the lake, with my cat.")
    words = ("I live in Voss", "in Voss, in a house", "with my cat")
    (line,) = quoted([cited(said, w) for w in words])
    assert line.plain == "2026-01-01 Nora: Hi! «I live in Voss, in a house» by the lake, «with my cat»."


def test_a_long_message_is_shortened_around_the_words() -> None:
    """What stands far away is left out, visibly."""
    said = message("a " * 500 + "I live in Voss" + " b" * 500)
    (line,) = quoted([cited(said, "I live in Voss")])
    assert " a «I live in Voss» b " in line.plain
    assert line.plain.count("…") == 2
    assert len(line.plain) < 2 * AROUND_CHARS + 60


def test_the_question_stands_before_its_answer_and_is_called_one() -> None:
    """Messages in the order in which they were said."""
    asked, said = message("Where do you live?", key=1, party=None), message("In Voss.", key=2, at_ms=START_MS + 1)
    lines = quoted([cited(said, "In Voss."), cited(asked, "Where do you live?", "context")])
    assert [line.plain for line in lines] == [
        "2026-01-01 user: «Where do you live?» (what was asked)",
        "2026-01-01 Nora: «In Voss.»",
    ]


def test_what_was_said_can_steer_no_terminal() -> None:
    """Control characters and markup of a message come out as plain text, or not at all."""
    (line,) = quoted([cited(message("\x1b[2J[bold]I live[/] in Voss"), "[bold]I live[/]")])
    assert line.plain == "2026-01-01 Nora: [2J«[bold]I live[/]» in Voss"


@pytest.mark.parametrize(("usd", "shown"), [(0.0, "$0"), (0.00001, "less than $0.0001"), (0.00234, "$0.0023"), (1234.5, "$1,234.50")])
def test_money_is_never_rounded_to_nothing(usd: float, shown: str) -> None:
    """Small sums have more digits."""
    assert show_beliefs.money(usd) == shown


def test_an_unknown_price_is_shown_as_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    """Alone, and beside what is known: never as 0."""
    unknown = CostLine("extract", "openai:http://far/v1#m", 3, 0, 900, 0, 90, None, 3)
    show_beliefs.costs([unknown])
    assert capsys.readouterr().out.count("unknown") == 2
    show_beliefs.costs([unknown, CostLine("extract", "anthropic:m", 1, 0, 10, 0, 1, 0.25, 0)])
    assert "in all: $0.2500 + unknown" in capsys.readouterr().out


@pytest.mark.parametrize(("hour", "shown"), [(0, "2024-08-01"), (-1, "2024-08-01"), (5, "2024-08-01"), (-11, "2024-08-01")])
def test_a_date_that_was_named_is_shown_as_it_was_named(hour: int, shown: str) -> None:
    """Midnight in Bergen or in New York of the first of August is the first of August."""
    assert show.named_day(1_722_470_400_000 + hour * 3_600_000) == shown


def test_counts_read_as_words() -> None:
    """One and many."""
    assert [show.count(n, "message") for n in (0, 1, 1200)] == ["0 messages", "1 message", "1,200 messages"]
