"""The vector index: candidates by sign bits from two sources, exact cosines, and codes that follow changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import apsw
import numpy as np
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.errors import EncoderError
from dcpm_sqlite.store import policy, schema, vectors
from dcpm_sqlite.store.codes import CodesInMemory
from dcpm_sqlite.store.vectors import F32, CandidateSource, Vec0Source
from tests.conftest import OpenMemory
from tests.doubles import belief, put, random_vectors, rows, store_of

ONE, TWO = 1 << 32, 2 << 32
ROOMY = 1 << 30
NAME = "passage_vec"


class Index:
    """A database of vectors without the rest of a memory; every vector that was put in is kept beside it."""

    def __init__(self, width: int = 64) -> None:
        self.db = apsw.Connection(":memory:")
        policy.load_vec0(self.db)
        self.db.execute(schema.script(width))
        self.centre = random_vectors(1, width, seed=99)[0] * np.float32(0.05)
        self.kept: dict[int, F32] = {}

    def put(self, keys: Sequence[int], values: F32, name: str = NAME) -> None:
        """Put or replace."""
        vectors.put(self.db, name, [(k, bytes(8), v) for k, v in zip(keys, values, strict=True)], self.centre)
        self.kept.update(zip(keys, values, strict=True))

    def remove(self, keys: Sequence[int]) -> int:
        """Take out."""
        for key in keys:
            self.kept.pop(key, None)
        return vectors.remove(self.db, NAME, keys)

    def nearest(
        self, source: CandidateSource, query: F32, *, space: int = 1, coarse: int = 4_000, limit: int = 10
    ) -> tuple[list[int], F32]:
        """Keys and cosines."""
        keys, cosines = vectors.nearest(self.db, source, space, [NAME], query, self.centre, coarse=coarse, limit=limit)[NAME]
        return keys.tolist(), cosines

    def brute_force(self, query: F32, *, space: int = 1, limit: int = 10) -> list[int]:
        """The nearest among what is stored, by comparing with every row."""
        keys = [k for k in self.kept if k >> 32 == space]
        order = np.argsort([-float(rounded(self.kept[k]) @ query) for k in keys], kind="stable")[:limit]
        return [keys[i] for i in order]

    def hamming(self, query: F32, keys: Sequence[int]) -> list[int]:
        """Distances of the codes of what is stored."""
        codes = dict(self.db.execute(f"SELECT id, code FROM {NAME}"))
        asked = np.packbits(query > self.centre, bitorder="little")
        return [int(np.bitwise_count(np.frombuffer(codes[k], np.uint8) ^ asked).sum()) for k in keys]


def rounded(vector: F32) -> F32:
    """A vector as int8 and scale give it back."""
    kept = vectors.quantise(vector)
    return np.frombuffer(kept.code, np.int8).astype(np.float32) * np.float32(kept.scale)


@pytest.fixture
def index() -> Index:
    """700 vectors in space 1 (several chunks of vec0), 50 in space 2."""
    made = Index()
    made.put([ONE + i for i in range(700)], random_vectors(700, 64))
    made.put([TWO + i for i in range(50)], random_vectors(50, 64, seed=2))
    return made


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the indexes whose codes were built anew, in order."""
    made: list[str] = []
    real = CodesInMemory._build

    def counted(self: CodesInMemory, db: apsw.Connection, space: int, name: str, n: int, *, room: int) -> object:
        held = real(self, db, space, name, n, room=room)
        if held is not None:
            made.append(name)
        return held

    monkeypatch.setattr(CodesInMemory, "_build", counted)
    return made


SOURCES: dict[str, Callable[[Index], CandidateSource]] = {
    "vec0": lambda _: Vec0Source(),
    "memory": lambda index: CodesInMemory(index.centre, budget_bytes=ROOMY),
    "memory beyond its budget": lambda index: CodesInMemory(index.centre, budget_bytes=1),
}


@pytest.mark.parametrize("source_of", SOURCES.values(), ids=SOURCES)
def test_with_all_as_candidates_the_nearest_are_exact(index: Index, source_of: Callable[[Index], CandidateSource]) -> None:
    """Exact rescoring gives brute force's order, in each space its own, with cosines within the rounding of int8."""
    source = source_of(index)
    for query in random_vectors(5, 64, seed=7):
        for space in (1, 2):
            keys, cosines = index.nearest(source, query, space=space)
            assert keys == index.brute_force(query, space=space)
            assert np.allclose(cosines, [index.kept[k] @ query for k in keys], atol=0.01)
            assert (np.diff(cosines) <= 0).all()


def test_both_sources_give_the_nearest_codes(index: Index) -> None:
    """Either source gives as many keys as asked, and none that is left out is nearer by Hamming distance."""
    for query in random_vectors(5, 64, seed=8):
        code = vectors.sign_codes(query[None, :], index.centre)[0].tobytes()
        distances = []
        for source_of in SOURCES.values():
            keys = source_of(index).nearest(index.db, 1, [NAME], code, 40)[NAME].tolist()
            assert len(set(keys)) == 40
            distances.append(sorted(index.hamming(query, keys)))
        every = sorted(index.hamming(query, [k for k in index.kept if k >> 32 == 1]))
        assert distances[0] == distances[1] == distances[2] == every[:40]


@pytest.mark.parametrize("source_of", SOURCES.values(), ids=SOURCES)
def test_coarse_candidates_hold_most_of_the_true_nearest(index: Index, source_of: Callable[[Index], CandidateSource]) -> None:
    """A quarter of the rows as candidates loses few of the true ten nearest."""
    source, kept = source_of(index), 0
    for query in (random_vectors(700, 64)[::35] + 0.5 * random_vectors(20, 64, seed=9)).astype(np.float32):
        kept += len(set(index.nearest(source, query, coarse=175)[0]) & set(index.brute_force(query)))
    assert kept >= 0.9 * 10 * 20


@pytest.mark.parametrize("width", [8, 60, 100, 129])
def test_any_width_works(width: int) -> None:
    """A width that fills no whole byte or word is padded alike on both sides."""
    index = Index(width)
    index.put([ONE + i for i in range(300)], random_vectors(300, width))
    query = random_vectors(1, width, seed=3)[0]
    assert (
        index.nearest(Vec0Source(), query)[0]
        == index.nearest(CodesInMemory(index.centre, budget_bytes=ROOMY), query)[0]
        == index.brute_force(query)
    )


def test_an_empty_space_has_no_nearest(index: Index) -> None:
    """Nothing there, nothing found, by either source."""
    for source_of in SOURCES.values():
        assert index.nearest(source_of(index), random_vectors(1, 64)[0], space=3)[0] == []


def test_codes_follow_changes_without_being_built_anew(index: Index, builds: list[str]) -> None:
    """Put, replaced and removed rows are followed one by one; one build is all there ever is."""
    source = CodesInMemory(index.centre, budget_bytes=ROOMY)
    query = random_vectors(1, 64, seed=4)[0]
    index.nearest(source, query)
    fresh = random_vectors(900, 64, seed=5)
    steps: list[Callable[[], object]] = [
        lambda: index.put([ONE + 1_000], query[None, :]),
        lambda: index.put([ONE + 1_000], -query[None, :]),
        lambda: index.put([ONE + 2_000 + i for i in range(900)], fresh),
        lambda: index.remove(index.brute_force(query, limit=3)),
        lambda: index.remove([ONE + 699, ONE + 0, ONE + 1_000]),
        lambda: index.put([ONE + 0], query[None, :]),
    ]
    for step in steps:
        step()
        assert index.nearest(source, query)[0] == index.nearest(Vec0Source(), query)[0] == index.brute_force(query)
    assert builds == [NAME]


def test_codes_may_empty_and_fill_again(builds: list[str]) -> None:
    """The last row may go, and others come."""
    index = Index()
    source = CodesInMemory(index.centre, budget_bytes=ROOMY)
    values = random_vectors(3, 64)
    index.put([ONE + 1, ONE + 2], values[:2])
    assert len(index.nearest(source, values[0])[0]) == 2
    index.remove([ONE + 1, ONE + 2])
    assert index.nearest(source, values[0])[0] == []
    index.put([ONE + 3], values[2:])
    assert index.nearest(source, values[0])[0] == [ONE + 3]
    assert builds == [NAME]


def test_a_gap_in_the_log_means_building_anew(index: Index, builds: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who missed more changes than the log keeps reads the index again, and is right again."""
    monkeypatch.setattr(vectors, "LOG_LENGTH", 16)
    source = CodesInMemory(index.centre, budget_bytes=ROOMY)
    query = random_vectors(1, 64, seed=6)[0]
    index.nearest(source, query)
    for start in (1_000, 1_010, 1_020):
        index.put([ONE + start + i for i in range(10)], random_vectors(10, 64, seed=start))
    assert index.nearest(source, query)[0] == index.brute_force(query)
    assert builds == [NAME, NAME]
    assert index.db.execute("SELECT count(*) FROM code_change WHERE space = 1").get == 16


def test_a_batch_longer_than_the_log_means_building_anew(index: Index, builds: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One transaction of more changes than the log keeps leaves a gap, not a wrong picture."""
    monkeypatch.setattr(vectors, "LOG_LENGTH", 16)
    source = CodesInMemory(index.centre, budget_bytes=ROOMY)
    query = random_vectors(1, 64, seed=6)[0]
    index.nearest(source, query)
    index.put([ONE + 1_000 + i for i in range(40)], random_vectors(40, 64, seed=3))
    assert index.nearest(source, query)[0] == index.brute_force(query)
    assert builds == [NAME, NAME]


def test_a_broken_log_means_building_anew(index: Index, builds: list[str]) -> None:
    """After `break_log` nobody goes on from what they held: a rebuild may have changed any row."""
    source = CodesInMemory(index.centre, budget_bytes=ROOMY)
    query = random_vectors(1, 64, seed=6)[0]
    index.nearest(source, query)
    vectors.break_log(index.db, vectors.followed(index.db))
    index.nearest(source, query)
    index.nearest(source, query)
    assert builds == [NAME, NAME]


def test_beyond_the_budget_vec0_is_searched(index: Index, builds: list[str]) -> None:
    """Codes that would take more than the budget are not read; the answer is the same."""
    source = CodesInMemory(index.centre, budget_bytes=60_000)
    query = random_vectors(1, 64, seed=6)[0]
    assert index.nearest(source, query)[0] == index.brute_force(query)
    assert index.nearest(source, query, space=2)[0] == index.brute_force(query, space=2)
    assert builds == [NAME]  # that of the small space


def test_codes_that_outgrow_the_budget_are_let_go(index: Index, builds: list[str]) -> None:
    """Growing by changes is bounded like building is, and no later read builds again what doesn't fit."""
    source = CodesInMemory(index.centre, budget_bytes=100_000)
    query = random_vectors(1, 64, seed=6)[0]
    index.nearest(source, query, space=2)
    index.put([TWO + 100 + i for i in range(2_000)], random_vectors(2_000, 64, seed=3))
    for _ in range(3):
        assert index.nearest(source, query, space=2)[0] == index.brute_force(query, space=2)
        assert sum(held.size for held in source._held.values()) <= 100_000
    assert builds == [NAME]


def test_two_indexes_that_fit_only_one_by_one_do_not_push_each_other_out(index: Index, builds: list[str]) -> None:
    """One read's indexes together keep to the budget; what fits stays, and no read builds what the last one dropped."""
    index.put([ONE + 10_000 + i for i in range(700)], random_vectors(700, 64, seed=3), name="node_vec")
    source = CodesInMemory(index.centre, budget_bytes=95_000)
    query = random_vectors(1, 64, seed=6)[0]
    for _ in range(3):
        found = vectors.nearest(index.db, source, 1, [NAME, "node_vec"], query, index.centre, coarse=4_000, limit=10)
        assert all(len(keys) == 10 for keys, _ in found.values())
    assert builds == [NAME]


def test_the_space_used_longest_ago_makes_room(builds: list[str]) -> None:
    """Spaces share the budget; the one asked last stays."""
    index = Index()
    for space in (1, 2, 3):
        index.put([(space << 32) + i for i in range(256)], random_vectors(256, 64, seed=space))
    source = CodesInMemory(index.centre, budget_bytes=40_000)  # room for one and not for more once rows are mapped
    query = random_vectors(1, 64, seed=6)[0]
    for space in (1, 2, 3, 3):
        assert index.nearest(source, query, space=space)[0] == index.brute_force(query, space=space)
    assert len(builds) == 3
    assert sum(held.size for held in source._held.values()) <= 40_000
    assert (3, NAME) in source._held


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_a_vector_without_direction_is_refused(value: float, index: Index) -> None:
    """Zero, NaN and infinite vectors never reach the file: they would be everybody's nearest."""
    bad = np.full(64, value, np.float32)
    with pytest.raises(EncoderError, match="zero or not finite"):
        index.put([ONE + 5_000], bad[None, :])
    assert index.db.execute("SELECT count(*) FROM vector WHERE id = ?", (ONE + 5_000,)).get == 0
    one_nan = random_vectors(1, 64)[0]
    one_nan[3] = np.nan
    with pytest.raises(EncoderError):
        vectors.quantise(one_nan)


def test_quantising_keeps_the_direction() -> None:
    """int8 times a scale is off by half a step at most in every component."""
    for vector in random_vectors(20, 384):
        back = rounded(vector)
        assert np.abs(back - vector).max() <= vectors.quantise(vector).scale * 0.5001
        assert float(back @ vector / np.linalg.norm(back)) > 0.9998


def test_removing_counts_what_was_there(index: Index) -> None:
    """The receipt of an erasure counts vectors, not keys asked for."""
    assert index.remove([ONE + 1, ONE + 2, ONE + 999_999]) == 2
    assert index.remove([]) == 0


def test_a_row_that_a_snapshot_cannot_see_is_dropped(open_memory: OpenMemory) -> None:
    """Codes in memory may be ahead of an older snapshot; rows without a vector in it are no hits."""
    memory = open_memory()
    store = store_of(memory)
    (old,) = put(memory, belief("likes cats"), embed=True)
    query = HashEncoder(width=64).encode_query("likes cats and dogs")
    codes = CodesInMemory(store.centre, budget_bytes=ROOMY)
    reader = apsw.Connection(str(memory.path), flags=apsw.SQLITE_OPEN_READONLY)
    policy.as_reader(reader)
    reader.execute("BEGIN; SELECT * FROM meta")
    put(memory, belief("likes cats and dogs"), embed=True)
    with store.file.read() as db:
        assert len(vectors.nearest(db, codes, 1, ["belief_vec"], query, store.centre, coarse=9, limit=9)["belief_vec"][0]) == 2
    keys, _ = vectors.nearest(reader, codes, 1, ["belief_vec"], query, store.centre, coarse=9, limit=9)["belief_vec"]
    assert keys.tolist() == [old]
    reader.close()


def test_a_recall_after_an_add_builds_nothing(memory: Memory, builds: list[str]) -> None:
    """Adding and recalling in turn follows the changes, with no codes read anew."""
    memory.add("the first message")
    memory.recall("message")
    before = len(builds)
    for i in range(5):
        memory.add(f"message number {i}")
        assert memory.recall(f"message number {i}").hits[0].text == f"message number {i}"
    assert len(builds) == before
    assert rows(memory, "SELECT count(*) FROM passage_vec") == [(6,)]
