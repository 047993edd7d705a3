"""Commands about what the beliefs add up to: the night, and what it made."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

import click

from dcpm_sqlite.cli import show, show_nodes
from dcpm_sqlite.cli.options import common, existing, file_and, minded, text_of
from dcpm_sqlite.cli.progress import Bars


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--dry-run", is_flag=True, help="Show clusters, calls and cost, and ask nothing.")
@click.option("--when-idle", type=float, metavar="MINUTES", help="Wait until nothing was said to the memory for so long.")
@click.option("--batch", is_flag=True, help="Send independent questions together, at half price (Anthropic).")
@minded
@common
def consolidate(
    words: tuple[str, ...], dry_run: bool, when_idle: float | None, batch: bool, mind: str | None, space: str, encoder: str | None, as_json: bool
) -> None:  # fmt: skip
    """Think about what the beliefs add up to: a night.

    Interrupted, it is gone on with by the same command; without news it does nothing; `dcpm undo JOB` takes it back.
    """
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=dry_run, mind=mind) as memory:
        if dry_run:
            plan = memory.preview_night(batch=batch)
            (show.as_json if as_json else show_nodes.preview)(plan)
            return
        if when_idle is not None:
            with show.errors.status("") as status:
                memory.wait_until_idle(when_idle, on_wait=lambda left_ms: status.update(f"waiting for {left_ms / 60_000:.0f} min of quiet"))
        with Bars() as bars:
            report = memory.consolidate(batch=batch, on_progress=bars.thinking)
    (show.as_json if as_json else show_nodes.night)(report)
    if report.state == "partial":
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--kind", type=click.Choice(["schema", "core_schema", "intention"]), help="Only these.")
@common
def nodes(words: tuple[str, ...], kind: str | None, space: str, encoder: str | None, as_json: bool) -> None:
    """What nights made of the beliefs, with what it rests on.

    Schemas (within a life domain), core schemas (across), intentions.
    """
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        graph = memory.graph()
    found = tuple(node for node in graph.nodes if kind is None or node.kind == kind)
    if as_json:
        show.as_json(found)
    else:
        show_nodes.nodes(found, graph)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--cue", metavar="TEXT", help="What was just said: also what it calls to mind. `-` reads it from standard input.")
@click.option("--days", type=click.IntRange(0, 3650), default=7, show_default=True, help="Due within so many days.")
@click.option("--done", metavar="ID", help="This one came about.")
@click.option("--drop", metavar="ID", help="This one was given up.")
@common
def intentions(
    words: tuple[str, ...], cue: str | None, days: int, done: str | None, drop: str | None, space: str, encoder: str | None, as_json: bool
) -> None:  # fmt: skip
    """What may want care soon.

    Open intentions that are due, or that something just said calls to mind.
    """
    path, _ = file_and(words)
    if done and drop:
        raise click.UsageError("--done and --drop exclude each other")
    with existing(path, space, encoder, read_only=not (done or drop)) as memory:
        if marked := done or drop:
            job = memory.mark_intention(marked, "fulfilled" if done else "dropped")
            (show.as_json({"id": marked, "job": job}) if as_json else show.out.print(f"noted [dim](undo: {job})[/]"))
            return
        found = memory.intentions(cue=None if cue is None else text_of(cue), within=timedelta(days=days))
    (show.as_json if as_json else show_nodes.concerns)(found)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("-o", "--output", type=click.Path(dir_okay=False), required=True, help="The page to write; `-` is standard output.")
@common
def graph(words: tuple[str, ...], output: str, space: str, encoder: str | None, as_json: bool) -> None:
    """Draw the graph as one page to look at.

    Domains, cores across them, evidence behind a click, chains as timelines; the page needs no network. It holds people's words: mind whom
    you give it to.
    """
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        found, now = memory.graph(), memory.settings.clock()
    from dcpm_sqlite.inspector.page import graph_page

    page = graph_page(found, title=f"{path.name}, {space}", now_ms=now)
    if output == "-":
        sys.stdout.write(page)
        return
    Path(output).write_text(page, "utf-8")
    counts = {"nodes": len(found.nodes), "chains": len(found.chains), "relations": len(found.edges)}
    if as_json:
        show.as_json({"page": output, **counts})
    else:
        show.out.print(f"{', '.join(f'{n:,} {name}' for name, n in counts.items())} drawn in [bold]{output}[/]; open it in a browser.")
