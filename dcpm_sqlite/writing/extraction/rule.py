"""Extraction without a model: what the sentences of people's turns claim, in their own words."""

from __future__ import annotations

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.reading import read_claims
from dcpm_sqlite.language.sentences import sentences
from dcpm_sqlite.records import Candidate, Quote
from dcpm_sqlite.writing.extraction.offer import Extraction, Offer, Turn


def extract(offer: Offer) -> Extraction:
    """The claims of every new turn of a person."""
    items: list[Candidate] = []
    for place, turn in enumerate(offer.turns):
        if turn.is_drawn_from:
            asked = _question(offer.turns[place - 1], turn) if place else None
            words = None if asked is None else offer.turns[place - 1].raw.text[asked.start : asked.end]
            claims = read_claims(turn.text, said=turn.raw.said_at, speaker=turn.raw.party, question=words)
            items += [_candidate(claim, turn, asked) for claim in claims]
    return Extraction(tuple(items))  # what is bounded is what a model may claim (K12); a sentence read by rules says what it says


def _question(before: Turn, turn: Turn) -> Quote | None:
    """The question that the turn before ended with, if somebody else asked it."""
    if before.raw.role == turn.raw.role and before.raw.party == turn.raw.party:
        return None
    spans = sentences(before.text)
    if not spans or not before.text[spans[-1][0] : spans[-1][1]].rstrip().endswith("?"):
        return None
    start, end = spans[-1]
    return Quote(before.raw.key, before.start + start, before.start + end, "context")


def _candidate(claim: Claim, turn: Turn, asked: Quote | None) -> Candidate:
    quotes: tuple[Quote, ...] = (Quote(turn.raw.key, turn.start + claim.start, turn.start + claim.end),)
    if claim.needs_question and asked is not None:
        quotes += (asked,)
    return Candidate(
        text=claim.text, said_ms=turn.raw.said_at.ms, quotes=quotes, kind=claim.kind, type=claim.type,
        party=turn.raw.party if claim.subject is None else None, subject=_subject(claim.subject, turn.raw.party), attribute=claim.attribute,
        domain=claim.domain, salience=claim.salience, is_core=claim.is_core and claim.kind == "identity", holds=claim.holds, about=claim.about, keywords=claim.keywords,
        mentions=claim.mentions,
    )  # fmt: skip


def _subject(subject: str | None, speaker: str | None) -> str | None:
    """Two people's sisters are two: a named speaker's own are told by his name."""
    if subject is None or speaker is None:
        return subject
    first, _, rest = subject.partition(" ")
    return f"{speaker}'s {rest}" if first.lower() in ("my", "our") and rest else subject
