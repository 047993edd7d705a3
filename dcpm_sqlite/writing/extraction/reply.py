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
MAX_SUMMARY_CHARS = 2_000  # where words are not told apart by spaces
MAX_PHRASE_CHARS = 100  # of a subject, an attribute, a keyword or a name: more is no name any more (K12)
MAX_QUOTES = 8
MAX_NAMES = 12
_PRONOUNS = frozenset(
    "i me my you your he him his she her hers it its we us our they them their this that these those who".split()  # noqa: SIM905
)
_SPEAKER = frozenset(("i", "me", "myself", "the speaker", "speaker", "self"))
_USER = frozenset(("the user", "user"))


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
    for quote in item.quotes[:MAX_QUOTES]:
        if not 1 <= quote.message <= len(offer.turns):
            continue
        turn = offer.turns[quote.message - 1]
        place = locate(turn.text, quote.words)
        if place is not None:
            start, end = turn.start + place[0], turn.start + place[1]
            found.setdefault((turn.raw.key, start), Quote(turn.raw.key, start, end, "quote" if turn.is_drawn_from else "context"))
    return tuple(found.values())


def _candidate(offer: Offer, item: ReplyItem, quotes: tuple[Quote, ...]) -> Candidate:
    """The item, as far as it is in bounds. What is said about others is a fact: identity is the speaker's own (K4)."""
    text = " ".join(item.statement.split())
    if not text or len(text) > MAX_STATEMENT_CHARS:
        raise UsageError("a statement has words, and not a thousand characters")
    turn = _turn_of(offer, quotes)
    about = _subject(item.about, turn.raw.party, offer.owner)
    kind: BeliefKind = item.kind if about is None else "fact"
    topic, attribute = fold(item.topic), fold(item.attribute or "")
    return Candidate(
        text=text, said_ms=turn.raw.said_at.ms, quotes=quotes, kind=kind, type="fact" if kind == "identity" else item.type,
        party=turn.raw.party if about is None else None, subject=about, attribute=attribute if 0 < len(attribute) <= MAX_PHRASE_CHARS else None,
        domain=topic if topic in DOMAINS else "other", salience=min(1.0, max(0.0, item.salience)),
        is_core=item.core and kind == "identity",
        holds=_stretch(item.holds_from, item.holds_until, is_open=True, now_ms=turn.raw.said_at.ms),
        about=_stretch(item.happens_from, item.happens_until, is_open=False, now_ms=turn.raw.said_at.ms),
        keywords=tuple(dict.fromkeys(k for word in item.keywords if 0 < len(k := " ".join(word.split())) <= MAX_PHRASE_CHARS))[:MAX_KEYWORDS],
        mentions=tuple(_mention(name) for name in item.names if _is_name(name.name))[:MAX_NAMES],
    )  # fmt: skip


def _subject(about: str | None, speaker: str | None, owner: str | None) -> str | None:
    """Whom or what it is about, None for the speaker, whichever way that is said. Raises UsageError for what is no name.

    speaker: None for the unnamed owner. "The user" is whom the memory is about, and the speaker where nobody is named.
    """
    words = " ".join((about or "").split())
    if not words or fold(words) in _SPEAKER:
        return None
    meant = owner if fold(words) in _USER else words
    if meant is None or fold(meant) == fold(speaker or owner or ""):
        return None
    if len(meant) > MAX_PHRASE_CHARS:
        raise UsageError("a subject is named in a few words")
    return meant


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
    said, category = " ".join(name.name.split()), fold(name.category or "")
    aliases = tuple(dict.fromkeys(a for alias in name.aliases if _is_name(alias) and (a := " ".join(alias.split())) != said))
    return Mention(said, name.role, category if 0 < len(category) <= MAX_PHRASE_CHARS else None, aliases[:MAX_NAMES])


def _is_name(name: str) -> bool:
    """Pronouns are no names (R-11)."""
    folded = fold(name)
    return 0 < len(folded) <= MAX_PHRASE_CHARS and folded not in _PRONOUNS


def _short(summary: str | None) -> str | None:
    """At most 200 words, cut at the end of a sentence where there is one."""
    text = " ".join((summary or "").split())
    cut = " ".join(text.split(" ")[:MAX_SUMMARY_WORDS])[:MAX_SUMMARY_CHARS]
    if len(cut) == len(text):
        return text or None
    ends = [end for _, end in sentences(cut)[:-1]]
    return cut[: ends[-1]].rstrip() if ends else cut.rstrip()
