"""English words brought to one form, so that two wordings of one thing can be told alike: a light stemmer and small tables.

Forms need not be words ("cooking" and "cooked" are `cook`, "baking" and "baked" `bak`) and are never shown. What is in no table and has no ending
that is known stays as it is: words of other languages are compared as they stand.
"""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.verbs import lemma_of

# Form, then the words that take it. Only what is as good as always interchangeable in a claim about somebody.
_ALIKE = """
like: love loves loved loving likes liked liking enjoy enjoys enjoyed enjoying adore adores adored
hate: hates hated hating dislike dislikes disliked detest detests loathe loathes
live: lives lived living reside resides resided residing dwell
have: has had having own owns owned owning possess possesses
mother: mom mum mama mommy mummy
father: dad papa daddy
grandmother: grandma granny nana
grandfather: grandpa granddad
husband: hubby
child: kid kids children
brother: bro
sister: sis
movie: film films movies
favourite: favorite fave favorites favourites
flat: apartment apartments flats
bike: bicycle bicycles bikes cycle cycles
car: automobile cars
television: tv telly
phone: cellphone smartphone phones
licence: license licences licenses
buy: purchase purchased purchases bought buys
begin: start starts started starting began begun begins
doctor: physician
company: firm
kilogram: kg kgs kilo kilos kilograms
kilometre: km kms kilometer kilometers kilometres
centimetre: cm centimeter centimeters centimetres
euro: euros eur
dollar: dollars usd
pound: pounds gbp quid
allergy: allergic allergies
afraid: scared scare scares fear fears frightened
be: am is are was were been being
wife: wives
knife: knives
man: men
woman: women
person: people
foot: feet
tooth: teeth
mouse: mice
january: jan
february: feb
march: mar
april: apr
june: jun
july: jul
august: aug
september: sep sept
october: oct
november: nov
december: dec
monday: mon mondays
tuesday: tue tues tuesdays
wednesday: wed wednesdays
thursday: thu thur thurs thursdays
friday: fri fridays
saturday: sat saturdays
sunday: sun sundays
"""
_ALIASES = {word: form for line in _ALIKE.strip().splitlines() for form, words in [line.split(": ")] for word in (form, *words.split())}
_COUNT = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_RANK = """
zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth
seventeenth eighteenth nineteenth twentieth
"""
_DECADE = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBERS = {word: value for value, word in enumerate(_COUNT.split())}
_TENS = {word: 10 * value for value, word in enumerate(_DECADE.split(), 2)}
_DIGITS = {word: str(value) for value, word in enumerate(_RANK.split())} | {"once": "1", "twice": "2"}
_DIGITS |= {word: str(value) for word, value in (_NUMBERS | _TENS).items()}
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_COUNTED = re.compile(r"(\d+)([a-z]{1,3})")


def lemma(word: str) -> str:
    """The form of one folded word; digits for a number word, an ordinal or a number with a separator ("1,050")."""
    known = _ALIASES.get(word) or _DIGITS.get(word)
    if known is not None:
        return known
    if word[0].isdigit():
        return _digits(word)
    verb = lemma_of(word, "third", "past", "participle", "ing", "base")
    return _ALIASES.get(verb, verb) if verb is not None else _stem(word)


def lemmas(words: str) -> frozenset[str]:
    """The forms of a list of words that stands as text."""
    return frozenset(lemma(word) for word in words.split())


def compound(word: str) -> tuple[str, ...]:
    """The forms of a word that may be hyphenated: "twenty-five" is 25, "five-year" is two words, "5km" a number and its unit."""
    parts = [part for part in word.split("-") if part]
    if len(parts) == 2 and parts[0] in _TENS and 0 < _NUMBERS.get(parts[1], 0) < 10:
        return (str(_TENS[parts[0]] + _NUMBERS[parts[1]]),)
    forms: list[str] = []
    for part in parts:
        counted = _COUNTED.fullmatch(part)
        if counted and counted[2] == "k":
            forms.append(counted[1] + "000")
        elif counted and counted[2] not in ("st", "nd", "rd", "th"):
            forms += [counted[1], lemma(counted[2])]
        else:
            forms.append(lemma(part))
    return tuple(forms)


def _digits(word: str) -> str:
    ordinal = _ORDINAL.fullmatch(word)
    if ordinal:
        return ordinal[1]
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", word)
    return plain.removesuffix(".00").removesuffix(":00")


def _stem(word: str) -> str:
    """Endings of number, person, tense and aspect taken off, alike for a word with and without a final e."""
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith(("ies", "ied")):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return _bare(word[:-2])
    if word.endswith("ing") and len(word) > 5:
        return _bare(word[:-3])
    if word.endswith("ed") and len(word) > 4:
        return _bare(word[:-2])
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return _bare(word[:-1])
    return _bare(word)


def _bare(word: str) -> str:
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        return word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


MONTHS = lemmas("january february march april may june july august september october november december")
WEEKDAYS = lemmas("monday tuesday wednesday thursday friday saturday sunday")
