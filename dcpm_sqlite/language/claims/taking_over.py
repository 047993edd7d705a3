""" "Ada has replaced Bo as captain", "Bo handed over to Ada as team lead": who held a place, and who holds it now."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.wording import wording

_NAME = r"(?-i:[A-Z])[\w'.-]*(?: (?-i:[A-Z])[\w'.-]*){0,3}"
_ROLE = r"(?:as (?:the |our |my )?(?P<role>[^,.!;]+))"
_TAKEN = re.compile(rf"(?:replaced|succeeded|took over from|taken over from) (?P<gone>{_NAME}) {_ROLE}", re.I)
_HANDED = re.compile(
    rf"(?P<gone>{_NAME}) (?:has |have )?(?:handed (?:it )?over|made way|passed the baton) (?:to|for) {_NAME} {_ROLE}", re.I
)


_IS = rf"(?:(?P<who>{_NAME}) (?:is|'s) (?:now )?(?P<whose>the|our|my|(?:the )?[\w-]+'s) (?:new )?(?P<role>[a-z][\w -]*?)(?: now| these days)?[.!]*)"
_WHO_IS = re.compile(rf"{_IS}$", re.I)
_ROLE_IS = re.compile(
    rf"(?P<whose>the|our|my) (?:new )?(?P<role>[a-z][\w -]*?) (?:is|'s) (?:now )?(?P<who>{_NAME})(?: now| these days)?[.!]*$", re.I
)


def takes_over(new: Side, old: Side) -> bool:
    """Whether the newer claim tells that whom the older one has in a place left it to another."""
    if new.is_change and not new.denies and _holds_now(new, old):
        return True
    match = _TAKEN.search(new.claim.text) or _HANDED.search(new.claim.text)
    if match is None or old.denies or new.denies or old.wording.is_past:
        return False
    held = set(wording(old.claim.text, is_value=True).forms)
    gone, role = wording(match["gone"], is_value=True).forms, wording(match["role"], is_value=True).forms
    return bool(gone) and set(gone) <= held and bool(role) and bool(set(role[:2]) & held)


def _holds_now(new: Side, old: Side) -> bool:
    """ "Saskia is the drummer now" after "Kwame is the band's drummer", "my best friend is Lotte now" after "Hanneke is my best friend"."""
    mine = _WHO_IS.match(new.claim.text) or _ROLE_IS.match(new.claim.text)
    theirs = _WHO_IS.match(old.claim.text) or _ROLE_IS.match(old.claim.text)
    if mine is None or theirs is None or old.denies or mine["who"].lower() == theirs["who"].lower():
        return False
    is_mine = {match["whose"].lower() in ("my", "our") for match in (mine, theirs)}
    return len(is_mine) == 1 and wording(mine["role"], is_value=True).forms == wording(theirs["role"], is_value=True).forms
