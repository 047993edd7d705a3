"""Forgetting what a mind drew: beliefs, relations, summaries, the ledger's texts, other wordings (K27-K31)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dcpm_sqlite import Memory, Message
from dcpm_sqlite.errors import UnknownId
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.records import Moment
from dcpm_sqlite.store.changes import AddNode
from tests.conftest import OpenMemory
from tests.doubles import DAY_MS, START_MS, ScriptedMind, Shown, beliefs_of, operation, put, rows, store_of, texts_of, unit
from tests.reliability.support import bytes_of

SECRET = "zanzibarquux"
WRITTEN = ("raw_input", "passage", "belief", "wording", "belief_source", "belief_keyword", "mention", "entity", "entity_name", "relation",
           "summary", "node", "evidence", "change", "vector", "unembedded")  # fmt: skip


def words_of(memory: Memory) -> bytes:
    """The file's bytes, journals too, in lower case."""
    return bytes_of(memory.path)


def told(memory: Memory, *texts: str, session: str = "s", start: int = 0) -> tuple[str, ...]:
    """Messages of a session a minute apart; their ids."""
    return memory.add([Message(text, said_at=Moment(START_MS + (start + n) * 60_000), session=session) for n, text in enumerate(texts)]).ids


def full(text: str, number: int) -> list[dict[str, Any]]:
    """Each message as one item, with all that hangs on one."""
    names = [{"name": f"Livia{SECRET}" if SECRET in text else "Nora", "role": "participant", "category": "person", "aliases": []}]
    return [unit(text, (number, text), keywords=[SECRET if SECRET in text else "plain"], names=names)]


def space_sizes(memory: Memory) -> dict[str, int]:
    """Rows of the memory's space in each table that has rows of spaces; calls that still have their texts."""
    with store_of(memory).file.read() as db:
        space = db.execute("SELECT id FROM space WHERE name = ?", (memory.space,)).get
        found = {}
        for table in WRITTEN:
            column = {
                "belief_source": "wording",
                "belief_keyword": "belief",
                "mention": "belief",
                "entity_name": "entity",
                "evidence": "node",
                "change": "item",
            }.get(table, "id")
            found[table] = int(db.execute(f"SELECT count(*) FROM {table} WHERE {column} >> 32 = ?", (space,)).get)
        found["llm_call"] = int(
            db.execute("SELECT count(*) FROM llm_call WHERE space = ? AND coalesce(prompt, reply) IS NOT NULL", (space,)).get
        )
        return found


def test_k27_a_space_of_148_drawn_beliefs_is_forgotten_to_the_last_row(open_memory: OpenMemory) -> None:
    """Beliefs, relations, entities, summaries, vectors and the words of calls go; the other space keeps all of its own."""
    relations = [{"source": "I1", "target": "I2", "predicate": "correlates", "description": f"both of {SECRET}", "weight": 0.5}]
    mine = open_memory(space="mine", mind=ScriptedMind(full, summary=f"They spoke of {SECRET}.", relations=relations))
    other = open_memory(space="other", mind=ScriptedMind(full, summary="They spoke of plums.", relations=relations[:0]))
    told(other, *(f"I like plum number {n}." for n in range(5)))
    before = space_sizes(other), texts_of(other)
    for n in range(0, 148, 37):
        told(mine, *(f"I like {SECRET} number {m}." for m in range(n, n + 37)), start=n)
    put(mine, AddNode("schema", f"Drawn to {SECRET}.", "food", 0.7, tuple(belief.key for belief in beliefs_of(mine))), embed=True)
    assert len(beliefs_of(mine)) == 148
    assert all(count for table, count in space_sizes(mine).items() if table != "unembedded")
    receipt = dict(mine.forget(whole_space=True).removed)
    assert (receipt["messages"], receipt["beliefs"], receipt["nodes"]) == (148, 148, 1)
    assert receipt["summaries"] >= 1
    assert receipt["relations"] >= 1
    assert set(space_sizes(mine).values()) == {0}
    assert (space_sizes(other), texts_of(other)) == before
    assert SECRET.encode() not in words_of(mine)
    assert mine.check().problems == ()


def test_k28_a_drawn_beliefs_words_are_nowhere(open_memory: OpenMemory) -> None:
    """Its statement, summary, relation, names, keywords and the calls' words are in no byte, in upper or lower case."""
    relations = [{"source": "I1", "target": "I2", "predicate": "enables", "description": f"{SECRET.upper()} makes it so", "weight": 0.9}]
    memory = open_memory(mind=ScriptedMind(full, summary=f"They spoke of {SECRET}.", relations=relations))
    told(memory, f"I keep a {SECRET} at home.", "I like plums.")
    (first, second) = beliefs_of(memory)
    assert SECRET.encode() in words_of(memory)
    assert memory.forget(first.id).is_complete
    assert SECRET.encode() not in words_of(memory)
    assert [belief.id for belief in beliefs_of(memory)] == [second.id]
    assert not any(SECRET in hit.text.lower() for hit in memory.recall(SECRET).hits)
    with pytest.raises(UnknownId):
        memory.why(first.id)
    assert memory.check().problems == ()


def reworded(shown: Shown) -> dict[str, Any]:
    """More about the cats; else new."""
    if "Mia" in shown.text:
        return operation("UPDATE", shown.find("two cats"), "I have two cats, Mia and Tom.")
    return operation("ADD")


def test_k28_the_first_source_takes_the_later_wording_along_and_its_message_is_decided_anew(open_memory: OpenMemory) -> None:
    """A later wording holds what the earlier one said; what the later message said by itself is drawn again."""
    memory = open_memory(mind=ScriptedMind(decide=reworded))
    ids = told(memory, "I have two cats.", "The cats are Mia and Tom.")
    (belief,) = beliefs_of(memory)
    assert (belief.text, belief.number) == ("I have two cats, Mia and Tom.", 2)
    memory.forget(ids[0])
    assert beliefs_of(memory) == []
    (message,) = memory.list()
    assert (message.id, message.state) == (ids[1], "pending")
    memory.close()
    memory = open_memory(mind=ScriptedMind())
    memory.settle()
    assert texts_of(memory) == ["The cats are Mia and Tom."]
    assert memory.check().problems == ()
    assert b"two cats" not in words_of(memory)


def test_k28_the_later_source_leaves_the_earlier_wording(open_memory: OpenMemory) -> None:
    """The belief stands again as it was worded first; the words of the second are gone from the calls too."""
    memory = open_memory(mind=ScriptedMind(decide=reworded))
    first = told(memory, "I have two cats.")
    second = told(memory, "The cats are Mia and Tom.", start=1)
    memory.forget(second[0])
    (belief,) = beliefs_of(memory)
    assert (belief.text, belief.number) == ("I have two cats.", 1)
    assert [evidence.message.id for evidence in memory.why(belief.id).evidence] == list(first)
    assert b"mia" not in words_of(memory)
    assert memory.check().problems == ()


def test_k28_a_duplicate_stands_on_its_other_source(open_memory: OpenMemory) -> None:
    """Said twice, one forgotten: the belief stays with the other's words."""
    memory = open_memory(mind=ScriptedMind())
    (first,) = told(memory, "I have two cats.")
    (second,) = told(memory, "I have two cats.", start=1)
    memory.forget(first)
    (belief,) = beliefs_of(memory)
    assert [evidence.message.id for evidence in memory.why(belief.id).evidence] == [second]
    memory.forget(second)
    assert beliefs_of(memory) == []
    assert memory.check().problems == ()


def test_k28_a_state_in_the_middle_goes_and_its_neighbours_meet(open_memory: OpenMemory) -> None:
    """What was drawn as three states is a chain of two; the last stays current."""
    memory = open_memory(mind=ScriptedMind(decide=lambda shown: operation("SUPERSEDE", "K1") if shown.known else operation("ADD")))
    ids = [told(memory, f"I live in {city}.", start=n)[0] for n, city in enumerate(("Rome", "Oslo", "Bonn"))]
    memory.forget(ids[1])
    (current,) = beliefs_of(memory)
    assert [state.text for state in memory.history(current.id)] == ["I live in Rome.", "I live in Bonn."]
    assert b"oslo" not in words_of(memory)
    assert memory.check().problems == ()


def test_k28_a_running_summary_takes_the_later_ones_along(open_memory: OpenMemory) -> None:
    """Each continues the one before: what was forgotten in the first batch is in none, nor in the calls that continued it."""
    turn = iter(range(9))
    mind = ScriptedMind(summary=f"So far, {SECRET} and more.")
    memory = open_memory(mind=mind)
    ids = [told(memory, f"{SECRET} it is." if n == 0 else f"I like plum number {n}.", start=n)[0] for n in turn]
    assert SECRET in mind.requests[-2].turns[0].text  # long after the message itself is out of the recent window
    assert dict(memory.forget(ids[0]).removed)["summaries"] == 9
    assert SECRET.encode() not in words_of(memory)
    assert memory.check().problems == ()


def test_k28_a_summary_of_an_older_message_does_not_hide_what_it_continues(open_memory: OpenMemory) -> None:
    """A message decided late continues the summary of later ones: it goes with those."""
    is_down = True

    def read(text: str, number: int) -> list[dict[str, Any]]:
        if is_down:
            raise ConnectionError
        return full(text, number)

    memory = open_memory(mind=ScriptedMind(read, summary=f"They spoke of {SECRET}."))
    with pytest.raises(ConnectionError):
        told(memory, "I like plums.")
    is_down = False
    later = told(memory, f"I keep a {SECRET}.", start=1)
    memory.settle()
    assert len(rows(memory, "SELECT id FROM summary")) == 2
    assert dict(memory.forget(later[0]).removed)["summaries"] == 2
    assert SECRET.encode() not in words_of(memory)


@pytest.mark.parametrize("victim", [0, 1])
def test_k28_an_answer_goes_without_its_question_and_a_question_with_its_answer(open_memory: OpenMemory, victim: int) -> None:
    """A belief whose words hold a question's stands on the answer, never on the question alone, and goes with either."""
    memory = open_memory()
    ids = memory.add([Message("Do you eat meat?", role="assistant"), Message("No, not since March.")], session="s").ids
    assert len(beliefs_of(memory)) == 1
    memory.forget(ids[victim])
    assert beliefs_of(memory) == []
    assert memory.check().problems == ()


def beside(open_memory: OpenMemory, n: int) -> Path:
    """Another file beside the test's."""
    memory = open_memory()
    path = memory.path.with_name(f"m{n}.db")
    memory.close()
    return path


def test_k29_neither_the_same_messages_nor_remembering_them_brings_beliefs_back(open_memory: OpenMemory) -> None:
    """What was forgotten stays out, and no call is made for it; asked for by name it is decided once more."""
    mind = ScriptedMind(full)
    memory = open_memory(mind=mind)
    message = Message(f"I keep a {SECRET}.", said_at="2024-05-01", session="s", source="export", source_key="m1")
    memory.forget(memory.add(message).ids[0])
    calls = len(mind.requests)
    report = memory.add(message)
    assert (report.forgotten, report.settled, len(mind.requests), beliefs_of(memory)) == (1, None, calls, [])
    assert memory.settle().decided == 0
    assert memory.add(message, bring_back_forgotten=True).added == 1
    assert texts_of(memory) == [f"I keep a {SECRET}."]


def test_k29_undoing_does_not_bring_back_what_was_forgotten(open_memory: OpenMemory) -> None:
    """The undoing of an undoing lets only what is left stand again."""
    memory = open_memory(mind=ScriptedMind(full))
    ids = told(memory, f"I keep a {SECRET}.", "I like plums.")
    job = memory.jobs()[0].id
    memory.undo(job)
    memory.forget(ids[0])
    memory.undo(memory.jobs()[0].id)
    assert texts_of(memory) == ["I like plums."]
    assert SECRET.encode() not in words_of(memory)
    assert memory.check().problems == ()


def test_k30_a_schema_on_a_drawn_belief_goes_with_it(open_memory: OpenMemory) -> None:
    """The receipt says so."""
    memory = open_memory(mind=ScriptedMind())
    (id,) = told(memory, "I have two cats.")
    put(memory, AddNode("schema", "Fond of cats.", "pets", 0.7, (beliefs_of(memory)[0].key,)), embed=True)
    assert dict(memory.forget(id).removed)["nodes"] == 1
    assert memory.check().problems == ()


def test_k31_a_mind_is_shown_nothing_of_another_space(open_memory: OpenMemory) -> None:
    """Same words, same session names, same speakers: neither known beliefs, nor recent turns, nor the summary cross; nor does a claim."""
    theirs, ours = ScriptedMind(full, summary=f"They spoke of {SECRET}."), ScriptedMind(full, summary="They spoke of cats.")
    a, b = open_memory(space="a", mind=theirs), open_memory(space="b", mind=ours)
    told(a, f"I keep a {SECRET} cat.", f"The {SECRET} cat is old.")
    a.add(f"Another {SECRET} waits.", decide="later")
    told(b, "I keep a cat.", "The cat is old.")
    b.settle()
    b.add(Message("My cat sleeps.", session="s"))
    assert not any(SECRET in request.turns[0].text.lower() for request in ours.requests)
    assert [message.state for message in a.list()][:1] == ["pending"]
    assert len(texts_of(b)) == 3
    assert b.profile().facts[0].belief.text in texts_of(b)
    for use in (b.why, b.history, b.get, b.pin, lambda id: b.correct(id, "Mine.")):
        with pytest.raises(UnknownId):
            use(beliefs_of(a)[0].id)
    assert texts_of(a) == [f"I keep a {SECRET} cat.", f"The {SECRET} cat is old."]


def forgetting(open_memory: OpenMemory, path: Path, armed: list[str], purpose: str) -> Callable[[Request], None]:
    """Another process that forgets what is armed while a mind thinks about that."""

    def come_between(request: Request) -> None:
        if armed and request.purpose == purpose:
            meanwhile = open_memory(path)
            meanwhile.forget(armed.pop())
            meanwhile.close()

    return come_between


@pytest.mark.parametrize("purpose", ["extract", "reconcile"])
@pytest.mark.parametrize("victim", [0, 1, 2])
def test_k29_a_message_forgotten_while_the_mind_thinks_leaves_nothing(open_memory: OpenMemory, purpose: str, victim: int) -> None:
    """Whether it is one that is being decided about or one shown before: nothing rests on it, and the others are decided anew."""
    armed: list[str] = []
    path = beside(open_memory, 1)
    mind = ScriptedMind(full, before=forgetting(open_memory, path, armed, purpose), summary="They spoke.")
    memory = open_memory(path, mind=mind)
    texts = [f"I keep a {SECRET} number {n}." if n == victim else f"I like plum number {n}." for n in range(3)]
    first = told(memory, texts[0])
    both = memory.add(
        [Message(text, session="s", said_at=Moment(START_MS + DAY_MS + n)) for n, text in enumerate(texts[1:])], decide="later"
    ).ids
    armed.append((*first, *both)[victim])
    report = memory.settle()
    assert (report.waiting, report.fault) == (0, None)
    assert sorted(texts_of(memory)) == sorted(text for n, text in enumerate(texts) if n != victim)
    assert SECRET.encode() not in words_of(memory)
    assert {message.state for message in memory.list()} == {"done"}
    assert memory.check().problems == ()


@pytest.mark.parametrize("name", ["DUPLICATE", "UPDATE", "SUPERSEDE", "relation"])
def test_k29_a_belief_forgotten_while_the_mind_compares_with_it_is_not_built_upon(open_memory: OpenMemory, name: str) -> None:
    """Whatever was decided about it is decided once more without it, relations too."""

    def decide(shown: Shown) -> dict[str, Any]:
        if not shown.known or name == "relation":
            return operation("ADD")
        return operation(name, "K1", f"{shown.known['K1']} And more.")

    armed: list[str] = []
    path = beside(open_memory, 1)
    relations = [{"source": "I1", "target": "K1", "predicate": "implies", "description": SECRET, "weight": 0.9}]
    mind = ScriptedMind(
        decide=decide, before=forgetting(open_memory, path, armed, "reconcile"), relations=relations if name == "relation" else ()
    )
    memory = open_memory(path, mind=mind)
    victim = told(memory, f"I keep a {SECRET}.")
    armed.extend(victim)
    told(memory, "I keep something.", session="t", start=1)
    assert not armed
    assert texts_of(memory, current=False) == ["I keep something."]
    assert rows(memory, "SELECT count(*) FROM relation") == [(0,)]
    assert SECRET.encode() not in words_of(memory)
    assert memory.check().problems == ()
