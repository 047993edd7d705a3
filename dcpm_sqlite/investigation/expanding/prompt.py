"""How a model is asked how the search goes on from each item of the frontier: one call a round (REALM D.6)."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.investigation.expanding.offer import Offer
from dcpm_sqlite.investigation.expanding.reply import ReplyRecord
from dcpm_sqlite.investigation.showing import day, keys, listed
from dcpm_sqlite.records import PREDICATES

_BY_LAYER = "\n".join(
    f"- {layer}: {', '.join(name for name, of in PREDICATES.items() if of == layer)}" for layer in dict.fromkeys(PREDICATES.values())
)

SYSTEM = f"""You steer a search in a person's long-term memory, a graph of short statements tied by relations. You are shown a question and what
was found so far: items F1, F2 ... to search on from, and what else was found. {FENCE_NOTE}

Relations by layer, each from its first to its second end:
{_BY_LAYER}
contradicts, correlates and analogous_to have no direction.

Give one action for each item to search from:
- seed_id: the item.
- expansion_mode: subgraph_beam gathers what is around: for facts that belong together, context, several answers. path_search follows single
  ways: for causes, steps, what came before or after.
- layer_predicate_include: relations to go along, each with layer, predicate (null for the whole layer) and direction (forward, backward or
  both); an empty list for all. It is a hard filter.
- score_threshold: 0 to 1; 0.3 where nothing speaks for another.
- subgraph_max_nodes: of subgraph_beam, how many items to gather; few unless the question is broad.
- path_max_depth, path_top_k: of path_search, how many relations far at most, and how many ways go on after each; 1 follows the best alone.
- temporal_decay: only where the question names a time; else null. time as 2023, 2023-05, 2023-05-07 or [first, last]; delta_t, the
  tolerance, as {{"value": 7, "unit": "days"}}; mode hard (outside is dropped) or soft (outside counts less); missing_time_mode keep or drop
  what has no time.
- conflict_inhibit: true leaves out what contradicts; false where the question asks for changes or disagreements.
- reasoning: what this is to find, as a sentence that it might say.

Reply with one JSON object: {{"actions": [{{"seed_id": "F1", "expansion_mode": "subgraph_beam", "layer_predicate_include": [],
"score_threshold": 0.3, "subgraph_max_nodes": 8, "path_max_depth": null, "path_top_k": null, "temporal_decay": null,
"conflict_inhibit": true, "reasoning": "..."}}]}}"""

MAX_CONTEXT = 20
_TOKENS_PER_ACTION = 300


def prompt(offer: Offer) -> Prompt:
    """The question, the frontier, and the best of what else was found, fenced as data."""
    others = offer.found[:MAX_CONTEXT]
    context = f"\n\nFound besides:\n\n{listed(others, first=len(offer.frontier) + 1)}" if others else ""
    user = (
        f"Today is {day(offer.now_ms)}. The question:\n{fenced(offer.question, 'question')}\n\nTo search on from:\n\n{listed(offer.frontier)}"
        f"{context}\n\nModes that may be used: {', '.join(offer.settings.modes)}. Give an action for each of F1 to F{len(offer.frontier)}."
    )
    return Prompt(SYSTEM, user, schema_of(ReplyRecord), 200 + _TOKENS_PER_ACTION * len(offer.frontier))


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the frontier and of what stands besides, in the order of their ordinals, then of their wordings."""
    return keys(offer.frontier, offer.found[:MAX_CONTEXT])
