"""LoCoMo."""

from __future__ import annotations

from typing import Any

from dcpm_sqlite.portability.sources import Skipped, read_source
from dcpm_sqlite.records import Message, Moment

from .conftest import Write


def turn(dia_id: str, speaker: str, text: Any, **more: Any) -> dict[str, Any]:
    """One turn."""
    return {"speaker": speaker, "dia_id": dia_id, "text": text} | more


SAMPLE = {
    "qa": [{"question": "Who?", "answer": "Bo", "evidence": ["D1:1"], "category": 1}],
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Bo",
        "session_10_date_time": "12:05 am on 1 June, 2023",
        "session_10": [turn("D10:1", "Bo", "Late!")],
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [
            turn("D2:1", "Ada", "Look!", blip_caption="a photo of a dog", img_url=["http://x"]),
            turn("D2:2", "Bo", ""),
        ],
        "session_3_date_time": "some day",
        "session_3": [turn("D3:1", "Ada", "When?")],
        "session_4_date_time": "1:00 am on 31 February, 2023",
        "session_4": [],
        "session_5_date_time": "1:00 am on 3 June, 2023",
        "session_5": {"no": "list"},
    },
    "sample_id": "conv-1",
}


def test_sessions_in_numeric_order_with_times_and_captions(write: Write) -> None:
    """Session 2 comes before session 10; both people are users; the session's time holds to the minute."""
    reader = read_source(write([SAMPLE]), owner="nobody")
    messages = [item for item in reader if isinstance(item, Message)]
    assert reader.format == "locomo"
    assert messages == [
        Message(
            "Look! [shares image: a photo of a dog]",
            party="Ada",
            said_at=Moment(1_683_554_160_000, "minute"),
            session="conv-1/session_2",
            source="locomo",
            source_key="conv-1/D2:1",
        ),
        Message(
            "Late!",
            party="Bo",
            said_at=Moment(1_685_577_900_000, "minute"),
            session="conv-1/session_10",
            source="locomo",
            source_key="conv-1/D10:1",
        ),
    ]


def test_wrong_shapes_are_skipped(write: Write) -> None:
    """Empty turns, sessions without a readable time and samples without an id are skipped with their place."""
    odd = {"sample_id": "conv-2", "conversation": {"session_1": ["x"], "session_1_date_time": "1:00 pm on 8 May 2023"}}
    skipped = [item for item in read_source(write([SAMPLE, odd, {"qa": []}])) if isinstance(item, Skipped)]
    assert [item.where for item in skipped] == [
        "conv-1/D2:2",
        "conv-1/session_3",
        "conv-1/session_4",
        "conv-1/session_5",
        "conv-2/session_1, turn 1",
        "conversations.json, element 3",
    ]
