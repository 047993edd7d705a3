"""Two traits of one person that can't both be, and two ends of one event: said plainly, one of the two claims is wrong."""

from __future__ import annotations

from dcpm_sqlite.language.claims.lemmas import lemma
from dcpm_sqlite.language.claims.sides import Side

_PAIRS = """
quiet loud|generous stingy|generous mean|patient impatient|honest dishonest|honest liar|tall short|kind cruel|kind unkind|brave cowardly
clever stupid|reliable unreliable|lazy hardworking|lazy hard-working|tidy messy|tidy untidy|shy outgoing|introvert extrovert
introverted extroverted|optimist pessimist|strict lenient|modest arrogant|polite rude|calm hot-headed|left-handed right-handed
talkative taciturn|pass fail|win lose|warm-hearted cold-hearted|selfish selfless|careful careless|organised disorganised
"""
_OPPOSITE = {frozenset(lemma(word) for word in pair.split()) for line in _PAIRS.strip().splitlines() for pair in line.split("|")}


def are_opposite(new: Side, old: Side) -> bool:
    """Whether the two differ in one word only, and by its opposite; a change that is said is none of these."""
    mine, theirs = set(new.forms) - set(old.forms), set(old.forms) - set(new.forms)
    if len(mine) != 1 or len(theirs) != 1 or new.denies != old.denies or new.is_change or new.wording.moods or old.wording.moods:
        return False
    return mine | theirs in _OPPOSITE and new.wording.is_past == old.wording.is_past
