"""What the offline rule makes of labelled clusters of beliefs.

    python -m bench.induction [--half develop|report] [--data FOLDER] [--show] [--json FILE] [--plot FILE]

The labels are the project's own (bench/labelled/README.md says how they were made). `develop` is for whoever writes the rule; `report` is
for reporting alone. A schema made is right if its evidence and a label's have half of their beliefs in common (intersection over union), one
to one; a label's alternatives are as right, and one that is only an alternative is no miss. An intention is right likewise. Evidence added is
counted by belief and node, the news along with it. A schema's words are checked against its evidence: all content words must be the evidence's, the
speaker's name, or the frame's own.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.labelled.clusters import CLUSTER_HALVES, FOLDER, ClusterHalf, GoldCluster, GoldIntention, GoldSchema, clusters
from bench.labelled.score import agreement, share
from dcpm_sqlite.consolidation.induction.offer import AddEvidence, CreateIntention, CreateSchema, Induction
from dcpm_sqlite.consolidation.induction.rule import induce
from dcpm_sqlite.language.claims.wording import wording

SAME_EVIDENCE = 0.5
FRAME = (
    "told time times regularly often again and statement statements say says from to in on of with since comes come back keeps going goes does day days likes dislikes "
    "several things such as the a an user january february march april may june july august september october november december s it"
)


@dataclass(frozen=True, slots=True)
class Made:
    """What the rule made of one cluster; right: index of each right schema, and of each right intention, to that of its label."""

    gold: GoldCluster
    answer: Induction
    right_schemas: dict[int, GoldSchema]
    right_intentions: dict[int, GoldIntention]

    @property
    def schemas(self) -> list[CreateSchema]:
        return [action for action in self.answer.actions if isinstance(action, CreateSchema)]

    @property
    def intentions(self) -> list[CreateIntention]:
        return [action for action in self.answer.actions if isinstance(action, CreateIntention)]

    @property
    def added(self) -> set[tuple[int, int, str]]:
        """(node, belief, news) of standing nodes."""
        return {
            (action.node.index, key, action.news)
            for action in self.answer.actions
            if isinstance(action, AddEvidence) and action.node.kind == "standing"
            for key in action.evidence
        }


def make(gold: GoldCluster) -> Made:
    """Ask the rule, and lay its answer beside the labels."""
    answer = induce(gold.offer)
    made = Made(gold, answer, {}, {})
    for index, schema in enumerate(made.schemas):
        taken = {label.evidence for label in made.right_schemas.values()}
        best = _nearest(
            schema.evidence, [label for label in (*gold.schemas, *gold.also) if not any(label.evidence & other for other in taken)]
        )
        if best is not None:
            made.right_schemas[index] = best
    for index, intention in enumerate(made.intentions):
        left = [label for label in gold.intentions if label not in made.right_intentions.values()]
        found = max(left, key=lambda label: _overlap(intention.evidence, label.evidence), default=None)
        if found is not None and _overlap(intention.evidence, found.evidence) >= SAME_EVIDENCE:
            made.right_intentions[index] = found
    return made


def _nearest(evidence: Iterable[int], labels: Sequence[GoldSchema]) -> GoldSchema | None:
    best = max(labels, key=lambda label: _overlap(evidence, label.evidence), default=None)
    return best if best is not None and _overlap(evidence, best.evidence) >= SAME_EVIDENCE else None


def _overlap(evidence: Iterable[int], label: frozenset[int]) -> float:
    made = frozenset(evidence)
    return len(made & label) / len(made | label)


def scores(made: Sequence[Made]) -> list[dict[str, Any]]:
    """Precision and recall of schemas, intentions and evidence, and of "nothing" per cluster."""
    right = [[i in one.right_schemas for i in range(len(one.schemas))] for one in made]
    found = [[any(label.evidence & hit.evidence for hit in one.right_schemas.values()) for label in one.gold.schemas] for one in made]
    ahead = [[i in one.right_intentions for i in range(len(one.intentions))] for one in made]
    seen = [[label in one.right_intentions.values() for label in one.gold.intentions] for one in made]
    wanted = [{(a.node, key, a.news) for a in one.gold.added for key in a.evidence} for one in made]
    nothing = [not (one.gold.schemas or one.gold.also or one.gold.intentions or one.gold.added) for one in made]
    silent = [not one.answer.actions for one in made]
    news = [
        ({a for a in one.added if a[2] != "supports"}, {w for w in want if w[2] != "supports"})
        for one, want in zip(made, wanted, strict=True)
    ]
    return [
        agreement("schemas", share(list(chain.from_iterable(right))), share(list(chain.from_iterable(found)))),
        agreement("intentions", share(list(chain.from_iterable(ahead))), share(list(chain.from_iterable(seen)))),
        agreement(
            "evidence added",
            share([a in want for one, want in zip(made, wanted, strict=True) for a in one.added]),
            share([w in one.added for one, want in zip(made, wanted, strict=True) for w in want]),
        ),
        agreement("… of it news", share([a in w for got, w in news for a in got]), share([a in got for got, w in news for a in w])),
        agreement(
            "nothing (clusters)",
            share([n for n, s in zip(nothing, silent, strict=True) if s]),
            share([s for n, s in zip(nothing, silent, strict=True) if n]),
        ),
    ]


def details(made: Sequence[Made]) -> list[dict[str, Any]]:
    """Of right schemas the domain, of right intentions the days, of all schemas whether their words are those of their evidence."""
    domains = [_domain_is_right(one, i, label) for one in made for i, label in one.right_schemas.items()]
    whole = [frozenset(one.schemas[i].evidence) == label.evidence for one in made for i, label in one.right_schemas.items()]
    days = [_due(one.intentions[i]) == label.due for one in made for i, label in one.right_intentions.items()]
    worded = [not strangers(one, schema) for one in made for schema in one.schemas]
    return [
        {"what": "domain of right schemas", **share(domains).as_json()},
        {"what": "evidence of right schemas just that of the label", **share(whole).as_json()},
        {"what": "days of right intentions", **share(days).as_json()},
        {"what": "schemas in words of their evidence", **share(worded).as_json()},
    ]


def _domain_is_right(one: Made, index: int, label: GoldSchema) -> bool:
    """Labels of nearly the same evidence may name other domains that are as right."""
    as_right = {label.domain} | {other.domain for other in (*one.gold.schemas, *one.gold.also) if other.evidence & label.evidence}
    return one.schemas[index].domain in as_right


def _due(intention: CreateIntention) -> tuple[date, date] | None:
    if intention.due_from is None or intention.due_until is None:
        return None
    first, last = (datetime.fromtimestamp(ms / 1000, UTC) for ms in (intention.due_from, intention.due_until - 1))
    return first.date(), last.date() + timedelta(days=1)


def strangers(one: Made, schema: CreateSchema) -> set[str]:
    """Content words of a schema's text that neither its evidence has, nor the speaker's name, nor the frame."""
    known = set(wording(FRAME).forms) | set(wording(one.gold.offer.owner or "").forms)
    for member in one.gold.offer.members:
        if member.current.key in schema.evidence:
            known |= set(wording(member.current.text).forms) | set(wording(member.current.subject or member.current.party or "").forms)
    return {form for form in wording(schema.text).forms if form not in known and not form[0].isdigit()}


def misses(made: Sequence[Made]) -> list[str]:
    """Everything that went wrong, a line each."""
    lines = []
    for one in made:
        found = {label.evidence for label in one.right_schemas.values()}
        for i, schema in enumerate(one.schemas):
            if i not in one.right_schemas:
                lines.append(f"{one.gold.id} ({one.gold.kind}) made: {schema.text}")
            elif not _domain_is_right(one, i, one.right_schemas[i]):
                lines.append(f"{one.gold.id} ({one.gold.kind}) domain {schema.domain}: {schema.text}")
            if odd := strangers(one, schema):
                lines.append(f"{one.gold.id} ({one.gold.kind}) words of its own, {', '.join(sorted(odd))}: {schema.text}")
        lines += [
            f"{one.gold.id} ({one.gold.kind}) not made: a schema of {sorted(label.evidence)}"
            for label in one.gold.schemas
            if not any(label.evidence & hit for hit in found)
        ]
        for i, intention in enumerate(one.intentions):
            if i not in one.right_intentions:
                lines.append(f"{one.gold.id} ({one.gold.kind}) made: {intention.text}")
            elif _due(intention) != one.right_intentions[i].due:
                lines.append(f"{one.gold.id} ({one.gold.kind}) other days: {intention.text}")
        lines += [
            f"{one.gold.id} ({one.gold.kind}) not made: an intention of {sorted(label.evidence)}"
            for label in one.gold.intentions
            if label not in one.right_intentions.values()
        ]
        wanted = {(a.node, key, a.news) for a in one.gold.added for key in a.evidence}
        lines += [
            f"{one.gold.id} ({one.gold.kind}) added: belief {key} to node {node}, {news}" for node, key, news in sorted(one.added - wanted)
        ]
        lines += [
            f"{one.gold.id} ({one.gold.kind}) not added: belief {key} to node {node}, {news}"
            for node, key, news in sorted(wanted - one.added)
        ]
    return lines


def run(half: ClusterHalf, folder: Path) -> dict[str, object]:
    """Ask the rule about every cluster of a half, score."""
    made = [make(gold) for gold in clusters(half, folder)]
    return {
        "bench": "induction", "half": half, "clusters": len(made), "of_nothing": sum(not one.gold.schemas + one.gold.also and not one.gold.intentions and not one.gold.added for one in made),
        **machine.describe(), "scores": scores(made), "details": details(made), "kinds": dict(Counter(one.gold.kind for one in made)),
        "examples": [schema.text for one in made for i, schema in enumerate(one.schemas) if i in one.right_schemas]
        + [intention.text for one in made for i, intention in enumerate(one.intentions) if i in one.right_intentions],
        "misses": misses(made),
    }  # fmt: skip


def show(result: dict[str, Any], *, with_misses: bool) -> None:
    """Tables for people."""
    console = Console()
    table = Table(f"{result['half']} half", "precision", "right", "95 % interval", "recall", "found", "95 % interval")
    for row in result["scores"]:
        table.add_row(row["outcome"], *_cells(row["precision"]), *_cells(row["recall"]))
    console.print(table)
    table = Table("", "share", "right", "95 % interval")
    for row in result["details"]:
        table.add_row(row["what"], *_cells(row))
    console.print(table)
    console.print("[bold]Examples, right ones[/]")
    console.print("\n".join(result["examples"][:: max(1, len(result["examples"]) // 12)]), markup=False, highlight=False)
    if with_misses:
        console.print(f"\n[bold]What went wrong[/] ({len(result['misses'])})")
        console.print("\n".join(result["misses"]), markup=False, highlight=False)
    for key in ("half", "clusters", "of_nothing", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def _cells(part: dict[str, Any]) -> tuple[str, str, str]:
    low, high = part["interval"]
    return "-" if part["share"] is None else f"{part['share']:.3f}", f"{part['right']}/{part['total']}", f"{low:.2f} to {high:.2f}"


def plot(result: dict[str, Any], file: Path) -> None:
    """Precision and recall with their intervals."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4))
    for i, side in enumerate(("precision", "recall")):
        for x, row in enumerate(result["scores"]):
            if row[side]["share"] is not None:
                axes.bar(x + 0.4 * i - 0.2, row[side]["share"], 0.4, color=f"C{i}", label=side if x == 0 else None)
                axes.plot([x + 0.4 * i - 0.2] * 2, row[side]["interval"], color="black", linewidth=0.8)
    axes.set_xticks(range(len(result["scores"])), [row["outcome"].replace(" ", "\n") for row in result["scores"]], fontsize=8)
    axes.set_ylim(0, 1)
    axes.set_title(f"Induction by rules, {result['half']} half ({result['clusters']} clusters)")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=CLUSTER_HALVES, default="develop")
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder with the labelled clusters")
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.half, options.data), options, show=partial(show, with_misses=options.show), plot=plot)


if __name__ == "__main__":
    main()
