"""What people see of nights and of what they made."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from dcpm_sqlite.cli.show import count, day, escape, out
from dcpm_sqlite.cli.show_beliefs import money
from dcpm_sqlite.language.dates import named_days
from dcpm_sqlite.records import Concern, Graph, NightPreview, NightReport, Node

SHOWN = 3  # beliefs under a node
_COLOURS = {"schema": "magenta", "core_schema": "bold magenta", "intention": "yellow"}


def night(report: NightReport) -> None:
    """What a night came to."""
    if report.state == "nothing":
        out.print(f"Nothing new to think about: {count(report.fresh, 'belief')} in no node, none of them in a cluster with news.")
        return
    made = _listed(
        (report.schemas, "schema"), (report.intentions, "intention"), (report.cores, "core schema"), (report.attached, "new member of a core"),
        (report.edges, "edge"),
    )  # fmt: skip
    became = ", ".join(f"{n} {name}" for name in ("fulfilled", "dropped", "expired", "withdrawn") if (n := getattr(report, name)))
    again = " (gone on with)" if report.is_resumed else ""
    out.print(
        f"{count(report.clusters, 'question')} about {count(report.fresh - report.noise, 'belief')}{again}: {made or 'nothing to make of them'}"
        + (f"; {became}" if became else "")
        + f" [dim](undo: {report.job})[/]"
    )
    if report.calls:
        usd = "an unknown price" if report.usd is None else money(report.usd)
        out.print(f"[dim]{count(report.calls, 'call')} of {escape(report.mind)}, {report.reasked} of them asked again, {usd}[/]")
    if report.refused:
        told = ", ".join(f"{n} × {reason}" for reason, n in report.refused)
        out.print(f"[dim]not taken of what {escape(report.mind)} sent: {escape(told)}[/]")
    if report.failed:
        out.print(f"[yellow]{count(report.failed, 'question')} left for another night[/]: the replies could not be used")
    if report.fault:
        out.print(f"[yellow]ended early[/]: {escape(report.fault)} What was not asked waits for the next `dcpm consolidate`.")


def _listed(*counts: tuple[int, str]) -> str:
    return ", ".join(_many(n, name) for n, name in counts if n)


def _many(n: int, name: str) -> str:
    if n == 1:
        return f"1 {name}"
    return f"{n:,} {name.replace('member', 'members')}" if name.startswith("new member") else f"{n:,} {name}s"


def preview(plan: NightPreview) -> None:
    """What a night would ask about."""
    if not plan.clusters:
        out.print(f"Nothing to ask: {count(plan.fresh, 'belief')} in no node, none of them in a cluster with news.")
        return
    for number, texts in enumerate(plan.clusters, 1):
        out.print(f"[bold]{number}[/] [dim]{count(len(texts), 'belief')}[/]")
        for text in texts:
            out.print(f"  {escape(text)}")
    asked = count(len(plan.clusters), "question")
    if plan.calls_about == 0:
        out.print(f"{asked} for the {escape(plan.mind)} rules, no calls; {count(plan.noise, 'belief')} in no cluster.")
        return
    price = "at an unknown price" if plan.usd is None else f"for about {money(plan.usd)}"
    out.print(
        f"{asked}: {plan.calls_least} calls of {escape(plan.mind)} at least, about {plan.calls_about} with what comes of them, {price}; {count(plan.noise, 'belief')} in no cluster."
    )


def nodes(found: Sequence[Node], graph: Graph) -> None:
    """Nodes by domain, each with the latest beliefs that it rests on."""
    if not found:
        out.print("No night has made anything yet: `dcpm consolidate` thinks about what the beliefs add up to.")
        return
    texts = {state.id: state for chain in graph.chains for state in chain}
    by_id = {node.id: node for node in graph.nodes}
    for node in sorted(found, key=lambda n: (n.kind == "core_schema", n.domain or "", n.kind, n.key)):
        out.print(f"{head(node)} {escape(node.text)} [dim]{node.id}[/]")
        for member in node.members:
            if member in by_id:
                out.print(f"    [dim]· {escape(by_id[member].domain or '')}: {escape(by_id[member].text)}[/]")
        shown = sorted((texts[id] for id in node.evidence if id in texts), key=lambda b: -b.said_ms) if not node.members else []
        for belief in shown[:SHOWN]:
            out.print(f"    [dim]{day(belief.said_ms)} {escape(belief.text)}[/]")
        if len(shown) > SHOWN:
            out.print(f"    [dim]and {len(shown) - SHOWN} more[/]")


def head(node: Node) -> str:
    """Domain, kind, how sure, state and horizon of a node."""
    colour = _COLOURS[node.kind]
    state = "" if node.state in ("standing", "open") else f", {node.state}"
    place = f"{node.domain}: " if node.domain else ""
    return f"[{colour}]{place}{node.kind.replace('_', ' ')}[/][dim] {node.confidence * node.support:.2f}{state}{_horizon(node)}[/]"


def _horizon(node: Node) -> str:
    if node.due_from is None and node.due_until is None:
        return ""
    first, last = ("" if named is None else named.isoformat() for named in named_days(node.due_from, node.due_until))
    return f", {first}" if first == last else f", {first} → {last}"


def concerns(found: Sequence[Concern]) -> None:
    """Open intentions, the soonest first."""
    if not found:
        out.print("Nothing is due, and nothing was called to mind.")
        return
    table = Table(box=None, pad_edge=False)
    for name, style in (("when", None), ("what", None), ("why now", "dim"), ("id", "dim")):
        table.add_column(name, style=style, no_wrap=name != "what", overflow="fold")
    for concern in found:
        node = concern.node
        why = " and ".join(word for word, holds in (("due", concern.is_due), ("called to mind", concern.nearness is not None)) if holds)
        table.add_row(_horizon(node).lstrip(", ") or "some time", escape(node.text), why or "open", node.id)
    out.print(table)
