"""Whether a text may be English: the rules would half understand others ("in 2019 war ich", "am 27. April 2023")."""

from __future__ import annotations

import re

_ENGLISH = """
the and of to is it i my we you that was for with this at have but not are they he she our had been will be from last next since until on by ago
every yesterday today tomorrow did what when who i'm it's i've don't his her your their them us week year an as if
"""
# Frequent words of other languages that English does not have; those that it shares ("in", "die", "a") tell nothing
_OTHERS = """
der das und ist ich nicht ein eine einen einem seit im dem den mit auf wir sie für bis bin habe hatte zum zur vom nach bei uns mein meine
le la les et est je nous vous depuis une des du dans avec pour mon ma mes en il elle ils au aux jusqu'en j'ai qui que ce sur
el los las es desde una con para por mi su y del hasta fue estoy tengo yo al
di che sono dal nel della per ho da non mio mia fino gli un
o os uma em de até não eu meu minha foi na dos
het een ik niet sinds mijn van zijn wij naar tot voor op
jag och är det sedan til jeg og ikke siden på
"""
_ENGLISH_WORDS, _OTHER_WORDS = frozenset(_ENGLISH.split()), frozenset(_OTHERS.split())
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ENOUGH = 60  # words looked at: a long text needs no more


def is_english(text: str) -> bool:
    """Unless more of its first words belong to other languages of Europe than to English."""
    english = others = 0
    for count, match in enumerate(_WORD.finditer(text)):
        word = match[0].lower().replace("’", "'")
        english += word in _ENGLISH_WORDS
        others += word in _OTHER_WORDS
        if count >= _ENOUGH:
            break
    return english >= others
