"""How a newer claim relates to an older one: the rules by which states follow each other offline.

Precision first: what isn't surely a duplicate or a change stays beside what is there. Nearness of meaning never decides, it can only
hold back what the words would allow ("I live in Lisbon" and "I live in Berlin" are as near as two wordings of one thing).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.coverage import compare_words, differing_slot
from dcpm_sqlite.language.claims.endings import ends_state
from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.occasions import Occasion, compare_occasions
from dcpm_sqlite.language.claims.subject_matching import same_subject, subject_words
from dcpm_sqlite.language.claims.value_matching import Extent, compare_values
from dcpm_sqlite.language.claims.wording import Word, Wording, is_time, without_times, wording
from dcpm_sqlite.language.text import fold

__all__ = ["Outcome", "compare", "same_subject"]

Outcome = Literal["duplicate", "update", "supersede", "contradict", "unrelated"]

_LEAST_NEAR = 0.5  # percentile of unrelated texts: two wordings of one thing are nearer than that with any encoder
_RESTATED = 0.98  # the same from another grammatical subject ("I drink coffee with milk", "my coffee is with milk")
_RESTATED_WORDS = 3

# Words by which a recognised attribute may be said: they add nothing once attribute and value are known to be the same.
_FRAME = lemmas(
    """
    have get live home house stay base located city town country work job employ employer company position role profession occupation call
    name age year old bear speak language talk know make favourite go come be like person someone thing kind sort new turn move become
    switch change marry relationship identify consider
    """
)
_CHANGE = lemmas(
    "switch change move become turn push postpone reschedule forward up down back new instead rise increase decrease drop raise go get"
)
_MULTIPLE = lemmas("have visit speak like know see read watch play buy meet want friend hobby skill go can learn cook try travel")
_LASTING = lemmas("bear birth birthday birthplace birthdate die death")  # a second value is a mistake, and no change
_GENERIC = lemmas("job position role post work employer company relationship home place")
_REASON = lemmas("because since so though although but")
_ENDED = re.compile(r"\b(?:no longer|any ?more|used to|not .{1,40} (?:now|these days)|(?:quit|stopped|gave up|given up)\b)", re.I)
_RETURNED = re.compile(r"\b(?:now|again|these days|nowadays|started|began|since then)\b", re.I)
_FORMERLY = "formerly"  # the form of "used to"
_NEVER = re.compile(r"\b(?:never|ever)\b", re.I)
_OWN = re.compile(r"\s*(?:my|our)\b", re.I)
_DEFINITE = re.compile(r"\s*(?:the|my|our|his|her|their|your|[\w']+'s)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Side:
    """One claim, read for comparing.

    key: forms of its attribute, () where there is none; is_negative: polarity with regard to `key`, or to the words where there is no
    key; words: content words less the subject's, and less dates where the claim is dated; is_event: it happened, it isn't a state.
    """

    claim: Claim
    wording: Wording
    key: tuple[str, ...]
    is_negative: bool
    words: tuple[Word, ...]
    moods: frozenset[str]
    is_event: bool


def compare(new: Claim, old: Claim, *, nearness: float) -> Outcome:
    """What the later claim `new` is to `old`, both about the same party.

    nearness: percentile (0..1) of the similarity of both texts among unrelated ones. `duplicate`: says nothing that isn't there;
    `update`: the same state, said with more; `supersede`: another state of the same (K14, K15, K17); `contradict`: both can't be true,
    and nothing says that it changed; else `unrelated` (K18, K19).
    """
    if not same_subject(new, old):
        return "duplicate" if nearness >= _RESTATED and _is_restated(new, old) else "unrelated"
    a, b = _side(new), _side(old)
    if not b.is_event and not b.is_negative and ends_state(a.words, b.words):
        return "supersede"
    outcome = _by_attribute(a, b) if a.key and a.key == b.key else _by_words(a, b)
    return "unrelated" if outcome in ("duplicate", "update") and nearness < _LEAST_NEAR else outcome


def _side(claim: Claim) -> _Side:
    said = wording(claim.text)
    named = wording(claim.attribute) if claim.attribute else None
    about = set(subject_words(claim)) | {
        form for mention in claim.mentions if mention.role == "subject" for form in wording(mention.name).forms
    }
    words = tuple(word for word in said.words if word.form not in about)
    if claim.about is not None or claim.holds is not None:
        words = without_times(words)
    return _Side(
        claim=claim,
        wording=said,
        key=named.forms if named else (),
        is_negative=claim.is_negated != named.is_negative if named else claim.is_negated or said.is_negative,
        words=words,
        moods=said.moods,
        is_event=claim.type in ("event", "episode"),
    )


def _by_attribute(new: _Side, old: _Side) -> Outcome:
    """Both claims say what the same attribute of the same subject is."""
    extent = _extent(new, old)
    if new.is_negative != old.is_negative:
        return _flipped(new, old, extent)
    if new.moods != old.moods:
        return "supersede" if _FORMERLY in new.moods - old.moods and extent == "same" else "unrelated"
    occasion = compare_occasions(new.claim, old.claim)
    if extent in ("other", "unclear"):
        return _other_value(new, old, extent)
    if occasion in ("apart", "unclear"):
        return (
            "supersede" if occasion == "apart" and new.claim.is_single and not new.is_event and _is_dated_thing(new, old) else "unrelated"
        )
    return _same_value(new, old, extent, occasion)


def _extent(new: _Side, old: _Side) -> Extent:
    a, b = new.claim.value, old.claim.value
    if a is None or b is None:
        return "same" if a is b else ("narrower" if b is None else "wider")
    return compare_values(a, b)


def _same_value(new: _Side, old: _Side, extent: Extent, occasion: Occasion) -> Outcome:
    more, less = _besides(new, old), _besides(old, new)
    if extent == "narrower" or occasion == "narrower":
        if less or extent == "wider" or occasion == "wider":
            return "unrelated"
        return "supersede" if new.claim.is_change and new.claim.is_single else "update"
    if not more:
        return "duplicate"
    return "update" if not less and extent == "same" and occasion == "same" else "unrelated"


def _besides(side: _Side, other: _Side) -> list[str]:
    """Words of one claim that the other doesn't say, its attribute and value aside."""
    known = {word.form for word in other.words} | set(side.key) | _FRAME
    if side.claim.value is not None:
        known |= set(wording(side.claim.value).forms)
    return [word.form for word in side.words if word.form not in known and not word.form.endswith("ly")]


def _other_value(new: _Side, old: _Side, extent: Extent) -> Outcome:
    if new.is_negative or (_is_passing(new.claim) and not _is_passing(old.claim)):
        return "unrelated"
    is_change = new.claim.is_change or new.wording.replaces
    if new.wording.is_past and not old.wording.is_past and not is_change:
        return "unrelated"
    if _is_lasting(new, old):
        return "contradict" if extent == "other" and not is_change else "unrelated"
    if extent == "unclear":
        return "supersede" if is_change and new.claim.is_single else "unrelated"
    if new.claim.is_single:
        return "supersede"
    if not new.is_event and (new.wording.replaces or (new.claim.is_change and not set(new.key) & _MULTIPLE)):
        return "supersede"
    return "unrelated"


def _is_passing(claim: Claim) -> bool:
    """For a day or a week only (K19)."""
    return claim.holds is not None and claim.holds.until_ms is not None and claim.holds.precision in ("hour", "day", "week")


def _is_lasting(new: _Side, old: _Side) -> bool:
    """Whether it is of birth and death, or the year of something past: no such value can change."""
    if set(new.key) & _LASTING or {word.form for word in new.words} & _LASTING:
        return True
    a, b = new.claim.value, old.claim.value
    return new.wording.is_past and a is not None and b is not None and all(is_time(form) for form in (*wording(a).forms, *wording(b).forms))


def _is_dated_thing(new: _Side, old: _Side) -> bool:
    """ "The deadline is on the 15th": a definite thing that is on a date, and not a doing that may be done again."""
    return not new.is_event and not old.is_event and new.wording.is_copular and old.wording.is_copular


def _flipped(new: _Side, old: _Side, extent: Extent) -> Outcome:
    """One claim affirms what the other denies."""
    if compare_occasions(new.claim, old.claim) == "apart" and (new.is_event or old.is_event):
        return "unrelated"
    if new.is_negative and new.claim.is_change and new.claim.is_single and _is_generic(new.claim.value):
        return "supersede"
    if new.moods - {_FORMERLY} != old.moods - {_FORMERLY} or extent in ("other", "unclear"):
        return "unrelated"
    denied, affirmed = (new, old) if new.is_negative else (old, new)
    is_narrow_denial = extent != "same" and (extent == "narrower") == (denied is new)
    if is_narrow_denial or [form for form in _besides(_less_reason(denied), affirmed) if form not in _CHANGE]:
        return "unrelated"
    if new.is_event or old.is_event:
        return "contradict"
    is_change = new.claim.is_change or _ENDED.search(new.claim.text) or (old.is_negative and _RETURNED.search(new.claim.text))
    if is_change:
        return "supersede"
    is_equal = extent == "same" and not _besides(affirmed, denied)
    is_state = new.wording.is_copular or _NEVER.search(denied.claim.text) or new.wording.is_past
    return "supersede" if is_equal and not is_state else "contradict"


def _is_generic(value: str | None) -> bool:
    """ "I quit my job" ends whatever job it was."""
    return value is not None and set(wording(value).forms) <= _GENERIC


def _less_reason(side: _Side) -> _Side:
    cut = next((place for place, word in enumerate(side.words) if word.form in _REASON), len(side.words))
    return _Side(side.claim, side.wording, side.key, side.is_negative, side.words[:cut], side.moods, side.is_event)


def _by_words(new: _Side, old: _Side) -> Outcome:
    """At least one claim says nothing that was recognised, or both say different things of their subject."""
    new_denies, old_denies = (side.claim.is_negated or side.wording.is_negative for side in (new, old))
    is_apart = bool(new.key and old.key) and not _is_open_pair(new, old)
    if not new.wording.words or not old.wording.words:
        return "duplicate" if fold(new.claim.text) == fold(old.claim.text) else "unrelated"
    coverage = compare_words(new.words, old.words)
    if new_denies != old_denies:
        if coverage == "same":
            return _flipped(new, old, "same")
        denied, affirmed = (new, old) if new_denies else (old, new)
        if is_apart or not _is_wider(denied, affirmed):
            return "unrelated"
        return _flipped(new, old, "wider" if new_denies else "narrower")
    if new.moods != old.moods:
        return "supersede" if _FORMERLY in new.moods - old.moods and _less_used(new) == _less_used(old) else "unrelated"
    occasion = compare_occasions(new.claim, old.claim)
    if occasion == "apart":
        return "supersede" if coverage == "same" and _is_definite(new) and _is_dated_thing(new, old) else "unrelated"
    if coverage == "same" or (coverage == "covered" and not is_apart):
        return "duplicate" if occasion in ("same", "wider") else "update" if occasion == "narrower" else "unrelated"
    if coverage == "extended" and not is_apart:
        return "update" if occasion in ("same", "narrower") else "unrelated"
    return "unrelated" if is_apart else _by_slot(new, old)


def _is_open_pair(new: _Side, old: _Side) -> bool:
    """Whether both attributes hold their object in their name, behind the same verb ("runs bakery", "runs small bakery")."""
    return new.claim.value is None and old.claim.value is None and new.key[0] == old.key[0]


def _is_wider(denied: _Side, affirmed: _Side) -> bool:
    """ "I don't like parties" and "I like going to parties": from the first to the last word of the denial, in order."""
    wanted, said = [word.form for word in _less_reason(denied).words], [word.form for word in affirmed.words]
    if not wanted or wanted[0] != said[0]:
        return False
    rest = iter(said)
    return all(form in rest for form in wanted)


def _less_used(side: _Side) -> list[str]:
    return [word.form for word in side.words if word.form != _FORMERLY]


def _is_definite(side: _Side) -> bool:
    return bool(_DEFINITE.match(side.claim.text)) or side.claim.subject is not None


def _by_slot(new: _Side, old: _Side) -> Outcome:
    """The same but for one place: another amount, another date, another name."""
    stripped = tuple(word for word in new.words if word.form not in _CHANGE)
    is_change = (new.claim.is_change or new.wording.replaces) and not new.is_event
    slot = differing_slot(stripped if is_change else new.words, old.words)
    if slot is None or old.is_event or new.is_event:
        return "unrelated"
    kind, mine, theirs = slot
    if new.wording.is_past and not is_change:
        is_year = kind == "time" and all(is_time(word.form) for word in (*mine, *theirs))
        return "contradict" if is_year and old.wording.is_past and _is_definite(new) else "unrelated"
    if is_change and kind != "words":
        return "supersede"
    if new.claim.is_single and (kind != "words" or compare_values(_said(mine), _said(theirs)) == "other"):
        return "supersede"
    if is_change and new.wording.replaces:
        return "supersede"
    if kind == "words" or not (_is_definite(new) and _is_definite(old)):
        return "supersede" if kind == "amount" and _is_counting(new, mine) else "unrelated"
    return "supersede" if new.wording.is_copular or _OWN.match(new.claim.text) else "contradict"


def _is_counting(side: _Side, amount: tuple[Word, ...]) -> bool:
    """ "I drink two cups a day": an amount of something that the speaker does or has, and no hour or age of one among many."""
    return side.claim.subject is None and not amount[-1].ends_phrase and not re.search(r"\b(?:an?|at) \d", side.claim.text)


def _said(words: tuple[Word, ...]) -> str:
    return " ".join(word.form for word in words)


def _is_restated(new: Claim, old: Claim) -> bool:
    """K20: said again from the side of something the old claim mentions, in at least three of its own words and no others."""
    a, b = _side(new), _side(old)
    if new.is_negated != old.is_negated or a.moods != b.moods or a.wording.is_negative != b.wording.is_negative or old.subject is not None:
        return False
    mine, theirs = a.wording.forms, b.wording.forms
    is_own = re.match(r"(?:my|our)\b", new.subject or "", re.I) is not None
    return is_own and len(mine) >= _RESTATED_WORDS and set(mine) <= set(theirs)
