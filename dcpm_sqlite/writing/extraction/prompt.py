"""How a model is asked to extract: units of memory and the session's running summary in one call (R-10)."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.records import DOMAINS
from dcpm_sqlite.writing.extraction.offer import Offer, Turn
from dcpm_sqlite.writing.extraction.reply import MAX_KEYWORDS, MAX_SUMMARY_WORDS, ReplyRecord

SYSTEM = f"""You keep the long-term memory of a person. You read new messages of a conversation and write down what is worth
remembering, and a running summary. {FENCE_NOTE}

Task A: units of memory
Draw units only from messages marked NEW whose speaker is a person. Assistants, systems, tools and earlier messages show what is
being talked about; nothing is drawn from them. Questions, commands, greetings, thanks and hypothetical talk give nothing.
Fewest units: one statement per unit, no unit twice, nothing that is not said. An empty list is a good answer.
Each unit:
- statement: one self-contained sentence in the language of the message: full names instead of pronouns, and for the speaker the
  name given, or "the user" where none is given. Keep numbers, dates, names and negations exactly.
- kind: "identity" for a lasting attribute or preference of the speaker (name, home, work, family, health, diet, likes and dislikes,
  habits, skills, convictions), "fact" for everything else.
- type: "fact"; or for kind fact also "event" (happens at a time), "episode" (an experience with its why and outcome), "entity"
  (introduces somebody or something by name).
- about: null when the statement is about the speaker of the quoted message; otherwise whom or what it is about, in words
  ("Nora's sister Livia"). What a speaker tells about a friend is about the friend.
- attribute: a short name of what is said about them, that a later change of it would share ("home", "favourite player", "likes
  chinese food", "deadline of the report"); null where there is none.
- topic: one of {", ".join(DOMAINS)}.
- salience: 0 to 1, how much it matters for knowing this person. core: true only for what must always be known (name, home, work,
  close family, allergies, diet, health conditions).
- holds_from, holds_until: when a state began and ended, if said; a past state needs holds_until. happens_from, happens_until: when
  an event takes place. ISO 8601 dates as exact as they are said (2023, 2023-05, 2023-05-16), resolved against the message's own
  date; null where nothing is said.
- keywords: at most {MAX_KEYWORDS}. names: people, places and things named, with aliases that are used; never pronouns.
- quotes: the words in the messages that say it, copied exactly, each with its message number. An answer quotes itself, and the question
  it answers as a second quote.

Task B: summary
The whole session so far in at most {MAX_SUMMARY_WORDS} words: what was talked about, what came of it, what is open. Full names,
no "this" or "that". It continues the summary so far. null when no summary is asked for.

Reply with one JSON object: {{"items": [...], "summary": "..." or null}}."""

_TOKENS_PER_ITEM = 260
_TOKENS_OF_FRAME = 600


def prompt(offer: Offer) -> Prompt:
    """The messages, numbered from 1, each fenced as data."""
    parts = [f"This memory is about {offer.owner or 'the user'}."]
    if offer.summary:
        parts.append("Summary so far:\n" + fenced(offer.summary, "summary"))
    parts += [_shown(number, turn) for number, turn in enumerate(offer.turns, 1)]
    parts.append("Write the units and the summary." if offer.with_summary else 'Write the units; "summary" is null.')
    read = sum(len(turn.text) for turn in offer.turns if turn.is_drawn_from)
    expected = min(offer.max_items, max(6, read // 80))
    return Prompt(SYSTEM, "\n\n".join(parts), schema_of(ReplyRecord), _TOKENS_OF_FRAME + _TOKENS_PER_ITEM * expected)


def _shown(number: int, turn: Turn) -> str:
    speaker = turn.raw.party or ("the user" if turn.raw.role == "user" else f"the {turn.raw.role}")
    mark = "NEW" if turn.is_new else "EARLIER"
    kind = "a person" if turn.raw.role == "user" else f"no person but the {turn.raw.role}"
    return f"Message {number}, {mark}, said {format_moment(turn.raw.said_at)} by {kind}:\n" + fenced(
        f"{speaker}: {turn.text}", f"message {number}"
    )


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the messages, and of the summary so far."""
    keys = [turn.raw.key for turn in offer.turns]
    return tuple(dict.fromkeys(keys if offer.summary_key is None else [*keys, offer.summary_key]))
