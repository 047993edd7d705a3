"""Two entities that turned out to be one: read as one, told apart again, forgotten (REALM R-11)."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import DcpmError, UnknownId, UsageError
from dcpm_sqlite.records import Mention
from dcpm_sqlite.store import entities, merging
from dcpm_sqlite.store.changes import MergeEntities, UnderJob
from tests.conftest import OpenMemory
from tests.doubles import belief, put, rows, store_of
from tests.store.beliefs_by_hand import job, message, quoting


def mentioning(memory: Memory, *names: str, category: str | None = None) -> int:
    """A belief that mentions them; its key."""
    return put(memory, belief(f"something about {names}", mentions=tuple(Mention(name, "subject", category) for name in names)))[0]


def key(memory: Memory, name: str) -> int:
    """The entity of that very name."""
    return int(rows(memory, "SELECT id FROM entity WHERE name = ?", name)[0][0])


def state(memory: Memory) -> list[list[tuple[Any, ...]]]:
    """All that is stored of entities."""
    return [
        rows(memory, f"SELECT * FROM {table} ORDER BY 1, 2, 3")
        for table in ("entity", "entity_name AS n JOIN entity ON id = n.entity", "mention")
    ]


def told(memory: Memory) -> list[tuple[str, tuple[str, ...], int]]:
    """Name, aliases and number of beliefs of each, as people see them."""
    return [(one.name, one.aliases, one.beliefs) for one in memory.entities()]


def shared(memory: Memory, *keys: int) -> dict[int, frozenset[int]]:
    """What beliefs share."""
    with store_of(memory).file.read() as db:
        return entities.shared(db, keys)


def test_two_are_read_as_one(memory: Memory) -> None:
    """Under the names of both, counted once per belief, and shared by the beliefs of both."""
    one, two, both = mentioning(memory, "New York"), mentioning(memory, "Gotham"), mentioning(memory, "New York", "Gotham")
    memory.merge_entities("New York", "gotham")
    assert told(memory) == [("New York", ("Gotham",), 3)]
    survivor = frozenset({key(memory, "New York")})
    assert shared(memory, one, two, both) == {one: survivor, two: survivor, both: survivor}


def test_a_merge_is_taken_back_exactly(memory: Memory) -> None:
    """Nothing was moved, so that what was written meanwhile lies where it would have lain."""
    mentioning(memory, "New York")
    mentioning(memory, "Gotham")
    before = state(memory)
    memory.undo(memory.merge_entities("New York", "Gotham"))
    assert state(memory) == before
    done = memory.merge_entities("New York", "Gotham")
    put(memory, belief("a third", mentions=(Mention("gotham", "subject", "place", aliases=("New York",)),)))
    assert told(memory) == [("New York", ("Gotham",), 3)]
    memory.undo(done)
    assert sorted(told(memory)) == [("Gotham", (), 2), ("New York", (), 1)]
    assert memory.check().problems == ()


def test_an_undoing_is_taken_back_too(memory: Memory) -> None:
    """They are one again; but for one that was merged otherwise meanwhile, or the other into it."""
    for name in ("Ann", "Ben", "Cid"):
        mentioning(memory, name)
    memory.undo(memory.merge_entities("Ann", "Ben"))
    (undoing, *_) = memory.jobs()
    memory.undo(undoing.id)
    assert told(memory) == [("Ann", ("Ben",), 2), ("Cid", (), 1)]
    memory.undo(memory.jobs()[0].id)
    undoing = memory.jobs()[0]
    memory.merge_entities("Ben", "Ann")
    memory.undo(undoing.id)
    assert told(memory) == [("Ben", ("Ann",), 2), ("Cid", (), 1)]
    assert memory.check().problems == ()


def test_merges_of_merges(memory: Memory) -> None:
    """A chain of merges counts as its end, and each is taken back by itself, in any order."""
    for name in ("Ann", "Ben", "Cid"):
        mentioning(memory, name)
    first = memory.merge_entities("Ben", "Ann")
    second = memory.merge_entities("Cid", "Ann")  # that is Ben by now, with Ann
    assert told(memory) == [("Cid", ("Ann", "Ben"), 3)]
    memory.undo(first)
    assert sorted(told(memory)) == [("Ann", (), 1), ("Cid", ("Ben",), 2)]
    memory.undo(second)
    assert sorted(told(memory)) == [("Ann", (), 1), ("Ben", (), 1), ("Cid", (), 1)]


def test_what_can_not_be_merged(open_memory: OpenMemory) -> None:
    """One with itself, one that it is already, in a circle, across spaces, somebody unknown, and who of two is not said."""
    memory, elsewhere = open_memory(), open_memory(space="two")
    for name in ("Ann", "Ben"):
        mentioning(memory, name)
    mentioning(elsewhere, "Zed")
    ann, ben = (one.id for one in memory.entities())
    with pytest.raises(UsageError, match="one already"):
        memory.merge_entities(ann, "Ann")
    memory.merge_entities(ann, ben)
    for keep, other in ((ann, ben), (ben, ann)):
        with pytest.raises(UsageError, match="one already"):
            memory.merge_entities(keep, other)
    for other in ("Zed", elsewhere.entities()[0].id, "Nobody"):
        with pytest.raises(UnknownId, match="dcpm entities"):
            memory.merge_entities(ann, other)
    with pytest.raises(UsageError, match="nothing crosses"):
        put(memory, MergeEntities(key(memory, "Ann"), key(memory, "Zed")))
    mentioning(memory, "Cid")
    put(memory, belief("x", mentions=(Mention("Cid", "subject", aliases=("Ben",)),)))
    with pytest.raises(UsageError, match="2 are called 'ben'; say which by its id"):
        memory.merge_entities("ben", "Cid")


def test_of_two_merges_at_once_the_second_sees_the_first(open_memory: OpenMemory) -> None:
    """One of them is made and the other refused, whichever comes first: never a circle."""
    memories = [open_memory(), open_memory()]
    for name in ("Ann", "Ben"):
        mentioning(memories[0], name)
    start, made, refused = threading.Barrier(2), [], []

    def merge(memory: Memory, keep: str, other: str) -> None:
        start.wait()
        try:
            made.append(memory.merge_entities(keep, other))
        except DcpmError as error:
            refused.append(str(error))

    threads = [
        threading.Thread(target=merge, args=(m, *names)) for m, names in zip(memories, (("Ann", "Ben"), ("Ben", "Ann")), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), refused) == (1, ["They are one already."])
    assert memories[0].check().problems == ()


def test_forgetting_the_survivor_leaves_the_others_together(memory: Memory) -> None:
    """Its name is words of what was forgotten and goes; the oldest that is mentioned stands for them, and the merges stay undoable."""
    said = message(memory, "Words of Ann.")
    job(memory, belief("Ann", sources=quoting(said), mentions=(Mention("Ann", "subject"),)))
    for name in ("Ben", "Cid"):
        mentioning(memory, name)
    memory.merge_entities("Ann", "Ben")
    last = memory.merge_entities("Ann", "Cid")
    memory.forget(memory.list()[0].id)
    assert told(memory) == [("Ben", ("Cid",), 2)]
    assert rows(memory, "SELECT 1 FROM entity_name WHERE folded = 'ann'") == []
    assert memory.check().problems == ()
    memory.undo(last)
    assert sorted(told(memory)) == [("Ben", (), 1), ("Cid", (), 1)]


def test_forgetting_what_was_merged_in_between(memory: Memory) -> None:
    """What pointed to it points to what it pointed to."""
    mentioning(memory, "Ann")
    said = message(memory, "Words of Ben.")
    job(memory, belief("Ben", sources=quoting(said), mentions=(Mention("Ben", "subject"),)))
    mentioning(memory, "Cid")
    memory.merge_entities("Ben", "Ann")
    memory.merge_entities("Cid", "Ben")
    memory.forget(memory.list()[0].id)
    assert told(memory) == [("Cid", ("Ann",), 2)]
    memory.forget(whole_space=True)
    assert rows(memory, "SELECT id FROM entity") == rows(memory, "SELECT entity FROM entity_name") == []
    assert memory.check().problems == ()


def test_rebuilding_leaves_merges_as_they_are(memory: Memory) -> None:
    """They are decided, not derived."""
    mentioning(memory, "Ann", "Ben")
    memory.merge_entities("Ann", "Ben")
    before = state(memory)
    memory.rebuild()
    assert state(memory) == before


def test_a_person_by_a_fuller_name_is_the_one_there_is(memory: Memory) -> None:
    """Whichever name came first, the fuller is shown, and accents make no other; it is a merge of the job, and goes with it."""
    mentioning(memory, "Zoé", category="person")
    done = put(memory, UnderJob("add"), belief("x", mentions=(Mention("Zoe van den Berg", "subject", "person"),)))[0]
    assert told(memory) == [("Zoe van den Berg", ("Zoé",), 2)]
    mentioning(memory, "ZOE", category="person")
    assert told(memory) == [("Zoe van den Berg", ("Zoé",), 3)]
    assert ("merge", 1) in memory.jobs()[0].changed
    memory.undo(memory.jobs()[0].id)
    assert told(memory) == [("Zoé", (), 2)]
    assert done


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ([("Anna Berg", "person")], ("Anna Holm", "person")),  # another surname
        ([("Anna Berg", "person"), ("Anna Holm", "person")], ("Anna", "person")),  # which of two
        ([("Anna", "person"), ("Anna Holm", "person"), ("Anna Berg", "person")], ("Anna Lund", "person")),  # Anna is Anna Holm by now
        ([("Anna", None)], ("Anna Berg", "person")),  # Anna may be a ship
        ([("Anna", "person")], ("Anna Karenina", None)),  # and this a book
        ([("Anna", "person")], ("Anna and Ben", "person")),
        ([("Aunt", "person")], ("Aunt May", "person")),  # a title is no name
        ([("Anna", "person")], ("Annabel", "person")),
    ],
)
def test_who_is_not_surely_the_same(memory: Memory, known: list[tuple[str, str | None]], new: tuple[str, str | None]) -> None:
    """Another entity is made where the names don't tell."""
    for name, category in known:
        mentioning(memory, name, category=category)
    before = len(memory.entities())
    mentioning(memory, new[0], category=new[1])
    assert len(memory.entities()) == before + 1


def test_two_speakers_are_two(memory: Memory) -> None:
    """However alike they are called: they speak for themselves."""
    for name in ("Anna", "Anna Berg"):
        message(memory, f"Words of {name}.", party=name)
        mentioning(memory, name)
    assert sorted(one.party or "" for one in memory.entities()) == ["Anna", "Anna Berg"]


def test_the_own_name_goes_before_an_alias_of_another(memory: Memory) -> None:
    """Somebody who is named so, then one of the same category, then the latest."""
    mentioning(memory, "Sam", category="person")
    put(memory, belief("x", mentions=(Mention("Samantha", "subject", "person", aliases=("Sammy",)),)))
    put(memory, belief("x", mentions=(Mention("Sammy", "subject", aliases=("Samantha", "Tammy")),)))
    put(memory, belief("x", mentions=(Mention("Rover", "subject", "dog", aliases=("Sam", "Tammy")),)))
    mentioning(memory, "sam")
    mentioning(memory, "tammy", category="person")
    assert {one.name: one.beliefs for one in memory.entities()} == {"Sam": 3, "Samantha": 3}


def test_the_end_of_a_chain_of_merges(memory: Memory) -> None:
    """The root of what is there; nothing of what is not."""
    mentioning(memory, "Ann")
    mentioning(memory, "Ben")
    memory.merge_entities("Ben", "Ann")
    with store_of(memory).file.read() as db:
        assert merging.root(db, key(memory, "Ann")) == merging.root(db, key(memory, "Ben")) == key(memory, "Ben")
        assert merging.root(db, 7) is None
