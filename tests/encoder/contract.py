"""What every encoder must do; a test class inherits it and gives a fixture `encoder`."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from dcpm_sqlite.encoder import Encoder
from dcpm_sqlite.errors import RefusedText

TEXTS = ["the cat sleeps in the garden", "I live in Bergen", "👍🏽", "where do I live?", "...", "猫が寝ている"]


class EncoderContract:
    """Inherit and provide `encoder`."""

    def test_identity_is_complete(self, encoder: Encoder) -> None:
        """The identity has a name, a sha256 and positive sizes."""
        identity = encoder.identity
        assert identity.name
        assert re.fullmatch("[0-9a-f]{64}", identity.digest)
        assert identity.width > 0
        assert identity.max_tokens > 0

    def test_vectors_are_directions(self, encoder: Encoder) -> None:
        """Vectors are float32, finite, of length one and of the stated width."""
        rows = encoder.encode_passages(TEXTS)
        assert rows.shape == (len(TEXTS), encoder.identity.width)
        query = encoder.encode_query(TEXTS[0])
        assert query.shape == (encoder.identity.width,)
        assert rows.dtype == query.dtype == np.float32
        assert np.isfinite(rows).all()
        assert np.allclose(np.linalg.norm([*rows, query], axis=1), 1, atol=1e-5)

    def test_a_row_does_not_depend_on_its_neighbours(self, encoder: Encoder) -> None:
        """A passage has the same bits alone, in company, and the second time."""
        rows = encoder.encode_passages(TEXTS)
        for text, row in zip(TEXTS, rows, strict=True):
            assert np.array_equal(encoder.encode_passages([text])[0], row)

    def test_no_passages_give_no_rows(self, encoder: Encoder) -> None:
        """An empty list gives an array of shape (0, width)."""
        assert encoder.encode_passages([]).shape == (0, encoder.identity.width)

    def test_a_shared_sentence_is_nearer(self, encoder: Encoder) -> None:
        """A question is nearer to a passage with its words than to another."""
        same, other = encoder.encode_passages(["the cat sleeps in the garden", "I live in Bergen"])
        query = encoder.encode_query("where sleeps the cat")
        assert query @ same > query @ other

    @pytest.mark.parametrize("text", ["", " ", "\n\t", "half \ud83d emoji"])
    def test_unreadable_text_is_refused(self, encoder: Encoder, text: str) -> None:
        """Blank text and lone surrogates are refused, in a question and in a passage (K40, K43)."""
        with pytest.raises(RefusedText):
            encoder.encode_query(text)
        with pytest.raises(RefusedText):
            encoder.encode_passages(["fine", text])

    def test_long_text_is_cut(self, encoder: Encoder) -> None:
        """What lies beyond max_tokens changes nothing."""
        long = "cat " * encoder.identity.max_tokens
        rows = encoder.encode_passages([long + "rain", long + "dog " * 1000])
        assert np.array_equal(rows[0], rows[1])

    def test_threads_may_share_it(self, encoder: Encoder) -> None:
        """Calls from several threads give what one thread gets."""
        expected = [encoder.encode_query(text) for text in TEXTS]
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(encoder.encode_query, TEXTS * 2))
        assert all(np.array_equal(one, two) for one, two in zip(made, expected * 2, strict=True))
