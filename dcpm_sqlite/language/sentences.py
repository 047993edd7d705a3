"""Where sentences begin and end, in chat as in prose.

`sentencex` (Wikimedia; rules per language, compiled) decides about full stops, abbreviations and quotation marks. What it leaves to
its caller is done here: a line break ends a sentence in chat, a list marker belongs to its item, and white space to nobody.
"""

from __future__ import annotations

import re

import sentencex

_LINE_END = re.compile(r"\r\n|[\n\r\u2028\u2029]")
_MARKER = re.compile(r"\(?(?:\d{1,4}|[a-zA-Z])[.)]|[-*•–—+]+")
# An ordinary word, a full stop and a capital: sentencex misses some of these ("as me. It's"), where the word is also an abbreviation.
_MISSED = re.compile(r"\b([a-z]{2,})[.!?]+(\s+)(?=[A-Z])")
_ABBREVIATIONS = frozenset(
    (
        "vs",
        "etc",
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "jr",
        "sr",
        "no",
        "vol",
        "fig",
        "inc",
        "ltd",
        "co",
        "dept",
        "approx",
        "est",
        "ca",
        "cf",
        "al",
        "pp",
    )
)
_QUOTES = re.compile(r"[\"“”«»()]")
_WRAP_FROM = 68  # a line this long that goes on in lower case was broken by an editor, not by its writer


def sentences(text: str) -> list[tuple[int, int]]:
    """Half-open code-point spans in order, without the white space around them; none for a blank text.

    A marker ("1.", "-") goes with the sentence that follows it. A line break ends a sentence unless the line is full and
    the next one goes on in lower case.
    """
    spans: list[tuple[int, int]] = []
    for line_start, line_end in _lines(text):
        line = text[line_start:line_end]
        open_at: int | None = None
        for boundary in sentencex.get_sentence_boundaries("en", line):
            span = _trim(text, line_start + boundary["start_index"], line_start + boundary["end_index"])
            if span is None:
                continue
            start = span[0] if open_at is None else open_at
            if _MARKER.fullmatch(text, start, span[1]):
                open_at = start
                continue
            open_at = None
            spans.extend(_resplit(text, start, span[1]))
        if open_at is not None:
            spans.append((open_at, line_end))
    return spans


def _resplit(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences in what was taken for one; inside of quotation marks it is one."""
    if _QUOTES.search(text, start, end):
        return [(start, end)]
    spans: list[tuple[int, int]] = []
    for match in _MISSED.finditer(text, start, end):
        if match[1] not in _ABBREVIATIONS:
            spans.append((start, match.start(2)))
            start = match.end()
    return [*spans, (start, end)]


def _lines(text: str) -> list[tuple[int, int]]:
    """The stretches between line breaks that end a sentence, blank ones left out."""
    lines: list[tuple[int, int]] = []
    start = 0
    for match in _LINE_END.finditer(text):
        after = match.end()
        line_start = text.rfind("\n", start, match.start()) + 1 or start
        if match.start() - line_start >= _WRAP_FROM and text[after : after + 1].islower() and text[match.start() - 1] not in ".!?:;":
            continue
        lines.append((start, match.start()))
        start = after
    lines.append((start, len(text)))
    return [span for line in lines if (span := _trim(text, *line)) is not None]


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without white space at its ends; None where nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
