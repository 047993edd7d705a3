"""A sentence encoder that runs a local ONNX graph on one thread, one text at a time.

One at a time, because dynamic int8 quantisation makes a vector depend on its neighbours in a batch
(cosine 0.98 to the same text alone), and batches are not faster on one core: so results repeat bit for bit.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder.model_files import ModelFiles, Pooling
from dcpm_sqlite.encoder.port import F32, EncoderIdentity, readable, unit
from dcpm_sqlite.encoder.unigram import UnigramTokenizer
from dcpm_sqlite.errors import EncoderError, RefusedText

if TYPE_CHECKING:
    import onnxruntime

_SENTENCE = "sentence_embedding"
_TOKEN_OUTPUTS = ("last_hidden_state", "token_embeddings")
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_ONLY_ERRORS = 3  # onnxruntime's severity: warnings are no news for a user

Tokenize = Callable[[str], list[int]]


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A session with its tokenizer and what of the graph is used. pooling None: the graph pools by itself."""

    session: onnxruntime.InferenceSession
    tokenize: Tokenize
    inputs: tuple[str, ...]
    output: str
    pooling: Pooling | None


class OnnxEncoder:
    """The encoder in a directory; see `Encoder` for the contract.

    Graph and tokenizer are loaded by the first text, once, whichever thread brings it. Dropping the last
    reference frees them. Text beyond `identity.max_tokens` is not read.
    """

    __slots__ = ("__weakref__", "_files", "_loaded", "_loading")

    def __init__(self, files: ModelFiles) -> None:
        self._files = files
        self._loaded: _Loaded | None = None
        self._loading = threading.Lock()

    @property
    def identity(self) -> EncoderIdentity:
        """As the directory describes it; loads nothing."""
        return self._files.identity

    def encode_query(self, text: str) -> F32:
        """The direction (width,) of a question. Raises RefusedText, EncoderError."""
        return self._encode(self.identity.query_prefix, text)

    def encode_passages(self, texts: Sequence[str]) -> F32:
        """The directions (n, width) of passages. Raises RefusedText, EncoderError."""
        rows = np.empty((len(texts), self.identity.width), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._encode(self.identity.passage_prefix, text)
        return rows

    def _encode(self, prefix: str, text: str) -> F32:
        prefixed = prefix + readable(text)
        loaded = self._load()
        ids = loaded.tokenize(prefixed)
        if not ids:
            raise RefusedText(f"encoder {self.identity.name} finds nothing to read in {text[:20]!r}; leave it out")
        return unit(_run(loaded, ids, self.identity), source=self.identity.name)

    def _load(self) -> _Loaded:
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    self._loaded = _load(self._files)
        return self._loaded


def _load(files: ModelFiles) -> _Loaded:
    session = _open_session(files)
    declared = tuple(given.name for given in session.get_inputs())
    if "input_ids" not in declared or not set(declared) <= set(_INPUTS):
        raise EncoderError(
            f"{files.directory / 'model.onnx'} asks for inputs {', '.join(declared)}; a sentence encoder takes "
            f"input_ids and may take attention_mask and token_type_ids: export it again"
        )
    output, pooling = _choose_output(files, session)
    return _Loaded(session, _open_tokenizer(files), declared, output, pooling)


def _open_session(files: ModelFiles) -> onnxruntime.InferenceSession:
    # From 1.29 on the runtime makes a device id and sends events to its maker, beginning with its import; only this variable keeps
    # it from that. An application that imported it before us has decided for itself; events of ours are switched off all the same.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = _ONLY_ERRORS
    options.enable_cpu_mem_arena = False  # equally fast for one text at a time, and gives memory back
    options.enable_mem_pattern = False
    path = files.directory / "model.onnx"
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as fault:  # the runtime's errors have no common base of their own
        raise EncoderError(f"{path} is not a graph that onnxruntime can load ({fault}); get the model again") from fault


def _choose_output(files: ModelFiles, session: onnxruntime.InferenceSession) -> tuple[str, Pooling | None]:
    """The graph's own sentence vector if it has one, otherwise token vectors and how to pool them."""
    ranks = {made.name: len(made.shape) for made in session.get_outputs()}
    if _SENTENCE in ranks:
        return _SENTENCE, None
    tokens = [name for name in _TOKEN_OUTPUTS if name in ranks] or [name for name, rank in ranks.items() if rank == 3]
    if not tokens:
        raise EncoderError(
            f"{files.directory / 'model.onnx'} gives {', '.join(ranks)}, none of which is recognised; name an output "
            f"{_SENTENCE} (batch, width) or last_hidden_state (batch, tokens, width)"
        )
    if files.pooling is None:
        raise EncoderError(f"{files.directory / 'model.onnx'} gives token vectors only; set pooling in encoder.json to mean, cls or last")
    return tokens[0], files.pooling


def _open_tokenizer(files: ModelFiles) -> Tokenize:
    limit = files.identity.max_tokens
    if files.special is not None:
        unigram = UnigramTokenizer.read(files.directory, special=files.special, premap=files.premap)
        return lambda text: unigram.encode(text, max_tokens=limit)
    from tokenizers import Tokenizer

    path = files.directory / "tokenizer.json"
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as fault:  # the library raises plain Exception
        raise EncoderError(f"{path} cannot be read by tokenizers ({fault}); get the model again") from fault
    tokenizer.no_padding()
    tokenizer.enable_truncation(limit)
    return lambda text: tokenizer.encode(text).ids


def _run(loaded: _Loaded, ids: list[int], identity: EncoderIdentity) -> NDArray[np.floating]:
    """The graph's vector (width,) of one text, pooled but not yet scaled."""
    tokens = np.asarray([ids], np.int64)
    all_inputs = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
    try:
        made = loaded.session.run([loaded.output], {name: all_inputs[name] for name in loaded.inputs})[0]
    except Exception as fault:  # the runtime's errors have no common base of their own
        raise EncoderError(f"encoder {identity.name} failed on {len(ids)} tokens ({fault}); lower max_tokens") from fault
    pooled = _pool(np.asarray(made), loaded.pooling)
    if pooled.shape != (identity.width,):
        raise EncoderError(
            f"encoder {identity.name} makes vectors of shape {pooled.shape}, but its encoder.json says dims "
            f"{identity.width}; correct encoder.json"
        )
    return pooled


def _pool(made: NDArray[np.floating], pooling: Pooling | None) -> NDArray[np.floating]:
    """One text's output: (1, width) as it is, (1, tokens, width) pooled. Without padding every token counts."""
    vector: NDArray[np.floating] = made[0]
    if pooling is None or made.ndim != 3:
        return vector
    if pooling == "mean":
        return np.asarray(vector.mean(axis=0))
    return np.asarray(vector[0 if pooling == "cls" else -1])
