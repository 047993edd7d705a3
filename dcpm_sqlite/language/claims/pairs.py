"""Two people named together whose being a pair ends: "Marko and Petra have called off the engagement"."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.subject_matching import subject_words
from dcpm_sqlite.language.claims.wording import wording

_APART = re.compile(
    r"\b(?:split up|broke up|broken up|separated|divorced|got divorced|getting divorced|called off (?:the|their) (?:engagement|wedding)"
    r"|(?:no longer|not) (?:together|married|engaged|a couple))\b",
    re.I,
)
_NAMED = re.compile(r"[A-Z][a-z]+ [a-z]")
_SHARED = lemmas("go come see visit watch attend enjoy like love be meet eat leave arrive travel fly")  # many may do it at one time
_PAIRED = re.compile(r"\b(?:dating|engaged|married|together|seeing|girlfriend|boyfriend|partner|wife|husband|in a relationship)\b", re.I)


def is_of_another(new: Side, old: Side) -> bool:
    """ "Elena paid for the dinner on Monday" after "Viktor paid ...": one dated thing done, told of two people named."""
    is_one = new.is_event and old.is_event and new.claim.about is not None and new.claim.about == old.claim.about
    if not is_one or new.denies or old.denies or _NAMED.match(new.claim.text) is None or _NAMED.match(old.claim.text) is None:
        return False
    is_definite = re.search(r"\b(?:the|my|our|his|her|their)\b", new.claim.text) is not None
    return is_definite and len(new.forms) > 1 and new.forms == old.forms and not set(new.forms) & _SHARED


def pair_ends(new: Claim, old: Side) -> bool:
    """Whether both of the pair are the newer claim's subject, and the older one says that one of them has the other."""
    if new.subject is None or " and " not in new.subject or _APART.search(new.text) is None or old.denies:
        return False
    both, one = set(subject_words(new)), set(subject_words(old.claim))
    other = {word.form for word in old.words if word.is_key} | set(wording(old.claim.value or "", is_value=True).forms)
    return bool(one) and one <= both and _PAIRED.search(old.claim.text) is not None and (other <= both or not other)
