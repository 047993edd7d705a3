"""Comparing what was read with the labels: which claim is which, and counts with intervals."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from bench.labelled.read import OUTCOMES, Days, GoldClaim, GoldPair, Outcome
from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.records import Moment, Stretch

SAME_QUOTE = 0.5  # least intersection over union of characters
_NO_SUBJECT_WORDS = frozenset(
    ("a", "an", "the", "my", "our", "your", "his", "her", "their", "its", "this", "that", "of", "s", "and", "i", "we", "me", "us")
)
_SPEAKER_WORDS = frozenset(("i", "we", "me", "us", "speaker", "user"))


@dataclass(frozen=True, slots=True)
class Share:
    """`right` of `total` with the 95 % interval after Wilson, which stays honest at 0 and at 100 %."""

    right: int
    total: int

    @property
    def value(self) -> float | None:
        """The share itself; None of nothing."""
        return self.right / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound; all of 0..1 where there is nothing to count."""
        if not self.total:
            return 0.0, 1.0
        z, n, p = 1.959964, self.total, self.right / self.total
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        width = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - width), min(1.0, middle + width)

    def as_json(self) -> dict[str, object]:
        """Counts, share and interval, rounded."""
        low, high = self.interval
        value = None if self.value is None else round(self.value, 4)
        return {"right": self.right, "total": self.total, "share": value, "interval": [round(low, 4), round(high, 4)]}


def share(flags: Sequence[bool]) -> Share:
    """How many of `flags` are true."""
    return Share(sum(flags), len(flags))


def outcomes(made: list[tuple[GoldPair, Outcome]]) -> list[dict[str, Any]]:
    """Precision and recall per outcome. An outcome that is as right (`also`) counts as the label."""
    labels = [(made_as if made_as in pair.also else pair.outcome, made_as) for pair, made_as in made]
    return [
        agreement(name, share([g == name for g, m in labels if m == name]), share([m == name for g, m in labels if g == name]))
        for name in OUTCOMES
    ]


def confusion(made: list[tuple[GoldPair, Outcome]]) -> dict[str, dict[str, int]]:
    """Pairs by label and by what was made of them; here `also` counts nothing."""
    counts = Counter((pair.outcome, made_as) for pair, made_as in made)
    return {gold: {name: counts[gold, name] for name in OUTCOMES} for gold in OUTCOMES}


def agreement(name: str, precision: Share, recall: Share) -> dict[str, Any]:
    """A row of a table of precision and recall."""
    return {"outcome": name, "precision": precision.as_json(), "recall": recall.as_json()}


def overlap(gold: GoldClaim, claim: Claim) -> float:
    """Characters in both quotes by characters in either."""
    both = min(gold.end, claim.end) - max(gold.start, claim.start)
    return max(0, both) / (max(gold.end, claim.end) - min(gold.start, claim.start))


def matched(gold: Sequence[GoldClaim], claims: Sequence[Claim], speaker: str | None) -> dict[int, int]:
    """Index of each right claim to that of its label: by quote and about the right one, one to one, the best overlap first."""
    near = sorted(
        ((overlap(label, claim), i, j) for i, claim in enumerate(claims) for j, label in enumerate(gold)), key=lambda t: (-t[0], t[1], t[2])
    )
    found: dict[int, int] = {}
    for quality, i, j in near:
        free = i not in found and j not in found.values()
        if quality >= SAME_QUOTE and free and same_subject(gold[j], claims[i].subject, speaker):
            found[i] = j
    return found


def same_subject(gold: GoldClaim, subject: str | None, speaker: str | None) -> bool:
    """Whether both are about the speaker, or both about another that has a word of its description in common."""
    words = _words(subject)
    is_speaker = subject is None or words <= _SPEAKER_WORDS or (speaker is not None and words == _words(speaker))
    if is_speaker:
        return gold.subject is None or gold.or_speaker
    return gold.subject is not None and bool((words & _words(gold.subject)) - _NO_SUBJECT_WORDS)


def same_days(gold: Days, stretch: Stretch | None, said: Moment) -> bool:
    """Whether the stretch covers just the labelled days, in the zone of the message."""
    return stretch is not None and days_of(stretch, said) == gold


def days_of(stretch: Stretch, said: Moment) -> tuple[date | None, date | None]:
    """First day and the day after the last that the stretch touches, in the zone of the message; None: open."""
    first = None if stretch.from_ms is None else _local(stretch.from_ms, said).date()
    if stretch.until_ms is None:
        return first, None
    return first, _local(stretch.until_ms - 1, said).date() + timedelta(days=1)


def _local(ms: int, said: Moment) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC) + timedelta(minutes=said.offset_min or 0)


def _words(text: str | None) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", (text or "").casefold().replace("’", "'")))
