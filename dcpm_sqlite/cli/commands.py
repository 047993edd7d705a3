"""The group of all commands. FILE may be left out everywhere: then the variable DCPM_FILE names it, else it lies in the user's data folder."""

from __future__ import annotations

from pathlib import Path

import click

from dcpm_sqlite.cli import believing, investigating, naming, reading, taking_in, thinking, upkeep


@click.command()
@click.option("--keep", type=click.Path(dir_okay=False), help="Keep the file here; otherwise it is thrown away.")
def demo(keep: str | None) -> None:
    """See it at work on a bundled conversation. No key, no network."""
    from dcpm_sqlite.cli.demo import run

    run(Path(keep) if keep else None)


SECTIONS = (
    ("Begin", (demo, taking_in.import_, taking_in.add, taking_in.remember, taking_in.settle)),
    (
        "Ask",
        (
            reading.recall,
            investigating.investigate,
            investigating.ask,
            believing.profile,
            believing.why,
            believing.history,
            reading.list_,
            reading.get,
        ),
    ),
    ("Think", (thinking.consolidate, thinking.nodes, thinking.intentions, thinking.graph, investigating.relations, naming.entities)),
    ("Put right", (believing.correct, believing.pin, believing.jobs, believing.undo, believing.rethink, upkeep.forget)),
    (
        "Look after the file",
        (reading.stats, believing.cost, upkeep.owner, upkeep.check, upkeep.backup, upkeep.rebuild, upkeep.reembed, upkeep.upgrade),
    ),
)


class _Sectioned(click.Group):
    """Lists its commands by section, in the order in which one comes to need them."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One list per section, each line cut to the width."""
        widest = max(map(len, self.commands))
        for title, commands in SECTIONS:
            with formatter.section(title):
                limit = formatter.width - 6 - widest
                formatter.write_dl([(str(c.name).ljust(widest), c.get_short_help_str(limit)) for c in commands])


@click.group(cls=_Sectioned, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="dcpm-sqlite")
def dcpm() -> None:
    """Long-term memory for LLM agents in one SQLite file. Nothing leaves this machine, unless --mind names a model elsewhere."""


for _, _commands in SECTIONS:
    for _command in _commands:
        dcpm.add_command(_command)
