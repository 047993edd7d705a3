"""How a model is asked to induce: one cluster in one call (DCPM D-30)."""

from __future__ import annotations

from dcpm_sqlite.consolidation.induction.offer import Member, Offer, Standing
from dcpm_sqlite.consolidation.induction.reply import MAX_ACTIONS, ReplyRecord
from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.records import DOMAINS, PREDICATES, Belief, Moment

SYSTEM = f"""You keep the long-term memory of a person, and think at night about what their beliefs add up to. You are shown beliefs that
are about one thing (B1, B2 ...; where a belief changed, its earlier states come first and "now" marks what stands) and what was concluded
before (N1, N2 ...). {FENCE_NOTE}

Four tools, as an ordered list of at most {MAX_ACTIONS} actions:
- create_schema (text, domain, evidence, confidence): a regularity within ONE life domain, in one sentence: under which circumstance, which
  pattern, what it tells. Only what at least two beliefs show; a single event is none.
- create_intention (text, domain, evidence, confidence, due_from, due_until, cue): a concern about a likely future event that may want
  care: a plan, a date, a worry. due_from and due_until are dates (YYYY-MM-DD, the second one not included) or null; cue: words that call
  it to mind.
- add_evidence (node, evidence, news): beliefs that support a node (N1 ...) or one you made above (A1 for your first action ...). news is
  "supports"; for an intention "fulfils" when they say that it came about, "drops" when it was given up.
- add_edge (source, target, predicate, description, weight): between two nodes.
Prefer add_evidence to a schema that says what a node says already. Never say more than the beliefs do. Nothing to conclude is a good
answer: send an empty list. domain is one of: {", ".join(DOMAINS)}. predicate is one of: {", ".join(p for p in PREDICATES if p != "supersedes")}.
evidence: ordinals such as ["B1", "B3"]. confidence, weight: 0 to 1. Fields that a tool does not take are null.

Reply with one JSON object: {{"actions": [...]}}."""

_TOKENS = 2_000


def prompt(offer: Offer) -> Prompt:
    """Beliefs B1.., each chain together, then nodes N1.., each fenced as data."""
    parts = [f"This memory is about {offer.owner or 'the user'}. Today is {_day(offer.now_ms)}."]
    if offer.revisited is not None:
        parts.append(
            "Evidence of N1 was superseded: B1 and the others are what stands now. Say with add_evidence whether it still supports N1."
        )
    ordinal = 1
    for member in offer.members:
        parts.append(_member(ordinal, member))
        ordinal += len(member.chain)
    parts += [_standing(number, node) for number, node in enumerate(offer.nodes, 1)]
    parts.append("What do these add up to?")
    return Prompt(SYSTEM, "\n\n".join(parts), schema_of(ReplyRecord), _TOKENS)


def _member(first: int, member: Member) -> str:
    """A chain, oldest state first."""
    return "\n".join(_state(first + i, state, is_now=state is member.chain[-1]) for i, state in enumerate(member.chain))


def _state(ordinal: int, belief: Belief, *, is_now: bool) -> str:
    about = belief.subject or belief.party or "the user"
    when = "" if belief.about is None else f"; happens {_stretch(belief.about.from_ms, belief.about.until_ms)}"
    head = f"B{ordinal} ({belief.kind}; {belief.domain}; since {_day(belief.said_ms if belief.holds_from is None else belief.holds_from)}{when}{'; now' if is_now else '; before'}):"
    return f"{head}\n{fenced(f'{about}: {belief.text}', f'belief {ordinal}')}"


def _standing(number: int, node: Standing) -> str:
    horizon = "" if node.due_from is None and node.due_until is None else f"; due {_stretch(node.due_from, node.due_until)}"
    lines = "".join(f"\n(rests on: {text})" for text in node.evidence)
    return f"N{number} ({node.kind}; {node.domain or 'no domain'}; {node.state}; by {node.by}{horizon}):\n" + fenced(
        f"{node.text}{lines}", f"node {number}"
    )


def _stretch(start: int | None, end: int | None) -> str:
    return " until before ".join("?" if ms is None else _day(ms) for ms in (start, end))


def _day(ms: int) -> str:
    return format_moment(Moment(ms, "day"))


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of all states, of the current wordings, and of the nodes."""
    keys = [state.key for member in offer.members for state in member.chain] + [member.wording for member in offer.members]
    return tuple(dict.fromkeys(keys + [node.key for node in offer.nodes]))
