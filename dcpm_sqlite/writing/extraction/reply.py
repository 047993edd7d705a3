"""What a model sends back for an extraction, and how it is read: every item must stand in what a person said (K7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.deciding.parsing import items, value
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.language.dates import end_ms, read_moment
from dcpm_sqlite.language.quotes import locate
from dcpm_sqlite.language.sentences import sentences
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import DOMAINS, BeliefKind, BeliefType, Candidate, Mention, MentionRole, Quote, Stretch
from dcpm_sqlite.writing.extraction.offer import Extraction, Offer, Turn

MAX_STATEMENT_CHARS = 1_000
MAX_KEYWORDS = 3
MAX_SUMMARY_WORDS = 200
_PRONOUNS = frozenset(
    [
        "i",
        "me",
        "my",
        "you",
        "your",
        "he",
        "him",
        "his",
        "she",
        "her",
        "hers",
        "it",
        "its",
        "we",
        "us",
        "our",
        "they",
        "them",
        "their",
        "this",
        "that",
        "these",
        "those",
        "who",
    ]
)


@dataclass(frozen=True, slots=True)
class ReplyQuote:
    """Words of one message, exactly as they stand there."""

    message: int
    words: str


@dataclass(frozen=True, slots=True)
class ReplyName:
    """Somebody or something that the statement names."""

    name: str
    role: MentionRole
    category: str | None
    aliases: list[str]


@dataclass(frozen=True, slots=True)
class ReplyItem:
    """One unit of memory (R-11). about: null when it is about the speaker of the quoted message."""

    statement: str
    kind: BeliefKind
    type: BeliefType
    about: str | None
    attribute: str | None
    topic: str
    salience: float
    core: bool
    holds_from: str | None
    holds_until: str | None
    happens_from: str | None
    happens_until: str | None
    keywords: list[str]
    names: list[ReplyName]
    quotes: list[ReplyQuote]


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply (R-10: both tasks in one call)."""

    items: list[ReplyItem]
    summary: str | None


def read(offer: Offer, data: dict[str, Any]) -> Extraction:
    """The items that can be used, and counts of those that can't. Raises Unusable."""
    listed = items(data, "items", ReplyItem, limit=offer.max_items)
    found: list[Candidate] = []
    faulty, unsupported = listed.faulty, 0
    for item in listed.records:
        quotes = _located(offer, item)
        if not any(q.role == "quote" for q in quotes):
            unsupported += 1
            continue
        try:
            found.append(_candidate(offer, item, quotes))
        except UsageError:  # a time that can't be read, a statement without words
            faulty += 1
    summary = value(data, "summary", str) if offer.with_summary and data.get("summary") is not None else None
    return Extraction(tuple(found), _short(summary), faulty, unsupported, listed.surplus)


def _located(offer: Offer, item: ReplyItem) -> tuple[Quote, ...]:
    """Where the words stand: quotes in new turns of people, context in others'; what stands nowhere is left out."""
    found: dict[tuple[int, int], Quote] = {}
    for quote in item.quotes:
        if not 1 <= quote.message <= len(offer.turns):
            continue
        turn = offer.turns[quote.message - 1]
        place = locate(turn.text, quote.words)
        if place is not None:
            start, end = turn.start + place[0], turn.start + place[1]
            found.setdefault((turn.raw.key, start), Quote(turn.raw.key, start, end, "quote" if turn.is_drawn_from else "context"))
    return tuple(found.values())


def _candidate(offer: Offer, item: ReplyItem, quotes: tuple[Quote, ...]) -> Candidate:
    text = " ".join(item.statement.split())
    if not text or len(text) > MAX_STATEMENT_CHARS:
        raise UsageError("a statement has words, and not a thousand characters")
    turn = _turn_of(offer, quotes)
    about = " ".join((item.about or "").split()) or None
    if about is not None and turn.raw.party is not None and fold(about) == fold(turn.raw.party):
        about = None
    return Candidate(
        text=text, said_ms=turn.raw.said_at.ms, quotes=quotes, kind=item.kind, type="fact" if item.kind == "identity" else item.type,
        party=turn.raw.party if about is None else None, subject=about, attribute=fold(item.attribute or "") or None,
        domain=item.topic if item.topic in DOMAINS else "other", salience=min(1.0, max(0.0, item.salience)),
        is_core=item.core and item.kind == "identity",
        holds=_stretch(item.holds_from, item.holds_until, is_open=True, now_ms=turn.raw.said_at.ms),
        about=_stretch(item.happens_from, item.happens_until, is_open=False, now_ms=turn.raw.said_at.ms),
        keywords=tuple(dict.fromkeys(k for word in item.keywords if (k := " ".join(word.split()))))[:MAX_KEYWORDS],
        mentions=tuple(_mention(name) for name in item.names if _is_name(name.name)),
    )  # fmt: skip


def _turn_of(offer: Offer, quotes: tuple[Quote, ...]) -> Turn:
    first = next(q for q in quotes if q.role == "quote")
    return next(t for t in offer.turns if t.raw.key == first.raw and t.start <= first.start and first.end <= t.end)


def _stretch(start: str | None, end: str | None, *, is_open: bool, now_ms: int) -> Stretch | None:
    """Times as ISO 8601 dates; an event without an end lasts as long as its date says, a state without one still holds.

    Raises UsageError for what can't be read, and for an end before the beginning.
    """
    first = read_moment(start, now_ms=now_ms, basis="resolved") if start and start.strip() else None
    last = read_moment(end, now_ms=now_ms, basis="resolved") if end and end.strip() else None
    if first is None and last is None:
        return None
    until = end_ms(last) if last is not None else None if is_open or first is None else end_ms(first)
    if first is not None and until is not None and until <= first.ms:
        raise UsageError("a stretch of time ends before it begins")
    return Stretch(None if first is None else first.ms, until, (first or last).precision)  # type: ignore[union-attr]


def _mention(name: ReplyName) -> Mention:
    aliases = tuple(dict.fromkeys(a for alias in name.aliases if _is_name(alias) and (a := " ".join(alias.split())) != name.name))
    return Mention(" ".join(name.name.split()), name.role, (name.category or "").strip().lower() or None, aliases)


def _is_name(name: str) -> bool:
    """Pronouns are no names (R-11)."""
    folded = fold(name)
    return 0 < len(folded) <= 100 and folded not in _PRONOUNS


def _short(summary: str | None) -> str | None:
    """At most 200 words, cut at the end of a sentence where there is one."""
    text = " ".join((summary or "").split())
    words = text.split(" ")
    if not text or len(words) <= MAX_SUMMARY_WORDS:
        return text or None
    cut = " ".join(words[:MAX_SUMMARY_WORDS])
    ends = [end for _, end in sentences(cut)[:-1]]
    return cut[: ends[-1]].rstrip() if ends else cut
