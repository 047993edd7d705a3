"""Making a claim of a finding: its own words, times, domain, names."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.domains import domain_of
from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.naming import keywords_of, mentions_in
from dcpm_sqlite.language.claims.timing import LASTING, timing
from dcpm_sqlite.records import BeliefKind, Moment

_JOINT = re.compile(r"\s+(?=[.,!;]|['’](?:s|m|re|ve|d|ll)\b)")
_DATED_SALIENCE = 0.6  # what happens at a stated time is asked for later


def compose(own: str, start: int, end: int, finding: Finding, said: Moment) -> Claim:
    """The claim in its own words `own`, whose quote is start..end of the message."""
    when = timing(own, said, finding)
    is_event = when.is_event and finding.type == "fact"
    return Claim(
        start=start,
        end=end,
        text=own,
        kind=_kind(finding),
        type="event" if is_event else finding.type,
        subject=_subject(finding.subject),
        attribute=finding.attribute,
        value=finding.value,
        domain=finding.domain or domain_of(own, finding.attribute, finding.subject),
        salience=max(finding.salience, _DATED_SALIENCE) if when.about is not None else finding.salience,
        is_core=finding.is_core,
        is_negated=finding.is_negated,
        is_single=finding.is_single,
        is_change=finding.is_change or when.begins,
        holds=when.holds,
        about=when.about,
        keywords=keywords_of(own, finding),
        mentions=mentions_in(own, finding),
    )


def _subject(subject: str | None) -> str | None:
    """In words; whose it is, "I" and "we" tell alike ("our landlord" is my landlord)."""
    return None if subject is None else re.sub(r"^our\b", "my", subject, flags=re.I)


def _kind(finding: Finding) -> BeliefKind:
    """What was so in the past is a fact about it; what changed is still about who somebody is now ("I moved to Oslo")."""
    is_over = finding.tense in ("past habit", "past progressive") or (finding.tense == "past" and not finding.is_change)
    return "fact" if is_over and finding.attribute not in LASTING else finding.kind


def own_words(text: str, pieces: list[tuple[int, int]], finding: Finding) -> str:
    """The pieces joined, less the other objects of a list: "I like tea" of "I like tea and coffee"."""
    if finding.part is not None and finding.listing is not None:
        pieces = [cut for piece in pieces for cut in _around(piece, finding.listing, finding.part)]
    return _JOINT.sub("", " ".join(text[a:b].strip() for a, b in pieces if text[a:b].strip()))


def _around(piece: tuple[int, int], listing: tuple[int, int], part: tuple[int, int]) -> list[tuple[int, int]]:
    """The piece with only that part of the list in it."""
    (start, end), (first, last) = piece, listing
    cuts = [(start, min(end, first)), part if start <= first < end else (0, 0), (max(start, last), end)]
    return [cut for cut in cuts if cut[0] < cut[1]]
