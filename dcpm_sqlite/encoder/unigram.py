"""A unigram tokenizer (SentencePiece's segmentation, by Viterbi) read from two flat files.

The general tokenizer library needs 296 MB and 1.1 s for the 250,000 pieces of the shipped model; this one
needs about 50 MB and 0.15 s, and gives the same ids. Kudo 2018, "Subword Regularization": of all ways to
cut a word into known pieces, take the one with the highest sum of log probabilities.

Files of the directory: `pieces.txt`, one piece per line feed, its line is its id; `scores.f32`, the pieces'
log probabilities as little-endian float32.
"""

from __future__ import annotations

import array
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from dcpm_sqlite.errors import EncoderError

_WORD_START = "\u2581"  # stands for the space before a word
_UNKNOWN_PENALTY = 10.0  # below the worst piece, as SentencePiece has it
_BLOCK = 4096  # characters normalised at a time, so that a long text is read only as far as needed
_CACHED_WORDS = 8192
_CACHED_LENGTH = 32  # longer words hardly ever come back
_IMPOSSIBLE = float("-inf")


@dataclass(frozen=True, slots=True)
class SpecialIds:
    """Ids with a role: before a text, after it, and for a character that no piece covers."""

    begin: int
    end: int
    unknown: int


class UnigramTokenizer:
    """Text to ids. Calls may overlap: the word cache is only ever read, filled or emptied as a whole."""

    __slots__ = ("__weakref__", "_cache", "_id_of", "_longest", "_premap", "_score", "_special", "_unknown_score")

    def __init__(self, pieces: list[str], scores: array.array[float], *, special: SpecialIds, premap: Mapping[int, str]) -> None:
        """premap: what each code point becomes before NFKC; special pieces such as `<s>` never match text."""
        self._id_of = dict(zip(pieces, range(len(pieces)), strict=True))
        for ruled_out in ("<s>", "<pad>", "</s>", "<unk>", "<mask>", ""):
            self._id_of.pop(ruled_out, None)
        self._longest = max(map(len, pieces), default=1)
        self._score = scores
        self._unknown_score = min(scores) - _UNKNOWN_PENALTY
        self._special = special
        self._premap = dict(premap)
        self._cache: dict[str, tuple[int, ...]] = {}

    @classmethod
    def read(cls, directory: Path, *, special: SpecialIds, premap: Mapping[int, str]) -> UnigramTokenizer:
        """The tokenizer in `directory`. Raises EncoderError if a file is missing, damaged, or of other length."""
        scores = array.array("f")
        try:
            pieces = (directory / "pieces.txt").read_bytes().decode("utf-8").split("\n")
            scores.frombytes((directory / "scores.f32").read_bytes())
        except (OSError, ValueError) as fault:
            raise EncoderError(f"the tokenizer in {directory} cannot be read ({fault}); get the model again") from fault
        if len(pieces) != len(scores) or max(special.begin, special.end, special.unknown) >= len(pieces):
            raise EncoderError(f"the tokenizer in {directory} has {len(pieces)} pieces and {len(scores)} scores; get the model again")
        if sys.byteorder == "big":
            scores.byteswap()
        return cls(pieces, scores, special=special, premap=premap)

    def encode(self, text: str, *, max_tokens: int) -> list[int]:
        """Ids of `text` between the begin and end ids, at most `max_tokens` in all.

        Cost is bounded by `max_tokens`, not by the text: what cannot matter any more is not read.
        """
        ids = [self._special.begin]
        for word in self._words(text):
            ids.extend(self._segment(word, room=max_tokens))
            if len(ids) >= max_tokens:
                break
        return [*ids[: max_tokens - 1], self._special.end]

    def _words(self, text: str) -> Iterator[str]:
        """Normalised words, each with the sign of the space before it; a space at the very end is a word too."""
        last = ""
        for block in _blocks(text):
            normal = unicodedata.normalize("NFKC", block.translate(self._premap))
            for word in normal.split(" "):
                if word:
                    yield _WORD_START + word
            last = normal[-1:] or last
        if last in ("", " "):
            yield _WORD_START

    def _segment(self, word: str, *, room: int) -> tuple[int, ...]:
        """Ids of one word; of a longer one than `room` pieces could cover, only its beginning."""
        if len(word) > _CACHED_LENGTH:
            return self._best_pieces(word[: room * self._longest])
        known = self._cache.get(word)
        if known is None:
            known = self._best_pieces(word)
            if len(self._cache) >= _CACHED_WORDS:
                self._cache.clear()
            self._cache[word] = known
        return known

    def _best_pieces(self, word: str) -> tuple[int, ...]:
        """Viterbi forwards over all positions: O(length x longest piece)."""
        length = len(word)
        best = [0.0] + [_IMPOSSIBLE] * length
        came_from = [0] * (length + 1)
        piece_at = [0] * (length + 1)
        id_of, score, unknown = self._id_of, self._score, self._special.unknown
        for start in range(length):
            here = best[start]
            single_known = False
            for end in range(start + 1, min(length, start + self._longest) + 1):
                piece = id_of.get(word[start:end])
                if piece is None:
                    continue
                single_known = single_known or end == start + 1
                total = here + score[piece]
                if total > best[end]:
                    best[end], came_from[end], piece_at[end] = total, start, piece
            if not single_known and here + self._unknown_score > best[start + 1]:
                total = here + self._unknown_score
                best[start + 1], came_from[start + 1], piece_at[start + 1] = total, start, unknown
        return _walk_back(came_from, piece_at, unknown=unknown)


def _walk_back(came_from: list[int], piece_at: list[int], *, unknown: int) -> tuple[int, ...]:
    """The winning pieces in reading order; neighbouring unknown characters count as one piece."""
    backwards: list[int] = []
    end = len(came_from) - 1
    while end:
        piece = piece_at[end]
        if not (backwards and piece == unknown == backwards[-1]):
            backwards.append(piece)
        end = came_from[end]
    return tuple(reversed(backwards))


def _blocks(text: str) -> Iterator[str]:
    """`text` in stretches that end before a space, where no normalisation reaches across."""
    start = 0
    while start < len(text):
        end = text.find(" ", start + _BLOCK)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end
