"""The commands. FILE may be left out everywhere: then the variable DCPM_FILE names it, else it lies in the user's data folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from dcpm_sqlite.cli import show
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.memory import Memory
from dcpm_sqlite.portability.sources import read_source
from dcpm_sqlite.records import Message

Command = TypeVar("Command", bound=Callable[..., Any])


def default_file() -> Path:
    """DCPM_FILE, else `memory.db` in the platform's data folder, which is made when needed."""
    if named := os.environ.get("DCPM_FILE"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("dcpm_sqlite", appauthor=False, ensure_exists=True)) / "memory.db"


def file_and(words: tuple[str, ...], *names: str) -> tuple[Path, list[str]]:
    """FILE (or the default) and the words after it; there must be as many as names."""
    if len(words) == len(names):
        return default_file(), list(words)
    if len(words) == len(names) + 1:
        return Path(words[0]), list(words[1:])
    raise click.UsageError(f"give [FILE] {' '.join(names)}".rstrip() + f"; {len(words)} words were given")


def common(command: Command) -> Command:
    """--space, --json and --encoder."""
    for option in (
        click.option("--space", default="default", show_default=True, help="Whose memory: one file may hold several."),
        click.option("--encoder", type=click.Path(exists=True, file_okay=False), help="Folder of another encoder than the shipped one."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs."),
    ):
        command = option(command)
    return command


def existing(path: Path, space: str, encoder: str | None, *, read_only: bool) -> Memory:
    """Open a file that must be there."""
    if not path.exists():
        raise UsageError(f"{path} does not exist; `dcpm add` and `dcpm import` make it.")
    return Memory(path, space=space, encoder=encoder, read_only=read_only)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="dcpm-sqlite")
def dcpm() -> None:
    """Long-term memory for LLM agents in one SQLite file. Nothing leaves this machine."""


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE] TEXT")
@click.option("--role", type=click.Choice(["user", "assistant", "system", "tool"]), default="user", show_default=True)
@click.option("--party", help="The speaker's name.")
@click.option("--when", help="When it was said: a date or an ISO 8601 time. Now, if left out.")
@click.option("--session", help="The conversation it belongs to.")
@common
def add(words: tuple[str, ...], role: Any, party: str | None, when: str | None, session: str | None, space: str, encoder: str | None,
        as_json: bool) -> None:  # fmt: skip
    """Keep one message. TEXT may be `-` to read it from standard input."""
    from dcpm_sqlite.language.dates import read_moment
    from dcpm_sqlite.settings import system_clock

    path, (text,) = file_and(words, "TEXT")
    said = None if when is None else read_moment(when, now_ms=system_clock())
    with Memory(path, space=space, encoder=encoder) as memory:
        report = memory.add(Message(sys.stdin.read() if text == "-" else text, role=role, party=party, said_at=said), session=session)
    (show.as_json if as_json else show.added)(report)


@dcpm.command("import")
@click.argument("words", nargs=-1, metavar="[FILE] SOURCE")
@click.option(
    "--format", "format_", type=click.Choice(["auto", "jsonl", "locomo", "chatgpt", "claude", "text"]), default="auto", show_default=True
)
@click.option("--owner", help="Your name, as the one this memory is about.")
@click.option("--bring-back-forgotten", is_flag=True, help="Take in again what was forgotten.")
@common
def import_(words: tuple[str, ...], format_: str, owner: str | None, bring_back_forgotten: bool, space: str, encoder: str | None,
            as_json: bool) -> None:  # fmt: skip
    """Take in a chat export: ChatGPT, Claude, JSONL, LoCoMo or plain text. May be repeated and interrupted."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    path, (source,) = file_and(words, "SOURCE")
    read_source(Path(source), format=format_, owner=owner)  # what can't be read is said before a file is made
    columns = (
        TextColumn("importing"),
        BarColumn(),
        TextColumn("{task.fields[messages]:,} messages, {task.fields[rate]:.0f}/s"),
        TimeRemainingColumn(),
    )
    with (
        Memory(path, space=space, encoder=encoder) as memory,
        Progress(*columns, console=show.errors, disable=not sys.stderr.isatty()) as bar,
    ):
        task = bar.add_task("", messages=0, rate=0.0)

        def on_progress(read: int, size: int, messages: int) -> None:
            elapsed = bar.tasks[0].elapsed or 1e-9
            bar.update(task, completed=read, total=size, messages=messages, rate=messages / elapsed)

        report = memory.import_file(source, format=format_, owner=owner, bring_back_forgotten=bring_back_forgotten, on_progress=on_progress)
    (show.as_json if as_json else show.imported)(report)


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE] QUESTION")
@click.option("-k", type=click.IntRange(1, 1000), help="How many hits.  [default: 10]")
@click.option("--as-of", help="Only what was said and held by then (a date means to its end).")
@click.option("--known-at", help="Only what this file knew by then.")
@click.option("--explain", is_flag=True, help="Show how each score came about, and the time it took.")
@click.option("--text", "max_tokens", type=int, is_flag=False, flag_value=1000, help="Print text for a prompt, within so many tokens.")
@common
def recall(words: tuple[str, ...], k: int | None, as_of: str | None, known_at: str | None, explain: bool, max_tokens: int | None, space: str,
           encoder: str | None, as_json: bool) -> None:  # fmt: skip
    """Find again what was said. Works on a file in a folder without write permission."""
    path, (question,) = file_and(words, "QUESTION")
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.recall(question, k=k, as_of=as_of, known_at=known_at)
        text = memory.render(found, max_tokens=max_tokens) if max_tokens is not None else None
    if as_json:
        show.as_json(found)
    elif text is not None:
        click.echo(text)
        if not text and found.hits:
            show.errors.print("nothing fits into so few tokens")
    else:
        show.recollection(found, explain=explain)


@dcpm.command("list")
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


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE] ID")
@common
def get(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """One message or belief, whole."""
    path, (id,) = file_and(words, "ID")
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.get(id)
    (show.as_json if as_json else show.item)(found)


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE] ID")
@common
def history(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """All states of a belief, oldest first."""
    path, (id,) = file_and(words, "ID")
    with existing(path, space, encoder, read_only=True) as memory:
        states = memory.history(id)
    (show.as_json if as_json else show.history)(states)


@dcpm.command()
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
    """Erase a message (by ID), a session, a span of time or the whole space, with all that rests on it, from the file's bytes."""
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


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@common
def stats(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Counts of a space, and the file's size."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=True) as memory:
        found = memory.stats()
    (show.as_json if as_json else show.stats)(found)


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--read-only", is_flag=True, help="Do not complete an erasure that was blocked.")
@common
def check(words: tuple[str, ...], read_only: bool, space: str, encoder: str | None, as_json: bool) -> None:
    """Prove that tables and indexes agree; complete an erasure that a reader had blocked. Exit code 3 on problems."""
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=read_only) as memory:
        report = memory.check()
    (show.as_json if as_json else show.checked)(report)
    if report.problems:
        raise click.exceptions.Exit(3)


@dcpm.command()
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


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@common
def reembed(words: tuple[str, ...], space: str, encoder: str | None, as_json: bool) -> None:
    """Move the file to the encoder named by --encoder, or to the shipped one. May be interrupted and repeated."""
    from rich.progress import Progress

    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=False) as memory, Progress(console=show.errors, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("embedding")
        count = memory.reembed(on_progress=lambda done, total: bar.update(task, completed=done, total=total))
    if as_json:
        show.as_json({"embedded": count})
    else:
        show.out.print(f"{count:,} vectors made anew" if count else "the file is on this encoder already")


@dcpm.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@click.option("--json", "as_json", is_flag=True)
def upgrade(words: tuple[str, ...], as_json: bool) -> None:
    """Bring an older file up to this version's format; a backup is made first."""
    path, _ = file_and(words)
    made = Memory.upgrade(path)
    if as_json:
        show.as_json({"backup": None if made is None else str(made)})
    else:
        show.out.print(f"upgraded; the file as it was: {made}" if made else "the file is up to date")


@dcpm.command()
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


@dcpm.command()
@click.option("--keep", type=click.Path(dir_okay=False), help="Keep the file here; otherwise it is thrown away.")
def demo(keep: str | None) -> None:
    """Feed in a bundled conversation of several months, and ask it questions. No key, no network."""
    from dcpm_sqlite.cli.demo import run

    run(Path(keep) if keep else None)
