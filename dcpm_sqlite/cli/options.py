"""What commands share: where the file is, and the options that many of them take."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.memory import Memory

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
    given = f"{len(words)} words were given" if len(words) != 1 else "one word was given"
    hint = (
        " (a text of several words needs quotes around it)"
        if len(words) > len(names) + 1 and names[-1:] in (("TEXT",), ("QUESTION",))
        else ""
    )
    raise click.UsageError(f"give [FILE] {' '.join(names)}".rstrip() + f"; {given}{hint}")


def text_of(word: str) -> str:
    """The text itself, or standard input for `-`."""
    return sys.stdin.read() if word == "-" else word


def common(command: Command) -> Command:
    """--space, --json and --encoder."""
    for option in (
        click.option("--space", default="default", show_default=True, help="Whose memory: one file may hold several."),
        click.option("--encoder", type=click.Path(exists=True, file_okay=False), help="Folder of another encoder than the shipped one."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs."),
    ):
        command = option(command)
    return command


def minded(command: Command) -> Command:
    """--mind."""
    return click.option(
        "--mind",
        metavar="MIND",
        help="Who decides what to believe: offline, anthropic:MODEL, openai:URL#MODEL or recorded:FILE.  "
        "[default: the variable DCPM_MIND, else offline]",
    )(command)


def existing(path: Path, space: str, encoder: str | None, *, read_only: bool, mind: str | None = "offline") -> Memory:
    """Open a file that must be there. Without another `mind` no model is made ready: most commands decide nothing."""
    if not path.exists():
        raise UsageError(f"{path} does not exist; `dcpm add` and `dcpm import` make it.")
    return Memory(path, space=space, encoder=encoder, mind=mind, read_only=read_only)
