"""Duplicates, contradictions and how a mind changes (K14-K21)."""

from __future__ import annotations

from typing import Any

import pytest

from dcpm_sqlite import Memory, Message
from dcpm_sqlite.settings import configured
from tests.cases.conftest import ByMind
from tests.conftest import OpenMemory
from tests.doubles import DAY_MS, Clock, Shown, beliefs_of, operation, rows, texts_of, unit

DATES = ("2024-01-10", "2024-03-10", "2024-06-10")


def whole(text: str, number: int) -> list[dict[str, Any]]:
    """Each message is one item in its own words."""
    return [unit(text, (number, text))]


def add(shown: Shown) -> dict[str, Any]:
    """All is new."""
    return operation("ADD")


def after(words: str) -> Any:
    """A state of what holds these words, once that is known."""

    def decide(shown: Shown) -> dict[str, Any]:
        found = [ordinal for ordinal, text in shown.known.items() if words in text.lower()]
        return operation("SUPERSEDE", found[0]) if found else operation("ADD")

    return decide


def tell(memory: Memory, *texts: str) -> None:
    """One message a session, months apart."""
    for text, date in zip(texts, DATES, strict=False):
        memory.add(Message(text, said_at=date), session=date)


def chain_of(memory: Memory) -> list[str]:
    """All states of the one chain there is, oldest first."""
    (current,) = beliefs_of(memory)
    assert memory.check().problems == ()
    return [belief.text for belief in memory.history(current.id)]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        pytest.param(("My favourite player is Ronaldo.", "My favourite player now is Messi."), "favourite player", id="k14"),
        pytest.param(("I love Chinese food", "I hate Chinese food"), "chinese food", id="k15"),
        pytest.param(("The deadline is October 15th", "the deadline is October 16th"), "deadline", id="k17"),
        pytest.param(("The deadline is October 16th", "the deadline is October 9th"), "deadline", id="k46"),
    ],
)
def test_k14_k15_k17_k46_a_change_makes_one_chain_of_two(by_mind: ByMind, texts: tuple[str, str], words: str) -> None:
    """The newer is current, the older its history; recall leads with the newer and shows the older behind it."""
    memory = by_mind(whole, after(words))
    tell(memory, *texts)
    assert chain_of(memory) == list(texts)
    (hit,) = [hit for hit in memory.recall(words).hits if hit.kind == "belief"]
    assert (hit.text, [state.text for state in hit.chain]) == (texts[1], list(texts))


def test_k14_both_in_one_message_are_one_chain_too(by_mind: ByMind) -> None:
    """Items of one batch are held against each other."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit(line, (number, line)) for line in text.splitlines()]

    def decide(shown: Shown) -> dict[str, Any]:
        return operation("ADD") if shown.item == "I1" else operation("SUPERSEDE", "I1")

    memory = by_mind(read, decide)
    memory.add("My favourite player is Ronaldo.\nMy favourite player now is Messi.")
    assert chain_of(memory) == ["My favourite player is Ronaldo.", "My favourite player now is Messi."]


def test_k16_the_same_sentence_twice_is_one_belief(by_mind: ByMind) -> None:
    """Even where a model would add it again, or have it supersede itself; the first is not disturbed, and has both sources."""
    memory = by_mind(whole, lambda shown: operation("SUPERSEDE", "K1") if "K1" in shown.known else operation("ADD"))
    memory.add(Message("I have two cats.", said_at=DATES[0]), session="a")
    (first,) = beliefs_of(memory)
    for date in DATES[1:]:
        report = memory.add(Message("I have two cats.", said_at=date), session=date).settled
        assert report is not None
        assert (report.added, report.superseded, report.duplicates) == (0, 0, 1)
    assert beliefs_of(memory) == [first]
    assert len(memory.why(first.id).evidence) == 3
    assert rows(memory, "SELECT count(*) FROM wording") == [(1,)]


def test_k16_adding_the_same_messages_again_changes_nothing(by_mind: ByMind) -> None:
    """They are known: nothing is decided anew, no call is made."""
    memory = by_mind(whole, add)
    messages = [Message("I have two cats.", said_at=DATES[0]), Message("I live in Rome.", said_at=DATES[1])]
    memory.add(messages, session="a")
    before = beliefs_of(memory, current=False)
    report = memory.add(messages, session="a")
    assert (report.known, report.settled) == (2, None)
    assert beliefs_of(memory, current=False) == before


def test_k17_similar_words_with_other_numbers_are_no_duplicate(by_mind: ByMind) -> None:
    """A new number is a new state; a model's word for it counts, and so does the rules'."""
    memory = by_mind(whole, after("two cats"))
    tell(memory, "I have two cats.", "I have three cats now.")
    assert chain_of(memory) == ["I have two cats.", "I have three cats now."]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(("I snack late at night", "I want to travel the world"), id="k18"),
        pytest.param(("Dana works at Acme.", "Dana is on-call this week."), id="k19"),
        pytest.param(("Dana is on-call this week.", "Dana works at Acme."), id="k19 the other way"),
    ],
)
def test_k18_k19_what_is_unrelated_stays_two_beliefs(by_mind: ByMind, texts: tuple[str, str]) -> None:
    """Neither updates or retires the other."""
    memory = by_mind(whole, add)
    tell(memory, *texts)
    assert texts_of(memory) == list(texts)
    assert all(belief.number == 1 and belief.supersedes is None for belief in beliefs_of(memory))


def test_k20_a_claim_that_was_restated_is_shown_once(by_mind: ByMind) -> None:
    """One belief hit for the coffee, however often it was said."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit("The user drinks coffee with oat milk every morning.", (number, text))]

    memory = by_mind(read, add)
    tell(
        memory,
        "I drink coffee with oat milk every morning.",
        "I drink coffee every morning with oat milk.",
        "Every morning I drink coffee with oat milk.",
    )
    hits = [hit for hit in memory.recall("How does the user drink coffee? oat milk", k=20).hits if hit.kind == "belief"]
    assert len(hits) == 1
    assert len(beliefs_of(memory)) == 1


def test_k21_three_revisions_are_told_in_order_with_their_dates(by_mind: ByMind) -> None:
    """The middle one too, in the hit, in the history and in the rendered text."""
    texts = ("My favourite player is Ronaldo.", "My favourite player is Messi.", "My favourite player now is Haaland.")
    memory = by_mind(whole, after("favourite player"))
    tell(memory, *texts)
    assert chain_of(memory) == list(texts)
    (hit,) = [hit for hit in memory.recall("How did my favourite player change?").hits if hit.kind == "belief"]
    assert [state.text for state in hit.chain] == list(texts)
    rendered = memory.render(memory.recall("How did my favourite player change?"))
    places = [rendered.find(f"{date}: {text}") for date, text in zip(DATES, texts, strict=True)]
    assert -1 not in places
    assert places == sorted(places)
    assert [entry.changes for entry in memory.profile().identity + memory.profile().facts] == [2]


def test_k21_a_state_that_returns_is_a_state_of_its_own(by_mind: ByMind) -> None:
    """Rome, then Oslo, then Rome again, told in three sentences of one message: three states, the last is current."""

    def read(text: str, number: int) -> list[dict[str, Any]]:
        return [unit(line, (number, line)) for line in text.splitlines()]

    def decide(shown: Shown) -> dict[str, Any]:
        ordinal = int(shown.item[1:])
        return operation("SUPERSEDE", f"I{ordinal - 1}") if ordinal > 1 else operation("ADD")

    memory = by_mind(read, decide)
    memory.add("I live in Rome.\nNow I live in Oslo.\nNow I live in Rome.")
    assert chain_of(memory) == ["I live in Rome.", "Now I live in Oslo.", "Now I live in Rome."]


FITNESS = (
    "I go to the gym three times a week.",
    "I go to the gym once a week because of my knee.",
    "I swim twice a week instead of the gym.",
    "I swim and do yoga every week.",
    "I run ten kilometres every Sunday.",
)


def test_a_chain_of_five_revisions_over_seven_months_is_recovered_whole(open_memory: OpenMemory, clock: Clock) -> None:
    """Every state with its words, oldest first, whichever of them the question names; overwriting would keep the last alone (DCPM D-55)."""
    memory = open_memory()
    memory.remember(FITNESS[0])
    known = memory.profile()
    ((id,),) = ([entry.belief.id for entry in known.identity + known.facts],)
    for text in FITNESS[1:]:
        clock.advance(52 * DAY_MS)
        id = memory.correct(id, text)
    chain = memory.history(id)
    assert tuple(state.text for state in chain) == FITNESS
    assert chain[-1].said_ms - chain[0].said_ms == 4 * 52 * DAY_MS
    for question in ("How often do I go to the gym three times a week?", "Do I run ten kilometres every Sunday?"):
        (hit,) = (hit for hit in memory.recall(question).hits if hit.kind == "belief")
        assert tuple(state.text for state in hit.chain) == FITNESS
        assert hit.text == FITNESS[-1]
    with Memory(memory.path, encoder=memory._encoder, settings=configured("no chains", memory.settings), read_only=True) as without:
        found = without.recall("How often do I go to the gym three times a week?").hits
        assert all(len(hit.chain) <= 1 and hit.text == FITNESS[-1] for hit in found if hit.kind == "belief")
