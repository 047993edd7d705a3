"""Nights for the tests of this room: a file with three themes, and a mind that thinks about them alike in every process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dcpm_sqlite import Memory
from dcpm_sqlite.encoder.hashing import HashEncoder
from dcpm_sqlite.llm.port import LLM
from dcpm_sqlite.settings import ClusterSettings, NightSettings, SweepSettings
from tests.consolidation.thoughts import WIDTH, theme
from tests.doubles import DAY_MS, START_MS
from tests.reliability.support import PATIENT

NIGHT = replace(
    PATIENT, clock=lambda: START_MS + 40 * DAY_MS,
    night=NightSettings(clusters=ClusterSettings(near=3.0), sweep=SweepSettings(behaviour=2.0, meaning=50.0), near_floor=-50.0),
)  # fmt: skip


def thinker(path: Path, vfs: str | None, mind: LLM) -> Memory:
    """A memory by night."""
    return Memory(path, encoder=HashEncoder(WIDTH), mind=mind, settings=NIGHT, vfs=vfs)


def themes(path: Path, mind: LLM) -> None:
    """A closed file with three themes in three domains."""
    with thinker(path, None, mind) as memory:
        for axis, (name, domain) in enumerate((("running", "sport"), ("cooking", "food"), ("piano", "music")), 1):
            theme(memory, name, 4, axis=axis, domain=domain)
