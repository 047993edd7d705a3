"""Whom and what beliefs mention: one entity under all its names (REALM R-02, R-11)."""

from __future__ import annotations

from dcpm_sqlite import Memory
from dcpm_sqlite.records import Mention
from dcpm_sqlite.store import entities as stored
from tests.conftest import OpenMemory
from tests.doubles import belief, put, rows, store_of
from tests.store.beliefs_by_hand import message


def mentioning(memory: Memory, *mentions: Mention, keywords: tuple[str, ...] = ()) -> int:
    """A belief that mentions them; its key."""
    return put(memory, belief("something about somebody", mentions=mentions, keywords=keywords))[0]


def entities(memory: Memory) -> list[tuple[str, str | None, list[str]]]:
    """Name, category and folded names of each, oldest first."""
    found = rows(memory, "SELECT id, name, category FROM entity ORDER BY id")
    return [(n, c, [r[0] for r in rows(memory, "SELECT folded FROM entity_name WHERE entity = ? ORDER BY 1", i)]) for i, n, c in found]


def test_one_entity_under_its_name_however_written(memory: Memory) -> None:
    """Case, width and spaces don't make another; the first writing stays its name."""
    mentioning(memory, Mention("Anna Berg", "subject"))
    mentioning(memory, Mention("ANNA  BERG", "subject"))
    assert entities(memory) == [("Anna Berg", None, ["anna berg"])]


def test_an_alias_finds_it_and_is_learnt(memory: Memory) -> None:
    """By its name or any alias, in either direction; it learns the category that it lacked, and keeps the first."""
    mentioning(memory, Mention("New York City", "subject", aliases=("NYC",)))
    mentioning(memory, Mention("NYC", "subject", category="place"))
    mentioning(memory, Mention("Big Apple", "subject", category="fruit", aliases=("nyc",)))
    assert entities(memory) == [("New York City", "place", ["big apple", "new york city", "nyc"])]


def test_the_own_name_goes_before_an_alias(memory: Memory) -> None:
    """Where its name and its alias belong to two, the name says which is meant."""
    mentioning(memory, Mention("Robert", "subject"))
    mentioning(memory, Mention("Bob", "subject"))
    key = mentioning(memory, Mention("Robert", "subject", aliases=("Bob",)))
    assert rows(memory, "SELECT e.name FROM mention AS m JOIN entity AS e ON e.id = m.entity WHERE m.belief = ?", key) == [("Robert",)]


def test_of_two_with_one_name_the_latest_is_meant(memory: Memory) -> None:
    """Which Anna was meant is for a correction to say; none is made anew."""
    mentioning(memory, Mention("Anna Berg", "subject", aliases=("Anna",)))
    mentioning(memory, Mention("Anna Holm", "subject"))
    mentioning(memory, Mention("Anna Holm", "subject", aliases=("Anna",)))
    key = mentioning(memory, Mention("anna", "subject"))
    assert rows(memory, "SELECT e.name FROM mention AS m JOIN entity AS e ON e.id = m.entity WHERE m.belief = ?", key) == [("Anna Holm",)]
    assert len(entities(memory)) == 2


def test_a_speaker_is_the_entity_of_that_name(memory: Memory) -> None:
    """Whether somebody spoke before or after being mentioned."""
    message(memory, "Words.", party="Ann")
    mentioning(memory, Mention("ann", "subject"), Mention("Ben", "subject"))
    owner = "SELECT e.name, p.name FROM entity AS e LEFT JOIN party AS p ON p.id = e.party ORDER BY e.id"
    assert rows(memory, owner) == [("ann", "Ann"), ("Ben", None)]
    message(memory, "Words too.", party="Ben")
    mentioning(memory, Mention("Ben", "subject"))
    assert rows(memory, owner) == [("ann", "Ann"), ("Ben", "Ben")]


def test_roles_are_apart_and_repetitions_are_one(memory: Memory) -> None:
    """A belief may mention one in several roles, each once."""
    key = mentioning(memory, Mention("Ann", "subject"), Mention("Ann", "object"), Mention("ANN", "object"))
    assert rows(memory, "SELECT role FROM mention WHERE belief = ? ORDER BY role", key) == [("object",), ("subject",)]


def test_keywords_are_folded_and_blank_ones_left_out(memory: Memory) -> None:
    """As they are looked up by."""
    key = mentioning(memory, keywords=("Green  Tea", "green tea", "  "))
    assert rows(memory, "SELECT keyword FROM belief_keyword WHERE belief = ?", key) == [("green tea",)]


def test_spaces_have_their_own(open_memory: OpenMemory) -> None:
    """The same name in two spaces is two (K31)."""
    one, two = open_memory(), open_memory(space="two")
    mentioning(one, Mention("Ann", "subject"))
    mentioning(two, Mention("Ann", "subject"))
    assert [r[0] >> 32 for r in rows(one, "SELECT id FROM entity ORDER BY id")] == [1, 2]
    assert one.check().problems == ()


def test_forgetting_the_last_mention_forgets_the_name(memory: Memory) -> None:
    """A name is words of what was forgotten (K27)."""
    put(memory, belief("knows Zebulon", mentions=(Mention("Zebulon", "subject", aliases=("Zeb",)),)))
    message(memory, "Words.")
    memory.forget(whole_space=True)
    assert rows(memory, "SELECT name FROM entity") == rows(memory, "SELECT folded FROM entity_name") == []


def test_what_beliefs_share(memory: Memory) -> None:
    """Each belief's entities in one statement, one in two roles once; a belief without any is left out."""
    one = mentioning(memory, Mention("Ann", "subject"), Mention("Oslo", "place"), Mention("Ann", "object"))
    two = mentioning(memory, Mention("Oslo", "place"))
    three = mentioning(memory)
    with store_of(memory).file.read() as db:
        found = stored.shared(db, [one, two, three])
    names = {key: {rows(memory, "SELECT name FROM entity WHERE id = ?", entity)[0][0] for entity in found[key]} for key in found}
    assert names == {one: {"Ann", "Oslo"}, two: {"Oslo"}}
    assert found[one] & found[two] == found[two]
