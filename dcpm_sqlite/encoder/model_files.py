"""What lies in an encoder's directory: its description and the digest of the files that determine vectors."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dcpm_sqlite.encoder.port import EncoderIdentity
from dcpm_sqlite.encoder.unigram import SpecialIds
from dcpm_sqlite.errors import EncoderError

Pooling = Literal["mean", "cls", "last"]
_POOLINGS: dict[str, Pooling] = {"mean": "mean", "cls": "cls", "last": "last"}
_UNIGRAM_FILES = ("pieces.txt", "scores.f32")
_digests: dict[tuple[str, int, int], str] = {}  # (path, size, mtime in ns) -> sha256, for the life of the process


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """An encoder's directory, checked and described; nothing of it is loaded yet.

    pooling: how token vectors become one, for graphs without `sentence_embedding`; None if not said.
    special, premap: of our own unigram tokenizer; special is None if `tokenizer.json` serves.
    """

    directory: Path
    identity: EncoderIdentity
    pooling: Pooling | None
    special: SpecialIds | None
    premap: dict[int, str]


def read_model_files(directory: Path, *, trusted_sums: bool = False) -> ModelFiles:
    """Describe the encoder in `directory`.

    trusted_sums: take the files' hashes from `SHA256SUMS` instead of hashing them (60 ms for 76 MB); only
    for the model that this package ships, whose sums a test verifies.
    Raises EncoderError: a file is missing, or `encoder.json` cannot be read.
    """
    described = _description(directory)
    unigram = described.get("tokenizer") == "unigram"
    tokenizer_files = _UNIGRAM_FILES if unigram else ("tokenizer.json",)
    for name in ("model.onnx", *tokenizer_files):
        if not (directory / name).is_file():
            raise EncoderError(f"{directory} has no {name}; an encoder needs model.onnx, tokenizer.json, encoder.json")
    weights = sorted(path.name for path in directory.glob("model.onnx*") if path.is_file())  # with external data
    names = ["encoder.json", *weights, *tokenizer_files]
    try:
        return _files(directory, described, unigram, _digest(directory, names, trusted_sums))
    except (KeyError, TypeError, ValueError) as fault:
        raise _unreadable(directory, repr(fault)) from fault
    except OSError as fault:
        raise EncoderError(f"{directory} cannot be read ({fault}); check its permissions") from fault


def _description(directory: Path) -> dict[str, object]:
    path = directory / "encoder.json"
    try:
        described = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise EncoderError(
            f"{directory} has no encoder.json; write one with id, dims, max_tokens, pooling, query_prefix, passage_prefix"
        ) from None
    except (OSError, ValueError, RecursionError) as fault:
        raise _unreadable(directory, str(fault)) from fault
    if not isinstance(described, dict):
        raise _unreadable(directory, "it is no JSON object")
    return described


def _unreadable(directory: Path, why: str) -> EncoderError:
    return EncoderError(
        f"{directory / 'encoder.json'} cannot be read: {why}. It needs id (text), dims and max_tokens (whole "
        "numbers), and may have query_prefix, passage_prefix and pooling (mean, cls or last)"
    )


def _files(directory: Path, described: dict[str, object], unigram: bool, digest: str) -> ModelFiles:
    identity = EncoderIdentity(
        name=_text(described["id"]),
        digest=digest,
        width=_positive(described["dims"]),
        query_prefix=_text(described.get("query_prefix", "")),
        passage_prefix=_text(described.get("passage_prefix", "")),
        max_tokens=_positive(described["max_tokens"]),
    )
    special = None
    if unigram:
        special = SpecialIds(_whole(described["bos"]), _whole(described["eos"]), _whole(described["unk"]))
    premap = described.get("premap", {})
    if not isinstance(premap, dict):
        raise TypeError("premap is no object")
    return ModelFiles(
        directory=directory,
        identity=identity,
        pooling=_POOLINGS.get(_text(described.get("pooling", ""))),
        special=special,
        premap={int(code, 16): _text(becomes) for code, becomes in premap.items()},
    )


def _digest(directory: Path, names: list[str], trusted_sums: bool) -> str:
    """sha256 over `<sha256>  <name>` lines in the order of the names, which is what sha256sum prints."""
    sums = _shipped_sums(directory) if trusted_sums else {name: _sha256(directory / name) for name in names}
    lines = "".join(f"{sums[name]}  {name}\n" for name in sorted(names))
    return hashlib.sha256(lines.encode()).hexdigest()


def _shipped_sums(directory: Path) -> dict[str, str]:
    lines = (directory / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def _sha256(path: Path) -> str:
    status = path.stat()
    key = (str(path.resolve()), status.st_size, status.st_mtime_ns)
    if key not in _digests:
        with path.open("rb") as file:
            _digests[key] = hashlib.file_digest(file, "sha256").hexdigest()
    return _digests[key]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _positive(value: object) -> int:
    if _whole(value) == 0:
        raise ValueError("a number is zero")
    return _whole(value)
