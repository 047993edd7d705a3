"""How near unrelated texts are for one encoder: the background against which a similarity is judged.

A raw cosine says little. For the shipped model unrelated sentences sit near 0.79, for another near 0.05.
So every threshold of this package is a standard score or a percentile of the encoder's own background, and
the background is stored with the vectors it belongs to.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dcpm_sqlite.encoder.calibration_texts import PASSAGES, QUESTIONS
from dcpm_sqlite.encoder.port import F32, Encoder
from dcpm_sqlite.errors import EncoderError, EncoderMismatch

Kind = Literal["query", "passage"]

PROBABILITIES: NDArray[np.float64] = np.concatenate(([0.001, 0.002, 0.005], np.arange(1, 100) / 100, [0.995, 0.998, 0.999]))
PROBABILITIES.flags.writeable = False
_PROBES = PASSAGES[::40]
_SAME_BUILD = 0.999  # cosine of a probe to itself below which another build makes other vectors
_LEAST_STD = 1e-6
_FORMAT = 1


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """Cosines between unrelated texts: mean, standard deviation, and quantiles (105,) at PROBABILITIES."""

    mean: float
    std: float
    quantiles: F32


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The background of one encoder.

    encoder_digest: the identity it belongs to; centre: mean (width,) of background passages, not of length one;
    query: an unrelated question against a passage; passage: two unrelated passages;
    probe_texts, probe_vectors (n, width): passages as encoded when this was measured.
    """

    encoder_digest: str
    centre: F32
    query: Background
    passage: Background
    probe_texts: tuple[str, ...]
    probe_vectors: F32

    def to_bytes(self) -> bytes:
        """A self-contained record: JSON with little-endian float32 arrays in base64."""
        record = {
            "format": _FORMAT,
            "encoder_digest": self.encoder_digest,
            "centre": _packed(self.centre),
            "query": _background_record(self.query),
            "passage": _background_record(self.passage),
            "probe_texts": list(self.probe_texts),
            "probe_vectors": _packed(self.probe_vectors),
        }
        return json.dumps(record, ensure_ascii=False, indent=1).encode()

    @classmethod
    def from_bytes(cls, stored: bytes) -> Calibration:
        """Read what `to_bytes` wrote. Raises EncoderError for anything else."""
        try:
            record = json.loads(stored)
            if record["format"] != _FORMAT:
                raise ValueError(f"format {record['format']} is not known here")
            texts = tuple(str(text) for text in record["probe_texts"])
            centre = _unpacked(record["centre"])
            return cls(
                encoder_digest=str(record["encoder_digest"]),
                centre=centre,
                query=_background(record["query"]),
                passage=_background(record["passage"]),
                probe_texts=texts,
                probe_vectors=_unpacked(record["probe_vectors"]).reshape(len(texts), len(centre)),
            )
        except (KeyError, TypeError, ValueError, RecursionError) as fault:
            raise EncoderError(f"the encoder's calibration is damaged ({fault}); measure it again") from fault


def calibrate(encoder: Encoder) -> Calibration:
    """Measure the background of `encoder` over the bundled texts: some 180 encodings, about a second or two."""
    passages = encoder.encode_passages(PASSAGES)
    questions = np.stack([encoder.encode_query(question) for question in QUESTIONS])
    pairs = np.triu_indices(len(passages), k=1)
    return Calibration(
        encoder_digest=encoder.identity.digest,
        centre=passages.mean(axis=0, dtype=np.float64).astype(np.float32),
        query=_measured((questions @ passages.T).ravel()),
        passage=_measured((passages @ passages.T)[pairs]),
        probe_texts=_PROBES,
        probe_vectors=passages[::40].copy(),
    )


def standard_score(calibration: Calibration, cosine: ArrayLike, kind: Kind) -> NDArray[np.float64]:
    """How many standard deviations above the mean of unrelated texts `cosine` lies; same shape as `cosine`."""
    background = _of_kind(calibration, kind)
    return (np.asarray(cosine, np.float64) - background.mean) / background.std


def percentile(calibration: Calibration, cosine: ArrayLike, kind: Kind) -> NDArray[np.float64]:
    """The share of unrelated texts that are less near than `cosine`, from 0.001 to 0.999; same shape.

    Beyond the outermost quantiles all are alike: order strong matches by `standard_score`.
    """
    quantiles = _of_kind(calibration, kind).quantiles
    return np.asarray(np.interp(np.asarray(cosine, np.float64), quantiles, PROBABILITIES))


def nearness(calibration: Calibration, cosine: ArrayLike, kind: Kind) -> NDArray[np.float64]:
    """Similarity on a scale that all encoders share: 0 for unrelated texts in the mean, and below it, 1 for the same text; same shape."""
    mean = _of_kind(calibration, kind).mean
    return np.clip((np.asarray(cosine, np.float64) - mean) / max(1.0 - mean, _LEAST_STD), 0.0, 1.0)


def check_probes(calibration: Calibration, encoder: Encoder) -> None:
    """Raise EncoderMismatch unless `encoder` makes the vectors it made when this was measured (K38).

    Weights may be the same and vectors yet differ, by another build of the runtime or another processor.
    """
    identity = encoder.identity
    if identity.digest != calibration.encoder_digest:
        raise EncoderMismatch(
            f"the vectors come from an encoder with digest {calibration.encoder_digest[:12]}, at hand is "
            f"{identity.name} ({identity.digest[:12]}); open with the former, or re-embed the file"
        )
    now = encoder.encode_passages(calibration.probe_texts)
    lowest = float((now * calibration.probe_vectors).sum(axis=1).min(initial=1.0))
    if lowest < _SAME_BUILD:
        raise EncoderMismatch(
            f"{identity.name} makes other vectors here than when the file's were made (cosine {lowest:.4f} to "
            "itself), probably by another build of onnxruntime; install the former one, or re-embed the file"
        )


def _of_kind(calibration: Calibration, kind: Kind) -> Background:
    return calibration.query if kind == "query" else calibration.passage


def _measured(cosines: NDArray[np.floating]) -> Background:
    exact = cosines.astype(np.float64)
    quantiles = np.quantile(exact, PROBABILITIES).astype(np.float32)
    return Background(float(exact.mean()), max(float(exact.std()), _LEAST_STD), quantiles)


def _packed(values: F32) -> str:
    return base64.b64encode(values.astype("<f4").tobytes()).decode("ascii")


def _unpacked(text: str) -> F32:
    values = np.frombuffer(base64.b64decode(text, validate=True), "<f4").astype(np.float32)
    if not np.isfinite(values).all():
        raise ValueError("a number is not finite")
    return values


def _background_record(background: Background) -> dict[str, float | str]:
    return {"mean": background.mean, "std": background.std, "quantiles": _packed(background.quantiles)}


def _background(record: dict[str, Any]) -> Background:
    mean, std, quantiles = float(record["mean"]), float(record["std"]), _unpacked(record["quantiles"])
    if not (np.isfinite(mean) and _LEAST_STD <= std < np.inf and len(quantiles) == len(PROBABILITIES)):
        raise ValueError("a background is out of range")
    if (np.diff(quantiles) < 0).any():
        raise ValueError("quantiles do not rise")
    return Background(mean, std, quantiles)
