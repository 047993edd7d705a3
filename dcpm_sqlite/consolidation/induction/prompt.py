"""How a model is asked what a cluster of beliefs adds up to: one call per cluster (DCPM D-30)."""

from __future__ import annotations

from dcpm_sqlite.consolidation.induction.offer import Member, Offer, Standing
from dcpm_sqlite.consolidation.induction.reply import MAX_ACTIONS, MAX_TEXT_CHARS, ReplyRecord, states_of
from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.language.dates import format_moment, named_days
from dcpm_sqlite.records import DOMAINS, PREDICATES, Belief, Moment

SYSTEM = f"""You think, at night, about what the beliefs in a person's long-term memory add up to. You are shown one group of beliefs that
are near to each other in meaning, and what the memory has concluded before that may bear on them. {FENCE_NOTE}

Beliefs are B1, B2 ...: the states of one belief stand together, oldest first, the one that stands now marked. Conclusions are N1, N2 ...
You answer with a list of actions, numbered A1, A2 ... in their order; a later one may refer to what an earlier one made.
- create_schema (text, domain, evidence, confidence): a regularity in somebody's life within ONE life domain: a habit, a preference that
  shows again and again, a way of doing things. text is one sentence of at most {MAX_TEXT_CHARS} characters, about one thing, that says in which
  circumstances, what the pattern is, and what it says about the person. Name the person. It rests on three or more beliefs as a rule, of
  more than one day; something that happened once is no regularity, and neither is a topic that merely comes up.
- create_intention (text, domain or null, evidence, confidence, due_from, due_until, cue): a concern about a likely future event: a plan,
  a deadline, a worry, something to look after. due_from and due_until: first and last day as 2026-05-01, null where unknown; cue: the
  few words that should call it to mind. Nothing that was over before today.
- add_evidence (node, evidence, news): beliefs that support a conclusion that is there already, N1, or was made before, A1. Prefer it to a
  second conclusion that says the same. news is "supports"; of an intention "fulfils" when the beliefs say that it came about, "drops"
  when they say that it was given up.
- add_edge (source, target, predicate, description, weight): how two conclusions are related, where they clearly are. predicate is one of
  {", ".join(name for name in PREDICATES if name != "supersedes")}; correlates where you can't say more.
  weight: 0.9 to 1 said outright, 0.7 to 0.8 clear, 0.5 to 0.6 implied, 0.3 to 0.4 weak.

domain is one of {", ".join(DOMAINS)}. evidence: the beliefs that show it, by their numbers, at least one. confidence: 0 to 1; 0.9
only for what is said outright and often.
Be modest: never conclude more than the evidence says, and nothing about health, faith, politics or love that isn't said outright. No
action is a fine answer: most groups add up to nothing. At most {MAX_ACTIONS} actions. Fields that an action has no use for are null.

Reply with one JSON object: {{"actions": [{{"tool": "create_schema", "text": "...", "domain": "...", "evidence": ["B1", "B3", "B4"],
"confidence": 0.6, "due_from": null, "due_until": null, "cue": null, "node": null, "source": null, "target": null, "predicate": null,
"description": null, "weight": null, "news": null}}]}}; with nothing to conclude {{"actions": []}}."""

_TOKENS_PER_BELIEF = 40
_TOKENS_OF_FRAME = 900


def prompt(offer: Offer) -> Prompt:
    """Beliefs B1.. by chain, then nodes N1.., each fenced as data."""
    parts = [f"This memory is about {offer.owner or 'the user'}. Today is {_day(offer.now_ms)}."]
    number = 1
    for member in offer.members:
        parts.append(_chain(number, member))
        number += len(states_of(member))
    parts += [_node(place, node) for place, node in enumerate(offer.nodes, 1)]
    parts.append(_question(offer))
    return Prompt(SYSTEM, "\n\n".join(parts), schema_of(ReplyRecord), _TOKENS_OF_FRAME + _TOKENS_PER_BELIEF * len(offer.members))


def _chain(first: int, member: Member) -> str:
    states = states_of(member)
    shown = []
    for number, state in enumerate(states, first):
        mark = ", stands now" if state is member.current and len(states) > 1 else ""
        shown.append(f"B{number} ({_times(state)}{mark}):\n" + fenced(f"{_about(state)}: {state.text}", f"belief {number}"))
    return "\n".join(shown)


def _about(belief: Belief) -> str:
    return belief.subject or belief.party or "the user"


def _times(belief: Belief) -> str:
    parts = [belief.kind, f"domain {belief.domain}", f"said {_day(belief.said_ms)}"]
    parts += [f"holds {_stretch(belief.holds_from, belief.holds_until)}"] if belief.holds_from or belief.holds_until else []
    parts += [f"happens {_stretch(belief.about.from_ms, belief.about.until_ms)}"] if belief.about is not None else []
    return "; ".join(parts)


def _node(number: int, node: Standing) -> str:
    parts = [node.kind, node.state] + ([f"domain {node.domain}"] if node.domain else [])
    if node.due_from is not None or node.due_until is not None:
        parts.append(f"due {_stretch(node.due_from, node.due_until)}")
    return f"N{number} ({'; '.join(parts)}):\n" + fenced(node.text, f"conclusion {number}")


def _question(offer: Offer) -> str:
    place = next((n for n, node in enumerate(offer.nodes, 1) if node.key == offer.revisited), None)
    if place is None:
        return "What do these beliefs add up to? Give the actions."
    return (
        f"What N{place} rested on has changed: the states marked above stand now. If they still show it, add them to N{place} as evidence; "
        "if they show something else, make that; else no action."
    )


def _stretch(from_ms: int | None, until_ms: int | None) -> str:
    first, last = ("?" if day is None else day.isoformat() for day in named_days(from_ms, until_ms))
    return first if first == last else f"{first} to {last}"


def _day(ms: int) -> str:
    return format_moment(Moment(ms, "day"))


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the belief states in the order of their ordinals, then of the nodes, then of the current states' wordings."""
    states = [state.key for member in offer.members for state in states_of(member)]
    return tuple(dict.fromkeys([*states, *(node.key for node in offer.nodes), *(member.wording for member in offer.members)]))
