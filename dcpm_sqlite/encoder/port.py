"""The port: what the rest of the package asks of an encoder.

An encoder turns a text into a direction. Every vector is float32, finite and of length one, so that the
dot product of two vectors is their cosine. A question and a passage may be encoded differently; both
lie in one space. Nothing here touches the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.errors import EncoderError, RefusedText

F32: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EncoderIdentity:
    """Which encoder made a vector; stored in the file and compared at each open (K38, X-10).

    name: for people; digest: hex sha256 over everything that determines vectors (weights, tokenizer,
    encoder.json); width: length of a vector; query_prefix, passage_prefix: put before each text by the
    encoder itself; max_tokens: what lies beyond is not read.
    """

    name: str
    digest: str
    width: int
    query_prefix: str
    passage_prefix: str
    max_tokens: int


class Encoder(Protocol):
    """One sentence encoder. Methods may be called from several threads."""

    @property
    def identity(self) -> EncoderIdentity:
        """Known without loading any weights."""
        ...

    def encode_query(self, text: str) -> F32:
        """The direction (width,) of a question. Raises RefusedText, EncoderError."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> F32:
        """The directions (n, width) of passages; row i does not depend on the other rows."""
        ...


def readable(text: str) -> str:
    """`text` itself, if an encoder can read it.

    Raises RefusedText for white space alone and for lone surrogates, which stand for no character: to
    replace them silently would give two different texts one vector (K40, K43).
    """
    if not text or text.isspace():
        raise RefusedText("there is nothing to encode: the text is empty or white space; leave it out")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as fault:
        raise RefusedText(
            f"the text holds a lone surrogate at character {fault.start}, which is not valid Unicode; "
            "decode its source again, for example with errors='replace'"
        ) from None
    return text


def unit(vector: NDArray[np.floating], *, source: str) -> F32:
    """`vector` (width,) scaled to length one as float32.

    Raises EncoderError if a value is not finite or all are zero: such a vector would come back first from
    every search. `source` names the encoder in the message.
    """
    length = float(np.linalg.norm(vector.astype(np.float64)))
    if not np.isfinite(length) or length == 0.0:
        raise EncoderError(
            f"encoder {source} made a vector with no direction (NaN, infinite or all zero); "
            "its model file is damaged or made for another runtime: get it again, or choose another encoder"
        )
    return (vector / length).astype(np.float32)
