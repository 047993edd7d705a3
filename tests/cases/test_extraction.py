"""What becomes a belief, whose it is, and what never does (K1-K7)."""

from __future__ import annotations

from typing import Any

import pytest

from dcpm_sqlite import Memory, Message
from tests.cases.conftest import ByMind
from tests.conftest import OpenMemory
from tests.doubles import ScriptedMind, Shown, beliefs_of, operation, rows, store_of, texts_of, unit


def each(text: str, number: int) -> list[dict[str, Any]]:
    """A mind that draws everything: each new message as it stands."""
    return [unit(text, (number, text), kind="identity")]


def add(shown: Shown) -> dict[str, Any]:
    """A mind that adds everything."""
    return operation("ADD")


def test_k1_nothing_from_system_and_tool_turns_becomes_a_belief(by_mind: ByMind) -> None:
    """The prompt and the output of a tool are kept with their roles, and draw nothing; the person's own words do."""
    memory = by_mind(each, add)
    report = memory.add(
        [
            Message("You are a helpful agent. I live in Paris. Database schema: users(id, name).", role="system"),
            Message("I live in Bergen.", role="user"),
            Message('{"rows": [{"name": "I work at Acme."}]}', role="tool"),
            Message("I love tea.", role="assistant"),
        ],
        session="s",
    )
    assert report.settled is not None
    assert (report.settled.decided, report.settled.waiting) == (4, 0)
    assert texts_of(memory) == ["I live in Bergen."]
    assert [message.role for message in reversed(memory.list())] == ["system", "user", "tool", "assistant"]
    assert {message.state for message in memory.list()} == {"done"}


def test_k1_a_mind_that_quotes_a_tool_or_an_assistant_has_no_source(open_memory: OpenMemory) -> None:
    """Quotes of turns that no person spoke are context only; an item with nothing else is counted and left out."""
    memory = open_memory(mind=ScriptedMind(lambda text, number: [unit("The user lives in Paris.", (1, "I live in Paris"))]))
    settled = memory.add([Message("I live in Paris.", role="assistant"), Message("Nice weather today.")], session="s").settled
    assert settled is not None
    assert settled.refused == (("item that nobody said", 1),)
    assert beliefs_of(memory) == []


def pasted(memory: Memory) -> str:
    """A prompt with this memory's own recall text in it, and a sentence of the user's around it."""
    return f"Use this:\n{memory.render(memory.recall('Where do I live? Bergen'))}\nI work as a nurse."


def test_k2_recalled_text_that_comes_back_is_not_believed_again(by_mind: ByMind) -> None:
    """Ten times the same prompt with its recalled block: what the user says around it counts once, the block never."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit(line, (number, line)) for line in text.splitlines() if line != "Use this:"]

    memory = by_mind(read, add)
    memory.add("I live in Bergen.")
    prompt = pasted(memory)
    assert "I live in Bergen." in prompt
    for _ in range(10):
        memory.add(prompt)
    assert texts_of(memory, current=False) == ["I live in Bergen.", "I work as a nurse."]
    assert rows(memory, "SELECT count(*) FROM wording") == [(2,)]
    assert [evidence.words for evidence in memory.why(beliefs_of(memory)[0].id).evidence] == ["I live in Bergen."]
    assert {evidence.words for evidence in memory.why(beliefs_of(memory)[1].id).evidence} == {"I work as a nurse."}
    assert memory.check().problems == ()


def test_k2_a_message_that_is_recalled_text_alone_asks_nobody(open_memory: OpenMemory) -> None:
    """No call is made for it, and it is done with."""
    mind = ScriptedMind(each)
    memory = open_memory(mind=mind)
    memory.add("I live in Bergen.")
    calls = len(mind.requests)
    settled = memory.add(memory.render(memory.recall("Bergen"))).settled
    assert settled is not None
    assert (settled.decided, settled.calls, len(mind.requests)) == (1, 0, calls)


def test_k3_a_question_and_the_assistants_advice_are_no_taste(by_mind: ByMind) -> None:
    """Nothing is known of what the user likes to eat."""
    memory = by_mind(lambda text, number: [], add)
    memory.add([Message("What should I cook?"), Message("You could try a lentil curry.", role="assistant")], session="s")
    assert beliefs_of(memory) == []
    assert [hit.role for hit in memory.recall("lentil curry").hits][:1] == ["assistant"]


def test_k4_what_is_said_about_a_friend_is_about_the_friend(by_mind: ByMind) -> None:
    """No identity of the user; the subject is Jack, even where a model takes it for identity."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [
            unit(
                "Jack can't stand football.",
                (number, "My friend Jack can't stand football"),
                kind="identity",
                core=True,
                about="My friend Jack",
            )
        ]

    memory = by_mind(read, add)
    memory.add("My friend Jack can't stand football; his father signed him up.")
    (belief,) = beliefs_of(memory)
    assert (belief.kind, belief.subject, belief.party, belief.is_core) == ("fact", "My friend Jack", None, False)
    assert memory.profile().identity == ()


def test_k5_each_speakers_words_are_about_that_speaker(by_mind: ByMind) -> None:
    """A's allergy stays A's, however often A repeats it to B."""
    memory = by_mind(lambda text, number: each(text, number) if "allergic" in text else [], lambda shown: repeated(shown))
    memory.set_owner("Bo")
    for n in range(3):
        memory.add(
            [
                Message("I'm allergic to walnuts.", party="Ann", said_at=f"2024-05-0{n + 1}"),
                Message("Good to know.", party="Bo", said_at=f"2024-05-0{n + 1}"),
            ],
            session=f"s{n}",
        )
    assert [(belief.party, belief.text) for belief in beliefs_of(memory)] == [("Ann", "I'm allergic to walnuts.")]
    assert memory.profile("Bo").identity == ()
    assert [entry.belief.text for entry in memory.profile("Ann").identity] == ["I'm allergic to walnuts."]


def repeated(shown: Shown) -> dict[str, Any]:
    """Duplicate of what has the same words, else new."""
    for ordinal, text in shown.known.items():
        if text == shown.text:
            return operation("DUPLICATE", ordinal)
    return operation("ADD")


def test_k5_two_speakers_same_words_are_two_beliefs(by_mind: ByMind) -> None:
    """What both say of themselves is said of two people."""
    memory = by_mind(each, add)
    memory.add([Message("I'm allergic to walnuts.", party="Ann"), Message("I'm allergic to walnuts.", party="Bo")], session="s")
    assert sorted(str(belief.party) for belief in beliefs_of(memory)) == ["Ann", "Bo"]


def test_k5_the_owners_name_and_no_name_are_one_speaker(open_memory: OpenMemory) -> None:
    """A model may call the owner by name, `the user` or nothing: it is about the owner."""
    named = iter(["Ann", "the user", "User", "the speaker", None])
    memory = open_memory(mind=ScriptedMind(lambda text, number: [unit(text, (number, text), kind="identity", about=next(named))]))
    memory.set_owner("Ann")
    memory.add([Message(f"I like tea number {n}.") for n in range(5)], session="s")
    assert [(belief.kind, belief.subject, belief.party) for belief in beliefs_of(memory)] == [("identity", None, None)] * 5
    assert len(memory.profile().identity) == 5


def test_k5_what_bo_says_of_the_user_is_not_of_bo(open_memory: OpenMemory) -> None:
    """`The user` in another speaker's words is the owner, and no statement of Bo's about himself."""
    memory = open_memory(mind=ScriptedMind(lambda text, number: [unit(text, (number, text), kind="identity", about="the user")]))
    memory.set_owner("Ann")
    memory.add(Message("Ann loves tea.", party="Bo"))
    (belief,) = beliefs_of(memory)
    assert (belief.kind, belief.subject, belief.party) == ("fact", "Ann", None)


@pytest.mark.parametrize("text", ["What is your name?", "ok", "run echo hello", "lol", "thanks!"])
def test_k6_small_talk_and_commands_draw_nothing(by_mind: ByMind, text: str) -> None:
    """The raw input is kept, and done with."""
    memory = by_mind(lambda said, number: [], add)
    settled = memory.add(text).settled
    assert settled is not None
    assert (settled.decided, settled.waiting, beliefs_of(memory)) == (1, 0, [])
    assert [message.text for message in memory.list()] == [text]


def test_k7_a_fact_that_nobody_said_is_not_believed(open_memory: OpenMemory) -> None:
    """Its quote isn't in the text, or is of another speaker's message, or has no words; its sibling is kept."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [
            unit("The user owns a yacht.", (number, "I own a yacht")),
            unit("The user is rich.", (number, "...")),
            unit("The user is here."),
            unit("The user likes tea.", (7, "I like tea")),
            unit("The user likes tea.", (number, "i like  TEA")),
        ]

    memory = open_memory(mind=ScriptedMind(read))
    settled = memory.add("I like tea.").settled
    assert settled is not None
    assert (settled.added, settled.refused) == (1, (("item that nobody said", 4),))
    (belief,) = beliefs_of(memory)
    assert [evidence.words for evidence in memory.why(belief.id).evidence] == ["I like tea"]
    with store_of(memory).file.read() as db:
        assert db.execute("SELECT count(*) FROM wording WHERE id NOT IN (SELECT wording FROM belief_source WHERE role = 'quote')").get == 0
