"""JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dcpm_sqlite.portability.sources import Skipped, jsonl, read_source
from dcpm_sqlite.records import Message, Moment

from .conftest import Write


def lines(*values: Any) -> str:
    """Values as lines of JSON."""
    return "".join(json.dumps(value) + "\n" for value in values)


def only(path: Path, **options: Any) -> Message:
    """The one message of a source."""
    (message,) = read_source(path, **options)
    assert isinstance(message, Message)
    return message


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"text": "a"}, Message("a", party="Ada", source="jsonl")),
        ({"content": "a", "role": "assistant"}, Message("a", role="assistant", source="jsonl")),
        ({"text": None, "content": "a", "speaker": "Bo"}, Message("a", party="Bo", source="jsonl")),
        ({"text": "a", "name": "Bo", "id": 7}, Message("a", party="Bo", source="jsonl", source_key="7")),
        (
            {"text": "a", "role": "developer", "session_id": "s", "id": "x"},
            Message("a", role="system", session="s", source="jsonl", source_key="s/x"),
        ),
        (
            {"text": "a", "party": "Bo", "created_at": "2024-05-01", "conversation_id": 3},
            Message("a", party="Bo", said_at=Moment(1_714_521_600_000, "day"), session="3", source="jsonl"),
        ),
        (
            {"text": "a", "timestamp": 1_714_521_600, "party": "Bo"},
            Message("a", party="Bo", said_at=Moment(1_714_521_600_000), source="jsonl"),
        ),
    ],
)
def test_fields(write: Write, fields: dict[str, Any], expected: Message) -> None:
    """The common names of fields are understood; the owner names a user who has no name."""
    assert only(write(lines(fields), "chat.jsonl"), owner="Ada") == expected


def test_parts(write: Write) -> None:
    """A list of parts gives its text; images are reported."""
    parts = [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": "data:"}}, "Tell me"]
    message, rest = read_source(write(lines({"role": "user", "content": parts}), "chat.jsonl"))
    assert isinstance(message, Message)
    assert message.text == "What is this?\nTell me"
    assert rest == Skipped("kept as text without its image_url", "line 1")


def test_bad_lines_are_skipped_with_number_and_reason(write: Write) -> None:
    """One bad line never costs the others."""
    good = lines({"text": "good"}).encode()
    bad = [
        b'{"text": "cut\n',
        b'{"text": "\xff"}\n',
        b"[1]\n",
        b"[" * 100_000 + b"\n",
        b'{"text": " "}\n',
        b'{"text": 5}\n',
        b'{"text": "a", "role": "narrator"}\n',
        b'{"text": "a", "time": "soon"}\n',
        b'{"text": "a", "time": [1]}\n',
        b'{"text": "a", "time": NaN}\n',
        b'{"text": "a\\u0000b"}\n',
        b'{"text": "a", "role": ["x"]}\n',
    ]
    items = list(read_source(write(good + b"\n" + b"".join(bad) + good, "chat.jsonl"), format="jsonl"))
    skipped = [item for item in items if isinstance(item, Skipped)]
    assert [item.text for item in items if isinstance(item, Message)] == ["good", "good"]
    assert [item.where for item in skipped] == [f"line {number}" for number in range(3, 3 + len(bad))]
    for item, reason in zip(
        skipped,
        ["JSON", "UTF-8", "object", "deep", "no text", "no text", "role", "time", "time", "time", "NUL", "role"],
        strict=True,
    ):
        assert reason in item.reason


def test_half_characters_are_replaced(write: Write) -> None:
    """A lone surrogate becomes U+FFFD; a pair and an escaped backslash stay."""
    text = r'{"text": "\ud83d\ude00 \ud83d \\ud83d \udc00", "id": "\udfff"}'
    message = only(write(text, "chat.jsonl"))
    assert message.text == "\U0001f600 \ufffd \\ud83d \ufffd"
    assert message.source_key == "\ufffd"


def test_overlong_line_is_passed_over(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line beyond the limit is skipped without being kept, also across many chunks, at the end too."""
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 100)
    long = lines({"text": "x" * 200_000})
    short = lines({"text": "good"})
    path = write(short + long + short + "\r\n" + long.rstrip("\n"), "chat.jsonl")
    items = list(read_source(path, format="jsonl"))
    assert [getattr(item, "text", None) or getattr(item, "where", None) for item in items] == [
        "good",
        "line 2",
        "good",
        "line 5",
    ]


def test_byte_order_mark_and_windows_line_ends(write: Write) -> None:
    """A file from Windows reads like any other."""
    path = write(b"\xef\xbb\xbf" + b'{"text": "one"}\r\n{"text": "two"}', "chat.jsonl")
    reader = read_source(path)
    assert [item.text for item in reader if isinstance(item, Message)] == ["one", "two"]
    assert reader.format == "jsonl"
