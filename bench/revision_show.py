"""How the result of bench/belief_revision.py is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

WAYS = ("whole product", "chains off", "plain recall")


def show(result: dict[str, Any], *, with_misses: bool) -> None:
    """Tables for people."""
    console = Console()
    for one in result["sets"]:
        console.print(_answers(one))
        table = Table("whole product against", "measure", "difference", "95 % interval, paired")
        for row in one["differences"]:
            low, high = row["interval"]
            table.add_row(row["against"], row["measure"], f"{row['difference']:+.3f}", f"{low:+.3f} to {high:+.3f}")
        console.print(table)
        console.print(f"drawn and not taken: {one['refused'] or 'nothing'}", highlight=False)
        _show_supersession(console, one["supersession"], with_misses=with_misses)
        if with_misses:
            console.print(
                f"\n[bold]questions with the right fact below, or with replaced ones believed[/bold] ({len(one['missed_questions'])})"
            )
            console.print("\n".join(one["missed_questions"]), markup=False, highlight=False)
    console.print(
        "several by its words: a second fact adds to the first as far as words go; rules can't know that it is meant to replace it:"
    )
    several = sorted({row["phrase"] for one in result["sets"] for row in one["supersession"]["phrases"] if not row["single"]})
    console.print("  " + "; ".join(several), markup=False, highlight=False)
    for key in ("mind", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def _answers(one: dict[str, Any]) -> Table:
    """A row per measure and group of questions, a column per way."""
    table = Table("questions", "measure", *WAYS, title=f"{one['set']}, {one['messages_per_s']} messages/s")
    for group in dict.fromkeys(row["questions"] for row in one["rows"]):
        ways = {row["way"]: row for row in one["rows"] if row["questions"] == group}
        for name in ways[WAYS[0]]:
            if name not in ("questions", "way", "n"):
                table.add_row(group, name, *[_cell(ways[way][name]) for way in WAYS])
        table.add_section()
    return table


def _show_supersession(console: Console, found: dict[str, Any], *, with_misses: bool) -> None:
    for name, value in found.items():
        if name not in ("phrases", "joined"):
            console.print(f"{name}: {_cell(value) if isinstance(value, dict) else value}", highlight=False)
    if not with_misses:
        return
    columns = ("facts", "not_read", "conflicts", "missed", "older_not_read", "newer_not_read", "both_stand", "false")
    table = Table("phrase", "one at a time", *[name.replace("_", " ") for name in columns])
    for row in sorted(found["phrases"], key=lambda row: (-row["missed"], -row["false"])):
        table.add_row(row["phrase"], "yes" if row["single"] else "no", *[str(row[name] or "") for name in columns])
    console.print(table)
    for row in found["phrases"]:
        for kind in ("missed", "false"):
            for first, *later in row[f"{kind}_examples"]:
                console.print(f"{kind}: {first!r} > {later}", markup=False, highlight=False)
    for text, *facts in found["joined"]:
        console.print(f"joined: {text!r} rests on {facts}", markup=False, highlight=False)


def _cell(part: dict[str, Any] | None) -> str:
    if part is None or part["share"] is None:
        return "-"
    low, high = part["interval"]
    return f"{part['share']:.3f} ({part['right']}/{part['total']}; {low:.2f} to {high:.2f})"


def plot(result: dict[str, Any], file: Path) -> None:
    """Newer above stale per set and way, with intervals."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for i, way in enumerate(WAYS):
        rows = [next(r for r in one["rows"] if r["questions"] == "all" and r["way"] == way)["newer above stale"] for one in result["sets"]]
        for x, row in enumerate(rows):
            if row["share"] is not None:
                axes.bar(x + 0.27 * (i - 1), row["share"], 0.27, color=f"C{i}", label=way if x == 0 else None)
                axes.plot([x + 0.27 * (i - 1)] * 2, row["interval"], color="black", linewidth=0.8)
    axes.set_xticks(range(len(result["sets"])), [one["set"] for one in result["sets"]])
    axes.set_ylim(0, 1)
    axes.set_title("Newer above stale, no LLM")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)
