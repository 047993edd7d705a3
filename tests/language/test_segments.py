from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.segments import MAX_CHARS, passages

_CHARS = st.sampled_from("ab .!?\n。！」用户腾é\u0301\u200d😀👍🏽🇩🇪\u1112\u1161")


@given(st.text(_CHARS, max_size=400), st.integers(1, 40))
def test_spans_cover_the_text_in_order(text: str, max_chars: int) -> None:
    """Every character lies in exactly one span, and each span holds more than white space unless the text does not."""
    spans = passages(text, max_chars=max_chars)
    assert "".join(text[a:b] for a, b in spans) == text
    assert all(a < b for a, b in spans)
    assert all(text[a:b].strip() for a, b in spans) or not text.strip()
    assert all(len(text[a:b].strip()) <= max_chars for a, b in spans)


@pytest.mark.parametrize("text", ["hi", "One. Two.\n\nThree.", "x" * MAX_CHARS, " "])
def test_a_short_text_is_one_span(text: str) -> None:
    """What fits is not cut."""
    assert passages(text) == ((0, len(text)),)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("aaaa bbbb. cccc\n\ndddd. eeee ffff gggg", "aaaa bbbb. cccc\n\n"),
        ("aaaa bbbb cccc. dddd eeee ffff", "aaaa bbbb cccc. "),
        ("aaaaaaaaa bbbbbbb cccccccc", "aaaaaaaaa bbbbbbb "),
        ("用户很好。我们很好", "用户很好。"),
        ("a" * 30, "a" * 20),
    ],
)
def test_cuts_fall_at_paragraph_then_sentence_then_word(text: str, first: str) -> None:
    """The coarsest boundary in the second half of the window wins."""
    a, b = passages(text, max_chars=20)[0]
    assert text[a:b] == first


@pytest.mark.parametrize("unit", ["e\u0301", "👍🏽", "👩\u200d🚀", "🇩🇪"])
@pytest.mark.parametrize("max_chars", [19, 20, 21])
def test_a_written_character_is_not_parted(unit: str, max_chars: int) -> None:
    """Accents, skin tones, joined emoji and flags stay whole."""
    text = unit * 40
    assert all(a % len(unit) == 0 for a, _ in passages(text, max_chars=max_chars))


def test_dense_scripts_get_shorter_spans() -> None:
    """A Chinese character counts as three, so that the encoder sees all of a span."""
    assert max(b - a for a, b in passages("用户服务器" * 500)) == MAX_CHARS // 3


@pytest.mark.parametrize("text", ["word and more. " * 13_334, "用" * 200_000, "\n" * 200_000 + "x", "\u0301" * 200_000, "x" * 200_000])
def test_long_texts_are_cut_to_their_end_in_linear_time(text: str) -> None:
    """200,000 characters are covered within a second, whatever they are (K40)."""
    started = time.perf_counter()
    spans = passages(text)
    assert time.perf_counter() - started < 3
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
