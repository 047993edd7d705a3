"""Names and keywords in a claim (REALM R-11)."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.lexicon import MONTHS, NATIONALITIES, WEEKDAYS, word_set
from dcpm_sqlite.language.stop_words import WORDS
from dcpm_sqlite.records import Mention

_STOP = frozenset(WORDS.split())
_NAME = re.compile(
    r"(?<![\w.])[A-ZÀ-ÖØ-Þ][\w'’&-]*(?:\s+(?:(?:of|the|de|van|von|der|da|di|del|la|le|and|&)\s+){0,2}[A-ZÀ-ÖØ-Þ0-9][\w'’&-]*)*"
)
_NO_NAME = (
    MONTHS
    | WEEKDAYS
    | NATIONALITIES
    | word_set(
        "i i'm i've i'd i'll im mr mrs ms dr prof ok tv pc cv the a an my our in on at tue tues thu thurs fri "
        "yeah yep yes nope okay thanks hey hi hello wow oh perfect great awesome mine that this these those"
    )
)
_BEGINNING = re.compile(  # what stands before a sentence inside the text; a title's dot, or an initial's, ends none
    r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)(?<!\b[A-Z])[.!?…:;]['\"’”)]*\s+['\"‘“(]*$"
)
_WORD = re.compile(r"[^\W\d_][\w'’-]+")
_PLACES = frozenset({"home", "origin", "birthplace", "hometown", "grew up in", "lives in"})
_ORGANISATIONS = frozenset({"employer", "school"})
_PERSONS = frozenset({"partner", "name", "lives with"})
_MAX_KEYWORDS = 3


def mentions_in(text: str, finding: Finding) -> tuple[Mention, ...]:
    """Who and what is named, each once; a category only where the frame says it."""
    found: dict[str, Mention] = {}
    subject = finding.subject or ""
    for match in _NAME.finditer(text):
        name = re.sub(r"['’]s?$", "", match.group())
        if (
            all(word in _NO_NAME or word[0].isdigit() for word in name.lower().split())
            or (match.start() == 0 and name.lower() in _STOP)
            or len(name) < 2
        ):
            continue
        if match.start() == 0 and name not in subject and name != finding.value:
            continue  # a first word is capitalised anyway
        if " " not in name and _BEGINNING.search(text, 0, match.start()) and not _is_named_inside(text, name):
            continue  # and so is that of a later sentence
        is_subject = name in subject
        category = _category(finding, name)
        found.setdefault(name, Mention(name, "subject" if is_subject else "place" if category == "place" else "object", category))
    return tuple(found.values())


def _is_named_inside(text: str, name: str) -> bool:
    """Whether it is capitalised inside a sentence as well."""
    return any(
        found.start() and not _BEGINNING.search(text, 0, found.start()) for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    )


def _category(finding: Finding, name: str) -> str | None:
    attribute = finding.attribute or ""
    if finding.value is not None and finding.value.removeprefix("the ").startswith(name):
        if attribute in _PLACES:
            return "place"
        if attribute in _ORGANISATIONS:
            return "organisation"
        if attribute in _PERSONS and finding.subject is None:
            return "person"
    return "place" if attribute.startswith("visited ") and name.lower() in attribute else None


def keywords_of(text: str, finding: Finding) -> tuple[str, ...]:
    """At most three content words, those of the value and the attribute first, in lower case."""
    seen: dict[str, None] = {}
    for source in (finding.value or "", finding.attribute or "", text):
        for match in _WORD.finditer(source):
            word = match.group().lower().replace("’", "'").removesuffix("'s")
            if word not in _STOP and len(word) > 2 and word not in {"i'm", "i've", "don't", "can't", "likes", "dislikes", "has"}:
                seen.setdefault(word)
    return tuple(seen)[:_MAX_KEYWORDS]
