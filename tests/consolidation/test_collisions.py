"""Which schemas behave alike across domains: Eq. 1, what is united, and what never is (DCPM D-37..D-40, D-56)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.consolidation.collisions import Schema, Sweep, Thresholds, sweep
from dcpm_sqlite.consolidation.describing.offer import Offer
from dcpm_sqlite.consolidation.describing.rule import describe
from dcpm_sqlite.encoder import F32, calibration_of, default_encoder
from dcpm_sqlite.settings import SweepSettings

PAPER = Thresholds(behaviour=0.70, meaning=0.60)


def at(degrees: float) -> F32:
    """A direction in the plane: the cosine of two of them is that of the angle between."""
    return np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))], np.float32)


def axis(number: int) -> F32:
    """One of eight directions that have nothing in common."""
    return np.eye(8, dtype=np.float32)[number]


def schema(key: int, domain: str, behaviour: float = 0, meaning: F32 | None = None, cores: Sequence[int] = ()) -> Schema:
    """A schema that behaves at an angle; unless told, what it is about is its own."""
    return Schema(key, domain, at(behaviour), axis(key) if meaning is None else meaning, frozenset(cores))


def swept(*schemas: Schema, max_members: int = 8) -> Sweep:
    """By the paper's raw thresholds."""
    return sweep(schemas, thresholds=PAPER, max_members=max_members)


def with_cosine(cosine: float) -> tuple[F32, F32]:
    """Two directions."""
    return np.array([1, 0], np.float32), np.array([cosine, math.sqrt(1 - cosine * cosine)], np.float32)


def colliding(behaviour: float, meaning: float, domains: tuple[str, str] = ("health", "nature")) -> tuple[tuple[int, ...], ...]:
    """Groups of two schemas with these cosines."""
    behaviours, meanings = with_cosine(behaviour), with_cosine(meaning)
    found = [Schema(key, domain, behaviours[key], meanings[key]) for key, domain in enumerate(domains)]
    return sweep(found, thresholds=PAPER, max_members=8).asked


def test_the_paper_s_case_collides() -> None:
    """0.18 in meaning and 0.81 in behaviour, a wellness routine and a garden: one core is asked for (D-56)."""
    assert colliding(0.81, 0.18) == ((0, 1),)


@pytest.mark.parametrize(("behaviour", "meaning"), [(0.69, 0.18), (0.81, 0.61), (0.18, 0.81), (0.18, 0.18)])
def test_eq_1_needs_both_sides(behaviour: float, meaning: float) -> None:
    """Alike in behaviour and far in meaning, or there is nothing to ask."""
    assert colliding(behaviour, meaning) == ()


def test_one_domain_does_not_collide_with_itself() -> None:
    """What is alike within one domain is the inducer's to see."""
    assert colliding(0.81, 0.18, ("health", "health")) == ()


def test_what_is_alike_in_both_spaces_never_meets_in_one_group() -> None:
    """Running under two labels, and a language that is learnt in the same way: the third joins one of the two, not both (D-38)."""
    running = axis(7)
    found = swept(schema(0, "sport", 0, running), schema(1, "health", 10, running), schema(2, "education", 5))
    assert found.redundant == 1
    assert found.pairs == 2
    assert len(found.asked) == 1
    assert len(found.asked[0]) == 2
    assert 2 in found.asked[0]


def test_members_of_one_domain_may_meet_through_another() -> None:
    """Union-find over what collides: two of sport and one of music, all alike, are one group with two domains."""
    assert swept(schema(0, "sport"), schema(1, "sport"), schema(2, "music")).asked == ((0, 1, 2),)


def test_a_chain_of_neighbours_is_not_one_behaviour() -> None:
    """Each is near the next (40 degrees, 0.77), but the ends have nothing in common: they are not all brought under one core."""
    chain = [schema(i, f"domain {i}", 40.0 * i) for i in range(5)]
    found = swept(*chain)
    assert found.pairs == 4
    assert max(len(group) for group in found.asked) < 5


def test_a_group_has_at_most_as_many_members_as_set() -> None:
    """Six that are alike make two groups of three when three is the most."""
    groups = swept(*(schema(i, f"domain {i}", i) for i in range(6)), max_members=3).asked
    assert sorted(len(group) for group in groups) == [3, 3]


def test_those_under_one_core_are_not_asked_about_again() -> None:
    """A night without news has no question (D-40)."""
    found = swept(schema(0, "sport", cores=[9]), schema(1, "music", cores=[9]))
    assert (found.asked, found.attached) == ((), ())


def test_a_new_member_joins_the_core_that_stands() -> None:
    """What collides with a member of a core becomes one, with no question to a mind (D-40)."""
    found = swept(schema(0, "sport", cores=[9]), schema(1, "music", 5, cores=[9]), schema(2, "work", 8))
    assert found.asked == ()
    assert found.attached == ((2, 9),)


def test_none_and_one_are_no_collision() -> None:
    """The empty sweep, and that of a first schema."""
    assert swept() == swept(schema(0, "sport")) == Sweep((), (), 0, 0)


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
def test_groups_keep_to_their_rules_in_any_order(world: list[Schema], chance: object, most: int) -> None:
    """The same outcome for any order; groups are disjoint, of two domains at least, not too large, and hold no redundant pair."""
    found = swept(*world, max_members=most)
    shuffled = list(world)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert swept(*shuffled, max_members=most) == found
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
