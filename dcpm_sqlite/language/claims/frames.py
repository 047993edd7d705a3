"""Frames: what an English predicate says about somebody, as a table.

A frame fits by main verb, tense and what follows the verb; its attribute names what is said so that another sentence about the same
thing gets the same name, whatever its words ("I love tea", "I'm fond of tea": `likes tea`, which `dislikes tea` denies). The order counts:
the first that fits is taken. `{o}` in an attribute is the folded object, and the frame then has no value; without it the object is the value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.claims.lexicon import (
    CONDITION_ADJECTIVES,
    CONDITIONS,
    DIETS,
    DRINKS,
    FOODS,
    LANGUAGES,
    MARITAL,
    NATIONALITIES,
    OCCUPATIONS,
    RELATIONS,
    RELIGIONS,
)
from dcpm_sqlite.language.claims.predicates import Tense
from dcpm_sqlite.records import BeliefKind, BeliefType

STATES: frozenset[Tense] = frozenset({"present", "perfect", "progressive", "past", "past habit"})
_HABITS: frozenset[Tense] = frozenset({"present", "perfect", "past habit", "past"})
_EVENTS: frozenset[Tense] = frozenset({"past", "perfect"})
_NOW: frozenset[Tense] = frozenset({"present", "perfect", "progressive"})
_ALL: frozenset[Tense] = STATES | {"skill", "past progressive"}


@dataclass(frozen=True, slots=True)
class Frame:
    """lemmas: main verbs; pattern: matched at the complement's begin, group `o` is the object.

    is_each: a list of objects makes a claim each; flips: the verb turns what is denied and what isn't ("can't stand", "quit my job").
    domain None: by the words; is_change: the verb tells of a change.
    """

    lemmas: frozenset[str]
    pattern: re.Pattern[str]
    attribute: str
    kind: BeliefKind = "identity"
    type: BeliefType = "fact"
    domain: str | None = None
    salience: float = 0.7
    tenses: frozenset[Tense] = STATES
    is_core: bool = False
    is_single: bool = False
    is_each: bool = False
    is_passive: bool | None = False
    is_change: bool = False
    flips: bool = False


def _any(words: frozenset[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _frame(lemmas: str, pattern: str, attribute: str, **fields: object) -> Frame:
    return Frame(frozenset(lemmas.split()), re.compile(pattern, re.I), attribute, **fields)  # type: ignore[arg-type]


_REST = r"(?P<o>.+)"
_NP = r"(?P<o>(?!(?:that|this|it|these|those|them|him|her|you|your|how|what|when|where|if|whether|the (?:idea|way|fact|sound|look|thought))\b).+)"
_PLACE = r"(?P<o>(?!(?:the (?:moment|process|middle|mood|meantime)|love|fact|case|favou?r|need|touch|charge|awe|order|a (?:rush|hurry))\b).+)"
_ADJ = r"(?:(?:very|really|so|quite|severely|mildly|slightly|a bit|pretty|also|still|now|currently|happily|recently|newly|strictly|mostly|proudly|fully|a|an|the|strict|lifelong|practising|practicing|devout|committed|type [12]) )*"
_JOB = rf"(?:an? |the )?(?P<o>(?:[\w&'-]+ ){{0,3}}?(?:{_any(OCCUPATIONS)})s?)\b(?!')"

FRAMES: tuple[Frame, ...] = (
    # --- who somebody is ---------------------------------------------------------------------------------------------------
    _frame("be", r"(?P<o>\d{1,3})(?: years? old| ?yo\b| ?y/o| years? of age)?(?= now\b)?(?=\s*(?:$|[.,;!)]|and\b|but\b|now\b|years?\b|yo\b))",
           "age", is_core=True, is_single=True, salience=0.9),
    _frame("turn", r"(?P<o>\d{1,3})\b(?! (?:km|kg|pages|minutes))", "age", is_core=True, is_single=True, is_change=True, salience=0.9,
           tenses=STATES | {"plan"}),
    _frame("call name", r"(?P<o>[^\W\d_][\w'-]*(?: (?-i:[A-Z])[\w'-]*)?)", "name", is_core=True, is_single=True, is_passive=True, salience=0.9),
    _frame("bear", r"(?:on |in )?(?P<o>(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|19\d\d|20\d\d)[\w ,]*)",
           "birth date", type="event", is_core=True, is_single=True, is_passive=True, salience=0.9, tenses=_EVENTS | {"present"}),
    _frame("bear", r"(?:and (?:raised|bred) )?in (?P<o>.+)", "birthplace", domain="home", type="event", is_single=True, is_passive=True,
           salience=0.9, tenses=_EVENTS | {"present"}),
    _frame("raise", r"in (?P<o>.+)", "grew up in", domain="home", is_single=True, is_passive=True),
    _frame("grow", r"up (?:in|near|on|around) (?P<o>.+)", "grew up in", domain="home", is_single=True),
    _frame("be", rf"{_ADJ}(?P<o>{_any(NATIONALITIES)})\b(?! \w)", "nationality", domain="other", salience=0.8),
    _frame("be", rf"{_ADJ}(?P<o>{_any(RELIGIONS)})\b", "religion", domain="spirituality", salience=0.8),
    _frame("be", r"(?:originally )?from (?P<o>[^\W\d_].+)", "origin", domain="home", is_single=True, salience=0.8),
    _frame("be", r"(?P<o>\d(?:'\d+|[.,]\d+ ?m|\d+ ?cm| ?(?:ft|foot|feet)[\w ]*)\"?)(?: tall)?", "height", is_single=True, domain="health"),
    _frame("be", r"(?P<o>left|right)[- ]handed", "handedness", is_single=True, domain="other", salience=0.7),
    # --- where -------------------------------------------------------------------------------------------------------------
    _frame("live reside", r"(?:up |down |over |out |back |here )?(?:in|at|near|on|outside|around|by)(?: the (?:city|town|village) of)? " + _PLACE, "home",
           domain="home", is_core=True, is_single=True, salience=0.9),
    _frame("live", r"(?P<o>(?:with|alone|by myself|together|on my own).*)", "lives with", domain="home", is_single=True, salience=0.8),
    _frame("base locate", r"in (?P<o>.+)", "home", domain="home", is_core=True, is_single=True, is_passive=True, salience=0.9),
    _frame("move relocate emigrate immigrate", r"(?:back |over |out |here |down |up )?(?:from .+? )?to (?P<o>[^\W\d_].+)", "home", domain="home", type="event",
           is_core=True, is_single=True, is_change=True, salience=0.9, tenses=_EVENTS),
    _frame("move", r"in(?:to .+)? with (?P<o>.+)", "lives with", domain="home", type="event", is_single=True, is_change=True, tenses=_EVENTS, salience=0.8),
    _frame("move", r"in(?:to)? (?P<o>.+)", "lives in", domain="home", type="event", is_change=True, tenses=_EVENTS, kind="fact"),
    # --- work and learning -------------------------------------------------------------------------------------------------
    _frame("work", r"(?:part[- ]time |full[- ]time |there )?as (?:a|an|the)? ?(?P<o>.+?)(?= (?:at|for|in|with)\b|$|[,.;!])", "job", domain="work", is_core=True, is_single=True, salience=0.9),
    _frame("work", r"(?:for|at) (?!(?:home|night|it|a while|me|you|least|all|\d|years|the moment)\b)(?P<o>.+)", "employer", domain="work", is_core=True,
           is_single=True, salience=0.9),
    _frame("employ hire", r"(?:by|at|with) (?P<o>.+)", "employer", domain="work", is_core=True, is_single=True, is_passive=True, salience=0.9),
    _frame("work", r"from (?P<o>home|anywhere|the office)\b", "works from", domain="work", is_single=True),
    _frame("work", r"(?P<o>(?:in|with|on) (?!(?:it|this|that|progress|the (?:side|same))\b).+)", "works {o}", domain="work"),
    _frame("work", r"(?P<o>(?:night|day|early|late|double|weekend|long|part|full|remote|freelance|\d+)[\w-]*.*)", "works {o}", domain="work"),
    _frame("be", rf"{_ADJ}{_JOB}(?=\s*(?:$|[,.;!(]|and\b|but\b|at\b|for\b|in\b|by\b|with\b|from\b|who\b|now\b|since\b|so\b|until\b|there\b|these\b|of\b|specializ|specialis|working|based|living|here\b))",
           "job", domain="work", is_core=True, is_single=True, salience=0.9),
    _frame("be", r"(?P<o>self[- ]employed|unemployed|retired|between jobs|out of work|on parental leave|on maternity leave|on sick leave)\b", "job", domain="work", is_core=True,
           is_single=True, salience=0.9),
    _frame("retire", r"(?P<o>.*)", "job", domain="work", type="event", is_single=True, is_core=True, is_change=True, flips=True, is_passive=None,
           tenses=_EVENTS | {"present"}),
    _frame("promote", r"to (?P<o>.+)", "job", domain="work", type="event", is_single=True, is_change=True, is_core=True, is_passive=True, salience=0.9),
    _frame("get", r"promoted to (?P<o>.+)", "job", domain="work", type="event", is_single=True, is_change=True, is_core=True, salience=0.9, tenses=_EVENTS),
    _frame("get start", r"(?:a |my )?(?:new )?(?:job|position|role|gig) as (?P<o>.+?)(?= (?:at|for|in|with)\b|$|[,.;!])", "job", domain="work", type="event",
           is_single=True, is_change=True, is_core=True, salience=0.9, tenses=_EVENTS),
    _frame("get start", r"(?:a |my )?(?:new )?(?:job|position|role|gig) (?:at|with) (?P<o>.+)", "employer", domain="work", type="event", is_single=True,
           is_change=True, is_core=True, salience=0.9, tenses=_EVENTS),
    _frame("quit leave lose resign", r"(?:from )?(?:my|his|her|their|the) (?P<o>(?:[\w-]+ )?(?:job|position|role|post))\b(?! (?:at|with|as)\b)", "job", domain="work", type="event",
           is_single=True, is_change=True, is_core=True, flips=True, salience=0.9, tenses=_EVENTS),
    _frame("quit leave lose resign", r"(?:from )?(?:my|his|her|their|the) (?:[\w-]+ )?(?:job|position|role|post) (?:at|with) (?P<o>.+)", "employer", domain="work", type="event",
           is_single=True, is_change=True, is_core=True, flips=True, salience=0.9, tenses=_EVENTS),
    _frame("join", r"(?P<o>(?-i:[A-Z]).*)", "joined {o}", kind="fact", type="event", tenses=_EVENTS),
    _frame("study", r"(?:at) (?P<o>.+)", "school", domain="education", is_single=True, salience=0.8),
    _frame("study major", r"(?:in )?" + _NP, "studies {o}", domain="education", is_each=True, tenses=_ALL),
    _frame("learn", r"(?:how )?(?!(?:about|more|a lot|so much|from)\b)" + _NP, "learns {o}", domain=None, tenses=_NOW),
    _frame("teach", r"(?!(?:me|us|him|her|them|you|myself)\b)" + _NP, "teaches {o}", domain="work", salience=0.8),
    _frame("run own", r"(?P<o>(?:a|an|my own|our own) .*(?:shop|store|business|company|bakery|cafe|café|restaurant|startup|start-up|farm|studio|agency|gym|bar|pub|blog|channel|podcast|b&b|hotel|school|firm|salon|practice)\b)",
           "runs {o}", domain="work", salience=0.8),
    # --- family and partners -----------------------------------------------------------------------------------------------
    _frame("marry", r"to (?P<o>.+)", "partner", domain="relationships", is_core=True, is_single=True, is_passive=True, salience=0.9),
    _frame("marry", r"(?P<o>(?-i:[A-Z]).*)", "partner", domain="relationships", type="event", is_core=True, is_single=True, is_change=True, salience=0.9, tenses=_EVENTS),
    _frame("get", r"(?P<o>married|engaged|divorced|separated)\b", "relationship status", domain="relationships", type="event", is_core=True, is_single=True,
           is_change=True, salience=0.9, tenses=_EVENTS),
    _frame("marry divorce engage separate widow", r"(?P<o>)(?=\s*(?:$|[,.;!]|and|now|with|for|since|but|to\b))", "relationship status", domain="relationships",
           is_core=True, is_single=True, is_passive=True, salience=0.9),
    _frame("be", rf"{_ADJ}(?P<o>{_any(MARITAL)}|in a (?:[\w-]+ )?relationship|dating someone)\b(?! (?:of|parent|mum|mom|dad|mother|father|most|biggest|thing))", "relationship status",
           domain="relationships", is_core=True, is_single=True, salience=0.9),
    _frame("date", r"(?P<o>(?-i:[A-Z]).*|a .+)", "partner", domain="relationships", is_single=True, tenses=_NOW, salience=0.8),
    _frame("be", r"(?P<o>(?:an? )?(?:only|middle|youngest|oldest|eldest|firstborn) (?:child|of .+|sibling))", "is {o}", domain="family", salience=0.8),
    _frame("be", r"(?P<o>(?:a |the )?(?:single |proud |new |working |stay-at-home |first-time )*(?:mother|mum|mom|father|dad|parent|grandmother|grandfather|twin)s?\b.*)", "is {o}", domain="family",
           is_core=True, salience=0.9),
    _frame("have", rf"(?P<o>(?:(?:a|an|one|two|three|four|five|six|no|my|\d|three) )?(?:[\w-]+ ){{0,2}}?(?:{_any(RELATIONS)}))\b(?!')(?!.*\b(?:visit|come|over|stay)\w*\b)", "has {o}",
           domain=None, is_core=True, salience=0.9, tenses=_NOW | {"past habit"}),
    # --- health and diet ---------------------------------------------------------------------------------------------------
    _frame("be", r"(?:\w+ly )?(?:a bit |very |really )?allergic to " + _REST, "allergic to {o}", domain="health", is_core=True, is_each=True, salience=0.9),
    _frame("have", r"(?:an? |a (?:bad|severe|mild|serious) )?(?:severe |mild |bad )?(?P<o>[\w ]+?) (?:allergy|intolerance)\b", "allergic to {o}", domain="health", is_core=True, salience=0.9),
    _frame("have", r"(?:an? )?(?:severe |mild |bad |serious )?allerg(?:y|ies) to " + _REST, "allergic to {o}", domain="health", is_core=True, is_each=True, salience=0.9),
    _frame("be", rf"{_ADJ}(?P<o>{_any(DIETS)})s?\b", "{o}", domain="food", is_core=True, salience=0.9),
    _frame("go turn", rf"(?:fully |completely |back to being )?(?P<o>{_any(DIETS)})\b", "{o}", domain="food", type="event", is_core=True, is_change=True, salience=0.9, tenses=_EVENTS),
    _frame("be", r"(?P<o>(?:lactose|gluten|fructose|histamine)[- ]intolerant|intolerant to .+)", "{o}", domain="health", is_core=True, salience=0.9),
    _frame("be", rf"{_ADJ}(?P<o>{_any(CONDITION_ADJECTIVES)})\b", "{o}", domain="health", is_core=True, salience=0.9),
    _frame("diagnose", r"with (?P<o>.+)", "has {o}", domain="health", is_core=True, is_passive=True, is_change=True, salience=0.9),
    _frame("get", r"diagnosed with (?P<o>.+)", "has {o}", domain="health", is_core=True, is_change=True, salience=0.9, tenses=_EVENTS),
    _frame("suffer", r"from " + _NP, "has {o}", domain="health", is_core=True, salience=0.9),
    _frame("have", rf"(?P<o>(?:[\w-]+ ){{0,3}}?(?:{_any(CONDITIONS)})|(?:a |high |low |chronic |bad )+[\w ]*(?:condition|disease|disorder|syndrome|blood pressure|cholesterol|pain))\b", "has {o}",
           domain="health", is_core=True, salience=0.9, tenses=_NOW),
    # --- tastes ------------------------------------------------------------------------------------------------------------
    _frame("prefer", r"(?P<o>.+?) (?:to|over|rather than|instead of) (?P<other>(?!the point\b).+)", "prefers", salience=0.8, is_single=True, tenses=STATES | {"wish"}),
    _frame("prefer", r"(?P<o>(?!(?:to (?:see|know|have you)|if|that|this|it)\b).+)", "prefers {o}", salience=0.7, tenses=STATES | {"wish"}),
    _frame("like love enjoy adore appreciate cherish favor favour relish",
           r"(?!(?:to (?:know|hear|see|learn|ask|think|get|share|discuss|say|thank|add|explore more))\b)" + _NP, "likes {o}", is_each=True, tenses=_HABITS),
    _frame("hate dislike detest despise loathe", _NP, "dislikes {o}", is_each=True, tenses=_HABITS),
    _frame("stand bear", _NP, "dislikes {o}", is_each=True, flips=True, tenses=frozenset({"skill"})),
    _frame("be", r"(?:not )?(?:a |an )?(?:big |huge |massive |real |true |die-?hard |avid |long-?time )*(?:fan|lover|enthusiast|admirer|devotee|supporter) of " + _NP, "likes {o}", is_each=True),
    _frame("be", r"(?:really |very |so |super |big |completely |totally |a bit |absolutely )*(?:into|fond of|keen on|crazy about|mad about|obsessed with|passionate about|addicted to|hooked on|partial to) " + _NP,
           "likes {o}", is_each=True),
    _frame("be", r"(?P<o>(?:a |an )?(?:huge |big |avid |massive |total |real |bit of a )*(?:[\w-]+ )?(?:lover|fan|enthusiast|nerd|geek|buff|addict|fanatic|person|junkie|aficionado))\b(?! of)", "is {o}"),
    _frame("obsess", r"with " + _NP, "likes {o}", is_each=True, is_passive=True),
    _frame("be", r"(?:really |very |so |terribly |a bit )*(?:scared|afraid|terrified|frightened|petrified) of (?P<o>(?!(?:being wrong|missing|asking)).+)", "afraid of {o}", is_each=True),
    _frame("scare terrify", r"of (?P<o>.+)", "afraid of {o}", is_passive=True),
    _frame("be", r"(?P<o>(?:really |very |so |pretty |quite |rather )*(?:good|bad|terrible|great|awful|hopeless|useless|brilliant|decent|rubbish|talented|skilled) (?:at|with) (?!it\b|that\b|this\b).+)", "is {o}"),
    _frame("believe", r"in (?P<o>(?!(?:you|me|myself|yourself|him|her|us|them|it)\b).+)", "believes in {o}", domain="spirituality"),
    _frame("support", r"(?P<o>(?!(?:you|your|this|that|the idea)\b)(?-i:[A-Z]).*|the .*(?:team|party|club)\b)", "supports {o}", domain=None),
    _frame("root", r"for (?P<o>(?!you\b).+)", "supports {o}", domain="sport", tenses=_ALL),
    _frame("describe consider call", r"myself (?:as )?(?:to be )?(?:an? |pretty |quite |very |rather |fairly |more of an? )*(?P<o>.+)", "is {o}", tenses=STATES | {"hypothetical"}),
    # --- skills, habits, things --------------------------------------------------------------------------------------------
    _frame("speak", rf"(?:a (?:bit|little) (?:of )?|some |only |fluent |good |basic |native )?(?P<o>(?:{_any(LANGUAGES)})\b.*)", "speaks {o}", domain="education", is_each=True, tenses=_ALL),
    _frame("be", r"(?:fluent|conversational|native|proficient) in (?P<o>.+)", "speaks {o}", domain="education", is_each=True),
    _frame("know", rf"(?P<o>(?:how to .+|(?:some |a bit of |basic )?(?:{_any(LANGUAGES)})\b.*))", "knows {o}", domain=None),
    _frame("eat", _NP, "eats {o}", domain="food", is_each=True, tenses=_HABITS | {"skill", "progressive"}),
    _frame("drink", _NP, "drinks {o}", domain="food", is_each=True, tenses=_HABITS | {"skill", "progressive"}),
    _frame("have", rf"(?P<o>(?:(?:a|an|my|some|no) )?(?:[\w-]+ )?(?:{_any(DRINKS | FOODS)}))\b(?=.*\b(?:every|each|usually|always|daily|mornings?|lunch|dinner|breakfast)\b)", "eats {o}",
           domain="food", tenses=frozenset({"present", "past habit"})),
    _frame("smoke vape", r"(?P<o>)", "smokes", domain="health", is_core=True, tenses=_HABITS | {"progressive"}, salience=0.8),
    _frame("play", r"(?!(?:a (?:role|part|key|crucial|vital|big)|with (?:the|that|this|it)\b|out\b|around\b))" + _NP, "plays {o}", is_each=True, tenses=_HABITS | {"progressive", "skill"}),
    _frame("avoid", _NP, "avoids {o}", is_each=True, tenses=_NOW),
    _frame("drive ride", _NP, "drives {o}", domain="transport", tenses=frozenset({"present", "past habit", "skill"})),
    _frame("use", r"(?P<o>(?!(?:it|that|this|them|these|those|to)\b).+)", "uses {o}", tenses=frozenset({"present", "past habit", "progressive"})),
    _frame("practise practice", _NP, "practises {o}", is_each=True),
    _frame("collect", _NP, "collects {o}", is_each=True, tenses=_NOW | {"past habit"}),
    _frame("wear", _NP, "wears {o}", tenses=frozenset({"present", "past habit"})),
    _frame("earn make", r"(?P<o>(?:about |around |roughly )?[€$£]?\d[\d.,]*k?\b.*)", "income", domain="money", is_single=True, tenses=frozenset({"present"})),
    _frame("weigh", r"(?P<o>(?:about |around )?\d.*)", "weight", domain="health", is_single=True, tenses=frozenset({"present"})),
    # --- what happened -----------------------------------------------------------------------------------------------------
    _frame("visit", _NP, "visited {o}", kind="fact", type="event", domain="travel", is_each=True, tenses=_EVENTS),
    _frame("be", r"to (?P<o>(?-i:[A-Z]).*)", "visited {o}", kind="fact", type="event", domain="travel", is_each=True, tenses=frozenset({"perfect"})),
    _frame("go travel fly", r"(?:back )?to (?P<o>(?-i:[A-Z]).*)", "visited {o}", kind="fact", type="event", domain="travel", tenses=_EVENTS),
    _frame("switch change", r"(?:over )?(?:from (?P<old>.+?) )?to (?P<o>.+)", "switched to {o}", is_change=True, tenses=_EVENTS | {"progressive"}),
)

BY_LEMMA: dict[str, tuple[Frame, ...]] = {
    lemma: tuple(frame for frame in FRAMES if lemma in frame.lemmas) for lemma in {lemma for frame in FRAMES for lemma in frame.lemmas}
}
"""The frames of each main verb, in the table's order."""

