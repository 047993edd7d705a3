"""What "my favourite player is Messi" and "Messi is my favourite player" say of the speaker."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.lexicon import BODY, RELATIONS
from dcpm_sqlite.language.claims.objects import core_span, folded, is_plural
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.talk import TALK_BELONGINGS, is_impression
from dcpm_sqlite.language.claims.verbs import third


@dataclass(frozen=True, slots=True)
class _Lasting:
    """An attribute of a person that lasts. name None: as it is said; domain None: by the words."""

    said: re.Pattern[str]
    name: str | None
    domain: str | None
    is_core: bool


_LASTING = tuple(
    _Lasting(re.compile(said), name, domain, is_core)
    for said, name, domain, is_core in (
        (r"(?:full |first |last |middle |nick|sur|maiden |given |real )?name", None, "other", True),
        (r"age", None, "other", True),
        (r"birthday|date of birth|birth ?date|dob", "birth date", "other", True),
        (r"job|occupation|profession|day job|job title|current job", "job", "work", True),
        (r"employer|company|workplace", "employer", "work", True),
        (r"home ?town|birthplace|place of birth", "hometown", "home", True),
        (r"home address|address|home|home city|city", None, "home", True),
        (r"mother tongue|native language|first language", "native language", "education", True),
        (r"wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse", "partner", "relationships", True),
        (r"(?:favourite|preferred|go-to|least favourite|all-time favourite) .+", None, None, False),
        (
            r"pronouns|height|weight|shoe size|blood type|zodiac sign|star sign|nationality|ethnicity|gender|religion|eye colou?r|hair colou?r",
            None,
            None,
            False,
        ),
        (
            r"diet|phone number|number|e-?mail|email address|dominant hand|relationship status|marital status|mbti|personality type",
            None,
            None,
            False,
        ),
        (
            r"hobby|hobbies|passion|dream|dream job|goal|biggest fear|specialty|speciality|guilty pleasure|comfort food|morning routine|major",
            None,
            None,
            False,
        ),
    )
)
_MANY = frozenset({"hobby", "hobbies", "passion", "goal"})
_VALUE = re.compile(r"(?:(?:now|currently|actually|still|also|probably|spell?ed|spelt|called) )*(?P<o>.+)", re.I | re.S)
_PLACED = re.compile(r"(?:(?:on|in|at) )?(?:the )?(?=[A-Z\d])|(?=(?:next|this|tomorrow|today|tonight)\b)")
_MINE = re.compile(r"(?:also |still |now )?(?:my|our) (?P<n>[\w' -]+)", re.I)
_NOUN = re.compile(r"(?:an? |the |my |[€$£])")
_MAX_WORDS = 5
_CHANGING = frozenset({"change", "switch", "become"})
_CHANGED_TO = re.compile(r"(?:from .+ )?to (?P<o>.+)", re.I)


def read_belonging(clause: Parsed) -> list[Finding]:
    """What "my NOUN ..." says of the speaker; empty where it is rather about the thing ("my laptop died")."""
    noun = clause.about.split(" ", 1)[-1]
    if found := read_attribute(noun, clause):
        return found
    if noun.split()[-1].lower() in BODY and clause.predicate.lemma != "be":
        name = f"{folded(noun)} {third(clause.predicate.lemma)} {folded(clause.complement)}".strip()
        return [replace(said_by(clause.predicate, name), domain="health")]
    return []


def read_attribute(noun: str, clause: Parsed) -> list[Finding]:
    """The attribute NOUN and its value, of "my NOUN is ..." or "my dog's NOUN is ..."."""
    predicate = clause.predicate
    match = _VALUE.match(clause.text, clause.start, clause.end)
    if predicate.lemma in _CHANGING and (found := _changed(noun, clause)) is not None:
        return [found]
    if predicate.lemma != "be" or predicate.tense not in ("present", "past", "perfect") or match is None:
        return []
    value = clause.text[slice(*core_span(clause.text, match.start("o"), clause.end))]
    value = value or clause.text[match.start("o") : clause.end].strip(" .,!")
    name = re.sub(r"^(?:new|current|present)\s+|\s+(?:these days|nowadays|now|at the moment)$", "", folded(noun)).replace(
        "favorite", "favourite"
    )
    if name.split()[-1:] in (["one"], ["ones"]):
        return []  # "my current one": what it is stands elsewhere
    if not value or is_impression(value) or TALK_BELONGINGS.search(name):
        return []
    base = replace(
        said_by(predicate, name, value), is_change=predicate.is_change or re.match(r"now\b", clause.complement, re.I) is not None
    )
    if (lasting := _lasting(name)) is not None:
        is_one = (
            name not in _MANY and not is_plural(name) and not re.match(r"(?:one of|a mix|among)\b", value, re.I)
        ) or name == "pronouns"
        return [_as_lasting(replace(base, value=re.sub(r"^(?:on|in|at) (?=[A-Z\d]|the )", "", value)), lasting, is_single=is_one)]
    if len(name.split()) > _MAX_WORDS:
        return []
    if (placed := _PLACED.match(value)) is not None:
        return [replace(base, value=value[placed.end() :], is_single=True)]
    if _NOUN.match(value):
        return [replace(base, is_single=not re.match(r"an?\b", value))]
    return [replace(base, attribute=f"{name} is {folded(value)}", value=None)]


def _changed(noun: str, clause: Parsed) -> Finding | None:
    """ "My email has changed to ...": the attribute with its new value; None where it isn't one that lasts."""
    match = _CHANGED_TO.match(clause.text, clause.start, clause.end)
    lasting = _lasting(name := folded(noun))
    if match is None or lasting is None or clause.predicate.is_negated:
        return None
    value = clause.text[slice(*core_span(clause.text, match.start("o"), clause.end))]
    base = replace(said_by(clause.predicate, name, value), tense="present", is_change=True)
    return _as_lasting(base, lasting, is_single=True) if value else None


def read_inverse(clause: Parsed) -> list[Finding]:
    """ "Messi is my favourite player": the same as the other way round. "Anna is my wife" says who Anna is."""
    match = _MINE.match(clause.text, clause.start, clause.end)
    if match is None or clause.predicate.lemma != "be" or clause.predicate.tense not in ("present", "past"):
        return []
    noun = folded(clause.text[slice(*core_span(clause.text, match.start("n"), clause.end))]).replace("favorite", "favourite")
    if not noun:
        return []
    base = said_by(clause.predicate, noun, clause.about)
    if noun.split()[-1] in RELATIONS and not noun.startswith("favourite"):
        return [replace(base, type="entity", is_core=True, salience=0.8)]
    lasting = _lasting(noun)
    return [] if lasting is None else [_as_lasting(base, lasting, is_single=not is_plural(noun))]


def _lasting(name: str) -> _Lasting | None:
    return next((lasting for lasting in _LASTING if lasting.said.fullmatch(name)), None)


def _as_lasting(base: Finding, lasting: _Lasting, *, is_single: bool) -> Finding:
    return replace(
        base,
        attribute=lasting.name or base.attribute,
        kind="identity",
        domain=lasting.domain,
        is_core=lasting.is_core,
        is_single=is_single,
        salience=0.9 if lasting.is_core else 0.8,
    )
