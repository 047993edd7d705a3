"""How much is asked, who wins when two decide at once, and what an answer rests on (K45, K47, K49)."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dcpm_sqlite import Memory, Message, Settings
from dcpm_sqlite.llm.claude import ClaudeLLM
from dcpm_sqlite.llm.compatible import CompatibleLLM
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.records import SettleReport
from dcpm_sqlite.settings import MindSettings
from tests.cases.conftest import ByMind
from tests.conftest import OpenMemory
from tests.doubles import Clock, ScriptedMind, Shown, beliefs_of, operation, rows, store_of, texts_of, unit
from tests.servers import Body, Kind, Say, Step, server

TEN_THOUSAND = [f"I like fruit number {n}. " + "It is as good as any fruit that I know of, or better. " * 17 for n in range(10)]


def first_sentence(text: str, number: int) -> list[dict[str, Any]]:
    """One item a message."""
    sentence = text.split(".")[0] + "."
    return [unit(sentence, (number, sentence))]


@pytest.mark.parametrize("kind", ["anthropic", "openai"])
@pytest.mark.parametrize("shape", ["ten messages", "one message"])
def test_k45_ten_thousand_characters_take_two_calls(open_memory: OpenMemory, settings: Settings, kind: Kind, shape: str) -> None:
    """By the server's own count; none for what only an assistant says. Tokens and cost are on record."""
    mind = ScriptedMind(first_sentence)
    texts = TEN_THOUSAND if shape == "ten messages" else [" ".join(TEN_THOUSAND)[:10_000]]

    def script(body: Body) -> Step:
        content = next(turn["content"] for turn in body["messages"] if turn["role"] == "user")
        prompt = content if isinstance(content, str) else "".join(block["text"] for block in content)
        return Say(mind.reply_to(prompt), tokens_in=3_000, tokens_out=500)

    with server(kind, script) as fake:
        model = (
            ClaudeLLM("claude-haiku-5-5", api_key="k", base_url=fake.base_url) if kind == "anthropic" else CompatibleLLM(fake.base_url, "m")
        )
        memory = open_memory(mind=model, settings=replace(settings, mind=MindSettings(retries=0)))
        memory.add("I live in Rome.")
        before = fake.count
        assert 9_000 < sum(map(len, texts)) <= 10_000
        report = memory.add([Message(text) for text in texts], session="s").settled
        assert report is not None
        assert (report.calls, fake.count - before, report.waiting, report.added) == (2, 2, 0, len(texts))
        silent = memory.add(
            [Message("Here is a long story. " * 400, role="assistant"), Message("rows: 3", role="tool")], session="s"
        ).settled
        assert silent is not None
        assert (silent.calls, silent.decided, fake.count - before) == (0, 2, 2)
        lines = {line.purpose: line for line in memory.cost()}
        assert {name: (line.calls, line.tokens_in, line.tokens_out) for name, line in lines.items()} == {
            "extract": (2, 6_000, 1_000),
            "reconcile": (1, 3_000, 500),
        }
        assert all(line.unpriced == 0 and (line.usd or 0.0) >= 0.0 for line in lines.values())
        assert (lines["extract"].usd or 0.0) > 0.0 or kind == "openai"


def test_k45_a_longer_input_goes_batch_by_batch(open_memory: OpenMemory) -> None:
    """Two calls for each ten thousand characters, one message of 35,000 included; every item once."""
    mind = ScriptedMind(lambda text, number: [unit(s, (number, s)) for s in text.split("\n") if s.startswith("I like")])
    memory = open_memory(mind=mind)
    text = "\n".join(f"I like fruit number {n}.\n{'It is as good as any other fruit. ' * 20}" for n in range(50))
    report = memory.add(text).settled
    assert report is not None
    assert 33_000 < len(text) < 36_000
    assert (mind.asked("extract"), mind.asked("reconcile"), report.waiting) == (4, 4, 0)
    assert texts_of(memory) == [f"I like fruit number {n}." for n in range(50)]
    for belief in beliefs_of(memory)[::10]:
        assert [evidence.words for evidence in memory.why(belief.id).evidence] == [belief.text]


def test_k45_nothing_to_reconcile_is_not_asked(open_memory: OpenMemory) -> None:
    """A first single item needs no second call, no item none."""
    mind = ScriptedMind(lambda text, number: first_sentence(text, number) if "like" in text else [])
    memory = open_memory(mind=mind)
    memory.add("Well.")
    memory.add("I like tea.")
    assert (mind.asked("extract"), mind.asked("reconcile")) == (2, 0)


Work = Callable[[Memory], SettleReport | None]


def at_once(memory: Memory, *works: Work) -> list[SettleReport]:
    """What threads come to that use a memory at the same time."""
    with ThreadPoolExecutor(len(works)) as pool:
        reports = [future.result(timeout=60) for future in [pool.submit(work, memory) for work in works]]
    return [report for report in reports if report is not None]


def meeting(purpose: str) -> Callable[[Request], None]:
    """Two threads that ask for that meet before either is answered for the first time."""
    barrier, met = threading.Barrier(2, timeout=30), threading.local()

    def before(request: Request) -> None:
        if request.purpose == purpose and not getattr(met, "once", False):
            met.once = True
            barrier.wait()

    return before


def by_known(shown: Shown) -> dict[str, Any]:
    """As a good mind: the same words are a duplicate, another city another state of the current home."""
    for ordinal, text in shown.known.items():
        if text.split("\n")[0] == shown.text:
            return operation("DUPLICATE", ordinal)
    if "live in" in shown.text:
        for ordinal, text in shown.known.items():
            if "live in" in text:
                return operation("SUPERSEDE", ordinal)
    return operation("ADD")


def adding(text: str, day: int) -> Work:
    """Adds one message, in a session of its own."""
    return lambda memory: memory.add(Message(text, said_at=f"2026-02-0{day}"), session=str(day)).settled


def meeting_after(open_memory: OpenMemory, text: str, purpose: str) -> tuple[Memory, ScriptedMind]:
    """A memory that knows something, and a mind for which two threads meet."""
    memory = open_memory(mind=ScriptedMind())
    memory.add(Message(text, said_at="2026-01-01"), session="old")
    memory.close()
    mind = ScriptedMind(decide=by_known, before=meeting(purpose))
    return open_memory(mind=mind), mind


@pytest.mark.parametrize("purpose", ["extract", "reconcile"])
def test_k47_two_that_supersede_one_belief_make_one_chain(open_memory: OpenMemory, purpose: str) -> None:
    """One wins, the other is decided again upon what is there by now: three states, no fork."""
    memory, mind = meeting_after(open_memory, "I live in Rome.", purpose)
    reports = at_once(memory, adding("I live in Oslo.", 1), adding("I live in Bonn.", 2))
    assert [report.superseded for report in reports] == [1, 1]
    assert mind.asked("extract") == 2
    assert mind.asked("reconcile") == 3 or purpose == "extract"
    (current,) = beliefs_of(memory)
    assert [state.text for state in memory.history(current.id)] == ["I live in Rome.", "I live in Oslo.", "I live in Bonn."]
    assert memory.check().problems == ()


@pytest.mark.parametrize("purpose", ["extract", "reconcile"])
def test_k16_k47_two_that_add_one_fact_make_one_belief(open_memory: OpenMemory, purpose: str) -> None:
    """The later of the two sees the earlier's, and adds a source; the first is not disturbed."""
    memory, _ = meeting_after(open_memory, "I like tea.", purpose)
    reports = at_once(memory, adding("I have two cats.", 1), adding("I have two cats.", 2))
    assert sorted((report.added, report.duplicates) for report in reports) == [(0, 1), (1, 0)]
    assert texts_of(memory) == ["I like tea.", "I have two cats."]
    assert len(memory.why(beliefs_of(memory)[1].id).evidence) == 2
    assert memory.check().problems == ()


def test_k47_two_that_settle_one_input_decide_it_once(open_memory: OpenMemory) -> None:
    """The claims see to it: the other finds nothing to do, and no call is wasted."""
    mind = ScriptedMind(decide=by_known)
    memory = open_memory(mind=mind)
    memory.add([Message(f"I like fruit number {n}.", session=f"s{n}") for n in range(6)], decide="later")
    reports = at_once(memory, *[lambda m: m.settle()] * 3)
    assert sum(report.decided for report in reports) == 6
    assert mind.asked("extract") == 6
    assert sorted(texts_of(memory)) == [f"I like fruit number {n}." for n in range(6)]
    assert memory.check().problems == ()


def test_k47_one_session_by_two_has_one_summary_that_runs_on(open_memory: OpenMemory) -> None:
    """Who thought upon a summary that another continued meanwhile decides again: the last one continues the one before."""
    barrier, met = threading.Barrier(2, timeout=30), threading.local()

    def before(request: Request) -> None:
        if not getattr(met, "once", False):
            met.once = True
            barrier.wait()

    memory = open_memory(mind=ScriptedMind(summary="They began."))
    memory.add("Hello.", session="s")
    memory.close()
    mind = ScriptedMind(decide=by_known, before=before, summary="They went on.")
    memory = open_memory(mind=mind)
    works: list[Work] = [lambda m, t=text: m.add(t, session="s").settled for text in ("I like tea.", "I like plums.")]  # type: ignore[misc]
    at_once(memory, *works)
    shown = [request.turns[0].text for request in mind.requests if request.purpose == "extract"]
    assert [("They went on." in prompt) for prompt in shown] == [False, False, True]
    assert sorted(texts_of(memory)) == ["Hello.", "I like plums.", "I like tea."]


def test_k47_two_memories_of_one_file_in_two_threads_wait_for_each_other(open_memory: OpenMemory) -> None:
    """While one writes, the other's thread waits; it doesn't keep the first from finishing."""
    one, two = open_memory(space="a"), open_memory(space="b")
    store_of(two).file._writer.set_busy_timeout(400)  # type: ignore[union-attr]
    writes = threading.Event()

    def write(memory: Memory) -> None:
        with store_of(memory).file.write():
            writes.set()
            for _ in range(20):
                threading.Event().wait(0.005)

    thread = threading.Thread(target=write, args=(one,))
    thread.start()
    writes.wait()
    try:
        two.add("I like tea.")
    finally:
        thread.join()


def test_k47_a_claim_that_lapsed_is_taken_over_and_the_first_ones_work_is_dropped(open_memory: OpenMemory, clock: Clock) -> None:
    """A mind that thinks for hours finds its message decided by another: nothing is written twice."""
    slow_path: list[Path] = []

    def overtake(request: Request) -> None:
        if request.purpose == "extract" and slow_path:
            clock.advance(10 * 3_600_000)
            other = open_memory(slow_path.pop(), mind=ScriptedMind())
            assert other.settle().added == 1
            other.close()

    memory = open_memory(mind=ScriptedMind(before=overtake))
    slow_path.append(memory.path)
    report = memory.add("I have two cats.").settled
    assert report is not None
    assert (report.added, report.decided, report.waiting, report.job) == (0, 0, 0, None)
    assert texts_of(memory) == ["I have two cats."]
    assert memory.check().problems == ()


def test_k47_parts_of_a_long_message_are_not_written_by_two(open_memory: OpenMemory, clock: Clock) -> None:
    """Each part claims anew: a message of many parts may take longer than one claim, and a lost claim stops the rest."""
    text = "\n".join(f"I like fruit number {n}.\n{'It is as good as any other fruit. ' * 20}" for n in range(30))

    def read(said: str, number: int) -> list[dict[str, Any]]:
        return [unit(s, (number, s)) for s in said.split("\n") if s.startswith("I like")]

    def dawdle(request: Request) -> None:
        clock.advance(500_000)  # of 720 that a claim stands

    memory = open_memory(mind=ScriptedMind(read, before=dawdle))
    memory.add(Message("Hello.", session="other"), decide="later")
    report = memory.add(Message(text, session="s")).settled
    assert report is not None
    assert (report.decided, report.waiting, report.fault) == (1, 0, None)
    assert texts_of(memory) == [f"I like fruit number {n}." for n in range(30)]


def test_k47_a_mind_without_an_end_of_rivals_gives_up_and_says_so(open_memory: OpenMemory) -> None:
    """Another writer changes what is near, each time: after some tries the message waits with the reason."""
    rival = iter(range(100))
    armed: list[Path] = []

    def interfere(request: Request) -> None:
        if armed and request.purpose == "reconcile":
            other = open_memory(armed[0], mind=ScriptedMind())
            other.add(f"I have two cats and a dog {next(rival)}.")
            other.close()

    memory = open_memory(mind=ScriptedMind(before=interfere))
    memory.add("I like tea.")
    armed.append(memory.path)
    report = memory.add("I have two cats.").settled
    assert report is not None
    assert (report.decided, report.waiting) == (0, 1)
    assert "meanwhile" in str(report.fault)
    armed.clear()
    assert memory.settle().decided == 1


def test_k49_a_belief_cites_the_answer_with_the_question_as_context(by_mind: ByMind) -> None:
    """The answer is what it rests on; the question says what it means."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit("The user has not eaten meat since March.", (1, "Do you eat meat?"), (number, text), kind="identity")]

    memory = by_mind(read, lambda shown: operation("ADD"))
    memory.add([Message("Do you eat meat?", role="assistant"), Message("No, not since March.")], session="s")
    (belief,) = beliefs_of(memory)
    evidence = memory.why(belief.id).evidence
    assert [(one.words, one.role, one.message.role) for one in evidence] == [
        ("No, not since March.", "quote", "user"),
        ("Do you eat meat?", "context", "assistant"),
    ]
    assert belief.kind == "identity"


def test_k49_a_question_alone_is_no_source(open_memory: OpenMemory) -> None:
    """An item that quotes only the question is said by nobody."""
    mind = ScriptedMind(lambda text, number: [unit("The user eats meat.", (1, "Do you eat meat?"))])
    memory = open_memory(mind=mind)
    report = memory.add([Message("Do you eat meat?", role="assistant"), Message("Let's talk of something else.")], session="s").settled
    assert report is not None
    assert report.refused == (("item that nobody said", 1),)


def test_the_sessions_summary_runs_on_and_is_found(open_memory: OpenMemory) -> None:
    """Each extraction is shown the one so far; the current one is recalled, by its meaning too, at once."""
    told = iter(["Ann spoke of quinces.", "Ann spoke of quinces, then of plums."])
    mind = ScriptedMind()
    memory = open_memory(mind=mind)
    for text in ("I like quinces.", "I like plums."):
        mind._summary = next(told)
        memory.add(text, session="s")
    shown = [request.turns[0].text for request in mind.requests if request.purpose == "extract"]
    assert "Summary so far" not in shown[0]
    assert "<stored-summary>\nAnn spoke of quinces.\n</stored-summary>" in shown[1]
    hits = [hit.text for hit in memory.recall("Ann spoke of quinces, then of plums").hits if hit.kind == "summary"]
    assert hits == ["Ann spoke of quinces, then of plums."]
    assert rows(memory, "SELECT count(*) FROM summary_vec") == [(1,)]
    assert rows(memory, "SELECT count(*) FROM unembedded") == [(0,)]


def test_no_summary_is_asked_for_where_the_setting_turns_it_off(open_memory: OpenMemory, settings: Settings) -> None:
    """What comes all the same is not kept; the offline rules never condense."""
    mind = ScriptedMind(summary="They spoke.")
    memory = open_memory(mind=mind, settings=replace(settings, mind=MindSettings(with_summaries=False)))
    memory.add("I like tea.")
    assert '"summary" is null' in mind.requests[0].turns[0].text
    assert json.loads(mind.reply_to(mind.requests[0].turns[0].text))["summary"] is None
    memory.close()
    memory = open_memory(mind="offline")
    memory.add("I like plums.")
    assert rows(memory, "SELECT count(*) FROM summary") == [(0,)]
