"""Which entities may be one: proposals, by writing and by meaning, that leave out who is surely two."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.encoder import F32, HashEncoder
from dcpm_sqlite.records import Mention
from tests.conftest import OpenMemory
from tests.doubles import belief, put
from tests.store.beliefs_by_hand import message


class TwinEncoder(HashEncoder):
    """Whatever is called a bike or a bicycle, with or without a number, means the same."""

    __slots__ = ()

    def encode_passages(self, texts: Any) -> F32:
        """The hash encoder's, but for these."""
        same = [text if "cycle" not in text else "bike" for text in texts]
        return np.asarray(super().encode_passages(["bike" if text.startswith("bike") else text for text in same]), np.float32)


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memory:
    """A memory to which a bike is a bicycle."""
    return open_memory(encoder=TwinEncoder(width=64))


def mention(memory: Memory, *named: tuple[str, str | None]) -> None:
    """A belief that mentions them."""
    put(memory, belief("something", mentions=tuple(Mention(name, "subject", category) for name, category in named)))


def pairs(memory: Memory) -> list[tuple[str, str, str]]:
    """Who may be whom, and why."""
    return [(pair.one.name, pair.other.name, pair.because) for pair in memory.likely_entities()]


def test_the_surest_first(memory: Memory) -> None:
    """By writing before by meaning; nothing is changed by asking."""
    for name in ("bike", "bicycle", "Katherine", "Anna", "N.Y.C.", "Catherine", "Anna Berg", "New York City"):
        mention(memory, (name, None))
    before = memory.entities()
    assert pairs(memory) == [
        ("Anna", "Anna Berg", "one is the other in full"),
        ("N.Y.C.", "New York City", "initials"),
        ("Katherine", "Catherine", "a letter apart"),
        ("bike", "bicycle", "near in meaning"),
    ]
    assert memory.likely_entities()[-1].nearness == 1
    assert memory.entities() == before


def test_people_are_never_held_together_by_meaning(memory: Memory) -> None:
    """Nor what digits tell apart, nor a person and a thing."""
    mention(memory, ("bike", "person"))
    mention(memory, ("bicycle", "person"))
    assert pairs(memory) == []
    mention(memory, ("bike 1", None))
    mention(memory, ("bicycle 2", None))
    assert pairs(memory) == []
    mention(memory, ("bikes", "thing"))
    mention(memory, ("motorcycle", "person"))
    assert pairs(memory) == []


def test_a_person_and_something_else_are_two(memory: Memory) -> None:
    """However alike they are called."""
    mention(memory, ("Katherine", "person"))
    mention(memory, ("Catherine", "ship"))
    assert pairs(memory) == []


def test_two_speakers_are_two(memory: Memory) -> None:
    """They speak for themselves."""
    for name in ("Katherine", "Catherine"):
        message(memory, f"Words of {name}.", party=name)
        mention(memory, (name, None))
    assert pairs(memory) == []


def test_what_one_belief_mentions_together_is_two(memory: Memory) -> None:
    """Under any of their names: Catherine who met Katherine is somebody else."""
    mention(memory, ("Katherine", None))
    mention(memory, ("Catherine", None))
    assert len(pairs(memory)) == 1
    mention(memory, ("Zoe", None), ("Katherine", None))
    memory.merge_entities("Catherine", "Zoe")
    assert pairs(memory) == []


def test_a_merge_that_was_taken_back_is_not_proposed_again(memory: Memory) -> None:
    """The user said that they are two."""
    mention(memory, ("Katherine", None))
    mention(memory, ("Catherine", None))
    memory.undo(memory.merge_entities("Catherine", "Katherine"))
    assert pairs(memory) == []


def test_a_name_without_a_letter_is_no_matter_of_meaning(memory: Memory) -> None:
    """There is nothing in it to encode."""
    for name in ("***", "bike", "bicycle"):
        mention(memory, (name, None))
    assert [pair[:2] for pair in pairs(memory)] == [("bike", "bicycle")]


def test_an_empty_memory_has_none(memory: Memory) -> None:
    """Before anything was kept."""
    assert memory.entities() == memory.likely_entities() == ()
