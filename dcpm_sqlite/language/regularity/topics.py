"""What several statements share: the topic that most of them name, as a phrase of theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dcpm_sqlite.language.regularity.content import Word, content, is_content, words

LONGEST_PHRASE = 3  # words
_OF_THEM = 0.6  # of the statements that name a word, so many must have its neighbour too, before both are one phrase


@dataclass(frozen=True, slots=True)
class Topic:
    """forms: of the words of the phrase; phrase: as most of the statements write it; which: indexes of the statements that name it."""

    forms: tuple[str, ...]
    phrase: str
    which: tuple[int, ...]


def shared_topic(texts: Sequence[str], *, least: int, without: Collection[str] = ()) -> Topic | None:
    """The content word that most of the texts share, at least `least` of them, with its neighbours where they go along.

    Of equally frequent ones a noun phrase's (longer, later) word is taken before another: its phrase says more. without: forms that are
    no topic (names of who is spoken of). None where nothing is shared.
    """
    forms = [content(text) - frozenset(without) for text in texts]
    counts = Counter(form for found in forms for form in found)
    shared = [form for form, n in counts.items() if n >= least]
    if not shared:
        return None
    topics = [_topic(form, texts, forms) for form in sorted(shared)]
    return max(topics, key=lambda topic: (len(topic.which), len(topic.forms), len(topic.phrase), topic.phrase))


def _topic(form: str, texts: Sequence[str], forms: Sequence[frozenset[str]]) -> Topic:
    which = tuple(i for i, found in enumerate(forms) if form in found)
    written = [words(texts[i]) for i in which]
    phrase: tuple[str, ...] = (form,)
    while len(phrase) < LONGEST_PHRASE and (grown := _grown(phrase, written)) is not None:
        phrase = grown
    return Topic(phrase, _as_written(phrase, written), which)


def _grown(phrase: tuple[str, ...], written: Sequence[Sequence[Word]]) -> tuple[str, ...] | None:
    """The phrase with the word before or behind it that most of them have there."""
    neighbours: Counter[tuple[str, ...]] = Counter()
    for text in written:
        for start in _places(phrase, text):
            end = start + len(phrase)
            if start > 0 and is_content(text[start - 1]):
                neighbours[(text[start - 1].form, *phrase)] += 1
            if end < len(text) and is_content(text[end]):
                neighbours[(*phrase, text[end].form)] += 1
    if not neighbours:
        return None
    best, n = max(neighbours.items(), key=lambda pair: (pair[1], pair[0]))
    return best if n >= max(2, _OF_THEM * len(written)) else None


def _places(phrase: tuple[str, ...], text: Sequence[Word]) -> list[int]:
    """Where the phrase begins; only the first place counts, so that no text counts twice."""
    width = len(phrase)
    found = (i for i in range(len(text) - width + 1) if tuple(word.form for word in text[i : i + width]) == phrase)
    return list(found)[:1]


def _as_written(phrase: tuple[str, ...], written: Sequence[Sequence[Word]]) -> str:
    """As most write it, the shorter of equals."""
    spellings: Counter[str] = Counter()
    for text in written:
        for start in _places(phrase, text):
            spelled = " ".join(word.text for word in text[start : start + len(phrase)])
            spellings[spelled if spelled.isupper() or _is_name(text, start) else spelled.lower()] += 1
    return max(spellings.items(), key=lambda pair: (pair[1], -len(pair[0]), pair[0]))[0]


def _is_name(text: Sequence[Word], start: int) -> bool:
    """A capital inside the sentence: a name, which keeps it."""
    return start > 0 and text[start].text[:1].isupper()
