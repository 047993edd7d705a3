"""Commands that look after the file: erase, prove, make anew, move, copy."""

from __future__ import annotations

import sys
from typing import Any

import click

from dcpm_sqlite.cli import show
from dcpm_sqlite.cli.options import common, existing, file_and
from dcpm_sqlite.cli.progress import Bars
from dcpm_sqlite.memory import Memory


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] [ID]")
@click.option("--session", help="Forget a whole conversation.")
@click.option("--from", "start", help="Forget what was said from then ...")
@click.option("--until", "end", help="... to the end of then.")
@click.option("--whole-space", is_flag=True, help="Forget everything in the space.")
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@common
def forget(words: tuple[str, ...], session: str | None, start: str | None, end: str | None, whole_space: bool, dry_run: bool, yes: bool, space: str,
           encoder: str | None, as_json: bool) -> None:  # fmt: skip
    """Erase what was said from the bytes of the file.

    A message (by ID), a session, a span of time or the whole space goes, with all that rests on it.
    """
    by_id = session is None and start is None and end is None and not whole_space
    path, ids = file_and(words, "ID") if by_id else file_and(words)
    if (start is None) != (end is None):
        raise click.UsageError("--from and --until go together")
    span = None if start is None or end is None else (start, end)
    with existing(path, space, encoder, read_only=False) as memory:
        target = ids[0] if by_id else None

        def run(*, dry: bool) -> Any:
            return memory.forget(target, session=session, span=span, whole_space=whole_space, dry_run=dry)

        if not dry_run and not yes:
            if not sys.stdin.isatty():
                raise click.UsageError("forgetting can't be taken back: add --yes (or look with --dry-run first)")
            show.receipt(run(dry=True))
            click.confirm("Erase this for good?", abort=True)
        done = run(dry=dry_run)
    (show.as_json if as_json else show.receipt)(done)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--read-only", is_flag=True, help="Do not complete an erasure that was blocked.")
@common
def check(words: tuple[str, ...], read_only: bool, space: str, encoder: str | None, as_json: bool) -> None:
    """Prove that tables and indexes agree.

    Completes an erasure that a reader had blocked. Exit code 3 on problems.
    """
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=read_only) as memory:
        report = memory.check()
    (show.as_json if as_json else show.checked)(report)
    if report.problems:
        raise click.exceptions.Exit(3)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@common
def rebuild(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Make all indexes anew from what was said."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=False) as memory, show.errors.status("rebuilding"):
        made = memory.rebuild()
    if as_json:
        show.as_json(made)
    else:
        show.out.print(", ".join(f"{count:,} {name}" for name, count in made.items()))


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@common
def reembed(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Move the file to another encoder.

    To the one named by --encoder, or to the shipped one. May be interrupted and repeated.
    """
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=False) as memory, Bars() as bars:
        count = memory.reembed(on_progress=bars.embedding)
    if as_json:
        show.as_json({"embedded": count})
    else:
        show.out.print(f"{count:,} vectors made anew" if count else "the file is on this encoder already")


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--json", "as_json", is_flag=True)
def upgrade(words: tuple[str, ...], as_json: bool) -> None:
    """Bring an older file up to date; a backup is made first."""
    path, _ = file_and(words)
    made = Memory.upgrade(path)
    if as_json:
        show.as_json({"backup": None if made is None else str(made)})
    else:
        show.out.print(f"upgraded; the file as it was: {made}" if made else "the file is up to date")


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] TARGET")
@common
def backup(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Copy the file while it is in use. (A closed file may simply be copied.)"""
    path, (target,) = file_and(words, "TARGET")
    with existing(path, space, encoder, read_only=True) as memory:
        memory.backup(target)
    if as_json:
        show.as_json({"backup": target})
    else:
        show.out.print(f"copied to {target}")


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] NAME")
@common
def owner(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Say whom this memory is about.

    What is said without a name counts as said by them, and their core identity is always shown.
    """
    path, (name,) = file_and(words, "NAME")
    with existing(path, space, encoder, read_only=False) as memory:
        memory.set_owner(name)
    if as_json:
        show.as_json({"owner": name})
    else:
        show.out.print(f"this memory is about {name}", highlight=False, markup=False)
