"""How long reads along relations take at growing sizes of one space: `investigate` offline, and `recall` with relations against without.

    python -m bench.relation_latency [--sizes 1000 10000 100000] [--questions 200] [--degree 3] [--json FILE] [--plot FILE]

Each size is that many passages, as many beliefs (made as in `bench.latency`) and --degree times as many relations: a third to a belief of
the same twenty, as a writer's neighbourhood by recency gives, the rest to one drawn by chance, one in ten of them to a hub. Weights are
drawn from the writer's bands. Statements are counted by SQLite's own account, per round of the search.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.filling import around
from bench.latency import counted, grow, questions_about, sentences, topics
from dcpm_sqlite import Memory
from dcpm_sqlite.encoder import HashEncoder, default_encoder
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.records import PREDICATES
from dcpm_sqlite.store.changes import AddRelation

PAGE = 5_000
HUBS = 0.001  # share of beliefs that many relations lead to
WEIGHTS = (0.9, 0.75, 0.55, 0.35)  # R-07's bands


def relate(memory: Memory, start: int, degree: int) -> None:
    """Relations of the beliefs from the `start`th on."""
    store = memory._store
    with store.file.read() as db:
        keys = [row[0] for row in db.execute("SELECT id FROM belief ORDER BY id")]
    chance = random.Random(start + 1)
    hubs = keys[: max(1, int(len(keys) * HUBS))]
    names = sorted(set(PREDICATES) - {"supersedes"})
    made = []
    for place in range(start, len(keys)):
        for number in range(degree):
            near = keys[max(0, place - chance.randint(1, 20))]
            end = near if number % 3 == 0 else chance.choice(hubs) if chance.random() < 0.1 else chance.choice(keys)
            if end != keys[place]:
                made.append(AddRelation(keys[place], end, chance.choice(names), "drawn by chance", chance.choice(WEIGHTS)))
    for first in range(0, len(made), PAGE):
        store.apply(memory.space, made[first : first + PAGE])


def measure(memory: Memory, questions: list[str]) -> dict[str, float | int]:
    """Percentiles in milliseconds without encoding; both recalls in turn on the same question."""
    for question in questions[:3]:
        memory.investigate(question)
        memory.recall(question, relations=True)
    found = [memory.investigate(question) for question in questions]
    deep = [memory.investigate(question, preset="deep") for question in questions[:50]]
    plain, spread = [], []
    for question in questions:
        memory.recall(question)
        for relations, times in ((False, plain), (True, spread)):
            read = memory.recall(question, relations=relations)
            times.append(read.took_ms - read.encode_ms)
    took = [one.took_ms - one.encode_ms for one in found]
    counts = [(counted(memory, lambda q=q: memory.investigate(q)), len(memory.investigate(q).rounds)) for q in questions[:20]]
    walked = [one.depth > 0 for each in found for one in each.findings]
    return {
        "investigate_p50_ms": round(float(np.quantile(took, 0.5)), 2), "investigate_p95_ms": round(float(np.quantile(took, 0.95)), 2),
        "deep_p50_ms": round(float(np.quantile([one.took_ms - one.encode_ms for one in deep], 0.5)), 2),
        "rounds_mean": round(float(np.mean([len(one.rounds) for one in found])), 2), "items_mean": round(float(np.mean([one.reached for one in found])), 1),
        "statements_max": max(n for n, _ in counts), "statements_a_round_max": round(max(n / max(1, rounds) for n, rounds in counts), 1),
        "walked_share": round(float(np.mean(walked)), 3) if walked else 0.0,
        "recall_p50_ms": round(float(np.quantile(plain, 0.5)), 2), "recall_with_relations_p50_ms": round(float(np.quantile(spread, 0.5)), 2),
        "ratio": round(float(np.median(np.array(spread) / np.array(plain))), 3), "resident_mb": round(machine.resident_mb(), 1),
    }  # fmt: skip


def run(sizes: list[int], count: int, degree: int, encoder: str) -> dict[str, object]:
    """Fill one file to each size in turn and measure."""
    real: Encoder = HashEncoder(384) if encoder == "hash" else default_encoder()
    vectors = around(topics(real), 0.5, seed=5)
    questions = questions_about(sentences(min(sizes), seed=min(sizes)), count)
    rows, done = [], 0
    with tempfile.TemporaryDirectory() as place, Memory(Path(place) / "bench.db", encoder=real) as memory:
        for size in sorted(sizes):
            grow(memory, vectors, done, size, with_beliefs=True)
            relate(memory, done, degree)
            done = size
            memory._store.file.checkpoint()
            rows.append({"passages": size, "beliefs": size, "relations": len(memory.relations()), **measure(memory, questions)})
    return {"bench": "relation_latency", "encoder": real.identity.name, "questions": count, **machine.describe(), "rows": rows}


def show(result: dict[str, object]) -> None:
    """A table for people."""
    console = Console()
    rows: list[dict[str, object]] = result["rows"]  # type: ignore[assignment]
    table = Table("", *[f"{row['passages']:,}" for row in rows])
    for name in rows[0]:
        table.add_row(name.replace("_", " "), *[str(row[name]) for row in rows])
    console.print(table)
    for key in ("encoder", "questions", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def plot(result: dict[str, object], file: Path) -> None:
    """Reads against size, log axes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows: list[dict[str, float]] = result["rows"]  # type: ignore[assignment]
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name in ("investigate_p50_ms", "deep_p50_ms", "recall_p50_ms", "recall_with_relations_p50_ms"):
        axes.loglog([row["beliefs"] for row in rows], [row[name] for row in rows], marker="o", label=name.replace("_", " "))
    axes.set_xlabel("beliefs in the space, with as many passages and three times as many relations")
    axes.set_ylabel("ms")
    axes.legend()
    axes.grid(alpha=0.3, which="both")
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--degree", type=int, default=3, help="relations drawn for each belief")
    parser.add_argument("--encoder", choices=["default", "hash"], default="default")
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.sizes, options.questions, options.degree, options.encoder), options, show=show, plot=plot)


if __name__ == "__main__":
    main()
