"""Aims and what is going to happen: "I want to travel the world", "I'm moving to Oslo in May"."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.lexicon import word_set
from dcpm_sqlite.language.claims.objects import core_span, folded
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.predicates import Predicate
from dcpm_sqlite.language.claims.talk import DEICTIC, TALK, YOU
from dcpm_sqlite.language.claims.verbs import gerund, lemma_of

_AIMING = frozenset({"want", "plan", "intend", "hope", "aim", "dream"})
_CONSIDERING = frozenset({"think", "consider", "plan"})
_OCCASION = re.compile(
    r"(?:on )?(?:a|an|my|our|the) (?:[\w'-]+ ){0,3}?(?:trip|wedding|party|holiday|vacation|move|visit|getaway|honeymoon|road trip|tour|surgery)\b"
)
# Aims that matter beyond the talk: people "want to know" and "will check" all the time.
_AIMS = word_set(
    """
    travel become visit move buy start quit learn live have own study work retire climb run write lose marry adopt build open go be
    teach join publish leave master apply graduate stop save invest volunteer launch change manage play hike sail settle renovate
    speak
    """
)
_LARGE = frozenset({"move", "travel", "visit", "marry", "retire", "graduate", "quit", "leave"})
_WILL = frozenset({"will", "'ll", "wo"})
_OF_THE_TALK = re.compile(r"\s*(?:it|that|this|them|these|those|with|for (?:the|that|it)|sure|able|more)\b", re.I)
_DATED = re.compile(
    r"\b(?:today|tonight|tomorrow|next|this|soon|in (?:a|two|three|\d)|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|"
    r"august|september|october|november|december|summer|winter|spring|autumn)\b",
    re.I,
)
# The progressive of what takes no time tells what will happen.
_SOON = re.compile(
    r"getting (?:married|divorced|engaged|surgery|a (?:new )?\w+)|(?:moving|going|flying|travell?ing|driving|heading|relocating) (?:back )?"
    r"(?:out |over |up |down )?to (?!the (?:point|next)\b)(?:[A-Z]|the |a |my |see |visit )|turning \d|starting (?:a|my|at|work|school|college|university|as)\b|"
    r"leaving (?:for|on|my|the)\b|visiting |having (?:an?|my) (?!(?:hard|great|good|tough|difficult|nice|lovely|bad|rough|amazing|blast)\b)|staying (?:at|in|with|till|until|for|home|here|on|over)\b|meeting |hosting |retiring|"
    r"quitting |adopting |expecting (?:a|our|my)\b"
)


def is_aiming(predicate: Predicate) -> bool:
    """Whether the verb's object is an aim: "I want to ...", "I'm thinking of ..."."""
    return predicate.lemma in _AIMING or (predicate.tense == "progressive" and predicate.lemma in _CONSIDERING)


def is_soon(clause: Parsed) -> bool:
    """Whether a progressive tells of an appointment rather than of what goes on."""
    verb = clause.words[clause.predicate.complement - 1].start
    is_match = clause.predicate.tense == "progressive" and _SOON.match(clause.text, verb, clause.end) is not None
    return is_match and YOU.search(clause.complement) is None


def read_plan(clause: Parsed) -> list[Finding]:
    """The aim or appointment, where it is concrete and not about to be done in the talk itself."""
    predicate, rest = clause.predicate, clause.complement
    if predicate.tense == "hypothetical" or YOU.search(rest) or DEICTIC.search(rest) or not rest.strip(" .!"):
        return []
    if predicate.is_negated and _is_promise(clause) and not _DATED.search(rest):
        return []
    at = predicate.complement
    is_aim = predicate.tense == "wish" or is_aiming(predicate)
    if predicate.lemma == "plan" and _OCCASION.match(clause.text, clause.start, clause.end):
        return [replace(said_by(predicate, None), type="event", tense="plan", salience=0.6)]
    if is_aim and clause.low(at) in ("to", "of", "on", "about"):
        at += 1
    low = clause.low(at)
    verb = predicate.lemma if not is_aim else "be" if low == "be" else lemma_of(low, "base", "ing")
    if verb not in _AIMS or (_is_promise(clause) and verb not in _LARGE and not _DATED.search(rest)):
        return []
    done = at if not is_aim or low == "be" else at + 1
    start = clause.words[done].start if clause.low(done) else clause.end
    what = clause.text[slice(*core_span(clause.text, start, clause.end))]
    follows = lemma_of(clause.low(done + (low == "be")), "ing")
    if (
        (verb == "have" and clause.low(done) == "to")
        or (verb == "start" and clause.low(done) in ("by", "with", "off"))
        or follows in TALK
        or (verb == "be" and (follows or clause.low(done + (low == "be")).endswith("ed")))
        or (not what and verb not in _LARGE)
        or _OF_THE_TALK.match(clause.text, start, clause.end)
    ):
        return []
    return [replace(said_by(predicate, f"plans to {_name(clause, verb)}"), tense="plan", salience=0.6)]


def _is_promise(clause: Parsed) -> bool:
    """ "I'll" of a chat is mostly about its next turn, "I'm going to" less so."""
    at = clause.predicate.complement
    return clause.predicate.tense == "plan" and any(word.low in _WILL for word in clause.words[max(0, at - 4) : at])


def _name(clause: Parsed, verb: str) -> str:
    name = folded(re.sub(r"^(?:to|on|of|about)\s+", "", clause.text[slice(*core_span(clause.text, clause.start, clause.end))]))
    if name.startswith(gerund(verb)):
        name = verb + name.removeprefix(gerund(verb))
    return name if name.startswith(verb) else f"{verb} {name}"
