"""What people see of whom and what the beliefs mention."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from dcpm_sqlite.cli.show import escape, out
from dcpm_sqlite.records import Entity, LikelySame


def listing(found: Sequence[Entity], *, of: int) -> None:
    """Name, what it is, other names, how many beliefs. of: how many there are."""
    if not found:
        out.print("Nobody and nothing is mentioned by name yet.")
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("beliefs", justify="right", style="dim")
    table.add_column("name", style="cyan", overflow="fold")
    table.add_column("what", overflow="fold", max_width=16)
    table.add_column("also called", overflow="fold", ratio=1)
    table.add_column("id", style="dim", no_wrap=True)
    for one in found:
        table.add_row(f"{one.beliefs:,}", escape(one.name), _what(one), escape(", ".join(one.aliases)), one.id)
    out.print(table)
    if len(found) < of:
        out.print(f"[dim]{of - len(found):,} more; --limit shows them[/]")


def likely(found: Sequence[LikelySame]) -> None:
    """Pairs that may be one, and why."""
    if not found:
        out.print("No two look like one and the same.")
        return
    table = Table(box=None, pad_edge=False)
    for name, style in (("one", "cyan"), ("other", "cyan"), ("because", None), ("ids", "dim")):
        table.add_column(name, style=style, overflow="fold", no_wrap=name == "ids")
    for pair in found:
        because = pair.because if pair.nearness is None else f"{pair.because} ({pair.nearness:.2f})"
        table.add_row(_told(pair.one), _told(pair.other), because, f"{pair.one.id} {pair.other.id}")
    out.print(table)
    out.print("[dim]`dcpm entities --merge KEEP OTHER` makes two one; `dcpm undo` takes it back.[/]")


def _told(one: Entity) -> str:
    what = _what(one)
    return f"{escape(one.name)} [dim]{f'{what}, ' if what else ''}{one.beliefs:,}[/]"


def _what(one: Entity) -> str:
    return escape(one.category or ("speaker" if one.party else ""))
