"""Messages as turns to be shown to a mind, and how they are parted when they are too long for it at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dcpm_sqlite.language.segments import passages
from dcpm_sqlite.recall.render import rendered_spans
from dcpm_sqlite.records import RawInput
from dcpm_sqlite.writing.extraction.offer import Turn

CONTEXT_CHARS = 600  # of a turn before, or of what an assistant said: enough to know what was asked
LEAST_CHARS = 200  # a shorter part is not halved any more


def turns_of(recent: Sequence[RawInput], batch: Sequence[RawInput]) -> tuple[Turn, ...]:
    """The recent window and the new messages. This library's own rendering inside a message is left out (K2)."""
    before = [Turn(message, max(0, len(message.text) - CONTEXT_CHARS), len(message.text), False) for message in recent]
    return (*before, *(turn for message in batch for turn in _new(message)))


def _new(message: RawInput) -> list[Turn]:
    start, turns = 0, []
    for first, last in [*rendered_spans(message.text), (len(message.text), len(message.text))]:
        if message.text[start:first].strip():
            turns.append(Turn(message, start, first, True))
        start = last
    return turns


def parts(turns: tuple[Turn, ...], max_chars: int) -> list[tuple[Turn, ...]]:
    """The turns in parts of at most max_chars that are drawn from, each after the turns just before it.

    A longer message is cut where passages are, at ends of sentences.
    """
    pieces: list[Turn] = []
    for turn in turns:
        pieces += _cut(turn, max_chars) if turn.is_drawn_from else [_clipped(turn)]
    found: list[tuple[Turn, ...]] = []
    current: list[Turn] = []
    size = 0
    for piece in pieces:
        length = piece.end - piece.start if piece.is_drawn_from else 0
        if size and size + length > max_chars:
            found.append(tuple(current))
            current, size = [replace(t, is_new=False) for t in current[-2:]], 0
        current.append(piece)
        size += length
    return [*found, tuple(current)] if current else found


def _clipped(turn: Turn) -> Turn:
    return replace(turn, start=max(turn.start, turn.end - CONTEXT_CHARS))


def _cut(turn: Turn, max_chars: int) -> list[Turn]:
    if turn.end - turn.start <= max_chars:
        return [turn]
    spans = passages(turn.text, max_chars=max_chars)
    return [replace(turn, start=turn.start + start, end=turn.start + end) for start, end in spans]


def halves(turns: tuple[Turn, ...]) -> list[tuple[Turn, ...]] | None:
    """Two parts with half of what is drawn from each; None where it is too short to be parted."""
    size = sum(turn.end - turn.start for turn in turns if turn.is_drawn_from)
    if size < 2 * LEAST_CHARS:
        return None
    found = parts(turns, max(LEAST_CHARS, (size + 1) // 2))
    return found if len(found) > 1 else None
