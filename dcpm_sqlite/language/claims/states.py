""" "I'm on nights", "we're colour blind", "I was hopeless at maths": what somebody is, told without a noun.

What is only of the moment or of the talk ("I'm sure", "I'm in a hurry") is left out by closed lists; everything else is open.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.finite import ADVERBS
from dcpm_sqlite.language.claims.lexicon import DETERMINERS, IMPRESSIONS, PREPOSITIONS, PRONOUNS, word_set
from dcpm_sqlite.language.claims.objects import core_span, folded
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.talk import DEICTIC, YOU
from dcpm_sqlite.language.claims.verbs import lemma_of

_PASSING = IMPRESSIONS | word_set(
    """
    aware ready done finished through back here there home up out off on in down over around about away curious interested excited confused
    lost stuck able unable willing unwilling going gonna grateful thankful surprised impressed worried busy free tired hungry thirsty
    late early certain uncertain positive kidding joking serious keen game intrigued familiar unfamiliar unsure honoured honored proud
    pleased delighted thrilled amazed astonished disappointed frustrated annoyed relieved bored available alive close near eager hopeful
    optimistic likely unlikely supposed embarrassed jealous concerned nervous anxious upset angry mad furious cross desperate exhausted
    starving starved full drunk high sober cold hot warm better worse best fascinated thankful indebted obliged torn tempted inclined
    bound due about still yet also just even only well new old young big small long short same similar different like unlike alone
    together stressed overwhelmed speechless stunned shocked confident convinced satisfied dissatisfied content eager quick slow
    careful open closed helpful welcome present absent gone left right straight afraid determined committed dedicated
    thinking wondering hoping looking
    """
)
_IDIOM = re.compile(
    r"(?:in (?:love\b|awe|doubt|need|luck|trouble|favou?r|agreement|fact|the (?:mood|middle|process|same|dark|clear)|an? (?:hurry|rush|bind|pickle|similar|good|bad|great|difficult)"
    r"|two minds|charge|touch|contact|total|complete)|at (?:a loss|work on|ease|peace|fault|risk|least|home\b|it\b|an? )|on (?:my|our|the) (?:way|same|fence|verge|edge|ball|lookout|right|wrong|case)"
    r"|on (?:it|board|track|time|top|fire|point|about|and)\b|under (?:pressure|the (?:weather|impression))|(?:off|up|out|down|back|over) to\b|off (?:for|now|then|out)\b|out of (?:ideas|options|time|luck|words|here|curiosity)"
    r"|into (?:it|this|that)\b|from (?:the|a) |between\b|over (?:it|the moon|here|there)|of (?:the|course)|for (?:it|now|the)|by (?:the|no)|to \w+|with you|like |about |as |past |beyond |without )",
    re.I,
)
_PLACED = PREPOSITIONS & word_set("in on at under off out over from") | {"off", "out", "over", "back"}
_LEADING = ADVERBS | word_set(
    "more of bit a the little rather fairly extremely terribly awfully super mega dead proper born half fully not any no no-longer lifelong"
)
_MOST = 3
_LONGEST = 8


def read_state(clause: Parsed) -> list[Finding]:
    """What the complement of "be" says of somebody as a state; empty where it is of the moment, or names nothing."""
    start, end = clause.start, clause.end
    whole = clause.text[start:end].strip(" .,!;")
    if not whole or YOU.search(whole) or DEICTIC.search(whole) or len(whole.split()) > 2 * _LONGEST:
        return []
    core = clause.text[slice(*core_span(clause.text, start, end))] or whole
    name = folded(core)
    words = name.split()
    head = next((word for word in words if word not in _LEADING), "")
    if not head or len(words) > _LONGEST:
        return []
    is_placed = words[0] in _PLACED and len(words) > 1 and _IDIOM.match(name) is None and _names(words[1:])
    if not is_placed and not _is_trait(words, head):
        return []
    found = said_by(clause.predicate, f"is {name}")
    return [replace(found, kind="identity" if clause.predicate.tense == "present" and not is_placed else "fact")]


def _names(words: list[str]) -> bool:
    """Whether something is left besides function words."""
    return any(word not in PREPOSITIONS | DETERMINERS | PRONOUNS | ADVERBS | _PASSING and not word.isdigit() for word in words)


def _is_trait(words: list[str], head: str) -> bool:
    """An adjective or two, perhaps with what it is about ("hopeless with money", "colour blind")."""
    if head in _PASSING | PREPOSITIONS | DETERMINERS | PRONOUNS or head[:1].isdigit() or not head[:1].isalpha() or head.endswith("ly"):
        return False
    if lemma_of(head, "ing", "past", "participle") is not None or (head.endswith(("ing", "ed")) and "-" not in head):
        return False
    joint = next((place for place, word in enumerate(words) if word in PREPOSITIONS), len(words))
    return joint <= _MOST + sum(word in _LEADING for word in words) and (joint == len(words) or _names(words[joint:]))
