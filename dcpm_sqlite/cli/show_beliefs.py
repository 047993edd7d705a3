"""What people see of beliefs: what was decided, what is known, why, and at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.table import Table
from rich.text import Text

from dcpm_sqlite.cli.quoting import quoted
from dcpm_sqlite.cli.show import count, day, errors, escape, named_day, out
from dcpm_sqlite.deciding.mind import OFFLINE, Mind
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.portability.estimate import Estimate
from dcpm_sqlite.portability.importing import ImportReport
from dcpm_sqlite.recall.render import since
from dcpm_sqlite.records import AddReport, Belief, CostLine, DecisionNote, Job, Moment, Profile, ProfileEntry, SettleReport, Why
from dcpm_sqlite.settings import Settings
from dcpm_sqlite.writing.rethink import Rethinking


def thinking(mind: Mind, *, is_asked: bool = True) -> AbstractContextManager[object]:
    """A sign of life while a model is asked, on a terminal."""
    return nullcontext() if mind.llm is None or not is_asked else errors.status(f"asking {escape(mind.name)}")


def added(report: AddReport) -> None:
    """What `add` did, and what came to be believed."""
    kept = f"{count(report.added, 'message')} kept" if report.added else f"{count(report.known, 'message')} known already"
    _kept(kept + _extras(report.withheld, report.forgotten, report.differing), report.settled, is_new=bool(report.added))
    for id in report.ids:
        out.print(f"[dim]{id}[/]")


def imported(report: ImportReport) -> None:
    """What an import brought, why something was skipped, and what came to be believed."""
    kept = f"{count(report.added, 'message')} kept, {report.known:,} known already"
    kept += _extras(report.withheld, report.forgotten, report.differing) + f" ({report.format})"
    _kept(kept, report.settled, is_new=bool(report.added))
    for reason, n, first in report.skipped:
        out.print(f"[yellow]skipped {n:,}[/]: {escape(reason)} [dim](first: {escape(first)})[/]")


def _kept(kept: str, settled: SettleReport | None, *, is_new: bool) -> None:
    if settled is not None:
        out.print(f"{kept}; {_outcome(settled)}" if settled.decided else kept)
        _left_over(settled)
    else:
        out.print(kept + ("; `dcpm settle` decides what to believe" if is_new else ""))


def _extras(withheld: int, forgotten: int, differing: int) -> str:
    parts = (
        f", {differing} of them with another text, time, speaker or session under the same id: what came first stays" if differing else "",
        f", {count(withheld, 'secret')} withheld" if withheld else "",
        f", {forgotten} kept out because they were forgotten" if forgotten else "",
    )
    return "".join(parts)


def settled(report: SettleReport) -> None:
    """What was decided about messages that waited."""
    if report.decided or report.waiting:
        if report.decided:
            out.print(f"{count(report.decided, 'message')} decided; {_outcome(report)}")
        _left_over(report)
    else:
        out.print("Nothing waits to be decided.")


def _outcome(report: SettleReport) -> str:
    counts = (
        (report.added, "added"),
        (report.superseded, "superseded"),
        (report.updated, "reworded"),
        (report.duplicates, "known already"),
    )
    parts = [f"{n:,} {verb}" for n, verb in counts if n]
    if parts:  # the first number says what is counted
        number, _, verb = parts[0].partition(" ")
        parts[0] = f"{number} belief{'' if number == '1' else 's'} {verb}"
    parts += [count(report.relations, "relation")] if report.relations else []
    return (", ".join(parts) or "nothing new to believe") + (f" [dim](undo: {report.job})[/]" if report.job else "")


def _left_over(report: SettleReport) -> None:
    """What a mind sent and was not taken, and what still waits."""
    if report.refused:
        what = ", ".join(f"{n} × {reason}" for reason, n in report.refused)
        out.print(f"[dim]not taken of what {escape(report.mind)} sent: {escape(what)}[/]")
    if report.waiting:
        verb, it = ("waits", "it") if report.waiting == 1 else ("wait", "them")
        cause = escape(report.fault) if report.fault else "another process is deciding"
        out.print(
            f"[yellow]{count(report.waiting, 'message')} {verb}[/]: {cause.rstrip('.')}{'' if cause.endswith('?') else '.'} `dcpm settle` takes {it} up."
        )


def estimate(expected: Estimate, mind: str, *, is_known: bool) -> None:
    """What an import would ask of a model, before it starts; on standard error, as the question that follows.

    is_known: some of the messages may be in the file already.
    """
    price = "at an unknown price" if expected.usd is None else "at no cost" if expected.usd == 0 else f"for about {money(expected.usd)}"
    tokens = expected.tokens_in + expected.tokens_out
    errors.print(
        f"{count(expected.messages, 'message')}: about {count(expected.calls, 'call')} of [bold]{escape(mind)}[/] "
        f"and {tokens:,} tokens, [bold]{price}[/]."
    )
    if is_known:
        errors.print("[dim]Messages that the file has already are counted too, and not asked about again.[/]")
    bound = Settings().mind.budget.calls_per_day
    if bound is not None and expected.calls > bound:
        errors.print(f"That is more than the {bound:,} calls a day may have: the rest waits for `dcpm settle` on another day.")


def money(usd: float) -> str:
    """US dollars, small sums with more digits."""
    if usd == 0:
        return "$0"
    return f"${usd:,.2f}" if usd >= 1 else f"${usd:.4f}" if usd >= 0.0001 else "less than $0.0001"


def is_always_shown(belief: Belief) -> bool:
    """By the user's word, else as decided."""
    return belief.is_core and belief.kind == "identity" if belief.is_pinned is None else belief.is_pinned


def profile(found: Profile, *, waiting: int, speakers: Sequence[str]) -> None:
    """What is known of somebody now, by domain. waiting: messages; speakers: of the latest messages, to be asked about instead."""
    entries = (*found.identity, *found.facts)
    whom = "you" if found.who is None else escape(found.who)
    if not entries:
        out.print(f"Nothing is known about {whom} yet.")
        if waiting:
            out.print(f"{count(waiting, 'message')} wait{'s' if waiting == 1 else ''} to be decided about: `dcpm settle` does it.")
        elif others := [name for name in speakers if name != found.who]:
            out.print(f"Ask about a speaker: --who {escape(', --who '.join(others[:8]))}.")
        else:
            out.print('Say something with `dcpm add "I live in Bergen."`, or bring chats in with `dcpm import`.')
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("", style="yellow", no_wrap=True)
    table.add_column(f"[not bold]What is known about[/] {whom}", overflow="fold", ratio=1)
    for name in ("since", "changed", "id"):
        table.add_column(name, style="dim", header_style="dim", no_wrap=True)
    for domain in sorted({e.belief.domain for e in entries}, key=lambda d: (d == "other", d)):
        table.add_row("", f"[bold cyan]{escape(domain)}[/]")
        for entry in entries:
            if entry.belief.domain == domain:
                table.add_row(*_profile_row(entry))
    out.print(table)
    marks = "[yellow]★[/] always shown · " if any(is_always_shown(e.belief) for e in entries) else ""
    out.print(f"\n[dim]{marks}`dcpm why ID` tells where it comes from, `dcpm correct ID TEXT` puts it right[/]")


def _profile_row(entry: ProfileEntry) -> tuple[str, str, str, str, str]:
    belief, times = entry.belief, "" if not entry.changes else "once" if entry.changes == 1 else f"{entry.changes} times"
    return "★" if is_always_shown(belief) else "", escape(belief.text), since(belief), times, belief.id


def history(states: Sequence[Why]) -> None:
    """A chain, oldest first, each state with the words it rests on."""
    table = _grid()
    for state in states:
        table.add_row(*_state_row(state.belief))
        for line in quoted(state.evidence):
            table.add_row("", "", line, "")
    out.print(table)


def _grid() -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="green")
    table.add_column(overflow="fold", ratio=1)
    table.add_column(no_wrap=True, style="dim")
    return table


def _state_row(belief: Belief, *, is_asked: bool = True) -> tuple[str, str, str, str]:
    text = f"[bold]{escape(belief.text)}[/]" if is_asked else escape(belief.text)
    if belief.superseded_by is None and belief.holds_until is not None:
        text += f" [dim](until {named_day(belief.holds_until)})[/]"
    return since(belief), "now" if belief.superseded_by is None else "", text, belief.id


def why(found: Why) -> None:
    """A belief, its chain, the words it rests on, and who decided."""
    belief = found.belief
    marks = [belief.type if belief.kind == "fact" else "identity", belief.domain]
    marks += [f"about {belief.subject or belief.party}"] if belief.subject or belief.party else []
    marks += ["always shown"] if is_always_shown(belief) else []
    marks += ["by your word"] if belief.is_pinned is not None else []
    out.print(f"[bold]{escape(belief.text)}[/]\n[dim]{escape(' · '.join(marks))}[/]")
    if len(found.chain) > 1:
        out.print("\n[cyan]How it changed[/]")
        table = _grid()
        for state in found.chain:
            table.add_row(*_state_row(state, is_asked=state.id == belief.id))
        out.print(table)
    out.print("\n[cyan]What it rests on[/]")
    for line in quoted(found.evidence) or [Text("no words that are kept: it was put in by hand, or they were forgotten", style="dim")]:
        out.print(line)
    out.print("\n[cyan]Who decided[/]")
    for verb, note in (("worded", found.drawn), ("placed", found.placed)):
        out.print(_decision(verb, note))


def _decision(verb: str, note: DecisionNote | None) -> str:
    if note is None:
        return f"{verb} by hand"
    who = {OFFLINE: "the offline rules", "user": "you"}.get(note.mind, note.mind)
    return f"{verb} by {escape(who)} on {day(note.decided_ms)} [dim]({note.name}, version {note.version})[/]"


_CHANGES = {
    "word": "worded", "superseded_by": "superseded", "withdraw": "withdrawn", "cite": "quoted", "pin": "pinned", "relate": "related",
    "close": "relations closed", "summarise": "summarised", "node": "nodes made", "evidence": "given as evidence", "member": "joined a core",
    "describe": "described", "mark": "changed their state", "merge": "merged", "part": "told apart",
}  # fmt: skip


def jobs(found: Sequence[Job]) -> None:
    """Jobs, latest first, with how often each kind of change was made."""
    table = Table(box=None, pad_edge=False)
    for name, style in (("when (UTC)", None), ("what", "cyan"), ("changes", None), ("id", "dim")):
        table.add_column(name, style=style, no_wrap=name != "changes", overflow="fold", ratio=1 if name == "changes" else None)
    for job in found:
        # while something is taken back, pointers are set anew, which supersedes nothing
        hidden = {"superseded_by"} if job.kind in ("undo", "rethink") else set()
        numbers = dict(job.changed)
        changes = ", ".join(f"{numbers[name]:,} {verb}" for name, verb in _CHANGES.items() if name in numbers and name not in hidden)
        state = "" if job.state == "done" else f"[yellow]{'taken back' if job.state == 'undone' else escape(job.state)}:[/] "
        changes += _of_night(job)
        table.add_row(format_moment(Moment(job.started_ms, "minute")).replace("T", " "), job.kind, state + (changes or "nothing"), job.id)
    out.print(table if found else "Nothing was written yet.")


def _of_night(job: Job) -> str:
    """What a night asked, and why it ended early."""
    numbers = dict(job.counts)
    told = [
        count(numbers[name], noun)
        for name, noun in (("clusters", "question"), ("calls", "call"), ("failed", "unusable reply"))
        if name in numbers
    ]
    told += [job.fault] if job.fault else []
    return f" [dim]({escape(', '.join(told))})[/]" if told else ""


def rethinking(thought: Rethinking, spent: Sequence[CostLine]) -> None:
    """What another mind would believe, and what asking it cost."""
    mind = "the offline rules" if thought.mind == OFFLINE else thought.mind
    out.print(f"{count(thought.messages, 'message')} decided again by [bold]{escape(mind)}[/]: {count(thought.kept, 'belief')} stay.")
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=1)
    for sign, beliefs in (("[red]- gone[/]", thought.gone), ("[green]+ new[/]", thought.new)):
        for belief in beliefs:
            past = "" if belief.superseded_by is None else " [dim](no longer)[/]"
            table.add_row(sign, since(belief), escape(belief.text) + past)
    if thought.gone or thought.new:
        out.print(table)
    elif thought.messages:
        out.print("It would believe just the same.")
    if thought.report.waiting:
        _left_over(thought.report)
        out.print("The difference is not whole, so it can't be adopted.")
    if spent:
        out.print(f"[dim]{count(sum(line.calls for line in spent), 'call')} so far, {_total(spent)}[/]")


def costs(lines: Sequence[CostLine]) -> None:
    """A table by purpose and model; what is unknown is never shown as nothing."""
    if not lines:
        out.print("No model was asked. The offline rules cost nothing.")
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("purpose", style="cyan", no_wrap=True)
    table.add_column("model", overflow="fold", ratio=1)
    for name in ("calls", "faulty", "read", "cached", "written", "cost"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in lines:
        numbers = (line.calls, line.faults, line.tokens_in, line.tokens_cached, line.tokens_out)
        table.add_row(line.purpose, escape(line.model), *(f"{n:,}" for n in numbers), _price(line.usd, line.unpriced))
    out.print(table)
    out.print(f"[dim]read, cached and written in tokens[/]\nin all: [bold]{_total(lines)}[/]")


def _total(lines: Sequence[CostLine]) -> str:
    known = [line.usd for line in lines if line.usd is not None]
    return _price(sum(known) if known else None, sum(line.unpriced for line in lines))


def _price(usd: float | None, unpriced: int) -> str:
    if usd is None:
        return "unknown"
    return f"{money(usd)} + unknown" if unpriced else money(usd)
