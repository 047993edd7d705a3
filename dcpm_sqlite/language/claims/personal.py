"""Reading a predicate about somebody by the frames, and by its bare verb where no frame fits."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.frames import BY_LEMMA, Frame
from dcpm_sqlite.language.claims.lexicon import DETERMINERS, DRINKS, FOODS, IMPRESSIONS, PREPOSITIONS
from dcpm_sqlite.language.claims.objects import core_span, folded, listed
from dcpm_sqlite.language.claims.predicates import Predicate, read_predicate
from dcpm_sqlite.language.claims.subjects import ADVERBS
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.claims.verbs import gerund, lemma_of, third

# Verbs by which people talk about the talk, or about their mind at the moment.
_TALK = frozenset(
    """
    think guess suppose mean hope wonder know agree understand see hear bet assume imagine doubt wish appreciate ask say tell thank apologize look
    consider mind swear let figure realise realize notice remember forget recall expect concern worry disagree prefer seem sound feel find
    reckon suspect believe get need want try admit promise welcome love like enjoy suggest recommend propose mention explain describe
    check check_out thank trust care decide rephrase type paste copy note respond reply answer continue help share provide give send
    come keep
    """.split()
)
_TALK_PAST = frozenset(
    """
    think guess suppose mean hope wonder know agree understand hear bet assume imagine doubt wish ask say tell thank notice remember forget feel
    expect seem sound like love see read mention want need try realise realize look type paste provide enjoy appreciate find
    """.split()
)
_REPORTS = frozenset("say tell ask think claim mention suggest recommend seem sound look appear mean let want feel believe know help".split())
_VAGUE = re.compile(r"(?:that|this|it|these|those|what|how|why|if|whether|you|your|so\b|to (?:know|hear|see|ask|say|do|learn|be honest)\b|there|them)\b", re.I)
# Points at something that the words don't name; "this week" does name it.
_DEICTIC = re.compile(
    r"(?:^|\b(?:to|with|at|for|of|like|in|on|from|up|out|about|as)\s)(?:this|these|those|that|it|them|him|her)\b(?! (?:week|month|year|morning|evening|afternoon|weekend|summer|winter|spring|autumn|fall|season|time|semester)\b)",
    re.I,
)
_YOU = re.compile(r"\b(?:you|your|yours|u|ur)\b", re.I)
_BEGIN = frozenset("start begin stop quit keep continue resume give cut take get".split())
_AIMS = frozenset(
    """
    travel become visit move buy start quit learn live have own study work retire climb run write lose marry adopt build open go be teach join
    publish leave master apply graduate stop save invest volunteer save launch change manage play hike sail settle renovate speak
    """.split()
)


def read_personal(text: str, words: list[Token], predicate: Predicate, end: int) -> list[Finding]:
    """What the predicate says of somebody; text[..end] is the clause. Empty where it says nothing that could be kept.

    Findings carry no subject yet. A list of objects gives a finding each where the frame says so.
    """
    if predicate.tense in ("hypothetical", "plan", "wish") and predicate.lemma not in ("prefer", "turn", "describe"):
        return _plan(text, words, predicate, end)
    inner = _inner(words, predicate, end, text)
    if inner is not None:
        return inner
    start = _start(words, predicate, end)
    for frame in BY_LEMMA.get(predicate.lemma, ()):
        if predicate.tense not in frame.tenses or (frame.is_passive is not None and frame.is_passive != predicate.is_passive):
            continue
        match = frame.pattern.match(text, start, end)
        if match is not None and (found := _by_frame(text, frame, match, predicate, end)):
            return found
    if predicate.tense == "progressive" and (match := _SOON.match(text[:end], _verb_at(words, predicate))) is not None and not _YOU.search(text, start, end):
        return [Finding(None, type="event", tense="plan", is_negated=predicate.is_negated, salience=0.6)]
    if predicate.lemma in ("want", "plan", "intend", "hope", "aim", "dream"):
        return _plan(text, words, predicate, end)
    return _by_verb(text, predicate, start, end)


# The progressive of what takes no time tells what will happen.
_SOON = re.compile(
    r"(?:getting (?:married|divorced|engaged|surgery|a (?:new )?\w+)|(?:moving|going|flying|travell?ing|driving|heading|relocating) (?:back )?(?:out |over |up |down )?to (?!the (?:point|next)\b)"
    r"(?:[A-Z]|the |a |my |see |visit )|turning \d|starting (?:a|my|at|work|school|college|university|as)\b|leaving (?:for|on|my|the)\b|visiting |having (?:a|an|my) |staying |meeting |hosting |"
    r"retiring|quitting |adopting |expecting (?:a|our|my)\b)"
)


def _verb_at(words: list[Token], predicate: Predicate) -> int:
    return words[predicate.complement - 1].start


def _start(words: list[Token], predicate: Predicate, end: int) -> int:
    if predicate.complement < len(words) and words[predicate.complement].start < end:
        return words[predicate.complement].start
    return end


def _by_frame(text: str, frame: Frame, match: re.Match[str], predicate: Predicate, end: int) -> list[Finding]:
    start = match.start("o")
    full_end = match.end("o")
    whole = core_span(text, start, full_end)
    if whole[0] == whole[1] and match["o"].strip():
        return []
    base = Finding(
        frame.attribute, kind=frame.kind, type=frame.type, domain=frame.domain, salience=frame.salience, tense=predicate.tense, is_core=frame.is_core,
        is_negated=predicate.is_negated != frame.flips, is_single=frame.is_single and not (predicate.adverbs & {"also", "both"}),
        is_change=predicate.is_change or frame.is_change,
    )  # fmt: skip
    if frame.attribute == "prefers":
        rival = text[slice(*core_span(text, *match.span("other")))]
        pair = sorted((folded(text[slice(*whole)]), folded(rival)))
        return [replace(base, attribute=f"prefers between {pair[0]} and {pair[1]}", value=text[slice(*whole)])]
    spans = listed(text, start, full_end) if frame.is_each else [whole]
    found = []
    for span in spans:
        said = text[slice(*span)]
        if "{o}" not in frame.attribute:
            found.append(replace(base, value=said or None))
            continue
        name = folded(said)
        if not name or len(name) > 80:
            continue
        listing = (spans[0][0], spans[-1][1]) if len(spans) > 1 else None
        found.append(replace(base, attribute=frame.attribute.format(o=name), part=span if listing else None, listing=listing))
    return found


def _inner(words: list[Token], predicate: Predicate, end: int, text: str) -> list[Finding] | None:
    """ "stopped eating meat", "started learning Spanish", "gave up coffee": the state that begins or ends."""
    lemma, at = predicate.lemma, predicate.complement
    if lemma not in _BEGIN or predicate.is_passive or at >= len(words) or words[at].start >= end:
        return None
    low = words[at].low
    ends = lemma in ("stop", "quit")
    if (lemma, low) in {("give", "up"), ("cut", "out"), ("take", "up")}:
        ends = lemma in ("give", "cut")
        at += 1
    elif lemma in ("give", "cut", "take", "get", "keep", "continue", "resume"):
        return None
    elif low == "to" and lemma in ("start", "begin"):
        at += 1
    if at >= len(words) or words[at].start >= end:
        return None
    verb = lemma_of(words[at].low, "ing") or (lemma_of(words[at].low, "base") if words[at - 1].low == "to" else None)
    if verb is None:
        if lemma in ("start", "begin", "stop", "take") and low != "up":
            return None
        return _given_up(text, words[at].start, end, predicate, ends)
    inside = Predicate(verb, "present", at + 1, False, predicate.is_negated, True, predicate.adverbs)
    found = read_personal(text, words, inside, end)
    if not found and verb not in _TALK:
        found = [Finding(_named(verb, text, _start(words, inside, end), end))]
    return [
        replace(f, kind=f.kind if ends else "fact", type="event" if predicate.tense == "past" else "fact", is_negated=f.is_negated != ends, is_change=True, tense=predicate.tense)
        for f in found
    ]


def _given_up(text: str, start: int, end: int, predicate: Predicate, ends: bool) -> list[Finding]:
    found = []
    spans = listed(text, start, end)
    for span in spans:
        name = folded(text[slice(*span)])
        if not name or name.startswith(("on ", "it", "that", "hope", "trying")):
            continue
        words = set(name.split())
        verb = "drinks" if words & DRINKS else "eats" if words & FOODS else "does"
        listing = (spans[0][0], spans[-1][1]) if len(spans) > 1 else None
        found.append(Finding(f"{verb} {name}", kind="identity", is_negated=ends != predicate.is_negated, is_change=True, tense=predicate.tense, salience=0.7,
                             domain="food" if verb != "does" else None, part=span if listing else None, listing=listing))  # fmt: skip
    return found


def _plan(text: str, words: list[Token], predicate: Predicate, end: int) -> list[Finding]:
    """Aims and appointments; only what is concrete, and not what is about to be done in the talk itself."""
    start = _start(words, predicate, end)
    rest = text[start:end]
    if predicate.tense == "hypothetical" or _YOU.search(rest) or not rest.strip(" .!"):
        return []
    verb: str | None = predicate.lemma
    at = predicate.complement
    if predicate.tense == "wish" or predicate.lemma in ("want", "plan", "intend", "hope", "aim", "dream"):
        if at < len(words) and words[at].low in ("to", "of", "on"):
            at += 1
        verb = lemma_of(words[at].low, "base", "ing") if at < len(words) else None
        if at < len(words) and words[at].low == "be":
            verb = "be"
        if verb is None:
            return []
    rest_start = words[at].end if at < len(words) and words[at].low != "be" else start
    if verb not in _AIMS or re.match(r"\s*(?:it|that|this|them|these|those|with (?:the|that|this)|for (?:the|that|it)|sure|able|more)\b", text[rest_start:end], re.I):
        return []
    return [Finding(f"plans to {_base_named(verb, text, start, end)}", type="fact", tense="plan", is_negated=predicate.is_negated, is_change=predicate.is_change, salience=0.6)]


def _base_named(verb: str, text: str, start: int, end: int) -> str:
    name = folded(re.sub(r"^(?:to|on|of)\s+", "", text[slice(*core_span(text, start, end))]))
    return name if name.startswith((verb, gerund(verb))) else f"{verb} {name}"


def _named(verb: str, text: str, start: int, end: int) -> str:
    """The attribute of a habit without a frame: "goes to gym"."""
    span = core_span(text, start, end)
    name = folded(text[slice(*span)])
    parts = name.split(" ", 1)
    if len(parts) == 2 and parts[0] in {"to", "on", "in", "at", "with", "for"}:
        name = f"{parts[0]} {folded(parts[1])}"
    return f"{third(verb)} {name}".strip()


def _by_verb(text: str, predicate: Predicate, start: int, end: int) -> list[Finding]:
    """No frame fits: something that happened, or that is done regularly, if the words are about anything."""
    rest = text[start:end].strip(" .!,)")
    words = rest.split()
    if predicate.lemma == "have" and _NOT_HAD.match(rest):
        return []
    if predicate.lemma != "be" and (_DEICTIC.search(rest) or _is_empty(rest)):
        return []
    if predicate.lemma == "be" or _YOU.search(rest) or _VAGUE.match(rest):
        return _copula(text, predicate, start, end) if predicate.lemma == "be" and not _YOU.search(rest) and not _VAGUE.match(rest) else []
    match predicate.tense:
        case "past" | "perfect" | "past progressive":
            if predicate.lemma in _TALK_PAST or (not words and predicate.lemma not in ("survive", "fail", "graduate", "retire")):
                return []
            return [Finding(None, type="event", tense=predicate.tense, is_negated=predicate.is_negated, is_change=predicate.is_change, salience=0.5)]
        case "present" | "past habit" | "progressive":
            if predicate.lemma in _TALK or (predicate.lemma in ("have", "do", "go") and not words):
                return []
            if predicate.lemma == "have":
                return _having(text, predicate, start, end)
            name = _named(predicate.lemma, text, start, end)
            is_habit = predicate.tense == "present" and not predicate.is_passive
            return [Finding(name, kind="identity" if is_habit else "fact", tense=predicate.tense, is_negated=predicate.is_negated,
                            is_change=predicate.is_change or predicate.tense == "past habit", salience=0.5)]  # fmt: skip
        case _:
            return []


_LIGHT = PREPOSITIONS | DETERMINERS | ADVERBS | frozenset("on up out off though well much bit lot more alright positive strong going way good-time".split())
_EVENTS = re.compile(
    r"\b(?:appointment|meeting|exam|test|interview|flight|party|deadline|wedding|concert|match|race|trip|surgery|operation|date|conference|presentation|class|lesson|"
    r"session|game|birthday|visit|call|tournament|recital|audition|shift|holiday|vacation)s?\b",
    re.I,
)
_NOT_HAD = re.compile(
    r"(?:(?:a|an|any|some|no|the|another|one|few|lot|couple|more|to|always|just|two|so|many|much|few|little|such|quite|really|other|further|good|great|follow-up|quick|of|small|big)\s+)*"
    r"(?:questions?|ideas?|feeling|problems?|issues?|doubts?|few|couple|lot|clue|time|access|trouble|difficulty|hard time|look|chance|choice|point|say|fun|concerns?|"
    r"suggestions?|thoughts?|preference|tips|help|interest|opportunity|faith|sense|understanding|list|following|right|reason|way|to|plans?|doubt|blast|experience|no)\b",
    re.I,
)


def _having(text: str, predicate: Predicate, start: int, end: int) -> list[Finding]:
    rest = text[start:end]
    if _NOT_HAD.match(rest) or re.match(r"(?:to|been)\b", rest):
        return []
    span = core_span(text, start, end)
    name = folded(text[slice(*span)])
    if not name or len(name.split()) > 10:
        return []
    if _EVENTS.search(text[slice(*span)]):
        return [Finding(None, type="event", tense=predicate.tense, is_negated=predicate.is_negated, salience=0.6)]
    kind = "identity" if predicate.tense == "present" and not re.search(r"\b(?:cold|flu|fever|headache|hangover|cough|sore)\b", name) else "fact"
    return [Finding(f"has {name}", kind=kind, tense=predicate.tense, is_negated=predicate.is_negated, is_change=predicate.is_change, salience=0.5)]  # type: ignore[arg-type]


_PERSONAL_NOUN = re.compile(r"(?:an?|the only|one of the) (?!(?:bit|little|lot|few|big believer|while|beginner)\b)(?P<o>(?:[\w-]+ ){0,3}[\w-]+)", re.I)
_TEMPORARY = re.compile(r"(?:on (?:call|holiday|vacation|leave|a \w+ (?:trip|diet))|in [A-Z]\w+|at [A-Z][\w' ]+|off work|away|abroad|in hospital|in the hospital|ill|sick)\b")


def _is_empty(rest: str) -> bool:
    """Whether a complement names nothing: "on", "alright", "a great time"."""
    words = [word for word in re.findall(r"[^\W\d_][\w'’-]*|\d+", rest.lower()) if word not in _LIGHT]
    return bool(rest) and (not words or words[0] in IMPRESSIONS)


def _copula(text: str, predicate: Predicate, start: int, end: int) -> list[Finding]:
    if predicate.tense not in ("present", "past", "perfect"):
        return []
    if match := _PERSONAL_NOUN.match(text, start, end):
        span = core_span(text, match.start("o"), end)
        name = folded(text[slice(*span)])
        if not name or set(name.split()) & IMPRESSIONS:
            return []
        return [Finding(f"is {name}", kind="identity", tense=predicate.tense, is_negated=predicate.is_negated, is_change=predicate.is_change, salience=0.6)]
    if _TEMPORARY.match(text, start, end):
        name = folded(text[slice(*core_span(text, start, end))])
        return [Finding(f"is {name}", tense=predicate.tense, is_negated=predicate.is_negated, is_change=predicate.is_change, salience=0.5)]
    return []


def reports_speech(predicate: Predicate) -> bool:
    """Whether the clause hands on what somebody else said or thinks."""
    return predicate.lemma in _REPORTS
