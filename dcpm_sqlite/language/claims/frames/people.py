"""Who somebody is, and who belongs to them."""

from __future__ import annotations

from dcpm_sqlite.language.claims.frames.frame import ADJECTIVES, DONE, NOW, STATES, Frame, any_of
from dcpm_sqlite.language.claims.lexicon import MARITAL, NATIONALITIES, RELATIONS, RELIGIONS

_COUNT = r"(?:a|an|one|two|three|four|five|six|no|my|\d)"
_RELATED = rf"(?:{_COUNT} )?(?:(?!(?:and|few|some|many|several|other|such|more|any)\b)[\w-]+ ){{0,2}}?(?:{any_of(RELATIONS)})"
_AFTER_RELATED = "(?:and|who|called|named|in|at|from|with|that|aged|now|but|living|of|too|back|under|over)"
WHO: tuple[Frame, ...] = (
    Frame(
        "be",
        r"(?P<o>\d{1,3})(?: years? old| ?yo\b| ?y/o| years? of age)?(?= now\b)?(?=\s*(?:$|[.,](?!\d)|[;!)]|and\b|but\b|now\b|years?\b|yo\b))",
        "age",
        is_core=True,
        is_single=True,
        salience=0.9,
    ),
    Frame(
        "turn",
        r"(?P<o>\d{1,3})\b(?! (?:km|kg|pages|minutes))",
        "age",
        is_core=True,
        is_single=True,
        is_change=True,
        salience=0.9,
        tenses=STATES | {"plan"},
    ),
    Frame(
        "call name", r"(?P<o>[^\W\d_][\w'-]*(?: (?-i:[A-Z])[\w'-]*)?)", "name", is_core=True, is_single=True, is_passive=True, salience=0.9
    ),
    Frame(
        "bear",
        r"(?:on |in )?(?P<o>(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|19\d\d|20\d\d)[\w ,]*)",
        "birth date",
        type="event",
        is_core=True,
        is_single=True,
        is_passive=True,
        salience=0.9,
        tenses=DONE | {"present"},
    ),
    Frame(
        "bear",
        r"(?:and (?:raised|bred) )?in (?P<o>.+)",
        "birthplace",
        domain="home",
        type="event",
        is_single=True,
        is_passive=True,
        salience=0.9,
        tenses=DONE | {"present"},
    ),
    Frame("raise", r"in (?P<o>.+)", "grew up in", domain="home", is_single=True, is_passive=True),
    Frame("grow", r"up (?:in|near|on|around) (?P<o>.+)", "grew up in", domain="home", is_single=True),
    Frame("be", rf"{ADJECTIVES}(?P<o>{any_of(NATIONALITIES)})\b(?! \w)", "nationality", domain="other", salience=0.8),
    Frame("be", rf"{ADJECTIVES}(?P<o>{any_of(RELIGIONS)})\b", "religion", domain="spirituality", salience=0.8),
    Frame("be", r"(?:originally )?from (?P<o>[^\W\d_].+)", "origin", domain="home", is_single=True, salience=0.8),
    Frame(
        "come hail",
        r"(?:originally )?from (?P<o>(?-i:[A-Z]).+)",
        "origin",
        domain="home",
        is_single=True,
        salience=0.8,
        tenses=frozenset({"present"}),
    ),
    Frame(
        "be",
        r"(?P<o>\d(?:'\d+|[.,]\d+ ?m(?:et(?:er|re)s?)?\b|\d+ ?cm| ?(?:ft|foot|feet)[\w ]*)\"?)(?: tall)?",
        "height",
        is_single=True,
        domain="health",
    ),
    Frame("be", r"(?P<o>left|right)[- ]handed", "handedness", is_single=True, domain="other", salience=0.7),
)
"""Who somebody is."""
FAMILY: tuple[Frame, ...] = (
    Frame("marry", r"to (?P<o>.+)", "partner", domain="relationships", is_core=True, is_single=True, is_passive=True, salience=0.9),
    Frame(
        "marry",
        r"(?P<o>(?-i:[A-Z]).*)",
        "partner",
        domain="relationships",
        type="event",
        is_core=True,
        is_single=True,
        is_change=True,
        salience=0.9,
        tenses=DONE,
    ),
    Frame(
        "get",
        r"(?P<o>married|engaged|divorced|separated)\b",
        "relationship status",
        domain="relationships",
        type="event",
        is_core=True,
        is_single=True,
        is_change=True,
        salience=0.9,
        tenses=DONE,
    ),
    Frame(
        "marry divorce separate",
        r"(?P<o>)(?=\s*(?:$|[,.;!]|(?:last|this|in|on|back|when|after|at|and|but|again|recently|young|yesterday)\b))",
        "relationship status",
        domain="relationships",
        type="event",
        is_core=True,
        is_single=True,
        is_change=True,
        salience=0.9,
        tenses=DONE,
    ),
    Frame(
        "marry divorce engage separate widow",
        r"(?P<o>)(?=\s*(?:$|[,.;!]|and|now|with|for|since|but|to\b))",
        "relationship status",
        domain="relationships",
        is_core=True,
        is_single=True,
        is_passive=True,
        salience=0.9,
    ),
    Frame(
        "be",
        rf"{ADJECTIVES}(?P<o>{any_of(MARITAL)}|in a (?:[\w-]+ )?relationship|dating someone)\b(?! (?:of|parent|mum|mom|dad|mother|father|most|biggest|thing))",
        "relationship status",
        domain="relationships",
        is_core=True,
        is_single=True,
        salience=0.9,
    ),
    Frame("date", r"(?P<o>(?-i:[A-Z]).*|a .+)", "partner", domain="relationships", is_single=True, tenses=NOW, salience=0.8),
    Frame(
        "be",
        r"(?P<o>(?:an? )?(?:only|middle|youngest|oldest|eldest|firstborn) (?:child|of .+|sibling))",
        "is {o}",
        domain="family",
        salience=0.8,
    ),
    Frame(
        "be",
        r"(?P<o>(?:a |the )?(?:single |proud |new |working |stay-at-home |first-time )*(?:mother|mum|mom|father|dad|parent|grandmother|grandfather|twin)s?\b.*)",
        "is {o}",
        domain="family",
        is_core=True,
        salience=0.9,
    ),
    Frame(
        "have",
        rf"(?P<o>one|two|three|four|five|six|seven|eight|\d\d?) (?P<n>(?:[\w-]+ ){{0,2}}?(?:{any_of(RELATIONS)}))\b(?!')(?!(?:,| and) {_COUNT} )",
        "has {n}",
        domain=None,
        is_core=True,
        is_single=True,
        salience=0.9,
        tenses=NOW,
    ),
    Frame(
        "have",
        rf"(?P<o>{_RELATED}(?:(?:,? and|,) {_RELATED})*)\b(?=\s*(?:$|[,.;!(–—-]|{_AFTER_RELATED}\b|(?-i:[A-Z])))"
        r"(?: (?:called|named) (?P<name>(?-i:[A-Z])[\w'-]+))?",
        "has {o}",
        domain=None,
        is_core=True,
        is_each=True,
        salience=0.9,
        tenses=NOW | {"past habit"},
    ),
)
"""Family and partners."""
