"""What people see of a search along the relations, of an answer from it, and of what the relations learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

from dcpm_sqlite.cli.show import count, day, escape, out
from dcpm_sqlite.cli.show_beliefs import money
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.recall.render import since
from dcpm_sqlite.records import Action, Finding, Investigation, Moment, ReconsolidationReport, Reply, Reweighing, Round, SeedPlan, Step

_STOPS = {
    "enough": "there was enough",
    "converged": "nothing more was to be found",
    "depth": "it had gone as far as it may",
    "budget": "the budget was used up",
    "nothing found": "nothing that is stored fits the question",
}
SHORT = 60  # characters of an item on the way to another
_GROUPS = ("key", "supporting", "misleading", "unrelated")


def investigation(found: Investigation, *, with_trace: bool) -> None:
    """Findings as a table, best first, each with the way to it; the rounds before it, where they are asked for."""
    if with_trace:
        _trace(found)
    if not found.findings:
        out.print(f"Nothing found: {_STOPS[found.stopped]}.")
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("score", justify="right", style="dim")
    table.add_column("when", no_wrap=True)
    table.add_column("who", style="cyan", overflow="fold", max_width=16)
    table.add_column("what", overflow="fold", ratio=1)
    table.add_column("id", style="dim", no_wrap=True)
    for one in found.findings:
        when = since(one.chain[-1]) if one.chain else day(one.said_ms)
        who = f"{escape(one.party or '')}\n[magenta]{one.kind}[/]".strip() if one.kind == "belief" else escape(one.party or "")
        table.add_row(f"{one.score:.2f}", when, who, _what(one), one.id)
    out.print(table)
    for node in found.nodes:
        domain = f"{node.domain}: " if node.domain else ""
        out.print(f"[magenta]{domain}{node.kind.replace('_', ' ')}[/] {escape(node.text)} [dim]{node.id}[/]")
    walked = sum(one.depth > 0 for one in found.findings)
    cost = f", {count(found.calls, 'call')} of {escape(found.mind)} at {_price(found.usd)}" if found.calls else ""
    out.print(
        f"[dim]{count(found.reached, 'item')} looked at in {count(len(found.rounds), 'round')}; {walked} of these were reached along "
        f"relations. Ended because {_STOPS[found.stopped]}; {found.took_ms:.0f} ms{cost}.[/]"
    )
    for bound in found.relaxed:
        out.print(f"[dim]Nothing lay within the plan's {bound}, so that was given up.[/]")
    _refused(found.mind, found.refused)


def _what(one: Finding) -> str:
    """A finding's text, what it took the place of, and the way to it."""
    lines = [escape(" ".join(one.text.split()))]
    lines += [f"[dim]before: {escape(state.text)}[/]" for state in reversed(one.chain[:-1])]
    lines += [f"[dim]{line}[/]" for line in way(one.path)]
    return "\n".join(lines)


def way(path: Sequence[Step]) -> list[str]:
    """The way to a finding, an item a line, with the relation that led on to the next and its weight; the last is the finding itself."""
    lines = []
    for number, step in enumerate(path):
        arrow = f"─ {step.predicate} {step.weight:.2f} →" if step.is_forward else f"← {step.predicate} {step.weight:.2f} ─"
        lines.append(f"{'via' if number else 'from'} “{_short(step.start_text)}” [cyan]{arrow}[/]")
    return lines


def _short(text: str) -> str:
    line = " ".join(text.split())
    return escape(line if len(line) <= SHORT else line[: SHORT - 1].rstrip() + "…")


def _trace(found: Investigation) -> None:
    for number, plan in enumerate(found.plans, 1):
        out.print(f"[bold]plan {number}[/] {_plan(plan)}")
    for one in found.rounds:
        _round(one)


def _plan(plan: SeedPlan) -> str:
    told = plan.matching.replace("_", " ")
    keywords = f"; keywords {', '.join(map(escape, plan.keywords))}" if plan.keywords else ""
    types = f"; of type {', '.join(plan.types)}" if plan.types else ""
    window = (
        ""
        if (plan.from_ms, plan.until_ms) == (None, None)
        else f"; between {_day(plan.from_ms) or 'any time'} and {_day(plan.until_ms) or 'any time'}"
    )
    return f"{told}: {escape(plan.query)}[dim]{keywords}{types}{window}[/]"


def _day(ms: int | None) -> str:
    return "" if ms is None else day(ms)


def _round(one: Round) -> None:
    if one.is_enough:
        out.print(f"[bold]round {one.number}[/] enough")
    else:
        out.print(f"[bold]round {one.number}[/] from {count(len(one.frontier), 'item')}, {len(one.found)} found")
    for seed, action in zip(one.frontier, one.actions, strict=True):
        out.print(f"  [dim]{seed} {_action(action)}[/]")
    _refused("the mind", one.refused)


def _action(action: Action) -> str:
    bounds = (
        f"at most {action.max_nodes} items" if action.mode == "subgraph_beam" else f"at most {action.max_depth} deep, {action.top_k} wide"
    )
    parts = [action.mode.replace("_", " "), bounds, f"from {action.threshold:.2f}"]
    if action.allowed:
        parts.append("along " + ", ".join(f"{a.predicate or a.layer} {a.direction}" for a in action.allowed))
    if action.decay:
        kind = "only" if action.decay.is_hard else "rather"
        parts.append(f"{kind} {day(action.decay.from_ms)} to {day(action.decay.until_ms)}")
    if action.inhibits_conflict:
        parts.append("no contradictions")
    return ", ".join(parts)


def _refused(mind: str, refused: Sequence[tuple[str, int]]) -> None:
    if refused:
        out.print(f"[dim]not taken of what {escape(mind)} sent: {escape(', '.join(f'{n} × {reason}' for reason, n in refused))}[/]")


def _price(usd: float | None) -> str:
    return "an unknown price" if usd is None else money(usd)


def reply(found: Reply) -> None:
    """An answer with what it rests on."""
    texts = {one.id: one for one in found.investigation.findings}
    out.print("The memory does not tell." if found.text is None else escape(found.text))
    for id in found.cited:
        out.print(f"  [dim]{day(texts[id].said_ms)} {escape(' '.join(texts[id].text.split()))} {id}[/]")
    out.print(f"[dim]{count(found.calls, 'call')} of {escape(found.investigation.mind)}, {_price(found.usd)}[/]")
    if found.report is not None:
        reconsolidation(found.report)


def reconsolidation(report: ReconsolidationReport) -> None:
    """What a use changed in the relations."""
    changed = ", ".join(
        f"{count(n, 'relation')} {verb}"
        for n, verb in ((report.added, "added"), (report.strengthened, "strengthened"), (report.weakened, "weakened"))
        if n
    )
    groups = ", ".join(f"{len(getattr(report, name))} {name}" for name in _GROUPS if getattr(report, name))
    undo = f" (undo: {report.job})" if report.job else ""
    out.print(
        f"[dim]learned from this use: {changed or 'no relation changed'}{undo}; of what was found {groups or 'nothing was judged'}[/]"
    )
    _refused(report.mind, report.refused)


def reweighings(found: Sequence[Reweighing], texts: Mapping[str, str]) -> None:
    """Changes of weights, latest first. texts: of the ends, by id."""
    if not found:
        out.print("No use has changed a relation yet: `dcpm ask`, or `dcpm investigate --answer`, lets them learn.")
        return
    table = Table(box=None, pad_edge=False)
    for name, style in (("when (UTC)", None), ("weight", None), ("relation", None), ("why", "dim")):
        table.add_column(name, style=style, no_wrap=name in ("when (UTC)", "weight"), overflow="fold")
    for one in found:
        weights = f"{'new' if one.old is None else f'{one.old:.2f}'} → {one.new:.2f}"
        ends = f"{escape(texts.get(one.source, one.source))}\n[cyan]{one.predicate}[/] {escape(texts.get(one.target, one.target))}"
        why = f"{one.action} {one.confidence:.2f}, {escape(one.mind)}: {escape(one.question or 'the question was forgotten')}\nundo: {one.job}"
        table.add_row(format_moment(Moment(one.changed_ms, "minute")).replace("T", " "), weights, ends, why)
    out.print(table)
