"""Public ids: short, ordered by time, read back without loss."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.errors import UnknownId
from dcpm_sqlite.store.ids import LENGTH, UidSource, as_number, as_text

UIDS = st.integers(0, 2**63 - 1)


@given(UIDS)
def test_a_text_reads_back_as_its_number(uid: int) -> None:
    """13 characters hold all of a uid, in either case of letters and with white space around."""
    text = as_text(uid)
    assert len(text) == LENGTH == 13
    assert as_number(text) == as_number(f" {text.upper()} ") == uid


@given(UIDS, UIDS)
def test_texts_sort_as_their_numbers(a: int, b: int) -> None:
    """Sorting ids as texts sorts them by time."""
    assert (as_text(a) < as_text(b)) == (a < b)


@given(st.lists(st.integers(0, 2**42 - 2), min_size=2, max_size=40))
def test_a_source_s_uids_rise_even_when_the_clock_goes_back(times: list[int]) -> None:
    """Each uid is above the one before, whatever the clock says."""
    source = UidSource()
    made = [source.next(t) for t in times]
    assert all(a < b for a, b in itertools.pairwise(made))


def test_a_uid_begins_with_its_time() -> None:
    """42 bits of milliseconds come before the chance."""
    assert UidSource().next(1_767_225_600_000) >> 21 == 1_767_225_600_000


@pytest.mark.parametrize(("written", "read"), [("o", "0"), ("O", "0"), ("i", "1"), ("L", "1")])
def test_letters_that_look_like_digits_are_read_as_digits(written: str, read: str) -> None:
    """Nobody has to tell O from 0, or I and l from 1."""
    assert as_number("0" * 12 + written) == as_number("0" * 12 + read)


@pytest.mark.parametrize("text", ["", "0" * 12, "0" * 14, "u" * 13, "0" * 12 + "-", "0" * 12 + "é"])
def test_anything_else_is_no_id(text: str) -> None:
    """A wrong length or letter is told as such."""
    with pytest.raises(UnknownId, match="is no id"):
        as_number(text)
