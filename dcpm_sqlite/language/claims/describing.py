"""Reading what is said of things: "my favourite player is Messi", "the capital of France is Paris", "Hamlet was written by Shakespeare"."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.lexicon import IMPRESSIONS, PREPOSITIONS, RELATIONS
from dcpm_sqlite.language.claims.objects import core_span, folded
from dcpm_sqlite.language.claims.predicates import Predicate
from dcpm_sqlite.language.claims.verbs import third

# Attributes of a person that last: name, domain (None: by the words), and whether they belong to the core of who somebody is.
_LASTING: tuple[tuple[re.Pattern[str], str | None, str | None, bool], ...] = tuple(
    (re.compile(pattern, re.I), attribute, domain, core)
    for pattern, attribute, domain, core in (
        (r"(?:full |first |last |middle |nick|sur|maiden |given |real )?name", None, "other", True),
        (r"age", "age", "other", True),
        (r"(?:birthday|date of birth|birth ?date|dob)", "birth date", "other", True),
        (r"(?:job|occupation|profession|day job|job title|current job)", "job", "work", True),
        (r"(?:employer|company|workplace)", "employer", "work", True),
        (r"(?:home ?town|birthplace|place of birth)", "hometown", "home", True),
        (r"(?:home address|address|home|home city|city)", None, "home", True),
        (r"(?:mother tongue|native language|first language)", "native language", "education", True),
        (r"(?:favou?rite|preferred|go-to|least favou?rite|all-time favou?rite) .+", None, None, False),
        (r"(?:pronouns|height|weight|shoe size|blood type|zodiac sign|star sign|nationality|ethnicity|gender|religion|eye colou?r|hair colou?r|diet|"
         r"phone number|number|e-?mail|email address|dominant hand|relationship status|marital status|mbti|personality type)", None, None, False),
        (r"(?:hobby|hobbies|passion|dream|dream job|goal|biggest fear|specialty|speciality|guilty pleasure|comfort food|morning routine|major|field)", None, None, False),
        (r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse)", "partner", "relationships", True),
    )
)  # fmt: skip
_OF_THE_TALK = re.compile(
    r"(?:understanding|questions?|point|guess|thoughts?|concerns?|problem|issue|advice|suggestions?|prompt|task|requests?|bad|answer|ideas?|opinion|view|assumption|"
    r"hypothesis|code|query|message|text|essay|paragraph|sentence|aim|intention|only \\w+|main \\w+)$"
)
_MANY = frozenset("hobbies hobby passion goal".split())
_THE_OF = re.compile(
    r"(?:the |a |an )?(?P<r>[^\W\d_][\w' -]*?) (?P<p>of|for|in) (?P<s>(?:the |a |an |my |our )?(?:[A-Z\d].*|[a-z].*))$"
)
_OF_NAME = re.compile(r"(?:the )?(?P<r>[a-z][\w'-]*(?: [\w'-]+)*?) (?P<p>of|for) (?P<s>(?:the |The )?[A-Z\d\"“].*)$")
_DEFINITE_OBJECT = re.compile(r"(?P<p>(?:in|at|on|by|for|with|to|from|as) )?the (?P<n>(?:[\w-]+ ){0,2}?[\w-]+) of (?P<o>.+)", re.I)
_VALUE = re.compile(r"(?:now |currently |actually |still |also |probably )*(?P<o>.+)", re.I)
_NUMBER = re.compile(r"[€$£]?\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b", re.I)
_ONCE_PASSIVE = frozenset("bear found write create build direct compose design invent locate marry name discover publish develop produce paint establish base own employ headquarter elect record".split())
_ONCE_ACTIVE = frozenset("die cost weigh start begin end open close".split())
_IMPRESSION_VERBS = frozenset("look sound seem feel taste smell help need mean make let get come go have say".split())


def read_my(noun: str, text: str, predicate: Predicate, start: int, end: int) -> list[Finding]:
    """What "my NOUN is ..." says of the speaker; text[start:end] is the complement."""
    if predicate.lemma != "be" or predicate.tense not in ("present", "past", "perfect"):
        return []
    match = _VALUE.match(text, start, end)
    if match is None:
        return []
    value = text[slice(*core_span(text, *_widened(text, match.start("o"), end)))]
    if not value or _is_impression(value):
        return []
    name = folded(noun)
    if _OF_THE_TALK.search(name):
        return []
    is_change = predicate.is_change or re.match(r"now\b", text[start:end], re.I) is not None
    name = re.sub(r"^(?:new|current|present)\s+", "", name)
    base = Finding(name, value, tense=predicate.tense, is_negated=predicate.is_negated, is_change=is_change)
    for pattern, attribute, domain, core in _LASTING:
        if pattern.fullmatch(name):
            single = name not in _MANY and not name.endswith("s") and not re.match(r"(?:one of|a mix|among)\b", value, re.I)
            return [replace(base, attribute=attribute or name.replace("favorite", "favourite"), kind="identity", domain=domain, is_core=core, is_single=single or name == "pronouns",
                            salience=0.9 if core else 0.8)]  # fmt: skip
    if len(name.split()) > 5:
        return []
    is_noun = re.match(r"(?:an? |the |my |[A-Z\d€$£])", value) is not None
    return [replace(base, attribute=name if is_noun else f"{name} is {folded(value)}", value=value if is_noun else None, is_single=is_noun and not re.match(r"an?\b", value), salience=0.5)]


def read_inverse(subject: str, text: str, predicate: Predicate, start: int, end: int) -> list[Finding]:
    """ "Messi is my favourite player": the same as the other way round."""
    match = re.compile(r"(?:also |still |now )?(?:my|our) (?P<n>[\w' -]+)", re.I).match(text, start, end)
    if match is None or predicate.lemma != "be" or predicate.tense not in ("present", "past"):
        return []
    noun = folded(text[slice(*core_span(text, match.start("n"), end))])
    if noun.split()[-1:] and noun.split()[-1] in RELATIONS and not noun.startswith(("favourite", "favorite")):
        return [Finding(f"{noun}", subject, type="entity", tense=predicate.tense, is_negated=predicate.is_negated, is_core=True, salience=0.8, domain=None)]
    for pattern, attribute, domain, core in _LASTING:
        if pattern.fullmatch(noun):
            return [Finding(attribute or noun.replace("favorite", "favourite"), subject, kind="identity", tense=predicate.tense, is_negated=predicate.is_negated,
                            is_change=predicate.is_change, is_core=core, is_single=not noun.endswith("s"), salience=0.9 if core else 0.8, domain=domain)]  # fmt: skip
    return []


def read_thing(subject: str, owner: str | None, owned: str | None, text: str, predicate: Predicate, start: int, end: int) -> list[Finding]:
    """What is said of a named or definite thing. owner, owned: the parts of "X's R", None without them."""
    if predicate.tense in ("hypothetical", "wish", "skill") or _is_impression(text[start:end] or "x"):
        return []
    whole = core_span(text, *_widened(text, start, end))
    rest = text[slice(*whole)]
    if not rest or re.match(r"(?:you|your|that|this|it|how|what|why|so|like|such)\b", rest, re.I):
        return [] if not rest and predicate.lemma not in ("die", "close", "break", "win", "lose", "crash", "hurt", "ache", "leave", "retire") else _event(subject, predicate) if not rest else []
    if predicate.lemma == "be":
        return _what_is(subject, owner, owned, rest, predicate)
    if predicate.lemma in _IMPRESSION_VERBS and predicate.tense != "past":
        return []
    if predicate.tense == "plan":
        return [Finding(None, subject=subject, tense="plan", is_negated=predicate.is_negated, salience=0.5)]
    return _what_does(subject, rest, predicate)


def _event(subject: str, predicate: Predicate) -> list[Finding]:
    return [Finding(None, subject=subject, type="event", tense=predicate.tense, is_negated=predicate.is_negated, salience=0.5)]


def _what_is(subject: str, owner: str | None, owned: str | None, rest: str, predicate: Predicate) -> list[Finding]:
    if predicate.tense in ("plan", "progressive") or _is_impression(rest):
        return []
    about, relation = subject, None
    if owner is not None and owned is not None:
        about, relation = owner, owned
    elif match := (_OF_NAME.match(subject) or _THE_OF.match(subject)):
        about, relation = match["s"], match["r"] if match["p"] == "of" else f"{match['r']}"
    base = Finding(None, subject=about, tense=predicate.tense, is_negated=predicate.is_negated, is_change=predicate.is_change, salience=0.5)
    if relation is not None:
        return [replace(base, attribute=folded(relation), value=rest, is_single=not folded(relation).endswith("s") or folded(relation).endswith("ss"))]
    if match := _DEFINITE_OBJECT.match(rest):
        if not match["p"]:
            return [replace(base, attribute=f"is {folded(match['n'])} of", value=match["o"], is_single=False)]
        return [replace(base, attribute=f"is {match['p'].strip().lower()} {folded(match['n'])}", value=match["o"], is_single=True)]
    if subject.lower().startswith("the ") and (_NUMBER.match(rest) or re.match(r"(?:on |at |in |due |until |from )*(?:the )?(?:[A-Z]|\d)", rest)):
        noun = folded(subject)
        is_due = re.match(r"due\b", rest, re.I)
        return [replace(base, attribute="due" if is_due else noun, value=re.sub(r"^(?:due )?(?:on |at |in )?", "", rest), is_single=True,
                        type="event" if _NUMBER.search(rest) else "fact")]  # fmt: skip
    words = rest.split()
    if words[0].lower() in PREPOSITIONS and len(words) > 1:
        return [replace(base, attribute=f"is {words[0].lower()}", value=" ".join(words[1:]), is_single=words[0].lower() in {"in", "at", "on"})]
    return [replace(base, attribute=f"is {folded(rest)}")]


def _what_does(subject: str, rest: str, predicate: Predicate) -> list[Finding]:
    lemma = predicate.lemma
    past = predicate.tense in ("past", "perfect", "past progressive")
    base = Finding(None, subject=subject, tense=predicate.tense, is_negated=predicate.is_negated, is_change=predicate.is_change, salience=0.5,
                   type="event" if past and not predicate.is_passive else "fact")  # fmt: skip
    verb = ("be " if predicate.is_passive else "") + (_participle(lemma) if predicate.is_passive else third(lemma))
    verb = verb.removeprefix("be ")
    if match := _DEFINITE_OBJECT.match(rest):
        preposition = (match["p"] or "").strip().lower()
        name = " ".join(part for part in (verb, preposition, folded(match["n"])) if part)
        return [replace(base, attribute=name, value=match["o"], is_single=lemma not in ("speak", "know", "like", "visit", "own", "have", "love", "win", "enjoy"))]
    words = rest.split()
    head = words[0].lower()
    if head in PREPOSITIONS and len(words) > 1:
        value = " ".join(words[1:])
        when = " when" if head in ("in", "on", "at") and _NUMBER.match(value) else ""
        single = (predicate.is_passive and lemma in _ONCE_PASSIVE) or lemma in _ONCE_ACTIVE or (lemma in ("marry", "locate", "live", "reside"))
        return [replace(base, attribute=f"{verb} {head}{when}", value=value, is_single=single)]
    if predicate.is_passive:
        return [replace(base, attribute=f"{verb} {folded(rest)}")]
    if past:
        return [base]
    return [replace(base, attribute=f"{verb} {folded(rest)}", is_single=False)]


def _participle(lemma: str) -> str:
    from dcpm_sqlite.language.claims.verbs import FORMS

    return next((word for word, forms in FORMS.items() if forms.get("participle") == lemma), lemma)


def _is_impression(value: str) -> bool:
    """Whether only the mood of the moment is told: "great", "so helpful", "very nice to hear"."""
    words = [w for w in re.findall(r"[\w'-]+", value.lower()) if w not in {"so", "very", "really", "pretty", "quite", "just", "a", "an", "also", "too", "not", "such", "super", "all", "always", "still"}]
    return not words or words[0] in IMPRESSIONS


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """The complement without what ends the sentence; commas inside stay where a capital or digit follows ("Oslo, Norway")."""
    while end > start and text[end - 1] in " .,!;":
        end -= 1
    return start, end
