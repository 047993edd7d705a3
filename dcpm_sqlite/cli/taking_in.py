"""Commands by which a memory learns: what was said is kept, and it is decided what to believe of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dcpm_sqlite.cli import show, show_beliefs
from dcpm_sqlite.cli.options import common, existing, file_and, minded, text_of
from dcpm_sqlite.cli.progress import Bars
from dcpm_sqlite.deciding.mind import choose_mind
from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.memory import Memory
from dcpm_sqlite.portability.estimate import estimate
from dcpm_sqlite.portability.sources import read_source
from dcpm_sqlite.records import Message
from dcpm_sqlite.settings import Settings, system_clock


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] TEXT")
@click.option("--role", type=click.Choice(["user", "assistant", "system", "tool"]), default="user", show_default=True)
@click.option("--party", help="The speaker's name.")
@click.option("--when", help="When it was said: a date or an ISO 8601 time. Now, if left out.")
@click.option("--session", help="The conversation it belongs to.")
@click.option("--later", is_flag=True, help="Only keep it; `dcpm settle` decides what to believe of it.")
@minded
@common
def add(words: tuple[str, ...], role: Any, party: str | None, when: str | None, session: str | None, later: bool, mind: str | None,
        space: str, encoder: str | None, as_json: bool) -> None:  # fmt: skip
    """Keep one message, and decide what to believe of it. TEXT may be `-` to read it from standard input."""
    path, (text,) = file_and(words, "TEXT")
    said = None if when is None else read_moment(when, now_ms=system_clock())
    message = Message(text_of(text), role=role, party=party, said_at=said)
    with Memory(path, space=space, encoder=encoder, mind=mind) as memory, show_beliefs.thinking(memory.mind, is_asked=not later):
        report = memory.add(message, session=session, decide="later" if later else "now")
    (show.as_json if as_json else show_beliefs.added)(report)


@click.command("import")
@click.argument("words", nargs=-1, metavar="[FILE] SOURCE")
@click.option(
    "--format", "format_", type=click.Choice(["auto", "jsonl", "locomo", "chatgpt", "claude", "text"]), default="auto", show_default=True
)
@click.option("--owner", help="Your name, as the one this memory is about.")
@click.option("--bring-back-forgotten", is_flag=True, help="Take in again what was forgotten.")
@click.option("--later", is_flag=True, help="Only keep the messages; `dcpm settle` decides what to believe of them.")
@click.option("--yes", is_flag=True, help="Do not ask whether a model may be used.")
@minded
@common
def import_(words: tuple[str, ...], format_: str, owner: str | None, bring_back_forgotten: bool, later: bool, yes: bool, mind: str | None,
            space: str, encoder: str | None, as_json: bool) -> None:  # fmt: skip
    """Take in a chat export, and decide what to believe of it.

    It may be ChatGPT's, Claude's, JSONL, LoCoMo or plain text, and be interrupted and repeated.

    With a model as --mind it says first about how many calls that takes and what they cost, and asks.
    """
    path, (source,) = file_and(words, "SOURCE")
    decider = choose_mind(mind)
    read_source(Path(source), format=format_, owner=owner)  # what can't be read is said before a file is made
    if decider.llm is not None and not later:
        expected = estimate(Path(source), format=format_, owner=owner, mind=decider, settings=Settings().mind)
        show_beliefs.estimate(expected, decider.name, is_known=path.exists())
        _agree(is_free=expected.usd == 0, yes=yes)
    with Memory(path, space=space, encoder=encoder, mind=decider) as memory, Bars() as bars:

        def on_progress(read: int, size: int, messages: int) -> None:
            bars.importing(read, size, messages)
            if read >= size and not later:
                bars.begin("deciding")

        report = memory.import_file(
            source, format=format_, owner=owner, decide="later" if later else "now", bring_back_forgotten=bring_back_forgotten,
            on_progress=on_progress, on_deciding=bars.deciding,
        )  # fmt: skip
    (show.as_json if as_json else show_beliefs.imported)(report)


def _agree(*, is_free: bool, yes: bool) -> None:
    """Ask, where somebody is there to answer; elsewhere only what costs nothing goes on without --yes."""
    if yes:
        return
    if sys.stdin.isatty():
        if not click.confirm("Go on?", err=True):
            show.errors.print("Nothing was imported; --later keeps the messages without asking a model.")
            raise click.exceptions.Exit(130)
    elif not is_free:
        raise click.UsageError("nobody is there to be asked: add --yes, or --later to keep the messages without asking a model")


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE]")
@minded
@common
def settle(words: tuple[str, ...], mind: str | None, space: str, encoder: str | None, as_json: bool) -> None:
    """Decide about all messages that wait.

    They were left for later, or by a model that failed. Exit code 1 if it fails again.
    """
    path, _ = file_and(words)
    with existing(path, space, encoder, read_only=False, mind=mind) as memory, Bars() as bars:
        bars.begin("deciding")
        report = memory.settle(on_progress=bars.deciding)
    (show.as_json if as_json else show_beliefs.settled)(report)
    if report.fault is not None and report.waiting:
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE] TEXT")
@minded
@common
def remember(words: tuple[str, ...], mind: str | None, space: str, encoder: str | None, as_json: bool) -> None:
    """Believe a statement as it stands.

    Nothing is drawn from it, but it may take the place of what was believed before. TEXT may be `-` to read it from standard input.
    """
    path, (text,) = file_and(words, "TEXT")
    with Memory(path, space=space, encoder=encoder, mind=mind) as memory, show_beliefs.thinking(memory.mind):
        report = memory.remember(text_of(text))
    (show.as_json if as_json else show_beliefs.added)(report)
