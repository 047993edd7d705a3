"""One call's work on what waits: batches, claims, jobs, faults, and what is counted."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from dcpm_sqlite import Memory, Message, Settings
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.errors import EncoderError, MindUnavailable
from dcpm_sqlite.llm.port import Reply, Request
from dcpm_sqlite.settings import MindSettings
from tests.conftest import OpenMemory
from tests.doubles import ScriptedMind, beliefs_of, operation, rows, store_of, texts_of, unit


def sessions(count: int, each: int = 1) -> list[Message]:
    """So many messages in so many sessions, in turn."""
    return [Message(f"I like fruit number {n}.", session=f"s{n % count}") for n in range(count * each)]


def test_batches_of_several_sessions_never_mix(open_memory: OpenMemory) -> None:
    """Each extraction shows one session's messages, in their order, with its own recent window."""
    mind = ScriptedMind()
    memory = open_memory(mind=mind)
    memory.add(sessions(3, 3), decide="later")
    steps: list[tuple[int, int]] = []
    report = memory.settle(on_progress=lambda done, total: steps.append((done, total)))
    assert (report.decided, report.added, steps) == (9, 9, [(3, 9), (6, 9), (9, 9)])
    shown = [
        [int(word[:-1]) for word in request.turns[0].text.split() if word[:-1].isdigit() and word.endswith(".")]
        for request in mind.requests
        if request.purpose == "extract"
    ]
    assert shown == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


def test_one_add_is_one_job_whatever_its_batches(open_memory: OpenMemory) -> None:
    """Undoing it takes all of them back; the messages stay."""
    memory = open_memory(mind=ScriptedMind(summary="They spoke."))
    report = memory.add(sessions(4, 2)).settled
    assert report is not None
    assert [job.id for job in memory.jobs()] == [report.job]
    memory.undo(str(report.job))
    assert (beliefs_of(memory), len(memory.list())) == ([], 8)
    assert rows(memory, "SELECT count(*) FROM summary") == [(0,)]
    assert memory.check().problems == ()


def test_the_recent_window_is_shown_as_earlier_turns(open_memory: OpenMemory, settings: Settings) -> None:
    """As many as the settings say."""
    mind = ScriptedMind()
    memory = open_memory(mind=mind, settings=replace(settings, mind=MindSettings(recent_turns=2)))
    for n in range(4):
        memory.add(f"I like fruit number {n}.", session="s")
    last = [request for request in mind.requests if request.purpose == "extract"][-1].turns[0].text
    assert [n for n in range(4) if f"number {n}." in last] == [1, 2, 3]
    assert (last.count("EARLIER"), last.count("NEW")) == (2, 1)


def test_where_the_mind_cant_be_asked_nothing_more_is_tried(open_memory: OpenMemory, settings: Settings) -> None:
    """The other batches wait untouched, free for anybody."""

    def away(request: Request) -> None:
        raise MindUnavailable("away")

    mind = ScriptedMind(before=away)
    memory = open_memory(mind=mind, settings=replace(settings, mind=MindSettings(retries=0)))
    memory.add(sessions(3), decide="later")
    report = memory.settle()
    assert (report.decided, report.waiting, len(mind.requests)) == (0, 3, 1)
    reasons = [message.reason for message in reversed(memory.list())]
    assert reasons[0] is not None
    assert reasons[0].startswith("MindUnavailable: ")
    assert "away" not in reasons[0]
    assert reasons[1:] == [None, None]
    assert report.fault == "away"
    assert rows(memory, "SELECT count(*) FROM raw_input WHERE lease_by IS NOT NULL") == [(0,)]


def test_an_encoder_that_fails_leaves_the_message_waiting(open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault reaches the caller; nothing is claimed for ever."""
    memory = open_memory(mind=ScriptedMind())
    memory.add("I like tea.", decide="later")

    def broken(self: HashEncoder, texts: Any) -> Any:
        raise EncoderError("no encoder")

    monkeypatch.setattr(HashEncoder, "encode_passages", broken)
    with pytest.raises(EncoderError):
        memory.settle()
    assert memory.list()[0].reason == "no encoder"
    monkeypatch.undo()
    assert memory.settle().added == 1


def test_adding_asks_only_about_its_own_messages(open_memory: OpenMemory) -> None:
    """What others left waits for `settle`."""
    memory = open_memory(mind=ScriptedMind())
    memory.add("I like tea.", decide="later")
    report = memory.add("I like plums.").settled
    assert report is not None
    assert (report.decided, report.waiting) == (1, 0)
    assert texts_of(memory) == ["I like plums."]
    assert memory.settle().decided == 1


def test_a_report_counts_what_became_of_a_batch(open_memory: OpenMemory) -> None:
    """By operation, with relations, and who decided."""
    memory = open_memory(mind=ScriptedMind(name="first"))
    memory.add([Message("rome"), Message("cats"), Message("tea")], session="s")
    memory.close()
    outcomes = {"oslo": ("SUPERSEDE", "K1"), "cats, two": ("UPDATE", "K2"), "plums": ("ADD", None)}

    def decide(shown: Any) -> dict[str, Any]:
        name, _ = outcomes[shown.text]
        words = {"oslo": "rome", "cats, two": "cats"}.get(shown.text)
        return operation(name, words and shown.find(words), "two cats")

    relations = [{"source": "I3", "target": "I1", "predicate": "precedes", "description": "", "weight": 0.5}]
    memory = open_memory(mind=ScriptedMind(decide=decide, relations=relations, name="second"))
    report = memory.add([Message(text) for text in outcomes], session="t").settled
    assert report is not None
    assert (report.mind, report.added, report.superseded, report.updated, report.duplicates, report.relations) == ("second", 1, 1, 1, 0, 1)
    assert (report.decided, report.calls, report.refused) == (3, 2, ())
    notes = [memory.why(belief.id) for belief in beliefs_of(memory)]
    assert {(note.drawn.mind, note.drawn.name) for note in notes if note.drawn} == {("first", "extract"), ("second", "extract")}
    assert {note.placed.name for note in notes if note.placed} == {"reconcile"}


def test_vectors_come_with_the_beliefs(open_memory: OpenMemory) -> None:
    """Each belief is found by meaning at once; none waits."""
    memory = open_memory(mind=ScriptedMind(summary="They spoke."))
    memory.add(sessions(2, 3))
    assert rows(memory, "SELECT count(*) FROM unembedded") == [(0,)]
    assert rows(memory, "SELECT count(*) FROM belief_vec") == [(6,)]


def test_a_killed_process_claims_lapse(open_memory: OpenMemory, clock: Any) -> None:
    """What nobody released is taken up when its time is over, and not before."""
    memory = open_memory(mind=ScriptedMind())
    memory.add("I like tea.", decide="later")
    with store_of(memory).file.write() as db:
        db.execute("UPDATE raw_input SET lease_by = 'gone', lease_until = ?", (clock.now_ms + 1_000,))
    assert memory.settle().waiting == 1
    clock.advance(1_001)
    assert memory.settle().decided == 1


def test_a_space_without_messages_settles_to_nothing(open_memory: OpenMemory) -> None:
    """No job, no call."""
    memory: Memory = open_memory(mind=ScriptedMind())
    report = memory.settle()
    assert (report.job, report.decided, report.waiting, report.calls) == (None, 0, 0, 0)


def test_a_belief_near_by_its_attribute_is_shown_whatever_its_words(open_memory: OpenMemory) -> None:
    """And so are the latest ones; each chain once, with how it was found."""
    mind = ScriptedMind(lambda text, n: [unit(text, (n, text), attribute="home" if "Rome" in text or "Quux" in text else None)])
    memory = open_memory(mind=mind)
    memory.add("Rome is where to find me.")
    for n in range(30):
        memory.add(f"I like fruit number {n}.")
    memory.add("Quux!")
    prompt = mind.requests[-1].turns[0].text
    assert prompt.count("Rome is where to find me.") == 1
    assert "fruit number 29." in prompt
    assert " (time; " in prompt


def test_a_message_that_a_mind_fails_at_holds_up_no_other(open_memory: OpenMemory) -> None:
    """Once it failed in a batch, each of that batch is asked about alone, and only the one that can't be decided waits on."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit(text, (number, text))]

    class Choosy(ScriptedMind):
        """Sends rubbish whenever it is asked about the poisonous words."""

        def complete(self, request: Request) -> Reply:
            reply = super().complete(request)
            is_poisoned = re.search(r"NEW, [^\n]*\n<stored-message \d+>\n[^\n]*hemlock", request.turns[0].text)
            return Reply("rubbish", "end") if is_poisoned else reply

    memory = open_memory(mind=Choosy(read))
    told = [Message(text, session="s") for text in ("I like tea.", "I like hemlock.", "I like rye.")]
    first = memory.add(told).settled
    assert first is not None
    assert (first.decided, first.waiting) == (0, 3)
    report = memory.settle()
    waiting = [message.text for message in memory.list() if message.state == "pending"]
    assert waiting == ["I like hemlock."]
    assert report.waiting == 1
