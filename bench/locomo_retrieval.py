"""Turn recall on LoCoMo, through the public `Memory.recall`, each conversation in its own space.

    python -m bench.locomo_retrieval --data FOLDER [--pad 100000] [--only NAME ...] [--json FILE] [--plot FILE]

FOLDER holds `locomo5.json` or `locomo10.json` (github.com/snap-research/locomo, data/; CC BY-NC 4.0) and `retrieval_gold.jsonl`, a
line per question with `sample_id`, `question`, `category`, `gold_dia_ids` and `gold_dia_ids_audited`. Nothing is downloaded.
Categories 1 (multi-hop), 2 (temporal), 3 (open-domain) and 4 (single-hop) are scored. recall@k is the mean over questions of the
share of a question's gold turns that the first k hits rest on: a belief counts for all messages that it was drawn from. Each question is
asked twice of the same file, with the beliefs that the offline rules drew in play and without; the difference has a paired interval.
The weights were set by hand on conv-26 and conv-30 and looked at on all.
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
from bench.intervals import bootstrap
from dcpm_sqlite import Memory, Message, Moment, Settings
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.portability.sources import Skipped, read_source
from dcpm_sqlite.settings import RecallSettings

KS = (5, 10, 30)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
TUNED_ON = ("conv-26", "conv-30")
GOLDS = {"published": "gold_dia_ids", "audited": "gold_dia_ids_audited"}
WAYS = {"with beliefs": Settings(), "without": Settings(recall=RecallSettings(with_beliefs=False))}
Turns = frozenset[str]  # keys of the turns that a hit rests on


@dataclass(frozen=True, slots=True)
class Found:
    """What one recall found: the turns that each hit rests on, best hit first, and which of the hits are beliefs."""

    turns: list[Turns]
    is_belief: list[bool]


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


def fill_space(memory: Memory, messages: list[Message], others: list[Message], pad: int) -> dict[str, str]:
    """The conversation, encoded and decided upon, with half of the padding before it and half after it; its turns' keys by message id.

    The padding's vectors lie around those of other turns, and nothing is believed of it.
    """
    extra = padding(others, pad)
    if pad:
        sample = random.Random(9).sample(others, min(300, len(others)))
        centres = memory._encoder.encode_passages([f"{m.party}: {m.text}" for m in sample])
        made_up = around(centres, 0.35, seed=9)
        fill(memory, extra[: pad // 2], made_up)
    keys: dict[str, str] = {}
    for start in range(0, len(messages), 256):
        batch = messages[start : start + 256]
        keys |= dict(zip(memory.add(batch).ids, (m.source_key or "" for m in batch), strict=True))
    if pad:
        fill(memory, extra[pad // 2 :], made_up)
    return keys


def hits(memory: Memory, question: Question, keys: dict[str, str]) -> Found:
    """What the question finds; padding rests on no turn."""
    found = memory.recall(question.text, k=max(KS)).hits
    return Found([frozenset(keys[id] for id in hit.sources if id in keys) for hit in found], [hit.kind == "belief" for hit in found])


def scores(asked: list[Question], found: list[Found], gold: str) -> np.ndarray:
    """(questions, len(KS)) recall of each question; rows without gold in this variant are nan."""
    result = np.full((len(asked), len(KS)), np.nan)
    for row, (question, one) in enumerate(zip(asked, found, strict=True)):
        if wanted := question.gold[gold]:
            result[row] = [len(wanted & frozenset().union(*one.turns[:k])) / len(wanted) for k in KS]
    return result


def ask(
    folder: Path, pad: int, only: list[str] | None, encoder: Encoder | None
) -> tuple[list[str], list[Question], dict[str, list[Found]], int]:
    """Names of conversations, the questions in their order, what each way found for them, and how many beliefs were drawn."""
    talks, all_asked = conversations(folder), questions(folder)
    names = [name for name in talks if only is None or name in only]
    asked = [q for name in names for q in all_asked if q.conversation == name]
    found: dict[str, list[Found]] = {way: [] for way in WAYS}
    drawn = 0
    with tempfile.TemporaryDirectory() as place:
        for name in track(names, "conversations", console=Console(stderr=True), disable=not sys.stderr.isatty()):
            others = [m for other, messages in talks.items() if other != name for m in messages]
            path = Path(place) / f"{name}.db"
            with Memory(path, space=name, mind="offline", encoder=encoder) as memory:
                keys = fill_space(memory, talks[name], others, pad)
                drawn += dict(memory.stats().counts)["beliefs"]
            for way, settings in WAYS.items():
                with Memory(path, space=name, mind="offline", encoder=encoder, settings=settings) as memory:
                    found[way] += [hits(memory, question, keys) for question in asked if question.conversation == name]
    return names, asked, found, drawn


def run(folder: Path, pad: int, only: list[str] | None, encoder: Encoder | None = None) -> dict[str, object]:
    """Fill a file, ask every question both ways, score."""
    names, asked, found, drawn = ask(folder, pad, only, encoder)
    groups = {"all": [True] * len(asked), "without 26 and 30": [q.conversation not in TUNED_ON for q in asked]}
    groups |= {label: [q.category == number for q in asked] for number, label in CATEGORIES.items()}
    rows = []
    for gold in GOLDS:
        tables = {way: scores(asked, found[way], gold) for way in WAYS}
        for group, mask in groups.items():
            use = np.array(mask) & ~np.isnan(tables["without"][:, 0])
            if use.any():
                rows.append({"gold": gold, "questions": group, "n": int(use.sum()), **_row({way: t[use] for way, t in tables.items()})})
    return {
        "bench": "locomo_retrieval", "conversations": names, "passages_added_to_each": pad, "beliefs": drawn, **_play(found), **machine.describe(),
        "rows": rows,
    }  # fmt: skip


def _play(found: dict[str, list[Found]]) -> dict[str, int]:
    """How far both ways differ at all: without this, a difference of 0 and a switch that does nothing look alike."""
    pairs = list(zip(found["with beliefs"], found["without"], strict=True))
    return {
        "questions": len(pairs),
        "questions_with_a_belief_in_10": sum(any(both.is_belief[:10]) for both, _ in pairs),
        "questions_with_other_turns_in_10": sum(frozenset().union(*b.turns[:10]) != frozenset().union(*w.turns[:10]) for b, w in pairs),
        "questions_with_other_order_in_10": sum(b.turns[:10] != w.turns[:10] for b, w in pairs),
        "belief_hits_without": sum(sum(without.is_belief) for _, without in pairs),
    }


def _row(tables: dict[str, np.ndarray]) -> dict[str, object]:
    """Recall with beliefs in play, and without, and the difference at 10 question by question."""
    at_ten = KS.index(10)
    both, without = tables["with beliefs"], tables["without"]
    return {
        **{f"recall@{k}": round(float(both[:, i].mean()), 4) for i, k in enumerate(KS)},
        "interval@10": [round(x, 4) for x in bootstrap(both[:, at_ten])],
        **{f"without@{k}": round(float(without[:, i].mean()), 4) for i, k in enumerate(KS)},
        "difference@10": round(float((both - without)[:, at_ten].mean()), 4),
        "difference_interval@10": [round(x, 4) for x in bootstrap((both - without)[:, at_ten])],
    }


def show(result: dict[str, object]) -> None:
    """The result as tables for people, each narrow enough for 80 columns: what is found, and what beliefs change in it."""
    console = Console()
    found = Table("gold", "questions", "n", *[f"@{k}" for k in KS], "95 % interval @10", title="turn recall, beliefs in play")
    against = Table("gold", "questions", *[f"@{k}" for k in KS], "difference @10", "paired interval", title="without beliefs")
    for row in result["rows"]:  # type: ignore[attr-defined]
        (low, high), (least, most) = row["interval@10"], row["difference_interval@10"]
        found.add_row(row["gold"], row["questions"], str(row["n"]), *[f"{row[f'recall@{k}']:.3f}" for k in KS], f"{low:.3f} to {high:.3f}")
        without = [f"{row[f'without@{k}']:.3f}" for k in KS]
        against.add_row(row["gold"], row["questions"], *without, f"{row['difference@10']:+.4f}", f"{least:+.4f} to {most:+.4f}")
    console.print(found)
    console.print(against)
    for key in (name for name in result if name not in ("bench", "rows")):
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
