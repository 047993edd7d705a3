"""Plain text."""

from __future__ import annotations

import os

import pytest

from dcpm_sqlite.errors import ImportFault
from dcpm_sqlite.portability.sources import read_source, text
from dcpm_sqlite.records import Message, Moment

from .conftest import Write

NOTES = "# Notes\r\n\r\nI moved to Bern.\nIt rains.\n \n\nI moved to Bern.\nIt rains.\n"


def test_paragraphs_are_messages_by_the_owner(write: Write) -> None:
    """Each paragraph is said by the owner when the file was changed, which is marked as assumed."""
    path = write(NOTES, "notes.md")
    os.utime(path, ns=(0, 1_700_000_000_123_000_000))
    reader = read_source(path, owner="Ada")
    first, second, third = reader
    assert reader.format == "text"
    assert isinstance(first, Message)
    assert isinstance(second, Message)
    assert isinstance(third, Message)
    assert (first.text, second.text, third.text) == ("# Notes", "I moved to Bern.\nIt rains.", second.text)
    assert first.said_at == Moment(1_700_000_000_123, "second", None, "assumed")
    assert (first.role, first.party, first.session, first.source) == ("user", "Ada", "notes.md", "text")


def test_keys_stay_when_the_text_grows(write: Write) -> None:
    """Paragraphs keep their keys when others come before and after them; repeated ones are numbered."""
    before = [item.source_key for item in read_source(write(NOTES, "notes.md")) if isinstance(item, Message)]
    after = [item.source_key for item in read_source(write(f"New start.\n\n{NOTES}\nThe end.", "notes.md")) if isinstance(item, Message)]
    assert after[1:4] == before
    assert len(set(after)) == 5
    assert before[1] is not None
    assert before[1].endswith(":1")
    assert before[2] == before[1].removesuffix(":1") + ":2"


def test_invalid_text_is_a_fault_with_its_line(write: Write) -> None:
    """Bytes that are no UTF-8 end the import and name the line."""
    with pytest.raises(ImportFault, match="line 3: not valid UTF-8"):
        list(read_source(write(b"a\n\n\xe9t\xe9\n", "notes.txt"), format="text"))


def test_endless_paragraph_is_a_fault(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A paragraph beyond the limit is refused, whether in one line or in many."""
    monkeypatch.setattr(text, "MAX_PARAGRAPH_BYTES", 50)
    for content in ("x" * 60, "word\n" * 20):
        with pytest.raises(ImportFault, match="paragraph longer than 50 bytes"):
            list(read_source(write(content, "notes.txt"), format="text"))
    assert len(list(read_source(write("word\n\n" * 20, "notes.txt"), format="text"))) == 20
