"""Whatever the schemas are: what holds of all groups, in any order; and the paper's kind of pair as it comes out of a night (DCPM D-38, D-56)."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.consolidation.collisions import Schema, Thresholds, sweep
from dcpm_sqlite.consolidation.describing.offer import Offer
from dcpm_sqlite.consolidation.describing.rule import describe
from dcpm_sqlite.encoder import F32, calibration_of, default_encoder
from dcpm_sqlite.settings import SweepSettings

PAPER = Thresholds(behaviour=0.70, meaning=0.60)


def at(degrees: float) -> F32:
    """A direction in the plane: the cosine of two of them is that of the angle between."""
    angle = np.radians(degrees)
    return np.asarray([np.cos(angle), np.sin(angle)], np.float32)


def axis(number: int) -> F32:
    """One of eight directions that have nothing in common."""
    return np.asarray(np.eye(8)[number], np.float32)


@st.composite
def worlds(draw: st.DrawFn) -> list[Schema]:
    """Up to twelve schemas in three domains: behaviours in a plane, meanings along few axes, some under cores."""
    count = draw(st.integers(2, 12))
    return [
        Schema(
            key,
            draw(st.sampled_from(("sport", "music", "work"))),
            at(draw(st.integers(0, 180))),
            axis(draw(st.integers(0, 7))),
            draw(st.sampled_from((frozenset(), frozenset(), frozenset({100}), frozenset({101})))),
        )
        for key in range(count)
    ]


@given(worlds(), st.randoms(use_true_random=False), st.integers(2, 5))
def test_groups_keep_to_their_rules_in_any_order(world: list[Schema], chance: random.Random, most: int) -> None:
    """The same outcome for any order; groups are disjoint, of two domains at least, not too large, and hold no redundant pair."""
    found = sweep(world, thresholds=PAPER, max_members=most)
    shuffled = list(world)
    chance.shuffle(shuffled)
    assert sweep(shuffled, thresholds=PAPER, max_members=most) == found
    keys = [key for group in found.asked for key in group]
    assert len(keys) == len(set(keys))
    for group in found.asked:
        members = [world[key] for key in group]
        assert 2 <= len(members) <= most
        assert len({member.domain for member in members}) > 1
        assert not any(member.cores for member in members)
        pairs = [(a, b) for a in members for b in members if a.key < b.key]
        assert not any(float(a.behaviour @ b.behaviour) > 0.7 and float(a.meaning @ b.meaning) >= 0.6 for a, b in pairs)
        assert any(float(a.behaviour @ b.behaviour) > 0.7 and a.domain != b.domain for a, b in pairs)
    for key, core in found.attached:
        assert not world[key].cores
        assert core in (100, 101)


WELLNESS = "Ruth keeps to a gentle morning routine of stretching, breathing and a walk, and lets her strength come back in its own time."
GARDEN = "Ruth tends her vegetable beds a little each day and is content to wait for months until something ripens."
PUPILS = "Ruth gives her slowest pupils all the time they need and looks after each of them until they get there."
BY_HAND = {
    WELLNESS: "Tends to it gently every day and patiently lets it develop in its own time.",
    GARDEN: "Looks after it a little every day and waits patiently for it to grow.",
    PUPILS: "Gives steady care and waits patiently while others grow at their own pace.",
}
EVIDENCE = {
    WELLNESS: ("I take care of my back every morning.", "You have to be patient with a body.", "It heals in its own time, I don't push."),
    GARDEN: (
        "I water the beds every morning.",
        "The beans need time, I look after them and wait.",
        "You have to be patient with a garden.",
    ),
    PUPILS: ("I give every pupil time to grow.", "With him I had to be patient for a year.", "I look after the slow ones."),
}


@pytest.mark.parametrize("other", [(GARDEN, "nature"), (PUPILS, "education")], ids=["gardening", "teaching"])
@pytest.mark.parametrize("described", ["by hand", "by the rule"])
def test_a_case_of_that_kind_collides_on_the_shipped_encoder(other: tuple[str, str], described: str) -> None:
    """Wellness with gardening, and with teaching, at the default settings (D-56)."""
    encoder, pair = default_encoder(), [(WELLNESS, "health"), other]
    texts = [text for text, _ in pair]
    if described == "by hand":
        behaviours = [BY_HAND[text] for text in texts]
    else:
        behaviours = [describe(Offer(1, text, domain, EVIDENCE[text])).text or "" for text, domain in pair]
    found = [
        Schema(key, pair[key][1], behaviour, meaning)
        for key, (behaviour, meaning) in enumerate(zip(encoder.encode_passages(behaviours), encoder.encode_passages(texts), strict=True))
    ]
    settings = SweepSettings()
    thresholds = Thresholds.of(settings, calibration_of(encoder))
    assert sweep(found, thresholds=thresholds, max_members=settings.max_members).asked == ((0, 1),)
