"""How a model's units are read: times, speakers, names, bounds."""

from __future__ import annotations

from typing import Any

import pytest

from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.records import Mention, Quote
from dcpm_sqlite.writing.extraction.offer import Extraction, Offer
from dcpm_sqlite.writing.extraction.reply import MAX_SUMMARY_CHARS, MAX_SUMMARY_WORDS, read
from tests.doubles import unit
from tests.writing.values import extraction, turn

TEXT = "I live in Rome with my sister Livia."


def read_one(offer: Offer, **fields: Any) -> Extraction:
    """What comes of one unit that quotes the first message."""
    words = fields.pop("words", offer.turns[0].text)
    return read(offer, {"items": [unit("The user lives in Rome.", (1, words), **fields)], "summary": None})


def test_a_unit_becomes_an_item_with_all_its_fields() -> None:
    """Statement, kind, attribute, topic, keywords, names and the place of its quote; the time is the message's."""
    names = [
        {"name": " Livia ", "role": "participant", "category": "Person", "aliases": ["Liv", "she", "Livia", ""]},
        {"name": "her", "role": "object", "category": None, "aliases": []},
    ]
    (found,) = read_one(
        extraction(turn(f"Well. {TEXT}", 7)), words=TEXT, kind="identity", attribute="Home  City", topic="Home", salience=0.9, core=True,
        keywords=["Rome", " Rome", "", "a", "b", "c"], names=names,
    ).items  # fmt: skip
    assert (found.text, found.kind, found.attribute, found.domain, found.salience, found.is_core) == (
        "The user lives in Rome.", "identity", "home city", "home", 0.9, True,
    )  # fmt: skip
    assert found.quotes == (Quote(7, 6, 6 + len(TEXT)),)
    assert found.keywords == ("Rome", "a", "b")
    assert found.mentions == (Mention("Livia", "participant", "person", ("Liv",)),)
    assert (found.party, found.subject, found.said_ms) == (None, None, turn(TEXT).raw.said_at.ms)


@pytest.mark.parametrize(
    ("about", "party", "owner", "found"),
    [
        (None, None, None, (None, None)),
        ("  ", "Ann", None, ("Ann", None)),
        ("the user", None, None, (None, None)),
        ("The User", "Ann", None, ("Ann", None)),
        ("user", "Ann", "ann", ("Ann", None)),
        ("the user", "Bo", "Ann", (None, "Ann")),
        ("the speaker", "Bo", "Ann", ("Bo", None)),
        ("I", "Bo", "Ann", ("Bo", None)),
        ("ANN", "Ann", None, ("Ann", None)),
        ("Ann", None, "Ann", (None, None)),
        ("Ann", "Bo", "Ann", (None, "Ann")),
        ("Nora's  sister Livia", "Ann", "Ann", (None, "Nora's sister Livia")),
    ],
)
def test_whom_it_is_about(about: str | None, party: str | None, owner: str | None, found: tuple[str | None, str | None]) -> None:
    """The speaker under whichever name is the party; all others are subjects (K4, K5)."""
    (item,) = read_one(extraction(turn(TEXT, party=party), owner=owner), about=about).items
    assert (item.party, item.subject) == found


def test_what_is_about_others_is_no_identity_and_never_core() -> None:
    """Whatever the model says of it."""
    (item,) = read_one(extraction(turn(TEXT)), about="Livia", kind="identity", type="entity", core=True).items
    assert (item.kind, item.type, item.is_core) == ("fact", "entity", False)
    (own,) = read_one(extraction(turn(TEXT)), kind="identity", type="entity", core=True).items
    assert (own.kind, own.type, own.is_core) == ("identity", "fact", True)
    (fact,) = read_one(extraction(turn(TEXT)), core=True).items
    assert fact.is_core is False


def ms(date: str) -> int:
    """First millisecond of a date."""
    return read_moment(date, now_ms=0).ms


@pytest.mark.parametrize(
    ("fields", "holds", "about"),
    [
        ({"holds_from": "2022"}, (ms("2022"), None, "year"), None),
        ({"holds_from": "2019", "holds_until": "2019"}, (ms("2019"), ms("2020"), "year"), None),
        ({"holds_until": "2023-05"}, (None, ms("2023-06"), "month"), None),
        ({"happens_from": "2023-05-16"}, None, (ms("2023-05-16"), ms("2023-05-17"), "day")),
        ({"happens_from": "2023-05-16", "happens_until": "2023-05-20"}, None, (ms("2023-05-16"), ms("2023-05-21"), "day")),
        ({"happens_from": " ", "holds_from": ""}, None, None),
    ],
)
def test_times(fields: dict[str, str], holds: tuple[Any, ...] | None, about: tuple[Any, ...] | None) -> None:
    """A state without an end still holds; an event lasts as long as its date says."""
    (item,) = read_one(extraction(turn(TEXT)), **fields).items
    for found, wanted in ((item.holds, holds), (item.about, about)):
        assert (None if found is None else (found.from_ms, found.until_ms, found.precision)) == wanted


@pytest.mark.parametrize(
    "fields",
    [
        {"holds_from": "soon"},
        {"happens_from": "2023-13"},
        {"holds_from": "2023", "holds_until": "2021"},
        {"statement": "  "},
        {"statement": "x" * 1_001},
        {"about": "x " * 90},
    ],
)
def test_what_cant_be_read_is_counted_and_left_out(fields: dict[str, str]) -> None:
    """A time that is none, an end before the beginning, no statement, endless ones."""
    found = read(extraction(turn(TEXT)), {"items": [unit("A.", (1, TEXT)) | fields, unit("B.", (1, TEXT))], "summary": None})
    assert ([i.text for i in found.items], found.faulty) == (["B."], 1)


def test_quotes_of_new_people_are_quotes_and_all_others_context() -> None:
    """An earlier turn and an assistant's give context; the item is of the message that it quotes."""
    offer = extraction(
        turn("I moved.", 1, is_new=False),
        turn("Where to?", 2, role="assistant"),
        turn("To Rome.", 3, party="Ann"),
        turn("I see.", 4, party="Bo"),
    )
    (item,) = read(
        offer,
        {
            "items": [unit("Ann moved to Rome.", (1, "I moved"), (2, "where to?"), (3, "to Rome"), (9, "to Rome"), (4, "no such"))],
            "summary": None,
        },
    ).items
    assert item.quotes == (Quote(1, 0, 7, "context"), Quote(2, 0, 9, "context"), Quote(3, 0, 7))
    assert item.party == "Ann"


def test_a_quote_is_placed_in_the_whole_message() -> None:
    """A part of a long message has its own beginning."""
    from dataclasses import replace

    part = replace(turn("Well, well. I live in Rome."), start=12)
    (item,) = read(extraction(part), {"items": [unit("A.", (1, "I live in Rome."))], "summary": None}).items
    assert item.quotes == (Quote(1, 12, 27),)
    assert read(extraction(part), {"items": [unit("A.", (1, "Well, well."))], "summary": None}).unsupported == 1


@pytest.mark.parametrize("data", [{}, {"items": {}}, {"items": [1, 2]}, {"items": [], "summary": 3}])
def test_a_reply_without_units_is_unusable(data: dict[str, Any]) -> None:
    """And so is one of which no unit can be read."""
    with pytest.raises(Unusable):
        read(extraction(turn(TEXT)), data)


def test_a_summary_is_cut_at_its_last_whole_sentence() -> None:
    """At 200 words, or at 2,000 characters where words have no spaces; unasked for it isn't kept."""
    offer = extraction(turn(TEXT))
    sentence = "Ann spoke of quinces and of much else. "
    found = read(offer, {"items": [], "summary": sentence * 40}).summary
    assert found is not None
    assert len(found.split()) <= MAX_SUMMARY_WORDS
    assert found.endswith("else.")
    dense = read(offer, {"items": [], "summary": "安谈到了木瓜和很多别的事情。" * 500}).summary
    assert dense is not None
    assert len(dense) <= MAX_SUMMARY_CHARS
    assert read(offer, {"items": [], "summary": " Short.\n "}).summary == "Short."
    assert read(offer, {"items": [], "summary": "  "}).summary is None
    assert read(extraction(turn(TEXT), with_summary=False), {"items": [], "summary": "They spoke."}).summary is None
