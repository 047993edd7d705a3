"""Memories with a few beliefs and relations put in by hand, for a search to walk on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dcpm_sqlite import Memory
from dcpm_sqlite.records import Investigation
from dcpm_sqlite.store.changes import AddRelation
from tests.doubles import belief, put

CHAIN = {
    "violin": "The violin lessons stopped in March.",
    "wrist": "A wrist was broken on the ice.",
    "ice": "Skating on the frozen lake was great fun.",
    **{f"other {i}": f"There were {word} lessons at the {place}." for i, (word, place) in enumerate((
        ("swimming", "pool"), ("riding", "stable"), ("cooking", "school"), ("sailing", "harbour"), ("driving", "garage"), ("dancing", "hall"),
    ))},
}  # fmt: skip
LINKS = (("wrist", "results_in", "violin", 0.9), ("ice", "triggers", "wrist", 0.9))


def build(memory: Memory, texts: Mapping[str, str], links: Sequence[tuple[str, str, str, float]]) -> dict[str, int]:
    """Beliefs by name, and relations between them; keys by name."""
    keys = dict(zip(texts, put(memory, *[belief(text) for text in texts.values()], embed=True), strict=True))
    put(memory, *[AddRelation(keys[a], keys[b], predicate, f"{a} and {b}", weight) for a, predicate, b, weight in links])
    return keys


def names(found: Investigation, texts: Mapping[str, str]) -> list[str]:
    """What was found, by name, best first."""
    by_text = {text: name for name, text in texts.items()}
    return [by_text[one.text] for one in found.findings]
