"""How a model is asked to reconcile: all items of a batch in one call (DCPM D-18)."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.records import Belief, Candidate, Moment, Stretch
from dcpm_sqlite.writing.reconciling.offer import Known, Offer, Standing
from dcpm_sqlite.writing.reconciling.reply import ReplyRecord

SYSTEM = f"""You keep the long-term memory of a person. New items were drawn from what was said; you decide how each stands to what is
known, and how they are related. {FENCE_NOTE}

One operation per item:
- ADD: new. Prefer it when unsure.
- DUPLICATE (target): the target says it all already. Not when a number, date, name or negation differs.
- UPDATE (target, text): the item adds detail to the very same state: no new state, no change over time, no contradiction. text is
  the whole new wording, which loses nothing of the old one.
- SUPERSEDE (target): a later or corrected state of the same thing: another home, a changed opinion, a moved deadline, something that
  ended. Also for an item that tells of an earlier state of it: the times put both into their order. Both stay in memory.
Somebody else's home, another hobby, a second language, a passing state beside a lasting one: these are ADD.
Targets are known beliefs (K1, K2 ...) or earlier items (I1 ...).

Relations between an item and a known belief or another item, where there clearly is one; few are better than many:
- contradicts(A,B) both can't be true · implies(A,B) if A then B · constrains(A,B) A limits B · verifies(A,B) A confirms B
- precedes(A,B) A was before B and led towards it · enables(A,B) A makes B possible · triggers(A,B) A set B off · results_in(A,B) A is
  the cause of B
- comprises(A,B) B is a part of A · instantiates(A,B) A is a case of B · summarizes(A,B) A condenses B
- correlates(A,B) they go together · analogous_to(A,B) alike in kind · contextualizes(A,B) A is the setting of B
Relations that stand between known beliefs are R1, R2 ...; leave them as they are, but for one that the new items show to be wrong:
- delete: it is clearly invalid. It is closed and kept, not erased.
- modify (predicate, description, weight): another relation holds between the same two.
- no_change, or not naming it: when unsure.
weight: 0.9 to 1 said outright, 0.7 to 0.8 clear, 0.5 to 0.6 implied, 0.3 to 0.4 weak. description: one short sentence.

Reply with one JSON object: {{"operations": [{{"item": "I1", "operation": "ADD", "target": null, "text": null}}], "relations": [],
"edges": [{{"relation": "R1", "operation": "delete", "predicate": null, "description": null, "weight": null}}]}}; mostly edges is empty."""

_TOKENS_PER_ITEM = 160
_TOKENS_OF_FRAME = 300


def prompt(offer: Offer) -> Prompt:
    """Known beliefs K1.., then items I1.., each fenced as data."""
    parts = [f"This memory is about {offer.owner or 'the user'}."]
    parts += [_known(number, known) for number, known in enumerate(offer.known, 1)]
    parts += [_relation(number, standing) for number, standing in enumerate(offer.relations, 1)]
    parts += [_item(number, item) for number, item in enumerate(offer.items, 1)]
    parts.append("Give one operation for each item, and the relations.")
    return Prompt(SYSTEM, "\n\n".join(parts), schema_of(ReplyRecord), _TOKENS_OF_FRAME + _TOKENS_PER_ITEM * len(offer.items))


def _known(number: int, known: Known) -> str:
    belief = known.current
    before = "".join(f"\n(before: {_since(b)}: {b.text})" for b in known.chain[:-1][-3:])
    about = belief.subject or belief.party or "the user"
    return f"K{number} ({known.by}; {belief.kind}; since {_since(belief)}):\n" + fenced(
        f"{about}: {belief.text}{before}", f"belief {number}"
    )


def _relation(number: int, standing: Standing) -> str:
    told = "\n" + fenced(standing.description, f"relation {number}") if standing.description else ""
    return f"R{number}: K{standing.source + 1} {standing.predicate} K{standing.target + 1} (weight {standing.weight:.2f}){told}"


def _item(number: int, item: Candidate) -> str:
    about = item.subject or item.party or "the user"
    times = "".join(
        f"; {name} {_stretch(stretch)}" for name, stretch in (("holds", item.holds), ("happens", item.about)) if stretch is not None
    )
    return f"I{number} ({item.kind}; said {_day(item.said_ms)}{times}):\n" + fenced(f"{about}: {item.text}", f"item {number}")


def _since(belief: Belief) -> str:
    return _day(belief.said_ms if belief.holds_from is None else belief.holds_from)


def _stretch(stretch: Stretch) -> str:
    ends = ("?" if ms is None else _day(ms) for ms in (stretch.from_ms, stretch.until_ms))
    return " until before ".join(ends)


def _day(ms: int) -> str:
    return format_moment(Moment(ms, "day"))


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of known beliefs and of the messages that the items were drawn from."""
    keys = [b.key for known in offer.known for b in known.chain[-4:]] + [known.wording for known in offer.known]
    return tuple(dict.fromkeys(keys + [quote.raw for item in offer.items for quote in item.quotes]))
