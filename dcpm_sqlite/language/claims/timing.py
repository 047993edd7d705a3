"""When a claim holds, and when what it tells of happens (K22, K24)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.language.when import TimeExpression, times_in
from dcpm_sqlite.records import Moment, Stretch

LASTING = frozenset({"birthplace", "birth date", "grew up in", "origin", "hometown"})
"""Attributes that stay true when told in the past."""


_BEGINNING = re.compile(r"from|as|start|begin|effective|since|henceforth", re.I)
_JUST_BEGUN_MS = 32 * 86_400_000


@dataclass(frozen=True, slots=True)
class Timing:
    """holds, about: as in Claim; is_event: the words date something that happens; begins: a state begins about now."""

    holds: Stretch | None = None
    about: Stretch | None = None
    is_event: bool = False
    begins: bool = False


def timing(text: str, said: Moment, finding: Finding) -> Timing:
    """The times in a claim's own words, as its state's or its event's.

    A change dates its new state ("moved in May": holds from May on) and happens itself. A time that is what the claim says, as in
    "the deadline is October 16th", is what it is about; else a state holds at its times.
    """
    times = [time for time in times_in(text, said) if time.relation != "habit"]
    is_happening = finding.type in ("event", "episode") or finding.tense == "plan"
    if not times:
        return Timing(holds=None if is_happening else _over(finding, said))
    stretch = _joined(times)
    if finding.is_change and finding.attribute is not None and finding.tense not in ("past habit", "plan"):
        happens = is_happening or (stretch.from_ms is not None and stretch.from_ms > said.ms)
        return Timing(Stretch(stretch.from_ms, None, stretch.precision, stretch.basis), stretch if happens else None, happens)
    if is_happening or any(_is_said(text, time, finding) for time in times):
        return Timing(about=stretch, is_event=True)
    return Timing(holds=stretch, begins=_begins(text, times[0], said))


def _begins(text: str, time: TimeExpression, said: Moment) -> bool:
    """ "From today", "starting Monday", "since yesterday": the state is a new one. "For a week" says only how old it is."""
    start = time.stretch.from_ms
    if time.relation != "since" or start is None or _BEGINNING.match(text, time.start) is None:
        return False
    return start >= said.ms - _JUST_BEGUN_MS


def _is_said(text: str, time: TimeExpression, finding: Finding) -> bool:
    words = fold(text[time.start : time.end])
    return any(words in fold(said) or fold(said) in words for said in (finding.value, finding.attribute) if said)


def _over(finding: Finding, said: Moment) -> Stretch | None:
    """A state told in the past without a time was over before it was told."""
    is_state = finding.kind == "identity" and not finding.is_negated and finding.attribute not in LASTING
    if finding.tense in ("past", "past habit") and is_state:
        return Stretch(None, said.ms, said.precision, "resolved")
    return None


def _joined(times: list[TimeExpression]) -> Stretch:
    """ "since 2019 until 2021" is one stretch; of others the first counts."""
    first = times[0].stretch
    if len(times) > 1 and (times[0].relation, times[1].relation) == ("since", "until"):
        return Stretch(first.from_ms, times[1].stretch.until_ms, first.precision, first.basis)
    return first
