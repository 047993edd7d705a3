"""Processes for the tests of this room: `python worker.py PATH MODE NUMBER COUNT [MIND]`. Each finished act is one flushed line."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.llm.scripted import ScriptedLLM
from tests.consolidation.thoughts import think
from tests.reliability.scripted_mind import answer
from tests.reliability.support import PATIENT, open_memory, said
from tests.reliability.thinking import thinker

BATCH = 3
TOLD_AT_ONCE = 5
THINGS = 40  # that all the processes of a night speak of


def tell(*words: str) -> None:
    """One line that the parent may rely on."""
    print(*words, flush=True)


def churn(path: Path, number: int, count: int, mind: str) -> None:
    """Add one message at a time, and forget every fifth of them a little later."""
    with open_memory(path, mind=mind) as memory:
        kept: list[str] = []
        for n in range(count):
            word = f"w{number}x{n}q"
            id = memory.add(said(f"Sentence {word} about lanterns.", n, session=f"run {number}")).ids[0]
            tell("added", id, word)
            kept.append(id)
            if n % 5 == 4:
                id = kept.pop(-3)
                tell("forgetting", id)
                memory.forget(id)
                tell("forgot", id)


def write(path: Path, number: int, count: int, mind: str) -> None:
    """Add batches of three messages that share a word; the file is closed and opened again on the way."""
    memory = open_memory(path, mind=mind)
    for n in range(count):
        word = f"w{number}x{n}q"
        report = memory.add(
            [said(f"Part {part} of {word} about lanterns.", n * BATCH + part, session=f"run {number}") for part in range(BATCH)]
        )
        assert report.added == BATCH
        tell(word, *report.ids)
        if n % 4 == 3:
            memory.close()
            memory = open_memory(path, mind=mind)
    memory.close()


def read(path: Path, number: int, count: int, mind: str) -> None:
    """Ask for batches, written or not yet: how many messages of the batch came back."""
    chance = random.Random(number)
    with open_memory(path, read_only=number % 2 == 0, mind=mind) as memory:
        for _ in range(count):
            word = f"w{chance.randrange(4)}x{chance.randrange(8)}q"
            hits = memory.recall(word).hits
            tell(word, str(sum(word in hit.text for hit in hits if hit.kind == "passage")))


def believe(path: Path, number: int, count: int, mind: str) -> None:
    """Add one message at a time and let the mind decide: what is told is acknowledged."""
    chance = random.Random(number)
    with open_memory(path, mind=mind, settings=PATIENT) as memory:
        for n in range(count):
            text = f"The thing{chance.randrange(12)} is v{number}x{n}q."
            report = memory.add(said(text, 1_000 * number + n, session=f"run {number}"))
            tell("added", report.ids[0], text.split()[-1].rstrip("."), str(report.settled.decided if report.settled else 0))


def night(path: Path, number: int, count: int, mind: str) -> None:
    """Add messages, five at once, that tell the same and other things as the other processes' do; settle what is left over."""
    chance = random.Random(number)
    began, calls, tries = time.monotonic(), 0, 0
    with open_memory(path, mind=ScriptedLLM(answer), settings=PATIENT) as memory:
        for first in range(0, count, TOLD_AT_ONCE):
            messages = [
                said(
                    f"The thing{chance.randrange(THINGS)} is v{(first + n) * 4 // count}.", first + n, session=f"night {number}", party=None
                )
                for n in range(TOLD_AT_ONCE)
            ]
            report = memory.add(messages)
            settled = report.settled
            assert settled is not None
            calls, tries = calls + settled.calls, tries + (settled.calls > 2)
            tell("added", str(report.added), *report.ids)
        settled = memory.settle()
        tell("settled", str(settled.decided), str(settled.waiting), str(settled.fault).replace(" ", "_"))
    tell("took", f"{time.monotonic() - began:.1f}", str(calls), str(tries))


def demand(path: Path, number: int, count: int, mind: str) -> None:
    """Settle what waits, again and again, until nothing does."""
    with open_memory(path, mind=ScriptedLLM(answer), settings=PATIENT) as memory:
        for _ in range(count):
            report = memory.settle()
            tell("settled", str(report.decided), str(report.waiting))
            if not report.waiting:
                break
            time.sleep(0.05)


def think_aloud(path: Path, number: int, count: int, mind: str) -> None:
    """One night, with a line before each answer."""

    def answered(request: Request) -> str:
        tell(request.purpose)
        return think(request)

    with thinker(path, None, ScriptedLLM(answered)) as memory:
        memory.consolidate()


if __name__ == "__main__":
    modes = {"think": think_aloud, "churn": churn, "write": write, "read": read, "believe": believe, "night": night, "demand": demand}
    modes[sys.argv[2]](Path(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4]), (sys.argv[5:] or ["offline"])[0])
