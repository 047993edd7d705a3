"""Directories that a user brings: what works, and what is said when it does not."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, normalizers

from dcpm_sqlite.encoder import load_encoder
from dcpm_sqlite.errors import EncoderError, RefusedText

from .tiny_onnx import WORDS, write_encoder

TABLE = np.random.default_rng(1).normal(size=(len(WORDS), 6)).astype(np.float32)


@pytest.mark.parametrize("pooling", ["mean", "cls", "last"])
@pytest.mark.parametrize("output", ["last_hidden_state", "token_embeddings", "anything"])
def test_token_vectors_are_pooled_as_told(tmp_path: Path, pooling: str, output: str) -> None:
    """Without `sentence_embedding` the token vectors are pooled and scaled here."""
    write_encoder(tmp_path, output=output, pooled_in_graph=False, table=TABLE, pooling=pooling)
    rows = TABLE[[WORDS.index("cat"), WORDS.index("sleeps"), WORDS.index("in")]]
    expected = {"mean": rows.mean(axis=0), "cls": rows[0], "last": rows[-1]}[pooling]
    made = load_encoder(tmp_path).encode_query("cat sleeps in")
    assert np.allclose(made, expected / np.linalg.norm(expected), atol=1e-6)


@pytest.mark.parametrize("inputs", [("input_ids",), ("input_ids", "attention_mask")])
def test_only_declared_inputs_are_given(tmp_path: Path, inputs: tuple[str, ...]) -> None:
    """A graph without mask or types works too."""
    assert load_encoder(write_encoder(tmp_path, inputs=inputs)).encode_query("cat").shape == (12,)


def test_prefixes_are_put_before_the_text(tmp_path: Path) -> None:
    """A question and a passage get their own prefix."""
    encoder = load_encoder(write_encoder(tmp_path, query_prefix="where ", passage_prefix="the "))
    assert not np.array_equal(encoder.encode_query("cat"), encoder.encode_passages(["cat"])[0])


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "encoder.json"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    """The message names the missing file, at once and not at the first text."""
    (write_encoder(tmp_path) / name).unlink()
    with pytest.raises(EncoderError, match=f"has no {name}"):
        load_encoder(tmp_path)


@pytest.mark.parametrize(
    "content",
    ["{", "[]", "{}", '{"id": "x", "dims": "12", "max_tokens": 1}', '{"id": "x", "dims": 0, "max_tokens": 1}'],
)
def test_an_unreadable_description_is_named(tmp_path: Path, content: str) -> None:
    """Broken JSON, a missing field and a field of the wrong kind say what encoder.json needs."""
    (write_encoder(tmp_path) / "encoder.json").write_text(content, encoding="utf-8")
    with pytest.raises(EncoderError, match=r"encoder\.json cannot be read.*It needs id"):
        load_encoder(tmp_path)


@pytest.mark.parametrize(("name", "says"), [("model.onnx", "onnxruntime can load"), ("tokenizer.json", "tokenizers")])
def test_a_damaged_file_is_named(tmp_path: Path, name: str, says: str) -> None:
    """A graph or a tokenizer that cannot be loaded is an encoder error, not the library's own."""
    (write_encoder(tmp_path) / name).write_bytes(b"not it")
    with pytest.raises(EncoderError, match=says):
        load_encoder(tmp_path).encode_query("cat")


def test_another_width_than_stated_is_refused(tmp_path: Path) -> None:
    """Vectors that are not as wide as encoder.json says never get out."""
    with pytest.raises(EncoderError, match="says dims 11; correct"):
        load_encoder(write_encoder(tmp_path, dims=11)).encode_query("cat")


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0])
def test_a_vector_without_direction_is_refused(tmp_path: Path, value: float) -> None:
    """NaN, infinity and the zero vector never get out."""
    write_encoder(tmp_path, table=np.full((len(WORDS), 4), value, np.float32))
    with pytest.raises(EncoderError, match="no direction"):
        load_encoder(tmp_path).encode_query("cat")


def test_an_unknown_output_is_refused(tmp_path: Path) -> None:
    """A graph that gives neither a sentence vector nor token vectors says which outputs it has."""
    with pytest.raises(EncoderError, match="gives odd, none of which is recognised"):
        load_encoder(write_encoder(tmp_path, output="odd")).encode_query("cat")


def test_unknown_pooling_is_refused(tmp_path: Path) -> None:
    """Token vectors without a known way to pool them are not guessed at."""
    write_encoder(tmp_path, output="last_hidden_state", pooled_in_graph=False, pooling="max")
    with pytest.raises(EncoderError, match="set pooling"):
        load_encoder(tmp_path).encode_query("cat")


def test_unknown_inputs_are_refused(tmp_path: Path) -> None:
    """A graph that wants something else than ids, mask and types is refused."""
    with pytest.raises(EncoderError, match="asks for inputs input_ids, pixel_values"):
        load_encoder(write_encoder(tmp_path, inputs=("input_ids", "pixel_values"))).encode_query("cat")


def test_an_id_beyond_the_table_is_an_encoder_error(tmp_path: Path) -> None:
    """A failure inside the graph leaves as an encoder error."""
    with pytest.raises(EncoderError, match="failed on 1 tokens"):
        load_encoder(write_encoder(tmp_path, table=TABLE[:3])).encode_query("garden")


def test_padding_in_the_tokenizer_is_switched_off(tmp_path: Path) -> None:
    """A tokenizer.json that pads to a fixed length gives the vector of the text alone."""
    plain = load_encoder(write_encoder(tmp_path / "plain")).encode_query("the cat")
    path = write_encoder(tmp_path / "padded") / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_padding(length=16)
    tokenizer.save(str(path))
    assert np.array_equal(load_encoder(tmp_path / "padded").encode_query("the cat"), plain)


def test_text_without_a_token_is_refused(tmp_path: Path) -> None:
    """A text in which the tokenizer finds nothing is refused, not given a made-up vector."""
    path = write_encoder(tmp_path) / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.normalizer = normalizers.Replace("~", "")
    tokenizer.save(str(path))
    with pytest.raises(RefusedText, match="nothing to read"):
        load_encoder(tmp_path).encode_query("~~")


def test_dropping_the_encoder_frees_it(tmp_path: Path) -> None:
    """No cycle and no registry keeps graph and tokenizer alive."""
    encoder = load_encoder(write_encoder(tmp_path))
    encoder.encode_query("cat")
    gc.disable()
    try:
        dropped = weakref.ref(encoder)
        del encoder
        assert dropped() is None
    finally:
        gc.enable()
