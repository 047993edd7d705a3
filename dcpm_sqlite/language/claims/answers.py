"""Answers that say nothing without their question (K49): "Do you eat meat?" "No, not since March." """

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.framing import read_personal
from dcpm_sqlite.language.claims.lexicon import RELATIONS
from dcpm_sqlite.language.claims.objects import folded
from dcpm_sqlite.language.claims.parsed import parsed
from dcpm_sqlite.language.claims.predicates import read_predicate
from dcpm_sqlite.language.claims.subjects import Subject
from dcpm_sqlite.language.claims.tokens import plain, tokens

_YES = re.compile(
    r"(?:yes|yeah|yep|yup|yea|sure do|i do|i am|i have|of course|definitely|absolutely|always|sometimes|every|daily|a bit|a little)\b", re.I
)
_NO = re.compile(r"(?:no|nope|nah|not|never|i don'?t|i'?m not|i haven'?t|i can'?t|neither|hardly|rarely)\b", re.I)
_UNSURE = re.compile(
    r"(?:maybe|perhaps|not sure|i don'?t know|no idea|dunno|depends|why|what|who|hmm|i guess|possibly|probably|haven'?t decided|no thanks?|no problem)\b",
    re.I,
)
_YES_NO = re.compile(r"(?:.*[.,!;]\s+)?(?:so,? |and |but |oh,? )*(?P<aux>do|did|are|were|have|can) you (?P<rest>.+?)\?*\s*$", re.I | re.S)
_WH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), statement)
    for pattern, statement in (
        (r"where (?:do|are) you (?:live|living|based)", "I live in {}"),
        (r"where are you (?:originally )?from|where do you come from", "I am from {}"),
        (r"(?:what(?:'s| is) your (?:full |first )?name|what are you called|who are you)", "name"),
        (r"how old are you|what(?:'s| is) your age", "I am {}"),
        (r"(?:what do you do(?: for (?:a living|work))?|what(?:'s| is) your (?:job|profession|occupation))", "I am {}"),
        (r"where do you work|who do you work for", "I work at {}"),
        (r"(?:do you have any|any) (?:food )?allergies|what are you allergic to", "I am allergic to {}"),
        (r"what(?:'s| is| are) your (?P<n>favou?rite [\w ]+|hobby|hobbies|birthday|[\w ]{3,30})", "My {n} is {}"),
        (r"what (?:kind of |sort of |type of )?(?P<n>[\w ]*?) ?do you (?:like|enjoy|love)(?: to (?P<v>\w+)| (?P<g>\w+ing))?", "I like {}"),
        (r"(?:which|what) (?P<n>[\w ]+) do you (?P<v>speak|play|drive|use|eat|drink|study|watch)", "I {v} {}"),
        (r"what do you (?P<v>study|drive|play|drink|eat|teach)", "I {v} {}"),
        (r"when(?:'s| is) your birthday|when were you born", "I was born on {}"),
    )
)  # fmt: skip
_ANSWER_LEAD = re.compile(
    r"(?:in|at|on|it'?s|it is|i'?m|i am|mostly|mainly|probably|definitely|oh,?|well,?|um,?|from|as|to|that'?s|just)\s+", re.I
)
_OF_OTHERS = re.compile(r"(?:she|he|they|her|his|their)\b", re.I)


def read_answer(question: str, answer: str) -> Finding | None:
    """What an elliptical answer claims, as a finding about the speaker; None where the two can't be read together."""
    asked = plain(question).strip()
    said = plain(answer).strip()
    if _UNSURE.match(said) or said.endswith("?") or _OF_OTHERS.match(said):
        return None
    for pattern, statement in _WH:
        if match := pattern.search(asked):
            return _fill(match, statement, said)
    if match := _YES_NO.match(asked):
        return _yes_or_no(match["aux"].lower(), match["rest"], said)
    return None


def _yes_or_no(aux: str, rest: str, said: str) -> Finding | None:
    is_no = _NO.match(said) is not None
    if not is_no and not _YES.match(said):
        return None
    if re.search(
        r"\b(?:want|like|need|mind) (?:me|to (?:know|hear|see|try|talk|discuss|share))\b|\b(?:think|know|mean|remember|agree|tell|recommend|suggest)\b",
        rest,
        re.I,
    ):
        return None
    rest = re.sub(r"\b(?:any|ever|still|your)\b ?", lambda m: "my " if m.group().strip() == "your" else "", rest)
    rest = re.split(r"[,;]| or (?:not|do you|are you)", rest)[0].rstrip("? ")
    lead = {"do": "I", "did": "I", "are": "I am", "were": "I was", "have": "I have", "can": "I can"}[aux]
    found = read_speaker(f"{lead} {rest}")
    if found is None:
        return None
    tense = "past" if aux in ("did", "were") else found.tense
    return replace(
        found,
        is_negated=found.is_negated != is_no,
        is_change=re.search(r"any ?more|not since|no longer|used to", said, re.I) is not None,
        tense=tense,
    )


def _fill(match: re.Match[str], statement: str, said: str) -> Finding | None:
    if _NO.match(said) or len(said.split(".")[0].split()) > 12:
        return None
    short = _ANSWER_LEAD.sub("", said.split("\n")[0], count=1)
    while (shorter := _ANSWER_LEAD.sub("", short, count=1)) != short and _ANSWER_LEAD.match(short):
        short = shorter
    short = re.split(r"[.!;]\s|[.!;]$|, (?:and|but|mostly|because)\b|, (?=[iI]\b)", short)[0].rstrip(" .!,")
    if not short:
        return None
    if statement == "name":
        return Finding("name", short, kind="identity", is_core=True, is_single=True, salience=0.9, domain="other")
    groups = {name: value or "" for name, value in match.groupdict().items()}
    if statement == "My {n} is {}":
        noun = groups["n"].strip()
        if noun.split()[-1] in RELATIONS:
            return None
        return Finding(
            folded(noun).replace("favorite", "favourite"), short, kind="identity", salience=0.8, is_single=not noun.endswith("s")
        )
    return read_speaker(statement.replace("{}", short).format(**groups))


def read_speaker(sentence: str) -> Finding | None:
    """The first finding of a made-up sentence "I ...", as of a question and its answer; None where it says nothing."""
    words = tokens(sentence, 0, len(sentence))
    predicate = read_predicate(words, 1, len(words))
    if predicate is None:
        return None
    found = read_personal(parsed(sentence, words, Subject(0, 1, "speaker"), predicate, len(sentence)))
    return replace(found[0], part=None, listing=None) if found else None
