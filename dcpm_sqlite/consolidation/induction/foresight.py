"""Intentions without a model: stated plans, days to come and worries; what says that one came about or was given up (DCPM D-32)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dcpm_sqlite.consolidation.induction.days import DAY_MS, stretch_in_words
from dcpm_sqlite.consolidation.induction.offer import AddEvidence, CreateIntention, IntentionNews, Member, Offer, Ref, Standing
from dcpm_sqlite.consolidation.induction.statements import who_of
from dcpm_sqlite.language.regularity.ahead import Ahead, ahead, is_coming, is_considered, news, phrases
from dcpm_sqlite.language.regularity.content import content, words
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.language.when import times_in
from dcpm_sqlite.records import Belief, Moment

STALE_MS = 180 * DAY_MS  # an undated aim that was not spoken of for half a year may be none any more
AFTERMATH_MS = 90 * DAY_MS  # so long after its day something is still told of as having happened
CUE_WORDS = 8
QUOTE_CHARS = 240
# Unlearned: a named day is more than an aim, and an aim more than a thought.
_DATED, _WORRIED, _AIMED, _CONSIDERED = 0.7, 0.5, 0.5, 0.35
_FRAME: dict[Ahead, str] = {"worry": "A worry of", "deadline": "A deadline ahead for", "plan": "Ahead for", "date": "Ahead for"}


@dataclass(frozen=True, slots=True)
class _Concern:
    belief: Belief
    kind: Ahead
    due_from: int | None
    due_until: int | None


def foresee(offer: Offer) -> list[CreateIntention | AddEvidence]:
    """What the beliefs tell of intentions that stand, then what they look ahead to."""
    told = news_of(offer)
    spent = {key for action in told for key in action.evidence}
    found: list[CreateIntention | AddEvidence] = list(told)
    made: list[CreateIntention] = []
    for member in offer.members:
        concern = None if member.current.key in spent else _concern(member.current, offer)
        if concern is None:
            continue
        standing = _standing(concern, offer)
        if standing is not None:
            found.append(AddEvidence(Ref("standing", standing), (member.current.key,)))
            continue
        found += _moved(member, offer)
        same = next((i for i, other in enumerate(made) if _is_one(concern, other)), None)
        if same is None:
            made.append(_intention(concern, offer.owner))
        else:
            made[same] = replace(made[same], evidence=(*made[same].evidence, concern.belief.key))
    return [*found, *made]


def _concern(belief: Belief, offer: Offer) -> _Concern | None:
    """What a belief looks ahead to from this night, where nothing in the cluster says that it was given up."""
    start, end = _time(belief)
    is_dated = start is not None or end is not None
    if is_dated and not _is_to_come(belief, start, end, offer.now_ms):
        return None
    kind = ahead(belief.text, is_dated=is_dated)
    if kind is None or (not is_dated and belief.said_ms < offer.now_ms - STALE_MS):
        return None
    concern = _Concern(belief, kind, start, end)
    is_over = any(_tells_of(m.current, belief.text, start, end) and m.current.said_ms > belief.said_ms for m in offer.members)
    return None if is_over else concern


def _time(belief: Belief) -> tuple[int | None, int | None]:
    """When it is: what the belief is about, or holds from, or else the first time that its words name."""
    if belief.about is not None:
        return belief.about.from_ms, belief.about.until_ms
    if belief.holds_from is not None:
        return belief.holds_from, belief.holds_until
    named = next((time.stretch for time in times_in(belief.text, Moment(belief.said_ms)) if time.relation != "habit"), None)
    return (None, None) if named is None else (named.from_ms, named.until_ms)


def _is_to_come(belief: Belief, start: int | None, end: int | None, now_ms: int) -> bool:
    """Whether it is not over, and was ahead when it was said ("this year" may be looked back on)."""
    if (end if end is not None else (start or 0) + 1) <= now_ms:
        return False
    return start is None or start > belief.said_ms - DAY_MS or is_coming(belief.text)


def _intention(concern: _Concern, owner: str | None) -> CreateIntention:
    belief = concern.belief
    when = stretch_in_words(concern.due_from, concern.due_until)
    said = " ".join(belief.text.split()).rstrip(".!, ")
    said = said if len(said) <= QUOTE_CHARS else f"{said[:QUOTE_CHARS].rsplit(' ', 1)[0]}…"
    whose = who_of(belief, owner) or belief.party or owner or "the user"
    text = f"{_FRAME[concern.kind]} {'the user' if whose == 'The user' else whose}{f', {when}' if when else ''}: “{said}”."
    domain = None if belief.domain == "other" else belief.domain
    return CreateIntention(text, domain, (belief.key,), _sure(concern, when), concern.due_from, concern.due_until, _cue(belief.text))


def _sure(concern: _Concern, when: str) -> float:
    if is_considered(concern.belief.text):
        return _CONSIDERED
    return _WORRIED if concern.kind == "worry" else _DATED if when else _AIMED


def _cue(text: str) -> str | None:
    """Its content words, in their order, each once."""
    about = content(text)
    kept = dict.fromkeys(word.text.lower() for word in words(text) if word.form in about)
    return " ".join(list(kept)[:CUE_WORDS]) or None


def _is_one(concern: _Concern, other: CreateIntention) -> bool:
    """Whether both speak of one day and have a word in common, or one without a day of "the" thing that the other names."""
    about = content(other.text)
    if (concern.due_from, concern.due_until) == (None, None):
        return any(phrase.is_definite and phrase.forms <= about for phrase in phrases(concern.belief.text))
    is_same_time = (concern.due_from, concern.due_until) == (other.due_from, other.due_until)
    return is_same_time and bool(content(concern.belief.text) & about)


def _standing(concern: _Concern, offer: Offer) -> int | None:
    """Index of an open intention that is about the same: the same day, and a phrase in common; without a day the same phrase."""
    mine = [phrase.forms for phrase in phrases(concern.belief.text)]
    for index, node in enumerate(offer.nodes):
        if node.kind != "intention" or node.state != "open" or not _is_of(node, concern.belief, offer.owner):
            continue
        about = content(node.text)
        is_same_time = (concern.due_from, concern.due_until) == (node.due_from, node.due_until)
        if is_same_time and any(forms <= about for forms in mine):
            return index
    return None


def _moved(member: Member, offer: Offer) -> list[AddEvidence]:
    """An intention that rests on an earlier state of the belief, with another day: what it was about is given up for the new one."""
    before = {" ".join(state.text.split()).rstrip(".!, ") for state in member.chain[:-1]}
    return [
        AddEvidence(Ref("standing", index), (member.current.key,), "drops")
        for index, node in enumerate(offer.nodes)
        if node.kind == "intention"
        and node.state == "open"
        and any(text and (text in node.text or any(text == said.rstrip(".!, ") for said in node.evidence)) for text in before)
    ]


def news_of(offer: Offer) -> list[AddEvidence]:
    """Open intentions of which a belief surely tells that they came about, or were given up."""
    found: list[AddEvidence] = []
    for index, node in enumerate(offer.nodes):
        if node.kind != "intention" or node.state != "open":
            continue
        told: dict[IntentionNews, list[int]] = {}
        for member in offer.members:
            belief = member.current
            if _is_of(node, belief, offer.owner) and (what := _tells_of(belief, node.text, node.due_from, node.due_until)) is not None:
                told.setdefault(what, []).append(belief.key)
        what = next((name for name in _BY_WEIGHT if name in told), None)
        if what is not None:
            found.append(AddEvidence(Ref("standing", index), tuple(told[what]), what))
    return found


_BY_WEIGHT: tuple[IntentionNews, ...] = ("drops", "fulfils")


def _tells_of(belief: Belief, planned: str, due_from: int | None, due_until: int | None) -> IntentionNews | None:
    """What a belief says became of what was planned. Only where it surely is the same: "the" thing, in no word that the plan lacks."""
    about = content(planned)
    if not any(phrase.is_definite and phrase.forms <= about for phrase in phrases(belief.text)):
        return None
    is_dated = due_from is not None or due_until is not None
    told = news(belief.text, is_dated=is_dated)
    if told == "given up":
        return "drops"
    happened = belief.about.from_ms if belief.about is not None and belief.about.from_ms is not None else belief.said_ms
    is_in_time = not is_dated or (due_from or due_until or 0) - DAY_MS < happened < (due_until or due_from or 0) + AFTERMATH_MS
    return "fulfils" if told == "done" and is_in_time else None


def _is_of(node: Standing, belief: Belief, owner: str | None) -> bool:
    """Whether the intention is the one's whom the belief is about; what is about a thing may be anybody's."""
    if belief.party is None or _same(belief.party, owner):
        return belief.party is None or owner is None or fold(owner) in fold(node.text) or "the user" in fold(node.text)
    return fold(belief.party) in fold(node.text)


def _same(party: str, owner: str | None) -> bool:
    return owner is not None and fold(party) == fold(owner)
