"""What was brought up as "a ..." and is spoken of as "my ..." or "the ..." later: the same thing, told with more.

"I have a dog" is detailed by "my dog is a greyhound", and denied children are contradicted by "Viktor's daughter ...".
"""

from __future__ import annotations

import re
from typing import Literal

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.subject_matching import subject_words
from dcpm_sqlite.language.claims.wording import wording

_COUNT = r"an?|some|one|two|three|four|five|six|\d+"
_BROUGHT_UP = re.compile(
    rf"^(?P<who>i|we|there|[\w' -]+?)(?:'(?:ve|m|s|re))? (?:[\w']+ ){{0,3}}?(?:{_COUNT}) (?P<what>[^,.!;]+?)"
    r"(?= (?:in|on|at|with|for|from|near|of|called|named|next|this|last|tomorrow|who|that)\b|[,.!;]|$)",
    re.I,
)
_SPOKEN_OF = re.compile(
    rf"^(?:(?:my|our|the|his|her|their)|(?P<owner>[^\W\d_][\w-]*)'s) (?:(?:{_COUNT}) )?(?P<what>[\w' -]+?)(?:'s|'re)? "
    r"(?P<verb>is|are|has|have|goes|starts|begins|leaves|lasts|takes|costs|runs|needs|lives|called|named)\b(?P<rest>.*)",
    re.I,
)
_HEAD_END = re.compile(r" (?:in|on|at|with|for|from|near|of|i|we|he|she|they|that|who|which|(?-i:[A-Z])\w*)\b", re.I)
_OVER = re.compile(r"\b(?:cancelled|canceled|over|off|dead|gone|died|ended|sold|stolen|lost|broken|finished|moved|postponed|been)\b", re.I)
_SEEKING = re.compile(r"\b(?:for|of|about|without) an?\b|\b(?:lost|sold|killed|ate|drank)\b", re.I)
_NAMING = lemmas("call name")
_KINDRED = (
    (lemmas("child kid"), lemmas("son daughter child kid")),
    (lemmas("sibling brother sister"), lemmas("brother sister sibling")),
)


def tells_more(new: Side, old: Side) -> Literal["duplicate", "update", "contradict"] | None:
    """What the newer claim is to one that brought its subject up, or denied that there is any; None where it is of something else."""
    spoken = _SPOKEN_OF.match(new.claim.text.replace("’", "'"))
    if spoken is None or new.is_negative or not _is_owners(spoken["owner"], new, old):
        return None
    head = wording(_HEAD_END.split(spoken["what"], maxsplit=1)[0], is_value=True).forms
    if not head:
        return None
    if _denies(old, head[-1]):
        return "contradict"
    brought = _BROUGHT_UP.match(old.claim.text.replace("’", "'"))
    if brought is None or old.denies or old.wording.moods or new.wording.moods or new.is_change or _SEEKING.search(old.claim.text):
        return None
    what = wording(brought["what"], is_value=True).forms
    is_over = new.wording.is_past or _OVER.search(spoken["rest"]) is not None
    if not what or is_over or what[-1] != head[-1] or not set(what) <= set(new.wording.forms):
        return None
    return "duplicate" if set(new.wording.forms) <= set(old.wording.forms) | _NAMING else "update"


def _is_owners(owner: str | None, new: Side, old: Side) -> bool:
    """Whether "my" is said of what the speaker brought up, and "Greta's" of what Greta has."""
    theirs = subject_words(old.claim)
    if owner is not None:
        return bool(theirs) and set(wording(owner, is_value=True).forms) == set(theirs)
    return not theirs or set(theirs) <= set(new.wording.forms)


def _denies(old: Side, head: str) -> bool:
    """ "Viktor has no children", "I'm an only child"."""
    forms = set(old.wording.forms)
    if {"only", "child"} <= forms and not old.denies:
        return head in _KINDRED[1][1]
    return old.denies and forms & lemmas("have") != set() and any(forms & named and head in kinds for named, kinds in _KINDRED)
