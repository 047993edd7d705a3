"""Another value that may be the same one said more exactly, or that no change can have made: no newer state, whatever the words differ in."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.places import wideness
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.wording import wording

_ROUGH = re.compile(
    r"\b(?:about|around|roughly|approximately|approx|nearly|almost|some|circa|like|maybe)\s+[€$£]?(?P<n>\d[\d.,]*k?)|[~≈]\s*[€$£]?(?P<m>\d[\d.,]*k?)|(?P<k>\d[\d.,]*k?)\s*(?:-?ish|or so|odd)\b",
    re.I,
)
_NUMBER = re.compile(r"\d[\d.,]*k?")
_NEAR = 0.15  # of the rough number: "about 80" may be 81.4, and not 95
_DECADES = "twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties"
_DATING = re.compile(
    rf"(?:(?:in|around|about|the|early|late|mid|back|circa|since|from|late-|mid-|early-)[\s-]*)*(?:1\d\d\d|20\d\d|{_DECADES})s?[.!]*", re.I
)
_FROM = re.compile(r"\b(?:is|are) from [12]\d{3}\b", re.I)  # how old a thing is doesn't change
_DAYS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekends\b|\bweekdays\b|\b(?:bank )?holidays\b", re.I)
_PLACED = lemmas("home origin birthplace hometown")
_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|dr|doctor|prof|professor|sir|father|sister)\.? ", re.I)


def is_more_exact(new: Side, old: Side) -> bool:
    """ "81.4 kilos" after "about 80 kilos", "Porto" after "Portugal": what the older claim says may be true of the newer value still."""
    a, b = new.claim.value or new.claim.text, old.claim.value or old.claim.text
    if set(new.key) & _PLACED and new.claim.value is not None and old.claim.value is not None:
        return wideness(a) < wideness(b)
    if new.claim.value is not None and old.claim.value is not None and _TITLE.match(b):
        named = set(wording(_TITLE.sub("", b), is_value=True).forms)
        return bool(named) and named < set(wording(a, is_value=True).forms)
    rough, found, before = _ROUGH.search(old.claim.text), _NUMBER.search(a), _NUMBER.search(b)
    if found is None or _ROUGH.search(new.claim.text) is not None:
        return False
    if rough is None:
        return before is not None and _rounds(found.group(), before.group())
    stated, exact = _number(rough["n"] or rough["m"] or rough["k"]), _number(found.group())
    return stated > 0 and abs(stated - exact) <= _NEAR * stated


def is_less_exact(new: Side, old: Side) -> bool:
    """The other way round: "Portugal" after "Porto"."""
    return is_more_exact(old, new)


def dates_the_past(new: Side, old: Side) -> bool:
    """ "Was built in 1902" and "... in the thirties": when something past happened can't have changed."""
    values = (new.claim.value, old.claim.value)
    if _FROM.search(new.claim.text) and _FROM.search(old.claim.text):
        return True
    return new.wording.is_past and old.wording.is_past and all(value is not None and _DATING.fullmatch(value.strip()) for value in values)


def is_of_other_days(new: Side, old: Side) -> bool:
    """ "Closes at seven on Mondays" beside "... at five on Wednesdays", "opens at ten on Sundays" beside "opens at nine": each weekday has
    a value of its own.
    """
    mine, theirs = (_days(one.claim.text) for one in (new, old))
    return bool(mine or theirs) and not mine & theirs


def _rounds(exact: str, rounded: str) -> bool:
    """Whether 80 is 80.3, said shorter."""
    point, digits = exact.rstrip(".,").find("."), len(rounded.rstrip(".,").partition(".")[2])
    longer = len(exact.rstrip(".,")) - point - 1 if point >= 0 else 0
    return longer > digits and round(_number(exact), digits) == _number(rounded)


def _days(text: str) -> set[str]:
    return {day.lower() for day in _DAYS.findall(text)}


def _number(text: str) -> float:
    try:
        return float(text.rstrip(".,k").replace(",", "")) * (1000 if text.endswith("k") else 1)
    except ValueError:
        return 0.0
