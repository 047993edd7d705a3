"""The demonstration: a conversation of seven months goes in, and questions are asked of it."""

from __future__ import annotations

import tempfile
import time
from importlib import resources
from pathlib import Path

from dcpm_sqlite.cli import show
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.memory import Memory

QUESTIONS = (
    ("Where does Nora live now?", None),
    ("What is she allergic to?", None),
    ("How did the marathon training go?", None),
    ("Where did Nora live?", "2024-03-31"),
    ("Which firmware runs on the lathe controller?", None),
)


def run(keep: Path | None) -> None:
    """Import, ask, forget; with the times that each step took on this machine."""
    if keep is not None and keep.exists():
        raise UsageError(f"{keep} exists already; name another file to keep the demonstration in.")
    with tempfile.TemporaryDirectory() as place:
        path = keep or Path(place) / "demo.db"
        source = resources.files("dcpm_sqlite.cli") / "demo_conversation.jsonl"
        with resources.as_file(source) as conversation, Memory(path) as memory:
            started = time.perf_counter()
            with show.errors.status("reading seven months of messages"):
                report = memory.import_file(conversation, owner="Nora")
            took = time.perf_counter() - started
            show.out.print(
                f"[bold]{report.added} messages[/] of seven months went into [bold]{path.name}[/] in {took:.1f} s, {report.withheld} secret withheld.\n"
            )
            for question, as_of in QUESTIONS:
                _ask(memory, question, as_of)
            _forget(memory)
        show.out.print(
            f"After closing, {path.name} is one file of {path.stat().st_size / 1e6:.1f} MB; copy it, and the memory comes along."
        )
        if keep is not None:
            show.out.print(f'Ask it more: [bold]dcpm recall {keep} "..."[/]')


def _ask(memory: Memory, question: str, as_of: str | None) -> None:
    when = f" [dim](as things stood on {as_of})[/]" if as_of else ""
    found = memory.recall(question, k=3, as_of=as_of)
    show.out.print(f"[bold green]?[/] [bold]{question}[/]{when} [dim]{found.took_ms:.0f} ms[/]")
    show.recollection(found, explain=False)
    show.out.print()


def _forget(memory: Memory) -> None:
    """Erase one message and show that its words are gone from the bytes."""
    hit = memory.recall("surprise party for Tomas", k=1).hits[0]
    show.out.print(f'[bold red]x[/] [bold]forget[/] "{hit.text}"')
    show.receipt(memory.forget(hit.id))
    show.out.print()
