"""Statements that end a state which was said in other words: "I sold the Skoda" after "I drive a Skoda"."""

from __future__ import annotations

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.wording import Word

_WORK = lemmas("work job employ teach")
_PAIR = lemmas("date married girlfriend boyfriend partner wife husband engaged engagement together relationship")
_HAVE = lemmas("have drive ride keep rent")
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
    (("leave",), _WORK),
    (("resign",), _WORK),
    (("step", "down"), frozenset()),
    (("drop", "out"), frozenset()),
    (("switch", "from"), frozenset()),
    (("change", "from"), frozenset()),
    (("move", "from"), lemmas("live home")),
)
_BEFORE = lemmas("just finally recently decide")


def ends_state(new: tuple[Word, ...], old: tuple[Word, ...]) -> bool:
    """Whether the new words say that what the old ones say is over: an ending, and after it an object that the old claim is about.

    The object is what stands up to the end of its phrase; all its words must be the old claim's, and where the ending asks for a
    kind of state (owning, working, being a pair), the old claim must be of that kind.
    """
    for marks, kinds in _ENDINGS:
        place = _place(new, marks)
        if place is None:
            continue
        rest = _object(new[place + len(marks) :])
        forms = {word.form for word in old}
        if not rest or (not kinds & forms and kinds):
            return False
        wanted = [word.form for word in rest]
        return set(wanted) <= forms and _is_whole(wanted, old)
    return False


def _place(words: tuple[Word, ...], marks: tuple[str, ...]) -> int | None:
    """Where the ending stands: at the head of the claim."""
    forms = [word.form for word in words]
    for place in range(min(3, len(forms))):
        if tuple(forms[place : place + len(marks)]) == marks and all(
            form in _BEFORE or word.is_key for form, word in zip(forms[:place], words, strict=False)
        ):
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
