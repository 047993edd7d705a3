"""Two claims that say what the same attribute of the same subject is."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.occasions import Occasion, compare_occasions
from dcpm_sqlite.language.claims.polarity import flipped
from dcpm_sqlite.language.claims.refining import dates_the_past, is_less_exact, is_more_exact, is_of_other_days
from dcpm_sqlite.language.claims.sides import LASTING, Outcome, Side, is_dated_thing
from dcpm_sqlite.language.claims.usually_one import is_usually_one
from dcpm_sqlite.language.claims.value_matching import Extent, compare_values
from dcpm_sqlite.language.claims.wording import FORMERLY, is_time, wording

# Words by which a recognised attribute may be said: they add nothing once attribute and value are known to be the same.
_FRAME = lemmas(
    """
    have get live home house stay base located city town country work job employ employer company position role profession occupation
    call name age year old bear speak language talk know make favourite go come be like person someone thing kind sort new turn move
    become switch change marry relationship identify consider drive car support supporter fan grow raise up quit stop
    """
)
# What may have many values at a time, so that another one with "now" replaces none.
_MULTIPLE = lemmas("have visit speak like know see read watch play buy meet want friend hobby skill go can learn cook try travel")
_AGAIN = re.compile(r"\b(?:back|again|re-?\w+ed)\b", re.I)
_ALWAYS = re.compile(r"\balways\b", re.I)
_SIZE = re.compile(r"\d.*\b(?:tall|high|long|wide|deep|thick|across)\b", re.I)
_HOME = lemmas("home")
_DWELLING = re.compile(r"\b(?:house|flat|apartment|place|studio|bungalow|cottage|room|condo|maisonette|bedsit)\b", re.I)
_SIDE_BY_SIDE = lemmas("home school employer live with grow")  # of the past there may be several
_PASSIVE = re.compile(r"\b(?:was|were|been) (?:\w+ly )?\w+(?:ed|en|wn|ld|nt|ght)\b", re.I)
_BLOOD = lemmas("brother sister sibling uncle aunt parent")  # somebody has as many as ever: another number is a mistake
_DESCRIBED = re.compile(r"(?:an?|my|our|his|her|their|(?-i:the (?=[a-z])))\b", re.I)


def by_attribute(new: Side, old: Side) -> Outcome:
    """Both claims say what the same attribute of the same subject is."""
    extent = _extent(new, old)
    if new.is_negative != old.is_negative:
        return flipped(new, old, extent)
    if new.wording.moods != old.wording.moods:
        return "supersede" if FORMERLY in new.wording.moods - old.wording.moods and extent == "same" else "unrelated"
    if extent in ("other", "unclear"):
        return _other_value(new, old, extent)
    occasion = "same" if set(new.key) <= LASTING else compare_occasions(new.claim, old.claim)
    if occasion == "apart" and _is_once(new, old):
        return "contradict"
    if occasion in ("apart", "unclear"):
        is_moved = occasion == "apart" and new.claim.is_single and new.claim.value is None and is_dated_thing(new, old)
        return "supersede" if is_moved else "unrelated"
    return _same_value(new, old, extent, occasion)


def _is_once(new: Side, old: Side) -> bool:
    """ "I moved to Leeds in 2016" and "... in 2017": one change to one value, dated otherwise."""
    is_told_past = new.is_event and old.is_event and new.wording.is_past and old.wording.is_past
    return is_told_past and new.claim.is_single and new.claim.value is not None and not _AGAIN.search(new.claim.text)


def _extent(new: Side, old: Side) -> Extent:
    a, b = new.claim.value, old.claim.value
    if a is None or b is None:
        return "same" if a is b else ("narrower" if b is None else "wider")
    extent = compare_values(a, b)
    if extent != "other" or new.is_change:
        return extent
    # The value may have been read short of what stands beside it: "Porto" of "from Porto, in Portugal".
    if set(wording(b).forms) <= set(new.forms):
        return "narrower"
    return "wider" if set(wording(a).forms) <= set(old.forms) else extent


def _same_value(new: Side, old: Side, extent: Extent, occasion: Occasion) -> Outcome:
    more, less = _besides(new, old), _besides(old, new)
    if occasion in ("narrower", "wider") and extent == "same" and new.claim.is_single and not more and not less:
        return "duplicate"
    if extent == "narrower" or occasion == "narrower":
        if less or extent == "wider" or occasion == "wider":
            return "unrelated"
        return "supersede" if new.is_change and new.claim.is_single else "update"
    if not more:
        return "duplicate"
    return "update" if not less and extent == "same" and occasion == "same" else "unrelated"


def _besides(one: Side, other: Side) -> list[str]:
    """Words of one claim that the other doesn't say, its attribute and value aside."""
    known = set(other.forms) | set(one.key) | _FRAME
    if one.claim.value is not None:
        known |= set(wording(one.claim.value).forms)
    return [form for form in one.forms if form not in known and not form.endswith("ly")]


def _other_value(new: Side, old: Side, extent: Extent) -> Outcome:
    if new.is_negative or (_is_passing(new.claim) and not _is_passing(old.claim)):
        return "unrelated"
    is_change = new.is_change or new.is_moved
    if extent == "other" and old.claim.is_single and new.claim.is_single and not is_change and _ALWAYS.search(old.claim.text):
        return "contradict"
    if not is_change and (is_more_exact(new, old) or is_less_exact(new, old)):
        return "update" if is_more_exact(new, old) else "unrelated"
    if not is_change and dates_the_past(new, old):
        return "contradict"
    if not is_change and new.claim.about and old.claim.about and compare_occasions(new.claim, old.claim) == "narrower":
        return "update"
    if not is_change and new.wording.is_past and old.wording.is_past and not new.is_event and _PASSIVE.search(new.claim.text) is None:
        return "unrelated" if set(new.key) & _SIDE_BY_SIDE or extent != "other" or not new.claim.is_single else "contradict"
    if not is_change and is_of_other_days(new, old):
        return "unrelated"
    if new.wording.is_past and not old.wording.is_past and not is_change:
        return "unrelated"
    if extent == "other" and not is_change and _SIZE.search(new.claim.value or "") and _SIZE.search(old.claim.value or ""):
        return "contradict"  # what is measured doesn't grow unsaid: one of the two is wrong
    if _is_lasting(new, old):
        return "contradict" if extent == "other" and not is_change else "unrelated"
    if extent == "unclear":
        return "supersede" if is_change and new.claim.is_single else "unrelated"
    is_rehoused = is_change and bool(set(new.key) & _HOME) and _DWELLING.search(new.claim.value or "") is not None
    if (not is_change or is_rehoused) and _are_of_other_kinds(new.claim.value, old.claim.value):
        return "unrelated"
    if new.claim.is_single:
        return "supersede"
    if not new.is_event and (new.wording.replaces or (new.is_change and not set(new.key) & _MULTIPLE)):
        return "supersede"
    is_dated = new.claim.about is not None or old.claim.about is not None
    is_doubted = extent == "other" and is_usually_one(new.key) and not is_dated and "also" not in new.claim.text
    return "contradict" if is_doubted else "unrelated"


def _is_passing(claim: Claim) -> bool:
    """For a day or a week only (K19)."""
    return claim.holds is not None and claim.holds.until_ms is not None and claim.holds.precision in ("hour", "day", "week")


def _are_of_other_kinds(new: str | None, old: str | None) -> bool:
    """A name and a description: who lives in Leeds may well live in "a small flat"."""
    kinds = {_DESCRIBED.match(value) is not None for value in (new or "", old or "")}
    named = {
        any(word.is_key and not word.form[0].isdigit() for word in wording(value, is_value=True).words) for value in (new or "", old or "")
    }
    return len(kinds) == 2 and len(named) == 2


def _is_lasting(new: Side, old: Side) -> bool:
    """Whether it is of birth and death, or the year of something past: no such value can change."""
    if set(new.key) & LASTING or set(new.forms) & LASTING or (set(new.key) & _BLOOD and new.claim.is_single):
        return True
    a, b = new.claim.value, old.claim.value
    return new.wording.is_past and a is not None and b is not None and all(is_time(form) for form in (*wording(a).forms, *wording(b).forms))
