"""Whether the words around a time speak of the past or of the future, of one event or of a habit."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Literal

Direction = Literal["past", "future"]

_WINDOW = 300  # how far a sentence is looked at on either side of a time, in code points
_SENTENCE = re.compile(r"[.!?;\n]+(?=\s|$)")
_CLAUSE = re.compile(r"[,:()]|\b(?:and|but|so|because|while|although|then)\b", re.I)

# Of several that begin at one word the first here counts; a verb that one has taken tells nothing further.
# What a date may follow: "has been moved to Friday", "is in September" speak of what is still to come.
_ON_DATE = (
    r"(?=(?:the\ )?(?:(?:early|mid|late|end\ of)[\ -])?(?:(?:jan|febr)uary|(?-i:March|May|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)|april|june|july|august"
    r"|(?:septem|octo|novem|decem)ber|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter|next|tomorrow|\d{1,2}(?:st|nd|rd|th)?\ (?:of\ )?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|\d{1,2}(?:st|nd|rd|th))\b)"
)
_VERBS = re.compile(
    rf"""(?P<future>
      \b(?:(?:has|have|had|was|were|is|are|been|got)\ |['’](?:s|ve)\ )*(?:moved|postponed|pushed|rescheduled|delayed|brought|put|shifted|extended|deferred|changed)
        \ (?:\w+\ ){{0,3}}?(?:to|until|till)\ {_ON_DATE}
      |(?<!today)(?:\b(?:is|are)|['’]s|['’]re)\ (?:\w+ly\ |now\ )?(?:on|in|at|for|from)\ {_ON_DATE}
      |
      \b(?:will(?:\s+have\s+(?:been\s+)?\w+)?|won['’]t|shall|gonna|must|upcoming|soon|due|deadline|let['’]s|about\ to|supposed\ to|looking\ forward|can['’]t\ wait
        |plan(?:s|ning)?|hop(?:e|es|ing)|expect(?:s|ing)?|(?:want|need|have|has|wants|needs)\ to|would\ like|(?:can|could|shall|should)\ we
        |signed\ up|sign\ up|registered|enrolled|booked|scheduled|planned|invited|remind\ me
        |(?:am|is|are|i['’]m|(?:you|we|they)['’]re|(?:he|she|it|who|that)['’]s)\ (?:not\ |also\ |finally\ )?(?!interesting|amazing|boring)\w{{2,}}ing(?:\ \w+ed)?
        |\w+['’]s\ (?:getting|moving|going|coming|starting|leaving|visiting|flying|turning|retiring|graduating|having|expecting|returning)(?:\ \w+ed)?
      )\b|['’]ll\b)
    |(?P<state>  # "is closed", "I'm excited", "are found": neither
      (?:\b(?:am|is|are|be|get|feel|so|very)|['’](?:m|re|s))\s+(?:\w+ly\s+|not\s+|so\s+|very\s+)?(?:\w+ed|found|made|held|sold|built|kept|sent|done|gone|seen|led|paid|told|lost|hurt)\b)
    |(?P<perfect>
      (?:\b(?:have|has|haven['’]t|hasn['’]t|\w{{1,9}}['’]ve)\b(?!\s+(?:an?|the|to|my|our|some|no|\d+)\b)|['’]s(?=\s+(?:been|had)\b))
      (?:\s+(?:not|never|always|also|just|really|only|\w+ly))*(?:\s+been)?\s+\w+)
    |(?P<past>
      \b(?:was|were|had|did|wasn['’]t|weren['’]t|hadn['’]t|didn['’]t|been|went|gone|came|saw|seen|got|made|took|met|bought|began|became|broke
        |brought|built|caught|chose|drank|drove|ate|fell|felt|fought|found|flew|forgot|gave|grew|heard|held|kept|knew|led|left|lost|paid|ran
        |rode|said|sang|sat|sent|slept|sold|spent|spoke|stood|swam|taught|thought|told|threw|understood|woke|won|wore|wrote|born|done|hurt
        |quit|(?!need|indeed|hundred|speed|exceed|proceed|succeed|naked)\w{{2,}}ed)\b)""",
    re.I | re.X,
)
_USUAL = re.compile(r"\b(?:usually|normally|typically|generally|often|always|mostly|sometimes|tends?\s+to)\b", re.I)
_HABITUAL = re.compile(
    r"\b(?:i|we|they|you|he|she)\s+(?:\w+ly\s+)?(?:don['’]t\s+|never\s+)?(?!am|is|are|can|could|may|might|would|should|of\b)[a-z]{2,}\b",
    re.I,
)
_ONE_EVENT = re.compile(
    r"\b(?:will(?:\s+have\s+(?:been\s+)?\w+)?|won['’]t|(?:am|is|are|['’]m|['’]re)\s+going\s+to|gonna|meeting|appointment|interview|flight|train|bus|dinner|lunch|party|concert"
    r"|deadline|due|call|see\s+you|starts|begins|opens|closes|ends|is|was|were|did|went|came|got|met|left|saw|woke|had|called|arrived|started"
    r"|ended|finished|happened|landed)\b|['’]ll\b",
    re.I,
)
_REPEATED = re.compile(
    r"\b(?:been|lately|regularly|used\s+to|(?:need|have|want)\s+to|days|usual|routine|habit|if|whenever|goal|\w+ing\s+to)\b", re.I
)
_SCHEDULED = re.compile(
    r"\b(?:is|are|am|start|begin|end|leave|move|arrive|come|open|close|launch|meet|fly|travel|go|turn|retire|graduate|return|finish|expire|marry"
    r"|back|wedding|exam|trip|party|moving|flying|leaving|starting)(?:s|es)?\b|['’](?:m|re|s)\b",
    re.I,
)
_POSSIBILITY = re.compile(r"\b(?:can|could|able|takes?|might)\b", re.I)


class Tenses:
    """What the verbs of a text say about each place in it; the text is read once, when first asked."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _verbs(self) -> list[tuple[int, int, str]]:
        found = ((match.start(), match.end(), match.lastgroup or "") for match in _VERBS.finditer(self._text))
        return [verb for verb in found if verb[2] != "state"]

    @cached_property
    def _starts(self) -> list[int]:
        return [verb[0] for verb in self._verbs]

    @cached_property
    def _sentences(self) -> list[tuple[int, int]]:
        return [match.span() for match in _SENTENCE.finditer(self._text)]

    @cached_property
    def _clauses(self) -> list[tuple[int, int]]:
        return [match.span() for match in _CLAUSE.finditer(self._text)]

    def direction(self, start: int, end: int) -> Direction | None:
        """By the closest telling verb of the clause around start..end, else of the sentence; None where there is none."""
        return self._closest(start, end, *self._clause(start, end)) or self._closest(start, end, *self._sentence(start, end))

    def has_perfect(self, start: int) -> bool:
        """The last verb before `start` that tells a time is a "have been" or the like."""
        low, _ = self._sentence(start, start)
        verbs = self._verbs[bisect_left(self._starts, low) : bisect_left(self._starts, start)]
        return next((kind == "perfect" for _, end, kind in reversed(verbs) if kind != "future" and end <= start), False)

    def is_ahead(self, start: int, end: int) -> bool:
        """The clause tells in the present what is to come ("the trial starts"), not what can be done in that time."""
        where = self._clause(start, end)
        return _SCHEDULED.search(self._text, *where) is not None and _POSSIBILITY.search(self._text, *where) is None

    def is_usual(self, start: int, end: int) -> bool:
        """The clause says "usually" or the like."""
        return _USUAL.search(self._text, *self._clause(start, end)) is not None

    def says_habitually(self, start: int, end: int) -> bool:
        """The clause tells what people do ("I get up"), where nothing in it speaks of the past or the future."""
        return _HABITUAL.search(self._text, *self._clause(start, end)) is not None

    def names_one_event(self, start: int, end: int) -> bool:
        """The clause speaks of one event ("the call is at 6 pm") rather than of what is done at that hour of any day."""
        where = self._clause(start, end)
        return _ONE_EVENT.search(self._text, *where) is not None and _REPEATED.search(self._text, *where) is None

    def _sentence(self, start: int, end: int) -> tuple[int, int]:
        return _between(self._sentences, start, end, max(0, start - _WINDOW), min(len(self._text), end + _WINDOW))

    def _clause(self, start: int, end: int) -> tuple[int, int]:
        return _between(self._clauses, start, end, *self._sentence(start, end))

    def _closest(self, start: int, end: int, low: int, high: int) -> Direction | None:
        verbs = self._verbs[bisect_left(self._starts, low) : bisect_right(self._starts, high)]
        closest = min(verbs, key=lambda verb: max(start - verb[1], verb[0] - end, 0), default=None)
        if closest is None:
            return None
        return "future" if closest[2] == "future" else "past"


def _between(boundaries: list[tuple[int, int]], start: int, end: int, low: int, high: int) -> tuple[int, int]:
    """The part of low..high around start..end that no boundary cuts."""
    place = bisect_right(boundaries, start, key=lambda boundary: boundary[1])
    after = bisect_left(boundaries, (end, end))
    before = boundaries[place - 1][1] if place else low
    return max(low, before), min(high, boundaries[after][0]) if after < len(boundaries) else high
