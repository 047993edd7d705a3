"""Messages that wait to be decided about, and who holds them (K47)."""

from __future__ import annotations

import pytest

from dcpm_sqlite import Memory, Message, errors
from dcpm_sqlite.records import RawInput
from dcpm_sqlite.store import pending
from dcpm_sqlite.store.changes import LogDecision, Settle, UnderJob
from tests.conftest import OpenMemory
from tests.doubles import START_MS, Clock, belief, put, rows, store_of
from tests.store.beliefs_by_hand import job, message, quoting, state

LEASE_MS = 1_000


def claim(memory: Memory, holder: str, now_ms: int = START_MS, *, max_chars: int = 100, space: int = 1, **kwargs: list[int]) -> list[int]:
    """Keys that the holder got."""
    with store_of(memory).file.write() as db:
        found = pending.claim(db, space, holder=holder, now_ms=now_ms, lease_ms=LEASE_MS, max_chars=max_chars, **kwargs)
    assert all(isinstance(raw, RawInput) for raw in found)
    return [raw.key for raw in found]


def settle(memory: Memory, keys: list[int], holder: str | None) -> None:
    """Say that it is decided about these."""
    put(memory, Settle(tuple(keys), holder))


def waiting(memory: Memory) -> int:
    """How many wait."""
    with store_of(memory).file.read() as db:
        return pending.count(db, 1)


def test_the_oldest_of_one_session_are_claimed_in_their_order(memory: Memory) -> None:
    """A claim never mixes conversations; the next claim takes the next one."""
    keys = [message(memory, f"Words {n}.", session=session) for n, session in enumerate(["a", "b", "a", "b"])]
    assert claim(memory, "me") == [keys[0], keys[2]]
    assert claim(memory, "you") == [keys[1], keys[3]]
    assert claim(memory, "they") == []


@pytest.mark.parametrize(("max_chars", "expected"), [(1, 1), (10, 1), (19, 1), (20, 2), (29, 2), (30, 3), (1_000, 3)])
def test_as_many_as_fit_and_at_least_one(memory: Memory, max_chars: int, expected: int) -> None:
    """Code points of texts count, a first message that is too long comes by itself."""
    keys = [message(memory, f"Tenletter{n}", session="s") for n in range(3)]
    assert claim(memory, "me", max_chars=max_chars) == keys[:expected]


def test_a_claim_keeps_others_off_until_it_lapses(memory: Memory) -> None:
    """Its holder may claim again at any time; another when its time is over, to the millisecond."""
    keys = [message(memory, "Words.", session="s")]
    assert claim(memory, "me") == keys
    assert claim(memory, "you", START_MS + LEASE_MS - 1) == []
    assert claim(memory, "me", START_MS + 500) == keys
    assert claim(memory, "you", START_MS + LEASE_MS) == []
    assert claim(memory, "you", START_MS + 500 + LEASE_MS) == keys


def test_whoever_was_overtaken_settles_nothing(memory: Memory) -> None:
    """Not even what it still holds besides, nor what was decided with it; the one who took over does."""
    keys = [message(memory, f"Words {n}.", session="s") for n in range(2)]
    claim(memory, "me")
    assert claim(memory, "you", START_MS + LEASE_MS, max_chars=1) == keys[:1]
    with pytest.raises(errors.Overtaken):
        put(memory, UnderJob("add"), LogDecision("reconcile", 1, "scripted"), state("x", keys[0]), Settle(tuple(keys), "me"))
    assert rows(memory, "SELECT id FROM belief") == rows(memory, "SELECT id FROM job") == []
    settle(memory, keys[:1], "you")
    with pytest.raises(errors.Overtaken):
        settle(memory, keys[:1], "you")
    settle(memory, keys[1:], "me")
    assert waiting(memory) == 0


def test_a_lapsed_claim_that_nobody_took_over_still_counts(memory: Memory) -> None:
    """Being late costs nothing where nobody else began."""
    keys = [message(memory, "Words.", session="s")]
    claim(memory, "me")
    settle(memory, keys, "me")
    assert rows(memory, "SELECT state, reason, lease_by, lease_until FROM raw_input") == [("done", None, None, None)]


def test_the_user_decides_whoever_holds_it(memory: Memory) -> None:
    """Without a holder the claim doesn't matter; the former holder is overtaken."""
    keys = [message(memory, "Words.", session="s")]
    claim(memory, "me")
    settle(memory, keys, None)
    with pytest.raises(errors.Overtaken):
        settle(memory, keys, "me")


def test_a_message_forgotten_meanwhile_overtakes(memory: Memory) -> None:
    """What was decided about it is dropped."""
    keys = [message(memory, "Words.", session="s")]
    claim(memory, "me")
    memory.forget(memory.list()[0].id)
    with pytest.raises(errors.Overtaken):
        settle(memory, keys, "me")


def test_release_lets_it_wait_with_the_reason(memory: Memory) -> None:
    """It can be claimed at once, and the tries are counted; another holder's is left alone."""
    keys = [message(memory, "Words.", session="s")]
    claim(memory, "me")
    with store_of(memory).file.write() as db:
        pending.release(db, keys, "you", reason="not mine", is_theirs=True)
    assert claim(memory, "you") == []
    with store_of(memory).file.write() as db:
        pending.release(db, keys, "me", reason="overloaded", is_theirs=True)
    assert (memory.list()[0].state, memory.list()[0].reason) == ("pending", "overloaded")
    assert rows(memory, "SELECT attempts FROM raw_input") == [(1,)]
    assert claim(memory, "you") == keys


def test_what_a_mind_failed_at_comes_alone(memory: Memory) -> None:
    """It may be what the mind can't read; the others of its session are claimed without it."""
    keys = [message(memory, f"Words {n}.", session="s") for n in range(3)]
    assert claim(memory, "me", only=keys[1:2]) == keys[1:2]
    with store_of(memory).file.write() as db:
        pending.release(db, keys[1:2], "me", reason="rubbish", is_theirs=True)
    assert [claim(memory, holder) for holder in ("a", "b", "c")] == [[keys[0]], [keys[1]], [keys[2]]]


def test_only_and_but(memory: Memory) -> None:
    """A claim can be bounded to some messages, and leave out those that failed just now."""
    keys = [message(memory, f"Words {n}.", session="s") for n in range(4)]
    assert claim(memory, "me", but=keys[:1], only=keys[:3]) == keys[1:3]
    assert claim(memory, "you", but=keys[:1]) == keys[3:]


def test_spaces_wait_apart(open_memory: OpenMemory) -> None:
    """A claim in one space gets nothing of the other."""
    one, two = open_memory(), open_memory(space="two")
    key, other = message(one, "Words of one."), message(two, "Words of two.")
    assert claim(one, "me", space=1) == [key]
    assert claim(one, "me", space=2) == [other]


def test_many_decided_messages_cost_a_claim_nothing(memory: Memory) -> None:
    """Waiting ones are found by their own index."""
    message(memory, "Words.", session="s")
    with store_of(memory).file.read() as db:
        plan = [
            row[-1]
            for row in db.execute(
                "EXPLAIN QUERY PLAN SELECT session FROM raw_input WHERE state <> 'done' AND space = ?1 ORDER BY id LIMIT 1", (1,)
            )
        ]
    assert any("raw_input_pending" in step for step in plan)


def test_what_the_user_said_himself_is_not_decided_again(memory: Memory, clock: Clock) -> None:
    """Decided messages of people come back for another mind; what was remembered or corrected, waits, or came from others doesn't."""
    said = message(memory, "I play chess.", party="Ann")
    assistant = message(memory, "Chess is a game.", role="assistant")
    own = message(memory, "I keep bees.")
    waits = message(memory, "I fish.")
    job(memory, state("plays chess", said))
    long = message(memory, "I keep bees. And I row.")
    whole = belief("keeps bees", sources=(*quoting(own, end=len("I keep bees.")), *quoting(long, end=len("I keep bees."))))
    job(memory, whole, mind="user", kind="remember")
    settle(memory, [said, assistant, own, long], None)
    with store_of(memory).file.read() as db:
        assert pending.decided(db, 1, since_ms=START_MS) == [said, long]
        assert pending.decided(db, 1, since_ms=clock.now_ms + 1) == []
    assert waits not in (said, own)
    memory.undo(memory.jobs(limit=1)[0].id)
    with store_of(memory).file.read() as db:
        assert pending.decided(db, 1, since_ms=START_MS) == [said, own, long]


def test_the_turns_before_are_the_sessions_own(memory: Memory) -> None:
    """Oldest first, at most so many, of that conversation only."""
    keys = [message(memory, f"Words {n}.", session="a" if n % 2 else "b") for n in range(8)]
    with store_of(memory).file.read() as db:
        assert [raw.key for raw in pending.before(db, keys[7], limit=2)] == [keys[3], keys[5]]
        assert pending.before(db, keys[0], limit=2) == []


def test_reopened_for_a_holder_or_for_anybody(memory: Memory) -> None:
    """What was decided waits again; a wording's own count goes by the list."""
    keys = [message(memory, f"Words {n}.", session="s") for n in range(2)]
    settle(memory, keys, None)
    with store_of(memory).file.write() as db:
        pending.reopen(db, keys[:1], holder="me", until_ms=START_MS + 10)
        pending.reopen(db, keys[1:])
    with store_of(memory).file.read() as db:
        assert (pending.count(db, 1), pending.count(db, 1, only=keys[:1])) == (2, 1)
    assert claim(memory, "you") == keys[1:]
    assert claim(memory, "me") == keys[:1]


def test_two_adds_of_one_message_are_decided_once(open_memory: OpenMemory) -> None:
    """The second finds nothing to claim."""
    one, two = open_memory(), open_memory()
    said = Message("I live in Rome.", party="Ann", said_at="2026-01-01T10:00:00Z", session="s")
    assert one.add(said).settled.decided == 1
    report = two.add(said)
    assert (report.known, report.settled) == (1, None)
    assert dict(one.check().looked_at)["told twice"] == 0
