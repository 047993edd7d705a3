"""Commands that read: what was said, found again, listed and counted."""

from __future__ import annotations

import click

from dcpm_sqlite.cli import show
from dcpm_sqlite.cli.options import common, existing, file_and


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] QUESTION")
@click.option("-k", type=click.IntRange(1, 1000), help="How many hits.  [default: 10]")
@click.option("--as-of", help="Only what was said and held by then (a date means to its end).")
@click.option("--known-at", help="Only what this file knew by then.")
@click.option("--relations", is_flag=True, help="Let what is tied to the best hits rise with them.")
@click.option("--explain", is_flag=True, help="Show how each score came about, and the time it took.")
@click.option("--text", "max_tokens", type=int, is_flag=False, flag_value=1000, help="Print text for a prompt, within so many tokens.")
@common
def recall(words: tuple[str, ...], k: int | None, as_of: str | None, known_at: str | None, relations: bool, explain: bool, max_tokens: int | None,
           space: str, encoder: str | None, as_json: bool) -> None:  # fmt: skip
    """Find again what was said. Works on a file in a folder without write permission."""
    path, (question,) = file_and(words, "QUESTION")
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.recall(question, k=k, as_of=as_of, known_at=known_at, relations=relations or None)
        text = memory.render(found, max_tokens=max_tokens) if max_tokens is not None else None
    if as_json:
        show.as_json(found)
    elif text is not None:
        click.echo(text)
        if not text and found.hits:
            show.errors.print("nothing fits into so few tokens")
    else:
        show.recollection(found, explain=explain)


@click.command("list")
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True)
@click.option("--before", help="An id to go on from.")
@click.option("--session", help="Of one conversation.")
@common
def list_(
    words: tuple[str, ...], limit: int, before: str | None, session: str | None, space: str, encoder: str | None, as_json: bool
) -> None:
    """The newest messages."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        rows = memory.list(limit=limit, before=before, session=session)
    (show.as_json if as_json else show.messages)(rows)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] ID")
@common
def get(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """One message or belief, whole."""
    path, (id,) = file_and(words, "ID")
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.get(id)
    (show.as_json if as_json else show.item)(found)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@common
def stats(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Counts of a space, and the file's size."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.stats()
    (show.as_json if as_json else show.stats)(found)
