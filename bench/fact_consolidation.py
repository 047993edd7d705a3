"""FactConsolidation as published, and what conflicts in it: the data set's own phrases, of which the product knows nothing.

The phrases are spelled as the data set spells them. Two facts conflict when they have phrase and subject in common and differ in the object.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FACTS, GOLD = "conflict_resolution.json", "singlehop_gold.jsonl"
_LINE = re.compile(r"(\d+)\. (.+)")
_OFFICES = r"(?P<subject>(?:Prime Minister|President|Governor|Mayor|Minister|Head) of .+|.+ Attorney General|pope|Tánaiste)"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence with a place for its subject and its object. is_single: its words say that there is one object at a time.

    Where they don't ("is famous for"), a second fact adds to the first as far as its words go, and no reader of words alone
    can tell that the data set means it to replace the first.
    """

    words: str
    is_single: bool
    pattern: re.Pattern[str]


def _phrase(words: str, *, is_single: bool) -> Phrase:
    pattern = re.escape(words).replace(r"\{subject\}", "(?P<subject>.+)").replace(r"\{object\}", "(?P<object>.+)")
    return Phrase(words.format(subject="…", object="…"), is_single, re.compile(pattern))


PHRASES = (
    *(_phrase(words, is_single=True) for words in (
        "The author of {subject} is {object}.",
        "The capital of {subject} is {object}.",
        "The chairperson of {subject} is {object}.",
        "The chief executive officer of {subject} is {object}.",
        "The company that produced {subject} is {object}.",
        "The director of {subject} is {object}.",
        "The head coach of {subject} is {object}.",
        "The headquarters of {subject} is located in the city of {object}.",
        "The name of the current head of state in {subject} is {object}.",
        "The name of the current head of the {subject} government is {object}.",
        "The official language of {subject} is {object}.",
        "The origianl broadcaster of {subject} is {object}.",
        "The original language of {subject} is {object}.",
        "The type of music that {subject} plays is {object}.",
        "The univeristy where {subject} was educated is {object}.",
        "{subject} died in the city of {object}.",
        "{subject} is affiliated with the religion of {object}.",
        "{subject} is located in the continent of {object}.",
        "{subject} is married to {object}.",
        "{subject} plays the position of {object}.",
        "{subject} was born in the city of {object}.",
        "{subject} was created in the country of {object}.",
        "{subject} was founded in the city of {object}.",
        "{subject} was written in the language of {object}.",
    )),
    Phrase("The OFFICE is ….", True, re.compile(rf"The {_OFFICES} is (?P<object>.+)\.")),
    *(_phrase(words, is_single=False) for words in (
        "{subject} is a citizen of {object}.",
        "{subject} is associated with the sport of {object}.",
        "{subject} is employed by {object}.",
        "{subject} is famous for {object}.",
        "{subject} speaks the language of {object}.",
        "{subject} was created by {object}.",
        "{subject} was developed by {object}.",
        "{subject} was founded by {object}.",
        "{subject} was performed by {object}.",
        "{subject} worked in the city of {object}.",
        "{subject} works in the field of {object}.",
        "{subject}'s child is {object}.",
    )),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """A numbered fact, without its number."""

    number: int
    text: str
    phrase: Phrase
    subject: str
    object: str

    def contradicts(self, other: Fact) -> bool:
        """Whether one of both can't be so while the other is, in the data set's sense."""
        return self.phrase is other.phrase and self.subject == other.subject and self.object != other.object


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the number of the fact that answers it and those of the earlier facts that it replaced."""

    text: str
    gold: int
    stale: frozenset[int]


@dataclass(frozen=True, slots=True)
class FactSet:
    """One set: facts in their order, their place being their number, and its questions."""

    name: str
    facts: tuple[Fact, ...]
    questions: tuple[Question, ...]

    def later_rivals(self) -> dict[int, frozenset[int]]:
        """Per fact that a later one conflicts with: those later ones."""
        groups: dict[tuple[str, str], list[Fact]] = {}
        for fact in self.facts:
            groups.setdefault((fact.phrase.words, fact.subject), []).append(fact)
        found = {
            fact.number: frozenset(later.number for later in group[place:] if fact.contradicts(later))
            for group in groups.values()
            for place, fact in enumerate(group, 1)
        }
        return {number: rivals for number, rivals in found.items() if rivals}


def read(folder: Path, wanted: Sequence[str] | None = None) -> list[FactSet]:
    """The sets that have single-hop questions. Ends the program, with the place, at whatever is not as published."""
    missing = [name for name in (FACTS, GOLD) if not (folder / name).exists()]
    if missing:
        sys.exit(f"{folder} lacks {' and '.join(missing)}; the head of bench/belief_revision.py says where to get it.")
    asked: dict[str, list[dict[str, Any]]] = {}
    for line in (folder / GOLD).read_text("utf-8").splitlines():
        row = json.loads(line)
        asked.setdefault(row["source"], []).append(row)
    contexts = {entry["metadata"]["source"]: entry["context"] for entry in json.loads((folder / FACTS).read_text("utf-8"))}
    names = list(asked) if not wanted else [next((n for n in asked if n in (w, f"factconsolidation_{w}")), w) for w in wanted]
    unknown = [name for name in names if name not in contexts or name not in asked]
    if unknown:
        sys.exit(f"{folder} has no facts, or no single-hop questions, for {', '.join(unknown)}; it has {', '.join(asked)}.")
    return [_set(name, contexts[name], asked[name]) for name in names]


def _set(name: str, context: str, rows: list[dict[str, Any]]) -> FactSet:
    lines = [line for line in context.splitlines()[1:] if line.strip()]
    facts = tuple(_fact(name, place, line) for place, line in enumerate(lines))
    questions = tuple(_question(name, row, facts) for row in rows if row["status"] == "ok")
    return FactSet(name, facts, questions)


def _fact(name: str, place: int, line: str) -> Fact:
    numbered = _LINE.fullmatch(line.strip())
    if numbered is None or int(numbered[1]) != place:
        sys.exit(f"{name}: a line that begins with `{place}. ` was expected, and it is {line!r}.")
    matches = [(phrase, match) for phrase in PHRASES if (match := phrase.pattern.fullmatch(numbered[2]))]
    if len(matches) != 1:
        sys.exit(f"{name}: fact {place} fits {len(matches)} of the data set's known phrases instead of one: {numbered[2]!r}")
    phrase, match = matches[0]
    return Fact(place, numbered[2], phrase, match["subject"], match["object"])


def _question(name: str, row: dict[str, Any], facts: tuple[Fact, ...]) -> Question:
    numbers = [*row["gold_fact"], *row["stale_facts"]]
    if len(row["gold_fact"]) != 1 or not all(0 <= number < len(facts) for number in numbers):
        sys.exit(f"{name}: {row['qid']} has not one fact of the set as its answer: {numbers}")
    gold, *stale = (facts[number] for number in numbers)
    if not all(fact.contradicts(gold) for fact in stale):
        sys.exit(f"{name}: {row['qid']} calls facts stale that don't conflict with its answer: {[fact.text for fact in stale]}")
    return Question(row["question"], gold.number, frozenset(fact.number for fact in stale))
