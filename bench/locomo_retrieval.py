"""Turn recall on LoCoMo, through the public `Memory.recall`, each conversation in its own space.

    python -m bench.locomo_retrieval --data FOLDER [--pad 100000] [--json FILE] [--plot FILE]

FOLDER holds `locomo5.json` or `locomo10.json` (github.com/snap-research/locomo, data/; CC BY-NC 4.0) and `retrieval_gold.jsonl`, a
line per question with `sample_id`, `question`, `category`, `gold_dia_ids` and `gold_dia_ids_audited`. Nothing is downloaded.
Categories 1 (multi-hop), 2 (temporal), 3 (open-domain) and 4 (single-hop) are scored. recall@k is the mean over questions of the
share of a question's gold turns among the first k hits. The weights were set by hand on conv-26 and conv-30 and looked at on all.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import machine, report
from bench.filling import around, fill
from dcpm_sqlite import Memory, Message, Moment
from dcpm_sqlite.encoder import default_encoder
from dcpm_sqlite.portability.sources import Skipped, read_source

KS = (5, 10, 30)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
TUNED_ON = ("conv-26", "conv-30")
GOLDS = {"published": "gold_dia_ids", "audited": "gold_dia_ids_audited"}


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the keys of its gold turns, per gold variant."""

    conversation: str
    text: str
    category: int
    gold: dict[str, frozenset[str]]


def conversations(folder: Path) -> dict[str, list[Message]]:
    """Messages per conversation; a turn's `source_key` is `<conversation>/<dia_id>`."""
    file = next((folder / name for name in ("locomo10.json", "locomo5.json") if (folder / name).exists()), None)
    if file is None:
        sys.exit(f"{folder} has neither locomo10.json nor locomo5.json; see the head of this file for where to get it.")
    found: dict[str, list[Message]] = {}
    for entry in read_source(file, format="locomo"):
        if not isinstance(entry, Skipped):
            assert entry.source_key is not None
            found.setdefault(entry.source_key.split("/")[0], []).append(entry)
    return found


def questions(folder: Path) -> list[Question]:
    """Scored questions with at least one gold turn."""
    rows = [json.loads(line) for line in (folder / "retrieval_gold.jsonl").read_text("utf-8").splitlines()]
    return [
        Question(row["sample_id"], row["question"], row["category"], {
            name: frozenset(f"{row['sample_id']}/{turn}" for turn in row[column]) for name, column in GOLDS.items()
        })
        for row in rows if row["category"] in CATEGORIES and row["gold_dia_ids"]
    ]  # fmt: skip


def padding(messages: list[Message], count: int) -> list[Message]:
    """Other people's talk: words of the other conversations' turns in shuffled order, so that every term becomes frequent."""
    chance = random.Random(7)
    made = []
    for number in range(count):
        words = chance.choice(messages).text.split() + chance.choice(messages).text.split()
        chance.shuffle(words)
        said = Moment(1_672_531_200_000 + number * 300_000)
        made.append(Message(" ".join(words[: max(4, len(words) // 2)]), party=f"Speaker {number % 50}", said_at=said,
                            session=f"padding {number // 20}", source="padding", source_key=str(number)))  # fmt: skip
    return made


def fill_space(memory: Memory, messages: list[Message], others: list[Message], pad: int) -> None:
    """The conversation, encoded; with half of the padding before it and half after it, whose vectors lie around those of other turns."""
    extra = padding(others, pad)
    if pad:
        sample = random.Random(9).sample(others, 300)
        centres = default_encoder().encode_passages([f"{m.party}: {m.text}" for m in sample])
        made_up = around(centres, 0.35, seed=9)
        fill(memory, extra[: pad // 2], made_up)
    for start in range(0, len(messages), 256):
        memory.add(messages[start : start + 256])
    if pad:
        fill(memory, extra[pad // 2 :], made_up)


def hits(memory: Memory, question: Question) -> list[str]:
    """Keys of the turns found, best first."""
    found = memory.recall(question.text, k=max(KS))
    rows = {row.id: row.source_key or "" for row in (memory.get(hit.id) for hit in found.hits)}  # type: ignore[union-attr]
    return [rows[hit.id] for hit in found.hits]


def interval(values: np.ndarray, seed: int = 1) -> tuple[float, float]:
    """95 % bootstrap interval of a mean."""
    chance = np.random.default_rng(seed)
    means = values[chance.integers(0, len(values), (2000, len(values)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def scores(asked: list[Question], found: list[list[str]], gold: str) -> np.ndarray:
    """(questions, len(KS)) recall of each question; rows without gold in this variant are nan."""
    result = np.full((len(asked), len(KS)), np.nan)
    for row, (question, keys) in enumerate(zip(asked, found, strict=True)):
        if wanted := question.gold[gold]:
            result[row] = [len(wanted & set(keys[:k])) / len(wanted) for k in KS]
    return result


def run(folder: Path, pad: int, only: list[str] | None) -> dict[str, object]:
    """Fill a file, ask every question, score."""
    talks, asked = conversations(folder), questions(folder)
    names = [name for name in talks if only is None or name in only]
    asked = [q for q in asked if q.conversation in names]
    found: list[list[str]] = []
    with tempfile.TemporaryDirectory() as place:
        for name in track(names, "conversations", console=Console(stderr=True), disable=not sys.stderr.isatty()):
            others = [m for other, messages in talks.items() if other != name for m in messages]
            with Memory(Path(place) / f"{name}.db", space=name) as memory:
                fill_space(memory, talks[name], others, pad)
                for question in (q for q in asked if q.conversation == name):
                    found.append(hits(memory, question))
    asked = [q for name in names for q in asked if q.conversation == name]
    rows = []
    for gold in GOLDS:
        table = scores(asked, found, gold)
        groups = {"all": [True] * len(asked), "without 26 and 30": [q.conversation not in TUNED_ON for q in asked]}
        groups |= {label: [q.category == number for q in asked] for number, label in CATEGORIES.items()}
        for group, mask in groups.items():
            values = table[np.array(mask) & ~np.isnan(table[:, 0])]
            if len(values):
                rows.append({
                    "gold": gold, "questions": group, "n": len(values),
                    **{f"recall@{k}": round(float(values[:, i].mean()), 4) for i, k in enumerate(KS)},
                    "interval@10": [round(x, 4) for x in interval(values[:, KS.index(10)])],
                })  # fmt: skip
    return {"bench": "locomo_retrieval", "conversations": names, "passages_added_to_each": pad, **machine.describe(), "rows": rows}


def show(result: dict[str, object]) -> None:
    """The result as a table for people."""
    console = Console()
    table = Table("gold", "questions", "n", *[f"recall@{k}" for k in KS], "95 % interval @10")
    for row in result["rows"]:  # type: ignore[attr-defined]
        low, high = row["interval@10"]
        table.add_row(row["gold"], row["questions"], str(row["n"]), *[f"{row[f'recall@{k}']:.3f}" for k in KS], f"{low:.3f} to {high:.3f}")
    console.print(table)
    for key in ("conversations", "passages_added_to_each", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def plot(result: dict[str, object], file: Path) -> None:
    """recall@k by group of questions, published gold."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [row for row in result["rows"] if row["gold"] == "published"]  # type: ignore[attr-defined]
    figure, axes = pyplot.subplots(figsize=(8, 4))
    for i, k in enumerate(KS):
        axes.bar(np.arange(len(rows)) + 0.27 * (i - 1), [row[f"recall@{k}"] for row in rows], 0.27, label=f"recall@{k}")
    axes.set_xticks(range(len(rows)), [row["questions"].replace(" (", "\n(") for row in rows], fontsize=8)
    axes.set_ylim(0, 1)
    axes.set_title("LoCoMo turn recall, no LLM")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pad", type=int, default=0, help="passages of other talk added to each conversation's space")
    parser.add_argument("--only", nargs="*", help="conversations to run")
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.data, options.pad, options.only), options, show=show, plot=plot)


if __name__ == "__main__":
    main()
