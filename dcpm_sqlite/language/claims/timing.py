"""When a claim holds, and when what it tells of happens (K22, K24)."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.when import times_in
from dcpm_sqlite.records import Moment, Stretch


@dataclass(frozen=True, slots=True)
class Timing:
    """holds, about: as in Claim; is_event: the words date something that happens."""

    holds: Stretch | None = None
    about: Stretch | None = None
    is_event: bool = False


def timing(text: str, said: Moment, finding: Finding) -> Timing:
    """The times in a claim's own words, as its state's or its event's."""
    times = [time for time in times_in(text, said) if time.relation != "habit"]
    is_happening = finding.type in ("event", "episode") or finding.tense == "plan"
    if not times:
        return Timing(holds=_over(finding, said) if not is_happening else None)
    stretch = _joined([time.stretch for time in times], [time.relation for time in times])
    relations = {time.relation for time in times}
    if is_happening:
        if finding.is_change and finding.attribute is not None:
            return Timing(holds=Stretch(stretch.from_ms, None, stretch.precision, stretch.basis), about=stretch, is_event=True)
        return Timing(about=stretch, is_event=True)
    if relations & {"since", "until", "during"}:
        return Timing(holds=stretch)
    if finding.kind == "identity" or finding.tense in ("past", "past habit", "past progressive"):
        return Timing(holds=stretch) if finding.attribute is not None and finding.type == "fact" and finding.value is not None or finding.tense != "present" else Timing(holds=stretch)
    if stretch.until_ms is not None and finding.attribute is not None and not finding.is_single and stretch.from_ms is not None and stretch.from_ms <= said.ms < stretch.until_ms:
        return Timing(holds=stretch)
    return Timing(about=stretch, is_event=True)


def _over(finding: Finding, said: Moment) -> Stretch | None:
    """A state told in the past without a time was over before it was told."""
    if finding.tense in ("past", "past habit") and finding.kind == "identity":
        return Stretch(None, said.ms, said.precision, "resolved")
    return None


def _joined(stretches: list[Stretch], relations: list[str]) -> Stretch:
    """ "since 2019", "until 2021": one stretch from both; else the first."""
    first = stretches[0]
    if len(stretches) > 1 and relations[0] == "since" and relations[1] == "until":
        return Stretch(first.from_ms, stretches[1].until_ms, first.precision, first.basis)
    return first
