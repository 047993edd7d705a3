"""The relation graph on LoCoMo: what searching along it finds, and what it learns from use (REALM's tables E-16..E-19, and wrong feedback).

    python -m bench.locomo_relations --data FOLDER [--only NAME ...] [--orders 3] [--json FILE] [--plot FILE]

FOLDER as for `bench.locomo_retrieval`. All through public calls, offline rules throughout. recall@10 is the mean share of a question's gold
turns that the first ten hits or findings rest on. The ceiling counts gold turns that any belief cites: relations tie beliefs, so that
walking finds no other turn. With reconsolidation every question is investigated before its own answer is fed back, so that it profits from
earlier questions only; each order is a shuffle. Answers fed back: `own`, the first finding's words, no label used; `gold`, the published
answer, told to be right; `wrong`, the published answer of another question, told to be right; `misled`, the words of the last finding, told
to be right. Weights are told after 200 uses, twenty questions asked ten times each, with their first finding's words as answer.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import machine, report
from bench.intervals import bootstrap
from bench.locomo_retrieval import CATEGORIES, Question, conversations, fill_space, questions
from dcpm_sqlite import Memory, Settings
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.records import PREDICATES, Investigation
from dcpm_sqlite.settings import InvestigationSettings, ReconsolidationSettings, WeightRule

K = 10
SATURATED = 0.99
USES = 200
OFTEN = 20  # questions that are asked again and again
RATES = (1.0, 0.5, 0.2)  # eta_strengthen and eta_weaken of the saturation table; 1.0 is Eq. 12, 0.2 the default
MODES = {
    "seeds only": InvestigationSettings(with_seeds_only=True),
    "beam only": InvestigationSettings(modes=("subgraph_beam",)),
    "path only": InvestigationSettings(modes=("path_search",)),
    "adaptive": InvestigationSettings(),
}
FEEDBACK = ("own", "gold", "wrong", "misled")
Turns = frozenset[str]


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation, decided upon. keys: its turns by message id; cited: turns that a belief rests on; answers: per question."""

    name: str
    path: Path
    keys: dict[str, str]
    cited: Turns
    asked: list[Question]
    answers: list[str]


@dataclass(slots=True)
class Tally:
    """What a way found. recall: per question; depths, layers: of findings that rest on gold turns, by round and by their last edge's layer."""

    recall: np.ndarray
    depths: Counter[int]
    layers: Counter[str]


def talks(folder: Path, place: Path, only: list[str] | None, encoder: Encoder | None) -> Iterator[Talk]:
    """The conversations, each in a file of its own."""
    rows = [json.loads(line) for line in (folder / "retrieval_gold.jsonl").read_text("utf-8").splitlines()]
    answers = {(row["sample_id"], row["question"]): str(row["answer"]) for row in rows}
    everything = questions(folder)
    for name, messages in conversations(folder).items():
        if only is not None and name not in only:
            continue
        path = place / f"{name}.db"
        with Memory(path, mind="offline", encoder=encoder) as memory:
            keys = fill_space(memory, messages, [], 0)
            cited = frozenset(keys[id] for chain in _chains(memory) for id in chain if id in keys)
        asked = [question for question in everything if question.conversation == name]
        yield Talk(name, path, keys, cited, asked, [answers[name, question.text] for question in asked])


def _chains(memory: Memory) -> Iterator[tuple[str, ...]]:
    """Per belief the messages it rests on."""
    for person in (None, *{message.party for message in memory.list(limit=100_000) if message.party}):
        found = memory.profile(person, facts=100_000)
        for entry in (*found.identity, *found.facts):
            for state in memory.history(entry.belief.id):
                yield tuple(dict.fromkeys(evidence.message.id for evidence in memory.why(state.id).evidence))


def gold_share(question: Question, found: list[Turns]) -> float:
    """recall@K of one question."""
    wanted = question.gold["published"]
    return len(wanted & frozenset().union(*found[:K])) / len(wanted)


def turns(found: Investigation, keys: dict[str, str]) -> list[Turns]:
    """The turns that each finding rests on."""
    return [frozenset(keys[id] for id in one.sources if id in keys) for one in found.findings]


def plain(talk: Talk, settings: Settings, encoder: Encoder | None) -> np.ndarray:
    """recall@K of `Memory.recall`."""
    with Memory(talk.path, encoder=encoder, settings=settings, read_only=True) as memory:
        shares = [
            gold_share(
                question, [frozenset(talk.keys[id] for id in hit.sources if id in talk.keys) for hit in memory.recall(question.text).hits]
            )
            for question in talk.asked
        ]
    return np.array(shares)


def searched(talk: Talk, settings: Settings, encoder: Encoder | None) -> Tally:
    """What `Memory.investigate` finds, the graph left alone."""
    tally = Tally(np.zeros(len(talk.asked)), Counter(), Counter())
    with Memory(talk.path, encoder=encoder, settings=settings, read_only=True) as memory:
        for number, question in enumerate(talk.asked):
            _count(tally, number, question, memory.investigate(question.text), talk)
    return tally


def _count(tally: Tally, number: int, question: Question, found: Investigation, talk: Talk) -> None:
    resting = turns(found, talk.keys)
    tally.recall[number] = gold_share(question, resting)
    for one, rests_on in zip(found.findings, resting, strict=True):
        if hits := len(rests_on & question.gold["published"]):
            tally.depths[one.depth] += hits
            tally.layers[PREDICATES[one.path[-1].predicate] if one.path else "seed"] += hits


def learned(talk: Talk, feedback: str, order: int, encoder: Encoder | None, place: Path) -> Tally:
    """The same with reconsolidation after each question."""
    path = place / f"{talk.name}-{feedback}-{order}.db"
    shutil.copy(talk.path, path)
    tally = Tally(np.zeros(len(talk.asked)), Counter(), Counter())
    turn = list(range(len(talk.asked)))
    random.Random(order).shuffle(turn)
    with Memory(path, encoder=encoder) as memory:
        for place_in_order, number in enumerate(turn):
            found = memory.investigate(talk.asked[number].text)
            _count(tally, number, talk.asked[number], found, talk)
            if found.findings:
                other = talk.answers[turn[place_in_order - 1]]
                answers = {"own": found.findings[0].text, "gold": talk.answers[number], "wrong": other, "misled": found.findings[-1].text}
                memory.reconsolidate(found, answer=answers[feedback], outcome=None if feedback == "own" else "right")
    path.unlink()
    return tally


def saturation(talk: Talk, rate: float, encoder: Encoder | None, place: Path) -> dict[str, object]:
    """Weights after USES uses: how many are at an end, of all and of those that a use has touched."""
    rule = WeightRule(eta_strengthen=rate, eta_weaken=rate)
    settings = Settings(reconsolidation=ReconsolidationSettings(rule=rule))
    path = place / f"{talk.name}-saturation.db"
    shutil.copy(talk.path, path)
    with Memory(path, encoder=encoder, settings=settings) as memory:
        for number in range(USES):
            found = memory.investigate(talk.asked[number % OFTEN].text)
            if found.findings:
                memory.reconsolidate(found, answer=found.findings[0].text)
        touched = {one.relation for one in memory.reweighings(limit=10_000)}
        weights = {edge.id: edge.weight for edge in memory.relations() if not edge.is_closed}
    path.unlink()
    used = [weight for id, weight in weights.items() if id in touched]
    return {
        "eta": rate, "relations": len(weights), "touched": len(used),
        **{name: _share(values, rule.floor) for name, values in (("of_all", list(weights.values())), ("of_touched", used))},
    }  # fmt: skip


def _share(weights: list[float], floor: float) -> dict[str, float]:
    n = max(1, len(weights))
    return {
        "at_0.99": round(sum(w >= SATURATED for w in weights) / n, 4),
        "at_floor": round(sum(w <= floor + 1e-9 for w in weights) / n, 4),
    }


def run(folder: Path, only: list[str] | None, orders: int, encoder: Encoder | None = None) -> dict[str, object]:
    """Fill, ask every way, score."""
    recall: dict[str, list[np.ndarray]] = {}
    tallies: dict[str, list[Tally]] = {}
    graph: Counter[str] = Counter()
    ceiling, categories, names, saturated = [], [], [], []
    with tempfile.TemporaryDirectory() as folder_of_files:
        place = Path(folder_of_files)
        for talk in track(
            list(talks(folder, place, only, encoder)), "conversations", console=Console(stderr=True), disable=not sys.stderr.isatty()
        ):
            names.append(talk.name)
            ceiling += [len(q.gold["published"] & talk.cited) / len(q.gold["published"]) for q in talk.asked]
            categories += [CATEGORIES[q.category] for q in talk.asked]
            with Memory(talk.path, encoder=encoder, read_only=True) as memory:
                graph.update(PREDICATES[edge.predicate] for edge in memory.relations() if not edge.is_closed)
            recall.setdefault("recall", []).append(plain(talk, Settings(), encoder))
            for mode, investigation in MODES.items():
                _keep(recall, tallies, mode, searched(talk, Settings(investigation=investigation), encoder))
            for feedback in FEEDBACK:
                runs = [learned(talk, feedback, order, encoder, place) for order in range(1, orders + 1)]
                recall.setdefault(f"learning, {feedback}", []).append(np.mean([one.recall for one in runs], axis=0))
                for number, one in enumerate(runs, 1):
                    _keep(recall, tallies, f"learning, {feedback}, order {number}", one)
            if len(names) == 1:
                saturated = [saturation(talk, rate, encoder, place) for rate in RATES]
    whole = {way: np.concatenate(parts) for way, parts in recall.items()}
    return {
        "bench": "locomo_relations", "conversations": names, "questions": len(categories), "orders": orders, **machine.describe(),
        "ceiling": round(float(np.mean(ceiling)), 4), "relations_by_layer": dict(graph),
        "rows": [_row(way, whole, np.array(categories)) for way in whole],
        "found_by_depth": {way: _summed([one.depths for one in found]) for way, found in tallies.items() if "order" not in way},
        "found_by_layer": {way: _summed([one.layers for one in found]) for way, found in tallies.items() if "order" not in way},
        "found_by_depth_when_learning": {f: _summed([one.depths for w, found in tallies.items() if f"g, {f}, o" in w for one in found]) for f in FEEDBACK},
        "saturation_on": names[:1], "uses": USES, "saturation": saturated,
    }  # fmt: skip


def _keep(recall: dict[str, list[np.ndarray]], tallies: dict[str, list[Tally]], way: str, tally: Tally) -> None:
    recall.setdefault(way, []).append(tally.recall)
    tallies.setdefault(way, []).append(tally)


def _summed(counters: list[Counter[int]] | list[Counter[str]]) -> dict[str, float]:
    """Shares of all that was found, by name."""
    total: Counter[str] = Counter()
    for one in counters:
        total.update({str(name): n for name, n in one.items()})
    return {name: round(n / max(1, total.total()), 4) for name, n in sorted(total.items())}


def _row(way: str, whole: dict[str, np.ndarray], categories: np.ndarray) -> dict[str, object]:
    """Recall of a way, and what it differs from `Memory.recall` and from a search that does not learn, question by question."""
    mine = whole[way]
    against = {"recall": mine - whole["recall"], "adaptive": mine - whole["adaptive"]}
    return {
        "way": way, "recall@10": round(float(mine.mean()), 4), "interval": [round(x, 4) for x in bootstrap(mine)],
        "by_category": {label: round(float(mine[categories == label].mean()), 4) for label in CATEGORIES.values() if (categories == label).any()},
        **{f"against_{name}": round(float(d.mean()), 4) for name, d in against.items()},
        **{f"against_{name}_interval": [round(x, 4) for x in bootstrap(d)] for name, d in against.items()},
    }  # fmt: skip


def show(result: dict[str, object]) -> None:
    """Tables for people."""
    console = Console()
    table = Table(
        "way", "recall@10", "multi-hop", "against recall", "interval", "against adaptive", "interval", title="evidence recall, offline"
    )
    for row in result["rows"]:  # type: ignore[attr-defined]
        (a, b), (c, d) = row["against_recall_interval"], row["against_adaptive_interval"]
        table.add_row(
            row["way"], f"{row['recall@10']:.3f}", f"{row['by_category'].get('multi-hop', float('nan')):.3f}", f"{row['against_recall']:+.4f}",
            f"{a:+.4f} to {b:+.4f}", f"{row['against_adaptive']:+.4f}", f"{c:+.4f} to {d:+.4f}",
        )  # fmt: skip
    console.print(table)
    weights = Table(
        "eta", "relations", "touched", "all ≥ .99", "all at floor", "touched ≥ .99", "touched at floor", title=f"after {USES} uses"
    )
    for row in result["saturation"]:  # type: ignore[attr-defined]
        ends = [f"{row[group][end]:.3f}" for group in ("of_all", "of_touched") for end in ("at_0.99", "at_floor")]
        weights.add_row(str(row["eta"]), str(row["relations"]), str(row["touched"]), *ends)
    console.print(weights)
    for key in (name for name in result if name not in ("bench", "rows", "saturation")):
        console.print(f"{key}: {result[key]}", highlight=False)


def plot(result: dict[str, object], file: Path) -> None:
    """recall@10 of every way with its interval, the ceiling of what beliefs cite as a line."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [row for row in result["rows"] if "order" not in row["way"]]  # type: ignore[attr-defined]
    figure, axes = pyplot.subplots(figsize=(8, 4))
    means = [row["recall@10"] for row in rows]
    errors = [
        [m - row["interval"][0] for m, row in zip(means, rows, strict=True)],
        [row["interval"][1] - m for m, row in zip(means, rows, strict=True)],
    ]
    axes.barh([row["way"] for row in rows], means, xerr=errors)
    axes.axvline(float(str(result["ceiling"])), linestyle="--", color="grey", label="gold turns that a belief cites")
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_title("LoCoMo evidence recall@10, no LLM")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", nargs="*", help="conversations to run")
    parser.add_argument("--orders", type=int, default=3)
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.data, options.only, options.orders), options, show=show, plot=plot)


if __name__ == "__main__":
    main()
