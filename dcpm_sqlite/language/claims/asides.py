"""Claims outside of a clause with a subject: "call me Tom", "as a nurse, I ...", lasting instructions."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.answers import read_speaker
from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.objects import folded

_CALL_ME = re.compile(
    r"(?i:(?:(?:you can|just|please|everyone|everybody|people|my friends|friends|but|all) )*calls? me) (?P<o>[A-Z][\w'-]+)"
    r"(?=\s*(?:$|[,.!]|for short|instead))"
)
_AS = re.compile(
    r"(?:as|being) (?P<o>an? (?!(?:result|rule|side|consequence|start|last|reminder|child|kid|matter|first|whole|bit)\b)[\w' -]{3,40}?)(?:,| (?=i\b)) ?(?=i\b|i'|my\b|we\b)",
    re.I,
)
_LASTING = re.compile(
    r"(?:please )?(?:(?:always|never|from now on|going forward|in (?:the )?future|by default)\b,? (?:please )?(?:\w+ ){0,2}?"
    r"(?:use|answer|reply|respond|give(?! up| in)|write|assume|show|suggest|send|speak|recommend|include|keep|address|call|talk|quote|convert|avoid|mention)\b.+"
    r"|(?:\w+ )?(?:use|answer|reply|respond|write|speak)\b.+\b(?:from now on|in (?:the )?future|by default|every time)\b.*)",
    re.I,
)
_UNITS = re.compile(
    r"(?=[\w' /-]{1,40},? (?:please|pls)\b)[\w' /-]*\b(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|24[- ]hour|12[- ]hour|euros?|dollars?|pounds|"
    r"francs|kroner|yen|units|spelling|english)\b[\w' /-]*,? (?:please|pls)\b",
    re.I,
)
_MANNER = re.compile(
    r"(?:(?:short|brief|long|all|any|your|more|simple|plain) )*(?:answers|replies|responses|prices|times|dates|units|recipes|temperatures|distances|sizes|examples|lists|measurements|amounts)"
    r" (?:in|as|with|without|for) [^,.!?]+?,? (?:please|pls)\b",
    re.I,
)  # "Answers in bullet points please"


def read_aside(sentence: str) -> tuple[Finding, int] | None:
    """What a sentence without openers says beside its clauses, and how many of its characters say it; None where nothing."""
    if match := _CALL_ME.match(sentence):
        length = match.end() if sentence[match.end() : match.end() + 1] == "," else len(sentence)
        return Finding("name", match["o"], kind="identity", salience=0.9, domain="other", is_core=True, is_single=True), length
    if (match := _AS.match(sentence)) and (found := read_speaker(f"I am {match['o']}")) is not None:
        return found, len(match.group().rstrip(" ,"))
    if match := _UNITS.match(sentence) or _MANNER.match(sentence) or _LASTING.match(sentence):
        wish = re.sub(r"^(?:please )?|,? (?:please|pls)$", "", match.group().rstrip(" .!"), flags=re.I)
        return replace(Finding(f"wants {folded(wish)}"), kind="identity", salience=0.7), len(match.group())
    return None
