"""Turning texts into vectors on this machine: the port, its encoders, and what their cosines mean."""

from dcpm_sqlite.encoder.calibration import (
    Background,
    Calibration,
    calibrate,
    check_probes,
    nearness,
    percentile,
    standard_score,
)
from dcpm_sqlite.encoder.hashing import HashEncoder
from dcpm_sqlite.encoder.load import calibration_of, default_encoder, load_encoder
from dcpm_sqlite.encoder.onnx import OnnxEncoder
from dcpm_sqlite.encoder.port import F32, Encoder, EncoderIdentity

__all__ = [
    "F32",
    "Background",
    "Calibration",
    "Encoder",
    "EncoderIdentity",
    "HashEncoder",
    "OnnxEncoder",
    "calibrate",
    "calibration_of",
    "check_probes",
    "default_encoder",
    "load_encoder",
    "nearness",
    "percentile",
    "standard_score",
]
