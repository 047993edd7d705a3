"""How a model is asked to look back on a use: one call for topic, groups and edits (REALM D.7)."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.reconsolidation.auditing.offer import Offer, Recalled, Standing
from dcpm_sqlite.reconsolidation.auditing.reply import ReplyRecord
from dcpm_sqlite.records import PREDICATES, Moment

_MEANINGS = {
    "contradicts": "both can't hold", "implies": "where the first holds, so does the second", "constrains": "the first bounds the second",
    "verifies": "the first is evidence for the second", "precedes": "the first is earlier, no cause meant",
    "enables": "without the first the second can't be", "triggers": "the first brings about the second",
    "results_in": "the second is the state that the first leads to", "comprises": "the second is a part of the first",
    "instantiates": "the second is a case of the first", "summarizes": "the first says the second in short",
    "correlates": "alike, or often together", "analogous_to": "alike in build, in other fields of life",
    "contextualizes": "the first is background of the second",
}  # fmt: skip
_SCHEMA = "\n".join(
    f"- {layer}: " + "; ".join(f"{name} ({_MEANINGS[name]})" for name, of in PREDICATES.items() if of == layer and name in _MEANINGS)
    for layer in dict.fromkeys(PREDICATES.values())
)

SYSTEM = f"""You look back on how a person's long-term memory was used. You are shown a question, the answer that was given, the beliefs that were
recalled for it, F1, F2 ..., and the relations between them, E1, E2 ... {FENCE_NOTE}

Make these relations better for questions to come, not for this one alone: what belongs together should be reached from each other by
reliable relations, and what misled should weigh less.
1. topic: what the recalled beliefs have in common, in one sentence. Where the answer is told to be wrong, go by the beliefs and not by
   question and answer.
2. gold_supporting_node_ids: beliefs that the right answer needs, or that are squarely on the topic.
   supporting_associated_node_ids: beliefs that help to understand those: background, times, who is meant.
   misleading_node_ids: beliefs that lead astray. unrelated_node_ids: beliefs that have nothing to do with it. Each in one list at most.
3. edits, each with a confidence and never with a weight:
   - strengthen_edge, weaken_edge: edge_id of a relation that is shown, where there is clear reason.
   - add_edge: source, target and predicate of a relation between two recalled beliefs that is missing and strongly supported, with a
     description of a few words. Where you are not sure, none.

Relations by layer, each from its first (source) to its second (target):
{_SCHEMA}
contradicts, correlates and analogous_to have no direction. supersedes is not yours to judge. Nothing is deleted and no text changes.
confidence: 0.9 to 1 said outright, 0.7 to 0.8 clear, 0.5 to 0.6 implied, 0.3 to 0.4 weak, below that very unsure.

Reply with one JSON object: {{"topic": "...", "gold_supporting_node_ids": ["F1"], "supporting_associated_node_ids": [],
"misleading_node_ids": ["F4"], "unrelated_node_ids": [], "edits": [{{"action": "strengthen_edge", "edge_id": "E2", "source": null,
"target": null, "predicate": null, "description": null, "confidence": 0.7}}]}}; with nothing to change "edits": []"""

_OUTCOMES = {None: "Whether it was right was not told.", "right": "It was right.", "wrong": "It was WRONG."}


def prompt(offer: Offer) -> Prompt:
    """Question and answer, beliefs, relations, each fenced as data."""
    beliefs = "\n\n".join(_belief(number, item) for number, item in enumerate(offer.items, 1))
    edges = "\n\n".join(_edge(number, edge) for number, edge in enumerate(offer.edges, 1)) or "(none)"
    user = (
        f"The question:\n{fenced(offer.question, 'question')}\n\nThe answer that was given:\n{fenced(offer.answer, 'answer')}\n"
        f"{_OUTCOMES[offer.outcome]}\n\nRecalled, best first:\n\n{beliefs}\n\nRelations between them:\n\n{edges}\n\n"
        f"Give topic, groups and at most {offer.max_edits} edits."
    )
    return Prompt(SYSTEM, user, schema_of(ReplyRecord), 400 + 80 * offer.max_edits)


def _belief(number: int, item: Recalled) -> str:
    said = format_moment(Moment(item.said_ms, "day"))
    return f"F{number} ({item.type}; said {said}; score {item.score:.2f}):\n" + fenced(
        f"{item.party or 'the user'}: {item.text}", f"belief {number}"
    )


def _edge(number: int, edge: Standing) -> str:
    fixed = "; not to be changed" if edge.relation is None else ""
    told = "\n" + fenced(edge.description, f"relation {number}") if edge.description else ""
    return f"E{number}: F{edge.source + 1} {edge.predicate} F{edge.target + 1} (weight {edge.weight:.2f}{fixed}){told}"


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the beliefs in the order of their ordinals, then of the relations, then of the beliefs' wordings."""
    relations = [edge.relation for edge in offer.edges if edge.relation is not None]
    return tuple(dict.fromkeys([*(item.key for item in offer.items), *relations, *(item.wording for item in offer.items)]))
