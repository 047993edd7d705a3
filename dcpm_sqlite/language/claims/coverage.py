"""How much of one wording another one says, and where two wordings differ."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Literal

from dcpm_sqlite.language.claims.lemmas import MONTHS, WEEKDAYS, lemmas
from dcpm_sqlite.language.claims.verbs import lemma_of
from dcpm_sqlite.language.claims.wording import Word, is_time

Coverage = Literal["same", "covered", "extended", "differing"]
SlotKind = Literal["amount", "time", "words"]

# What may follow the end of a shorter wording without making its last word part of a compound.
_OPENERS = lemmas(
    "every each daily weekly last next current past today yesterday tomorrow tonight together alone because since near called named especially mostly mainly when while again twice"
)
_FREE = frozenset({"am"})  # "at nine" is "at 9 am" as long as nobody says "pm"
_TURNING = lemmas("out off without from against up down away over under back until before after")
# What is done to kinds of things: who likes dogs doesn't therefore like hot dogs.
_OF_KINDS = lemmas("like prefer want eat drink cook read watch play collect study learn buy sell")
_MANIFOLD = (
    lemmas("run work play study drive own have do make go keep take use practise smoke teach hike") | _OF_KINDS
)  # mean something else with an object
_OTHERWISE = lemmas("run make take keep do go drive")
_UNITS = lemmas("dollar euro pound kilogram kilometre centimetre percent")


def compare_words(new: tuple[Word, ...], old: tuple[Word, ...], *, is_instance: bool = False) -> Coverage:
    """`covered`: all that is new stands in the old wording; `extended`: the new wording says all the old one does, and more.

    is_instance: the older wording is of one thing ("bought a flat"), and not of a kind, so that an adjective only describes it more.
    Words in another order are the same only where at most one is a name or number ("from Rome to Oslo", "from Oslo to Rome").
    """
    a, b = _counted(new), _counted(old)
    if a == b:
        return "same" if _in_order(new, old) else "differing"
    if not a or not b:
        return "differing"
    if a <= b and _is_safely_within(new, old, modifiers=False):
        return "covered"
    if b <= a and _is_safely_within(old, new, modifiers=is_instance or old[0].form not in _OF_KINDS):
        return "extended"
    return "differing"


def _in_order(new: tuple[Word, ...], old: tuple[Word, ...]) -> bool:
    """Whether words in another order say the same: with one name at most, and each number before its own word."""
    forms, old_forms = [word.form for word in new], [word.form for word in old]
    if forms == old_forms:
        return True
    counts, old_counts = ({pair for pair in pairwise(side) if pair[0].isdigit()} for side in (forms, old_forms))
    return counts == old_counts and sum(word.is_key and not word.form.isdigit() for word in new) <= 1


def _counted(words: tuple[Word, ...]) -> Counter[str]:
    return Counter(word.form for word in words if word.form not in _FREE)


def _is_safely_within(shorter: tuple[Word, ...], longer: tuple[Word, ...], *, modifiers: bool) -> bool:
    """In order, and what the longer one has besides leaves the shorter one's meaning alone.

    Not so the first word ("[know] a teacher"), the rest of a compound ("coffee [cups]") and, unless `modifiers`, an adjective, since
    hot dogs are no dogs.
    """
    wanted = [word.form for word in shorter]
    turning = (word for place, word in enumerate(longer) if word.form in _TURNING and not (place and longer[place - 1].is_doing))
    if any(word.form not in wanted for word in turning):
        return False
    taken = 0
    for place, word in enumerate(longer):
        if taken < len(wanted) and word.form == wanted[taken]:
            taken += 1
            continue
        if word.is_doing and taken < len(wanted):
            return False
        is_opener = word.is_doing or word.form in _OPENERS or word.form[0].isdigit() or word.form.endswith("ly") or is_time(word.form)
        if taken == 0 and not is_opener:
            return False
        is_object = taken == len(wanted) == 1 and lemma_of(wanted[0], "base") is not None and wanted[0] not in _MANIFOLD
        if taken == len(wanted) == 1 and wanted[0] in _OTHERWISE and not is_opener:
            return False  # "I run", "I run a bakery"
        if is_object:
            continue  # "I crochet", "I crochet blankets"
        if taken and not is_opener and not longer[place - 1].ends_phrase and longer[place - 1].form == wanted[taken - 1]:
            is_modifier = taken < len(wanted) and not word.ends_phrase
            if not (modifiers and is_modifier):
                return False
        elif taken < len(wanted) and not word.ends_phrase and not modifiers and not is_opener:
            return False
    return taken == len(wanted)


def differing_slot(
    new: tuple[Word, ...], old: tuple[Word, ...], *, is_framed: bool = False
) -> tuple[SlotKind, tuple[Word, ...], tuple[Word, ...]] | None:
    """The one place where two wordings differ, as its kind and the words on both sides; None where there is none or no frame.

    An amount is a number, a time a date, weekday or clock time; the frame is what stands before and behind it, and says at least
    what is meant: one content word for amounts and times, two for words. is_framed: what it is about is known otherwise.
    """
    a, b = [word.form for word in new], [word.form for word in old]
    limit = min(len(a), len(b))
    head = next((i for i in range(limit) if a[i] != b[i]), limit)
    tail = next((i for i in range(limit - head) if a[-1 - i] != b[-1 - i]), limit - head)
    mine, theirs = new[head : len(new) - tail], old[head : len(old) - tail]
    if not mine or not theirs or (head == 0 and not is_framed):
        return None
    if _is_time_slot(mine, new, head) and _is_time_slot(theirs, old, head):
        return "time", mine, theirs
    if all(_is_amount(word) for word in (*mine, *theirs)):
        return "amount", mine, theirs
    return ("words", mine, theirs) if (is_framed or head + tail >= 2) and len(mine) <= 4 and len(theirs) <= 4 else None


def is_amount(words: tuple[Word, ...]) -> bool:
    """A number with a unit, and nothing else."""
    return len(words) == 2 and words[0].form[0].isdigit() and words[1].form in _UNITS


def is_number(word: Word) -> bool:
    """Digits, with or without a separator."""
    return word.form[0].isdigit()


def _is_amount(word: Word) -> bool:
    return word.form[0].isdigit() or word.form in _UNITS


def _is_time_slot(slot: tuple[Word, ...], words: tuple[Word, ...], start: int) -> bool:
    """Weekdays, months with their days, years, and clock times; a bare number counts if a month stands beside the slot."""
    forms = [word.form for word in slot]
    if any(form in MONTHS or form in WEEKDAYS for form in forms):
        return all(is_time(form) or form[0].isdigit() for form in forms)
    around = {word.form for word in words[max(0, start - 1) : start] + words[start + len(slot) : start + len(slot) + 1]}
    is_beside = bool(around & (MONTHS | {"am", "pm"})) or any(":" in form or form in ("am", "pm") for form in forms)
    return all(is_time(form) or form in ("am", "pm") or (form[0].isdigit() and is_beside) for form in forms)
