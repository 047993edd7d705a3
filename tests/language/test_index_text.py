from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.index_text import STOP_WORDS, fts_string, index_text, query_terms

_ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@pytest.fixture(scope="module")
def index() -> apsw.Connection:
    """An empty keyword index as the memory file has it."""
    db = apsw.Connection(":memory:")
    tokenize = "porter unicode61 remove_diacritics 2 categories ''L* N* Co M*''"
    db.execute(f"CREATE VIRTUAL TABLE words USING fts5 (body, content = '', contentless_delete = 1, tokenize = '{tokenize}')")
    return db


def _found(db: apsw.Connection, text: str, query: str) -> list[bool]:
    """For each term of the query whether the text, indexed alone, holds it."""
    db.execute("DELETE FROM words")
    db.execute("INSERT INTO words (rowid, body) VALUES (1, ?)", (index_text(text),))
    terms = query_terms(query)
    return [bool(db.execute("SELECT 1 FROM words WHERE words MATCH ?", (fts_string(t),)).fetchall()) for t in terms]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("用户服务器部署在腾讯云国内节点", "腾讯云"),
        ("東京タワーに行きました", "東京タワー"),
        ("서울에서 만났어요", "서울"),
        ("ฉันชอบกินข้าวผัด", "ข้าวผัด"),
        ("នៅភ្នំពេញ", "ភ្នំពេញ"),
        ("my iPhone手机 is new", "手机"),
        ("茶", "茶"),
        ("reads at 5 GB/s", "GB/s"),
        ("a pre-edit hook", "pre-edit"),
        ("I don't know", "don't"),
        ("runs ubuntu 20.04 here", "ubuntu 20.04"),
        ("it lies in Downloads/x.txt", "Downloads/x"),
        ("snake_case_name", "snake_case"),
        ("In der Straße", "STRASSE"),
        ("un café crème", "cafe\u0301 creme"),
        ("İstanbul", "istanbul"),
        ("co\xadoperate", "cooperate"),
        ("हिन्दी में बात", "हिन्दी"),
        ("שָׁלוֹם", "שלום"),
        ("she was running", "runs"),
        ("ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("U+20BB7 𠮷野家", "𠮷野"),
    ],
)
def test_what_was_written_is_found(index: apsw.Connection, text: str, query: str) -> None:
    """Index and query cut and fold words alike (K41, K42)."""
    hits = _found(index, text, query)
    assert hits
    assert all(hits)


@pytest.mark.parametrize(("text", "query"), [("かき", "がき"), ("腾云", "腾讯"), ("pre", "edit")])
def test_other_words_are_not_found(index: apsw.Connection, text: str, query: str) -> None:
    """Marks that are spelling are kept, and a pair is not its characters."""
    assert not any(_found(index, text, query))


@pytest.mark.parametrize("query", ['"', "NEAR(", "*", "a OR", "body:x", "^x", "-x", "a\0b", "(", "{a b}: c", "''", "\\"])
def test_signs_of_the_query_language_are_words_or_nothing(index: apsw.Connection, query: str) -> None:
    """No query text is a syntax error, as terms or quoted whole (K41)."""
    _found(index, "some text", query)
    index.execute("SELECT 1 FROM words WHERE words MATCH ?", (fts_string(query),)).fetchall()


@given(text=_ANY_TEXT, anything=_ANY_TEXT)
def test_any_text_can_be_asked_for(index: apsw.Connection, text: str, anything: str) -> None:
    """Any quoted string is safe, and each term of a text is found in that text, wherever it has a letter FTS5 knows."""
    index.execute("SELECT 1 FROM words WHERE words MATCH ?", (fts_string(anything),)).fetchall()
    known = "".join(c for c in text if c < "\u0900")
    assert all(_found(index, known, known))


def test_stop_words_are_dropped_unless_nothing_is_left() -> None:
    """A question keeps its content words; one of stop words alone keeps all of them."""
    assert query_terms("When did Caroline go to the support group?") == ("caroline", "go", "support", "group")
    assert query_terms("Who was it?") == ("who", "was", "it")
    assert query_terms("Wann war ich mit dem Hund in Köln?") == ("war", "hund", "koln")
    assert query_terms("¿Dónde está el perro?") == ("perro",)
    assert query_terms("🎉 ... !") == ()


def test_terms_are_distinct_in_order_and_limited() -> None:
    """A term counts once, at its first place."""
    assert query_terms("tea Tea cake TEA cake milk", limit=2) == ("tea", "cake")


def test_content_words_are_no_stop_words() -> None:
    """Foreign function words that are English content words stay searchable."""
    assert STOP_WORDS.isdisjoint(
        ["war", "door", "die", "man", "son", "won", "men", "ten", "hat", "art", "gift", "data", "come", "name", "day", "home", "work"]
    )
