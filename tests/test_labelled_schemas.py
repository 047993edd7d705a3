"""The labelled pairs of schemas are well formed, all kinds are in both halves, and the halves are apart."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.labelled.schemas import SCHEMA_HALVES, GoldSchema, SchemaHalf, schema_pairs
from dcpm_sqlite.consolidation.describing.reply import MAX_TEXT_CHARS
from dcpm_sqlite.records import DOMAINS

KINDS = {
    "same domain, same pattern", "other domain, same pattern", "other domain, other pattern", "same words, other pattern",
    "other domain, same topic and pattern", "other domain, opposite pattern", "same domain, other pattern", "no behaviour",
}  # fmt: skip


def schemas(half: SchemaHalf) -> dict[str, GoldSchema]:
    """All schemas of a half by key."""
    return {schema.key: schema for pair in schema_pairs(half) for schema in (pair.a, pair.b)}


@pytest.mark.parametrize("half", SCHEMA_HALVES)
def test_every_kind_is_there_and_labels_agree_with_it(half: SchemaHalf) -> None:
    """At least 60 pairs a half; those that collide, and they alone, show one pattern in two domains and differ in what they are about."""
    found = schema_pairs(half)
    counts = Counter(pair.kind for pair in found)
    assert set(counts) == KINDS
    assert len(found) >= 60
    assert counts["other domain, same pattern"] >= 30
    for pair in found:
        assert pair.collides == (pair.kind == "other domain, same pattern"), pair.id
        assert (pair.a.domain == pair.b.domain) == pair.kind.startswith("same domain") or pair.kind == "same words, other pattern", pair.id
        if "same pattern" in pair.kind:
            assert pair.a.pattern == pair.b.pattern, pair.id
        if "other pattern" in pair.kind:
            assert pair.a.pattern != pair.b.pattern, pair.id


@pytest.mark.parametrize("half", SCHEMA_HALVES)
def test_schemas_are_what_a_night_would_hold(half: SchemaHalf) -> None:
    """A domain of the list, two pieces of evidence at least, and a description that the reader of replies would take."""
    found = schemas(half)
    assert len({schema.text for schema in found.values()}) == len(found)
    for key, schema in found.items():
        assert schema.domain in DOMAINS, key
        assert schema.worded_by in ("model", "rule"), key
        assert len(schema.evidence) >= 2, key
        assert (schema.behaviour is None) == (schema.pattern == "none"), key
        assert len(schema.behaviour or "") <= MAX_TEXT_CHARS, key


def test_halves_share_no_schema_and_no_statement() -> None:
    """What one half holds is not in the other."""
    develop, report = (schemas(half) for half in SCHEMA_HALVES)
    assert not develop.keys() & report.keys()
    assert not {s.text for s in develop.values()} & {s.text for s in report.values()}
    assert not {e for s in develop.values() for e in s.evidence} & {e for s in report.values() for e in s.evidence}
