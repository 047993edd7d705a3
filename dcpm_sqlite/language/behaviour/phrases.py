"""Phrases as patterns over words in one form each: how the tables of behaviour are written, and what they are matched against.

A text is reduced to its words' forms ("I kept putting it off" is `i keep put it off`), so that a phrase of a table stands for all
persons, tenses and numbers of it. In a phrase

    a/b   one word or the other        word?  it may be missing
    _     any one word                 ...    up to four words of the same clause
    #     a number                     =word  that very word ("=left" is no form of "leave")
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from dcpm_sqlite.language.claims.lemmas import lemma
from dcpm_sqlite.language.text import fold

NEGATED_WITHIN = 3  # words between a negator and what it denies
_NOT = re.compile(r"\b([a-z]+?)(?:n['’]t|not)\b")
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall", "can": "can"}
_TOKEN = re.compile(r"['’](ll|ve|m|re|s|d)\b|\d+(?:[.,]\d+)*|[^\W\d_]+|[.!?;:,]")
_CLITICS = {"ll": "will", "ve": "have", "m": "am", "re": "are"}
_STOPS = frozenset(".!?;:,")
_NEGATORS = frozenset({"not", "never", "without", "no", "nobody", "hardly", "nor"})


@dataclass(frozen=True, slots=True)
class Reduced:
    """A text as words. forms: by which they are told alike; words: folded, as they stand; a stop has itself as both."""

    forms: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def line(self) -> str:
        """What patterns search: a space before each `form=word`, and one at the end."""
        return "".join(f" {form}={word}" for form, word in zip(self.forms, self.words, strict=True)) + " "

    def is_denied(self, at: int) -> bool:
        """Whether one of the words just before place `at`, in the same clause, denies what stands there."""
        for before in reversed(range(max(0, at - NEGATED_WITHIN), at)):
            if self.words[before] in _STOPS:
                return False
            if self.words[before] in _NEGATORS:
                return True
        return False


@lru_cache(maxsize=4_096)
def reduced(text: str) -> Reduced:
    """The words of a text; "can't" is two of them, and the parts of a hyphenated word are words."""
    found = []
    for match in _TOKEN.finditer(_NOT.sub(_apart, fold(text))):
        word = _CLITICS.get(match[1], "") if match[1] else match[0]
        if word:
            found.append(word)
    return Reduced(tuple(word if word in _STOPS else lemma(word) for word in found), tuple(found))


def _apart(match: re.Match[str]) -> str:
    """ "don't" as "do not", "cannot" as "can not"; "knot" stays."""
    if match[0].endswith("not") and match[0] != "cannot":
        return match[0]
    return f"{_WHOLE.get(match[1], match[1])} not"


def pattern(phrases: str) -> re.Pattern[str]:
    """A table's phrases, apart by semicolons or line ends, as one pattern over `Reduced.line`."""
    listed = [phrase.strip() for phrase in re.split(r"[;\n]", phrases) if phrase.strip()]
    return re.compile("|".join("".join(map(_element, phrase.split())) + "(?= )" for phrase in listed))


def _element(element: str) -> str:
    """One word of a phrase, with the space before it."""
    if element == "...":
        return "(?: [^ =.!?;:]+=[^ ]+){0,4}?"
    options = "|".join(_word(word) for word in element.removesuffix("?").split("/"))
    return f"(?: (?:{options}))" + ("?" if element.endswith("?") else "")


def _word(word: str) -> str:
    if word == "_":
        return "[^ =]+=[^ ]+"
    if word == "#":
        return r"\d[^ =]*=[^ ]+"
    if word.startswith("="):
        return f"[^ =]+={re.escape(word[1:])}"
    return f"{re.escape(lemma(word))}=[^ ]+"
