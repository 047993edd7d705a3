"""Clusters of fresh beliefs: time and memory at growing numbers, and which way of clustering agrees with a plain DBSCAN.

    python -m bench.clustering [--sizes 1000 5000 10000 50000] [--data FOLDER] [--json FILE] [--plot FILE]

FOLDER holds LoCoMo's file (bench/locomo_retrieval.py); its five conversations are written down by the offline rules, and the beliefs'
vectors by the shipped encoder are clustered as a night clusters them. Without --data the conversation of the demonstration is taken: too
little to quote agreement from. Sizes are such vectors drawn again and again, each with noise of a standard deviation of --jitter in each
component; each size runs in a process of its own, so that its peak of resident memory is its own.

Agreement is the share of pairs that two partitions treat alike, corrected for chance (adjusted Rand index; noise as groups of one),
against a plain DBSCAN over all cosines: hdbscan's tree cut at the same distance, hdbscan's own selections, and our neighbour lists.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from importlib import resources
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.locomo_retrieval import conversations
from dcpm_sqlite import Memory
from dcpm_sqlite.consolidation.clusters import centred, clusters
from dcpm_sqlite.consolidation.neighbours import lists, tree
from dcpm_sqlite.encoder import Calibration
from dcpm_sqlite.settings import ClusterSettings
from dcpm_sqlite.store import nights, raw, vectors

SETTINGS = ClusterSettings()


def beliefs_of(folder: Path | None) -> tuple[dict[str, np.ndarray], bytes]:
    """Vectors (n, width) of fresh beliefs per conversation, and the encoder's packed calibration."""
    found, packed = {}, b""
    with tempfile.TemporaryDirectory() as place:
        texts = {"demonstration": None} if folder is None else conversations(folder)
        for name, messages in texts.items():
            with Memory(Path(place) / f"{name}.db", mind="offline") as memory:
                if messages is None:
                    with resources.as_file(resources.files("dcpm_sqlite.cli") / "demo_conversation.jsonl") as file:
                        memory.import_file(file, owner="Nora")
                else:
                    memory.add(messages)
                with memory._store.file.read() as db:
                    space = raw.space_key(db, memory.space)
                    assert space is not None
                    found[name] = vectors.stored(db, nights.fresh(db, space))[1]
                packed = memory._calibration().to_bytes()
    return found, packed


def plain(directions: np.ndarray, cosine: float, least: int) -> np.ndarray:
    """DBSCAN as the book has it, over all cosines; -1 for what is not dense."""
    near = directions @ directions.T >= cosine
    dense = near.sum(axis=1) >= least
    labels = np.full(len(directions), -1)
    for start in np.flatnonzero(dense):
        waiting = [int(start)] if labels[start] < 0 else []
        while waiting:
            point = waiting.pop()
            if labels[point] < 0:
                labels[point] = start
                waiting += [int(i) for i in np.flatnonzero(near[point] & dense) if labels[i] < 0]
    return labels


def agreement(one: np.ndarray, other: np.ndarray) -> float:
    """Adjusted Rand index; what is noise is a group of its own."""
    a, b = (np.where(labels < 0, -2 - np.arange(len(labels)), labels) for labels in (one, other))
    both, first, second = (
        sum(math.comb(n, 2) for n in Counter(groups).values())
        for groups in (zip(a.tolist(), b.tolist(), strict=True), a.tolist(), b.tolist())
    )
    chance = first * second / math.comb(len(a), 2)
    most = (first + second) / 2
    return 1.0 if most == chance else (both - chance) / (most - chance)


def compared(found: dict[str, np.ndarray], calibration: Calibration) -> list[dict[str, object]]:
    """Per way the mean agreement with the plain DBSCAN, clusters and noise."""
    unit = calibration.passage.std / (1 - calibration.passage.mean)
    cosine = SETTINGS.near * unit
    ways: dict[str, list[np.ndarray]] = {}
    for made in found.values():
        directions = centred(made, calibration, shrink=SETTINGS.shrink)
        ways.setdefault("plain DBSCAN", []).append(plain(directions, cosine, SETTINGS.min_samples))
        ways.setdefault("hdbscan's tree, cut", []).append(tree(directions, SETTINGS.min_samples).dense(cosine))
        floor = lists(directions, SETTINGS.min_samples, cosine, most_pairs=SETTINGS.most_pairs)
        ways.setdefault("neighbour lists", []).append(floor.dense(cosine))
        for selection in ("eom", "leaf"):
            ways.setdefault(f"hdbscan's own, {selection}", []).append(own_selection(directions, selection))
    rows: list[dict[str, object]] = []
    for name, labels in ways.items():
        scores = [agreement(mine, base) for mine, base in zip(labels, ways["plain DBSCAN"], strict=True)]
        rows.append(
            {
                "way": name, "agreement": round(float(np.mean(scores)), 3), "clusters": sum(len(set(x[x >= 0].tolist())) for x in labels),
                "largest": max(max(Counter(x[x >= 0].tolist()).values(), default=0) for x in labels),
                "not dense": round(float(np.mean(np.concatenate(labels) < 0)), 3),
            }
        )  # fmt: skip
    return rows


def own_selection(directions: np.ndarray, selection: str) -> np.ndarray:
    """hdbscan's clusters by its own choice of where to cut."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import hdbscan

        grown = hdbscan.HDBSCAN(
            min_samples=SETTINGS.min_samples - 1, min_cluster_size=SETTINGS.min_samples, cluster_selection_method=selection
        )
        return np.asarray(grown.fit(directions.astype(np.float64)).labels_)


def one_size(count: int, jitter: float, file: Path) -> dict[str, object]:
    """Cluster so many made-up beliefs, in this process."""
    stored = np.load(file)
    base, calibration = stored["vectors"], Calibration.from_bytes(stored["calibration"].tobytes())
    chance = np.random.default_rng(1)
    made = base[chance.integers(0, len(base), count)] + jitter * chance.standard_normal((count, base.shape[1])).astype(np.float32)
    started = time.perf_counter()
    found = clusters(made.astype(np.float32), calibration=calibration, settings=SETTINGS)
    took = time.perf_counter() - started
    return {
        "beliefs": count, "jitter": jitter, "way": "tree" if count <= SETTINGS.tree_limit else "lists", "s": round(took, 2),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "clusters": len(found.groups), "noise": round(len(found.noise) / count, 3),
    }  # fmt: skip


def run(sizes: list[int], jitters: list[float], folder: Path | None) -> dict[str, object]:
    """Agreement on real beliefs, then each size in a process of its own."""
    found, packed = beliefs_of(folder)
    rows = []
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "vectors.npz"
        np.savez(file, vectors=np.concatenate(list(found.values())), calibration=np.frombuffer(packed, np.uint8))
        for size in sizes:
            for jitter in jitters:
                done = subprocess.run(
                    [sys.executable, "-m", "bench.clustering", "--one", str(size), str(jitter), str(file)],
                    capture_output=True,
                    text=True,
                    check=True,
                )
                rows.append(json.loads(done.stdout))
    return {
        "bench": "clustering", **machine.describe(), "data": "demonstration" if folder is None else "LoCoMo",
        "beliefs": {name: len(made) for name, made in found.items()}, "ways": compared(found, Calibration.from_bytes(packed)), "rows": rows,
    }  # fmt: skip


def show(result: dict[str, object]) -> None:
    """Tables for people."""
    console = Console()
    for name in ("ways", "rows"):
        rows: list[dict[str, object]] = result[name]  # type: ignore[assignment]
        table = Table(*rows[0].keys())
        for row in rows:
            table.add_row(*[f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()])
        console.print(table)
    for key in ("data", "beliefs", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def plot(result: dict[str, object], file: Path) -> None:
    """Seconds and peak memory against the number of beliefs."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows: list[dict[str, float]] = result["rows"]  # type: ignore[assignment]
    figure, axes = pyplot.subplots(1, 2, figsize=(9, 4))
    for axis, name in zip(axes, ("s", "peak_mb"), strict=True):
        for jitter in sorted({row["jitter"] for row in rows}):
            mine = [row for row in rows if row["jitter"] == jitter]
            axis.loglog([row["beliefs"] for row in mine], [row[name] for row in mine], marker="o", label=f"jitter {jitter}")
        axis.set_xlabel("fresh beliefs")
        axis.set_ylabel(name.replace("_", " "))
        axis.grid(alpha=0.3, which="both")
        axis.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 2_000, 5_000, 10_000, 50_000])
    parser.add_argument("--jitter", type=float, nargs="+", default=[0.01, 0.03])
    parser.add_argument("--data", type=Path, help="folder with LoCoMo's file")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    report.add_options(parser)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one_size(int(options.one[0]), float(options.one[1]), Path(options.one[2]))))
        return
    report.deliver(run(options.sizes, options.jitter, options.data), options, show=show, plot=plot)


if __name__ == "__main__":
    main()
