"""Statements that end a state which was said in other words: "I sold the Skoda" after "I drive a Skoda"."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.lexicon import PETS
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.wording import Word, is_time, wording

_WORK = lemmas("work job employ teach")
_LIVING = lemmas("live home house stay rent base flat share room")
_USED = lemmas("have ride drive use wear play read watch get own take")
_PAIR = lemmas("date married girlfriend boyfriend partner wife husband engaged engagement together relationship")
_MEMBERS = lemmas("band team club gym choir member play sing train attend go school study group orchestra church")
_HAVE = lemmas("have drive ride keep rent")
_GETTING = lemmas("buy get adopt acquire inherit")
# What ends (its words, in order) and the predicates that it ends; none stands for "whatever the object is done to".
_ENDINGS: tuple[tuple[tuple[str, ...], frozenset[str]], ...] = (
    (("sell",), _HAVE),
    (("give", "away"), _HAVE),
    (("get", "rid"), _HAVE),
    (("break", "up"), _PAIR),
    (("split", "up"), _PAIR),
    (("divorce",), _PAIR),
    (("call", "off"), frozenset()),
    (("cancel",), frozenset()),
    (("give", "up"), frozenset()),
    (("stop",), frozenset()),
    (("quit",), frozenset()),
    (("leave",), _WORK | _MEMBERS | _LIVING),
    (("resign",), _WORK),
    (("graduate",), lemmas("student study")),
    (("step", "down"), frozenset()),
    (("drop", "out"), frozenset()),
    (("switch", "from"), frozenset()),
    (("change", "from"), frozenset()),
    (("move", "from"), _LIVING),
    (("move", "out"), _LIVING),
    (("retire", "from"), _WORK),
    (("retire",), _WORK),
    (("trade",), _USED),
    (("swap",), _USED),
    (("drop",), frozenset()),
    (("ditch",), frozenset()),
    (("scrap",), frozenset()),
    (("finish",), lemmas("play read watch write knit paint study")),
)
_ENDING_WORDS = frozenset(marks[0] for marks, _ in _ENDINGS)
_OCCASIONS = lemmas("trip visit holiday flight plan subscription membership appointment party")  # "my trip to Lisbon" is going to Lisbon
_ANIMALS = frozenset(lemma for word in PETS for lemma in lemmas(word))
_GONE = re.compile(
    r"(?:n't|not|no longer) (?:with|at|in|on|part of|a member of|employed (?:at|by)) (?P<what>[^,.!;]+?)(?= any ?more| any longer|[,.!;]|$)",
    re.I,
)
_NO_MORE = re.compile(r"\b(?:no longer|any ?more|any longer)\b", re.I)
_BEFORE = lemmas("just finally recently decide")


def ends_state(new: tuple[Word, ...], old: tuple[Word, ...]) -> bool:
    """Whether the new words say that what the old ones say is over: an ending, and after it an object that the old claim is about.

    The object is what stands up to the end of its phrase; all its words must be the old claim's. Where the ending asks for a kind of
    state (owning, working, being a pair), the old claim must be of that kind, otherwise it must begin with the object.
    """
    heads = {word.form for word in new[:3]} & _ENDING_WORDS
    for marks, kinds in _ENDINGS if heads else ():
        place = _place(new, marks, old) if marks[0] in heads else None
        if place is None:
            continue
        rest = _object(new[place + len(marks) :])
        forms = {word.form for word in old}
        if kinds and not kinds & forms:
            return False
        if not rest:
            return bool(kinds)
        if len(rest) == 1 and rest[0].form in _OCCASIONS and rest[0].form not in forms:
            rest = _object(new[place + len(marks) + 1 :]) or rest
        wanted = [word.form for word in rest]
        is_named = rest[-1].form in _OCCASIONS and rest[-1].form in forms  # "my Netflix subscription", "a subscription to Netflix"
        is_head = kinds or is_named or wanted[0] in [word.form for word in old if not is_time(word.form)][:2]
        return bool(is_head) and set(wanted) <= forms and _is_whole(wanted, old)
    return False


def begins_state(new: tuple[Word, ...], old: tuple[Word, ...]) -> bool:
    """Whether something is got that the old claim denies having: "we bought a car" after "I don't have a car"."""
    forms, denied = [word.form for word in new], [word.form for word in old if word.form != "any"]
    if forms[:2] == ["learn", *denied[:1]] and len(forms) <= len(denied) + 1:
        return True  # "I've learned to swim" after "I can't swim"
    if not forms or forms[0] not in _GETTING or denied[:1] != ["have"]:
        return False
    return denied == ["have", *forms[1:]] or (denied == ["have", "pet"] and len(forms) > 1 and forms[-1] in _ANIMALS)


def is_no_longer_there(new: Side, old: Side) -> bool:
    """ "I'm not with Siemens any longer" after "I'm employed at Siemens": somewhere, and no more."""
    match = _GONE.search(new.claim.text.replace("’", "'"))
    if match is None or old.denies or old.is_event or old.wording.is_past or _NO_MORE.search(new.claim.text) is None:
        return False
    what = wording(match["what"], is_value=True).words
    return bool(what) and any(word.is_key for word in what) and {word.form for word in what} <= set(old.wording.forms)


def _place(words: tuple[Word, ...], marks: tuple[str, ...], old: tuple[Word, ...]) -> int | None:
    """Where the ending stands: at the head of the claim, or after the name that heads both."""
    forms = [word.form for word in words]
    known = {word.form for word in old if word.is_key}
    for place in range(min(3, len(forms))):
        is_head = all(form in _BEFORE or form in known or form == old[at].form for at, form in enumerate(forms[: min(place, len(old))]))
        if is_head and tuple(forms[place : place + len(marks)]) == marks:
            return place
    return None


def _object(words: tuple[Word, ...]) -> list[Word]:
    taken: list[Word] = []
    for word in words:
        taken.append(word)
        if word.ends_phrase:
            break
    return taken


def _is_whole(wanted: list[str], old: tuple[Word, ...]) -> bool:
    """Whether the object isn't the first part of a compound of the old claim ("car" in "car seat"), nor a doing that has an object
    of its own there ("drinking", "drink coffee"); a name may be cut short, and a number may follow.
    """
    last = max(place for place, word in enumerate(old) if word.form == wanted[-1])
    following = old[last + 1 : last + 2]
    is_followed = following != () and following[0].form not in _OCCASIONS and not following[0].form[0].isdigit()
    return old[last].ends_phrase or old[last].is_key or not is_followed
