"""What it means that one claim affirms what another one denies: a change of mind, a contradiction, or nothing."""

from __future__ import annotations

import re
from typing import Literal

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.occasions import compare_occasions
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.value_matching import Extent
from dcpm_sqlite.language.claims.wording import FORMERLY, without_times, wording

_GENERIC = lemmas("job position role post work employer company relationship home place")
_TASTE = lemmas("like prefer")
_SCOPE = re.compile(r",|;|\s[-–—]\s|\b(?:because|since|as|so|though|although|but|due to|thanks to)\b", re.I)
_NEVER = re.compile(r"\b(?:never|ever)\b", re.I)


def flipped(new: Side, old: Side, extent: Extent) -> Literal["supersede", "contradict", "unrelated"]:
    """extent: of the new claim's value or words as against the old one's.

    A denial of less than what is affirmed ("I don't drink coffee after six") denies nothing of it. What is surely a change supersedes:
    one that is said, a taste (K15), and a doing that is denied in the same words; traits, events and "never" contradict.
    """
    if new.is_event and old.is_event and compare_occasions(new.claim, old.claim) == "apart":
        return "unrelated"
    if new.denies and new.claim.is_single and new.is_change and _is_generic(new.claim.value):
        return "supersede"
    if new.wording.moods - {FORMERLY} != old.wording.moods - {FORMERLY} or extent in ("other", "unclear"):
        return "unrelated"
    denied, affirmed = (new, old) if new.denies or new.is_negative else (old, new)
    is_narrow_denial = extent != "same" and (extent == "narrower") == (denied is new)
    if is_narrow_denial or not set(scope(denied)) <= set(affirmed.forms) | set(affirmed.key) | set(denied.key):
        return "unrelated"
    if new.is_change and not old.is_event:
        return "supersede"
    if new.is_event or old.is_event:
        return "contradict"
    if set(denied.key[:1] or denied.forms[:1]) & _TASTE:
        return "supersede"
    is_equal = extent == "same" and set(affirmed.forms) <= set(denied.forms) | set(affirmed.key)
    is_trait = new.wording.is_copular or new.wording.is_past or _NEVER.search(denied.claim.text) is not None
    return "supersede" if is_equal and not is_trait else "contradict"


def _is_generic(value: str | None) -> bool:
    """ "I quit my job" ends whatever job it was."""
    return value is not None and set(wording(value).forms) <= _GENERIC


def scope(denied: Side) -> list[str]:
    """Forms of what is denied, without the reasons and remarks that follow."""
    said = wording(_SCOPE.split(denied.claim.text.strip(" ,;"), maxsplit=1)[0])
    return [word.form for word in without_times(said.words) if not word.form.endswith("ly") and word.form in denied.forms]
