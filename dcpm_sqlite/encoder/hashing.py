"""An encoder without a model: words and character trigrams hashed into a few dimensions.

The double for tests, and a fallback for people without a model. It knows spelling, not meaning: texts
that share words are near each other. Its vectors are the same in every process and on every platform.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np

from dcpm_sqlite.encoder.port import F32, EncoderIdentity, readable, unit
from dcpm_sqlite.errors import UsageError

_RECIPE = "words x2 and trigrams x1, NFKC casefold, signed blake2b-64, version 1"
_WORD = re.compile(r"\w+")
_MAX_WORDS = 512
_LONGEST_WORD = 64  # characters of a word that are read: bounds the cost of a text without spaces
_WORD_WEIGHT = 2.0


class HashEncoder:
    """Deterministic feature hashing; see `Encoder` for the contract.

    width: length of a vector, at least 8. A token, for `max_tokens`, is a word.
    """

    __slots__ = ("_identity",)

    def __init__(self, width: int = 64) -> None:
        if width < 8:
            raise UsageError(f"a hash encoder needs a width of at least 8, not {width}")
        digest = hashlib.sha256(f"{_RECIPE}; width {width}".encode()).hexdigest()
        self._identity = EncoderIdentity(f"hash-{width}", digest, width, "", "", _MAX_WORDS)

    @property
    def identity(self) -> EncoderIdentity:
        """Name, digest and width; there is nothing to load."""
        return self._identity

    def encode_query(self, text: str) -> F32:
        """The direction (width,) of a question. Raises RefusedText."""
        return self._encode(text)

    def encode_passages(self, texts: Sequence[str]) -> F32:
        """The directions (n, width) of passages. Raises RefusedText."""
        rows = np.empty((len(texts), self._identity.width), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._encode(text)
        return rows

    def _encode(self, text: str) -> F32:
        folded = unicodedata.normalize("NFKC", readable(text)).casefold()
        sums = np.zeros(self._identity.width, np.float64)
        for feature, weight in _features(folded):
            index, sign = _bucket(feature, self._identity.width)
            sums[index] += sign * weight
        if not sums.any():  # no word in it, or features that cancel out: the text as a whole is the feature
            index, sign = _bucket(folded, self._identity.width)
            sums[index] = sign
        return unit(sums, source=self._identity.name)


def _features(folded: str) -> Iterator[tuple[str, float]]:
    for match in itertools.islice(_WORD.finditer(folded), _MAX_WORDS):
        word = match.group()[:_LONGEST_WORD]
        yield word, _WORD_WEIGHT
        padded = f"^{word}$"
        for start in range(len(padded) - 2):
            yield "#" + padded[start : start + 3], 1.0


def _bucket(feature: str, width: int) -> tuple[int, float]:
    digest = hashlib.blake2b(feature.encode("utf-8"), digest_size=8).digest()
    number = int.from_bytes(digest, "little")
    return (number >> 1) % width, 1.0 if number & 1 else -1.0
