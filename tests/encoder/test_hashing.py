"""The encoder without a model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.errors import UsageError

readable_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: not text.isspace())


def test_vectors_never_change() -> None:
    """The features of a known word lie where they lay in the first version, in any process."""
    vector = HashEncoder(16).encode_query("cat")
    unscaled = np.round(vector / np.abs(vector[vector != 0]).min()).astype(int)
    assert unscaled.tolist() == [0, 0, -1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, -1, 0, 0]


@given(readable_text)
def test_any_readable_text_has_a_direction(text: str) -> None:
    """Whatever Unicode comes, the vector is finite and of length one."""
    assert np.linalg.norm(HashEncoder(8).encode_query(text)) == pytest.approx(1, abs=1e-5)


def test_case_and_width_are_folded() -> None:
    """Upper case and full-width forms are the same words."""
    encoder = HashEncoder()
    assert np.array_equal(encoder.encode_query("BERGEN ｒａｉｎ"), encoder.encode_query("bergen rain"))


def test_widths_have_different_digests() -> None:
    """Another width is another encoder."""
    assert HashEncoder(32).identity.digest != HashEncoder(64).identity.digest


def test_a_width_too_small_is_refused() -> None:
    """Fewer than eight dimensions are a usage error."""
    with pytest.raises(UsageError, match="at least 8"):
        HashEncoder(4)
