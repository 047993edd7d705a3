"""Predicates without a frame: what happened, what is done regularly, what somebody has or is."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.lexicon import IMPRESSIONS, SCHEDULED, word_set
from dcpm_sqlite.language.claims.objects import core_span, folded
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.talk import DEICTIC, TALK, TALK_PAST, VAGUE, YOU, is_empty
from dcpm_sqlite.language.claims.verbs import third

# Verbs that say something without an object.
_TELLING = word_set(
    """
    survive fail graduate retire freelance commute snore cook bake sing dance swim run ski surf climb jog hike garden knit paint draw
    meditate pray vote drive volunteer fish hunt cycle skate divorce marry die hurt ache code blog sew row
    """
)
_OCCASIONS = re.compile(
    r"\b(?:appointment|meeting|exam|test|interview|flight|party|deadline|wedding|concert|match|race|trip|surgery|operation|date|conference|presentation|"
    r"class|lesson|session|game|birthday|visit|call|tournament|recital|audition|shift|holiday|vacation)s?\b",
    re.I,
)
_NOT_HAD = re.compile(
    r"(?:to|been|gotta|gonna|something|anything|nothing|everything)\b|"
    r"(?:(?:a|an|any|some|no|the|another|one|few|lot|couple|more|to|always|just|two|so|many|much|little|such|quite|really|other|further|good|great|"
    r"follow-up|quick|of|small|big)\s+)*"
    r"(?:questions?|ideas?|feeling|problems?|issues?|doubts?|few|couple|lot|clue|time|access|trouble|difficulty|hard time|look|chance|choice|point|say|fun|"
    r"concerns?|suggestions?|thoughts?|preference|tips|help|interest|opportunity|faith|sense|understanding|list|following|right|reason|way|to|plans?|doubt|"
    r"blast|experience|no)\b",
    re.I,
)
_PASSING = re.compile(r"\b(?:cold|flu|fever|headache|hangover|cough|sore)\b")
_NOUN = re.compile(
    r"(?:an?|the only|one of the) (?!(?:bit|little|lot|few|big believer|while|beginner)\b)(?P<o>(?:[\w-]+ ){0,3}[\w-]+)", re.I
)
_OF_NAME = re.compile(r"(?P<r>[\w -]+?) of (?P<v>(?:the )?[A-Z].*)")
_TEMPORARY = re.compile(
    r"(?:on (?:call|holiday|vacation|leave|a \w+ (?:trip|diet))|in [A-Z]\w+|at [A-Z][\w' ]+|off work|away|abroad|in (?:the )?hospital|ill|sick|in my (?:first|second|third|fourth|fifth|final|last|\w+th|early|mid|late|\d0s|twenties|thirties|forties|fifties|sixties)\b.*)\b"
)
_MAX_WORDS = 10


def named_habit(clause: Parsed) -> str:
    """The attribute of a habit: "goes to gym"."""
    name = folded(clause.text[slice(*core_span(clause.text, clause.start, clause.end))])
    parts = name.split(" ", 1)
    if len(parts) == 2 and parts[0] in {"to", "on", "in", "at", "with", "for"}:
        name = f"{parts[0]} {folded(parts[1])}"
    return f"{third(clause.predicate.lemma)} {name}".strip()


def read_bare(clause: Parsed) -> list[Finding]:
    """Something that happened, or that is done regularly, if the words are about anything but the talk."""
    predicate, rest = clause.predicate, clause.complement.strip(" .!,)")
    is_telling = predicate.lemma in _TELLING
    if YOU.search(rest) or VAGUE.match(rest):
        return []
    if predicate.lemma == "be":
        return _copula(clause)
    if DEICTIC.search(rest) or (is_empty(rest) and not is_telling) or (not rest and not is_telling):
        return []
    if predicate.lemma == "have" and _NOT_HAD.match(rest):
        return []
    match predicate.tense:
        case "past" | "perfect" | "past progressive":
            return [] if predicate.lemma in TALK_PAST else [replace(said_by(predicate, None), type="event")]
        case "present" | "past habit" | "progressive":
            return [] if predicate.lemma in TALK else _going_on(clause, is_telling=is_telling)
        case "skill" if is_telling and (not rest or rest.split()[0] in ("well", "at")):
            return [replace(said_by(predicate, f"can {predicate.lemma}"), kind="identity")]
        case _:
            return []


def _going_on(clause: Parsed, *, is_telling: bool) -> list[Finding]:
    predicate = clause.predicate
    if predicate.lemma == "have":
        return _having(clause)
    name = named_habit(clause)
    if name == third(predicate.lemma) and not is_telling:
        return []
    if predicate.lemma in SCHEDULED and predicate.tense == "present":
        return [replace(said_by(predicate, None), type="event", tense="plan")]
    is_habit = predicate.tense == "present" and not predicate.is_passive
    found = replace(said_by(predicate, name), kind="identity" if is_habit else "fact")
    return [replace(found, is_change=found.is_change or predicate.tense == "past habit")]


def _having(clause: Parsed) -> list[Finding]:
    predicate, what = clause.predicate, clause.text[slice(*core_span(clause.text, clause.start, clause.end))]
    name = folded(what)
    if not name or len(name.split()) > _MAX_WORDS:
        return []
    if _OCCASIONS.search(what):
        return [replace(said_by(predicate, None), type="event", salience=0.6)]
    lasts = predicate.tense == "present" and not _PASSING.search(name)
    found = replace(said_by(predicate, f"has {name.removeprefix('no ')}"), kind="identity" if lasts else "fact")
    return [replace(found, is_negated=found.is_negated != name.startswith("no "))]


def _copula(clause: Parsed) -> list[Finding]:
    if clause.predicate.tense not in ("present", "past", "perfect"):
        return []
    if match := _NOUN.match(clause.text, clause.start, clause.end):
        name = folded(clause.text[slice(*core_span(clause.text, match.start("o"), clause.end))])
        if not name or set(name.split()) & IMPRESSIONS:
            return []
        base = replace(said_by(clause.predicate, f"is {name}"), kind="identity", salience=0.6)
        if whole := _OF_NAME.match(clause.text, match.start("o"), clause.end):  # "a citizen of Norway"
            value = clause.text[slice(*core_span(clause.text, whole.start("v"), clause.end))]
            base = replace(base, attribute=f"is {folded(whole['r'])} of", value=value)
        return [base]
    if _TEMPORARY.match(clause.text, clause.start, clause.end):
        name = folded(clause.text[slice(*core_span(clause.text, clause.start, clause.end))])
        return [said_by(clause.predicate, f"is {name}")]
    return []
