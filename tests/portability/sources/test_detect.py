"""Formats told by content, and sources that are none."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dcpm_sqlite.errors import ImportFault, UsageError
from dcpm_sqlite.portability.sources import FORMATS, Skipped, origin, read_source
from dcpm_sqlite.records import Message

from .conftest import Write, chatgpt_conversation, claude_conversation, claude_message, node

CHATGPT = [chatgpt_conversation(node("m1", "root", "user", ["Hi"]), current="m1")]
CLAUDE = [claude_conversation(claude_message("u1", "human", "Hi"))]


@pytest.mark.parametrize(
    ("content", "format"),
    [
        (CHATGPT, "chatgpt"),
        (CLAUDE, "claude"),
        ([{"qa": [], "conversation": {"speaker_a": "A"}, "sample_id": "s"}], "locomo"),
        ('{"role": "user", "content": "Hi"}\n', "jsonl"),
        ('# exported\n{"text": "Hi"}\n{"text": "Ho"}\n', "jsonl"),
        ("Dear diary\n", "text"),
        ("[Note] not JSON\n", "text"),
        ("{curly} words\n", "text"),
        ([CHATGPT[0] | {"seed": 10**30, "limit": 5e-400}], "chatgpt"),
        (b"\xef\xbb\xbf" + json.dumps(CHATGPT).encode(), "chatgpt"),
        ("\n  " + json.dumps(CLAUDE, indent=2), "claude"),
        ("ü" * 70_000, "text"),
    ],
)
def test_auto_tells_by_content(write: Write, content: Any, format: str) -> None:
    """The name of the file plays no part."""
    assert read_source(write(content, "file.bin")).format == format


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n",
        b"\x89PNG\r\n\x1a\n\0\0",
        "h\u00e9".encode("utf-16"),
        b"caf\xe9",
        b"[]",
        b'[{"a": 1}]',
        b'{"a": 1}',
        b'[{"role": "user", "content": "Hi"}]',
        b"{}",
    ],
)
def test_what_fits_nothing_lists_the_formats(write: Write, content: bytes) -> None:
    """A file of no known format is refused with the list of the formats."""
    with pytest.raises(ImportFault, match="chatgpt, claude, jsonl, locomo, text"):
        read_source(write(content))


def test_wrong_format_is_refused_with_the_right_one(write: Write, write_zip: Write) -> None:
    """A format that the content contradicts is a fault; an unknown one is a usage error."""
    with pytest.raises(ImportFault, match="holds claude, not chatgpt"):
        read_source(write(CLAUDE), format="chatgpt")
    with pytest.raises(ImportFault, match="not a JSON array"):
        read_source(write('{"text": "Hi"}'), format="claude")
    with pytest.raises(ImportFault, match="zip archive, not text"):
        read_source(write_zip({"conversations.json": CLAUDE}), format="text")
    with pytest.raises(UsageError, match="auto, chatgpt"):
        read_source(write(CLAUDE), format="whatsapp")


def test_named_format_reads_an_empty_export(write: Write) -> None:
    """An export without conversations is no fault where the format is named."""
    assert list(read_source(write([]), format="chatgpt")) == []


def test_missing_file_and_folder(tmp_path: Path) -> None:
    """What is no file is a fault that names the path."""
    for path in (tmp_path / "gone.json", tmp_path):
        with pytest.raises(ImportFault, match=str(path)):
            read_source(path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-40],
        lambda data: data + b" x",
        lambda data: data.replace(b"Hi", b"\xff"),
        lambda data: data.replace(b'"Hi"', b"[" * 5000 + b"]" * 5000),
        lambda data: data.replace(b'"Hi"', b"9" * 5000),
    ],
)
def test_damaged_json_is_a_fault(write: Write, damage: Any) -> None:
    """Cut, trailing, wrongly coded, endlessly nested and overlong values never leave as another error."""
    with pytest.raises(ImportFault):
        list(read_source(write(damage(json.dumps(CHATGPT).encode())), format="chatgpt"))


def test_zip_faults(write: Write, write_zip: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archives without conversations, damaged, encrypted or unfolding beyond the limit are refused."""
    with pytest.raises(ImportFault, match=r"without a conversations\.json"):
        read_source(write_zip({"photos.json": []}))
    path = write_zip({"conversations.json": CHATGPT})
    data = path.read_bytes()
    with pytest.raises(ImportFault, match="damaged zip"):
        read_source(write(data[:60], "cut.zip"))
    start = data.index(b"conversations.json") + len("conversations.json")
    with pytest.raises(ImportFault):
        list(read_source(write(data[: start + 5] + b"\xff" * 20 + data[start + 25 :], "bad.zip")))
    directory = data.index(b"PK\x01\x02")
    flagged = data[:6] + b"\x01" + data[7 : directory + 8] + b"\x01" + data[directory + 9 :]
    with pytest.raises(ImportFault, match="encrypted"):
        read_source(write(flagged, "locked.zip"))
    monkeypatch.setattr(origin, "MAX_ENTRY_BYTES", 100)
    with pytest.raises(ImportFault, match="would unfold to"):
        read_source(path)


def test_zip_that_lies_about_its_size_is_a_fault(write: Write, write_zip: Write) -> None:
    """An entry that unfolds to more than it states is not read on."""
    path = write_zip({"conversations.json": CHATGPT})
    with zipfile.ZipFile(path) as archive:
        size = archive.infolist()[0].file_size
    lying = path.read_bytes().replace(size.to_bytes(4, "little"), (size - 30).to_bytes(4, "little"))
    with pytest.raises(ImportFault):
        list(read_source(write(lying, "lying.zip")))


def test_reading_counts_its_bytes(write: Write) -> None:
    """Progress goes from nothing to the whole size, and an early stop has not read all."""
    many = [CHATGPT[0] | {"conversation_id": f"c{number}"} for number in range(2000)]
    path = write(many)
    reader = read_source(path)
    assert (reader.read_bytes, reader.size_bytes) == (0, path.stat().st_size)
    assert isinstance(next(reader), Message)
    assert 0 < reader.read_bytes < reader.size_bytes / 2
    assert sum(isinstance(item, Message) for item in reader) == 1999
    assert reader.read_bytes == reader.size_bytes


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, width=32) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, each in inner for path in _paths(each, (*at, key)))][0 if at else 1 :]


LOCOMO = [
    {
        "sample_id": "s",
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [{"speaker": "A", "dia_id": "D1:1", "text": "Hi", "blip_caption": "a dog"}],
        },
    }
]
LINE = {"text": "Hi", "role": "user", "name": "A", "time": 5, "session": "s", "id": "i", "content": [{"text": "x"}]}


@given(source=st.sampled_from([("chatgpt", CHATGPT), ("claude", CLAUDE), ("locomo", LOCOMO), ("jsonl", LINE)]), data=st.data())
@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_wrong_shape_is_skipped_or_a_fault(write: Write, source: tuple[str, Any], data: st.DataObject) -> None:
    """Whatever stands in the place of whichever value, nothing but items and ImportFault come out."""
    format, valid = source
    export = json.loads(json.dumps(valid))
    *way, last = data.draw(st.sampled_from(_paths(export)))
    holder = export
    for key in way:
        holder = holder[key]
    holder[last] = data.draw(JSON)
    try:
        items = list(read_source(write(export), format=format))
    except ImportFault:
        return
    for item in items:
        assert isinstance(item, Skipped) or item.text.strip()


def test_formats_are_those_of_the_error_texts() -> None:
    """The public list is what the errors name."""
    assert FORMATS == ("chatgpt", "claude", "jsonl", "locomo", "text")
