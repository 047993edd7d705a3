"""The user's own word: remembered, corrected, pinned; no mind draws from it or takes it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dcpm_sqlite import Memory, Message
from dcpm_sqlite.errors import MindRejected, RefusedText, UnknownId
from dcpm_sqlite.llm.port import Request
from tests.conftest import OpenMemory
from tests.doubles import Clock, ScriptedMind, Shown, beliefs_of, operation, texts_of, unit


def superseding(shown: Shown) -> dict[str, Any]:
    """Another state of what is known."""
    return operation("SUPERSEDE", "K1") if shown.known else operation("ADD")


def shown_always(memory: Memory) -> list[str]:
    """What is recalled whatever is asked."""
    return [belief.text for belief in memory.recall("Will it rain tomorrow?").identity]


def test_a_statement_is_remembered_as_it_stands(open_memory: OpenMemory) -> None:
    """Without extraction; `why` says that the user decided its words, and quotes the whole."""
    mind = ScriptedMind()
    memory = open_memory(mind=mind)
    report = memory.remember("  The spare key hangs behind the clock.\n").settled
    assert report is not None
    assert (report.added, report.decided, mind.requests) == (1, 1, [])
    (belief,) = beliefs_of(memory)
    why = memory.why(belief.id)
    assert why.drawn is not None
    assert (why.drawn.mind, why.drawn.name, belief.text) == ("user", "remember", "The spare key hangs behind the clock.")
    assert [evidence.words for evidence in why.evidence] == ["The spare key hangs behind the clock."]


def test_what_is_remembered_may_supersede_and_repeat(open_memory: OpenMemory) -> None:
    """It is reconciled like anything else."""
    memory = open_memory(mind=ScriptedMind(decide=superseding))
    memory.remember("I live in Rome.")
    memory.remember("I live in Oslo.")
    again = memory.remember("I live in Oslo.").settled
    assert again is not None
    assert again.duplicates == 1
    (current,) = beliefs_of(memory)
    assert [state.text for state in memory.history(current.id)] == ["I live in Rome.", "I live in Oslo."]


@pytest.mark.parametrize("use", [lambda m, t: m.remember(t), lambda m, t: m.correct("whatever", t)])
@pytest.mark.parametrize("text", ["", " \n", "x" * 1_001])
def test_what_is_no_statement_is_refused_before_anything_is_kept(
    open_memory: OpenMemory, use: Callable[[Memory, str], object], text: str
) -> None:
    """Nothing, or too much for one belief."""
    memory = open_memory()
    with pytest.raises((RefusedText, UnknownId)):
        use(memory, text)
    assert memory.list() == ()


def test_a_remembered_statement_that_waits_is_never_extracted_from(open_memory: OpenMemory) -> None:
    """When the mind is away the word waits; later it is believed as it stands."""
    is_away = True

    def before(request: Request) -> None:
        if is_away:
            raise MindRejected("away")

    mind = ScriptedMind(before=before)
    memory = open_memory(mind="offline")
    memory.add("I like tea.")
    memory.close()
    memory = open_memory(mind=mind)
    report = memory.remember("I live in Rome; and I work in Bergen.").settled
    assert report is not None
    assert (report.waiting, report.fault) == (1, "away")
    is_away = False
    assert memory.settle().added == 1
    assert mind.asked("extract") == 0
    assert texts_of(memory) == ["I like tea.", "I live in Rome; and I work in Bergen."]


def test_a_correction_takes_the_current_place_and_is_pinned(open_memory: OpenMemory, clock: Clock) -> None:
    """Whichever state of the chain was named; the old states stay in the history."""
    memory = open_memory(mind=ScriptedMind(lambda text, n: [unit(text, (n, text), kind="identity", attribute="home")], superseding))
    for city in ("Rome", "Oslo"):
        clock.advance(1_000)
        memory.add(f"I live in {city}.")
    first = memory.history(beliefs_of(memory)[0].id)[0]
    clock.advance(1_000)
    new = memory.correct(first.id, "I live in Bergen.")
    (current,) = beliefs_of(memory)
    assert (current.id, current.is_pinned, current.kind, current.attribute) == (new, True, "identity", "home")
    assert [state.text for state in memory.history(new)] == ["I live in Rome.", "I live in Oslo.", "I live in Bergen."]
    assert shown_always(memory) == ["I live in Bergen."]
    assert [message.state for message in memory.list()] == ["done"] * 3
    assert memory.check().problems == ()


def test_a_correction_of_what_only_holds_from_later_on_is_current_too(open_memory: OpenMemory) -> None:
    """The current state's time lies in the future: the user's word is no earlier state of it."""
    memory = open_memory(mind=ScriptedMind(lambda text, n: [unit(text, (n, text), holds_from="2027")]))
    memory.add("From 2027 on I live in Oslo.")
    new = memory.correct(beliefs_of(memory)[0].id, "From 2027 on I live in Bergen.")
    assert [belief.id for belief in beliefs_of(memory)] == [new]


def test_a_correction_in_the_same_words_only_pins(open_memory: OpenMemory) -> None:
    """It is said once more, and confirmed."""
    memory = open_memory(mind=ScriptedMind())
    memory.add("I live in Rome.")
    (before,) = beliefs_of(memory)
    assert memory.correct(before.id, "i live in  ROME.") == before.id
    (after,) = beliefs_of(memory)
    assert (after.id, after.is_pinned, len(memory.why(after.id).evidence)) == (before.id, True, 2)


def test_a_correction_can_be_taken_back(open_memory: OpenMemory) -> None:
    """As a job."""
    memory = open_memory(mind=ScriptedMind())
    memory.add("I live in Rome.")
    memory.correct(beliefs_of(memory)[0].id, "I live in Oslo.")
    assert memory.jobs()[0].kind == "correct"
    memory.undo(memory.jobs()[0].id)
    assert texts_of(memory) == ["I live in Rome."]
    assert memory.check().problems == ()


def test_what_was_pinned_stays_shown_when_it_changes_and_what_was_unpinned_stays_out(open_memory: OpenMemory, clock: Clock) -> None:
    """By the next state that a mind draws."""
    memory = open_memory(
        mind=ScriptedMind(lambda text, n: [unit(text, (n, text), kind="fact" if "fly" in text else "identity", core=True)], superseding)
    )
    for first, second, value, shown in (
        ("I fly on Monday.", "I fly on Tuesday.", True, True),
        ("I smoke.", "I smoke a pipe.", False, False),
    ):
        memory.add(first)
        memory.pin(beliefs_of(memory)[0].id, value)
        assert shown_always(memory) == ([first] if shown else [])
        clock.advance(1_000)
        memory.add(second)
        assert shown_always(memory) == ([second] if shown else [])
        memory.forget(whole_space=True)


def test_pins_are_for_beliefs_that_stand(open_memory: OpenMemory) -> None:
    """A message, an unknown id and what was taken back can't be pinned; None takes a pin back."""
    memory = open_memory(mind=ScriptedMind(lambda text, n: [unit(text, (n, text), kind="identity", core=True)]))
    id = memory.add("I live in Rome.").ids[0]
    (belief,) = beliefs_of(memory)
    for value, shown in ((False, []), (None, ["I live in Rome."]), (True, ["I live in Rome."])):
        memory.pin(belief.id, value)
        assert shown_always(memory) == shown
    for wrong in (id, "zzzzzzzzzzzzz"):
        with pytest.raises(UnknownId):
            memory.pin(wrong)
    for _ in range(3):
        memory.undo(memory.jobs()[0].id, cascade=True) if memory.jobs()[0].kind == "pin" else None
    memory.undo(next(job.id for job in memory.jobs() if job.kind == "add"), cascade=True)
    with pytest.raises(UnknownId):
        memory.pin(belief.id)


def test_a_message_before_is_not_part_of_a_correction(open_memory: OpenMemory) -> None:
    """A correction says the state's words alone; its message is a source of nothing else."""
    memory = open_memory(mind=ScriptedMind())
    memory.add(Message("I live in Rome."))
    new = memory.correct(beliefs_of(memory)[0].id, "I live in Oslo.")
    assert [evidence.message.source for evidence in memory.why(new).evidence] == ["correct"]
    assert memory.settle().decided == 0
