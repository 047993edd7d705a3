"""Induction without a model: extractive and modest. A schema is what several beliefs of one speaker share, counted and dated.

It says no more than the evidence does: how many statements name it, from when to when, how often where that is said, and one of them in
its own words. Intentions come from stated plans, dates to come and worries alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dcpm_sqlite.consolidation.induction.foresight import ahead_of, news_of
from dcpm_sqlite.consolidation.induction.offer import Action, AddEvidence, CreateSchema, Induction, Member, Offer, Ref, Standing
from dcpm_sqlite.language.claims.reading import read_statement
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.language.regularity.content import content, words
from dcpm_sqlite.language.regularity.frequency import frequency
from dcpm_sqlite.language.regularity.topics import shared_topic
from dcpm_sqlite.records import Belief, Moment

LEAST = 3  # statements that make a regularity: two may be chance
LEAST_DAYS = 2  # on which they were said, unless one of them says how often
SAID_CHARS = 90  # of the statement that is quoted
# An unlearned measure: three statements are little, a year of them is more, and nobody confirmed any of it.
_SURE, _PER_STATEMENT, _PER_DAY, _IF_FREQUENT, _MOST = 0.3, 0.06, 0.03, 0.15, 0.8
_LIKING = ("likes ", "loves ", "enjoys ", "prefers ")
_HATING = ("hates ", "dislikes ")


def induce(offer: Offer) -> Induction:
    """Schemas and intentions of one cluster, and evidence for nodes that stand."""
    news = news_of(offer)
    taken = {key for action in news for key in action.evidence}
    actions: list[Action] = list(news)
    if offer.revisited is not None:
        return Induction((*actions, *_thought_over(offer)))
    for party in _speakers(offer):
        mine = [member for member in offer.members if _whose(member) == party]
        actions += _regularities(offer, party, mine)
        actions += ahead_of(offer, party, [member for member in mine if member.current.key not in taken])
    return Induction(tuple(actions))


def _speakers(offer: Offer) -> list[str | None]:
    """Whose beliefs are in the cluster, most first."""
    counts = Counter(_whose(member) for member in offer.members)
    return sorted(counts, key=lambda who: (-counts[who], who or ""))


def _whose(member: Member) -> str | None:
    """The speaker whom a belief is about or who told it; None where nobody was named."""
    return member.current.party


def _regularities(offer: Offer, party: str | None, mine: Sequence[Member]) -> list[Action]:
    """The topic that most of a speaker's beliefs share, then one of the rest."""
    found: list[Action] = []
    left = [member for member in mine if not _denies(member.current)]
    while len(left) >= LEAST:
        named = {word.form for word in words(f"{party or ''} {offer.owner or ''}")}
        topic = shared_topic([member.current.text for member in left], least=LEAST, without=named)
        kind = None if topic is None else [left[i] for i in topic.which]
        if topic is None or kind is None:
            found += _attitudes(offer, party, left)
            break
        if _is_regular([member.current for member in kind]):
            found.append(_schema(offer, party, f"keeps coming back to {topic.phrase}", frozenset(topic.forms), kind))
        left = [member for member in left if member not in kind]
    return found


def _attitudes(offer: Offer, party: str | None, left: Sequence[Member]) -> list[Action]:
    """Several things of one domain that a speaker likes, or dislikes."""
    for starts, phrase in ((_LIKING, "likes several things in {}"), (_HATING, "dislikes several things in {}")):
        chosen = [m for m in left if (m.current.attribute or "").startswith(starts) and m.current.domain != "other"]
        domains = Counter(m.current.domain for m in chosen)
        if domains and (best := max(sorted(domains), key=lambda d: domains[d])) and domains[best] >= LEAST:
            kind = [m for m in chosen if m.current.domain == best]
            return [_schema(offer, party, phrase.format(best), frozenset(), kind)]
    return []


def _denies(belief: Belief) -> bool:
    """Whether a belief says that something is not so: it is no case of what others affirm."""
    return read_statement(belief.text, said=Moment(belief.said_ms)).is_negated


def _is_regular(beliefs: Sequence[Belief]) -> bool:
    """What was said on one day is one occasion, unless it says how often."""
    return len(_days(beliefs)) >= LEAST_DAYS or any(frequency(b.text) for b in beliefs)


def _days(beliefs: Sequence[Belief]) -> set[int]:
    return {b.said_ms // 86_400_000 for b in beliefs}


def _schema(offer: Offer, party: str | None, what: str, forms: frozenset[str], kind: Sequence[Member]) -> Action:
    """A schema of these beliefs, or more evidence for one that says so already."""
    beliefs = [member.current for member in kind]
    domain = _domain(beliefs)
    who = party or offer.owner or "The user"
    evidence = tuple(b.key for b in beliefs)
    standing = _says_so(offer.nodes, who, domain, forms)
    if standing is not None:
        return AddEvidence(Ref("standing", standing), evidence)
    often = next((said for b in beliefs if (said := frequency(b.text))), None)
    confidence = _SURE + _PER_STATEMENT * len(beliefs) + _PER_DAY * len(_days(beliefs)) + (_IF_FREQUENT if often else 0.0)
    told = f'{who} {what}{f" ({often})" if often else ""}: {len(beliefs)} statements {_span(beliefs)}, such as "{_said(beliefs)}".'
    return CreateSchema(told, domain, evidence, round(min(_MOST, confidence), 2))


def _says_so(nodes: Sequence[Standing], who: str, domain: str, forms: frozenset[str]) -> int | None:
    """Index of a schema that stands about the same speaker, domain and topic."""
    for index, node in enumerate(nodes):
        head = node.text.partition(":")[0]
        if node.kind == "schema" and node.domain == domain and head.startswith(who) and forms and forms <= content(head):
            return index
    return None


def _domain(beliefs: Sequence[Belief]) -> str:
    """The domain of most of them that have one."""
    counts = Counter(b.domain for b in beliefs if b.domain != "other")
    return max(sorted(counts), key=lambda domain: counts[domain]) if counts else "other"


def _span(beliefs: Sequence[Belief]) -> str:
    """'in May 2024', 'from May to August 2024', 'from November 2023 to May 2024'."""
    times = sorted(b.said_ms for b in beliefs)
    first, last = (_month(ms) for ms in (times[0], times[-1]))
    if first == last:
        return f"in {_in_words(*first)}"
    start = _MONTHS[first[1] - 1] if first[0] == last[0] else _in_words(*first)
    return f"from {start} to {_in_words(*last)}"


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


def _month(ms: int) -> tuple[int, int]:
    year, month = format_moment(Moment(ms, "month")).split("-")[:2]
    return int(year), int(month)


def _in_words(year: int, month: int) -> str:
    return f"{_MONTHS[month - 1]} {year}"


def _said(beliefs: Sequence[Belief]) -> str:
    """The latest of those that are short enough to stand whole; else the shortest, clipped."""
    whole = [b for b in beliefs if len(b.text) <= SAID_CHARS]
    text = max(whole, key=lambda b: (b.said_ms, b.key)).text if whole else min(beliefs, key=lambda b: (len(b.text), b.key)).text
    text = " ".join(text.split()).replace('"', "'")
    return text.rstrip(".!") if len(text) <= SAID_CHARS else text[: SAID_CHARS - 1].rsplit(" ", 1)[0] + "…"


def _thought_over(offer: Offer) -> list[Action]:
    """A node whose evidence was superseded: where the new state names what the node is about and does not deny it, it supports it anew."""
    index = next((i for i, node in enumerate(offer.nodes) if node.key == offer.revisited), None)
    if index is None:
        return []
    about = content(offer.nodes[index].text.partition(":")[0])
    kept = tuple(m.current.key for m in offer.members if not _denies(m.current) and content(m.current.text) & about)
    return [AddEvidence(Ref("standing", index), kept)] if kept else []
