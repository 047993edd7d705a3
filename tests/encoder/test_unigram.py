"""The tokenizer of the shipped model."""

from __future__ import annotations

import array
import importlib.resources
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.encoder.model_files import read_model_files
from dcpm_sqlite.encoder.unigram import SpecialIds, UnigramTokenizer
from dcpm_sqlite.errors import EncoderError

GOLDEN = json.loads((Path(__file__).parent / "data" / "unigram_golden.json").read_text(encoding="utf-8"))
SPECIAL = SpecialIds(begin=0, end=2, unknown=3)
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "a", "b", "ab", "▁a", "▁ab", "abab", "ca"]
SCORES = [0.0, 0.0, 0.0, 0.0, -3.0, -4.0, -4.0, -5.0, -3.5, -4.5, -9.5, -12.0]


@pytest.fixture(scope="module")
def shipped_tokenizer() -> UnigramTokenizer:
    directory = Path(str(importlib.resources.files("dcpm_sqlite.encoder"))) / "models" / "multilingual-e5-small"
    files = read_model_files(directory, trusted_sums=True)
    assert files.special is not None
    return UnigramTokenizer.read(directory, special=files.special, premap=files.premap)


def small() -> UnigramTokenizer:
    return UnigramTokenizer(PIECES, array.array("f", SCORES), special=SPECIAL, premap={0x200B: ""})


@pytest.mark.parametrize("row", GOLDEN, ids=[row["text"][:20].encode("unicode_escape").decode() for row in GOLDEN])
def test_ids_are_those_of_the_reference(shipped_tokenizer: UnigramTokenizer, row: dict[str, object]) -> None:
    """Many scripts, emoji, combining accents and zero-width characters get the reference's ids."""
    assert shipped_tokenizer.encode(str(row["text"]), max_tokens=512) == row["ids"]


def test_the_best_way_to_cut_wins() -> None:
    """The cut with the highest sum of scores is taken, not the longest piece first."""
    assert small().encode("abab", max_tokens=9) == [0, 9, 7, 2]


def test_an_unlikely_piece_beats_an_unknown_character() -> None:
    """A character without a piece of its own is unknown only where no longer piece covers it."""
    assert small().encode("ca", max_tokens=9) == [0, 4, 11, 2]


def test_neighbouring_unknown_characters_are_one_piece() -> None:
    """Characters without a piece become one unknown id."""
    assert small().encode("xyza", max_tokens=9) == [0, 4, 3, 5, 2]


def brute_force(word: str) -> float:
    """Best sum of scores over all ways to cut `word` into known pieces or single unknown characters."""
    known = dict(zip(PIECES[4:], SCORES[4:], strict=True))
    best = [0.0]
    for end in range(1, len(word) + 1):
        cuts = [best[at] + known[word[at:end]] for at in range(end) if word[at:end] in known]
        best.append(max([*cuts, *([] if word[end - 1] in known else [best[end - 1] + min(SCORES) - 10])]))
    return best[-1]


@given(st.text("ab", min_size=1, max_size=20))
def test_no_cut_is_better(word: str) -> None:
    """The pieces spell the word, and their scores add up to the best possible sum."""
    ids = small().encode(word, max_tokens=50)[1:-1]
    assert "".join(PIECES[i] for i in ids) == "▁" + word
    assert sum(SCORES[i] for i in ids) == pytest.approx(brute_force("▁" + word))


@given(st.text("ab \u200b\t", max_size=40), st.integers(3, 12))
def test_a_limit_only_cuts(text: str, limit: int) -> None:
    """With a limit come the same ids, cut, and the end id."""
    tokenizer = small()
    full = tokenizer.encode(text, max_tokens=200)
    assert tokenizer.encode(text, max_tokens=limit) == [*full[:-1][: limit - 1], 2]


LONG = ["a" * 200_000, "猫" * 200_000, "x\n" * 100_000, "word " * 40_000, " " * 199_999 + "a"]


@pytest.mark.parametrize("text", LONG, ids=["letters", "characters", "lines", "words", "spaces"])
def test_a_long_text_ends_at_the_limit(shipped_tokenizer: UnigramTokenizer, text: str) -> None:
    """200,000 characters, with or without spaces, give at most `max_tokens` ids (K40)."""
    ids = shipped_tokenizer.encode(text, max_tokens=512)
    assert len(ids) <= 512
    assert (ids[0], ids[-1]) == (0, 2)


def test_of_a_long_word_only_the_beginning_is_cut_up() -> None:
    """No more characters are looked at than `max_tokens` of the longest pieces cover."""
    looked_at: list[int] = []

    class Watched(UnigramTokenizer):
        def _best_pieces(self, word: str) -> tuple[int, ...]:
            looked_at.append(len(word))
            return super()._best_pieces(word)

    tokenizer = Watched(PIECES, array.array("f", SCORES), special=SPECIAL, premap={})
    tokenizer.encode("ab" * 100_000, max_tokens=50)
    assert looked_at == [50 * max(map(len, PIECES))]


def test_of_a_long_text_only_the_beginning_is_normalised(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies far beyond the limit is not even normalised."""
    normalised: list[str] = []

    def watched(form: str, text: str) -> str:
        normalised.append(text)
        return text

    monkeypatch.setattr("dcpm_sqlite.encoder.unigram.unicodedata.normalize", watched)
    small().encode("ab " * 70_000, max_tokens=50)
    assert 0 < sum(map(len, normalised)) < 5_000


def test_blocks_do_not_show(shipped_tokenizer: UnigramTokenizer) -> None:
    """A text longer than one block has the ids of its words, whatever spaces stand between."""
    words = ["cafe\u0301", "  two", "rain"] * 1500
    ids = shipped_tokenizer.encode(" ".join(words), max_tokens=100_000)
    one_by_one = [i for word in words for i in shipped_tokenizer.encode(word, max_tokens=99)[1:-1]]
    assert ids[1:-1] == one_by_one


def test_a_damaged_vocabulary_is_named(tmp_path: Path) -> None:
    """Missing files, and pieces without scores, are encoder errors that name the directory."""
    with pytest.raises(EncoderError, match="get the model again"):
        UnigramTokenizer.read(tmp_path, special=SPECIAL, premap={})
    (tmp_path / "pieces.txt").write_text("\n".join(PIECES), encoding="utf-8")
    (tmp_path / "scores.f32").write_bytes(array.array("f", SCORES[:-1]).tobytes())
    with pytest.raises(EncoderError, match="12 pieces and 11 scores"):
        UnigramTokenizer.read(tmp_path, special=SPECIAL, premap={})
