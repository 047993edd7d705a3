"""What a statement is about: its content words, each under the form by which two wordings of one thing are told alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.claims.lemmas import lemma, lemmas
from dcpm_sqlite.language.stop_words import WORDS
from dcpm_sqlite.language.text import fold

_STOP = frozenset(WORDS.split())
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CLITIC = re.compile(r"['’](?:s|m|re|ve|d|ll|t)$", re.I)

# Words that stand in statements about anything: light verbs, degrees, times, and the words of talk. What two statements share must be more.
_LIGHT = lemmas(
    """
    be have do make get go come take give put keep let use want need try start begin stop finish end become seem feel think know
    say tell talk ask look see hear find like love enjoy hate prefer plan hope wish mean work help show call turn bring happen
    stay leave live able good great nice new old big small little long short first last next few lot lots much many more most
    really very quite pretty just still also even always never often sometimes usually again already yet soon now then today
    yesterday tomorrow tonight day week weekend month year morning afternoon evening night hour minute time times while ago
    recently lately currently finally actually maybe probably definitely especially thing things stuff way kind sort bit part
    people person someone something everything anything nothing one two three some any other another each every all both own
    same different such here there where when how why what who whole half yes no yeah well sure please thanks thank wow oh hey
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
    november december spring summer autumn fall winter amazing awesome wonderful fantastic super huge favourite
    """
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a statement in its place. form: what it is compared by; text: as it stands; start, end: code points."""

    form: str
    text: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """All words, in order, clitics apart ("I've" is "I")."""
    found = []
    for match in _WORD.finditer(text):
        bare = _CLITIC.sub("", match[0])
        if bare:
            found.append(Word(lemma(fold(bare)), bare, match.start(), match.start() + len(bare)))
    return found


def is_content(word: Word) -> bool:
    """Whether the word says what a statement is about."""
    return len(word.form) > 1 and word.form not in _LIGHT and fold(word.text) not in _STOP and fold(word.text) not in _LIGHT


def content(text: str) -> frozenset[str]:
    """Forms of its content words."""
    return frozenset(word.form for word in words(text) if is_content(word))
