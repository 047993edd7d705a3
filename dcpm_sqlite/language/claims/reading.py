"""Reading what a speaker's message claims, by rules (DCPM D-02, D-03, D-14; REALM R-09..R-12).

A message falls into sentences, a sentence into clauses; a clause with a subject that can be named and a predicate that a rule knows
becomes a claim, in the speaker's own words. What the rules can't read gives nothing: the message stays findable as it is.

One claim per thing: "I like tea and coffee" makes two that share the quote, so that one can change without the other. Their texts are
the quote less the other one ("I like tea"), and a second verb takes its subject along: "I live in Bergen and work as a nurse" gives
"I work as a nurse", quoted as "work as a nurse". Words are left out, never added, changed or put in another order.

Salience: 0.9 what frames know as the core of somebody (name, home, job, family, health, diet), 0.7 to 0.8 other lasting attributes and tastes,
0.6 events with a date and what is told of others, 0.5 what only a verb was read of, 0.3 what no rule could read.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.answers import read_answer
from dcpm_sqlite.language.claims.asides import read_aside
from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.clauses import Clause, clauses
from dcpm_sqlite.language.claims.composing import compose, own_words
from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.openers import is_reminder, skip_openers
from dcpm_sqlite.language.claims.parsed import parsed
from dcpm_sqlite.language.claims.refusing import holds_secret, is_supposed, is_unreadable, refused_spans
from dcpm_sqlite.language.claims.talk import DEICTIC
from dcpm_sqlite.language.claims.tokens import Token, plain, tokens
from dcpm_sqlite.language.claims.whom import findings_of
from dcpm_sqlite.language.sentences import sentences
from dcpm_sqlite.records import Moment

_MAX_CLAIM = 400  # a longer clause is prose that the rules have lost their way in
_MAX_SENTENCE = 2000  # nobody speaks so long without a full stop
_MAX_LOCAL = 120  # in a longer message "the room", "the participants" are parts of a story
_UNREAD_SALIENCE = 0.3
_COMMENT = re.compile(
    r",? (?:nothing \w+(?: \w+)?|(?:always|never) (?:has|have|had) been|for my sins|btw|by the way|lol|tbh|haha|though|as always)$", re.I
)
_CORRECTION = re.compile(r"\bactually,? $", re.I)
_NOW = re.compile(
    r"\b(?:anymore|any longer|any more(?=\s*(?:$|[,.!;]))|these days|nowadays|(?<!right )(?<!for )(?<!by )now(?=\s*(?:$|[,.!;]))|instead)\b"
    r"|^(?:now|these days),? (?:i|my|we|our)\b",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|never|no longer|cannot)\b|n't\b", re.I)
_OBJECT = re.compile(r"\d|\b(?:an?|my|our|new|some|two|three|the)\b", re.I)
_ENDS = frozenset({".", "!", "?", "..", "...", "…"})
_JOINTS = frozenset({",", "-", ";", ":", "—", "–", "(", ")"})


def read_claims(text: str, *, said: Moment, speaker: str | None = None, question: str | None = None) -> list[Claim]:
    """The claims in one human speaker's message, in order; spans are code points of `text`.

    said: when, for what "last week" comes to. speaker: the speaker's name, so that what is said about that name is about the speaker.
    question: the turn before, where it asked the speaker something (K49).
    """
    refused = refused_spans(text)
    lined = plain(text)
    found = [
        claim
        for start, end in sentences(text)
        if end - start <= _MAX_SENTENCE and not any(first <= start < last for first, last in refused)
        for claim in _Sentence(text, lined, start, end, said).claims()
        if not any(first < claim.start < last for first, last in refused)
    ]
    if len(text) > _MAX_LOCAL:
        found = [claim for claim in found if not _is_local(claim)]
    if question and not refused and all(claim.attribute is None for claim in found):
        found = _read_answer(text, question, said) or found
    return [replace(claim, subject=None) if speaker is not None and claim.subject == speaker else claim for claim in found]


def read_statement(text: str, *, said: Moment) -> Claim:
    """A stored belief's text as one claim, for comparing. Never fails: what fits no frame has no attribute."""
    lined = plain(text)
    spans = [span for span in sentences(text) if span[1] - span[0] <= _MAX_SENTENCE]
    claims = [claim for start, end in spans for claim in _Sentence(text, lined, start, end, said, is_stated=True).claims()]
    if claims:
        best = next((claim for claim in claims if claim.attribute is not None), claims[0])
        return replace(best, start=0, end=len(text), text=text)
    unread = Finding(None, salience=_UNREAD_SALIENCE, is_negated=_DENIED.search(lined) is not None)
    return compose(text, 0, len(text), unread, said)


def _is_worth(claim: Claim) -> bool:
    """Whether a fragment without a subject ("Finished the marathon in 4 hours") says of what, when, or how much."""
    is_known = claim.attribute is not None or claim.about is not None or claim.holds is not None
    return is_known or len(claim.mentions) > 0 or _OBJECT.search(claim.text) is not None


def _is_local(claim: Claim) -> bool:
    """Whether a claim is about "the ..." that only its surroundings name, with nothing firm said of it."""
    is_valued = claim.is_single and claim.value is not None and any(sign.isupper() or sign.isdigit() for sign in claim.value)
    is_firm = is_valued or claim.about is not None or claim.holds is not None or len(claim.mentions) > 0
    return claim.subject is not None and claim.subject.lower().startswith("the ") and not is_firm


def _read_answer(text: str, question: str, said: Moment) -> list[Claim]:
    """What an answer says together with its question: text is both, the quote is the answer."""
    finding = read_answer(question, text)
    spans, asked = sentences(text), sentences(question)
    if finding is None or not spans or not asked or holds_secret(text) or holds_secret(question):
        return []
    start, end = spans[0]
    if len(text[start:end].split()) == 1 and len(spans) > 1:
        end = spans[1][1]
    claim = compose(text[start:end], start, end, finding, said)
    joined = compose(f"{question[slice(*asked[-1])]} {text[start:end]}", start, end, finding, said)
    return [replace(joined, needs_question=True, holds=claim.holds, about=claim.about, type=claim.type)]


class _Sentence:
    """One sentence of a message; `lined` is the message with plain apostrophes."""

    def __init__(self, text: str, lined: str, start: int, end: int, said: Moment, *, is_stated: bool = False) -> None:
        self.text, self.lined, self.start, self.end, self.said, self.is_stated = text, lined, start, end, said, is_stated
        self.begin = skip_openers(lined, start, end)
        self.words = tokens(lined, self.begin, end)
        while len(self.words) > 1 and self.words[-1].low in _ENDS:
            self.words.pop()

    def claims(self) -> list[Claim]:
        """The claims of its clauses, in order."""
        own = self.lined[self.begin : self.end]
        if len(self.words) < 2 or is_unreadable(self.lined[self.start : self.end], self.words) or is_supposed(own):
            return []
        is_question = self.lined[: self.end].rstrip(" \"'”’)!").endswith("?") and not is_reminder(self.lined, self.start, self.begin)
        found: list[Claim] = []
        named: Clause | None = None
        for clause in clauses(self.lined, self.words, is_question=is_question):
            found.extend(self._read(clause, named))
            if clause.subject.kind in ("relation", "named") and clause.shared is None:
                named = clause
        return self._aside(found, is_question=is_question) + found

    def _aside(self, found: list[Claim], *, is_question: bool) -> list[Claim]:
        """What is said beside the clauses; its quote is the whole sentence where they say nothing else."""
        aside = None if is_question else read_aside(self.lined[self.begin : self.end])
        if aside is None or holds_secret(self.text[self.begin : self.end]):
            return []
        finding, length = aside
        is_cut = bool(found) or (finding.attribute == "name" and self.lined[self.begin + length : self.end].lstrip().startswith(","))
        stop = self.begin + length if is_cut else self.end
        return [compose(self.text[self.begin : stop], self.begin, stop, finding, self.said)]

    def _read(self, clause: Clause, named: Clause | None) -> list[Claim]:
        """The claims of one clause. named: the clause before it in the sentence whose subject a pronoun can stand for."""
        subject, lean, lean_after = clause.subject, clause.shared, clause.shared_after
        if subject.kind == "pronoun":
            if named is None or self.words[subject.first].low not in ("he", "she", "they"):
                return []
            subject, lean, lean_after = named.subject, named.subject, named.subject.after
        begin, stop = self.words[clause.first].start, self._stop(clause.after)
        is_pointing = lean is None and DEICTIC.search(self.lined, begin, self.words[subject.first].start) is not None
        if stop - begin > _MAX_CLAIM or is_pointing or holds_secret(self.text[begin:stop]):
            return []
        findings = findings_of(parsed(self.lined, self.words, subject, clause.predicate, stop), is_stated=self.is_stated)
        if self._tells_change(clause, begin, stop):
            findings = [replace(finding, is_change=True) for finding in findings]
        opened = skip_openers(self.lined, begin, stop)
        if lean is None and begin < opened <= self.words[subject.first].start:
            begin = opened
        pieces = [(begin, stop)]
        if lean is not None and lean.after > lean.first:
            own = self.words[clause.subject.after].start if clause.subject.kind == "pronoun" else begin
            pieces = [(self.words[lean.first].start, self.words[lean_after - 1].end), (own, stop)]
        found = [compose(own_words(self.text, pieces, finding), begin, stop, finding, self.said) for finding in findings]
        return [claim for claim in found if subject.after > subject.first or _is_worth(claim)]

    def _tells_change(self, clause: Clause, begin: int, stop: int) -> bool:
        """Whether the words around the verb say that something is otherwise now; "Actually, ..." corrects."""
        is_correction = clause.first == 0 and _CORRECTION.search(self.lined, max(0, begin - 12), begin) is not None
        return is_correction or _NOW.search(self.lined[begin:stop]) is not None

    def _stop(self, after: int) -> int:
        """Where a clause's quote ends: with its last word, or the mark that ends the sentence; a comment is left out."""
        words: list[Token] = self.words
        stop = words[after - 1].end
        comment = _COMMENT.search(self.lined, words[0].start, stop)
        if comment is not None:
            return comment.start()
        while after > 1 and words[after - 1].low in _JOINTS:
            after -= 1
            stop = words[after - 1].end
        rest = self.lined[stop : self.end]
        return self.end if after == len(words) and not rest.strip(".!…") else stop
