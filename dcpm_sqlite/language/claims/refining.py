"""Another value that may be the same one said more exactly, or that no change can have made: no newer state, whatever the words differ in."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.places import wideness
from dcpm_sqlite.language.claims.sides import Side

_ROUGH = re.compile(
    r"\b(?:about|around|roughly|approximately|approx|nearly|almost|some|circa|like|maybe)\s+[€$£]?(?P<n>\d[\d.,]*)|[~≈]\s*[€$£]?(?P<m>\d[\d.,]*)|(?P<k>\d[\d.,]*)\s*(?:-?ish|or so|odd)\b",
    re.I,
)
_NUMBER = re.compile(r"\d[\d.,]*")
_NEAR = 0.15  # of the rough number: "about 80" may be 81.4, and not 95
_DECADES = "twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties"
_DATING = re.compile(
    rf"(?:(?:in|around|about|the|early|late|mid|back|circa|since|from|late-|mid-|early-)[\s-]*)*(?:1\d\d\d|20\d\d|{_DECADES})s?[.!]*", re.I
)
_DAYS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b", re.I)
_PLACED = frozenset({"home", "origin", "birthplace", "hometown"})


def is_more_exact(new: Side, old: Side) -> bool:
    """ "81.4 kilos" after "about 80 kilos", "Porto" after "Portugal": what the older claim says may be true of the newer value still."""
    a, b = new.claim.value or new.claim.text, old.claim.value or old.claim.text
    if set(new.key) & _PLACED and new.claim.value is not None and old.claim.value is not None:
        wide, wider = wideness(a), wideness(b)
        return wide < wider
    rough = _ROUGH.search(old.claim.text)
    found = _NUMBER.search(a)
    if rough is None or found is None or _ROUGH.search(new.claim.text) is not None:
        return False
    stated, exact = _number(rough["n"] or rough["m"] or rough["k"]), _number(found.group())
    return stated > 0 and abs(stated - exact) <= _NEAR * stated


def is_less_exact(new: Side, old: Side) -> bool:
    """The other way round: "Portugal" after "Porto"."""
    return is_more_exact(old, new)


def dates_the_past(new: Side, old: Side) -> bool:
    """ "Was built in 1902" and "... in the thirties": when something past happened can't have changed."""
    values = (new.claim.value, old.claim.value)
    return new.wording.is_past and old.wording.is_past and all(value is not None and _DATING.fullmatch(value.strip()) for value in values)


def is_of_other_days(new: Side, old: Side) -> bool:
    """ "Closes at seven on Mondays" beside "... at five on Wednesdays": each weekday has a value of its own."""
    mine, theirs = (_days(one.claim.text) for one in (new, old))
    rest, other = (_DAYS.sub("", one.claim.text.lower()) for one in (new, old))
    return bool(mine and theirs) and not mine & theirs and _words(rest) != _words(other)


def _days(text: str) -> set[str]:
    return {day.lower() for day in _DAYS.findall(text)}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _number(text: str) -> float:
    try:
        return float(text.rstrip(".,").replace(",", ""))
    except ValueError:
        return 0.0
