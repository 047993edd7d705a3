"""Encoders for the tests of this room."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dcpm_sqlite.encoder import OnnxEncoder, default_encoder, load_encoder


@pytest.fixture(scope="session")
def shipped() -> OnnxEncoder:
    """The default encoder, loaded once."""
    return default_encoder()


@pytest.fixture(scope="session")
def second_model() -> OnnxEncoder:
    """MiniLM with its tokenizer.json, if the machine has it."""
    models = os.environ.get("DCPM_TEST_MODELS") or Path(__file__).parents[2] / ".." / "shared" / "models"
    directory = Path(models) / "minilm-l6"
    if not directory.is_dir():
        pytest.skip(f"no second model at {directory}; set DCPM_TEST_MODELS to the folder that holds minilm-l6")
    return load_encoder(directory)
