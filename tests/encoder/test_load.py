"""Finding encoders, their digests, and what loading does not do."""

from __future__ import annotations

import hashlib
import importlib.resources
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dcpm_sqlite.encoder
from dcpm_sqlite.encoder import OnnxEncoder, calibration_of, default_encoder, load_encoder

from .tiny_onnx import write_encoder

MODEL = Path(str(importlib.resources.files("dcpm_sqlite.encoder"))) / "models" / "multilingual-e5-small"


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    root = MODEL.parents[3]
    return subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True, timeout=60)


def test_identity_and_calibration_load_no_heavy_package() -> None:
    """Import, identity and the shipped calibration load neither onnxruntime nor tokenizers."""
    code = (
        "import sys; from dcpm_sqlite.encoder import *; e = default_encoder(); e.identity; calibration_of(e); "
        "print(sorted({'onnxruntime', 'tokenizers'} & set(sys.modules)))"
    )
    assert run_python(code).stdout.strip() == "[]"


def test_the_shipped_model_is_silent_and_needs_no_tokenizers() -> None:
    """A first text prints nothing on either stream and leaves `tokenizers` unloaded."""
    code = (
        "import sys; from dcpm_sqlite.encoder import default_encoder; default_encoder().encode_query('rain'); "
        "assert 'tokenizers' not in sys.modules"
    )
    done = run_python(code)
    assert (done.stdout, done.stderr) == ("", "")


def test_exports_are_sorted_and_present() -> None:
    """`__all__` is sorted, and every name in it exists."""
    names = dcpm_sqlite.encoder.__all__
    assert list(names) == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert all(hasattr(dcpm_sqlite.encoder, name) for name in names)


def test_shipped_sums_are_true() -> None:
    """Every line of SHA256SUMS is the hash of the file as shipped, and the model card states the model's."""
    card = (MODEL / "MODEL_CARD.md").read_text(encoding="utf-8")
    for line in (MODEL / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ", 1)
        assert hashlib.sha256((MODEL / name).read_bytes()).hexdigest() == digest, name
        assert digest in card or name in {"calibration.json", "LICENSE"}


def test_trusted_sums_give_the_digest_of_the_files(shipped: OnnxEncoder) -> None:
    """The default encoder has the identity that the same directory has as a user's."""
    assert load_encoder(MODEL).identity == shipped.identity


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "encoder.json"])
def test_each_file_counts_in_the_digest(tmp_path: Path, name: str) -> None:
    """A byte more in any file that determines vectors is another encoder."""
    before = load_encoder(write_encoder(tmp_path)).identity.digest
    with (tmp_path / name).open("ab") as file:
        file.write(b"\n")
    assert load_encoder(tmp_path).identity.digest != before


def test_other_files_do_not_count(tmp_path: Path) -> None:
    """A licence beside the model does not change the encoder."""
    before = load_encoder(write_encoder(tmp_path)).identity
    (tmp_path / "LICENSE").write_text("MIT", encoding="utf-8")
    assert load_encoder(tmp_path).identity == before


def test_unchanged_files_are_hashed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second load in the process hashes nothing."""
    before = load_encoder(write_encoder(tmp_path)).identity
    monkeypatch.setattr(hashlib, "file_digest", None)
    assert load_encoder(tmp_path).identity == before


def test_meaning_crosses_languages(shipped: OnnxEncoder) -> None:
    """The shipped model finds the German answer to an English question."""
    passages = shipped.encode_passages(["Ich wohne seit März in Bergen.", "Der Drucker ist schon wieder kaputt."])
    assert np.argmax(passages @ shipped.encode_query("Where do I live?")) == 0


def test_two_loads_agree_to_the_bit(shipped: OnnxEncoder) -> None:
    """A second session of the same model makes the same bits."""
    text = "The ferry to Bergen was late."
    assert np.array_equal(default_encoder().encode_query(text), shipped.encode_query(text))


def test_another_encoder_gets_its_own_calibration(tmp_path: Path) -> None:
    """A user's encoder is measured, not given the shipped background."""
    encoder = load_encoder(write_encoder(tmp_path, passage_prefix="the cat ", query_prefix="dog "))
    assert calibration_of(encoder).encoder_digest == encoder.identity.digest
