"""Which schemas collide, how they come together, and what is done about those that stand under a core."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from dcpm_sqlite.consolidation.collisions import Schema, Sweep, Thresholds, sweep
from dcpm_sqlite.encoder import calibration_of, default_encoder
from dcpm_sqlite.settings import SweepSettings

RAW = Thresholds(0.70, 0.60)
APART = np.eye(40, dtype=np.float32)


def at(cosine: float, *, axis: int = 1) -> np.ndarray:
    """A direction of that cosine to the first axis, in the plane with another."""
    vector = np.zeros(40, np.float32)
    vector[0], vector[axis] = cosine, np.sqrt(1 - cosine**2)
    return vector


def schema(key: int, domain: str, behaviour: np.ndarray, meaning: np.ndarray | None = None, *cores: int) -> Schema:
    """A schema; without a meaning of its own it is far from all others."""
    return Schema(
        key, domain, behaviour.astype(np.float32), APART[key] if meaning is None else meaning.astype(np.float32), frozenset(cores)
    )


def swept(*schemas: Schema, thresholds: Thresholds = RAW, max_members: int = 8) -> Sweep:
    """Raw thresholds, unless others are given."""
    return sweep(schemas, thresholds=thresholds, max_members=max_members)


def test_the_papers_pair_collides() -> None:
    """Case 2: cos E_sem 0.18, cos E_beh 0.81, wellness and gardening, under 0.70 and 0.60 (DCPM D-56)."""
    a, b = schema(1, "health", at(1.0), at(1.0)), schema(2, "nature", at(0.81), at(0.18))
    assert swept(a, b) == Sweep(((1, 2),), (), 1, 0)


@pytest.mark.parametrize(
    ("domain", "behaviour", "meaning", "redundant"),
    [
        ("health", 0.81, 0.18, 0),  # one domain
        ("nature", 0.69, 0.18, 0),  # not alike enough
        ("nature", 0.70, 0.18, 0),  # just the threshold is not above it
        ("nature", 0.81, 0.61, 1),  # of the same things too
        ("health", 0.81, 0.61, 1),  # in one domain: the trivially redundant
    ],
)
def test_each_part_of_eq_1_is_needed(domain: str, behaviour: float, meaning: float, redundant: int) -> None:
    """Domains differ, E_beh above, E_sem below; what is high in both is counted as redundant, whatever the labels (D-37, D-38)."""
    made = swept(schema(1, "health", at(1.0), at(1.0)), schema(2, domain, at(behaviour), at(meaning)))
    assert made == Sweep((), (), 0, redundant)


def test_thresholds_come_from_the_encoders_background() -> None:
    """A standard score is so many deviations above the mean of unrelated passages."""
    calibration = calibration_of(default_encoder())
    made = Thresholds.of(SweepSettings(behaviour=2.0, meaning=-1.0), calibration)
    assert made.behaviour == pytest.approx(calibration.passage.mean + 2 * calibration.passage.std)
    assert made.meaning == pytest.approx(calibration.passage.mean - calibration.passage.std)


WELLNESS = (
    "health", "Looks after body and sleep with small consistent habits, and distrusts quick fixes.",
    "Gives it small, patient attention every day and lets the result come in its own time.",
)  # fmt: skip
OTHERS = {
    "gardening": (
        "nature", "Weeds and waters the beds for ten minutes each evening, and never forces a seedling.",
        "Tends it with small, regular attention and lets it grow in its own time.",
    ),
    "teaching": (
        "education", "Sits down with every slow pupil for a few minutes a lesson and waits until the penny drops.",
        "Gives steady, patient attention and lets the result come in its own time.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("other", OTHERS)
def test_a_pair_of_the_papers_kind_collides_on_the_default_encoder(other: str) -> None:
    """Wellness with gardening, and with teaching, by descriptions as a model writes them and the default thresholds (D-56)."""
    encoder = default_encoder()
    schemas = []
    for key, (domain, text, behaviour) in enumerate((WELLNESS, OTHERS[other]), 1):
        told, meant = encoder.encode_passages([behaviour, text])
        schemas.append(Schema(key, domain, told, meant))
    made = swept(*schemas, thresholds=Thresholds.of(SweepSettings(), calibration_of(encoder)))
    assert made.asked == ((1, 2),)


def test_pairs_that_hang_together_are_one_group() -> None:
    """Three that all behave alike are asked about together, once."""
    made = swept(schema(1, "sport", at(1.0)), schema(2, "work", at(0.95)), schema(3, "music", at(0.9)))
    assert (made.asked, made.pairs) == (((1, 2, 3),), 3)


def test_members_of_one_domain_may_meet_through_another() -> None:
    """Two of sport are no pair, but both pair with one of work; a group spans two domains at least (D-38)."""
    made = swept(schema(1, "sport", at(1.0)), schema(2, "sport", at(0.95)), schema(3, "work", at(0.97)))
    assert (made.asked, made.pairs) == (((1, 2, 3),), 2)
    assert swept(schema(1, "sport", at(1.0)), schema(2, "sport", at(0.95))).asked == ()


def test_a_redundant_pair_never_comes_together() -> None:
    """Not even through a third that collides with both: the nearer one takes it (D-38)."""
    same = at(1.0, axis=30)
    made = swept(
        schema(1, "sport", at(1.0), same), schema(2, "health", at(0.9), same), schema(3, "work", at(0.98)),
    )  # fmt: skip
    assert (made.asked, made.pairs, made.redundant) == (((1, 3),), 2, 1)


def test_a_chain_does_not_make_a_group() -> None:
    """Each link is near to the next, but the ends are strangers: most pairs of a group must be near."""
    angle = np.arccos(0.8)
    links = [np.cos(i * angle) * APART[0] + np.sin(i * angle) * APART[1] for i in range(4)]
    made = swept(*(schema(i + 1, f"d{i}", link) for i, link in enumerate(links)))
    assert made.pairs == 3
    assert max(map(len, made.asked)) == 2


def test_a_group_is_bounded_and_the_nearest_come_first() -> None:
    """Of five that all collide, with room for two, the nearest pair is together; every schema is in one group at most."""
    spread = [schema(i, f"d{i}", at(cosine, axis=10 + i)) for i, cosine in enumerate((0.99, 0.98, 0.95, 0.9, 0.88), 1)]
    made = swept(*spread, max_members=2)
    assert made.asked[0] == (1, 2)
    assert all(len(group) == 2 for group in made.asked)
    keys = [key for group in made.asked for key in group]
    assert len(keys) == len(set(keys))


def test_the_order_of_schemas_makes_no_difference() -> None:
    """The same groups from any order."""
    given = [schema(i, f"d{i % 3}", at(c, axis=10 + i)) for i, c in enumerate((0.99, 0.97, 0.9, 0.89, 0.95), 1)]
    made = {swept(*order, max_members=3) for order in itertools.permutations(given)}
    assert len(made) == 1


def test_pairs_under_one_core_are_not_asked_again() -> None:
    """A later night skips what shares a core; the pairs still count (D-40)."""
    made = swept(schema(1, "sport", at(1.0), None, 7), schema(2, "work", at(0.9), None, 7))
    assert made == Sweep((), (), 1, 0)


def test_a_new_schema_joins_the_core_of_those_it_collides_with() -> None:
    """No new question: two under core 7 and a new one."""
    made = swept(schema(1, "sport", at(1.0), None, 7), schema(2, "work", at(0.9), None, 7), schema(3, "food", at(0.98)))
    assert (made.asked, made.attached) == ((), ((3, 7),))


def test_between_two_cores_the_nearest_one_decides() -> None:
    """Key 3 is nearer to what stands under 8; two standing cores raise no question of their own."""
    made = swept(schema(1, "sport", at(0.8, axis=5), None, 7), schema(2, "work", at(0.97), None, 8), schema(3, "food", at(1.0)))
    assert (made.asked, made.attached) == ((), ((3, 8),))
    assert swept(schema(1, "sport", at(1.0), None, 7), schema(2, "work", at(0.9), None, 8)) == Sweep((), (), 1, 0)


def test_nobody_joins_a_core_that_has_the_like_already() -> None:
    """Key 3 says what key 1 says, and collides with key 2 alone; the guard holds for standing cores too."""
    same = at(1.0, axis=30)
    under = schema(1, "sport", at(1.0), same, 7), schema(2, "work", at(0.9), None, 7)
    new = schema(3, "health", at(0.95), same)
    assert swept(*under, new) == Sweep((), (), 2, 1)
    assert swept(*under, replace(new, meaning=APART[3])).attached == ((3, 7),)


def test_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared seven rows at once, the groups are those of one block; 90 schemas by chance."""
    chance = np.random.default_rng(4)
    kinds = chance.standard_normal((12, 40))
    given = [
        Schema(i, f"d{i % 5}", (kinds[i % 12] + 0.6 * chance.standard_normal(40)).astype(np.float32), chance.standard_normal(40).astype(np.float32))
        for i in range(90)
    ]  # fmt: skip
    whole = swept(*given, thresholds=Thresholds(0.5, 0.3))
    monkeypatch.setattr("dcpm_sqlite.consolidation.collisions._BLOCK", 7)
    assert swept(*given, thresholds=Thresholds(0.5, 0.3)) == whole
    assert whole.asked
    assert whole.redundant


@pytest.mark.parametrize("count", [0, 1])
def test_few_schemas_are_no_question(count: int) -> None:
    """None, and one alone."""
    assert swept(*(schema(i + 1, "sport", at(1.0)) for i in range(count))) == Sweep((), (), 0, 0)
