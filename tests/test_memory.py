"""The public face where its arguments are concerned: what a caller gets wrong is said, and nothing is damaged."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dcpm_sqlite import Memory, Message, errors
from tests.doubles import Clock


@pytest.mark.parametrize("id", ["zzzzzzzzzzzzz", "", "0", "not-an-id-at-", "ÄÖÜ", "0" * 40])
def test_a_wrong_id_is_unknown(memory: Memory, id: str) -> None:
    """Whatever stands in an id's place, the answer is one error that says what ids look like."""
    memory.add("something")
    for use in (memory.get, memory.history, memory.forget):
        with pytest.raises(errors.UnknownId):
            use(id)


def test_a_wrong_role_is_a_wrong_use(memory: Memory) -> None:
    """The file isn't blamed for it, and nothing is kept."""
    with pytest.raises(errors.UsageError, match="wizard"):
        memory.add([Message("fine"), Message("x", role="wizard")])  # type: ignore[arg-type]
    assert memory.list() == ()


def test_a_query_is_a_text(memory: Memory) -> None:
    """Nothing, or something else than a text, is refused."""
    for query in ("", "  ", None):
        with pytest.raises(errors.UsageError):
            memory.recall(query)  # type: ignore[arg-type]


@pytest.mark.parametrize("said", ["2024-05-01T09:30:00+02:00", datetime(2024, 5, 1, 7, 30, tzinfo=UTC)])
def test_a_message_may_be_dated_as_people_write(memory: Memory, said: str | datetime) -> None:
    """A text or a datetime stands for the same moment."""
    memory.add(Message("dated", said_at=said))
    assert memory.list()[0].said_at.ms == 1714548600000


def test_another_text_under_a_known_id_is_told(memory: Memory) -> None:
    """What was kept first stays, and the report counts the other."""
    first = memory.add(Message("one", source="x", source_key="1", session="s", said_at="2024-05-01"))
    again = memory.add(Message("one", source="x", source_key="1", session="s", said_at="2024-05-01"))
    other = memory.add(Message("two", source="x", source_key="1", session="s", said_at="2024-05-01"))
    assert (first.differing, again.differing, other.differing) == (0, 0, 1)
    assert (other.known, memory.list()[0].text) == (1, "one")


def test_a_span_that_ends_before_it_begins_is_refused(memory: Memory) -> None:
    """It would forget nothing, and say nothing."""
    memory.add("something")
    with pytest.raises(errors.UsageError, match="ends before"):
        memory.forget(span=("2024-05-02", "2024-04-01"))


def test_an_add_takes_on_a_bounded_part_of_what_others_left(memory: Memory, clock: Clock) -> None:
    """Its own message is embedded at once; of a backlog at most 64 items, so that it never waits for another's import."""
    from dcpm_sqlite.writing.persist import persist

    persist(memory._store, memory.space, [Message(f"left {n}") for n in range(100)], session="import")
    memory.add("mine")
    assert dict(memory.stats().counts)["waiting for a vector"] == 36
    assert dict(memory.check().looked_at)["waiting for a vector"] == 36


def test_steering_characters_are_kept_but_not_rendered(memory: Memory) -> None:
    """A message is ground truth; a prompt and a terminal get it without what would steer them."""
    memory.add("a \x1b[31mred\x07 \u202eword")
    found = memory.recall("31mred word")
    assert found.hits[0].text == "a \x1b[31mred\x07 \u202eword"
    assert not set("\x1b\x07\u202e") & set(memory.render(found))
