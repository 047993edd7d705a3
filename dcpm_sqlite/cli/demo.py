"""The demonstration: a conversation of many months goes in, questions are asked of it, and it shows how a mind changed."""

from __future__ import annotations

import tempfile
import time
from datetime import timedelta
from importlib import resources
from pathlib import Path

from dcpm_sqlite.cli import show, show_beliefs, show_nodes, show_search
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.memory import Memory
from dcpm_sqlite.portability.importing import ImportReport
from dcpm_sqlite.records import Profile
from dcpm_sqlite.settings import Settings

OWNER = "Nora"
QUESTIONS = (
    ("Where does Nora live now?", None),
    ("What is she allergic to?", None),
    ("How did the marathon training go?", None),
    ("Where did Nora live?", "2024-03-31"),
    ("Which firmware runs on the lathe controller?", None),
)


ALONG_RELATIONS = "How did the running go?"
LATER_QUESTION = "How does Nora keep up her running?"
_HOUR_MS = 3_600_000


def run(keep: Path | None) -> None:
    """Import, ask, show what is believed and how it changed, forget; with the times that it took on this machine."""
    if keep is not None and keep.exists():
        raise UsageError(f"{keep} exists already; name another file to keep the demonstration in.")
    with tempfile.TemporaryDirectory() as place:
        path = keep or Path(place) / "demo.db"
        source = resources.files("dcpm_sqlite.cli") / "demo_conversation.jsonl"
        with resources.as_file(source) as conversation, Memory(path, mind="offline") as memory:
            started = time.perf_counter()
            with show.errors.status("reading a conversation of many months"):
                report = memory.import_file(conversation, owner=OWNER)
            _imported(memory, report, time.perf_counter() - started)
            for question, as_of in QUESTIONS:
                _ask(memory, question, as_of)
            known = memory.profile(OWNER)
            most = _most_changed(memory, known)
            show.out.print(f"[bold green]?[/] [bold]What do you know about {OWNER}?[/] [dim]dcpm profile[/]")
            show_beliefs.profile(known, waiting=0, speakers=())
            show.out.print()
            _night(memory)
            _search(memory)
            _forget(memory)
        size = path.stat().st_size / 1e6
        show.out.print(f"After closing, {path.name} is one file of {size:.1f} MB; copy it, and the memory comes along.")
        if keep is not None:
            show.out.print(f'Ask it more: [bold]dcpm recall {keep} "..."[/], [bold]dcpm why {keep} {most}[/]', soft_wrap=True)


def _imported(memory: Memory, report: ImportReport, took_s: float) -> None:
    spoken = memory.stats()
    assert spoken.first_said_ms is not None
    assert spoken.last_said_ms is not None
    assert report.settled is not None
    drawn = report.settled.added + report.settled.superseded
    show.out.print(
        f"[bold]{report.added} messages[/] from {show.day(spoken.first_said_ms)} to {show.day(spoken.last_said_ms)} went into "
        f"[bold]{memory.path.name}[/] in {took_s:.1f} s: {show.count(report.withheld, 'secret')} withheld, "
        f"{show.count(drawn, 'belief')} drawn by rules, {report.settled.superseded} of them in the place of an earlier one.\n"
    )


def _ask(memory: Memory, question: str, as_of: str | None) -> None:
    when = f" [dim](as things stood on {as_of})[/]" if as_of else ""
    found = memory.recall(question, k=3, as_of=as_of)
    show.out.print(f"[bold green]?[/] [bold]{question}[/]{when} [dim]{found.took_ms:.0f} ms[/]")
    show.hits(found, explain=False)
    for node in found.nodes[:3]:
        show.out.print(f"  {show_nodes.head(node)} {show.escape(node.text)}")
    show.out.print()


def _most_changed(memory: Memory, known: Profile) -> str:
    """Show the belief that changed most, each state with the words it rests on; its id."""
    entry = max((*known.identity, *known.facts), key=lambda e: e.changes)
    times = "once" if entry.changes == 1 else f"{entry.changes} times"
    show.out.print(f"[bold green]?[/] [bold]What changed most, and when?[/] [dim]{entry.belief.domain}, {times}: dcpm history[/]")
    show_beliefs.history([memory.why(state.id) for state in memory.history(entry.belief.id)])
    show.out.print()
    return entry.belief.id


def _night(memory: Memory) -> None:
    """The night after the last message: what all of it adds up to, and that a question brings it up."""
    last_ms = memory.stats().last_said_ms
    assert last_ms is not None
    settings = Settings(clock=lambda: last_ms + _HOUR_MS)
    with Memory(memory.path, mind="offline", settings=settings) as night:
        started = time.perf_counter()
        report = night.consolidate()
        show.out.print(f"[bold magenta]*[/] [bold]A night later[/] [dim]dcpm consolidate, {time.perf_counter() - started:.1f} s[/]")
        show_nodes.night(report)
        graph = night.graph()
        show_nodes.nodes(graph.nodes, graph)
        show.out.print()
        show.out.print("[bold green]?[/] [bold]What may want care in the coming months?[/] [dim]dcpm intentions[/]")
        show_nodes.concerns(night.intentions(within=timedelta(days=365)))
    show.out.print()
    _ask(memory, LATER_QUESTION, None)


def _search(memory: Memory) -> None:
    """What is found along relations, and the way to it."""
    found = memory.investigate(ALONG_RELATIONS)
    show.out.print(f"[bold green]?[/] [bold]{ALONG_RELATIONS}[/] [dim]along relations: dcpm investigate, {found.took_ms:.0f} ms[/]")
    for one in (one for one in found.findings if one.depth):
        show.out.print(f"  {show.day(one.said_ms)} {show.escape(one.text)}")
        for line in show_search.way(one.path):
            show.out.print(f"             [dim]{line}[/]")
    show.out.print()


def _forget(memory: Memory) -> None:
    """Erase one message and show that its words are gone from the bytes."""
    hit = memory.recall("surprise party for Tomas", k=1).hits[0]
    show.out.print(f'[bold red]x[/] [bold]forget[/] "{hit.text}"')
    show.receipt(memory.forget(hit.id))
    show.out.print()
