"""What became of a plan: done, dropped, or put to another time."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.lemmas import MONTHS, WEEKDAYS, lemmas
from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.wording import is_time, wording

_PLANNING = lemmas("want plan intend hope like think consider go will would need aim dream try decide prepare")
_PLAN = re.compile(
    r"\b(?:want|plan|planning|intend|hope|hoping|going to|would like|'d like|thinking (?:of|about)|considering|aim|will)\b", re.I
)
_DROPPED = re.compile(r"\bdecided (?:not to|against)\b|\b(?:no longer|not) (?:want|planning|going to|plan)\b|\bgave up on\b", re.I)
_TRAINING = re.compile(
    r"\b(?:training|preparing|studying|revising|practising|practicing) for (?:an? |the |my |our )?(?P<what>[^,.!;]+)", re.I
)
_SEEKING = re.compile(
    r"\b(?:looking|searching|hunting|saving|saving up|waiting|applying) for (?:an? |the |my |our |his |her |their )?(?:new )?"
    r"(?P<what>[^,.!;]+?)(?= (?:in|near|at|around|by|with|from|since|for)\b|[,.!;]|$)",
    re.I,
)
_FOUND = re.compile(r"\b(?:found|got|gotten|bought|adopted|rented|landed|arrived|came|received)\b", re.I)
_DOING = re.compile(
    r"\b(?P<verb>writing|reading|building|knitting|painting|restoring|renovating|watching|sewing|translating) (?:an? |the |my |our )?(?P<what>[^,.!;]+)",
    re.I,
)
_FINISHED = re.compile(r"\bfinished (?:(?P<verb>\w+ing) )?(?:an? |the |my |our )?(?P<what>[^,.!;]+)", re.I)
_DONE = re.compile(r"\b(?:ran|finished|completed|passed|did|took|failed|over|won|had)\b", re.I)
_MOVED = re.compile(
    r"\b(?:moved|pushed|postponed|rescheduled|delayed|shifted|extended|deferred|brought forward|put (?:back|off)|changed|switched)\b", re.I
)
_PAST = re.compile(r"\b(?:would|if|might|may|should|could)\b", re.I)
_SET = re.compile(r"(?:is )?(?:planned|scheduled|set|due|starts|begins|opens|leaves|departs|arrives|lands|takes off|takes place|held)\b")
_JOINTS = frozenset({"to", "in", "at", "on", "with", "for"})
_GENERIC = lemmas("day date time")


def settles_plan(new: Side, old: Side) -> bool:
    """Whether the newer claim tells that the older one's plan was carried out, or given up."""
    if _PLAN.search(old.claim.text) and not old.denies and not _PAST.search(new.claim.text):
        wanted = _less_planning(old)
        if wanted and _DROPPED.search(new.claim.text):
            return _less_planning(new) == wanted
        is_told = new.is_event and not new.denies and not new.wording.moods and not _PLAN.search(new.claim.text)
        return is_told and len(wanted) > 1 and _less_planning(new)[: len(wanted)] == wanted
    goal, reached = _TRAINING.search(old.claim.text), _DONE
    if _finishes(new.claim.text, old.claim.text):
        return not new.denies
    if goal is None:
        goal, reached = _SEEKING.search(old.claim.text), _FOUND
    if goal is None or reached.search(new.claim.text) is None or new.denies:
        return False
    forms = wording(goal["what"]).forms
    return (
        bool(forms)
        and set(forms) <= set(wording(new.claim.text).forms)
        and _TRAINING.search(new.claim.text) is None
        and _SEEKING.search(new.claim.text) is None
    )


def _finishes(new: str, old: str) -> bool:
    """ "I finished my novel" after "I'm writing a novel"; "I finished reading a novel" tells of another one."""
    doing, done = _DOING.search(old), _FINISHED.search(new)
    if doing is None or done is None or (done["verb"] and done["verb"].lower() != doing["verb"].lower()):
        return False
    what = wording(doing["what"], is_value=True).forms
    return bool(what) and wording(done["what"], is_value=True).forms == what


def is_rescheduled(new: Side, old: Side) -> bool:
    """ "Our exam got pushed to Thursday" after "the exam is on Monday": the dated thing is named, and put on another date."""
    moved = _MOVED.search(new.claim.text)
    if moved is None or new.denies or not _has_time(new.claim.text[moved.start() :]) or not _has_time(old.claim.text):
        return False
    named = _thing(old)
    return bool(named) and set(named) <= set(wording(new.claim.text).forms)


def _thing(old: Side) -> tuple[str, ...]:
    """The forms of what the older claim dates: its attribute, with whose it is; else its object ("planning the wedding for June")."""
    is_set = old.claim.attribute is not None and _SET.match(old.claim.attribute) is not None
    if old.claim.attribute is not None and old.claim.value is not None and (old.claim.is_single or is_set):
        owner = wording(old.claim.subject).forms if old.claim.subject else ()
        named = () if _SET.match(old.claim.attribute) else wording(old.claim.attribute).forms
        return tuple(form for form in (*owner, *named) if form not in _GENERIC)
    habit = old.claim.attribute
    if habit is not None and old.claim.value is None and old.claim.type == "fact" and len(old.key) > 1:
        return tuple(form for form in old.key[1:] if form not in _GENERIC and form not in _JOINTS)
    match = re.search(
        r"\b(?:planning|having|have|planned) (?:my|our|the|an?) (?P<what>[\w' -]+?)(?: (?:for|on|in|at)\b|[.!,]|$)", old.claim.text
    )
    return wording(match["what"]).forms if match is not None else ()


def _has_time(text: str) -> bool:
    return any(is_time(form) or form in MONTHS or form in WEEKDAYS or ":" in form for form in wording(text).forms) or bool(
        re.search(
            r"\b(?:to|at|until|on) (?:the )?\d|\b(?:next|this) (?:week|month|year|weekend)\b|\b(?:spring|summer|autumn|winter)\b", text
        )
    )


def _less_planning(one: Side) -> list[str]:
    forms = [word.form for word in wording(one.claim.text).words]
    while forms and (forms[0] in _PLANNING or forms[0] in ("not", "no", "against")):
        forms = forms[1:]
    return forms
