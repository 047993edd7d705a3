"""Times: of what is told, assumed, asked for, in other zones, late and recorded long after (K22-K26, K48)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.language.dates import format_moment, read_moment
from dcpm_sqlite.records import Message
from tests.cases.conftest import ByMind
from tests.doubles import Shown, beliefs_of, operation, texts_of, unit
from tests.reliability.support import DAY, SETTINGS, START, open_memory, put_belief, stored, texts

NOW = replace(SETTINGS, clock=lambda: START)


def at(when: str, text: str) -> Message:
    """A message said then."""
    return Message(text, said_at=read_moment(when, now_ms=START), session="talk")


def test_k22_last_week_is_the_week_before_the_message(by_mind: ByMind) -> None:
    """Said in May 2023 and added years later: it happened in the week before that day, and says how exact that is."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit(text, (number, text), type="event", happens_from="2023-05-15", happens_until="2023-05-21")]

    memory = by_mind(read, lambda shown: operation("ADD"))
    memory.add(at("2023-05-24", "I went to Paris last week."))
    (belief,) = beliefs_of(memory)
    assert belief.about is not None
    assert belief.about.from_ms == read_moment("2023-05-15", now_ms=START).ms
    assert belief.about.until_ms == read_moment("2023-05-22", now_ms=START).ms
    assert (belief.type, belief.about.basis) == ("event", "resolved")
    assert belief.said_ms == read_moment("2023-05-24", now_ms=START).ms


def since_rome(shown: Shown) -> dict[str, Any]:
    """A state of where the user lives, once one is known."""
    return operation("SUPERSEDE", "K1") if shown.known else operation("ADD")


def lived(text: str, number: int) -> list[dict[str, Any]]:
    """Where the user lives, with the time from which it holds."""
    year = "2022" if "2022" in text else "2019"
    return [unit(text, (number, text), kind="identity", attribute="home", holds_from=year, holds_until="2019" if year == "2019" else None)]


def test_k24_an_older_statement_told_later_takes_its_place_before(by_mind: ByMind) -> None:
    """The current belief stays current; an answer as of 2020 leads with the older one."""
    memory = by_mind(lived, since_rome)
    memory.add(at("2024-01-01", "I live in Rome since 2022."))
    memory.add(at("2024-02-01", "In 2019 I lived in Oslo."))
    (current,) = beliefs_of(memory)
    assert current.text == "I live in Rome since 2022."
    assert [belief.text for belief in memory.history(current.id)] == ["In 2019 I lived in Oslo.", "I live in Rome since 2022."]
    assert memory.check().problems == ()


def test_k24_a_message_that_was_added_late_takes_its_place_before(by_mind: ByMind) -> None:
    """An old export imported after newer talk: what was said then is history, in the order in which it was said."""
    memory = by_mind(lambda text, number: [unit(text, (number, text), kind="identity", attribute="home")], since_rome)
    for date, city in (("2024-01-01", "Rome"), ("2020-01-01", "Oslo"), ("2022-01-01", "Bonn")):
        memory.add(at(date, f"I live in {city}."))
    assert texts_of(memory) == ["I live in Rome."]
    history = memory.history(beliefs_of(memory)[0].id)
    assert [belief.text for belief in history] == ["I live in Oslo.", "I live in Bonn.", "I live in Rome."]


def test_k23_without_a_time_the_time_of_adding_is_taken_and_marked(tmp_path: Path) -> None:
    """The item says that its time was assumed; a stated one says so, too."""
    with open_memory(tmp_path / "memory.db", settings=NOW) as memory:
        ids = memory.add([Message("No time."), at("2023-05-24", "A day.")]).ids
        assumed, stated = (stored(memory, id).said_at for id in ids)
        assert (assumed.ms, assumed.basis) == (START, "assumed")
        assert (stated.basis, stated.precision) == ("stated", "day")


@pytest.mark.parametrize("text", ["", "soon", "2023-13-01", "2023-02-30", "the day before", "24/05/2023", "nan"])
def test_k25_a_time_that_cannot_be_read_is_refused_with_what_can(tmp_path: Path, text: str) -> None:
    """As `as_of`, as `known_at` and as the end of a span; nothing is guessed."""
    with open_memory(tmp_path / "memory.db", settings=NOW) as memory:
        memory.add("Hello.")
        for ask in (
            lambda: memory.recall("hello", as_of=text),
            lambda: memory.recall("hello", known_at=text),
            lambda: memory.forget(span=("2023", text)),
        ):
            with pytest.raises(UsageError, match="2024-05-01"):
                ask()
        assert texts(memory) == ["Hello."]


def test_k25_a_date_means_to_the_end_of_that_day(tmp_path: Path) -> None:
    """Said a second before midnight is seen on that day, at midnight is not; `yesterday` and a month mean their ends."""
    with open_memory(tmp_path / "memory.db", settings=NOW) as memory:
        memory.add(
            [at("2023-05-24T23:59:59Z", "The lantern was lit."), at("2023-05-25T00:00:00Z", "The lantern went out.")], decide="later"
        )

        def seen(as_of: str) -> list[str]:
            return sorted(hit.text for hit in memory.recall("lantern", as_of=as_of).hits)

        assert seen("2023-05-23") == []
        assert seen("2023-05-24") == ["The lantern was lit."]
        assert seen("2023-05-24T12:00Z") == []
        assert len(seen("2023-05-25")) == len(seen("2023-05")) == len(seen("2023")) == len(seen("yesterday")) == len(seen("now")) == 2
        assert memory.recall("lantern", as_of="2020").empty == "outside as_of"


@pytest.mark.parametrize(
    "text",
    ["2023-05-24T14:30:00+08:00", "2023-05-24T01:30:00-05:00", "2023-05-24T06:30:00Z", "2023-05-24T06:30:00", "2023-05-24", "2023-05"],
)
def test_k26_times_of_all_zones_lie_on_one_clock_and_come_back_as_given(tmp_path: Path, text: str) -> None:
    """Offset, precision and the lack of a zone survive the file."""
    with open_memory(tmp_path / "memory.db", settings=NOW) as memory:
        id = memory.add(at(text, "Said somewhere.")).ids[0]
        kept = stored(memory, id).said_at
        assert kept == read_moment(text, now_ms=START)
        assert format_moment(kept) == text.replace("Z", "+00:00")
        if "T" in text:
            assert kept.ms == read_moment("2023-05-24T06:30:00Z", now_ms=START).ms


def test_k48_an_export_imported_today_answers_as_of_then_but_was_not_known_then(tmp_path: Path) -> None:
    """Three years of messages and a chain, recorded now: `as_of` two years ago sees the state of then, `known_at` sees nothing."""
    with open_memory(tmp_path / "memory.db", settings=NOW) as memory:
        ids = memory.add([at("2020-11-01", "I live in Oslo."), at("2022-06-01", "I live in Rome.")], decide="later").ids
        first = put_belief(memory, "The user lives in Oslo.", ids[0])
        put_belief(memory, "The user lives in Rome.", ids[1], after=first)
        memory.rebuild()

        def leads(**times: int | str) -> list[str]:
            return [hit.text for hit in memory.recall("Where do I live? lives live", **times).hits]  # type: ignore[arg-type]

        assert leads() == ["The user lives in Rome."]
        assert leads(as_of="2021-11-14") == ["I live in Oslo."]  # the message alone says all that was known then
        then = memory.recall("Oslo", as_of="2021-11-14")
        assert not any("Rome" in hit.text for hit in then.hits)
        assert memory.recall("Where do I live?", known_at="2021-11-14").empty == "not known yet"
        assert memory.recall("Where do I live?", known_at="2021-11-14").identity == ()
        assert leads(known_at=START + DAY) == ["The user lives in Rome."]
