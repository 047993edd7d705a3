"""What an encoder's cosines mean."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from dcpm_sqlite.encoder import (
    Calibration,
    HashEncoder,
    OnnxEncoder,
    calibrate,
    calibration_of,
    check_probes,
    percentile,
    standard_score,
)
from dcpm_sqlite.encoder.calibration_texts import PASSAGES, QUESTIONS
from dcpm_sqlite.errors import EncoderError, EncoderMismatch


@pytest.fixture(scope="module")
def hashed() -> Calibration:
    return calibrate(HashEncoder())


def test_texts_are_many_and_different() -> None:
    """There are 120 passages and 60 questions, none twice."""
    assert (len(set(PASSAGES)), len(set(QUESTIONS))) == (120, 60)


def test_shipped_calibration_is_that_of_the_model(shipped: OnnxEncoder) -> None:
    """The shipped background agrees with encoding a sample again."""
    calibration = calibration_of(shipped)
    passages = shipped.encode_passages(PASSAGES[::4])
    queries = np.stack([shipped.encode_query(text) for text in QUESTIONS[::4]])
    assert float((queries @ passages.T).mean()) == pytest.approx(calibration.query.mean, abs=0.01)
    between = (passages @ passages.T)[np.triu_indices(len(passages), k=1)]
    assert float(between.mean()) == pytest.approx(calibration.passage.mean, abs=0.01)
    assert float(passages.mean(axis=0) @ calibration.centre / np.square(calibration.centre).sum()) > 0.98
    check_probes(calibration, shipped)


def test_an_answer_stands_out(shipped: OnnxEncoder) -> None:
    """A passage that answers lies far above the background, an unrelated one does not."""
    rows = shipped.encode_passages(["I live in Bergen.", "The soup is salty."])
    scores = standard_score(calibration_of(shipped), rows @ shipped.encode_query("Where do I live?"), "query")
    assert scores[0] > 3 > 1 > scores[1]


@pytest.mark.parametrize("kind", ["query", "passage"])
def test_scores_are_of_the_background(hashed: Calibration, kind: str) -> None:
    """The background's mean scores 0, its median is the 50th percentile; shapes are kept."""
    background = hashed.query if kind == "query" else hashed.passage
    cosines = np.array([[background.mean, background.mean + background.std]])
    assert np.allclose(standard_score(hashed, cosines, kind), [[0, 1]])  # type: ignore[arg-type]
    median = percentile(hashed, np.median(background.quantiles), kind)  # type: ignore[arg-type]
    assert float(median) == pytest.approx(0.5, abs=0.01)


def test_percentile_rises_and_is_bounded(hashed: Calibration) -> None:
    """A higher cosine never has a lower percentile, and none lies outside 0.001 to 0.999."""
    shares = percentile(hashed, np.linspace(-1, 1, 201), "passage")
    assert (np.diff(shares) >= 0).all()
    assert (shares[0], shares[-1]) == (0.001, 0.999)


def test_bytes_bring_it_back(hashed: Calibration) -> None:
    """What is stored is read back exactly."""
    again = Calibration.from_bytes(hashed.to_bytes())
    assert again.to_bytes() == hashed.to_bytes()
    assert np.array_equal(again.probe_vectors, hashed.probe_vectors)
    assert again.query.std == hashed.query.std


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", 2),
        ("centre", "!!"),
        ("centre", "AADAfw=="),  # NaN
        ("probe_vectors", "AAAAAA=="),
        ("query", {"mean": 0.1, "std": 0.0, "quantiles": ""}),
        ("passage", None),
        ("encoder_digest", ...),
    ],
)
def test_a_damaged_record_is_refused(hashed: Calibration, field: str, value: object) -> None:
    """A record that is incomplete, of another format or out of range is an encoder error."""
    record = json.loads(hashed.to_bytes())
    if value is ...:
        del record[field]
    else:
        record[field] = value
    with pytest.raises(EncoderError, match="measure it again"):
        Calibration.from_bytes(json.dumps(record).encode())


def test_bytes_that_are_no_record_are_refused() -> None:
    """Neither truncated JSON nor a list nor binary data is read."""
    for stored in (b"", b"{", b"[]", b"\xff\xfe\x00"):
        with pytest.raises(EncoderError):
            Calibration.from_bytes(stored)


def test_another_encoder_is_told(hashed: Calibration) -> None:
    """Another digest is a mismatch (K38); the encoder itself is none."""
    check_probes(hashed, HashEncoder())
    with pytest.raises(EncoderMismatch, match="hash-32"):
        check_probes(hashed, HashEncoder(32))


def test_another_build_is_told(hashed: Calibration) -> None:
    """The same identity with other vectors is a mismatch."""
    turned = np.roll(hashed.probe_vectors, 1, axis=1)
    with pytest.raises(EncoderMismatch, match="other vectors here"):
        check_probes(dataclasses.replace(hashed, probe_vectors=turned), HashEncoder())
