"""What people and programs see."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from rich.console import Console
from rich.markup import escape as escape_markup
from rich.table import Table

from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.language.text import printable
from dcpm_sqlite.portability.importing import ImportReport
from dcpm_sqlite.records import AddReport, Belief, CheckReport, ForgetReceipt, Moment, RawInput, Recollection, Stats

out = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

_EMPTY = {
    "nothing stored": "Nothing is stored in this space yet: `dcpm import` or `dcpm add` fills it.",
    "below the floor": "Nothing that is stored fits the question.",
    "outside as_of": "Nothing of it had been said by then.",
    "not known yet": "This file did not know it yet at that time.",
    "forgotten": "What was stored here was forgotten.",
}


def escape(text: str) -> str:
    """Text of a message, unable to steer the terminal."""
    return escape_markup(printable(text))


def as_json(value: object) -> None:
    """A record as JSON; keys of the file stay inside it."""
    print(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def _plain(value: Any) -> Any:
    if isinstance(value, Moment):
        return {"time": format_moment(value), "ms": value.ms, "precision": value.precision, "basis": value.basis}
    if dataclasses.is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value) if f.name != "key"}
    if isinstance(value, tuple | list):
        if value and all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in value):
            return {name: _plain(inner) for name, inner in value}
        return [_plain(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return value


def day(ms: int) -> str:
    """A date, in UTC."""
    return format_moment(Moment(ms, "day"))


def recollection(found: Recollection, *, explain: bool) -> None:
    """Hits as a table, best first."""
    for belief in found.identity:
        out.print(f"[dim]always:[/] {escape(belief.text)}")
    for node in found.nodes:
        out.print(f"[magenta]{node.kind.replace('_', ' ')}[/] {escape(node.text)}")
    if found.empty is not None:
        best = f" The best had a score of {found.best_rejected:.2f}." if found.best_rejected is not None else ""
        out.print(_EMPTY[found.empty] + best)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("score", justify="right", style="dim")
    table.add_column("when", no_wrap=True)
    table.add_column("who", no_wrap=True, style="cyan")
    table.add_column("what", overflow="fold", ratio=1)
    table.add_column("id", style="dim", no_wrap=True)
    for hit in found.hits:
        what = escape(" ".join(hit.text.split()))
        for state in hit.chain[:-1]:
            what += f"\n[dim]before, {day(state.holds_from or state.said_ms)}: {escape(state.text)}[/]"
        if explain and hit.reason is not None:
            parts = ", ".join(f"{name} {value:.2f}" for name, value in hit.reason.parts if value)
            near = f"similarity {hit.reason.similarity:.3f}" if hit.reason.similarity is not None else ""
            what += f"\n[dim]{', '.join(part for part in (parts, near) if part)}[/]"
        table.add_row(f"{hit.score:.2f}", day(hit.said_ms), hit.party or hit.role or hit.kind, what, hit.id)
    out.print(table)
    if explain:
        out.print(f"[dim]{found.took_ms:.1f} ms, of which {found.encode_ms:.1f} ms to encode the question[/]")


def messages(rows: tuple[RawInput, ...]) -> None:
    """Messages as a table."""
    table = Table(box=None, pad_edge=False)
    for name, style in (("when", None), ("who", "cyan"), ("text", None), ("session", "dim"), ("id", "dim")):
        table.add_column(name, style=style, no_wrap=name != "text", overflow="fold" if name == "text" else "ellipsis")
    for row in rows:
        text = " ".join(row.text.split())
        table.add_row(format_moment(row.said_at)[:16], row.party or row.role, escape(text if len(text) <= 300 else text[:299] + "…"),
                      escape(row.session), row.id)  # fmt: skip
    out.print(table if rows else "No messages.")


def item(value: RawInput | Belief) -> None:
    """One message or belief, field by field."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, inner in _plain(value).items():
        shown = inner["time"] if isinstance(inner, dict) and "time" in inner else inner
        if shown is not None:
            table.add_row(f"[dim]{name}[/]", escape(str(shown)))
    out.print(table)


def history(states: tuple[Belief, ...]) -> None:
    """A chain, oldest first."""
    for state in states:
        mark = "[green]now[/] " if state.superseded_by is None else ""
        out.print(f"{day(state.holds_from or state.said_ms)}  {mark}{escape(state.text)}  [dim]{state.id}[/]")


def added(report: AddReport) -> None:
    """What `add` did."""
    out.print(f"{report.added} kept, {report.known} known already" + _extras(report.withheld, report.forgotten, report.differing))
    for id in report.ids:
        out.print(f"[dim]{id}[/]")


def imported(report: ImportReport) -> None:
    """What an import brought, and why something was skipped."""
    out.print(
        f"{report.added} messages kept, {report.known} known already"
        + _extras(report.withheld, report.forgotten, report.differing)
        + f" ({report.format})"
    )
    for reason, count, first in report.skipped:
        out.print(f"[yellow]skipped {count}[/]: {escape(reason)} [dim](first: {escape(first)})[/]")


def _extras(withheld: int, forgotten: int, differing: int) -> str:
    parts = (
        f", {differing} of them with another text, time, speaker or session under the same id: what came first stays" if differing else "",
        f", {withheld} secrets withheld" if withheld else "",
        f", {forgotten} kept out because they were forgotten" if forgotten else "",
    )
    return "".join(parts)


def receipt(done: ForgetReceipt) -> None:
    """What went."""
    verb = "would go" if done.dry_run else "gone"
    out.print(f"{verb}: " + (", ".join(f"{count} {name.replace('_', ' ')}" for name, count in done.removed if count) or "nothing"))
    if not done.dry_run:
        out.print(f"[dim]{done.remade} passages made anew, {done.bytes_scanned:,} bytes searched for what went[/]")


def checked(report: CheckReport) -> None:
    """What was looked at, and what is wrong."""
    out.print("looked at " + ", ".join(f"{count:,} {name}" for name, count in report.looked_at))
    if report.completed_erasure:
        out.print("[green]an erasure that a reader had blocked is complete now[/]")
    for problem in report.problems:
        out.print(f"[red]{escape(problem)}[/]")
    if not report.problems:
        out.print("[green]all is sound[/]")


def stats(found: Stats) -> None:
    """Counts of a space."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, count in found.counts:
        table.add_row(name, f"{count:,}")
    table.add_row("file", f"{found.file_bytes / 1e6:.1f} MB")
    table.add_row("encoder", found.encoder)
    if found.first_said_ms is not None and found.last_said_ms is not None:
        table.add_row("said", f"{day(found.first_said_ms)} to {day(found.last_said_ms)}")
    out.print(table)
