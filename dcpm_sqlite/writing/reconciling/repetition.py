"""What is said again word for word: no mind is needed to see it, and none may add it twice (K16)."""

from __future__ import annotations

from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief, Candidate, Stretch
from dcpm_sqlite.writing.reconciling.offer import Offer, Outcome, Target


def repeats(offer: Offer, place: int) -> Outcome | None:
    """DUPLICATE, where a known current state, or an earlier item, has the item's very words about the same, of the same time."""
    item = offer.items[place]
    for index, known in enumerate(offer.known):
        current = known.current
        if _words(item) == _words(current) and _is_same_time(item, current.about, current.holds_from, current.holds_until):
            return Outcome("DUPLICATE", Target("known", index))
    for earlier, other in enumerate(offer.items[:place]):
        holds = other.holds or Stretch(None, None, "instant")
        if _words(item) == _words(other) and _is_same_time(item, other.about, holds.from_ms, holds.until_ms):
            return Outcome("DUPLICATE", Target("item", earlier))
    return None


def said_before(offer: Offer, place: int, target: Target) -> int | None:
    """Which earlier state of a known chain has the item's very words; None for the current one, or none."""
    if target.kind == "item":
        return None
    item, chain = offer.items[place], offer.known[target.index].chain
    if fold(item.text) == fold(chain[-1].text):
        return None
    return next((index for index, state in enumerate(chain[:-1]) if fold(state.text) == fold(item.text)), None)


def _words(one: Candidate | Belief) -> tuple[str, str | None, str | None]:
    return fold(one.text), None if one.party is None else fold(one.party), None if one.subject is None else fold(one.subject)


def _is_same_time(item: Candidate, about: Stretch | None, holds_from: int | None, holds_until: int | None) -> bool:
    """The words "I ran 10 km today" tell of another run on another day; of which day an undated run was, only a mind may guess."""
    if item.about is None and item.type in ("event", "episode"):
        return False
    holds = item.holds or Stretch(None, None, "instant")
    mine = None if item.about is None else (item.about.from_ms, item.about.until_ms)
    theirs = None if about is None else (about.from_ms, about.until_ms)
    return mine == theirs and (holds.from_ms, holds.until_ms) == (holds_from, holds_until)
