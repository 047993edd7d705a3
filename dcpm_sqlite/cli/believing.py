"""Commands about what is believed: who somebody is, why, how it changed, and how it is put right or decided anew."""

from __future__ import annotations

import sys

import click

from dcpm_sqlite.cli import show, show_beliefs
from dcpm_sqlite.cli.options import common, existing, file_and, minded, text_of
from dcpm_sqlite.cli.progress import Bars
from dcpm_sqlite.records import Moment
from dcpm_sqlite.settings import system_clock


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--who", metavar="NAME", help="Of another speaker than the one this memory is about.")
@common
def profile(words: tuple[str, ...], who: str | None, space: str, encoder: str | None, as_json: bool) -> None:
    """What do you know about me? What is believed now, by domain."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.profile(who)
        waiting = dict(memory.stats().counts)["waiting for beliefs"]
        speakers = sorted({message.party for message in memory.list(limit=200) if message.party})
    if as_json:
        show.as_json(found)
    else:
        show_beliefs.profile(found, waiting=waiting, speakers=speakers)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] ID")
@common
def why(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Why something is believed, and how it changed.

    Shows the words it rests on inside their messages, its earlier and later states, and who decided.
    """
    path, (id,) = file_and(words, "ID")
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.why(id)
    (show.as_json if as_json else show_beliefs.why)(found)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] ID")
@common
def history(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """All states of a belief, with the words they rest on."""
    path, (id,) = file_and(words, "ID")
    with existing(path, space, encoder, read_only=True) as memory:
        states = [memory.why(state.id) for state in memory.history(id)]
    if as_json:
        show.as_json([{"state": state.belief, "evidence": state.evidence} for state in states])
    else:
        show_beliefs.history(states)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] ID TEXT")
@common
def correct(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Put your word in the place of a belief. It is always shown from then on, and no mind decides over it."""
    path, (id, text) = file_and(words, "ID", "TEXT")
    with existing(path, space, encoder, read_only=False) as memory:
        new = memory.correct(id, text_of(text))
        states = [memory.why(state.id) for state in memory.history(new)]
    if as_json:
        show.as_json({"id": new})
    else:
        show_beliefs.history(states)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] ID")
@click.option("--off", is_flag=True, help="Never show it unasked.")
@click.option("--clear", is_flag=True, help="As it was decided, without your word on it.")
@common
def pin(words: tuple[str, ...], off: bool, clear: bool, space: str, encoder: str | None, as_json: bool) -> None:
    """Always show a belief, whatever is asked."""
    path, (id,) = file_and(words, "ID")
    if off and clear:
        raise click.UsageError("--off and --clear exclude each other")
    pinned = None if clear else not off
    with existing(path, space, encoder, read_only=False) as memory:
        memory.pin(id, pinned)
    if as_json:
        show.as_json({"id": id, "is_pinned": pinned})
    else:
        show.out.print("shown as was decided" if pinned is None else "always shown" if pinned else "never shown unasked")


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True)
@common
def jobs(words: tuple[str, ...], limit: int, space: str, encoder: str | None, as_json: bool) -> None:
    """What was written lately: what `dcpm undo` can take back."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.jobs(limit=limit)
    (show.as_json if as_json else show_beliefs.jobs)(found)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] JOB")
@click.option("--cascade", is_flag=True, help="Also the later jobs that build on it.")
@common
def undo(words: tuple[str, ...], cascade: bool, space: str, encoder: str | None, as_json: bool) -> None:
    """Take back what one job wrote; messages stay. The undoing is a job too, and can be taken back."""
    path, (job,) = file_and(words, "JOB")
    with existing(path, space, encoder, read_only=False) as memory:
        taken = memory.undo(job, cascade=cascade)
    if as_json:
        show.as_json({"undone": taken})
    else:
        show.out.print(f"taken back: {', '.join(taken)}")


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--since", required=True, metavar="WHEN", help="Messages said since then.")
@click.option("--adopt", "--yes", "adopt", is_flag=True, help="Do not ask: make it the case, as one job that can be undone.")
@minded
@common
def rethink(words: tuple[str, ...], since: str, adopt: bool, mind: str | None, space: str, encoder: str | None, as_json: bool) -> None:
    """Decide about messages again, by another mind.

    Shows what would change and what it cost, and asks; without a terminal it only shows. Your own word is never touched.
    """
    path, _ = file_and(words)
    started = Moment(system_clock(), "instant")
    with existing(path, space, encoder, read_only=False, mind=mind) as memory:
        with Bars() as bars:
            bars.begin("deciding")
            thought = memory.rethink(since, on_progress=bars.deciding)
        spent = memory.cost(started)
        if not as_json:
            show_beliefs.rethinking(thought, spent)
        is_whole, changes = not thought.report.waiting, bool(thought.gone or thought.new)
        if changes and is_whole and not adopt and not as_json and sys.stdin.isatty():
            adopt = click.confirm("Adopt it?", default=False)
        adopted = memory.adopt(thought) if adopt and changes and is_whole else None
    if as_json:
        shown = {name: getattr(thought, name) for name in ("since_ms", "mind", "messages", "gone", "new", "kept", "report")}
        show.as_json({**shown, "cost": list(spent), "adopted": adopted})
    elif adopted is not None:
        show_beliefs.settled(adopted)
    elif changes and is_whole:
        show.out.print("Nothing was changed; --adopt makes it the case.")
    if not is_whole:
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--since", metavar="WHEN", help="Only calls since then.")
@common
def cost(words: tuple[str, ...], since: str | None, space: str, encoder: str | None, as_json: bool) -> None:
    """What models were asked for, and what it cost."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        lines = memory.cost(since)
    (show.as_json if as_json else show_beliefs.costs)(lines)
