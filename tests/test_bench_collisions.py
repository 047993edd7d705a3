"""The bench of collisions counts what it says, on two labelled pairs and on scores that are given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.collisions import BEHAVIOUR, MEANING, SOURCES, Pairs, every, plot, run, sweep
from bench.labelled.schemas import FOLDER, schema_pairs
from dcpm_sqlite.settings import SweepSettings

NAN = float("nan")


@pytest.fixture
def pairs() -> Pairs:
    """Four pairs: right, of one domain, near in meaning as well, and not described."""
    return Pairs(
        {"by hand": np.array([5.0, 5.0, 5.0, NAN])}, np.array([1.0, 1.0, 7.0, 1.0]),
        np.array([True, False, True, True]), np.array([True, False, True, True]),
    )  # fmt: skip


def test_figures_are_those_of_eq_1(pairs: Pairs) -> None:
    """One of one is right, and one of three is found; what is not described collides with nothing."""
    assert pairs.collide("by hand", 3.5, 5.0).tolist() == [True, False, False, False]
    made = pairs.figures("by hand", 3.5, 5.0)
    assert (made["precision"]["right"], made["precision"]["total"]) == (1, 1)
    assert (made["recall"]["right"], made["recall"]["total"]) == (1, 3)


def test_the_sweep_covers_both_thresholds(pairs: Pairs) -> None:
    """A row per E_beh, a column per E_sem; where nothing collides there is no precision, and no recall but zero."""
    made = sweep(pairs, "by hand")
    assert (len(made["recall"]), len(made["recall"][0])) == (len(BEHAVIOUR), len(MEANING))
    assert (made["precision"][-1][-1], made["recall"][-1][-1]) == (None, 0.0)
    assert made["recall"][0][-1] == pytest.approx(2 / 3, abs=1e-3)


def test_all_pairs_take_a_label_from_their_patterns() -> None:
    """Within a set alone, alike where the pattern is one and the domains are two, unless the pair has a label of its own."""
    gold = schema_pairs("develop")
    schemas = {schema.key: schema for pair in gold for schema in (pair.a, pair.b)}
    whole = every(list(schemas.values()), gold)
    assert all(a.key.startswith("s") == b.key.startswith("s") for a, b, _ in whole)
    labels = {frozenset((a.key, b.key)): collides for a, b, collides in whole}
    assert all(labels[frozenset((pair.a.key, pair.b.key))] == pair.collides for pair in gold)
    assert all(a.pattern == b.pattern and a.domain != b.domain for a, b, collides in whole if collides)


def test_it_runs_from_labels_to_a_picture(tmp_path: Path) -> None:
    """From a file of few pairs to figures for both kinds of description, and a plot."""
    lines = [line for line in (FOLDER / "schema_pairs.jsonl").read_text("utf-8").splitlines() if '"half": "develop"' in line]
    (tmp_path / "schema_pairs.jsonl").write_text("\n".join(lines[:2] + lines[-2:]) + "\n", "utf-8")
    result = run("develop", tmp_path, SweepSettings())
    assert result["pairs"] == 4
    figures = result["figures"]
    assert isinstance(figures, list)
    assert {row["descriptions"] for row in figures} == set(SOURCES)
    plot(result, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
