"""From a reply's text to records: what can be used, and what the model is told about the rest."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.deciding.parsing import MAX_REPLY_BYTES, Items, items, parse_object, schema_of, value
from tests.deciding.toy import Likes


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "x"}',
        '  \n{"a": "x"}\n\n',
        '\ufeff{"a": "x"}',
        '```json\n{"a": "x"}\n```',
        '```\n{"a": "x"}```',
        '~~~~json\n{"a": "x"}\n~~~~',
    ],
)
def test_one_object_alone_or_in_one_fence_is_read(text: str) -> None:
    """White space and one fence around the whole reply don't count (K8)."""
    assert parse_object(text) == {"a": "x"}


def test_a_fence_inside_a_string_closes_nothing() -> None:
    """Only the last fence ends the block."""
    data = {"a": "```py\nx\n```"}
    assert parse_object(f"```json\n{json.dumps(data)}\n```") == data


def test_line_ends_inside_strings_are_taken() -> None:
    """Small models write them unescaped; nothing is ambiguous about it."""
    assert parse_object('{"a": "one\ntwo"}') == {"a": "one\ntwo"}


def test_strings_lose_what_steers_a_terminal() -> None:
    """Control characters go from strings and names, as they went from what the model was shown."""
    assert parse_object('{"a\\u0000": ["\\u001b[2Jx\\u202e"]}') == {"a": ["[2Jx"]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("```json\n```", "is empty"),
        ('Sure! {"a": 1}', "does not begin with a JSON object"),
        ('```json\n{"a": 1}\n``` Hope this helps', "does not begin with a JSON object"),
        ('{"a": 1} I hope this helps', "text behind"),
        ('{"a": [1, 2', "ends before it is complete"),
        ('{"a": "cut o', "ends before it is complete"),
        ('{"a": "\\u00g1"}', "not valid JSON: Invalid \\uXXXX escape at line 1, column"),
        ('{"a": 1,}', "not valid JSON"),
        ("[1, 2]", "is a list"),
        ('"words"', "is a string"),
        ("null", "is null"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1e999}', "too large"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        ('{"a": 1, "a": 2}', "same field twice"),
        ('{"a": "\\ud83d"}', "half of a character"),
        ('{"\\udc00": 1}', "half of a character"),
        ('{"a": "\ud83d"}', "half of a character"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "longer than"),
        ('{"a": ' + "[" * 50_000 + "]" * 50_000 + "}", "nested too deeply"),
        ('{"a": "' + "x" * MAX_REPLY_BYTES + '"}', "longer than 200,000 bytes"),
        ('{"a": "' + "é" * (MAX_REPLY_BYTES // 2) + '"}', "longer than 200,000 bytes"),
    ],
    ids=lambda text: repr(text[:25]),
)
def test_what_is_not_one_object_is_unusable_and_says_why(text: str, told: str) -> None:
    """Each kind of garbage gives Unusable with what the model did wrong (K8, K12)."""
    with pytest.raises(Unusable) as caught:
        parse_object(text)
    assert told in str(caught.value)


@given(st.text() | st.binary().map(lambda b: b.decode("utf-8", "surrogateescape")))
def test_any_text_is_an_object_or_unusable(text: str) -> None:
    """No text makes the parser fail in another way."""
    with contextlib.suppress(Unusable):
        assert isinstance(parse_object(text), dict)


@given(
    st.dictionaries(
        st.sampled_from("abc"), st.recursive(st.booleans() | st.integers() | st.none() | st.from_regex(r"\A[ -~]*\Z"), st.lists)
    )
)
def test_every_object_comes_through(data: dict[str, object]) -> None:
    """What json writes is read as it was."""
    assert parse_object(json.dumps(data, indent=1)) == data


def test_good_items_are_kept_and_faulty_ones_counted() -> None:
    """Four of five items with their places; the one without its required field is a fault (K10)."""
    data = {"likes": [{"what": "tea"}, {"strength": "much"}, {"what": "ale", "strength": "much", "more": 1}, {"what": 3}, "milk"]}
    assert items(data, "likes", Likes, limit=9) == Items(((0, Likes("tea")), (2, Likes("ale", "much"))), 3, 0)
    assert items(data, "likes", Likes, limit=9).records == (Likes("tea"), Likes("ale", "much"))


def test_what_stands_behind_the_limit_is_refused_and_counted() -> None:
    """500 items for one sentence: the first five, and a count (K12)."""
    read = items({"likes": [{"what": str(n)} for n in range(500)]}, "likes", Likes, limit=5)
    assert ([like.what for like in read.records], read.faulty, read.surplus) == (["0", "1", "2", "3", "4"], 0, 495)


def test_no_items_are_an_answer() -> None:
    """An empty list says that there is nothing."""
    assert items({"likes": []}, "likes", Likes, limit=5) == Items((), 0, 0)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "the field likes is missing"),
        ({"likes": {"what": "tea"}}, "likes: Input should be a valid list"),
        ({"likes": [{"what": ["secret"]}, {}]}, "none of the likes can be read; likes[0]: what: Input should be a valid string"),
        ({"likes": [{"what": "secret", "strength": "secret"}]}, "strength: Input should be 'some' or 'much'"),
    ],
)
def test_a_list_of_which_nothing_can_be_read_is_unusable(data: dict[str, object], told: str) -> None:
    """The message names the place and the fault, and quotes nothing of the reply."""
    with pytest.raises(Unusable) as caught:
        items(data, "likes", Likes, limit=5)
    assert told in str(caught.value)
    assert "secret" not in str(caught.value)


def test_one_field_is_read_as_its_kind() -> None:
    """A field beside the lists is checked like an item."""
    assert value({"summary": "tea"}, "summary", str) == "tea"
    with pytest.raises(Unusable, match="summary: Input should be a valid string"):
        value({"summary": 3}, "summary", str)


@dataclass(frozen=True, slots=True)
class _Inner:
    """Not for the model."""

    title: str
    description: str | None
    grade: Literal["a", "b"] = "a"


@dataclass(frozen=True, slots=True)
class _Outer:
    """Nor this."""

    inner: list[_Inner]
    also: _Inner
    scores: tuple[float, ...] = ()


def test_a_schema_is_closed_and_stands_alone() -> None:
    """Every field required, defaulted ones too; no other allowed; no references, docstrings or defaults; fields may have any name."""
    text = {"type": "string"}
    inner = {
        "type": "object",
        "properties": {"title": text, "description": {"anyOf": [text, {"type": "null"}]}, "grade": {"type": "string", "enum": ["a", "b"]}},
        "required": ["title", "description", "grade"],
        "additionalProperties": False,
    }
    assert schema_of(_Outer) == {
        "type": "object",
        "properties": {"inner": {"type": "array", "items": inner}, "also": inner, "scores": {"type": "array", "items": {"type": "number"}}},
        "required": ["inner", "also", "scores"],
        "additionalProperties": False,
    }


def test_importing_loads_no_pydantic() -> None:
    """The checker is loaded with the first reply or schema, not by `import`."""
    code = "import sys, dcpm_sqlite.deciding.decide; print('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "False"
