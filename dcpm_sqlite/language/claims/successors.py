""" "We have a new landlord, Mr Finch", "Acme has a new CEO, Ida Moe": who or what took a place that is filled once at a time."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.lexicon import RELATIONS
from dcpm_sqlite.language.claims.objects import core_span, folded
from dcpm_sqlite.language.claims.parsed import Parsed

_PLACES = (
    r"(?:(?:head|team|line|general|vice|prime|managing|chief|artistic|music|executive|home|phone|mobile|cell|work|e-?mail) )*(?:boss|manager|supervisor|landlord|landlady|"
    r"doctor|gp|dentist|therapist|coach|trainer|captain|ceo|cto|cfo|chief executive|executive officer|president|chair(?:man|woman|person)?|chancellor|mayor|governor|minister|king|"
    r"queen|pope|drummer|singer|bassist|guitarist|keyboardist|goalkeeper|editor|secretary|treasurer|principal|headmaster|headmistress|headteacher|director|conductor|leader|owner|address|number|e-?mail|name|surname|website|password|slogan|logo|sponsor|"
    r"phone|laptop|car|job)"
)
_NEW = re.compile(
    rf"(?:an?|the|my|our) new (?P<what>{_PLACES})(?:(?:,| -| –|:)(?: (?:it'?s|he'?s|she'?s|it is|called|named))?| called| named| in) (?P<who>(?-i:[A-Z\d+@]|an? |[\w.+-]+@).*)",
    re.I,
)
_VERBS = frozenset({"have", "get", "appoint", "elect", "hire", "choose", "change", "replace", "swap", "trade", "exchange"})
_REPLACED = re.compile(r"(?:in )?(?:my|our) (?:old )?(?P<what>[\w-]+(?: [\w-]+)?) (?:with|for|by) (?P<who>(?:an? )?[A-Z\d].*|an? .+)")
_RENAMED = re.compile(
    r"(?:my|our) (?P<what>(?:first |last |sur)?name|(?:phone )?number|e-?mail(?: address)?|address) (?:from .+ )?to (?P<who>.+)", re.I
)
_NAMELESS = frozenset({"car", "job", "phone", "laptop"})


def read_successor(clause: Parsed) -> list[Finding]:
    """Who or what the new one is, as the same attribute that "the CEO of Acme is ..." and "my landlord is ..." have; else empty."""
    if clause.predicate.lemma not in _VERBS or clause.predicate.tense in ("plan", "wish", "hypothetical"):
        return []
    if clause.predicate.lemma == "change":
        return _renamed(clause)
    if clause.predicate.lemma in ("replace", "swap", "trade", "exchange"):
        return _replaced(clause)
    match = _NEW.match(clause.text, clause.start, clause.end)
    if match is None or clause.predicate.is_negated:
        return []
    value = clause.text[slice(*core_span(clause.text, *match.span("who")))]
    what = folded(match["what"])
    is_speaker = clause.subject.kind == "speaker"
    if not value or (what in _NAMELESS and not is_speaker) or match.group().lower().startswith(f"a new {what} in "):
        return []
    base = replace(
        said_by(clause.predicate, what, value),
        tense="present",
        is_single=True,
        is_change=True,
        subject=None if is_speaker else clause.about,
    )
    if is_speaker and what.split()[-1] in RELATIONS:
        return [replace(base, attribute="name", subject=f"my {what}", type="entity", salience=0.6)]
    return [base]


def _replaced(clause: Parsed) -> list[Finding]:
    """ "I replaced my laptop with a MacBook": what "my laptop is" says."""
    match = _REPLACED.match(clause.text, clause.start, clause.end)
    if match is None or clause.subject.kind != "speaker" or clause.predicate.is_negated or clause.predicate.is_passive:
        return []
    value = clause.text[slice(*core_span(clause.text, *match.span("who")))]
    base = said_by(clause.predicate, folded(match["what"]), value)
    return [replace(base, is_change=True, tense="present")] if value else []


def _renamed(clause: Parsed) -> list[Finding]:
    """ "I changed my name to Emily"."""
    match = _RENAMED.match(clause.text, clause.start, clause.end)
    if match is None or clause.subject.kind != "speaker" or clause.predicate.is_negated:
        return []
    value = clause.text[slice(*core_span(clause.text, *match.span("who")))]
    base = said_by(clause.predicate, folded(match["what"]), value)
    found = replace(base, kind="identity", is_single=True, is_core=True, is_change=True, tense="present", salience=0.9)
    return [found] if value else []
