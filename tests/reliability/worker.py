"""Processes for the tests of this room: `python worker.py PATH MODE NUMBER COUNT`. Each finished act is printed, flushed, as one line."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.reliability.support import open_memory, said

BATCH = 3


def tell(*words: str) -> None:
    """One line that the parent may rely on."""
    print(*words, flush=True)


def churn(path: Path, number: int, count: int) -> None:
    """Add one message at a time, and forget every fifth of them a little later."""
    with open_memory(path) as memory:
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


def write(path: Path, number: int, count: int) -> None:
    """Add batches of three messages that share a word; the file is closed and opened again on the way."""
    memory = open_memory(path)
    for n in range(count):
        word = f"w{number}x{n}q"
        report = memory.add(
            [said(f"Part {part} of {word} about lanterns.", n * BATCH + part, session=f"run {number}") for part in range(BATCH)]
        )
        assert report.added == BATCH
        tell(word, *report.ids)
        if n % 4 == 3:
            memory.close()
            memory = open_memory(path)
    memory.close()


def read(path: Path, number: int, count: int) -> None:
    """Ask for batches, written or not yet: how many messages of the batch came back."""
    chance = random.Random(number)
    with open_memory(path, read_only=number % 2 == 0) as memory:
        for _ in range(count):
            word = f"w{chance.randrange(4)}x{chance.randrange(8)}q"
            hits = memory.recall(word).hits
            tell(word, str(sum(word in hit.text for hit in hits)))


if __name__ == "__main__":
    {"churn": churn, "write": write, "read": read}[sys.argv[2]](Path(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4]))
