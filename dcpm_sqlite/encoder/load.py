"""Finding an encoder: the one that this package ships, or one in a directory."""

from __future__ import annotations

import importlib.resources
import os
from pathlib import Path

from dcpm_sqlite.encoder.calibration import Calibration, calibrate
from dcpm_sqlite.encoder.model_files import read_model_files
from dcpm_sqlite.encoder.onnx import OnnxEncoder
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.errors import EncoderError

_SHIPPED = "multilingual-e5-small"
_CALIBRATION = "calibration.json"


def default_encoder() -> OnnxEncoder:
    """The shipped model; its weights are loaded by the first text. Raises EncoderError if it is not installed."""
    return OnnxEncoder(read_model_files(_shipped_directory(), trusted_sums=True))


def load_encoder(directory: str | os.PathLike[str]) -> OnnxEncoder:
    """The encoder in a directory with `model.onnx`, `tokenizer.json` and `encoder.json`.

    All files are hashed at the first call (about 0.8 ms a megabyte). Raises EncoderError.
    """
    return OnnxEncoder(read_model_files(Path(directory)))


def calibration_of(encoder: Encoder) -> Calibration:
    """The encoder's background: as shipped for the shipped model, otherwise measured now (some 180 texts)."""
    path = _shipped_directory() / _CALIBRATION
    if path.is_file():
        shipped = Calibration.from_bytes(path.read_bytes())
        if shipped.encoder_digest == encoder.identity.digest:
            return shipped
    return calibrate(encoder)


def _shipped_directory() -> Path:
    directory = Path(str(importlib.resources.files("dcpm_sqlite.encoder").joinpath("models", _SHIPPED)))
    if not directory.is_dir():
        raise EncoderError(f"the default encoder is not at {directory}; install the package again, unpacked")
    return directory
