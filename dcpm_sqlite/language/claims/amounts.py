""" "Costs 12 euros a month", "costs 15 euros a month since the price rise": the same amount of the same thing, and another number now."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.coverage import is_number
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.wording import Word

_SINCE = re.compile(
    r"\b(?:since|after|from|as of|starting) (?:the|this|next|last|today|now|tomorrow|january|february|march|april|may|june|july|august|september|october|november|december|then)\b",
    re.I,
)
_LEAST = 1  # words beside the number that both have


def is_other_amount(new: Side, old: Side) -> bool:
    """Whether both say how much, in the same words up to the number, and the newer one says that it is so now."""
    is_now = new.is_change or new.is_moved or _SINCE.search(new.claim.text) is not None
    if not is_now or new.denies or old.denies or new.wording.moods or old.wording.moods or new.is_event or old.is_event:
        return False
    mine, theirs = _split(new.words), _split(old.words)
    if mine is None or theirs is None or mine[1] == theirs[1] or mine[0] != theirs[0] or len(mine[0]) < _LEAST:
        return False
    rest, other = list(mine[2]), list(theirs[2])
    shorter, longer = (rest, other) if len(rest) <= len(other) else (other, rest)
    return longer[: len(shorter)] == shorter


def _split(words: tuple[Word, ...]) -> tuple[list[str], str, list[str]] | None:
    """Forms before the only number, the number, and forms after it."""
    places = [place for place, word in enumerate(words) if is_number(word)]
    if len(places) != 1:
        return None
    forms = [word.form for word in words]
    return forms[: places[0]], forms[places[0]], forms[places[0] + 1 :]
