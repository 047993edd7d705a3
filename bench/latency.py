"""How long `add` and `recall` take, and what they cost, at growing sizes of one space.

    python -m bench.latency [--sizes 1000 10000 100000] [--questions 200] [--beliefs] [--nodes 600] [--json FILE] [--plot FILE]

Each size is that many passages and, with --beliefs, as many beliefs, each of which quotes a passage as a writer's would (its text is
the same with a word before it). Nothing waits to be decided; the `add` that is timed decides by the offline rules. Texts are sentences of pseudo-words
with the frequencies of a language (30,000 words, Zipf and Mandelbrot's law); questions take words of stored sentences. Vectors are drawn at random around 200 topics instead of being encoded, so that filling
takes minutes instead of hours; questions are encoded by the encoder under test and are timed apart. With --nodes so many schemas, each
resting on 30 of the beliefs that a page of the space holds, are there as well; each question is then asked twice in turn, with nodes shown
and without.
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import apsw
import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.filling import Vectors, around, fill
from dcpm_sqlite import Memory, Message, Moment
from dcpm_sqlite.encoder import HashEncoder, default_encoder
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.store.changes import AddNode

VOCABULARY = 30_000
STOP_RANKS = 60  # the most frequent words of a language, which questions share with everything


def vocabulary() -> list[str]:
    """Pseudo-words of two to four syllables, the same in every run."""
    chance = random.Random(11)
    syllables = [c + v for c in "bdfgklmnprstvz" for v in ("a", "e", "i", "o", "u", "an", "er", "in", "ol", "ur")]
    return list(dict.fromkeys("".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(VOCABULARY)))


WORDS = vocabulary()
_WEIGHTS = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(WORDS))))  # Zipf and Mandelbrot's law


def topics(encoder: Encoder, count: int = 200) -> np.ndarray:
    """(count, width) centres that lie to each other about as texts of different topics do."""
    chance = np.random.default_rng(5)
    drawn = chance.standard_normal((count, encoder.identity.width)).astype(np.float32)
    middle = encoder.encode_passages(["a sentence about nothing in particular"])[0]
    centres: np.ndarray = middle + 0.6 * drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return centres


def sentences(count: int, seed: int) -> list[str]:
    """Sentences of 6 to 25 words, with the frequencies that words have in a language."""
    chance = random.Random(seed)
    return [" ".join(chance.choices(WORDS, cum_weights=_WEIGHTS, k=chance.randint(6, 25))) for _ in range(count)]


def questions_about(texts: list[str], count: int) -> list[str]:
    """Questions that take two to six of the less common words of a stored sentence."""
    chance = random.Random(3)
    common = set(WORDS[:STOP_RANKS])
    asked: list[str] = []
    while len(asked) < count:
        words = [w for w in chance.choice(texts).split() if w not in common]
        if len(words) >= 2:
            asked.append(f"What about the {' '.join(chance.sample(words, min(len(words), chance.randint(2, 6))))}?")
    return asked


def grow(memory: Memory, vectors: Vectors, start: int, end: int, with_beliefs: bool) -> None:
    """Bring the space from `start` to `end` passages (and beliefs)."""
    texts = sentences(end - start, seed=end)
    messages = [
        Message(
            text,
            party=f"Speaker {i % 7}",
            said_at=Moment(1_700_000_000_000 + i * 1000),
            session=f"session {i // 20}",
            source="bench",
            source_key=str(i),
        )
        for i, text in enumerate(texts, start)
    ]
    fill(memory, messages, vectors, with_beliefs=with_beliefs)


EVIDENCE = 30  # beliefs under a schema: the paper's upper figure for a domain's schemas is of that order (DCPM D-10)


def think(memory: Memory, vectors: Vectors, count: int) -> None:
    """Schemas over beliefs that were said one after the other, spread over the space."""
    store = memory._store
    with store.file.read() as db:
        beliefs = [row[0] for row in db.execute("SELECT id FROM belief ORDER BY id")]
        have = db.execute("SELECT count(*) FROM node").get
    step = max(1, (len(beliefs) - EVIDENCE) // count)
    made = vectors(count)
    store.apply(
        memory.space,
        [
            AddNode("schema", f"schema number {i}", "other", 0.5, tuple(beliefs[i * step : i * step + EVIDENCE]), vector=made[i])
            for i in range(have, count)
        ],
    )


def compare_nodes(memory: Memory, questions: list[str]) -> dict[str, float | int]:
    """The same questions with nodes shown and without, in turn on one file."""
    bare = replace(memory.settings, recall=replace(memory.settings.recall, with_nodes=False))
    shown, hidden, nodes = [], [], 0
    with Memory(memory.path, encoder=memory._encoder, settings=bare) as other:
        for question in questions[:2]:
            other.recall(question)
        for question in questions:
            nodes += len(memory.recall(question).nodes)
            other.recall(question)  # both have just been asked the same
            shown.append(_without(memory, question))
            hidden.append(_without(other, question))
    return {
        "nodes_shown_p50_ms": round(float(np.quantile(shown, 0.5)), 2), "nodes_hidden_p50_ms": round(float(np.quantile(hidden, 0.5)), 2),
        "nodes_ratio": round(float(np.quantile(shown, 0.5) / np.quantile(hidden, 0.5)), 3), "nodes_per_recall": round(nodes / len(questions), 2),
    }  # fmt: skip


def counted(memory: Memory, read: Callable[[], object]) -> int:
    """SQL statements of one read, by SQLite's own account."""
    seen: list[str] = []
    reader = memory._store.file._reader()
    with _Traced(reader, seen):
        read()
    return sum(not s.startswith(("BEGIN", "ROLLBACK")) for s in seen)


class _Traced:
    def __init__(self, db: apsw.Connection, seen: list[str]) -> None:
        self._db, self._seen = db, seen

    def __enter__(self) -> None:
        def note(cursor: apsw.Cursor, sql: str, bindings: object) -> bool:
            self._seen.append(sql)
            return True

        self._db.exec_trace = note

    def __exit__(self, *_: object) -> None:
        self._db.exec_trace = None


def measure(memory: Memory, questions: list[str]) -> dict[str, float | int]:
    """Percentiles in milliseconds; `whole` with the encoder, `without` without it; `after_add` is the recall right after an add."""
    first = memory.recall(questions[0])
    memory.recall(questions[1])
    found = [memory.recall(q) for q in questions]
    without = np.array([f.took_ms - f.encode_ms for f in found])
    whole = np.array([f.took_ms for f in found])
    adds, after, warm = [], [], []
    for number, question in enumerate(questions[:60]):
        warm.append(_without(memory, question))
        started = time.perf_counter()
        memory.add(Message(f"one more sentence, number {number}", session="more"))
        adds.append((time.perf_counter() - started) * 1000)
        after.append(_without(memory, question))
    return {
        "first_recall_ms": round(first.took_ms, 1),
        "recall_p50_ms": round(float(np.quantile(without, 0.5)), 2), "recall_p95_ms": round(float(np.quantile(without, 0.95)), 2),
        "with_encoding_p50_ms": round(float(np.quantile(whole, 0.5)), 2), "with_encoding_p95_ms": round(float(np.quantile(whole, 0.95)), 2),
        "add_p50_ms": round(float(np.quantile(adds, 0.5)), 2), "add_p95_ms": round(float(np.quantile(adds, 0.95)), 2),
        "after_add_ratio": round(float(np.median(np.array(after) / np.array(warm))), 3),
        "statements": max(counted(memory, lambda q=q: memory.recall(q)) for q in questions[:5]),
        "resident_mb": round(machine.resident_mb(), 1),
        "file_mb": round(memory.stats().file_bytes / 1e6, 1),
    }  # fmt: skip


def _without(memory: Memory, question: str) -> float:
    found = memory.recall(question)
    return found.took_ms - found.encode_ms


def run(sizes: list[int], count: int, with_beliefs: bool, encoder: str, nodes: int = 0) -> dict[str, object]:
    """Fill one file to each size in turn and measure."""
    real: Encoder = HashEncoder(384) if encoder == "hash" else default_encoder()
    vectors = around(topics(real), 0.5, seed=5)
    questions = questions_about(sentences(min(sizes), seed=min(sizes)), count)
    rows = []
    with tempfile.TemporaryDirectory() as place, Memory(Path(place) / "bench.db", encoder=real) as memory:
        done = 0
        for size in sorted(sizes):
            grow(memory, vectors, done, size, with_beliefs)
            done = size
            if nodes:
                think(memory, vectors, nodes)
            memory._store.file.checkpoint()
            compared = compare_nodes(memory, questions) if nodes else {}
            rows.append(
                {"passages": size, "beliefs": size if with_beliefs else 0, "nodes": nodes, **measure(memory, questions), **compared}
            )
    return {"bench": "latency", "encoder": real.identity.name, **machine.describe(), "rows": rows}


def show(result: dict[str, object]) -> None:
    """A table for people."""
    console = Console()
    rows: list[dict[str, object]] = result["rows"]  # type: ignore[assignment]
    table = Table("", *[f"{row['passages']:,}" for row in rows])
    for name in rows[0]:
        table.add_row(name.replace("_", " "), *[str(row[name]) for row in rows])
    console.print(table)
    for key in ("encoder", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def plot(result: dict[str, object], file: Path) -> None:
    """Recall and add against size, log axes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows: list[dict[str, float]] = result["rows"]  # type: ignore[assignment]
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name in ("recall_p50_ms", "recall_p95_ms", "with_encoding_p50_ms", "add_p50_ms"):
        axes.loglog([row["passages"] for row in rows], [row[name] for row in rows], marker="o", label=name.replace("_", " "))
    axes.set_xlabel("passages in the space")
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
    parser.add_argument("--beliefs", action="store_true", help="as many beliefs as passages")
    parser.add_argument("--nodes", type=int, default=0, help="schemas over the beliefs, from size 1,000 on")
    parser.add_argument("--encoder", choices=["default", "hash"], default="default")
    report.add_options(parser)
    options = parser.parse_args()
    if options.nodes and not options.beliefs:
        parser.error("--nodes rest on beliefs: give --beliefs too")
    result = run(options.sizes, options.questions, options.beliefs, options.encoder, options.nodes)
    report.deliver(result, options, show=show, plot=plot)


if __name__ == "__main__":
    main()
