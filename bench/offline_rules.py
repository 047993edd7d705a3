"""What the offline rules read from labelled messages, and what they make of labelled pairs of statements.

    python -m bench.offline_rules [--half develop|validation|practice|report] [--data FOLDER] [--show] [--json FILE] [--plot FILE]

The labels are the project's own (bench/labelled/README.md says how they were made). `develop`, `validation` and `practice` are for whoever writes
the rules; `report` is for reporting alone. A claim read is right if its quote and a label's have half of their characters in common
(intersection over union), one to one, and it is about the right one: the speaker, or another. Under `strict` its kind must agree too. Pairs go
end to end: the claims of both texts are read from the texts (where none is found, the text is taken as one statement, as the user's own word is),
then compared; `every claim` takes the strongest outcome among all claims of both texts, as a store would, `first claim` that of the first two.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.labelled.read import FOLDER, HALVES, OUTCOMES, Days, GoldClaim, GoldMessage, GoldPair, Half, Outcome, Said, messages, pairs
from bench.labelled.score import agreement, confusion, days_of, matched, outcomes, same_days, share
from dcpm_sqlite.encoder import calibration_of, default_encoder, percentile
from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.comparing import compare
from dcpm_sqlite.language.claims.reading import read_claims, read_statement
from dcpm_sqlite.records import Moment, Stretch

KINDS = ("identity", "fact")
STRONGEST: tuple[Outcome, ...] = ("supersede", "duplicate", "update", "contradict", "add")


@dataclass(frozen=True, slots=True)
class Reading:
    """A message with the claims read from it; right: index of a right claim to that of its label."""

    gold: GoldMessage
    claims: list[Claim]
    right: dict[int, int]

    def couples(self) -> list[tuple[GoldClaim, Claim]]:
        """Each right claim with its label."""
        return [(self.gold.claims[j], self.claims[i]) for i, j in self.right.items()]


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with what was made of it; by_statement: how many of its two texts had no claim."""

    gold: GoldPair
    first: Outcome
    every: Outcome
    by_statement: int


def read(gold: GoldMessage) -> Reading:
    """The claims of one message, laid beside the labels."""
    claims = read_claims(gold.text, said=gold.said, speaker=gold.speaker, question=gold.question)
    return Reading(gold, claims, matched(gold.claims, claims, gold.speaker))


def judge(found: Sequence[GoldPair]) -> list[Judged]:
    """What the rules make of each pair; all texts are encoded as one batch."""
    sides = [[_claims_of(pair.old), _claims_of(pair.new)] for pair in found]
    texts = list({claim.text: None for old, new in sides for claim in old[0] + new[0]})
    encoder = default_encoder()
    vectors = dict(zip(texts, encoder.encode_passages(texts), strict=True))
    calibration = calibration_of(encoder)

    def outcome(new: Claim, old: Claim) -> Outcome:
        near = float(percentile(calibration, float(np.dot(vectors[new.text], vectors[old.text])), "passage"))
        made = compare(new, old, nearness=near)
        return "add" if made == "unrelated" else made

    judged = []
    for pair, ((old, old_plain), (new, new_plain)) in zip(found, sides, strict=True):
        every = {outcome(n, o) for n, o in product(new, old)}
        judged.append(Judged(pair, outcome(new[0], old[0]), min(every, key=STRONGEST.index), old_plain + new_plain))
    return judged


def _claims_of(side: Said) -> tuple[list[Claim], bool]:
    """Its claims, at least one; True where none was read and the text stands as one statement."""
    claims = read_claims(side.text, said=side.said, speaker=None, question=None)
    return (claims, False) if claims else ([read_statement(side.text, said=side.said)], True)


def extraction(readings: list[Reading]) -> list[dict[str, Any]]:
    """Precision and recall of claims: of any kind, per kind, and per kind with the kind agreeing; of 'nothing' per message."""
    rows = []
    for name, kinds, is_strict in (
        ("any claim", KINDS, False),
        *((k, (k,), False) for k in KINDS),
        *((f"{k}, strict", (k,), True) for k in KINDS),
    ):
        precision, recall = [], []
        for one in readings:
            agreed = {i: j for i, j in one.right.items() if not is_strict or one.claims[i].kind == one.gold.claims[j].kind}
            precision += [i in agreed for i, claim in enumerate(one.claims) if claim.kind in kinds]
            recall += [j in agreed.values() for j, label in enumerate(one.gold.claims) if label.kind in kinds]
        rows.append(agreement(name, share(precision), share(recall)))
    silent = share([not one.gold.claims for one in readings if not one.claims])
    kept = share([not one.claims for one in readings if not one.gold.claims])
    return [*rows, agreement("nothing (messages)", silent, kept)]


def details(readings: list[Reading]) -> list[dict[str, Any]]:
    """What is said of the right claims: kind, polarity, domain, type; and times, by labelled stretch and by stretch read."""
    couples = [(one.gold.said, label, claim) for one in readings for label, claim in one.couples()]
    rows = [
        {"of right claims": "kind", **share([g.kind == c.kind for _, g, c in couples]).as_json()},
        {"of right claims": "polarity", **share([g.is_negated == c.is_negated for _, g, c in couples]).as_json()},
        {"of right claims": "polarity, labelled negated", **share([c.is_negated for _, g, c in couples if g.is_negated]).as_json()},
        {"of right claims": "domain", **share([g.domain == c.domain for _, g, c in couples]).as_json()},
        {"of right claims": "type", **share([g.type == c.type for _, g, c in couples]).as_json()},
    ]
    labelled = [(said, days, found) for said, g, c in couples for days, found in _times(g, c) if days]
    unlabelled = [(said, days, found) for said, g, c in couples for days, found in _times(g, c) if found]
    in_either = [same_days(days, c.holds, s) or same_days(days, c.about, s) for s, g, c in couples for days in (g.holds, g.about) if days]
    return [
        *rows,
        {"of right claims": "times labelled: right days", **share([same_days(d, f, s) for s, d, f in labelled]).as_json()},
        {"of right claims": "… as either holds or about", **share(in_either).as_json()},
        {"of right claims": "times read: right days", **share([d is not None and same_days(d, f, s) for s, d, f in unlabelled]).as_json()},
    ]


def _times(gold: GoldClaim, claim: Claim) -> list[tuple[Days | None, Stretch | None]]:
    return [(gold.holds, claim.holds), (gold.about, claim.about)]


def misses(readings: list[Reading], judged: list[Judged]) -> dict[str, list[str]]:
    """Everything that went wrong, a line each."""
    found: dict[str, list[str]] = {"read, not labelled": [], "labelled, not read": [], "read otherwise": [], "pairs": []}
    for one in readings:
        quotes = [one.gold.text[claim.start : claim.end] for claim in one.claims]
        for i, claim in enumerate(one.claims):
            if i not in one.right:
                found["read, not labelled"].append(f"{one.gold.id} {claim.kind} {quotes[i]!r} of {claim.subject or 'the speaker'}")
        for j, label in enumerate(one.gold.claims):
            if j not in one.right.values():
                found["labelled, not read"].append(f"{one.gold.id} {label.kind} {label.quote!r} of {label.subject or 'the speaker'}")
        found["read otherwise"] += [
            f"{one.gold.id} {g.quote!r}: {why}" for g, c in one.couples() for why in _differences(g, c, one.gold.said)
        ]
    for one_pair in judged:
        pair = one_pair.gold
        if one_pair.every not in (pair.outcome, *pair.also) or one_pair.first not in (pair.outcome, *pair.also):
            made = one_pair.every if one_pair.every == one_pair.first else f"{one_pair.every} (first claim: {one_pair.first})"
            found["pairs"].append(f"{pair.id} {pair.old.text!r} > {pair.new.text!r}: {pair.outcome}, made {made}")
    return found


def _differences(gold: GoldClaim, claim: Claim, said: Moment) -> list[str]:
    """What differs between a right claim and its label."""
    sides = (
        ("kind", gold.kind, claim.kind),
        ("negated", gold.is_negated, claim.is_negated),
        ("domain", gold.domain, claim.domain),
        ("type", gold.type, claim.type),
    )
    found = [f"{name} {label}, read {made}" for name, label, made in sides if label != made]
    for name, days, stretch in (("holds", gold.holds, claim.holds), ("about", gold.about, claim.about)):
        made_days = None if stretch is None else days_of(stretch, said)
        if made_days != days:
            found.append(f"{name} {_plain(days)}, read {_plain(made_days)}")
    return found


def _plain(days: tuple[object, object] | None) -> str:
    return "none" if days is None else f"{days[0] or 'open'} to {days[1] or 'open'}"


def run(half: Half, folder: Path) -> dict[str, object]:
    """Read every message, judge every pair, score."""
    readings, judged = [read(gold) for gold in messages(half, folder)], judge(pairs(half, folder))
    every, first = [(one.gold, one.every) for one in judged], [(one.gold, one.first) for one in judged]
    return {
        "bench": "offline_rules", "half": half, "messages": len(readings), "labelled_claims": sum(len(one.gold.claims) for one in readings),
        "pairs": len(judged), "pair_texts_without_claim": sum(one.by_statement for one in judged), **machine.describe(),
        "extraction": extraction(readings), "details": details(readings),
        "outcomes": {"every claim": outcomes(every), "first claim": outcomes(first)},
        "confusion": {"every claim": confusion(every), "first claim": confusion(first)}, "misses": misses(readings, judged),
    }  # fmt: skip


def show(result: dict[str, Any], *, with_misses: bool) -> None:
    """Tables for people."""
    console = Console()
    console.print(_table("claims", result["extraction"]))
    table = Table("of right claims", "share", "right", "95 % interval")
    for row in result["details"]:
        table.add_row(row["of right claims"], *_cells(row))
    console.print(table)
    for name, rows in result["outcomes"].items():
        console.print(_table(f"pairs, {name}", rows))
    table = Table("label \\ made (every claim)", *OUTCOMES)
    for gold, counts in result["confusion"]["every claim"].items():
        table.add_row(gold, *[str(count or "") for count in counts.values()])
    console.print(table)
    if with_misses:
        for name, lines in result["misses"].items():
            console.print(f"\n[bold]{name}[/bold] ({len(lines)})")
            console.print("\n".join(lines), markup=False, highlight=False)
    for key in ("half", "messages", "labelled_claims", "pairs", "pair_texts_without_claim", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def _table(head: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(head, "precision", "right", "95 % interval", "recall", "found", "95 % interval")
    for row in rows:
        table.add_row(row["outcome"], *_cells(row["precision"]), *_cells(row["recall"]))
    return table


def _cells(part: dict[str, Any]) -> tuple[str, str, str]:
    low, high = part["interval"]
    value = "-" if part["share"] is None else f"{part['share']:.3f}"
    return value, f"{part['right']}/{part['total']}", f"{low:.2f} to {high:.2f}"


def plot(result: dict[str, Any], file: Path) -> None:
    """Precision and recall per outcome with their intervals."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [*result["extraction"], *result["outcomes"]["every claim"]]
    figure, axes = pyplot.subplots(figsize=(9, 4))
    for i, side in enumerate(("precision", "recall")):
        for x, row in enumerate(rows):
            if row[side]["share"] is not None:
                axes.bar(x + 0.4 * i - 0.2, row[side]["share"], 0.4, color=f"C{i}", label=side if x == 0 else None)
                axes.plot([x + 0.4 * i - 0.2] * 2, row[side]["interval"], color="black", linewidth=0.8)
    axes.set_xticks(range(len(rows)), [row["outcome"].replace(" ", "\n") for row in rows], fontsize=7)
    axes.set_ylim(0, 1)
    axes.set_title(f"Offline rules, {result['half']} half")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=HALVES, default="develop")
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder with the labelled files")
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.half, options.data), options, show=partial(show, with_misses=options.show), plot=plot)


if __name__ == "__main__":
    main()
