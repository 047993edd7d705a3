"""The same thing done another way: "with oat milk" and then "black now", "on Mondays" and then "on Wednesdays now"."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.lemmas import MONTHS, WEEKDAYS, lemmas
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.wording import Word, wording

# What somebody may do in many ways side by side, so that "now" in a second one replaces none.
_MANY = lemmas("visit speak know see read watch buy meet want learn try travel love like hate")
_EXCLUSIVE = lemmas("wear support attend drive")  # one at a time, when "now" is said
_CHANGE = re.compile(r"\b(?:now|these days|nowadays|instead|from now on|any ?more|since (?:\w+ )?(?:yesterday|monday|last \w+))\b", re.I)
_ALSO = re.compile(r"\b(?:also|too|as well|sometimes|in addition)\b", re.I)
_TIMES = MONTHS | WEEKDAYS | lemmas("midnight noon morning evening afternoon night weekend weekday")
_WAY = re.compile(
    r"\b(?P<how>(?:cycle|walk|drive|run|bike|commute|(?:take|ride|catch) (?:my|the|a) \w+|go by \w+)s?) to (?P<where>work|school|uni|university|college|the office)\b",
    re.I,
)
_LONGEST = 4
_SHORT = 2


def is_done_otherwise(new: Side, old: Side) -> bool:
    """Whether both tell a doing with the same object, and the newer one says that it is now done another way.

    At least the verb and its object must be the same, and the object whole: "good French" and "good Italian" are two.
    """
    if new.is_event or old.is_event or new.denies or old.denies or new.wording.moods or old.wording.moods:
        return False
    if _CHANGE.search(new.claim.text) is None or _ALSO.search(new.claim.text):
        return False
    is_one_team = new.key[:2] == ("play", "for") == old.key[:2] and new.key != old.key
    if is_one_team or _goes_otherwise(new.claim.text, old.claim.text):
        return True
    mine, theirs = _bare(new), _bare(old)
    shared = 0
    while shared < min(len(mine), len(theirs)) and mine[shared].form == theirs[shared].form:
        shared += 1
    rest, other = mine[shared:], theirs[shared:]
    if shared == 0 or mine[0].form in _MANY or not rest or not other or max(len(rest), len(other)) > _LONGEST:
        return False
    tail = _shared_tail(rest, other)
    if tail and tail < min(len(rest), len(other)) and max(len(rest), len(other)) - tail <= _SHORT:
        return True  # "I take the bus to work now"
    if shared == 1:
        return (mine[0].form in _EXCLUSIVE and _are_names(rest, other)) or (_are_times(rest) and _are_times(other))
    is_whole = mine[shared - 1].ends_phrase or theirs[shared - 1].ends_phrase
    return is_whole or (_are_times(rest) and _are_times(other))


def _goes_otherwise(new: str, old: str) -> bool:
    """ "I take the train to work now" after "I cycle to work": another way to the same place."""
    mine, theirs = _WAY.search(new), _WAY.search(old)
    return (
        mine is not None
        and theirs is not None
        and mine["where"].lower() == theirs["where"].lower()
        and mine["how"].lower() != theirs["how"].lower()
    )


def _bare(one: Side) -> tuple[Word, ...]:
    """All its words with their times, less the subject's and what says that it is now so."""
    subject = set(wording(one.claim.subject).forms) if one.claim.subject else set()
    words = [word for word in wording(_CHANGE.sub(" ", one.claim.text)).words if word.form not in subject]
    return tuple(words)


def _shared_tail(mine: tuple[Word, ...], theirs: tuple[Word, ...]) -> int:
    tail = 0
    while tail < min(len(mine), len(theirs)) and mine[-1 - tail].form == theirs[-1 - tail].form:
        tail += 1
    return tail


def _are_names(mine: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    return (mine[-1].is_key or theirs[-1].is_key) and max(len(mine), len(theirs)) <= _SHORT


def _are_times(words: tuple[Word, ...]) -> bool:
    return all(word.form in _TIMES or word.form[0].isdigit() or word.form in ("am", "pm", "half") for word in words)
