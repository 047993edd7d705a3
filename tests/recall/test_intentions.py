"""Open intentions that are due or called to mind (DCPM D-06, D-32)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import UnknownId, UsageError
from dcpm_sqlite.store.changes import AddNode, MarkNode
from tests.doubles import DAY_MS, START_MS, belief, put


def intend(memory: Memory, text: str, *, due: tuple[int | None, int | None] = (None, None), cue: str | None = None) -> int:
    """An open intention that rests on a belief of its own; its key."""
    (a,) = put(memory, belief(f"said: {text}"))
    (key,) = put(memory, AddNode("intention", text, "travel", 0.6, (a,), due_from=due[0], due_until=due[1], trigger_text=cue), embed=True)
    return key


def test_what_is_due_soon_comes_first_and_what_lies_behind_does_not_come(memory: Memory) -> None:
    """By the time it begins; what has no time is last, what is over or far ahead is left out."""
    later = intend(memory, "a trip to Rome", due=(START_MS + 5 * DAY_MS, START_MS + 6 * DAY_MS))
    soon = intend(memory, "a dentist's visit", due=(START_MS + DAY_MS, START_MS + 2 * DAY_MS))
    undated = intend(memory, "learn the cello")
    intend(memory, "an exam", due=(START_MS - 2 * DAY_MS, START_MS - DAY_MS))
    intend(memory, "a wedding", due=(START_MS + 30 * DAY_MS, START_MS + 31 * DAY_MS))
    found = memory.intentions()
    assert [c.node.key for c in found] == [soon, later, undated]
    assert [c.is_due for c in found] == [True, True, False]
    assert [c.node.key for c in memory.intentions(within=timedelta(days=2))] == [soon, undated]


def test_what_was_said_calls_to_mind_by_its_words(memory: Memory) -> None:
    """The cue's words stand in the intention or in what cues it; others that are not due stay away."""
    rome = intend(memory, "a trip to Rome", cue="Rome flights")
    intend(memory, "learn the cello", cue="cello lessons")
    found = memory.intentions(cue="flights Rome")
    assert [c.node.key for c in found] == [rome]
    assert found[0].nearness is not None
    assert memory.intentions(cue="quantum chromodynamics") == ()


def test_the_users_word_closes_an_intention_and_can_be_taken_back(memory: Memory) -> None:
    """Fulfilled or dropped, it is not listed; undone, it is open again."""
    key = intend(memory, "learn the cello")
    (concern,) = memory.intentions()
    job = memory.mark_intention(concern.node.id, "fulfilled")
    assert memory.intentions() == ()
    assert memory.nodes(kind="intention")[0].state == "fulfilled"
    memory.undo(job)
    assert [c.node.key for c in memory.intentions()] == [key]


def test_only_intentions_are_marked(memory: Memory) -> None:
    """A schema is neither fulfilled nor dropped, and there is no other state."""
    (a,) = put(memory, belief("runs"))
    put(memory, AddNode("schema", "keeps fit", "sport", 0.5, (a,)))
    (schema,) = memory.nodes()
    with pytest.raises(UnknownId, match="no intention"):
        memory.mark_intention(schema.id, "dropped")
    intend(memory, "learn the cello")
    with pytest.raises(UsageError, match="expired"):
        memory.mark_intention(memory.nodes(kind="intention")[0].id, "expired")  # type: ignore[arg-type]


def test_a_space_without_anything_has_no_intentions(memory: Memory) -> None:
    """Nothing is made by asking."""
    assert memory.intentions(cue="anything") == ()


def test_marked_ones_of_another_space_are_unknown(memory: Memory) -> None:
    """No id of one space is known in another."""
    key = intend(memory, "learn the cello")
    id = memory.nodes()[0].id
    put(memory, MarkNode(key, "open"))
    with Memory(memory.path, space="other", encoder=memory._encoder, settings=memory.settings) as other:
        other.add("Something else.")
        with pytest.raises(UnknownId):
            other.mark_intention(id, "dropped")
        assert other.intentions() == ()
