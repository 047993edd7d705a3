"""Whether two claims are about the same person or thing."""

from __future__ import annotations

import re
from typing import TypeGuard

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.wording import wording
from dcpm_sqlite.language.text import fold

_SPEAKER = lemmas("i me myself we us user speaker you")
# Said before or instead of a name: "my sister" and "Livia" may be two people, "my sister Livia" and "Livia" are one.
_ROLES = lemmas(
    """
    mother father sister brother child son daughter wife husband partner girlfriend boyfriend grandmother grandfather aunt uncle
    cousin niece nephew friend best boss colleague neighbour neighbor dog cat pet horse teacher doctor dr mr mrs ms flatmate roommate
    """
)

# A new one of these takes the old one's place; a new dog doesn't.
_ONE_AT_A_TIME = lemmas("boss manager landlord landlady doctor dentist therapist coach address number phone email job password")


_SHORT_NAME = 2
_OWNER = re.compile(r"\w['’]s? \w")


def same_subject(a: Claim, b: Claim) -> bool:
    """Same words after folding, articles and possessives aside; a role may stand beside a name on one side ("my sister Livia").

    None is the party both are about, as are "the user" and "we". A first name and a full one, or a name and a role alone, are not
    known to be one: such claims stay apart.
    """
    if a.subject == b.subject:
        return True
    first, second = subject_words(a), subject_words(b)
    if _is_title(a.subject) and _is_title(b.subject) and _titled(a.subject) != _titled(b.subject):
        return False
    if first == second or (sorted(first) == sorted(second) and len(_ROLES & set(first)) < 2):
        return True
    if _OWNER.search(a.subject or "") or _OWNER.search(b.subject or ""):
        return False  # "Lena's mother" is not Lena
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    rest = set(longer) - set(shorter)
    return bool(shorter) and set(shorter) < set(longer) and rest <= _ROLES and not set(shorter) <= _ROLES


def _is_title(subject: str | None) -> TypeGuard[str]:
    """A name of three words or more ("Love You To"), in which even small words count."""
    return subject is not None and len(words := subject.split()) > _SHORT_NAME and all(word[:1].isupper() for word in words)


def _titled(name: str) -> str:
    return fold(name).removeprefix("the ")


def is_one_owner(topic: frozenset[str]) -> bool:
    """Whether words of a subject and its attribute can be put in either order: "boss of my brother" and "brother of my boss" can't."""
    return bool(topic) and len(topic & _ROLES) < 2


def subject_words(claim: Claim) -> tuple[str, ...]:
    """Forms of the subject's words; none for the party itself."""
    if claim.subject is None or claim.subject.casefold() in _SPEAKER:
        return ()
    forms = wording(claim.subject).forms
    return forms[1:] if forms[:1] == ("new",) and set(forms[1:]) & _ONE_AT_A_TIME else forms
