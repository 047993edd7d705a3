"""The words of a statement that carry what it claims, in order, apart from the polarity, mood and tense in which it claims it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from dcpm_sqlite.language.claims.lemmas import MONTHS, WEEKDAYS, compound, lemmas
from dcpm_sqlite.language.claims.verbs import OUTINGS, gerund, lemma_of
from dcpm_sqlite.language.text import fold

# Words that tie a statement together or colour it, and leave the claim as it is.
_TIES = """
a an the i me my we us our ours you your yours he him his she her hers it its they them their theirs this that these
those there who which what where user speaker of in at on to for with by as about into and or
can s m re ve d ll t really very just actually also so too well currently now still definitely honestly basically quite pretty
literally always usually often generally nowadays again anymore please per yes yeah oh hey ok okay both
"""
_DROPPED = frozenset(_TIES.split())
_NEGATIONS = lemmas("not no never nobody nothing none neither nor hardly rarely seldom nowhere")
_HAVE = frozenset({"have", "has", "had"})
_BETWEEN = frozenset({"not", "n't", "never", "just", "already", "recently", "also", "always", "now", "since", "ever"})
# What is wanted, doubted, supposed or over is another claim than what is.
_MOODS = lemmas(
    """
    want wish hope plan might will would should could must consider think dream almost nearly if unless formerly maybe perhaps probably
    someday try intend suppose guess need former ex soon
    """
)
_REPLACING = lemmas("switch replace instead change swap move become turn trade upgrad convert")
FORMERLY = "formerly"  # the form of "used to"
_PHRASES = (
    (re.compile(r"\b(?:no|not any) longer\b"), "not"),
    (re.compile(r"\b(?:any|these) ?(?:more|days)\b|\bat the moment\b|\bas well\b|\bnot only\b|\bfor sure\b|\bat all\b"), " "),
    (re.compile(r"\b(?:can't|cannot|can not|couldn't) (?:stand|bear)\b"), "hate"),
    (re.compile(r"\b(?:am|is|are|'m|'s|'re) (?:really |very |quite )?(?:fond of|keen on|into)\b"), " like"),
    (re.compile(r"\b(?:won't|will not) (?=.*\b(?:any ?more|any longer|these days)\b)"), "not "),
    (re.compile(r"\b(?:so|very) much\b|\ba lot\b(?! of)"), " "),
    (re.compile(r"\b(?:work|works|working) (?=(?:(?:night|day|late|early) shifts?|nights|days|lates|earlies)\b)"), ""),
    (re.compile(r"\b(?:would|'d) like to\b"), " want"),
    (re.compile(r"\b(?:would|'d) rather (?:have )?"), " prefer "),
    (re.compile(r"\b(?:look|looks|looking|looked) after\b|\b(?:take|takes|taking|took|taken) care of\b"), " care"),
    (re.compile(r"\b(?:give|gives|giving|gave|given) up (?=\w+ing\b)"), " quit "),
    (re.compile(r"\b(?:have|has|'ve|'s) got\b"), " have"),
    (re.compile(rf"\b(?:go|goes|went|gone|going) (?=(?:{'|'.join(map(gerund, sorted(OUTINGS)))})\b)"), ""),
    (re.compile(r"\b(?:ride|rides|riding|rode) (?:my|a|the|his|her) (?:bike|bicycle)\b"), "cycle"),
    (re.compile(r"\bused to\b"), FORMERLY),
    (re.compile(r"\bthis (?=week|month|year|morning|evening|weekend|spring|summer|autumn|fall|winter)"), "current "),
)  # fmt: skip
_TOKEN = re.compile(r"[^\W_]+(?:[.,:]\d+)*(?:['-][^\W_]+)*|[$€£%]|[^\w\s]")
_CHANGED = re.compile(
    r"\b(?:now(?! and then)|nowadays|these days|no longer|not any longer|any ?more|used to|has become|have become|since then"
    r"|(?:quit|stopped|gave up|started|began|switched|changed) )\b"
)
_AGENT = re.compile(
    r"(?:\b(?:am|is|are)|'(?:m|s|re)) (?:an? )?(?P<what>[a-z][\w-]+) (?P<verb>[a-z]{3,}?)(?:er|or)s?\b(?=\s*(?:$|[.,!;]|(?:now|any|and|but|who)\b))"
)
_CURRENCY = {"$": "dollar", "€": "euro", "£": "pound"}
_PAST = re.compile(r"\b(?:was|were|did|had|used to|\w{2,}ed)\b")
_PRESENT = re.compile(r"\b(?:am|is|are|'m|'re|'s|has|have|'ve|do|does|can|will)\b")
_CAPITAL = re.compile(r"(?<=[^\s.!?])\s+[\"'(]?([^\W\d_]\w*)")


@dataclass(frozen=True, slots=True)
class Word:
    """One content word: form as of `lemmas`; is_key: a name or a number; ends_phrase: nothing of its phrase follows it.

    is_doing: an -ing form of a verb ("falling off a ladder").
    """

    form: str
    is_key: bool
    ends_phrase: bool
    is_doing: bool = False


@dataclass(frozen=True, slots=True)
class Wording:
    """words: content words in order; is_negative: an odd number of negations; moods: words of wish, doubt and supposition.

    is_past: the main verb is in the simple past; is_copular: a form of "to be" is the main verb; replaces: words of change that put
    one thing in another's place; is_change: "now", "no longer" and the like.
    """

    words: tuple[Word, ...]
    is_negative: bool
    moods: frozenset[str]
    is_past: bool
    is_copular: bool
    replaces: bool
    is_change: bool

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(word.form for word in self.words)


@lru_cache(maxsize=8192)
def wording(text: str, *, is_value: bool = False) -> Wording:
    """Read a statement: "I've got two dogs." is `have 2 dog`; "I hate horror films" is `like horror movie`, negative.

    is_value: the first word is no sentence's beginning, and a name if it has a capital.
    """
    flat_text = flat = fold(text).replace("’", "'")
    for phrase, plain in _PHRASES:
        flat = phrase.sub(plain, flat)
    flat = _AGENT.sub(_as_doing, flat)
    names = {fold(name) for name in _CAPITAL.findall(f"x {text}" if is_value else text) if name[0].isupper()}
    words: list[Word] = []
    negations = 0
    for form, raw, ends in _forms(flat):
        if form in _NEGATIONS:
            negations += 1
        elif form == "hate":
            negations += 1
            words.append(Word("like", False, ends))
        elif not _is_empty(form, raw):
            words.append(Word(form, raw in names or any(sign.isdigit() for sign in form), ends, lemma_of(raw, "ing") is not None))
        if _is_empty(form, raw) and words and not words[-1].ends_phrase:
            words[-1] = replace(words[-1], ends_phrase=True)
    _order_dates(words)
    head = " ".join(flat.split()[:6])
    return Wording(
        words=tuple(words),
        is_negative=negations % 2 == 1,
        moods=frozenset(word.form for word in words) & _MOODS,
        is_past=_is_past(head),
        is_copular=bool(re.search(r"\b(?:am|is|are|was|were|isn't|aren't)\b|'(?:m|s|re)\b", head)),
        replaces=any(word.form in _REPLACING for word in words),
        is_change=_CHANGED.search(flat_text) is not None,
    )


def _as_doing(match: re.Match[str]) -> str:
    """ "Is a vinyl collector" as "collect vinyl": who does something by what is done; any other noun stays."""
    stem = match["verb"]
    verb = next((base for base in (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem) if lemma_of(base, "base")), None)
    return match.group() if verb is None else f" {verb} {match['what']}"


def _is_empty(form: str, raw: str) -> bool:
    return raw in _DROPPED or form in ("be", "do")


def _order_dates(words: list[Word]) -> None:
    """ "3 May" as "May 3"."""
    for place in range(len(words) - 1):
        first, second = words[place], words[place + 1]
        if second.form in MONTHS and first.form.isdigit() and len(first.form) <= 2:
            words[place], words[place + 1] = Word(second.form, True, False), Word(first.form, True, second.ends_phrase)


def _is_past(head: str) -> bool:
    past, present = _PAST.search(head), _PRESENT.search(head)
    return past is not None and (present is None or past.start() < present.start())


def _forms(flat: str) -> list[tuple[str, str, bool]]:
    """Form, word as it stands, and whether punctuation follows it."""
    tokens = _TOKEN.findall(flat)
    for place, token in enumerate(tokens[:-1]):  # "$900" is read as "900 dollar"
        if token in _CURRENCY:
            tokens[place], tokens[place + 1] = tokens[place + 1], _CURRENCY[token]
    found: list[tuple[str, str, bool]] = []
    for place, token in enumerate(tokens):
        if not token[0].isalnum():
            continue
        following = tokens[place + 1] if place + 1 < len(tokens) else "."
        ends = not following[0].isalnum()
        plain, negated = _uncontracted(token)
        if plain in _HAVE and _is_auxiliary(tokens[place + 1 :]):
            continue
        if plain in ("no", "yes") and place == 0 and following == ",":
            continue
        if plain in ("am", "pm") and place and tokens[place - 1][0].isdigit():
            found.append((plain, plain, ends))
            continue
        found += [(form, plain, ends) for form in compound(plain)]
        if negated:
            found.append(("not", "not", False))
    return found


def _is_auxiliary(following: list[str]) -> bool:
    """Whether "have" makes a perfect with what follows."""
    verb = next((token for token in following if token not in _BETWEEN), "")
    return verb == "been" or (lemma_of(verb, "participle") is not None and verb != "had")


def _uncontracted(token: str) -> tuple[str, bool]:
    """The word without what an apostrophe ties to it, and whether that negates it."""
    if token.endswith("n't"):
        stem = token[:-3]
        return {"ca": "can", "wo": "will", "sha": "will"}.get(stem, stem), True
    if token in ("cannot", "dont", "doesnt", "didnt", "isnt", "cant"):
        return token[:3] if token.startswith("ca") else "do", True
    return token.split("'", 1)[0], False


_DEICTIC = lemmas("yesterday today tomorrow tonight")
_POINTING = lemmas("last next current past coming")
_UNITS = lemmas("day week month year weekend night morning evening spring summer autumn fall winter")
_YEAR = re.compile(r"1[1-9]\d\d|20\d\d")


def is_time(form: str) -> bool:
    """Month, weekday, year or a word such as "yesterday"."""
    return form in MONTHS or form in WEEKDAYS or form in _DEICTIC or _YEAR.fullmatch(form) is not None


def without_times(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """What is left when a date is known otherwise: "ran marathon last week" and "on 3 May" lose their dates."""
    kept: list[Word] = []
    forms = [word.form for word in words]
    for place, word in enumerate(words):
        before = forms[place - 1] if place else ""
        after = forms[place + 1] if place + 1 < len(forms) else ""
        is_day = word.form.isdigit() and len(word.form) <= 2 and (before in MONTHS or after in MONTHS)
        is_unit = word.form in _UNITS and (before in _POINTING or after == "ago")
        is_pointer = (word.form in _POINTING and (after in _UNITS or is_time(after))) or word.form in ("ago", "since")
        is_count = word.form.isdigit() and after in _UNITS and forms[place + 2 : place + 3] == ["ago"]
        if not (is_time(word.form) or is_day or is_unit or is_pointer or is_count):
            kept.append(word)
    return tuple(kept)
