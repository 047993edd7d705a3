"""How a newer claim relates to an older one: the rules by which states follow each other offline.

Precision first: what isn't surely a duplicate or a change stays beside what is there. Nearness of meaning never decides, it can only
hold back what the words would allow ("I live in Lisbon" and "I live in Berlin" are as near as two wordings of one thing).
"""

from __future__ import annotations

from dcpm_sqlite.language.claims.amounts import is_other_amount
from dcpm_sqlite.language.claims.by_attribute import by_attribute
from dcpm_sqlite.language.claims.by_words import by_words
from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.coverage import differing_slot
from dcpm_sqlite.language.claims.diets import breaks_diet
from dcpm_sqlite.language.claims.endings import begins_state, ends_state, is_no_longer_there
from dcpm_sqlite.language.claims.introducing import tells_more
from dcpm_sqlite.language.claims.manners import is_done_otherwise
from dcpm_sqlite.language.claims.opposites import are_opposite
from dcpm_sqlite.language.claims.pairs import is_of_another, pair_ends
from dcpm_sqlite.language.claims.plans_done import is_rescheduled, settles_plan
from dcpm_sqlite.language.claims.sides import CHANGING, Outcome, Side, is_own, leading_subject, side
from dcpm_sqlite.language.claims.subject_matching import is_one_owner, same_subject
from dcpm_sqlite.language.claims.taking_over import takes_over
from dcpm_sqlite.language.claims.turns import turns_round

__all__ = ["Outcome", "compare", "same_subject"]

_LEAST_NEAR = 0.5  # percentile of unrelated texts: two wordings of one thing are nearer than that with any encoder
_RESTATED = 0.98  # the same from another grammatical subject ("I drink coffee with milk", "my coffee is with milk")
_RESTATED_WORDS = 3


def compare(new: Claim, old: Claim, *, nearness: float) -> Outcome:
    """What the later claim `new` is to `old`, both about the same party.

    nearness: percentile (0..1) of the similarity of both texts among unrelated ones. `duplicate`: says nothing that isn't there;
    `update`: the same state, said with more; `supersede`: another state of the same (K14, K15, K17); `contradict`: both can't be true,
    and nothing says that it changed; else `unrelated` (K18, K19).
    """
    a, b = side(new, about=leading_subject(new, old)), side(old, about=leading_subject(old, new))
    if same_subject(new, old) or leading_subject(new, old) or leading_subject(old, new):
        outcome = _of_subject(a, b)
    elif is_rescheduled(a, b) or pair_ends(new, b) or takes_over(a, b):
        outcome = "supersede"
    elif is_of_another(a, b):
        outcome = "contradict"
    elif a.topic == b.topic and is_one_owner(a.topic):
        outcome = _of_topic(a, b)
    else:
        outcome = "unrelated"
    if outcome == "unrelated" and (told := tells_more(a, b)) is not None:
        return told
    if outcome == "unrelated" and nearness >= _RESTATED and _is_restated(a, b):
        return "duplicate"
    return "unrelated" if outcome in ("duplicate", "update") and nearness < _LEAST_NEAR else outcome


def _of_subject(new: Side, old: Side) -> Outcome:
    if not new.wording.is_negative and _turns(new, old):
        return "supersede"
    if turns_round(new, old) or settles_plan(new, old) or is_rescheduled(new, old) or is_done_otherwise(new, old):
        return "supersede"
    if takes_over(new, old) or is_other_amount(new, old) or is_no_longer_there(new, old):
        return "supersede"
    if are_opposite(new, old):
        return "contradict"
    if (broken := breaks_diet(new, old)) is not None:
        return broken
    if new.key and new.key == old.key:
        return by_attribute(new, old)
    return by_words(new, old)


def _turns(new: Side, old: Side) -> bool:
    """Whether the new claim ends the state that the old one tells, or begins the one that it denies, in other words."""
    if old.denies:
        return begins_state(new.words, old.words)
    is_ahead = old.claim.holds is None and not old.wording.is_past
    return (not old.is_event or is_ahead) and ends_state(new.words, old.words)


def _of_topic(new: Side, old: Side) -> Outcome:
    """ "The grant's deadline is ..." and "the deadline for the grant is ...", "my rent is ..." and "my rent went up to ..."."""
    if new.claim.value is not None and old.claim.value is not None and not new.is_moved and new.denies == old.denies:
        return by_attribute(new, old)
    bare = tuple(word for word in new.words if word.form not in new.topic | CHANGING)
    slot = differing_slot(bare, tuple(word for word in old.words if word.form not in old.topic), is_framed=True)
    return "supersede" if new.is_moved and not new.denies and slot is not None and slot[0] != "words" else "unrelated"


def _is_restated(new: Side, old: Side) -> bool:
    """K20: said again from the side of something the old claim mentions, in at least three of its own words and no others."""
    if new.denies != old.denies or new.wording.moods != old.wording.moods or old.claim.subject is not None or new.is_event or old.is_event:
        return False
    mine = new.wording.forms
    return is_own(new) and not is_own(old) and len(mine) >= _RESTATED_WORDS and set(mine) <= set(old.wording.forms)
