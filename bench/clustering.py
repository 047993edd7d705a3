"""Clusters of fresh beliefs: what several ways of clustering come to, how far they agree with a plain DBSCAN, and time and memory.

    python -m bench.clustering [--sizes 1000 5000 50000] [--data FOLDER] [--show 10] [--json FILE] [--plot FILE]

FOLDER holds LoCoMo's file (bench/locomo_retrieval.py); its five conversations are written down by the offline rules, and the beliefs'
vectors by the shipped encoder are clustered as a night clusters them. Without --data the conversation of the demonstration is taken: too
little to quote figures from. --show prints clusters to look at.

Agreement is the adjusted Rand index (pairs treated alike, corrected for chance; noise as groups of one) with a plain DBSCAN over all
cosines, and with its two stages: over-sized groups are parted by passes that are tighter by 0.25 each. Score is the mean over a way's
clusters of the mean standard score of their pairs; one party is the share of pairs that one party told, where two or more speak.

Sizes are mixtures of two beliefs each, with noise of a standard deviation of --jitter in each component. Each size runs in a process of
its own, so that its peak of resident memory is its own; up to --hdbscan-up-to hdbscan alone clusters the same, for comparison.
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
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.locomo_retrieval import conversations
from dcpm_sqlite import Memory
from dcpm_sqlite.consolidation.clusters import clusters
from dcpm_sqlite.consolidation.spanning import compared, spanning_forest
from dcpm_sqlite.encoder import Calibration, standard_score
from dcpm_sqlite.settings import ClusterSettings
from dcpm_sqlite.store import beliefs, nights, raw, vectors

SETTINGS = ClusterSettings()
STEP = 0.25  # of the plain two stages
Groups = list[list[int]]


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation's fresh beliefs: directions (n, width), texts, and who told each, as numbers (n,)."""

    directions: np.ndarray
    texts: list[str]
    tellers: np.ndarray


def talks_of(folder: Path | None) -> tuple[dict[str, Talk], Calibration]:
    """Fresh beliefs per conversation, and the encoder's calibration."""
    found: dict[str, Talk] = {}
    with tempfile.TemporaryDirectory() as place:
        for name, messages in ({"demonstration": None} if folder is None else conversations(folder)).items():
            with Memory(Path(place) / f"{name}.db", mind="offline") as memory:
                if messages is None:
                    with resources.as_file(resources.files("dcpm_sqlite.cli") / "demo_conversation.jsonl") as file:
                        memory.import_file(file, owner="Nora")
                else:
                    memory.add(messages)
                found[name] = _talk(memory)
                calibration = memory._calibration()
    return found, calibration


TELLERS = """SELECT c.belief, max(coalesce(r.party, 0)) FROM current_wording AS c JOIN belief_source AS s ON s.wording = c.wording
    JOIN raw_input AS r ON r.id = s.raw WHERE s.role = 'quote' GROUP BY c.belief"""


def _talk(memory: Memory) -> Talk:
    with memory._store.file.read() as db:
        space = raw.space_key(db, memory.space)
        assert space is not None
        found, stored = vectors.stored(db, nights.fresh(db, space))
        keys = found.tolist()
        known, tellers = beliefs.by_keys(db, keys), dict(db.execute(TELLERS))
    directions = stored / np.linalg.norm(stored, axis=1, keepdims=True)
    return Talk(directions, [known[key].text for key in keys], np.unique([tellers[key] for key in keys], return_inverse=True)[1])


def plain(directions: np.ndarray, cosine: float, least: int) -> Groups:
    """DBSCAN as the book has it, over all cosines; a border point goes to its nearest dense one."""
    cosines = directions @ directions.T
    near = cosines >= cosine
    dense = near.sum(axis=1) >= least
    labels = np.full(len(directions), -1)
    for start in np.flatnonzero(dense):
        waiting = [int(start)] if labels[start] < 0 else []
        while waiting:
            point = waiting.pop()
            if labels[point] < 0:
                labels[point] = start
                waiting += [int(i) for i in np.flatnonzero(near[point] & dense) if labels[i] < 0]
    return grouped(_with_borders(labels, cosines, near, dense))


def _with_borders(labels: np.ndarray, cosines: np.ndarray, near: np.ndarray, dense: np.ndarray) -> np.ndarray:
    for point in np.flatnonzero(~dense):
        hosts = np.flatnonzero(near[point] & dense)
        labels[point] = labels[hosts[cosines[point, hosts].argmax()]] if len(hosts) else -1
    return labels


def two_stages(directions: np.ndarray, calibration: Calibration) -> Groups:
    """A plain DBSCAN, and tighter ones of what is over-sized until it fits or is gone."""
    kept, score = [], SETTINGS.near
    waiting = [np.arange(len(directions))]
    while waiting:
        found = [m[group] for m in waiting for group in plain(directions[m], cosine_at(score, calibration), SETTINGS.min_samples)]
        kept += [group.tolist() for group in found if len(group) <= SETTINGS.max_size]
        waiting = [group for group in found if len(group) > SETTINGS.max_size]
        score += STEP
    return kept


def joined(directions: np.ndarray, cosine: float, least: int) -> Groups:
    """Stage one as the product does it."""
    points = compared(np.ascontiguousarray(directions, np.float32), least=cosine)
    return grouped(spanning_forest(points, np.ones(len(directions), bool), min_samples=least).label)


def tree_cut(directions: np.ndarray, cosine: float, least: int) -> Groups:
    """hdbscan's tree of mutual reachability cut at a distance: its dense points, and border points as everywhere."""
    cosines = directions @ directions.T
    near = cosines >= cosine
    dense = near.sum(axis=1) >= least
    grown = _hdbscan(directions, min_samples=least - 1)  # it leaves the point itself out where DBSCAN counts it
    return grouped(_with_borders(grown.dbscan_clustering(math.sqrt(2 - 2 * cosine), min_cluster_size=1), cosines, near, dense))


def by_hdbscan(directions: np.ndarray, *, selection: str = "eom", most: int = 0) -> Groups:
    """hdbscan alone, with its own selection."""
    grown = _hdbscan(directions, min_samples=1, max_cluster_size=most, cluster_selection_method=selection)
    return grouped(grown.labels_)


def _hdbscan(directions: np.ndarray, **how: object) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import hdbscan

        # of its algorithms the fastest at width 384: 5,000 beliefs take 5 s, with space trees 23 s and 42 s
        return hdbscan.HDBSCAN(min_cluster_size=SETTINGS.min_samples, algorithm="generic", **how).fit(directions.astype(np.float64))


def grouped(labels: np.ndarray) -> Groups:
    """Members of each label from 0."""
    return [np.flatnonzero(labels == label).tolist() for label in np.unique(labels[labels >= 0])]


def cosine_at(score: float, calibration: Calibration) -> float:
    """The cosine of two passages that has this standard score."""
    return calibration.passage.mean + score * calibration.passage.std


def agreement(one: Groups, other: Groups, count: int) -> float:
    """Adjusted Rand index of two partitions of `count` things; what is in no group is a group of its own."""
    a, b = _labels(one, count), _labels(other, count)
    both, first, second = (sum(math.comb(n, 2) for n in Counter(groups).values()) for groups in (zip(a, b, strict=True), a, b))
    chance = first * second / math.comb(count, 2)
    most = (first + second) / 2
    return 1.0 if most == chance else (both - chance) / (most - chance)


def _labels(groups: Groups, count: int) -> list[int]:
    labels = [-1 - place for place in range(count)]
    for number, group in enumerate(groups):
        for place in group:
            labels[place] = number
    return labels


def ways(calibration: Calibration) -> dict[str, Callable[[Talk], Groups]]:
    """The ways of clustering by name."""
    near, least = cosine_at(SETTINGS.near, calibration), SETTINGS.min_samples

    def product(talk: Talk, labels: list[int] | None = None) -> Groups:
        found = clusters(talk.directions, calibration=calibration, settings=SETTINGS, labels=labels)
        return [list(group) for group in found.groups]

    return {
        "plain DBSCAN": lambda talk: plain(talk.directions, near, least),
        "stage one": lambda talk: joined(talk.directions, near, least),
        "hdbscan's tree, cut": lambda talk: tree_cut(talk.directions, near, least),
        "plain two stages": lambda talk: two_stages(talk.directions, calibration),
        "hdbscan alone, eom": lambda talk: by_hdbscan(talk.directions),
        "hdbscan alone, leaf": lambda talk: by_hdbscan(talk.directions, selection="leaf"),
        "the product": product,
        "the product, by party": lambda talk: product(talk, talk.tellers.tolist()),
    }


def compare(talks: dict[str, Talk], calibration: Calibration) -> list[dict[str, object]]:
    """A row per way: agreement, and what its clusters are like."""
    found = {name: [way(talk) for talk in talks.values()] for name, way in ways(calibration).items()}
    return [
        {
            "way": name,
            "agrees, one stage": _mean_agreement(groups, found["plain DBSCAN"], talks),
            "two stages": _mean_agreement(groups, found["plain two stages"], talks),
            **_described(groups, talks, calibration),
        }
        for name, groups in found.items()
    ]


def _mean_agreement(mine: list[Groups], base: list[Groups], talks: dict[str, Talk]) -> float:
    each = [agreement(a, b, len(talk.texts)) for a, b, talk in zip(mine, base, talks.values(), strict=True)]
    return round(float(np.mean(each)), 3)


def _described(found: list[Groups], talks: dict[str, Talk], calibration: Calibration) -> dict[str, object]:
    sizes, scores, alike = [], [], []
    for groups, talk in zip(found, talks.values(), strict=True):
        for group in groups:
            pairs = np.triu_indices(len(group), k=1)
            cosines = (talk.directions[group] @ talk.directions[group].T)[pairs]
            sizes.append(len(group))
            scores.append(float(standard_score(calibration, cosines, "passage").mean()))
            if talk.tellers.any():
                alike += (talk.tellers[group][pairs[0]] == talk.tellers[group][pairs[1]]).tolist()
    return {
        "clusters": len(sizes), "median size": float(np.median(sizes)) if sizes else 0.0, "largest": max(sizes, default=0),
        "noise": round(1 - sum(sizes) / sum(len(talk.texts) for talk in talks.values()), 3),
        "score": round(float(np.mean(scores)), 2) if scores else 0.0, "one party": round(float(np.mean(alike)), 2) if alike else None,
    }  # fmt: skip


def mixed(base: np.ndarray, count: int, jitter: float) -> np.ndarray:
    """(count, width) mixtures of two of the base each, the one at least as much as the other, with noise."""
    chance = np.random.default_rng(1)
    share = chance.uniform(0.5, 1.0, (count, 1)).astype(np.float32)
    made = share * base[chance.integers(0, len(base), count)] + (1 - share) * base[chance.integers(0, len(base), count)]
    made += np.float32(jitter) * chance.standard_normal(made.shape, dtype=np.float32)
    directions: np.ndarray = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
    return directions


def one_size(way: str, count: int, jitter: float, file: Path) -> dict[str, object]:
    """Cluster so many made-up beliefs, in this process."""
    with np.load(file) as stored:
        made, calibration = mixed(stored["vectors"], count, jitter), Calibration.from_bytes(stored["calibration"].tobytes())
    by_hdbscan(made[:10])  # loaded before the clock runs
    started = time.perf_counter()
    if way == "hdbscan alone":
        groups = by_hdbscan(made, most=SETTINGS.max_size)
    else:
        groups = [list(group) for group in clusters(made, calibration=calibration, settings=SETTINGS).groups]
    return {
        "way": way, "beliefs": count, "jitter": jitter, "s": round(time.perf_counter() - started, 2),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "clusters": len(groups),
        "noise": round(1 - sum(map(len, groups)) / count, 3),
    }  # fmt: skip


def run(sizes: list[int], jitters: list[float], folder: Path | None, *, hdbscan_up_to: int = 5_000, shown: int = 0) -> dict[str, object]:
    """Ways on real beliefs, then each size in a process of its own."""
    talks, calibration = talks_of(folder)
    rows = []
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "vectors.npz"
        base = np.concatenate([talk.directions for talk in talks.values()])
        np.savez(file, vectors=base, calibration=np.frombuffer(calibration.to_bytes(), np.uint8))
        for size in sizes:
            for jitter in jitters:
                for way in ("the product", "hdbscan alone")[: 1 + (size <= hdbscan_up_to)]:
                    asked = [sys.executable, "-m", "bench.clustering", "--one", way, str(size), str(jitter), str(file)]
                    rows.append(json.loads(subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=True).stdout))
    return {
        "bench": "clustering", **machine.describe(), "data": "demonstration" if folder is None else "LoCoMo",
        "beliefs": {name: len(talk.texts) for name, talk in talks.items()}, "ways": compare(talks, calibration), "rows": rows,
        "examples": examples(talks, calibration, shown),
    }  # fmt: skip


def examples(talks: dict[str, Talk], calibration: Calibration, shown: int) -> list[list[str]]:
    """Texts of the first clusters of each conversation."""
    found = [(talk, ways(calibration)["the product"](talk)[:shown]) for talk in talks.values()]
    return [[talk.texts[place] for place in group] for talk, groups in found for group in groups]


def show(result: dict[str, object]) -> None:
    """Tables for people."""
    console = Console()
    for name in ("ways", "rows"):
        rows: list[dict[str, object]] = result[name]  # type: ignore[assignment]
        if rows:
            table = Table(*rows[0].keys())
            for row in rows:
                table.add_row(*[f"{value:,}" if isinstance(value, int) else "" if value is None else str(value) for value in row.values()])
            console.print(table)
    texts: list[list[str]] = result["examples"]  # type: ignore[assignment]
    for group in texts:
        console.print(f"{len(group)}: " + " | ".join(group), highlight=False, markup=False)
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
        for way, jitter in sorted({(row["way"], row["jitter"]) for row in rows}):
            mine = [row for row in rows if (row["way"], row["jitter"]) == (way, jitter)]
            axis.loglog([row["beliefs"] for row in mine], [row[name] for row in mine], marker="o", label=f"{way}, jitter {jitter}")
        axis.set_xlabel("fresh beliefs")
        axis.set_ylabel(name.replace("_", " "))
        axis.grid(alpha=0.3, which="both")
        axis.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 2_000, 5_000, 10_000, 50_000])
    parser.add_argument("--jitter", type=float, nargs="+", default=[0.005, 0.01])
    parser.add_argument("--data", type=Path, help="folder with LoCoMo's file")
    parser.add_argument("--hdbscan-up-to", type=int, default=5_000, help="largest size that hdbscan alone clusters as well")
    parser.add_argument("--show", type=int, default=0, help="clusters of each conversation to print")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    report.add_options(parser)
    options = parser.parse_args()
    if options.one:
        way, count, jitter, file = options.one
        print(json.dumps(one_size(way, int(count), float(jitter), Path(file))))
        return
    result = run(options.sizes, options.jitter, options.data, hdbscan_up_to=options.hdbscan_up_to, shown=options.show)
    report.deliver(result, options, show=show, plot=plot)


if __name__ == "__main__":
    main()
