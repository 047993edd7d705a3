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
from dcpm_sqlite.recall.render import since
from dcpm_sqlite.records import Belief, CheckReport, ForgetReceipt, Hit, Moment, Node, RawInput, Recollection, Stats, Stretch

_DAY_MS = 86_400_000
_TIMES = frozenset({"said_ms", "recorded_at", "holds_from", "holds_until", "due_from", "due_until"})  # fields in Unix ms

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


def named_day(ms: int) -> str:
    """The date that was named. It begins at the speaker's midnight, whose zone is not kept: the nearest midnight in UTC is meant."""
    return day(ms + _DAY_MS // 2)


def count(number: int, noun: str) -> str:
    """'1 message', '2 messages'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"


def recollection(found: Recollection, *, explain: bool) -> None:
    """What is always shown, then hits as a table, best first, then what rests on them."""
    for belief in found.identity:
        out.print(f"[dim]always:[/] {escape(belief.text)}")
    hits(found, explain=explain)
    for node in found.nodes:
        domain = f"{node.domain}: " if node.domain else ""
        because = f" [dim](by {', '.join(node.because[:3])})[/]" if explain else ""
        out.print(f"[magenta]{domain}{node.kind.replace('_', ' ')}[/] {escape(node.text)} [dim]{node.id}[/]{because}")


def hits(found: Recollection, *, explain: bool) -> None:
    """Hits as a table, best first, or why there are none."""
    if found.empty is not None:
        best = f" The best had a score of {found.best_rejected:.2f}." if found.best_rejected is not None else ""
        out.print(_EMPTY[found.empty] + best)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("score", justify="right", style="dim")
    table.add_column("when", no_wrap=True)
    table.add_column("who", style="cyan", overflow="fold", max_width=16)
    table.add_column("what", overflow="fold", ratio=1)
    table.add_column("id", style="dim", no_wrap=True)
    for hit in found.hits:
        told = escape(hit.party or hit.role or "")
        who = told if hit.kind == "passage" else f"{told}\n[magenta]{hit.kind}[/]".strip()
        when = since(hit.chain[-1]) if hit.chain else day(hit.said_ms)
        table.add_row(f"{hit.score:.2f}", when, who, _what(hit, explain=explain), hit.id)
    out.print(table)
    if explain:
        out.print(f"[dim]{found.took_ms:.1f} ms, of which {found.encode_ms:.1f} ms to encode the question[/]")


def _what(hit: Hit, *, explain: bool) -> str:
    """A hit's text, with what it took the place of, latest first."""
    lines = [escape(" ".join(hit.text.split()))]
    for old, new in reversed(list(zip(hit.chain, hit.chain[1:], strict=False))):
        lines.append(f"[dim]{since(old)} → {since(new)}: {escape(old.text)}[/]")
    if explain and hit.reason is not None:
        parts = [f"{name} {value:.2f}" for name, value in hit.reason.parts if value]
        if hit.reason.similarity is not None:
            parts.append(f"similarity {hit.reason.similarity:.3f}")
        lines.append(f"[dim]{', '.join(parts)}[/]")
    return "\n".join(lines)


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


def item(value: RawInput | Belief | Node) -> None:
    """One message, belief or node, field by field."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for field in dataclasses.fields(value):
        inner = getattr(value, field.name)
        if inner is not None and field.name != "key":
            table.add_row(f"[dim]{field.name.removesuffix('_ms')}[/]", escape(_in_words(field.name, inner)))
    out.print(table)


def _in_words(name: str, value: object) -> str:
    if isinstance(value, Moment):
        return format_moment(value)
    if isinstance(value, Stretch):
        start, end = ("" if ms is None else named_day(ms) for ms in (value.from_ms, value.until_ms))
        return f"{start} → {end}"
    if isinstance(value, int) and name in _TIMES:
        return format_moment(Moment(value, "second", 0))
    return str(value)


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
