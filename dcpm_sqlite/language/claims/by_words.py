"""Two claims about one subject of which at least one says nothing that was recognised, or that say different things of it."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.coverage import compare_words, differing_slot, is_amount
from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.occasions import Occasion, compare_occasions
from dcpm_sqlite.language.claims.polarity import flipped, scope
from dcpm_sqlite.language.claims.refining import dates_the_past, is_more_exact, is_of_other_days
from dcpm_sqlite.language.claims.sides import LASTING, Outcome, Side, bare, is_dated_thing, is_definite, is_own
from dcpm_sqlite.language.claims.wording import FORMERLY, Word, is_time, wording
from dcpm_sqlite.language.text import fold

_TOLD_WORDS = 2  # an undated event told in fewer ("we won") may be another each time
_LIGHT = lemmas("have get go do make take be come like that")  # "I haven't", "we do like that": what is meant stands elsewhere
_ONCE = lemmas("graduate marry retire emigrate immigrate found build establish qualify premiere") | lemmas("come arrive")
_IDENTITY = re.compile(r"\s*the .+ is (?:now )?(\S.*)", re.I)
_AHEAD = re.compile(r"(?:\b(?:am|is|are)|['’](?:m|s|re)) \w+ing\b|\b(?:will|going to)\b|['’]ll\b", re.I)  # one plan, told twice
_INSTANCE = re.compile(r"\b(?:an?|my|our|his|her|their|the) [\w-]+", re.I)
_MEASURED = re.compile(r"\b(?:long|high|tall|wide|deep|thick|away|across)\b|\bfor \w+ (?:people|persons|servings)\b", re.I)
_POINTER = re.compile(r"\b(?:it|them|that|this|those|these)\s*(?:$|[.,;!])", re.I)


def by_words(new: Side, old: Side) -> Outcome:
    """At least one claim says nothing that was recognised, or both say different things of their subject."""
    is_apart = bool(new.key and old.key) and not _is_open_pair(new, old)
    occasion = compare_occasions(new.claim, old.claim)
    if set(new.wording.forms) <= _LIGHT or set(old.wording.forms) <= _LIGHT:
        return "duplicate" if fold(new.claim.text) == fold(old.claim.text) and occasion == "same" else "unrelated"
    coverage = compare_words(new.words, old.words, is_instance=_INSTANCE.search(old.claim.text) is not None)
    if coverage == "differing" and new.is_moved:
        coverage = compare_words(bare(new), old.words)
    if new.denies != old.denies:
        return _denied(new, old, is_same=coverage == "same", is_apart=is_apart)
    moods, old_moods = new.wording.moods, old.wording.moods
    if moods != old_moods:
        is_over = FORMERLY in moods - old_moods and [form for form in new.forms if form != FORMERLY] == list(old.forms)
        return "supersede" if is_over else "unrelated"
    if occasion == "apart":
        return _at_another_time(new, old) if coverage == "same" else "unrelated"
    if coverage in ("same", "covered", "extended") and not _is_one_happening(new, old, occasion):
        return "unrelated"
    if coverage == "same" or (coverage == "covered" and not is_apart):
        return "duplicate" if occasion in ("same", "wider") else "update" if occasion == "narrower" else "unrelated"
    if coverage == "extended" and not is_apart:
        return "update" if occasion in ("same", "narrower") else "unrelated"
    return "unrelated" if is_apart and not (new.is_moved or new.is_change) else _by_slot(new, old)


def _is_one_happening(new: Side, old: Side, occasion: Occasion) -> bool:
    """Whether what happened can be the same: events of one date, or told in words enough; a habit is no event."""
    is_dated = occasion == "same" and (new.claim.about or new.claim.holds) is not None
    if is_dated or fold(new.claim.text).rstrip(".!") == fold(old.claim.text).rstrip(".!"):
        return True
    if new.is_event != old.is_event:
        return False
    is_ahead = _AHEAD.search(new.claim.text) is not None and _AHEAD.search(old.claim.text) is not None
    return not new.is_event or is_ahead or len(set(new.forms) - _LIGHT) >= _TOLD_WORDS or any(word.is_key for word in new.words)


def _is_open_pair(new: Side, old: Side) -> bool:
    """Whether an attribute holds its object in its name, behind the same verb as the other one ("runs bakery", "runs small bakery")."""
    if (new.claim.value is None or old.claim.value is None) and new.key[0] == old.key[0]:
        return True
    return len(old.forms) > 1 and new.forms[:1] == old.forms[:1] and not new.is_event and not old.is_event


def _denied(new: Side, old: Side, *, is_same: bool, is_apart: bool) -> Outcome:
    if is_same:
        return flipped(new, old, "same")
    denied, affirmed = (new, old) if new.denies else (old, new)
    wanted = scope(denied)
    if is_apart or set(wanted) <= _LIGHT or _POINTER.search(denied.claim.text) or wanted[0] not in affirmed.forms[:1]:
        return "unrelated"
    if wanted == list(affirmed.forms):
        return flipped(new, old, "same")
    # "I don't like parties" and "I like going to parties": all the words of the denial, in order, from the first on.
    rest = iter(affirmed.forms)
    is_wider = all(form in rest for form in wanted)
    return flipped(new, old, "wider" if new.denies else "narrower") if is_wider else "unrelated"


def _at_another_time(new: Side, old: Side) -> Outcome:
    if dates_the_past(new, old):
        return "contradict"
    if (new.is_moved and is_definite(new)) or is_dated_thing(new, old):
        return "contradict" if new.wording.is_past and old.wording.is_past and not new.is_moved else "supersede"
    is_once = new.wording.is_past and old.wording.is_past and bool(set(new.forms) & (LASTING | _ONCE))
    return "contradict" if is_once else "unrelated"


def _by_slot(new: Side, old: Side) -> Outcome:
    """The same but for one place: another amount, another date, another name."""
    if old.is_event or (new.is_event and not new.is_moved):
        return "unrelated"
    if new.is_moved and old.claim.is_single and _is_same_unit(bare(new), old.claim.value):
        return "supersede"
    is_about = new.claim.subject is not None or (new.is_change and new.wording.is_copular)
    is_framed = is_about and (new.is_moved or new.wording.is_copular) and old.wording.is_copular
    slot = differing_slot(bare(new), old.words, is_framed=is_framed)
    if slot is None:
        return "unrelated"
    kind, mine, theirs = slot
    is_changed = new.is_moved or new.is_change
    if not is_changed and is_of_other_days(new, old):
        return "unrelated"
    if kind == "amount" and not is_changed and is_more_exact(new, old):
        return "update"
    if new.is_moved or (new.is_change and kind != "words"):
        return "supersede" if kind != "words" or new.wording.replaces else "unrelated"
    if new.wording.is_past:
        is_year = kind == "time" and all(is_time(word.form) for word in (*mine, *theirs))
        return "contradict" if is_year and old.wording.is_past and is_definite(new) else "unrelated"
    if kind == "words":
        is_named = all(word.is_key for word in (*mine, *theirs))
        is_identity = _says_who(new, mine) and _says_who(old, theirs)
        return "supersede" if is_named and ((is_framed and new.is_change) or is_identity) else "unrelated"
    if is_definite(new) and is_definite(old):
        if not is_changed and (_MEASURED.search(new.claim.text) or dates_the_past(new, old)):
            return "contradict"
        return "supersede" if new.wording.is_copular or is_own(new) else "contradict"
    return "supersede" if kind == "amount" and _is_counting(new, mine) else "unrelated"


def _says_who(one: Side, value: tuple[Word, ...]) -> bool:
    """ "The head coach of the Rovers is Anna Lind": a definite thing, and by name who or what it is."""
    match = _IDENTITY.match(one.claim.text)
    return match is not None and wording(match[1], is_value=True).forms == tuple(word.form for word in value)


def _is_same_unit(amount: tuple[Word, ...], value: str | None) -> bool:
    """ "I'm down to 86 kilos" after "I weigh 92 kilos"."""
    before = wording(value or "").words
    return is_amount(amount) and is_amount(before) and amount[1].form == before[1].form


def _is_counting(one: Side, amount: tuple[Word, ...]) -> bool:
    """ "I drink two cups a day": an amount of something that the speaker does or has, and no hour or age of one among many."""
    return one.claim.subject is None and not amount[-1].ends_phrase and not re.search(r"\b(?:an?|at) \d", one.claim.text)
