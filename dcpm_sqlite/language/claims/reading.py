"""Reading what a speaker's message claims, by rules (DCPM D-02, D-03, D-14; REALM R-09..R-12).

A message falls into sentences, a sentence into clauses; a clause with a subject that can be named and a predicate that a rule knows
becomes a claim, in the speaker's own words. What the rules can't read gives nothing: the message stays findable as it is.

One claim per thing: "I like tea and coffee" makes two that share the quote, so that one can change without the other. Their texts are
the quote less the other one ("I like tea"), and a second verb takes its subject along ("I live in Bergen and work as a nurse" gives
"I work as a nurse"): words are left out, never added, changed or put in another order.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.answers import read_answer
from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.clauses import Clause, clauses
from dcpm_sqlite.language.claims.describing import read_inverse, read_my, read_thing
from dcpm_sqlite.language.claims.domains import domain_of
from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.naming import keywords_of, mentions_in
from dcpm_sqlite.language.claims.openers import skip_openers
from dcpm_sqlite.language.claims.personal import read_personal, reports_speech
from dcpm_sqlite.language.claims.refusing import is_supposed, is_unreadable, refused_spans
from dcpm_sqlite.language.claims.subjects import Subject
from dcpm_sqlite.language.claims.timing import timing
from dcpm_sqlite.language.claims.tokens import Token, plain, tokens
from dcpm_sqlite.language.sentences import sentences
from dcpm_sqlite.records import Moment

_MAX_CLAIM = 400  # a longer clause is prose that the rules have lost their way in
_MAX_LOCAL = 200  # in a longer message "the room", "the participants" are parts of a story


def read_claims(text: str, *, said: Moment, speaker: str | None = None, question: str | None = None) -> list[Claim]:
    """The claims in one human speaker's message, in order; spans are code points of `text`.

    said: when, for what "last week" comes to. speaker: the speaker's name, so that what is said about that name is about the speaker.
    question: the turn before, where it asked the speaker something (K49).
    """
    refused = refused_spans(text)
    found: list[Claim] = []
    for start, end in sentences(text):
        if not any(first <= start < last for first, last in refused):
            found.extend(_read_sentence(text, start, end, said))
    if len(text) > _MAX_LOCAL:
        found = [claim for claim in found if not _is_local(claim)]
    if question and not found and not refused:
        found.extend(_read_answer(text, question, said))
    if speaker is not None:
        found = [replace(claim, subject=None) if claim.subject == speaker else claim for claim in found]
    return found


def _is_local(claim: Claim) -> bool:
    """Whether a claim is about "the ..." that only its surroundings name, with nothing firm said of it."""
    is_firm = claim.is_single or claim.about is not None or claim.holds is not None or len(claim.mentions) > 0
    return claim.subject is not None and claim.subject.lower().startswith("the ") and not is_firm


def read_statement(text: str, *, said: Moment) -> Claim:
    """A stored belief's text as one claim, for comparing. Never fails: what fits no frame has no attribute."""
    claims = [claim for start, end in sentences(text) for claim in _read_sentence(text, start, end, said, is_stated=True)]
    if claims:
        best = next((claim for claim in claims if claim.attribute is not None), claims[0])
        return replace(best, start=0, end=len(text), text=text)
    nothing = Finding(None)
    when = timing(text, said, nothing)
    negated = re.search(r"\b(?:not|never|no longer|cannot)\b|n't\b", plain(text), re.I) is not None
    return Claim(0, len(text), text, "fact", "event" if when.is_event else "fact", None, None, None, domain_of(text, None), 0.3, is_negated=negated,
                 holds=when.holds, about=when.about, keywords=keywords_of(text, nothing), mentions=mentions_in(text, nothing))  # fmt: skip


def _read_sentence(text: str, start: int, end: int, said: Moment, *, is_stated: bool = False) -> list[Claim]:
    lined = plain(text)
    begin = skip_openers(lined, start, end)
    words = tokens(text, begin, end)
    while words and words[-1].low in {".", "!", "?", "..", "...", "…"} and len(words) > 1:
        words.pop()
    if len(words) < 2 or is_unreadable(text[start:end], words) or is_supposed(lined[begin:end]):
        return []
    is_question = text[:end].rstrip(" \"'”’)!").endswith("?")
    found: list[Claim] = []
    named: Clause | None = None
    for clause in clauses(lined, words, is_question=is_question):
        made = _read_clause(text, lined, words, clause, named, end, said)
        if clause.subject.kind in ("relation", "named") and clause.shared is None:
            named = clause
        found.extend(made)
    return found


def _read_clause(text: str, lined: str, words: list[Token], clause: Clause, named: Clause | None, end: int, said: Moment) -> list[Claim]:
    """The claims of one clause. named: the clause before it in the sentence whose subject a pronoun can stand for."""
    subject, lean, lean_after = clause.subject, clause.shared, clause.shared_after
    if subject.kind == "pronoun":
        if named is None or words[subject.first].low not in ("he", "she", "they"):
            return []
        subject, lean, lean_after = named.subject, named.subject, named.subject.after
    stop = _stop(text, words, clause.after, end)
    findings = _findings(lined, words, replace(clause, subject=subject), stop)
    begin = words[clause.first].start
    if stop - begin > _MAX_CLAIM:
        return []
    drop_to = words[clause.subject.after].start if clause.subject.kind == "pronoun" else begin
    claims = []
    for finding in findings:
        pieces = [(begin, stop)]
        if lean is not None:
            pieces = [(words[lean.first].start, words[lean_after - 1].end), (drop_to, stop)]
        claims.append(_claim(text, begin, stop, pieces, finding, said))
    return claims


def _stop(text: str, words: list[Token], after: int, end: int) -> int:
    """Where the clause's quote ends: with its last word, or the mark that ends the sentence."""
    stop = words[after - 1].end
    while after - 1 > 0 and words[after - 1].low in {",", "-", ";", ":", "—", "–", "(", ")"}:
        after -= 1
        stop = words[after - 1].end
    return end if after == len(words) and not text[stop:end].strip(".!…?") and "?" not in text[stop:end] else stop


def _findings(text: str, words: list[Token], clause: Clause, stop: int) -> list[Finding]:
    subject, predicate = clause.subject, clause.predicate
    at = predicate.complement
    start = words[at].start if at < len(words) and words[at].start < stop else stop
    stop = max(start, stop)
    match subject.kind:
        case "speaker":
            return read_personal(text, words, predicate, stop)
        case "relation" if subject.owner_end is None:
            if reports_speech(predicate):
                return []
            return [_about(finding, _words_of(text, words, subject)) for finding in _read_other(text, words, subject, predicate, start, stop)]
        case "relation":
            return _read_owned(text, words, clause, start, stop)
        case "belonging":
            return _read_belonging(text, words, clause, start, stop)
        case "named" | "definite":
            return _read_named(text, words, clause, start, stop)
        case _:
            return []


def _words_of(text: str, words: list[Token], subject: Subject) -> str:
    return text[words[subject.first].start : words[subject.after - 1].end].strip(" ,")


def _about(finding: Finding, subject: str) -> Finding:
    return replace(finding, subject=subject, kind="fact", is_core=False, salience=min(finding.salience, 0.6), type="entity" if finding.attribute == "name" else finding.type)


def _read_other(text: str, words: list[Token], subject: Subject, predicate, start: int, stop: int) -> list[Finding]:  # type: ignore[no-untyped-def]
    found = read_personal(text, words, predicate, stop)
    if found:
        return found
    return read_thing(_words_of(text, words, subject), None, None, text, predicate, start, stop)


def _read_owned(text: str, words: list[Token], clause: Clause, start: int, stop: int) -> list[Finding]:
    """ "my dog's name is Rex": an attribute of my dog."""
    subject = clause.subject
    assert subject.owner_end is not None
    owner = text[words[subject.first].start : words[subject.owner_end - 2].end]
    owned = text[words[subject.owner_end].start : words[subject.after - 1].end]
    if owned.lower().split()[-1] in {"'s"}:
        return []
    found = read_my(owned, text, clause.predicate, start, stop)
    return [_about(finding, owner) for finding in found]


def _read_belonging(text: str, words: list[Token], clause: Clause, start: int, stop: int) -> list[Finding]:
    """ "my favourite player is Messi" about the speaker; "my laptop died" about my laptop."""
    subject = clause.subject
    whole = _words_of(text, words, subject)
    noun = whole.split(" ", 1)[1] if " " in whole else whole
    found = read_my(noun, text, clause.predicate, start, stop)
    if found:
        return found
    return [replace(finding, kind="fact") for finding in read_thing(whole, None, None, text, clause.predicate, start, stop) if clause.predicate.lemma != "be"]


def _read_named(text: str, words: list[Token], clause: Clause, start: int, stop: int) -> list[Finding]:
    subject, predicate = clause.subject, clause.predicate
    whole = _words_of(text, words, subject)
    if reports_speech(predicate):
        return []
    inverse = read_inverse(whole, text, predicate, start, stop)
    if inverse:
        return inverse
    if subject.kind == "named" and subject.owner_end is None:
        personal = [f for f in read_personal(text, words, predicate, stop) if f.attribute is not None and predicate.lemma in _PERSONAL_VERBS]
        if personal:
            return [_about(finding, whole) for finding in personal]
    owner = owned = None
    if subject.owner_end is not None:
        owner = text[words[subject.first].start : words[subject.owner_end - 2].end]
        owned = text[words[subject.owner_end].start : words[subject.after - 1].end]
    return read_thing(whole, owner, owned, text, predicate, start, stop)


_PERSONAL_VERBS = frozenset(
    "live reside move like love enjoy adore hate dislike prefer stand eat drink smoke play work study teach turn be have quit stop start give marry get".split()
)


def _claim(text: str, start: int, stop: int, pieces: list[tuple[int, int]], finding: Finding, said: Moment) -> Claim:
    own = _own_words(text, pieces, finding)
    when = timing(own, said, finding)
    type_ = "event" if when.is_event and finding.type == "fact" else finding.type
    kind = "fact" if finding.tense in ("past", "past habit", "past progressive") and finding.attribute not in _LASTING and not finding.is_change else finding.kind
    salience = max(finding.salience, 0.6) if type_ == "event" and when.about is not None else finding.salience
    domain = finding.domain or domain_of(own, finding.attribute)
    return Claim(start, stop, own, kind, type_, finding.subject, finding.attribute, finding.value, domain, salience, is_core=finding.is_core, is_negated=finding.is_negated,
                 is_single=finding.is_single, is_change=finding.is_change, holds=when.holds, about=when.about, keywords=keywords_of(own, finding), mentions=mentions_in(own, finding))  # fmt: skip


_LASTING = frozenset({"birthplace", "birth date", "grew up in", "origin"})


def _own_words(text: str, pieces: list[tuple[int, int]], finding: Finding) -> str:
    if finding.part is not None and finding.listing is not None:
        (first, last), part = finding.listing, finding.part
        pieces = [cut for a, b in pieces for cut in ((a, min(b, first)), part if a <= first < b else (0, 0), (max(a, last), b)) if cut[0] < cut[1]]
    return re.sub(r"\s+(?=[.,!;]|['’](?:s|m|re|ve|d|ll)\b)", "", " ".join(text[a:b].strip() for a, b in pieces if text[a:b].strip()))


def _read_answer(text: str, question: str, said: Moment) -> list[Claim]:
    finding = read_answer(question, text)
    if finding is None:
        return []
    spans = sentences(text)
    start, end = spans[0]
    if len(text[start:end].split()) == 1 and len(spans) > 1:
        end = spans[1][1]
    asked = sentences(question)[-1]
    joined = f"{question[asked[0] : asked[1]]} {text[start:end]}"
    claim = _claim(text, start, end, [(start, end)], finding, said)
    return [replace(claim, text=joined, needs_question=True, keywords=keywords_of(joined, finding), domain=finding.domain or domain_of(joined, finding.attribute))]
