"""Which relations the offline rules see between labelled pairs of statements.

    python -m bench.relations_rules [--half develop|report] [--data FOLDER] [--show] [--json FILE] [--plot FILE]

The labels are the project's own (bench/labelled/README.md says how they were made). `develop` is for whoever writes the rules; `report` is
for reporting alone. Each text is taken as one statement, as the user's own word is, and both go through the rules of reconciliation as
two items, so that a duplicate, an update or a newer state gets no relation. Nearness is the encoder's, as gathering has it. A relation found is right
if its predicate and its direction are the label's, or another that is labelled as right. `any relation` asks only whether there is one, of any predicate
in any direction, `implied or stronger` leaves the weak ones out (below 0.5 of R-07's bands). A pair whose label also allows another predicate
is found if it is said either way. Recall of a predicate is over the pairs labelled with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.labelled.relations import FOLDER, RELATION_HALVES, GoldRelation, Relation, RelationHalf, Told, relations
from bench.labelled.score import agreement, share
from dcpm_sqlite.encoder import calibration_of, default_encoder, percentile
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.language.claims.reading import read_statement
from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES, Candidate, Moment, Quote
from dcpm_sqlite.writing.reconciling.offer import Offer
from dcpm_sqlite.writing.reconciling.rule import reconcile

IMPLIED = 0.5


@dataclass(frozen=True, slots=True)
class Found:
    """What the rules make of a pair. relation: None where they see none; operation: what becomes of the later statement."""

    gold: GoldRelation
    relation: Relation | None
    description: str
    weight: float
    operation: str
    nearness: float

    @property
    def is_right(self) -> bool:
        """Predicate and direction."""
        return self.gold.allows(self.relation)


def find(pairs: Sequence[GoldRelation], encoder: Encoder | None = None) -> list[Found]:
    """Ask the rules; all texts are encoded as one batch."""
    encoder = encoder or default_encoder()
    texts = list({told.text: None for pair in pairs for told in (pair.a, pair.b)})
    vectors = dict(zip(texts, encoder.encode_passages(texts), strict=True))
    calibration = calibration_of(encoder)
    found = []
    for pair in pairs:
        cosine = float(np.dot(vectors[pair.a.text], vectors[pair.b.text]))
        found.append(_found(pair, float(percentile(calibration, cosine, "passage"))))
    return found


def _found(pair: GoldRelation, nearness: float) -> Found:
    items = (_item(pair.a, 1), _item(pair.b, 1 if pair.is_one_message else 2))
    made = reconcile(Offer(items, (), ((), ()), ((1.0, nearness), (nearness, 1.0)), None))
    operation = made.outcomes[1].operation
    if not made.links:
        return Found(pair, None, "", 0.0, operation, nearness)
    link = made.links[0]
    source = None if link.predicate in BIDIRECTIONAL else "a" if link.source.index == 0 else "b"
    return Found(pair, Relation(link.predicate, source), link.description, link.weight, operation, nearness)  # type: ignore[arg-type]


def _item(told: Told, message: int) -> Candidate:
    claim = read_statement(told.text, said=Moment(told.said_ms))
    return Candidate(
        text=told.text, said_ms=told.said_ms, quotes=(Quote(message, 0, len(told.text)),), kind=claim.kind, type=claim.type,
        subject=claim.subject, attribute=claim.attribute, domain=claim.domain, holds=claim.holds, about=claim.about, mentions=claim.mentions,
    )  # fmt: skip


def scores(found: Sequence[Found]) -> list[dict[str, Any]]:
    """Precision and recall: of all, of what is more than weak, of there being any, of each predicate, and of none."""
    strong = [one for one in found if one.relation is not None and one.weight >= IMPLIED]
    said = [one for one in found if one.relation is not None]
    tied = [one for one in found if one.gold.relation is not None]
    rows = [
        agreement("all", share([one.is_right for one in said]), share([one.relation is not None and one.is_right for one in tied])),
        agreement("implied or stronger", share([one.is_right for one in strong]), share([one in strong and one.is_right for one in tied])),
        agreement("any relation", share([_may_be_tied(one) for one in said]), share([one.relation is not None for one in tied])),
    ]
    for predicate in PREDICATES:
        made = [one.is_right for one in said if one.relation is not None and one.relation.predicate == predicate]
        wanted = [
            one.relation is not None and one.is_right for one in tied if one.gold.relation and one.gold.relation.predicate == predicate
        ]
        if made or wanted:
            rows.append(agreement(predicate, share(made), share(wanted)))
    none = [one for one in found if one.gold.relation is None]
    rows.append(
        agreement(
            "none", share([one.gold.relation is None for one in found if one.relation is None]), share([one.is_right for one in none])
        )
    )
    return rows


def _may_be_tied(one: Found) -> bool:
    return one.gold.relation is not None or any(other is not None for other in one.gold.also)


def misses(found: Sequence[Found]) -> list[str]:
    """What is wrong, a line each; wrong relations first, then what was not seen."""
    wrong = [one for one in found if not one.is_right]
    return [_line(one) for one in (*(o for o in wrong if o.relation is not None), *(o for o in wrong if o.relation is None))]


def _line(one: Found) -> str:
    made = f"{_words(one.relation)} ({one.description}, {one.weight})" if one.relation else f"none ({one.operation})"
    return f"{one.gold.id} ({one.gold.kind}) {made}, not {_words(one.gold.relation)}, near {one.nearness:.4f}: {one.gold.a.text} | {one.gold.b.text}"


def _words(relation: Relation | None) -> str:
    if relation is None:
        return "none"
    return relation.predicate if relation.source is None else f"{relation.predicate} {'a to b' if relation.source == 'a' else 'b to a'}"


def run(half: RelationHalf, folder: Path, encoder: Encoder | None = None) -> dict[str, object]:
    """Everything on one half."""
    pairs = relations(half, folder)
    found = find(pairs, encoder)
    return {
        "bench": "relations_rules", "half": half, "pairs": len(pairs), "of_none": sum(pair.relation is None for pair in pairs),
        **machine.describe(), "scores": scores(found), "misses": misses(found),
        "examples": [f"{_words(o.relation)} ({o.description}): {o.gold.a.text} | {o.gold.b.text}" for o in found if o.relation and o.is_right],
    }  # fmt: skip


def show(result: dict[str, Any], *, with_misses: bool = False) -> None:
    """Tables for people."""
    console = Console()
    table = Table(f"{result['half']} half", "precision", "right", "95 % interval", "recall", "found", "95 % interval")
    for row in result["scores"]:
        table.add_row(row["outcome"], *_cells(row["precision"]), *_cells(row["recall"]))
    console.print(table)
    if with_misses:
        console.print(f"[bold]What went wrong[/] ({len(result['misses'])})")
        console.print("\n".join(result["misses"]), markup=False, highlight=False)
    for key in ("half", "pairs", "of_none", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def _cells(part: dict[str, Any]) -> tuple[str, str, str]:
    low, high = part["interval"]
    return "-" if part["share"] is None else f"{part['share']:.3f}", f"{part['right']}/{part['total']}", f"{low:.2f} to {high:.2f}"


def plot(result: dict[str, Any], file: Path) -> None:
    """Precision and recall with their intervals."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 4))
    for i, side in enumerate(("precision", "recall")):
        for x, row in enumerate(result["scores"]):
            if row[side]["share"] is not None:
                axes.bar(x + 0.4 * i - 0.2, row[side]["share"], 0.4, color=f"C{i}", label=side if x == 0 else None)
                axes.plot([x + 0.4 * i - 0.2] * 2, row[side]["interval"], color="black", linewidth=0.8)
    axes.set_xticks(range(len(result["scores"])), [row["outcome"].replace(" ", "\n") for row in result["scores"]], fontsize=7, rotation=30)
    axes.set_ylim(0, 1)
    axes.set_title(f"Relations by rules, {result['half']} half ({result['pairs']} pairs)")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=RELATION_HALVES, default="develop")
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder with the labelled relations")
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.half, options.data), options, show=partial(show, with_misses=options.show), plot=plot)


if __name__ == "__main__":
    main()
