"""How a model is asked where a search is to start (REALM D.4)."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.investigation.planning.offer import Offer
from dcpm_sqlite.investigation.planning.reply import MAX_KEYWORDS, MAX_QUERY_CHARS, ReplyRecord
from dcpm_sqlite.investigation.showing import day

SYSTEM = f"""You plan how a person's long-term memory is searched for a question. The memory is a graph of short statements and messages;
you choose where the search starts. {FENCE_NOTE}

Think of whom and what the question names, what an answer would say, and what it may hang together with. Each plan has
- mode: query_match (by meaning alone: other wording, hints, broad themes), keywords_match (by words alone: names, places, titles, things
  that are said in just that way), or hybrid_match (by both).
- query: a sentence that the wanted memory might say, at most {MAX_QUERY_CHARS} characters; null in keywords_match.
- keywords: at most {MAX_KEYWORDS} words or names; null in query_match.
- allowed_node_types: preferred kinds of memory, of entity (somebody or something), event (at one time), episode (several steps, with an
  outcome), fact (a lasting statement); null for all.
- time_range: start and end as 2023, 2023-05 or 2023-05-07, null for an open end; only where the question names a time. It counts in
  hybrid_match; null otherwise.

Plans are searched apart and put together: let further plans differ from the first.
Reply with one JSON object: {{"plans": [{{"mode": "hybrid_match", "query": "...", "keywords": ["..."], "allowed_node_types": null,
"time_range": null}}]}}"""

_TOKENS_PER_PLAN = 300


def prompt(offer: Offer) -> Prompt:
    """The question, fenced as data, and how many plans may be made."""
    names = fenced(", ".join(offer.names), "names") if offer.names else "(none)"
    user = (
        f"Today is {day(offer.now_ms)}. People who speak in this memory:\n{names}\n\nThe question:\n{fenced(offer.question, 'question')}\n\n"
        f"Make {'one plan' if offer.plans == 1 else f'at most {offer.plans} plans'}."
    )
    return Prompt(SYSTEM, user, schema_of(ReplyRecord), 200 + _TOKENS_PER_PLAN * offer.plans)


def shown(_: Offer) -> tuple[int, ...]:
    """No item's text stands in it."""
    return ()
