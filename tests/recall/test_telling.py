"""Hits that say the same take one place, and the later of two that say otherwise leads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dcpm_sqlite import Memory, Message, Moment
from dcpm_sqlite.recall.telling import Scored, Told, later_first
from dcpm_sqlite.records import Belief, Reason, Source
from dcpm_sqlite.store.changes import AddSource
from tests.doubles import DAY_MS, START_MS, Quote, belief, key_of, put

NO_REASON = Reason((), None, None)


def scored(key: int, score: float, *, kind: str = "passage", said_ms: int = 0, held: bytes = b"\xc0", share: float = 0.8) -> Scored:
    """A candidate; by default it holds two words and most of the question."""
    return Scored(kind, key, score, NO_REASON, said_ms, held, share)


def state(key: int) -> Belief:
    """A belief by its key."""
    return Belief(key, str(key), "fact", "fact", f"state {key}", None, "other", 0.5, False, key, None, None, None, None, key)


def keys(items: list[Scored]) -> list[int]:
    """Their keys in order."""
    return [item.key for item in items]


def test_of_two_that_hold_the_same_words_the_later_leads() -> None:
    """Their places stay those two; what stands between them stays there."""
    items = [scored(1, 1.0, said_ms=10), scored(2, 0.99, held=b"\x80"), scored(3, 0.95, said_ms=20)]
    assert keys(later_first(items)) == [3, 2, 1]


@pytest.mark.parametrize(
    "other",
    [
        {"held": b"\x80"},  # other words of the question
        {"score": 0.5},  # far less good
        {"share": 0.2},  # hardly anything of the question
    ],
)
def test_a_later_hit_that_is_no_match_for_the_first_stays_behind(other: dict[str, object]) -> None:
    """Recency alone moves nothing."""
    later = replace(scored(2, 0.99, said_ms=20), **other)  # type: ignore[arg-type]
    first = scored(1, 1.0, said_ms=10, share=float(other.get("share", 0.8)))  # type: ignore[arg-type]
    assert keys(later_first([first, later])) == [1, 2]


def test_a_message_and_the_belief_that_repeats_it_take_one_place() -> None:
    """The better of them is shown."""
    told = Told({1: {7: 0.9}}, {7: (state(7),)}, {7: (Source("m", 0, 5),)})
    passage, drawn = scored(1, 1.0), scored(7, 0.9, kind="belief", held=b"\x01")
    assert keys(told.distinct([passage, drawn], 5)) == [1]
    assert keys(told.distinct([replace(drawn, score=1.1), passage], 5)) == [7]


def test_a_belief_that_only_repeats_a_part_of_a_shown_message_is_left_out() -> None:
    """The other way round both are shown: most of what the message says stands nowhere else."""
    told = Told({1: {7: 0.3}}, {7: (state(7),)}, {7: (Source("m", 0, 5),)})
    passage, drawn = scored(1, 1.0), scored(7, 0.9, kind="belief", held=b"\x01")
    assert keys(told.distinct([passage, drawn], 5)) == [1]
    assert keys(told.distinct([replace(drawn, score=1.1), passage], 5)) == [7, 1]


def test_a_belief_that_rests_on_more_than_is_shown_is_shown_too() -> None:
    """Another message says it as well."""
    told = Told({1: {7: 0.3}}, {7: (state(7),)}, {7: (Source("m", 0, 5), Source("n", 0, 5))})
    assert keys(told.distinct([scored(1, 1.0), scored(7, 0.9, kind="belief", held=b"\x01")], 5)) == [1, 7]


def test_a_message_that_was_superseded_is_shown_as_its_chain() -> None:
    """A hit on any state brings the chain, led by the current one (D-22), also where only the message was found."""
    chain = (state(7), state(8))
    told = Told({1: {7: 1.0}, 2: {8: 1.0}}, {7: chain, 8: chain}, {})
    assert [(s.kind, s.key) for s in told.distinct([scored(1, 1.0), scored(2, 0.9, held=b"\x01")], 5)] == [("belief", 7)]


def test_k20_a_claim_is_shown_once_not_once_per_restatement(memory: Memory) -> None:
    """Two messages that say the same are one hit, with both as its sources."""
    said = [
        Message(t, said_at=Moment(START_MS + n * DAY_MS), session=f"s{n}")
        for n, t in enumerate(("I take oat milk.", "Oat milk, I take it always."))
    ]
    ids = memory.add(said, decide="later").ids
    one, two = (key_of(memory, id) for id in ids)
    (drawn,) = put(memory, belief("takes oat milk", sources=(Quote(one, 0, 16),)), embed=True)
    put(memory, AddSource(drawn, (Quote(two, 0, 27),)))
    hits = memory.recall("oat milk").hits
    assert [(hit.kind, hit.text) for hit in hits] == [("belief", "takes oat milk")]
    assert set(hits[0].sources) == set(ids)
