"""Extraction by the offline rules: where claims stand, and whose they are."""

from __future__ import annotations

from dataclasses import replace

from dcpm_sqlite.records import Quote
from dcpm_sqlite.writing.extraction.rule import extract
from tests.writing.values import extraction, turn


def test_claims_quote_their_place_in_the_message() -> None:
    """Each sentence at its own place, of a part of a message too."""
    text = "Hello there! I live in Rome. I work as a nurse."
    for start in (0, 13):
        found = extract(extraction(replace(turn(text, 9), start=start)))
        assert [text[q.start : q.end] for i in found.items for q in i.quotes] == ["I live in Rome.", "I work as a nurse."]
        assert {q.raw for i in found.items for q in i.quotes} == {9}


def test_only_new_turns_of_people_are_read() -> None:
    """Earlier turns and other roles give nothing."""
    turns = [
        turn("I live in Rome.", 1, is_new=False),
        turn("I live in Rome.", 2, role="assistant"),
        turn("I live in Rome.", 3, role="tool"),
    ]
    assert extract(extraction(*turns)).items == ()


def test_the_question_before_an_answer_is_its_context() -> None:
    """Where somebody else asked it, a person or an assistant; one's own question is none (K49)."""
    answer = turn("No, not since March.", 2, party="Ann")
    for asker in ({"role": "assistant"}, {"party": "Bo"}):
        (item,) = extract(extraction(turn("I see. Do you eat meat?", 1, is_new=False, **asker), answer)).items
        assert item.quotes == (Quote(2, 0, 20), Quote(1, 7, 23, "context"))
    assert extract(extraction(turn("Do you eat meat?", 1, party="Ann"), answer)).items == ()
    assert extract(extraction(turn("You eat meat.", 1, role="assistant"), answer)).items == ()


def test_a_named_speakers_own_people_are_told_by_the_name() -> None:
    """Two speakers' sisters are two; the unnamed owner's are `my`."""
    (named,) = extract(extraction(turn("My sister lives in Rome.", party="Ann"))).items
    (unnamed,) = extract(extraction(turn("My sister lives in Rome."))).items
    assert (named.subject, named.party, unnamed.subject) == ("Ann's sister", None, "My sister")


def test_what_the_rules_read_is_not_bounded() -> None:
    """The bound is for what a model may claim of a text (K12); a sentence claims what it says."""
    found = extract(extraction(turn(" ".join(f"I like fruit{n}." for n in range(9))), max_items=4))
    assert (len(found.items), found.surplus) == (9, 0)


def test_core_is_identity_that_holds() -> None:
    """A home of the past is no always-shown identity."""
    past, now = extract(extraction(turn("In 2019 I lived in Oslo. I live in Rome."))).items
    assert (past.kind, past.is_core) == ("fact", False)
    assert (now.kind, now.is_core) == ("identity", True)
