"""Which schemas collide: precision and recall of Eq. 1 on labelled pairs of schemas, over both thresholds (DCPM D-37, E-25).

    python -m bench.collisions [--half develop|report] [--show] [--json FILE] [--plot FILE]

E_sem is the shipped encoder's vector of a schema's text, E_beh that of its description: by hand, as a good model would write it, or by the
offline rule, from the evidence as a night offers it. Thresholds are standard scores against the encoder's unrelated passages, and the settings'
own unless --behaviour and --meaning are given.

Labelled pairs were chosen so that every kind is there; among all pairs of a night those that behave alike are few. So the same is counted for
all pairs of each set (`all pairs`), labelled by their patterns.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.labelled.schemas import FOLDER, SCHEMA_HALVES, GoldSchema, GoldSchemas, SchemaHalf, schema_pairs
from bench.labelled.score import Share
from dcpm_sqlite.consolidation.describing.offer import Offer
from dcpm_sqlite.consolidation.describing.rule import describe
from dcpm_sqlite.encoder import Calibration, Encoder, calibration_of, default_encoder, standard_score
from dcpm_sqlite.settings import SweepSettings

F64 = NDArray[np.float64]
SOURCES = ("by hand", "by the rule")
BEHAVIOUR, MEANING = np.arange(0.0, 8.01, 0.25), np.arange(0.0, 8.01, 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """n pairs. behaviour per source (nan where one is not described), meaning: standard scores; apart: whether domains differ; all (n,)."""

    behaviour: dict[str, F64]
    meaning: F64
    apart: NDArray[np.bool_]
    collides: NDArray[np.bool_]

    def collide(self, source: str, behaviour: float, meaning: float) -> NDArray[np.bool_]:
        """Eq. 1."""
        return self.apart & (self.behaviour[source] > behaviour) & (self.meaning < meaning)

    def some(self, which: Sequence[int]) -> Pairs:
        """Those at these places."""
        at = np.asarray(which, int)
        return Pairs({name: z[at] for name, z in self.behaviour.items()}, self.meaning[at], self.apart[at], self.collides[at])

    def figures(self, source: str, behaviour: float, meaning: float) -> dict[str, Any]:
        """Precision and recall with Wilson's intervals."""
        made = self.collide(source, behaviour, meaning)
        right = int((made & self.collides).sum())
        precision, recall = Share(right, int(made.sum())), Share(right, int(self.collides.sum()))
        return {"precision": precision.as_json(), "recall": recall.as_json()}


class Scores:
    """Standard scores between all schemas of a half."""

    def __init__(self, schemas: dict[str, GoldSchema], encoder: Encoder, calibration: Calibration) -> None:
        self.schemas = schemas
        self.places = {key: place for place, key in enumerate(schemas)}
        self.described: dict[str, list[str | None]] = {
            "by hand": [schema.behaviour for schema in schemas.values()],
            "by the rule": [describe(Offer(1, s.text, s.domain, s.evidence)).text for s in schemas.values()],
        }
        self.meaning = _scores([schema.text for schema in schemas.values()], encoder, calibration)
        self.behaviour = {source: _scores(texts, encoder, calibration) for source, texts in self.described.items()}

    def pairs(self, found: Sequence[tuple[GoldSchema, GoldSchema, bool]]) -> Pairs:
        """The scores of these pairs."""
        a, b = [self.places[one.key] for one, _, _ in found], [self.places[other.key] for _, other, _ in found]
        return Pairs(
            {source: z[a, b] for source, z in self.behaviour.items()},
            self.meaning[a, b],
            np.array([one.domain != other.domain for one, other, _ in found], bool),
            np.array([collides for *_, collides in found], bool),
        )


def _scores(texts: Sequence[str | None], encoder: Encoder, calibration: Calibration) -> F64:
    """(n, n); nan where one of the two has no text."""
    vectors = encoder.encode_passages([text or "nothing" for text in texts])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    scores = np.array(standard_score(calibration, unit @ unit.T, "passage"))
    missing = [place for place, text in enumerate(texts) if text is None]
    scores[missing] = scores[:, missing] = np.nan
    return scores


def every(schemas: Sequence[GoldSchema], chosen: Sequence[GoldSchemas]) -> list[tuple[GoldSchema, GoldSchema, bool]]:
    """All pairs within a set, alike by pattern; a chosen pair keeps its own label."""
    labels = {frozenset((pair.a.key, pair.b.key)): pair.collides for pair in chosen}
    return [
        (a, b, labels.get(frozenset((a.key, b.key)), a.pattern == b.pattern != "none" and a.domain != b.domain))
        for a, b in combinations(schemas, 2)
        if a.key.startswith("s") == b.key.startswith("s")
    ]


def sweep(pairs: Pairs, source: str) -> dict[str, list[list[float | None]]]:
    """Precision and recall, rows by BEHAVIOUR, columns by MEANING; None where nothing collides."""
    made: dict[str, list[list[float | None]]] = {"precision": [], "recall": []}
    for behaviour in BEHAVIOUR:
        found = [pairs.figures(source, float(behaviour), float(meaning)) for meaning in MEANING]
        for side, rows in made.items():
            rows.append([one[side]["share"] for one in found])
    return made


def run(half: SchemaHalf, folder: Path, settings: SweepSettings) -> dict[str, object]:
    """Describe, embed, compare."""
    encoder = default_encoder()
    calibration = calibration_of(encoder)
    gold = schema_pairs(half, folder)
    schemas = {schema.key: schema for pair in gold for schema in (pair.a, pair.b)}
    scores = Scores(schemas, encoder, calibration)
    chosen = scores.pairs([(pair.a, pair.b, pair.collides) for pair in gold])
    whole = scores.pairs(every(list(schemas.values()), gold))
    at = settings.behaviour, settings.meaning
    groups = {"all": list(range(len(gold)))} | {f"set {n}": [i for i, pair in enumerate(gold) if pair.set == n] for n in (1, 2)}
    return {
        "bench": "collisions", "half": half, "schemas": len(schemas), "pairs": len(gold), "all_pairs": len(whole.meaning),
        "alike_in_all_pairs": int(whole.collides.sum()), "encoder": encoder.identity.name, **machine.describe(),
        "behaviour": settings.behaviour, "meaning": settings.meaning,
        "cosines": [round(calibration.passage.mean + z * calibration.passage.std, 3) for z in at],
        "undescribed": {source: sum(text is None for text in texts) for source, texts in scores.described.items()},
        "figures": [
            {"descriptions": source, "pairs": name, **pairs.figures(source, *at)}
            for source in SOURCES for name, pairs in ({n: chosen.some(which) for n, which in groups.items()} | {"all pairs": whole}).items()
        ],
        "kinds": kinds(gold, chosen, at), "swept": {source: sweep(chosen, source) for source in SOURCES},
        "swept_all_pairs": {source: sweep(whole, source) for source in SOURCES},
        "thresholds": {"behaviour": BEHAVIOUR.tolist(), "meaning": MEANING.tolist()}, "misses": misses(gold, chosen, scores, at),
    }  # fmt: skip


def kinds(gold: Sequence[GoldSchemas], pairs: Pairs, at: tuple[float, float]) -> list[dict[str, Any]]:
    """How many of each kind collide, and how many would if only the domains were no bar."""
    rows = []
    for kind in dict.fromkeys(pair.kind for pair in gold):
        some = pairs.some([i for i, pair in enumerate(gold) if pair.kind == kind])
        row: dict[str, Any] = {"kind": kind, "is to collide": bool(some.collides[0]), "pairs": len(some.meaning)}
        for source in SOURCES:
            row[source] = Share(int(some.collide(source, *at).sum()), len(some.meaning)).as_json()
        rows.append(row)
    return rows


def misses(gold: Sequence[GoldSchemas], pairs: Pairs, scores: Scores, at: tuple[float, float]) -> dict[str, list[str]]:
    """What went wrong, with both scores and both descriptions."""
    found: dict[str, list[str]] = {}
    for source in SOURCES:
        wrong = np.flatnonzero(pairs.collide(source, *at) != pairs.collides).tolist()
        told = scores.described[source]
        found[source] = [
            f"{gold[i].id} {gold[i].kind}: E_beh {pairs.behaviour[source][i]:.1f}, E_sem {pairs.meaning[i]:.1f} | "
            f"{told[scores.places[gold[i].a.key]]} | {told[scores.places[gold[i].b.key]]}"
            for i in wrong
        ]
    return found


def show(result: dict[str, Any], *, with_misses: bool) -> None:
    """Tables for people."""
    console = Console()
    table = Table("descriptions", "pairs", "precision", "right", "95 % interval", "recall", "found", "95 % interval")
    for row in result["figures"]:
        table.add_row(row["descriptions"], row["pairs"], *_cells(row["precision"]), *_cells(row["recall"]))
    console.print(table)
    table = Table("kind", "to collide", *(f"collide, {source}" for source in SOURCES))
    for row in result["kinds"]:
        shares = [f"{row[s]['right']}/{row[s]['total']}" for s in SOURCES]
        table.add_row(row["kind"], "yes" if row["is to collide"] else "no", *shares)
    console.print(table)
    if with_misses:
        for source, lines in result["misses"].items():
            console.print(f"\n[bold]{source}[/bold] ({len(lines)})")
            console.print("\n".join(lines), markup=False, highlight=False)
    for key in (
        "half", "schemas", "pairs", "all_pairs", "alike_in_all_pairs", "undescribed", "behaviour", "meaning", "cosines", "encoder", "machine",
        "system", "versions",
    ):  # fmt: skip
        console.print(f"{key}: {result[key]}", highlight=False)


def _cells(part: dict[str, Any]) -> tuple[str, str, str]:
    low, high = part["interval"]
    value = "-" if part["share"] is None else f"{part['share']:.3f}"
    return value, f"{part['right']}/{part['total']}", f"{low:.2f} to {high:.2f}"


def plot(result: dict[str, Any], file: Path) -> None:
    """Precision and recall over both thresholds, by hand and by the rule; the chosen ones are marked."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [
        (f"{source}, {name}", result[key][source])
        for key, name in (("swept", "labelled"), ("swept_all_pairs", "all"))
        for source in SOURCES
    ]
    figure, axes = pyplot.subplots(len(rows), 3, figsize=(14, 3.4 * len(rows)), squeeze=False)
    column = int(np.abs(MEANING - result["meaning"]).argmin())
    for line, (name, swept) in zip(axes, rows, strict=True):
        for side, place in zip(("precision", "recall"), line, strict=False):
            values = np.array(swept[side], float)
            image = place.pcolormesh(MEANING, BEHAVIOUR, values, vmin=0, vmax=1, cmap="viridis", shading="nearest")
            place.plot(result["meaning"], result["behaviour"], "r+", markersize=12, markeredgewidth=2)
            place.set(title=f"{side}: {name}", xlabel="E_sem below", ylabel="E_beh above")
            figure.colorbar(image, ax=place)
            line[2].plot(BEHAVIOUR, values[:, column], label=side)
        line[2].axvline(result["behaviour"], color="red", linewidth=0.8)
        line[2].set(title=f"{name}, E_sem below {MEANING[column]:g}", xlabel="E_beh above", ylim=(0, 1.02))
        line[2].legend()
    figure.suptitle(f"Collisions, {result['half']} half: standard scores")
    figure.tight_layout()
    figure.savefig(file, dpi=100)


def main() -> None:
    """Command line."""
    settings = SweepSettings()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=SCHEMA_HALVES, default="develop")
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder with the labelled file")
    parser.add_argument("--behaviour", type=float, default=settings.behaviour)
    parser.add_argument("--meaning", type=float, default=settings.meaning)
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    report.add_options(parser)
    options = parser.parse_args()
    result = run(options.half, options.data, SweepSettings(options.behaviour, options.meaning))
    report.deliver(result, options, show=partial(show, with_misses=options.show), plot=plot)


if __name__ == "__main__":
    main()
