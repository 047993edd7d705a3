"""All frames in the order in which they are tried."""

from __future__ import annotations

import re
from functools import cache

from dcpm_sqlite.language.claims.frames.frame import Frame
from dcpm_sqlite.language.claims.frames.habits import EVENTS, HABITS
from dcpm_sqlite.language.claims.frames.health import HEALTH
from dcpm_sqlite.language.claims.frames.people import FAMILY, WHO
from dcpm_sqlite.language.claims.frames.places_and_work import PLACES, WORK
from dcpm_sqlite.language.claims.frames.tastes import TASTES

FRAMES = (*WHO, *PLACES, *WORK, *FAMILY, *HEALTH, *TASTES, *HABITS, *EVENTS)


@cache
def frames_of(lemma: str) -> tuple[tuple[Frame, re.Pattern[str]], ...]:
    """The frames of a main verb with their patterns, in the table's order; compiled when first asked for."""
    return tuple((frame, re.compile(frame.says, re.I)) for frame in FRAMES if lemma in frame.verbs.split())
