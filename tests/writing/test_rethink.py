"""Deciding again by another mind: looked at first, then adopted, and taken back."""

from __future__ import annotations

from typing import Any

from dcpm_sqlite import Memory, Message
from dcpm_sqlite.errors import MindRejected
from dcpm_sqlite.llm.port import Request
from tests.conftest import OpenMemory
from tests.doubles import ScriptedMind, Shown, beliefs_of, operation, rows, texts_of, unit
from tests.reliability.support import bytes_of


def shouting(text: str, number: int) -> list[dict[str, Any]]:
    """Another mind's words."""
    return [unit(f"The user said: {text}", (number, text))]


def memory_of(open_memory: OpenMemory) -> Memory:
    """Three beliefs by one mind."""
    memory = open_memory(mind=ScriptedMind(name="first"))
    for n, text in enumerate(("I like tea.", "I like plums.", "I live in Rome.")):
        memory.add(Message(text, said_at=f"2026-01-0{n + 1}", session="s"))
    return memory


def test_a_preview_changes_nothing_but_the_record_of_calls(open_memory: OpenMemory) -> None:
    """It says what would go and come; the calls are on record, their words are not: forgetting could not find them."""
    memory = memory_of(open_memory)
    before = beliefs_of(memory, current=False)
    thought = memory.rethink("2026-01-02", mind=ScriptedMind(shouting, name="second"))
    assert beliefs_of(memory, current=False) == before
    assert [belief.text for belief in thought.gone] == ["I like plums.", "I live in Rome."]
    assert [belief.text for belief in thought.new] == ["The user said: I like plums.", "The user said: I live in Rome."]
    assert (thought.messages, thought.kept, thought.report.waiting) == (2, 0, 0)
    assert rows(memory, "SELECT count(*), count(prompt), count(reply) FROM llm_call WHERE model = 'second'") == [(2, 0, 0)]
    assert [path.name for path in memory.path.parent.iterdir() if path.is_dir()] == []
    assert {message.state for message in memory.list()} == {"done"}


def test_what_was_previewed_is_adopted_without_another_call_and_can_be_taken_back(open_memory: OpenMemory) -> None:
    """One job; the chains and indexes are sound before and after."""
    memory = memory_of(open_memory)
    before = beliefs_of(memory)
    mind = ScriptedMind(shouting, name="second")
    thought = memory.rethink("2026-01-02", mind=mind)
    calls, tokens = len(mind.requests), [(line.tokens_in, line.tokens_out) for line in memory.cost()]
    report = memory.adopt(thought, mind=mind)
    assert (report.decided, report.waiting, len(mind.requests)) == (2, 0, calls)
    assert [(line.tokens_in, line.tokens_out) for line in memory.cost()] == tokens  # paid once
    assert texts_of(memory) == ["I like tea.", "The user said: I like plums.", "The user said: I live in Rome."]
    assert memory.check().problems == ()
    memory.undo(memory.jobs()[0].id)
    assert [belief.id for belief in beliefs_of(memory)] == [belief.id for belief in before]
    assert memory.check().problems == ()


def test_what_both_minds_agree_on_is_kept(open_memory: OpenMemory) -> None:
    """The difference is empty."""
    memory = memory_of(open_memory)
    thought = memory.rethink("2026-01-01", mind=ScriptedMind(name="second"))
    assert (thought.gone, thought.new, thought.kept) == ((), (), 3)


def test_the_users_own_word_is_not_touched(open_memory: OpenMemory) -> None:
    """Remembered, corrected, and pinned: they stand as they are, whatever the other mind reads."""
    memory = memory_of(open_memory)
    memory.remember("The key hangs behind the clock.")
    tea, plums, _ = beliefs_of(memory)[:3]
    memory.pin(tea.id)
    memory.correct(plums.id, "I like damsons.")
    mind = ScriptedMind(lambda text, n: [], name="second")
    thought = memory.rethink("2020-01-01", mind=mind)
    assert {belief.text for belief in thought.gone} <= {"I live in Rome.", "I like plums."}
    memory.adopt(thought, mind=mind)
    assert sorted(texts_of(memory)) == ["I like damsons.", "I like tea.", "The key hangs behind the clock."]
    assert not any("clock" in request.turns[0].text for request in mind.requests)
    assert memory.check().problems == ()


def test_a_mind_that_fails_in_the_preview_leaves_the_file_as_it_was(open_memory: OpenMemory) -> None:
    """The report says what waits in the copy; here all is decided."""

    def away(request: Request) -> None:
        raise MindRejected("away")

    memory = memory_of(open_memory)
    thought = memory.rethink("2026-01-01", mind=ScriptedMind(before=away, name="second"))
    assert (thought.report.waiting, thought.report.fault) == (3, "away")
    assert len(texts_of(memory)) == 3
    assert {message.state for message in memory.list()} == {"done"}


def test_nothing_said_since_is_nothing_to_do(open_memory: OpenMemory) -> None:
    """And no job."""
    memory = memory_of(open_memory)
    thought = memory.rethink("2027", mind=ScriptedMind(shouting))
    assert (thought.messages, thought.gone, thought.new) == (0, (), ())
    assert memory.adopt(thought, mind=ScriptedMind(shouting)).job is None


def test_forgetting_after_a_preview_leaves_no_word(open_memory: OpenMemory) -> None:
    """Neither in the file nor in the calls of the copy."""
    memory = memory_of(open_memory)
    memory.rethink("2026-01-01", mind=ScriptedMind(shouting, lambda shown: by_words(shown), name="second"))
    memory.forget(memory.list()[1].id)
    assert b"plums" not in bytes_of(memory.path)


def by_words(shown: Shown) -> dict[str, Any]:
    """All is new."""
    return operation("ADD")
