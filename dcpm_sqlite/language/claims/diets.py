"""What a diet leaves out: "I've started eating meat again" ends "I'm vegetarian"."""

from __future__ import annotations

import re
from typing import Literal

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.sides import Side

_MEAT = lemmas("meat beef pork chicken lamb bacon ham sausage sausages steak steaks turkey burger burgers")
_FISH = lemmas("fish salmon tuna shellfish prawns shrimp seafood")
_ANIMAL = lemmas("dairy cheese milk eggs egg butter yoghurt honey")
_LEFT_OUT = {
    "vegan": _MEAT | _FISH | _ANIMAL,
    "vegetarian": _MEAT | _FISH,
    "pescatarian": _MEAT,
    "pescetarian": _MEAT,
    "teetotal": lemmas("alcohol beer wine whisky vodka gin cocktails"),
    "sober": lemmas("alcohol beer wine whisky vodka gin cocktails"),
}
_KINDS = re.compile(r"\b(?:dark|plant|oat|soy|almond|vegan|vegetarian|veggie|non-alcoholic|alcohol-free|free|substitute)\b", re.I)


def breaks_diet(new: Side, old: Side) -> Literal["supersede", "contradict"] | None:
    """Eating or drinking now what the older claim's diet leaves out; a contradiction where nothing says that it changed."""
    left_out = _LEFT_OUT.get(old.claim.attribute or "")
    if left_out is None or old.denies or new.denies or not new.key or new.key[0] not in ("eat", "drink", "like"):
        return None
    if new.key[0] == "like" or not set(new.key[1:]) & left_out or _KINDS.search(new.claim.text):
        return None
    return "supersede" if new.is_change or re.search(r"\bagain\b", new.claim.text) else "contradict"
