"""The command about whom and what the beliefs mention."""

from __future__ import annotations

import click

from dcpm_sqlite.cli import show, show_entities
from dcpm_sqlite.cli.options import common, existing, file_and


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--likely", is_flag=True, help="Which of them may be one and the same.")
@click.option("--merge", nargs=2, metavar="KEEP OTHER", help="These two are one, by id or name.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@common
def entities(
    words: tuple[str, ...], likely: bool, merge: tuple[str, str] | None, limit: int, space: str, encoder: str | None, as_json: bool
) -> None:
    """Who and what is mentioned, under which names.

    The most mentioned first. A merge of two that are one can be taken back with `dcpm undo`.
    """
    if likely and merge:
        raise click.UsageError("--likely and --merge exclude each other")
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=not merge) as memory:
        job = memory.merge_entities(*merge) if merge else None
        pairs = memory.likely_entities()[:limit] if likely else ()
        found = () if likely or job else memory.entities()
    if job is not None:
        show.as_json({"job": job}) if as_json else show.out.print(f"They are one now [dim](undo: {job})[/]")
    elif likely:
        (show.as_json if as_json else show_entities.likely)(pairs)
    elif as_json:
        show.as_json(found[:limit])
    else:
        show_entities.listing(found[:limit], of=len(found))
