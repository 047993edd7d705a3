"""There is no answering without a model: words that were found are not an answer, and pretending so would mislead."""

from __future__ import annotations

from typing import NoReturn

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.investigation.answering.offer import Offer


def answer(_: Offer) -> NoReturn:
    """Raises UsageError."""
    raise UsageError(
        "Answering needs a language model: name one with --mind or the variable DCPM_MIND (anthropic:MODEL or openai:URL#MODEL). "
        "`dcpm investigate` finds the evidence without one."
    )
