"""Many decisions at once: one batch, half price, paid once, in the order of the offers; one that fails harms no other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.deciding.decide import Verdict
from dcpm_sqlite.deciding.decide_many import batching, decide_many
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.deciding.parsing import Items
from dcpm_sqlite.deciding.replay import LedgerReplies
from dcpm_sqlite.deciding.under_way import Batch, as_words, from_words
from dcpm_sqlite.errors import MindError, MindRejected, MindUnavailable, OverBudget, Overtaken, ReadOnly, UnusableReply, UsageError
from dcpm_sqlite.llm.claude import ClaudeLLM
from dcpm_sqlite.llm.port import Limits, Reply
from dcpm_sqlite.llm.prices import cost_usd
from dcpm_sqlite.llm.recorded import RecordedLLM
from dcpm_sqlite.llm.scripted import ScriptedBatchLLM, ScriptedLLM
from tests.batch_server import Expired, FakeBatchServer, Line, Trouble, batch_server
from tests.conftest import OpenMemory
from tests.deciding.conftest import MakeDesk, Sleep
from tests.deciding.toy import LIKES, Likes, Said, reply
from tests.doubles import START_MS, Clock, key_of, store_of
from tests.servers import Body, Say, Status, cut, refuse

MODEL = "claude-haiku-4-5"
FIVE = [Said(f"I like {what}.") for what in ("tea", "ale", "milk", "rum", "gin")]


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def echo(body: Body) -> Say:
    """A model that likes what it is told about: the word behind 'I like'."""
    text = body["messages"][0]["content"]
    return Say(reply(text.partition("I like ")[2].partition(".")[0]), tokens_in=1_000, tokens_cached=400, tokens_out=50)


def instead(**steps: Any) -> Callable[[Body], Any]:
    """The echo, but for messages that hold a key's word these steps; a list of them one after the other."""
    left = {word: iter(step if isinstance(step, list) else [step]) for word, step in steps.items()}

    def script(body: Body) -> Any:
        for word, mine in left.items():
            if f"I like {word}." in body["messages"][0]["content"]:
                return next(mine)
        return echo(body)

    return script


def mind_of(fake: FakeBatchServer, model: str = MODEL) -> Mind:
    """A mind in front of the server."""
    return Mind(ClaudeLLM(model, api_key="k-1", base_url=fake.base_url))


@dataclass(slots=True)
class Remembered:
    """What a caller was given to remember; the last is what it would resume by. fails: at the n-th time, from 1."""

    words: list[str | None] = field(default_factory=list)
    fails: dict[int, BaseException] = field(default_factory=dict)

    def __call__(self, words: str | None) -> None:
        if fault := self.fails.pop(len(self.words) + 1, None):
            raise fault
        self.words.append(words)


Outcome = Verdict[Items[Likes]] | MindError


def liked(outcomes: Sequence[Outcome]) -> list[str]:
    """What each verdict says is liked, or the kind of its error."""
    return [outcome.answer.records[0].what if isinstance(outcome, Verdict) else type(outcome).__name__ for outcome in outcomes]


def calls(desk: Desk) -> list[tuple[Any, ...]]:
    """Purpose, model, tokens and fault of each call on record, in order."""
    with desk.store.file.read() as db:
        return list(db.execute("SELECT purpose, model, tokens_in, tokens_cached, tokens_out, fault FROM llm_call ORDER BY id"))


def faults(desk: Desk) -> list[str | None]:
    """The faults alone."""
    return [row[-1] for row in calls(desk)]


def test_offline_the_rule_decides_each(desk: Desk) -> None:
    """Without a model it is rule after rule; nothing is asked, recorded or remembered."""
    remembered = Remembered()
    found = decide_many(LIKES, FIVE, mind=Mind(), desk=desk, remember=remembered)
    assert found == (Verdict(Items(((0, Likes("by rule")),), 0, 0), "offline", None, 0),) * 5
    assert (calls(desk), remembered.words) == ([], [])


@pytest.mark.parametrize("llm", [ScriptedLLM([]), RecordedLLM({})], ids=["scripted", "recorded"])
def test_a_model_without_batches_is_a_usage_error(desk: Desk, llm: Any) -> None:
    """It says what --batch needs, even where nothing is to be asked."""
    for offers in (FIVE, []):
        with pytest.raises(UsageError, match=r"--batch needs a model of Anthropic's \(anthropic:MODEL\)"):
            decide_many(LIKES, offers, mind=Mind(llm), desk=desk)
    assert batching(Mind()) is None


def test_nothing_to_decide_asks_nothing(desk: Desk) -> None:
    """Without offers no batch is handed in, and one that may be under way is left alone."""
    llm, remembered = ScriptedBatchLLM([]), Remembered()
    assert decide_many(LIKES, [], mind=Mind(llm), desk=desk, remember=remembered, resume="batch-1 5 likes scripted") == ()
    assert (llm.submitted, remembered.words) == ({}, [])


def test_one_batch_gives_verdicts_in_the_order_of_the_offers(desk: Desk, sleep: Sleep) -> None:
    """All are asked at once, the server sends results in another order, and each offer gets its own."""
    with batch_server(echo, looks=3) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
        assert fake.batches.asked == ["create", *["retrieve"] * 4, "results"]
        assert len(fake.batches.held["msgbatch_01"].requests) == 5
    assert liked(found) == ["tea", "ale", "milk", "rum", "gin"]
    assert sleep.waits == [2.0, 4.0, 8.0]
    assert [(verdict.mind, verdict.calls) for verdict in found if isinstance(verdict, Verdict)] == [(f"anthropic:{MODEL}", 1)] * 5


def test_each_call_is_on_record_at_half_price(desk: Desk, memory: Memory) -> None:
    """Purpose, model, tokens, words and items shown are as with single calls; each costs half, begun when the batch was handed in."""
    keys = [key_of(memory, memory.add(offer.text, session="s").ids[0]) for offer in FIVE]
    offers = [replace(offer, keys=(key,)) for offer, key in zip(FIVE, keys, strict=True)]
    with batch_server(echo, looks=1) as fake:
        found = decide_many(LIKES, offers, mind=mind_of(fake), desk=desk)
    assert sorted(calls(desk)) == [("likes", f"anthropic:{MODEL}", 1_000, 400, 50, None)] * 5
    alone = cost_usd(f"anthropic:{MODEL}", Reply("", "end", 1_000, 400, 50)) or 0.0
    assert alone == pytest.approx(0.00089)
    with desk.store.file.read() as db:
        rows = {
            row[0]: row[1:]
            for row in db.execute(
                "SELECT c.id, cost_usd, started_at, took_ms, prompt, reply, item FROM llm_call AS c JOIN llm_call_item ON llm_call = c.id AND ordinal = 1"
            )
        }
    for verdict, offer, key in zip(found, offers, keys, strict=True):
        assert isinstance(verdict, Verdict)
        usd, started_at, took_ms, prompt, text, item = rows[verdict.llm_call or 0]
        assert (usd, started_at, took_ms, item) == (pytest.approx(alone / 2), START_MS, 2_000, key)
        assert offer.text in json.loads(prompt)["turns"][0][1]
        assert json.loads(text)["likes"][0]["what"] in offer.text
    assert (desk.calls, desk.tokens) == (5, 5 * 1_050)
    assert desk.usd == pytest.approx(5 * alone / 2)


def test_the_ledger_answers_a_batch_again(desk: Desk, memory: Memory) -> None:
    """Replies of a batch are replayed as those of single calls: it was the same request."""
    with batch_server(echo) as fake:
        first = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
    replay = ScriptedBatchLLM(lambda request: kept.complete(request))
    kept = RecordedLLM(LedgerReplies(store_of(memory)))
    assert liked(decide_many(LIKES, FIVE, mind=Mind(replay), desk=desk)) == liked(first)


FAILED = [
    (Status(529), MindUnavailable, "unavailable"),
    (Status(500), MindUnavailable, "unavailable"),
    (Status(400), MindRejected, "rejected"),
    (Expired(), MindUnavailable, "unavailable"),
    (Line(b""), MindUnavailable, "unavailable"),
    (Line(b"half a li"), MindUnavailable, "unavailable"),
    (cut(reply("mi")), UnusableReply, "cut off"),
]


@pytest.mark.parametrize(("step", "kind", "fault"), FAILED, ids=lambda value: repr(value)[:30])
def test_one_that_failed_harms_no_other(desk: Desk, step: Any, kind: type[MindError], fault: str) -> None:
    """A request that errored, expired, got no line or was cut off is that offer's error, on record once, and not asked again."""
    with batch_server(instead(milk=step)) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
        assert fake.batches.asked.count("create") == 1
        assert fake.count == len(fake.batches.asked)
    assert liked(found) == ["tea", "ale", kind.__name__, "rum", "gin"]
    assert sorted(faults(desk), key=str) == sorted([None, None, None, None, fault], key=str)


def test_garbage_is_asked_for_once_more_by_itself(desk: Desk) -> None:
    """A reply that can't be used goes on as a conversation of its own, by an ordinary call at full price."""
    with batch_server(instead(ale=["garbage", echo({"messages": [{"content": "I like ale."}]})])) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
        again = fake.requests[-1]
        assert (again.path, fake.count) == ("/v1/messages", len(fake.batches.asked) + 1)
    assert [turn["role"] for turn in again.body["messages"]] == ["user", "assistant", "user"]
    assert again.body["messages"][1]["content"] == "garbage"
    assert liked(found) == ["tea", "ale", "milk", "rum", "gin"]
    assert [verdict.calls for verdict in found if isinstance(verdict, Verdict)] == [1, 2, 1, 1, 1]
    with desk.store.file.read() as db:
        costs = [row[0] for row in db.execute("SELECT cost_usd FROM llm_call WHERE fault IS NULL ORDER BY id")]
    assert costs == pytest.approx([0.000445] * 4 + [0.00089])


@pytest.mark.parametrize("step", ["garbage", refuse()], ids=["garbage", "refusal"])
def test_garbage_twice_is_that_offers_error(desk: Desk, step: Any) -> None:
    """Asked twice and no more, the offer gets UnusableReply; the others stand."""
    with batch_server(instead(ale=[step, step], gin=["{", Status(401)])) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
    assert liked(found) == ["tea", "UnusableReply", "milk", "rum", "MindRejected"]


def test_a_re_ask_has_a_decisions_time_of_its_own(desk: Desk, sleep: Sleep) -> None:
    """Hours of waiting for the batch are not taken from the time for asking again; an overloaded server is waited for there, too."""
    busy: list[Any] = ["garbage", Status(529), echo({"messages": [{"content": "I like tea."}]})]
    with batch_server(instead(tea=busy), looks=100) as fake:
        found = decide_many(LIKES, FIVE[:1], mind=mind_of(fake), desk=desk)
    assert liked(found) == ["tea"]
    assert (sleep.waits[-1], sum(sleep.waits) > 3_600) == (2.0, True)
    assert faults(desk) == ["unusable", "unavailable", None]


def test_equal_requests_are_one(desk: Desk) -> None:
    """Two offers with the same prompt share one call, and each reads the reply for itself."""
    with batch_server(echo) as fake:
        found = decide_many(LIKES, [FIVE[0], FIVE[1], FIVE[0]], mind=mind_of(fake), desk=desk)
        assert fake.batches.answered == 2
    assert liked(found) == ["tea", "ale", "tea"]
    assert (len(calls(desk)), desk.calls) == (2, 2)


def test_what_cannot_fit_is_not_sent(desk: Desk) -> None:
    """An offer that is too long for the model is its own error, told as `decide` tells it."""
    llm = ScriptedBatchLLM([reply("tea")], limits=Limits(context_tokens=2_000, output_tokens=1_000))
    found = decide_many(LIKES, [Said("word " * 2_000), FIVE[0]], mind=Mind(llm), desk=desk)
    assert liked(found) == ["UnusableReply", "tea"]
    assert isinstance(found[0], UnusableReply)
    assert found[0].is_cut_off
    assert len(llm.submitted["batch-1"]) == 1


# budget


@pytest.mark.parametrize(
    ("budget", "work"), [({"calls_per_night": 3}, "night"), ({"calls_per_day": 3}, "night"), ({"calls_per_batch": 3}, "batch")]
)
def test_as_many_as_the_budget_allows(make_desk: MakeDesk, budget: dict[str, int], work: str) -> None:
    """Three calls and five offers: the first three are asked, the others get OverBudget, and nothing is left to spend."""
    desk = make_desk(work=work, **budget)
    with batch_server(echo) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
        assert fake.batches.answered == 3
        assert liked(found) == ["tea", "ale", "milk", "OverBudget", "OverBudget"]
        assert next(iter(budget)) in str(found[3])
        assert liked(decide_many(LIKES, FIVE[3:], mind=mind_of(fake), desk=desk)) == ["OverBudget"] * 2
        assert fake.batches.asked.count("create") == 1


def test_nothing_to_spend_hands_nothing_in(make_desk: MakeDesk) -> None:
    """With an empty purse no server is reached, and nothing is to be remembered."""
    remembered = Remembered()
    with batch_server([]) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=make_desk(calls_per_day=0), remember=remembered)
        assert fake.count == 0
    assert (liked(found), remembered.words) == (["OverBudget"] * 5, [])


def test_dollars_are_counted_at_half_price_and_full_length(make_desk: MakeDesk) -> None:
    """Before anything is asked each call is taken for as dear as it may become: 500 tokens written at half of 5 dollars a million, and more."""
    with batch_server(echo) as fake:
        desk = make_desk(work="night", usd_per_night=0.0026)
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
    assert liked(found) == ["tea", "ale", "OverBudget", "OverBudget", "OverBudget"]
    assert desk.usd < 0.0026


def test_a_re_ask_is_paid_from_what_is_left(make_desk: MakeDesk) -> None:
    """The batch is on record before anything is asked again: with five calls spent a sixth is over budget, for its own offer."""
    with batch_server(instead(tea="garbage")) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=make_desk(work="night", calls_per_night=5))
    assert liked(found) == ["OverBudget", "ale", "milk", "rum", "gin"]


def test_read_only_asks_nothing(memory: Memory, open_memory: OpenMemory, sleep: Sleep) -> None:
    """Calls that couldn't be recorded aren't made."""
    memory.close()
    llm = ScriptedBatchLLM([])
    with pytest.raises(ReadOnly):
        decide_many(LIKES, FIVE, mind=Mind(llm), desk=Desk(store_of(open_memory(read_only=True)), "default", sleep=sleep))
    assert llm.submitted == {}


# handing in and waiting


def test_an_overloaded_server_is_asked_again(desk: Desk, sleep: Sleep) -> None:
    """A 529 at handing in is waited out as at a single call, and each try is one call on record."""
    trouble = Trouble(create=[Status(529), Status(529, {"retry-after": "30"})])
    with batch_server(echo, looks=0, trouble=trouble) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
        assert (fake.batches.asked.count("create"), fake.batches.answered) == (3, 5)
    assert (liked(found), sleep.waits) == (["tea", "ale", "milk", "rum", "gin"], [2.0, 30.0])
    assert faults(desk) == ["unavailable", "unavailable", None, None, None, None, None]


def test_a_failed_try_is_spent(make_desk: MakeDesk) -> None:
    """What a try cost is not there for the batch: with five calls and one try lost, four offers are asked about."""
    with batch_server(echo, trouble=Trouble(create=[Status(529)])) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=make_desk(work="night", calls_per_night=5))
    assert liked(found) == ["tea", "ale", "milk", "rum", "OverBudget"]
    assert isinstance(found[4], OverBudget)
    assert isinstance(found[4].__cause__, MindUnavailable)


@pytest.mark.parametrize(
    ("steps", "kind", "tries"),
    [
        ([Status(529)] * 9, MindUnavailable, 4),
        ([Status(529, {"retry-after": "3600"})], MindUnavailable, 1),
        ([Status(401)], MindRejected, 1),
    ],
)
def test_a_batch_that_cannot_be_handed_in(desk: Desk, steps: list[Any], kind: type[MindError], tries: int) -> None:
    """After the retries, at a wait that doesn't fit, or when rejected: every offer gets that error, and nothing is remembered."""
    remembered = Remembered()
    with batch_server([], trouble=Trouble(create=steps)) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered)
        assert fake.count == tries
    assert (liked(found), remembered.words, len(calls(desk))) == ([kind.__name__] * 5, [], tries)


def test_it_is_looked_at_ever_more_rarely(desk: Desk, sleep: Sleep) -> None:
    """Waits double up to a minute, and stay there."""
    with batch_server(echo, looks=9) as fake:
        decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
    assert sleep.waits == [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0, 60.0]


def test_a_network_that_is_gone_for_an_hour_is_waited_for(desk: Desk, sleep: Sleep) -> None:
    """A look that fails is followed by another: the batch goes on without us. The server's own wait is heeded."""
    trouble = Trouble(retrieve=[*[Status(503)] * 60, Status(429, {"retry-after": "600"})], results=[Status(500)])
    with batch_server(echo, looks=0, trouble=trouble) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk)
        assert fake.batches.answered == 5
    assert liked(found) == ["tea", "ale", "milk", "rum", "gin"]
    assert 600.0 in sleep.waits
    assert sum(sleep.waits) > 3_600


def test_a_rejected_look_ends_it(desk: Desk) -> None:
    """A key that was revoked meanwhile is every offer's error; the batch stays remembered, as it was paid for."""
    remembered = Remembered()
    with batch_server(echo, trouble=Trouble(retrieve=[Status(401)])) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered)
    assert liked(found) == ["MindRejected"] * 5
    assert remembered.words[-1] is not None


def test_after_its_deadline_a_batch_is_cancelled_and_what_is_there_counts(make_desk: MakeDesk, sleep: Sleep) -> None:
    """It is cancelled once; replies that were made by then are read, the others are that offer's error."""
    with batch_server(echo, looks=None, before_cancel=2) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=make_desk(batch_deadline_s=900.0))
        assert fake.batches.asked.count("cancel") == 1
    assert liked(found) == ["tea", "ale", "MindUnavailable", "MindUnavailable", "MindUnavailable"]
    assert sum(sleep.waits) == 902.0


def test_a_batch_has_a_day(desk: Desk, sleep: Sleep) -> None:
    """Unless told otherwise it is cancelled after the 24 hours within which the API answers."""
    llm = ScriptedBatchLLM([], looks=10_000)
    assert liked(decide_many(LIKES, FIVE, mind=Mind(llm), desk=desk)) == ["MindUnavailable"] * 5
    assert (llm.cancelled, sum(sleep.waits)) == ({"batch-1"}, 86_402.0)


def test_a_batch_that_never_ends_is_given_up(make_desk: MakeDesk, sleep: Sleep) -> None:
    """The deadline is a setting. When even cancelling ends nothing within ten minutes, all get MindUnavailable, and it stays remembered."""
    remembered = Remembered()
    trouble = Trouble(cancel=[Status(500)] * 99)
    with batch_server(echo, looks=None, trouble=trouble) as fake:
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=make_desk(batch_deadline_s=100.0), remember=remembered)
        assert fake.batches.asked.count("cancel") == 1
    assert liked(found) == ["MindUnavailable"] * 5
    assert "was cancelled and has not ended" in str(found[0])
    assert sum(sleep.waits) == 700.0
    assert remembered.words[-1] is not None


# being interrupted


class Killed(BaseException):
    """The process is gone."""


def killed_at(look: int) -> Remembered:
    """A caller whose process ends at so many looks; handing in counts as the first."""
    return Remembered(fails={look + 1: Killed()})


@pytest.fixture
def fake() -> Iterator[FakeBatchServer]:
    """A server that echoes, and finds a batch under way twice."""
    with batch_server(echo, looks=2) as fake:
        yield fake


def test_what_is_remembered_when(desk: Desk, fake: FakeBatchServer) -> None:
    """Words that begin with the batch's id: right after handing in, and at each look that finds it under way; None once it is on record."""
    remembered = Remembered()

    def at(words: str | None) -> None:
        remembered(words)
        on_record.append(len(calls(desk)))

    on_record: list[int] = []
    decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=at)
    words = f"msgbatch_01 {START_MS} likes anthropic:{MODEL}"
    assert remembered.words == [words, words, words, None]
    assert on_record == [0, 0, 0, 5]


def test_a_resumed_batch_is_paid_once(desk: Desk, fake: FakeBatchServer, clock: Clock) -> None:
    """The process dies while it waits; a later one, hours after the deadline, collects the same batch and hands in nothing."""
    remembered = killed_at(2)
    with pytest.raises(Killed):
        decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered)
    assert calls(desk) == []
    clock.advance(30 * 3_600_000)
    again = Desk(desk.store, desk.space, sleep=desk.sleep)
    fake.batches.held["msgbatch_01"].left = 0  # it went on by itself
    found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=again, remember=remembered, resume=remembered.words[-1])
    assert liked(found) == ["tea", "ale", "milk", "rum", "gin"]
    assert (fake.batches.asked.count("create"), fake.batches.asked.count("cancel"), fake.batches.answered) == (1, 0, 5)
    assert remembered.words[-1] is None
    assert (len(calls(desk)), again.calls) == (5, 5)
    with desk.store.file.read() as db:
        assert {row[0] for row in db.execute("SELECT started_at FROM llm_call")} == {START_MS}


@pytest.mark.parametrize("recorded", range(6))
def test_a_crash_among_the_records_counts_nothing_twice(
    desk: Desk, fake: FakeBatchServer, monkeypatch: pytest.MonkeyPatch, recorded: int
) -> None:
    """Killed after so many replies are on record: the next process collects again, and the ledger holds each call once."""
    record, left = Desk.record, [recorded]

    def dies(self: Desk, *args: Any, **kwargs: Any) -> int:
        if not left[0]:
            raise Killed
        left[0] -= 1
        return record(self, *args, **kwargs)

    remembered = Remembered(fails={4: Killed()} if recorded == 5 else {})  # as None is given
    monkeypatch.setattr(Desk, "record", dies)
    with pytest.raises(Killed):
        decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered)
    monkeypatch.undo()
    assert len(calls(desk)) == recorded
    again = Desk(desk.store, desk.space, sleep=desk.sleep)
    found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=again, remember=remembered, resume=remembered.words[-1])
    assert liked(found) == ["tea", "ale", "milk", "rum", "gin"]
    assert (len(calls(desk)), again.calls, fake.batches.answered) == (5, 5, 5)
    assert len({verdict.llm_call for verdict in found if isinstance(verdict, Verdict)}) == 5


def test_a_crash_while_asking_again_loses_only_that(desk: Desk) -> None:
    """The batch stays remembered until the last verdict is there: resumed, only what could not be used is asked about again."""
    with batch_server(instead(ale=["garbage", echo({"messages": [{"content": "I like ale."}]})]), looks=0) as fake:
        remembered = killed_at(1)
        with pytest.raises(Killed):
            decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered)
        found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered, resume=remembered.words[-1])
        assert (fake.batches.asked.count("create"), fake.batches.answered) == (1, 5)
    assert liked(found) == ["tea", "ale", "milk", "rum", "gin"]
    assert sorted(faults(desk), key=str) == [None] * 5 + ["unusable"]
    assert remembered.words[-1] is None


def test_what_is_new_since_is_asked_in_another_batch(desk: Desk, fake: FakeBatchServer) -> None:
    """Offers that changed meanwhile are paid for; the replies to what they were before are on record without words, for their cost."""
    remembered = killed_at(2)
    with pytest.raises(Killed):
        decide_many(LIKES, FIVE[:3], mind=mind_of(fake), desk=desk, remember=remembered)
    found = decide_many(LIKES, FIVE[1:], mind=mind_of(fake), desk=desk, remember=remembered, resume=remembered.words[-1])
    assert liked(found) == ["ale", "milk", "rum", "gin"]
    assert [len(batch.requests) for batch in fake.batches.held.values()] == [3, 2]
    assert (fake.batches.answered, faults(desk).count(None), faults(desk).count("unclaimed")) == (5, 4, 1)
    with desk.store.file.read() as db:
        row = db.execute("SELECT prompt, reply, tokens_in, cost_usd FROM llm_call WHERE fault = 'unclaimed'").fetchone()
    assert row == (None, None, 1_000, pytest.approx(0.000445))


def test_a_second_crash_loses_neither_batch(desk: Desk, fake: FakeBatchServer) -> None:
    """While the second batch is waited for, the first is remembered, too: resumed again, both are collected and nothing is handed in."""
    remembered = killed_at(2)
    with pytest.raises(Killed):
        decide_many(LIKES, FIVE[:3], mind=mind_of(fake), desk=desk, remember=remembered)
    remembered.fails = {len(remembered.words) + 3: Killed()}
    with pytest.raises(Killed):
        decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered, resume=remembered.words[-1])
    last = remembered.words[-1]
    assert last is not None
    assert [batch.id for batch in from_words(last)] == ["msgbatch_01", "msgbatch_02"]
    found = decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=remembered, resume=last)
    assert liked(found) == ["tea", "ale", "milk", "rum", "gin"]
    assert (fake.batches.asked.count("create"), fake.batches.answered, len(calls(desk))) == (2, 5, 5)


def test_a_batch_that_the_server_lost_is_asked_anew(desk: Desk, fake: FakeBatchServer) -> None:
    """Results that are dropped after a month leave nothing to collect: all are asked about again."""
    resume = as_words([Batch("msgbatch_old", START_MS, f"likes anthropic:{MODEL}")])
    assert liked(decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, resume=resume)) == ["tea", "ale", "milk", "rum", "gin"]
    assert fake.batches.asked.count("create") == 1


@pytest.mark.parametrize(
    "resume",
    [
        "msgbatch_01",
        "",
        "\n \n",
        "a b c",
        f"msgbatch_01 {START_MS} likes anthropic:other",
        f"msgbatch_01 {START_MS} hates anthropic:{MODEL}",
    ],
)
def test_another_models_batch_is_passed_over(desk: Desk, fake: FakeBatchServer, resume: str) -> None:
    """Words of another model or decision, and words that are none, are no batch of this one: the same prompt asked of another is no answer."""
    assert liked(decide_many(LIKES, FIVE[:1], mind=mind_of(fake), desk=desk, resume=resume)) == ["tea"]
    assert (fake.batches.asked[0], fake.batches.asked.count("create")) == ("create", 1)


def test_a_batch_that_nobody_could_remember_is_cancelled(desk: Desk, fake: FakeBatchServer) -> None:
    """When another process took over just as it was handed in, nobody would collect it: it is taken back."""
    with pytest.raises(Overtaken):
        decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=Remembered(fails={1: Overtaken("taken over")}))
    assert fake.batches.held["msgbatch_01"].is_cancelled


def test_a_batch_that_another_process_took_over_is_left_to_it(desk: Desk, fake: FakeBatchServer) -> None:
    """Told so at a later look, this process goes and leaves the batch as it is."""
    with pytest.raises(Overtaken):
        decide_many(LIKES, FIVE, mind=mind_of(fake), desk=desk, remember=Remembered(fails={2: Overtaken("taken over")}))
    assert not fake.batches.held["msgbatch_01"].is_cancelled


def test_what_is_forgotten_while_a_batch_is_under_way_is_not_recorded(desk: Desk, memory: Memory) -> None:
    """Neither the prompt nor the reply is kept: both hold its words. The other call's are."""
    gone, stays = memory.add("I like Zanzibar.", session="s").ids[0], memory.add("I like tea.", session="t").ids[0]
    offers = [Said("I like Zanzibar.", (key_of(memory, gone),)), Said("I like tea.", (key_of(memory, stays),))]

    def forget(words: str | None) -> None:
        if words is not None and calls(desk) == [] and not forgotten:
            forgotten.append(memory.forget(gone))

    forgotten: list[object] = []
    with batch_server(echo) as fake:
        found = decide_many(LIKES, offers, mind=mind_of(fake), desk=desk, remember=forget)
    assert liked(found) == ["Zanzibar", "tea"]
    with desk.store.file.read() as db:
        kept = sorted(db.execute("SELECT prompt IS NULL, reply IS NULL, tokens_out FROM llm_call"))
    assert (kept, len(forgotten)) == ([(0, 0, 50), (1, 1, 50)], 1)
