"""Predicates without a frame: what happened, what is done regularly, what somebody has or is."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.lexicon import IMPRESSIONS, PREPOSITIONS, SCHEDULED, word_set
from dcpm_sqlite.language.claims.objects import core_span, folded
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.states import read_state
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
    r"(?:(?:a|an|any|some|no|the|another|one|few|lot|couple|more|to|always|just|two|so|many|much|little|such|quite|really|other|similar|same|tons?|further|good|great|"
    r"follow-up|quick|of|small|big)\s+)*"
    r"(?:questions?|ideas?|feeling|problems?|issues?|doubts?|few|couple|lot|clue|time|access|trouble|difficulty|hard time|look|chance|choice|point|say|fun|"
    r"concerns?|suggestions?|thoughts?|preference|tips|help|interest|opportunity|faith|sense|understanding|list|following|right|reason|way|to|plans?|doubt|"
    r"blast|experience|no)\b",
    re.I,
)
_PASSING = re.compile(r"\b(?:cold|flu|fever|headache|hangover|cough|sore)\b")
_NOUN = re.compile(
    r"(?:an?|the only|one of the) (?!(?:bit|little|lot|few|mix of|big believer|while|beginner)\b)(?P<o>(?:[\w-]+ ){0,3}[\w-]+)", re.I
)
_OF_NAME = re.compile(r"(?P<r>[\w -]+?) of (?P<v>(?:the )?[A-Z].*)")
_FIRM = re.compile(r"\d|(?<=\s)[A-Z]|\b(?:last|this|next|today|tomorrow|yesterday|tonight|ago|week|month|year)\b")
_TEMPORARY = re.compile(
    r"(?:on (?:call|holiday|vacation|leave|a \w+ (?:trip|diet))|in [A-Z]\w+|at [A-Z][\w' ]+|off work|away|abroad|in (?:the )?hospital|ill|sick|in my (?:first|second|third|fourth|fifth|final|last|\w+th|early|mid|late|\d0s|twenties|thirties|forties|fifties|sixties)\b.*)\b"
)
_MAX_WORDS = 10
_IDIOM = re.compile(
    r"(?:weighs (?:my )?options|does (?:my best|(?:pretty |really |quite |so |very )?well|fine|ok|great)|falls behind|gets (?:there|started|better)|makes (?:progress|sense|sure)|has fun|crosses (?:my )?fingers|hangs in there|stays (?:hopeful|positive|strong|motivated|focused|calm|busy)|keeps? \w+ing$|lends hand|does (?:my )?part$|starts (?:big )?new things|explores (?:other |new )?(?:options|possibilities)|reaches dreams|has .*\bin mind$|has (?:similar|different|same) (?:interests|tastes|skills)|works well together|goes with the flow)"
)
_SHORTEST = 2
# What somebody can't do or have in life, against what can't be found, seen or believed in a talk.
_ABLE = word_set(
    """
    eat have drink take do make drive swim cook walk sleep read write work lift climb tolerate wear play sing dance speak afford come
    go digest hear smell taste ride run eat digest handle cope fly bend kneel carry bring touch smoke
    """
)
# Of these, which are mostly about the talk, only what has a thing for its object is told of a life ("I keep bees", "I get migraines").
_LIVED = re.compile(
    r"(?!(?:it|that|this|those|these|them|you|your|why|what|how|where|when|who|the|to|there|back|started|rid|some|any|an?|more|most|all|none|going|up|on|in|out|by|over|error|errors|ready|good|better)\b)"
    r"(?!\w+ing\b)[a-z][\w'-]+|(?:an?|my|the) (?!(?:error|message|warning|result|response|question|idea|lot|bit|feeling|chance|look|point|good|great|similar|quick|few)\b)(?=\w+ \w+ )",
    re.I,
)
_LIVED_VERBS = frozenset({"get", "keep", "share", "see", "look", "care"})
_LOOKED_AFTER = re.compile(r"(?:after|for) (?!(?:it|that|this|them|you|the (?:best|right))\b)\w", re.I)

# What only the talk around it names, or a figure of speech.
_KEPT = re.compile(r"\w+ing(?: \w+)?")  # "I kept pushing"
_COUNTED = re.compile(
    r"(?:one|some|a few|any|another)(?=$|[.,;!]| (?:in|for|lately|since|last|this|today|yesterday)\b)", re.I
)  # of what the talk is about
_EACH_OTHER = re.compile(r"(?:\w+ )?(?:one another|each other|ourselves|myself)", re.I)
_POINTED = re.compile(
    r"(?:the (?:line|way|point|ball|time|deal|cut|call|mark|question|idea|moment|rest|end|day|view|chance|opportunity|same|win|vibe|bullet|plunge|bill)\b"
    r"|(?:the|our|my) \w+ (?:together|again|anyway|alone|first|last)$)",
    re.I,
)


def named_habit(clause: Parsed) -> str:
    """The attribute of a habit: "goes to gym"."""
    lead = len("after ") if clause.predicate.lemma == "look" and clause.complement.lower().startswith("after ") else 0
    name = folded(("after " if lead else "") + clause.text[slice(*core_span(clause.text, clause.start + lead, clause.end))])
    parts = name.split(" ", 1)
    if len(parts) == 2 and parts[0] in {"to", "on", "in", "at", "with", "for"}:
        name = f"{parts[0]} {folded(parts[1])}"
    return f"{third(clause.predicate.lemma)} {name}".strip()


def read_bare(clause: Parsed) -> list[Finding]:
    """Something that happened, or that is done regularly, if the words are about anything but the talk."""
    predicate, rest = clause.predicate, clause.complement.strip(" .!,)")
    is_telling = predicate.lemma in _TELLING
    if _COUNTED.match(rest):
        return []
    if YOU.search(rest) or VAGUE.match(rest) or _EACH_OTHER.fullmatch(rest):
        return []
    if predicate.lemma == "be":
        return _copula(clause)
    if DEICTIC.search(rest) or (is_empty(rest) and not is_telling) or (not rest and not is_telling):
        return []
    if predicate.lemma == "have" and _NOT_HAD.match(rest):
        return []
    match predicate.tense:
        case "past" | "perfect" | "past progressive":
            if predicate.lemma == "keep" and _KEPT.fullmatch(rest):
                return []
            if _POINTED.match(rest) and not _FIRM.search(rest):
                return []
            return [] if predicate.lemma in TALK_PAST else [replace(said_by(predicate, None), type="event")]
        case "present" | "past habit" | "progressive":
            is_of_talk = predicate.lemma in TALK and not _is_lived(clause, rest)
            return [] if is_of_talk else _going_on(clause, is_telling=is_telling)
        case "skill" if is_telling and (not rest or rest.split()[0] in ("well", "at")):
            return [replace(said_by(predicate, f"can {predicate.lemma}"), kind="identity")]
        case "skill" if predicate.is_negated and predicate.lemma in _ABLE:
            return [replace(said_by(predicate, named_habit(clause)), kind="identity")]
        case _:
            return []


def _is_lived(clause: Parsed, rest: str) -> bool:
    """Whether a verb that is mostly about the talk tells of a life here."""
    lemma = clause.predicate.lemma
    if clause.predicate.tense != "present" or lemma not in _LIVED_VERBS:
        return False
    pattern = _LOOKED_AFTER if lemma in ("look", "care") else _LIVED
    return pattern.match(rest) is not None


def _going_on(clause: Parsed, *, is_telling: bool) -> list[Finding]:
    predicate = clause.predicate
    if predicate.lemma == "have":
        return _having(clause)
    name = named_habit(clause)
    if predicate.lemma == "talk" and predicate.tense == "progressive":
        return []
    if _IDIOM.match(name) or (name.split()[-1] in PREPOSITIONS and len(name.split()) <= _SHORTEST):
        return []
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
    if not name or len(name.split()) > _MAX_WORDS or _IDIOM.match(f"has {name}"):
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
            name = "citizenship" if whole["r"].lower() in ("citizen", "national") else f"is {folded(whole['r'])} of"
            base = replace(base, attribute=name, value=value)
        return [base]
    if _TEMPORARY.match(clause.text, clause.start, clause.end):
        name = folded(clause.text[slice(*core_span(clause.text, clause.start, clause.end))])
        return [said_by(clause.predicate, f"is {name}")]
    return read_state(clause) if clause.subject.kind == "speaker" else []
