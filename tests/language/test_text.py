from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.errors import RefusedText
from dcpm_sqlite.language.text import fold, require_storable


@pytest.mark.parametrize(
    ("text", "word"),
    [("", "empty"), (" \n\t\u3000", "white space"), ("a\0b", "NUL"), ("hello \ud83d there", "surrogate")],
)
def test_what_cannot_be_kept_is_refused_with_a_reason(text: str, word: str) -> None:
    """Empty texts, NUL and lone surrogates are refused, and the message names the trouble (K40)."""
    with pytest.raises(RefusedText, match=word):
        require_storable(text)


@pytest.mark.parametrize("text", [" a ", "😀", "用户", "x" * 200_000, "line\r\nline", "\u200d"])
def test_a_storable_text_comes_back_unchanged(text: str) -> None:
    """Nothing is trimmed or normalised."""
    assert require_storable(text) is text


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoë", "ZOE\u0308"), ("Straße", "STRASSE"), ("Ａnna  Lee", "anna lee"), ("a\n\tb ", "A b"), ("ﬁne", "Fine")],
)
def test_spellings_of_the_same_words_fold_alike(one: str, other: str) -> None:
    """Case, width, normal form and white space do not tell names apart."""
    assert fold(one) == fold(other)


@given(st.text())
def test_folding_is_its_own_folding(text: str) -> None:
    """Folded text stays as it is when folded again."""
    assert fold(fold(text)) == fold(text)
