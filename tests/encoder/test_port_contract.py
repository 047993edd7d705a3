"""Every encoder against the contract of the port."""

from __future__ import annotations

from pathlib import Path

import pytest

from dcpm_sqlite.encoder import Encoder, HashEncoder, OnnxEncoder, load_encoder

from .contract import EncoderContract
from .tiny_onnx import write_encoder


class TestHashEncoder(EncoderContract):
    @pytest.fixture
    def encoder(self) -> Encoder:
        return HashEncoder()


class TestTinyOnnx(EncoderContract):
    @pytest.fixture
    def encoder(self, tmp_path: Path) -> Encoder:
        return load_encoder(write_encoder(tmp_path))


class TestShippedModel(EncoderContract):
    @pytest.fixture
    def encoder(self, shipped: OnnxEncoder) -> Encoder:
        return shipped


class TestSecondModel(EncoderContract):
    @pytest.fixture
    def encoder(self, second_model: OnnxEncoder) -> Encoder:
        return second_model
