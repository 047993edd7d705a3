"""The rules on a table of ordinary life: changes, restatements, contradictions and what only looks like one, written before the rules."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.comparing import compare
from dcpm_sqlite.language.claims.reading import read_claims, read_statement
from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.records import Moment

HERE = Path(__file__).parent
OLD = read_moment("2024-03-05T12:00:00Z", now_ms=0)
NEW = read_moment("2024-06-20T12:00:00Z", now_ms=0)
STRONGEST = ("supersede", "duplicate", "update", "contradict", "add")
LEAST_RECALL = {"supersede": 0.95, "duplicate": 0.95, "update": 0.95, "contradict": 0.7, "add": 0.99}
LEAST_PRECISION = 0.97


def rows(name: str) -> list[list[str]]:
    """The lines of a table, split at tabs: outcome, old text, new text, outcomes that are as right."""
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def claims(text: str, said: Moment) -> list[Claim]:
    return read_claims(text, said=said) or [read_statement(text, said=said)]


def made(old: str, new: str) -> str:
    """The strongest outcome among all claims of both texts, as a store would take it."""
    found = {compare(a, b, nearness=0.99) for a, b in product(claims(new, NEW), claims(old, OLD))}
    return min(("add" if one == "unrelated" else one for one in found), key=STRONGEST.index)


@pytest.fixture(scope="module")
def judged() -> list[tuple[str, str, bool]]:
    """Label, what was made of it, and whether that is right."""
    found = []
    for label, old, new, *also in rows("life_pairs.tsv"):
        outcome = made(old, new)
        found.append((label, outcome, outcome in {label, *(also[0].split(",") if also else ())}))
    return found


@pytest.mark.parametrize("outcome", STRONGEST[:4])
def test_what_is_made_of_pairs_is_right(judged: list[tuple[str, str, bool]], outcome: str) -> None:
    """Of a hundred outcomes that aren't ADD, at most three are wrong (K14, K15, K17, K18)."""
    right = [is_right for _, made_of_it, is_right in judged if made_of_it == outcome]
    assert sum(right) >= LEAST_PRECISION * len(right)


@pytest.mark.parametrize("outcome", STRONGEST)
def test_what_is_to_be_made_of_pairs_is_found(judged: list[tuple[str, str, bool]], outcome: str) -> None:
    """Ordinary changes of a life are seen as what they are."""
    found = [is_right for label, _, is_right in judged if label == outcome]
    assert sum(found) >= LEAST_RECALL[outcome] * len(found)


def test_the_table_is_large_enough() -> None:
    """At least 120 pairs, half of them of the speaker, hard negatives included."""
    table = rows("life_pairs.tsv")
    assert len(table) >= 120
    assert Counter(row[0] for row in table)["add"] >= 60
    assert sum(row[1].startswith(("I ", "I'", "My ", "We", "Our ")) for row in table) * 2 >= len(table)


@pytest.mark.parametrize(("text", "wanted"), [(row[0], row[1] if len(row) > 1 else "") for row in rows("life_sentences.tsv")])
def test_sentences_claim_what_they_say(text: str, wanted: str) -> None:
    """The clauses that state something are quoted, each once for each thing, and nothing else is."""
    quotes = sorted(text[claim.start : claim.end].rstrip(".!") for claim in read_claims(text, said=OLD))
    assert quotes == sorted(part.strip().rstrip(".!") for part in wanted.split(" | ") if part.strip())
