"""Claude's export."""

from __future__ import annotations

from dcpm_sqlite.portability.sources import Skipped, read_source
from dcpm_sqlite.records import Message, Moment

from .conftest import Write, claude_conversation, claude_message


def test_message_fields(write: Write) -> None:
    """Uuids, sender and time go to their fields; the owner's name goes to the human alone."""
    export = [claude_conversation(claude_message("u1", "human", "Hello"), claude_message("u2", "assistant", "Hi!"))]
    reader = read_source(write(export), owner="Ada")
    human, assistant = reader
    assert reader.format == "claude"
    assert human == Message(
        "Hello",
        role="user",
        party="Ada",
        said_at=Moment(1_709_283_662_345, "instant", 0, "stated"),
        session="c-1",
        source="claude",
        source_key="u1",
    )
    assert isinstance(assistant, Message)
    assert (assistant.role, assistant.party) == ("assistant", None)


def test_blocks_go_before_the_text_field(write: Write) -> None:
    """Beside tool calls the text field holds a placeholder; the text blocks are what was said."""
    blocks = [
        {"type": "thinking", "thinking": "Look it up."},
        {"type": "text", "text": "Let me see."},
        {"type": "tool_use", "name": "web_search", "input": {"query": "roses"}},
        {"type": "tool_result", "content": [{"type": "text", "text": "page"}]},
        {"type": "text", "text": "Prune in March."},
    ]
    placeholder = "```\nThis block is not supported on your current device yet.\n```"
    message, rest = read_source(write([claude_conversation(claude_message("u1", "assistant", placeholder, content=blocks))]))
    assert isinstance(message, Message)
    assert message.text == "Let me see.\nPrune in March."
    assert rest == Skipped("kept as text without its thinking, tool_use, tool_result", "c-1/u1")


def test_old_exports_have_text_alone(write: Write) -> None:
    """Without blocks the text field is read, and a message without a time gets its conversation's as assumed."""
    old = {"uuid": "u1", "sender": "human", "text": "Hello"}
    (message,) = read_source(write([claude_conversation(old)]))
    assert isinstance(message, Message)
    assert message.text == "Hello"
    assert message.said_at == Moment(1_709_283_600_000, "second", 0, "assumed")


def test_attachments_and_wrong_shapes_are_said(write: Write) -> None:
    """Attachments, empty messages, unknown senders and elements that are no conversation are skipped with a reason."""
    export = [
        claude_conversation(
            claude_message("u1", "human", "See this", attachments=[{"file_name": "a.txt"}], files=[{}, {}]),
            claude_message("u2", "human", ""),
            claude_message("u3", "robot", "x"),
            "nonsense",
        ),
        {"uuid": "c-2"},
    ]
    items = list(read_source(write(export)))
    assert [(item.reason, item.where) for item in items if isinstance(item, Skipped)] == [
        ("kept as text without its attachment, 2 × file", "c-1/u1"),
        ("holds no text", "c-1/u2"),
        ("its sender is missing or unknown", "c-1/u3"),
        ("its sender is missing or unknown", "c-1/message 4"),
        ("is no conversation: it lacks a `uuid` or `chat_messages`", "conversations.json, element 2"),
    ]


def test_zip(write_zip: Write) -> None:
    """The export's zip is told from ChatGPT's by its content."""
    export = [claude_conversation(claude_message("u1", "human", "Hello"))]
    reader = read_source(write_zip({"users.json": [], "projects.json": [], "data/conversations.json": export}))
    assert reader.format == "claude"
    assert len(list(reader)) == 1
