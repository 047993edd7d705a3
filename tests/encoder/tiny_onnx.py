"""A directory with a tiny ONNX sentence encoder, written byte by byte so that no ONNX library is needed.

The graph looks each id up in a table; optionally it averages the rows into `sentence_embedding`.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, pre_tokenizers

WORDS = ("[UNK]", "the", "cat", "dog", "sleeps", "runs", "in", "garden", "Bergen", "rain", "I", "live", "where", "do")
FLOAT, INT64 = 1, 7


def write_encoder(
    directory: Path,
    *,
    width: int = 12,
    output: str = "sentence_embedding",
    pooled_in_graph: bool = True,
    inputs: tuple[str, ...] = ("input_ids", "attention_mask", "token_type_ids"),
    table: NDArray[np.float32] | None = None,
    **described: object,
) -> Path:
    """Write model.onnx, tokenizer.json and encoder.json; `described` overrides fields of encoder.json."""
    directory.mkdir(parents=True, exist_ok=True)
    if table is None:
        table = np.random.default_rng(7).normal(size=(len(WORDS), width)).astype(np.float32)
    (directory / "model.onnx").write_bytes(_model(table, output, pooled_in_graph, inputs))
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(directory / "tokenizer.json"))
    fields = {"id": "tiny", "dims": table.shape[1], "max_tokens": 16, "query_prefix": "", "passage_prefix": ""}
    (directory / "encoder.json").write_text(json.dumps(fields | described), encoding="utf-8")
    return directory


def _model(table: NDArray[np.float32], output: str, pooled: bool, inputs: tuple[str, ...]) -> bytes:
    looked_up = "rows" if pooled else output
    nodes = [_node("Gather", ["table", inputs[0]], looked_up)]
    if pooled:
        mean = [_field(1, b"axes") + _number(8, 1) + _number(20, 7), _field(1, b"keepdims") + _number(3, 0)]
        nodes.append(_node("ReduceMean", ["rows"], output, [mean[0], mean[1] + _number(20, 2)]))
    dims = b"".join(_number(1, size) for size in table.shape)
    tensor = dims + _number(2, FLOAT) + _field(8, b"table") + _field(9, table.astype("<f4").tobytes())
    shape: list[int | str] = ["b", table.shape[1]] if pooled else ["b", "s", table.shape[1]]
    graph = b"".join(_field(1, node) for node in nodes) + _field(2, b"tiny") + _field(5, tensor)
    graph += b"".join(_field(11, _value(name, INT64, ["b", "s"])) for name in inputs)
    graph += _field(12, _value(output, FLOAT, shape))
    return _number(1, 7) + _field(7, graph) + _field(8, _number(2, 13))


def _node(op: str, inputs: list[str], output: str, attributes: list[bytes] | None = None) -> bytes:
    named = b"".join(_field(1, name.encode()) for name in inputs) + _field(2, output.encode())
    return named + _field(4, op.encode()) + b"".join(_field(5, attribute) for attribute in attributes or [])


def _value(name: str, element: int, shape: list[int | str]) -> bytes:
    dims = [_number(1, size) if isinstance(size, int) else _field(2, size.encode()) for size in shape]
    tensor = _number(1, element) + _field(2, b"".join(_field(1, dim) for dim in dims))
    return _field(1, name.encode()) + _field(2, _field(1, tensor))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _field(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content
