"""Where a state belongs in its chain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.records import Stretch
from dcpm_sqlite.writing.chains import Chain, place_of
from tests.writing.values import item, state


def test_a_state_stands_where_it_was_said_unless_it_lay_before_or_ahead() -> None:
    """Never at what it speaks of (K46)."""
    assert place_of(item("x", said_ms=5)) == (5, 5)
    assert place_of(item("x", said_ms=5, holds=Stretch(2, None, "day"))) == (5, 5)  # still so when it was said
    assert place_of(item("x", said_ms=5, holds=Stretch(2, 5, "day"))) == (2, 5)  # over by then
    assert place_of(item("x", said_ms=5, holds=Stretch(2, 6, "day"))) == (5, 5)
    assert place_of(item("x", said_ms=5, holds=Stretch(7, None, "day"))) == (7, 5)  # ahead
    assert place_of(item("x", said_ms=5, holds=Stretch(None, 9, "day"))) == (5, 5)
    assert place_of(item("x", said_ms=5, about=Stretch(1, 2, "day"))) == (5, 5)
    assert place_of(state("x", said_ms=5, holds_from=0)) == (5, 5)


def test_of_equal_places_the_later_comes_later() -> None:
    """As two corrections in one message."""
    chain = Chain.of([state("a", 1), state("b", 2)])
    assert chain.insert(3, chain.places[0]) == (2, None)
    assert chain.states == [1, 2, 3]


def test_a_late_older_state_comes_first_or_between() -> None:
    """Its neighbours are told, None at the ends (K24)."""
    chain = Chain.of([state("a", 1, said_ms=10), state("b", 2, said_ms=20)])
    assert chain.insert(3, (15, 15)) == (1, 2)
    assert chain.insert(4, (1, 1)) == (None, 1)
    assert chain.insert(5, (20, 30)) == (2, None)
    assert chain.states == [4, 1, 3, 2, 5]


@given(st.lists(st.integers(0, 20), min_size=1), st.integers(0, 20))
def test_the_stored_order_is_kept_whatever_the_times_say(said: list[int], place: int) -> None:
    """Pointers are a chain's order; what is put in finds exactly one place in it."""
    stored = [state("x", n, said_ms=ms) for n, ms in enumerate(said, 1)]
    chain = Chain.of(stored)
    before, after = chain.insert(99, (place, place))
    assert [ref for ref in chain.states if ref != 99] == [b.key for b in stored]
    at = chain.states.index(99)
    assert before == (chain.states[at - 1] if at else None)
    assert after == (chain.states[at + 1] if at + 1 < len(chain.states) else None)
    assert chain.places == sorted(chain.places)
