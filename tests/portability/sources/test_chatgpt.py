"""ChatGPT's export."""

from __future__ import annotations

import json

from dcpm_sqlite.portability.sources import Skipped, read_source
from dcpm_sqlite.records import Message, Moment

from .conftest import Write, chatgpt_conversation, node

TRIP = chatgpt_conversation(
    node("m1", "root", "system", [""], metadata={"is_visually_hidden_from_conversation": True}),
    node("m2-old", "m1", "user", ["Where to in May?"]),
    node("m3-old", "m2-old", "assistant", ["Rome."]),
    node("m2", "m1", "user", ["Where to in June?"]),
    node("m3", "m2", "assistant", content={"content_type": "code", "language": "python", "text": "print(6)"}),
    node(
        "m4",
        "m3",
        "tool",
        author={"role": "tool", "name": "python"},
        content={"content_type": "execution_output", "text": "6"},
    ),
    node("m5", "m4", "assistant", ["Lisbon."], create_time=None),
    current="m5",
)


def test_only_the_shown_branch_is_read(write: Write) -> None:
    """An edited question and its old answer stay out, and are counted."""
    items = list(read_source(write([TRIP])))
    assert [(item.role, item.text) for item in items if isinstance(item, Message)] == [
        ("user", "Where to in June?"),
        ("assistant", "print(6)"),
        ("tool", "6"),
        ("assistant", "Lisbon."),
    ]
    assert Skipped("2 message(s) on branches that were edited away or regenerated", "conv-1") in items
    assert Skipped("hidden in the conversation", "conv-1/m1") in items


def test_message_fields(write: Write) -> None:
    """Id, conversation, owner and time go to their fields."""
    first = next(item for item in read_source(write([TRIP]), owner="Ada") if isinstance(item, Message))
    assert first == Message(
        "Where to in June?",
        role="user",
        party="Ada",
        said_at=Moment(1_700_000_000_000, "second", None, "stated"),
        session="conv-1",
        source="chatgpt",
        source_key="m2",
    )


def test_tool_is_named_and_assistant_is_not(write: Write) -> None:
    """A tool speaks under its own name; the owner's name goes to user messages alone."""
    messages = [item for item in read_source(write([TRIP]), owner="Ada") if isinstance(item, Message)]
    assert [message.party for message in messages] == ["Ada", None, "python", None]


def test_missing_time_is_the_conversations_and_assumed(write: Write) -> None:
    """A null create_time falls back to the conversation's, marked as assumed; without both there is none."""
    last = [item for item in read_source(write([TRIP])) if isinstance(item, Message)][-1]
    assert last.said_at == Moment(1_699_999_000_000, "second", None, "assumed")
    bare = chatgpt_conversation(node("m1", "root", "user", ["Hi"], create_time=None), current="m1", create_time=None)
    (message,) = read_source(write([bare]))
    assert isinstance(message, Message)
    assert message.said_at is None


def test_images_are_left_out_and_said_so(write: Write) -> None:
    """Text and spoken words of a multimodal message are kept; its image is reported; an image alone is skipped."""
    image = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1", "width": 8}
    speech = {"content_type": "audio_transcription", "text": "and this one"}
    both = {"content_type": "multimodal_text", "parts": [image, image, "Which plant is this?", speech]}
    alone = {"content_type": "multimodal_text", "parts": [image]}
    export = chatgpt_conversation(node("m1", "root", "user", content=both), node("m2", "m1", "user", content=alone), current="m2")
    message, partly, wholly = read_source(write([export]))
    assert isinstance(message, Message)
    assert message.text == "Which plant is this?\nand this one"
    assert partly == Skipped("kept as text without its 2 × image_asset_pointer", "conv-1/m1")
    assert wholly == Skipped("holds no text, only image_asset_pointer", "conv-1/m2")


def test_empty_reasoning_and_unknown_roles_are_skipped(write: Write) -> None:
    """What is no message in words is skipped with its reason."""
    export = chatgpt_conversation(
        node("m1", "root", "user", [" \n"]),
        node("m2", "m1", "assistant", content={"content_type": "thoughts", "thoughts": [{"content": "Hm"}]}),
        node("m3", "m2", "narrator", ["Once"]),
        {"id": "m4", "parent": "m3", "message": None},
        current="m4",
    )
    assert list(read_source(write([export]))) == [
        Skipped("holds no text", "conv-1/m1"),
        Skipped("holds no text, only thoughts", "conv-1/m2"),
        Skipped("its author's role is missing or unknown", "conv-1/m3"),
        Skipped("the node holds no message", "conv-1/m4"),
    ]


def test_broken_trees_end(write: Write) -> None:
    """A cycle or a missing parent ends the way up; a missing current node skips the conversation alone."""
    cycle = chatgpt_conversation(node("a", "b", "user", ["one"]), node("b", "a", "user", ["two"]), current="b")
    orphan = chatgpt_conversation(node("a", "gone", "user", ["three"]), current="a", conversation_id="conv-2")
    lost = chatgpt_conversation(node("a", "root", "user", ["four"]), current="zz", conversation_id="conv-3")
    items = list(read_source(write([cycle, orphan, lost, 7, {"mapping": []}])))
    assert [item.text for item in items if isinstance(item, Message)] == ["one", "two", "three"]
    assert [item.where for item in items if isinstance(item, Skipped)] == [
        "conv-3",
        "conversations.json, element 4",
        "conversations.json, element 5",
    ]


def test_zip_with_numbered_files(write_zip: Write) -> None:
    """The export's zip is read as it comes, also where the conversations are cut into numbered files."""
    second = TRIP | {"conversation_id": "conv-2"}
    path = write_zip({"user.json": {}, "chat.html": "<html>", "conversations-001.json": [second], "conversations-000.json": [TRIP]})
    reader = read_source(path)
    messages = [item for item in reader if isinstance(item, Message)]
    assert reader.format == "chatgpt"
    assert list(dict.fromkeys(message.session for message in messages)) == ["conv-1", "conv-2"]
    assert reader.read_bytes == reader.size_bytes == len(json.dumps([TRIP])) + len(json.dumps([second]))


def test_keys_survive_a_longer_export(write: Write) -> None:
    """A later export with more messages gives the earlier ones the same keys."""
    before = [item.source_key for item in read_source(write([TRIP])) if isinstance(item, Message)]
    longer = json.loads(json.dumps(TRIP))
    longer["mapping"]["m6"] = node("m6", "m5", "user", ["Thanks"])
    longer["current_node"] = "m6"
    other = TRIP | {"conversation_id": "conv-0", "mapping": {"x": node("x", None, "user", ["Hi"])}, "current_node": "x"}
    after = [item.source_key for item in read_source(write([other, longer])) if isinstance(item, Message)]
    assert after == ["x", *before, "m6"]
