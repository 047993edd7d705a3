"""Keyword indexes: postings of one space, newest first, safe for any text."""

from __future__ import annotations

from collections.abc import Iterator

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.store import keywords, policy, schema

ONE, TWO = 1 << 32, 2 << 32


@pytest.fixture(scope="module")
def db() -> Iterator[apsw.Connection]:
    """Three passages in space 1, one in space 2, one belief in space 1; only ever read."""
    connection = apsw.Connection(":memory:")
    policy.load_vec0(connection)
    connection.execute(schema.script(64))
    keywords.put(connection, "passage_fts", [(ONE + 1, "Cats sleep"), (ONE + 2, "the cat runs"), (ONE + 9, "Café cat 東京大学")])
    keywords.put(connection, "passage_fts", [(TWO + 1, "another cat")])
    keywords.put(connection, "belief_fts", [(ONE + 5, "has a cat")])
    yield connection
    connection.close()


def found(db: apsw.Connection, *terms: str, space: int = 1, limit: int = 10) -> list[list[int]]:
    """Rows of space and term, without the space's part of the key."""
    return [
        [int(k) & 0xFFFFFFFF for k in keys] for keys in keywords.postings(db, ["passage_fts"], space, terms, limit=limit)["passage_fts"]
    ]


def test_postings_stay_within_the_space_and_come_newest_first(db: apsw.Connection) -> None:
    """One space's rows alone, in falling order of their ids; words are stemmed (K31)."""
    assert found(db, "cat") == [[9, 2, 1]]
    assert found(db, "cat", space=2) == [[1]]
    assert found(db, "cat", space=3) == [[]]


def test_a_limit_keeps_the_newest(db: apsw.Connection) -> None:
    """Where a word stands in more rows than are looked at, the newest are."""
    assert found(db, "cat", limit=2) == [[9, 2]]


def test_terms_and_tables_stay_apart(db: apsw.Connection) -> None:
    """Each term of each table has postings of its own, empty ones too."""
    both = keywords.postings(db, ["passage_fts", "belief_fts"], 1, ("sleep", "cat", "absent"), limit=10)
    assert [len(keys) for keys in both["passage_fts"]] == [1, 3, 0]
    assert [keys.tolist() for keys in both["belief_fts"]] == [[], [ONE + 5], []]
    assert all(keys.dtype == np.int64 for keys in both["belief_fts"])


def test_no_terms_or_tables_give_nothing(db: apsw.Connection) -> None:
    """Nothing asked, nothing found, and no statement run."""
    assert keywords.postings(db, ["passage_fts"], 1, (), limit=10) == {"passage_fts": []}
    assert keywords.postings(db, [], 1, ("cat",), limit=10) == {}


def test_accents_and_pairs_are_found(db: apsw.Connection) -> None:
    """Accents don't matter; any two characters of an unspaced script are found (K42)."""
    assert found(db, *query_terms("cafe")) == [[9]]
    assert found(db, *query_terms("京大")) == [[9]]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60) | st.text(alphabet="\"'*^:-+(){}NEAR AND OR NOT\0\n", max_size=30))
def test_any_query_is_only_text(db: apsw.Connection, query: str) -> None:
    """No character of a query is an operator or an error (K41)."""
    terms = query_terms(query)
    assert len(keywords.postings(db, ["passage_fts"], 1, terms, limit=10)["passage_fts"]) == len(terms)
    keywords.postings(db, ["passage_fts"], 1, [query], limit=10)


def test_what_is_taken_out_is_found_no_more() -> None:
    """Removing needs the very text, and leaves the other rows' words."""
    db = apsw.Connection(":memory:")
    db.execute(next(line for line in schema.parts()["derived"].splitlines() if "passage_fts" in line))
    keywords.put(db, "passage_fts", [(ONE + 1, "red cat"), (ONE + 2, "blue cat")])
    keywords.remove(db, "passage_fts", [(ONE + 1, "red cat")])
    assert found(db, "cat", "red") == [[2], []]
    db.close()
