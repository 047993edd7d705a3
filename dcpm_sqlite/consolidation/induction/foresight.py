"""Intentions without a model: stated plans, dates to come and worries; and what says that one came about, or was given up."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite.consolidation.induction.offer import AddEvidence, CreateIntention, IntentionNews, Member, Offer, Ref, Standing
from dcpm_sqlite.language.regularity.ahead import ahead, came_about, was_given_up
from dcpm_sqlite.language.regularity.content import content, words
from dcpm_sqlite.records import Belief

_DAY_MS = 86_400_000
STALE_MS = 180 * _DAY_MS  # an undated aim that was not spoken of for half a year may be none any more
CUE_WORDS = 6
SAME_WORDS = 2  # content words in common that make two statements speak of one event
_DATED, _UNDATED, _WORRIED = 0.6, 0.4, 0.5  # confidences: unlearned; a named date is more than a wish


def ahead_of(offer: Offer, party: str | None, mine: Sequence[Member]) -> list[CreateIntention | AddEvidence]:
    """What a speaker looks ahead to, a statement each; one that stands already gains the statement as evidence."""
    found: list[CreateIntention | AddEvidence] = []
    for member in mine:
        belief = member.current
        start, end = _horizon(belief)
        is_dated = start is not None or end is not None
        if is_dated and not _is_to_come(start, end, offer.now_ms):
            continue
        kind = ahead(belief.text, is_dated=is_dated)
        if kind is None or (not is_dated and belief.said_ms < offer.now_ms - STALE_MS):
            continue
        standing = _same_event(belief, offer.nodes)
        if standing is not None:
            found.append(AddEvidence(Ref("standing", standing), (belief.key,)))
            continue
        who = party or offer.owner or "The user"
        said = " ".join(belief.text.split()).rstrip(".!").replace('"', "'")
        text = f'{who} looks ahead with worry: "{said}".' if kind == "worry" else f'{who} looks ahead: "{said}".'
        confidence = _WORRIED if kind == "worry" else _DATED if is_dated else _UNDATED
        domain = None if belief.domain == "other" else belief.domain
        found.append(CreateIntention(text, domain, (belief.key,), confidence, start, end, _cue(belief.text)))
    return found


def _horizon(belief: Belief) -> tuple[int | None, int | None]:
    """The time that a belief is about; a day by which something is due is open to the front."""
    return (None, None) if belief.about is None else (belief.about.from_ms, belief.about.until_ms)


def _is_to_come(start: int | None, end: int | None, now_ms: int) -> bool:
    return (end if end is not None else start or 0) > now_ms


def _cue(text: str) -> str | None:
    """Its content words, in their order, each once."""
    about = content(text)
    kept = dict.fromkeys(word.text.lower() for word in words(text) if word.form in about)
    return " ".join(list(kept)[:CUE_WORDS]) or None


def _same_event(belief: Belief, nodes: Sequence[Standing]) -> int | None:
    """Index of an open intention that speaks of the same thing, in a time that does not rule it out."""
    about, (start, end) = content(belief.text), _horizon(belief)
    for index, node in enumerate(nodes):
        if node.kind != "intention" or node.state != "open" or len(about & content(node.text)) < SAME_WORDS:
            continue
        if start is None or node.due_from is None or (start < (node.due_until or node.due_from + 1) and node.due_from < (end or start + 1)):
            return index
    return None


def news_of(offer: Offer) -> list[AddEvidence]:
    """Intentions that stand, and statements said later that surely tell what became of them: the same words, done or given up."""
    found = []
    for index, node in enumerate(offer.nodes):
        if node.kind != "intention" or node.state != "open":
            continue
        about = content(node.text)
        for member in offer.members:
            news = _news(member.current)
            if news is not None and len(about & content(member.current.text)) >= SAME_WORDS and _is_of_its_time(member.current, node):
                found.append(AddEvidence(Ref("standing", index), (member.current.key,), news))
                break
    return found


def _news(belief: Belief) -> IntentionNews | None:
    if was_given_up(belief.text):
        return "drops"
    return "fulfils" if came_about(belief.text) else None


def _is_of_its_time(belief: Belief, node: Standing) -> bool:
    """What is told of before the time of an event is not the event."""
    if node.due_from is None:
        return True
    happened = belief.about.from_ms if belief.about is not None and belief.about.from_ms is not None else belief.said_ms
    return was_given_up(belief.text) or happened >= node.due_from - _DAY_MS
