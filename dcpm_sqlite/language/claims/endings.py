"""Statements that end a state which was said in other words: "I sold the Skoda" after "I drive a Skoda"."""

from __future__ import annotations

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.wording import Word

_WORK = lemmas("work job employ teach")
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
    (("leave",), _WORK | _MEMBERS),
    (("resign",), _WORK),
    (("graduate",), lemmas("student study")),
    (("step", "down"), frozenset()),
    (("drop", "out"), frozenset()),
    (("switch", "from"), frozenset()),
    (("change", "from"), frozenset()),
    (("move", "from"), lemmas("live home")),
)
_ENDING_WORDS = frozenset(marks[0] for marks, _ in _ENDINGS)
_OCCASIONS = lemmas("trip visit holiday flight plan subscription membership appointment party")  # "my trip to Lisbon" is going to Lisbon
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
        is_head = kinds or is_named or wanted[0] in [word.form for word in old[:2]]
        return bool(is_head) and set(wanted) <= forms and _is_whole(wanted, old)
    return False


def begins_state(new: tuple[Word, ...], old: tuple[Word, ...]) -> bool:
    """Whether something is got that the old claim denies having: "we bought a car" after "I don't have a car"."""
    forms = [word.form for word in new]
    return forms[:1] != [] and forms[0] in _GETTING and [word.form for word in old] == ["have", *forms[1:]]


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
    return old[last].ends_phrase or old[last].is_key or old[last + 1 : last + 2] == () or old[last + 1].form[0].isdigit()
