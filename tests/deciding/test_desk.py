"""Budgets of every kind, what goes on record, and the ledger as a model that answers again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.deciding.decide import decide
from dcpm_sqlite.deciding.desk import MAX_KEPT_CHARS, Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.deciding.replay import LedgerReplies
from dcpm_sqlite.errors import MindUnavailable, OverBudget, UnusableReply
from dcpm_sqlite.llm.port import Reply
from dcpm_sqlite.llm.recorded import RecordedLLM
from dcpm_sqlite.llm.scripted import ScriptedLLM
from tests.deciding.conftest import MakeDesk
from tests.deciding.toy import LIKES, TEA, Said
from tests.doubles import DAY_MS, START_MS, Clock, key_of, store_of

GOOD = Reply(TEA, "end", tokens_in=1_000, tokens_cached=400, tokens_out=50)


def cent(name: str, reply: Reply) -> float:
    """Every answered call costs a cent."""
    return 0.01 if reply.text else 0.0


def calls_until_over(desk: Desk, most: int = 9) -> tuple[int, str]:
    """How many calls are answered before OverBudget, and what that says."""
    llm = ScriptedLLM(lambda request: GOOD)
    for _ in range(most):
        try:
            decide(LIKES, Said("I like tea."), mind=Mind(llm), desk=desk)
        except OverBudget as over:
            return len(llm.requests), str(over)
    raise AssertionError(f"{most} calls, and no bound was reached")


@pytest.mark.parametrize(
    ("budget", "work", "calls", "told"),
    [
        ({"calls_per_day": 2}, "batch", 2, "2 of 2 calls today are used up; what is undecided waits. Raise calls_per_day, or wait until"),
        ({"calls_per_day": 2}, "night", 2, "calls today"),
        ({"usd_per_day": 0.03}, "batch", 3, "0.03 of 0.03 US dollars today"),
        ({"calls_per_batch": 3, "calls_per_night": 1, "usd_per_night": 0.0}, "batch", 3, "3 of 3 calls for this batch are used up; what is undecided waits. Raise calls_per_batch, or ask again."),
        ({"tokens_per_batch": 2_500}, "batch", 3, "3150 of 2500 tokens for this batch"),
        ({"calls_per_night": 4, "calls_per_batch": 1}, "night", 4, "4 of 4 calls tonight"),
        ({"usd_per_night": 0.02, "tokens_per_batch": 1}, "night", 2, "US dollars tonight"),
        ({"calls_per_day": 0}, "batch", 0, "0 of 0 calls today"),
    ],
)  # fmt: skip
def test_each_budget_stops_before_the_call(make_desk: MakeDesk, budget: dict[str, Any], work: str, calls: int, told: str) -> None:
    """At its bound nothing more is asked, and the error says which bound and what to do; the other kind of work's bounds don't count."""
    made, message = calls_until_over(make_desk(work=work, price=cent, **budget))
    assert made == calls
    assert told in message


def test_none_is_no_bound(make_desk: MakeDesk) -> None:
    """A budget of Nones asks for as long as it is told to."""
    nothing = dict.fromkeys(["calls_per_day", "calls_per_batch", "tokens_per_batch"])
    desk = make_desk(**nothing)
    llm = ScriptedLLM(lambda request: GOOD)
    for _ in range(20):
        decide(LIKES, Said("I like tea."), mind=Mind(llm), desk=desk)
    assert (desk.calls, desk.tokens) == (20, 20 * 1_050)


def test_the_day_is_of_the_whole_file_and_ends_at_midnight_utc(make_desk: MakeDesk, clock: Clock) -> None:
    """Another space and another opening of the file spend from the same purse; the next UTC day has a full one."""
    clock.advance(23 * 3_600_000)
    assert calls_until_over(make_desk(calls_per_day=2))[0] == 2
    assert calls_until_over(make_desk(calls_per_day=3, space="other"))[0] == 1
    clock.advance(3_599_999)
    assert calls_until_over(make_desk(calls_per_day=3))[0] == 0
    clock.advance(1)
    assert calls_until_over(make_desk(calls_per_day=3))[0] == 3


def test_a_new_desk_is_a_new_batch(make_desk: MakeDesk) -> None:
    """What one batch spent is not another's."""
    desk = make_desk(calls_per_batch=2)
    assert calls_until_over(desk)[0] == 2
    assert calls_until_over(Desk(desk.store, desk.space))[0] == 2


def test_faulty_calls_count(make_desk: MakeDesk) -> None:
    """The second asking and calls that were not answered are paid from the same budget."""
    desk = make_desk(calls_per_batch=1)
    with pytest.raises(OverBudget):
        decide(LIKES, Said("x"), mind=Mind(ScriptedLLM(["garbage", TEA])), desk=desk)
    desk, busy = make_desk(calls_per_batch=1), MindUnavailable("overloaded")
    with pytest.raises(OverBudget) as caught:
        decide(LIKES, Said("x"), mind=Mind(ScriptedLLM([busy, TEA])), desk=desk)
    assert caught.value.__cause__ is busy


@pytest.mark.parametrize(("budget", "work"), [({"usd_per_day": 9.0}, "batch"), ({"usd_per_night": 9.0}, "night")])
def test_dollars_cannot_be_kept_without_a_price(make_desk: MakeDesk, budget: dict[str, float], work: str) -> None:
    """A model of unknown price doesn't spend as if it were free."""
    made, message = calls_until_over(make_desk(work=work, price=lambda name, reply: None, **budget))
    assert made == 0
    assert "price of scripted isn't known" in message


def test_offline_needs_no_budget(make_desk: MakeDesk) -> None:
    """Rules decide whatever is left in the purse."""
    assert decide(LIKES, Said("x"), mind=Mind(), desk=make_desk(calls_per_day=0)).calls == 0


def test_a_call_is_on_record_whole(memory: Memory, make_desk: MakeDesk) -> None:
    """Purpose, model, words, tokens, cost, time; and which items were shown, by ordinal."""
    keys = tuple(key_of(memory, memory.add(text, session="s").ids[0]) for text in ("I like tea.", "And milk."))
    desk = make_desk(price=cent)
    verdict = decide(LIKES, Said("I like tea.", keys), mind=Mind(ScriptedLLM([GOOD], name="test:model")), desk=desk)
    with desk.store.file.read() as db:
        row = db.execute(
            "SELECT s.name, purpose, model, prompt, reply, tokens_in, tokens_cached, tokens_out, cost_usd, started_at, fault, length(prompt_hash) "
            "FROM llm_call JOIN space AS s ON s.id = space"
        ).fetchone()
        shown = list(db.execute("SELECT llm_call, ordinal, item FROM llm_call_item ORDER BY ordinal"))
    assert row is not None
    assert row[:3] == ("default", "likes", "test:model")
    assert json.loads(row[3]) == {
        "system": "Say what is liked.",
        "turns": [["user", "<stored-message 1>\nI like tea.\n</stored-message 1>"]],
    }
    assert row[4:] == (TEA, 1_000, 400, 50, 0.01, START_MS, None, 16)
    assert shown == [(verdict.llm_call, 1, keys[0]), (verdict.llm_call, 2, keys[1])]


def test_texts_go_after_their_days(make_desk: MakeDesk, clock: Clock) -> None:
    """The next call after 30 days takes the words of older ones; their counts stay."""
    desk = make_desk()
    for wait_ms in (0, 30 * DAY_MS, 1):
        clock.advance(wait_ms)
        decide(LIKES, Said("I like tea."), mind=Mind(ScriptedLLM([GOOD])), desk=desk)
    with desk.store.file.read() as db:
        rows = list(db.execute("SELECT prompt IS NULL, reply IS NULL, tokens_in FROM llm_call ORDER BY id"))
    assert rows == [(1, 1, 1_000), (0, 0, 1_000), (0, 0, 1_000)]


def test_any_reply_can_be_kept(desk: Desk) -> None:
    """Half characters, NUL and endless text are bounded and stored, not a fault of the file (K12)."""
    replies = ["\ud800\0x", "x" * (MAX_KEPT_CHARS + 1)]
    with pytest.raises(UnusableReply):
        decide(LIKES, Said("x"), mind=Mind(ScriptedLLM(replies)), desk=desk)
    with desk.store.file.read() as db:
        assert [row[0] for row in db.execute("SELECT reply FROM llm_call ORDER BY id")] == ["?\0x", "x" * MAX_KEPT_CHARS]


def test_the_ledger_answers_again(desk: Desk, memory: Memory) -> None:
    """What was asked before, a second asking included, is answered from the file; anything else is not there."""
    first = decide(LIKES, Said("I like tea."), mind=Mind(ScriptedLLM(["garbage", GOOD])), desk=desk)
    with pytest.raises(UnusableReply):
        decide(LIKES, Said("too long"), mind=Mind(ScriptedLLM([Reply("{", "length")])), desk=desk)
    kept = LedgerReplies(store_of(memory))
    assert (len(kept), len(list(kept))) == (3, 3)
    replay = Mind(RecordedLLM(kept))
    again = decide(LIKES, Said("I like tea."), mind=replay, desk=desk)
    assert (again.answer, again.calls) == (first.answer, 2)
    with pytest.raises(UnusableReply) as caught:
        decide(LIKES, Said("too long"), mind=replay, desk=desk)
    assert caught.value.is_cut_off
    with pytest.raises(MindUnavailable):
        decide(LIKES, Said("never asked"), mind=replay, desk=desk)
