"""What a verb is said of: the complement without its adverbials, its parts in a list, and its folded name in an attribute."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.verbs import gerund, lemma_of
from dcpm_sqlite.language.text import fold

_TIME_NOUN = r"(?:week|month|year|summer|winter|spring|autumn|fall|weekend|morning|evening|night|afternoon|day|time|season|semester)s?"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = r"(?:(?:jan|febr)uary|(?-i:March|May|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)|april|june|july|august|(?:septem|octo|novem|decem)ber)"
_DATE = (
    rf"(?:(?:the\ )?(?:(?:early|mid|late|last|next|this|(?:beginning|start|middle|end)\ of)[\ -])*(?:{_DAY}|{_MONTH}|(?:19|20)\d\d|spring|summer|autumn|winter"
    rf"|week|month|year|today|tomorrow|yesterday|now|\d{{1,2}}(?:st|nd|rd|th)?\ (?:of\ )?{_MONTH}|(?-i:the\ )\d{{1,2}}(?:st|nd|rd|th)))"
)
# From here on a complement says when, why, how or how much rather than what.
_TAIL = re.compile(
    rf"""\s*(?:
      [;!?()\n—–]|:(?!\d)|,(?!\s*\d{{3}}\b)|\s-\s|\.(?=\s|$)|\.{{2,}}
    | \b(?:because|cos|cuz|since|when|while|whenever|if|unless|so\ that|so|after|before|until|till|though|although|but|which|who|where|whereas
         |,?\ (?:such\ as|including|especially|particularly|ideally|maybe)|(?<=,)\ like|even\ (?:though|more)|even\ if|even\ when|anymore|any\ more|any\ longer|anyway|too|as\ well|instead\ of|instead|rather\ than|right\ now
         |at\ the\ moment|at\ present|these\ days|nowadays|now|today|tonight|tomorrow|yesterday|lately|recently|already|again|btw|by\ the\ way|lol
         |though|tbh|honestly|to\ be\ honest|a\ lot(?!\ of)|very\ much|so\ much|too\ much|the\ most|more\ than|most\ of\ the\ time|all\ the\ time
         |at\ all|originally|some\ ?day|one\ day|at\ night|at\ weekends|mostly|mainly|usually|sometimes|often|regularly|fluently|daily|weekly|full[- ]time|part[- ]time
         |for\ (?:about\ |almost\ |nearly\ |over\ |more\ than\ |around\ )?(?:years|ages|months|weeks|days|now|the\ past|the\ last|a\ while)
         |for\ (?:about\ |almost\ |nearly\ |over\ |more\ than\ |around\ )?(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|many
            |several|a\ few|a\ couple\ of)\ (?:{_TIME_NOUN}|decades?|hours?|minutes?)
         |in\ the\ (?:morning|evening|afternoon)s?|in\ (?:19|20)\d\d
         |(?<!due\ )(?<!scheduled\ )(?<!planned\ )(?<!set\ )(?<!expected\ )(?:on|in|by|from|as\ of|starting|beginning|effective|during|around|at\ the\ (?:beginning|start|end)\ of)\ {_DATE}|(?:last|next|this)\ {_MONTH}
         |in\ a\ while|for\ now|for\ sure|every|each|once|twice|(?:three|two|\d|(?:a\ )?(?:few|couple\ of)|many|several)\ times
         |(?:last|next|this|these|that)\ {_TIME_NOUN}|on\ (?:my\ |the\ )?(?:{_DAY}|weekends?|weekdays?)|over\ the\ (?:last|past)
         |with\ (?:my|our|a|some|the)|thanks\ to|due\ to|and\ (?:i|it|we|my|he|she|they|that|this|then|so)
         |(?:two|three|four|five|six|a\ few|\d+)\ {_TIME_NOUN}\ ago|from\ time\ to\ time|no\ matter|as\ a\ (?:kid|child|teenager|student|boy|girl)|growing\ up|as\ long\ as|to\ relax)\b
    )""",
    re.I | re.X,
)
_DETERMINER = re.compile(
    r"^(?:(?:a|an|the|my|our|some|any|all|both|such|lots? of|a lot of|a bit of|a little|a couple of|a few|plenty of|tons of|much|"
    r"bits? of|quite|really|very|most|kind of|sort of|mainly|mostly|only|especially)\s+)+",
    re.I,
)
_SPLIT = re.compile(r"\s*,\s*(?:and|or|but also|as well as)\s+|\s*,\s*|\s+(?:and|or|&|as well as|nor)\s+", re.I)
_PAIRS = re.compile(
    r"\b(?:mac(?:aroni)? and cheese|rock (?:and|&) roll|fish and chips|salt and \w+|r&b|drum and bass|bed and breakfasts?|"
    r"cookies and cream|arts and crafts|(?:bread|peanut butter) and \w+|gin and tonic|dungeons and dragons|back and forth|"
    r"track and field|rock and metal|science and technology|health and \w+|pros and cons|black and white|between .+ and .+)\b",
    re.I,
)
_PLAIN = str.maketrans("’‘", "''")
_LONGEST_PART = 5


def core_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of text[start:end] before the first adverbial, without outer white space; empty where nothing is left."""
    match = _TAIL.search(text, start, end)
    if match is not None and match.start() == start and match.group().strip().lower().startswith("with "):
        match = _TAIL.search(text, match.end(), end)
    if match is not None:
        end = match.start()
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;:"):
        end -= 1
    return start, end


def listed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The spans of "tea", "coffee" in "tea and coffee"; the whole as one span where it's no plain list.

    The list may run over commas at which `core_span` would stop; give it the whole complement.
    """
    parts: list[tuple[int, int]] = []
    at, joint = start, ""
    for match in () if _PAIRS.search(text, start, end) else _SPLIT.finditer(text, start, end):
        piece = core_span(text, at, match.start())
        if parts and lemma_of(text[piece[0] :].split(" ", 1)[0].lower(), "ing") and not _is_doing(text, parts[0]):
            break
        if piece[1] < match.start() or not 1 <= len(text[slice(*piece)].split()) <= _LONGEST_PART:
            break
        parts.append(piece)
        at, joint = match.end(), match.group().strip()
    last = core_span(text, at, end)
    is_other = parts and lemma_of(text[last[0] :].split(" ", 1)[0].lower(), "ing") is not None and not _is_doing(text, parts[0])
    if parts and not is_other and _is_part(text[slice(*last)]):
        return [*parts, last]
    return parts if joint == "," else [core_span(text, start, end)]


def _is_doing(text: str, part: tuple[int, int]) -> bool:
    return lemma_of(text[part[0] :].split(" ", 1)[0].lower(), "ing", "base") is not None or text[part[0] :].startswith("to ")


def _is_part(text: str) -> bool:
    words = text.split()
    if not 1 <= len(words) <= _LONGEST_PART:
        return False
    first = words[0].lower()
    return first not in {
        "i",
        "it",
        "my",
        "we",
        "that",
        "then",
        "he",
        "she",
        "they",
        "please",
        "not",
        "no",
        "so",
        "have",
        "is",
        "am",
        "especially",
    }


def is_plural(noun: str) -> bool:
    """Whether a noun's ending makes it more than one: not "address", "headquarters", "campus", "basis"."""
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "headquarters", "news", "series"))


def folded(text: str) -> str:
    """As named in an attribute: lower case, no determiner, plain apostrophes."""
    return fold(_DETERMINER.sub("", text.strip(" .,;:!?\"'“”")).translate(_PLAIN))


def folded_activity(text: str) -> str:
    """The same of what somebody likes or does: "to cook" and "cooking" are one."""
    words = _DETERMINER.sub("", text.strip()).split()
    if len(words) > 1 and words[0].lower() == "to" and (lemma := lemma_of(words[1].lower(), "base")):
        words = [gerund(lemma), *words[2:]]
    return folded(" ".join(words))
