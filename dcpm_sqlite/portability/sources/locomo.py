"""LoCoMo: long dialogues of two people in dated sessions, the field's test set for long-term memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.portability.sources.json_stream import array_items
from dcpm_sqlite.portability.sources.origin import Origin
from dcpm_sqlite.portability.sources.reader import Item, Skipped
from dcpm_sqlite.portability.sources.shapes import mapping, message_items, name
from dcpm_sqlite.records import Message, Moment

_SESSION = re.compile(r"session_([0-9]{1,6})")
_WHEN = re.compile(r"(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) ([a-z]+),? (\d{4})")
_MONTHS = [  # not strptime: its month names follow the machine's language
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
]


def read(origin: Origin, *, owner: str | None) -> Iterator[Item]:
    """Turns of every sample in the order of its sessions; both speakers are users under their own names.

    owner is not used: each turn names its speaker. Raises ImportFault for damaged JSON.
    """
    for stream in origin.streams():
        for position, element in enumerate(array_items(stream), 1):
            sample = mapping(element)
            sample_id, conversation = name(sample.get("sample_id")), mapping(sample.get("conversation"))
            if sample_id is None or not conversation:
                reason = "is no sample: it lacks a `sample_id` or a `conversation`"
                yield Skipped(reason, f"{stream.name}, element {position}")
                continue
            for key in sorted(filter(_SESSION.fullmatch, conversation), key=lambda key: int(key[len("session_") :])):
                yield from _session(conversation, key, sample_id)


def _session(conversation: dict[str, object], key: str, sample_id: str) -> Iterator[Item]:
    session, turns = f"{sample_id}/{key}", conversation[key]
    said_at = _when(conversation.get(f"{key}_date_time"))
    if said_at is None:
        yield Skipped("the session's time is missing or not like `1:56 pm on 8 May, 2023`", session)
        return
    if not isinstance(turns, list):
        yield Skipped("the session is not a list of turns", session)
        return
    for number, element in enumerate(turns, 1):
        turn = mapping(element)
        dialogue_id, speaker, text = name(turn.get("dia_id")), name(turn.get("speaker")), turn.get("text")
        where = f"{sample_id}/{dialogue_id}" if dialogue_id else f"{session}, turn {number}"
        if speaker is None or not isinstance(text, str):
            yield Skipped("the turn lacks a speaker or a text", where)
            continue
        caption = name(turn.get("blip_caption"))
        message = Message(
            f"{text} [shares image: {caption}]".lstrip() if caption else text,
            party=speaker,
            said_at=said_at,
            session=session,
            source="locomo",
            source_key=f"{sample_id}/{dialogue_id}" if dialogue_id else None,
        )
        yield from message_items(message, (), where=where)


def _when(value: object) -> Moment | None:
    match = _WHEN.fullmatch(value.strip().lower()) if isinstance(value, str) else None
    if not match or match[5] not in _MONTHS:
        return None
    try:
        hour = int(match[1]) % 12 + (12 if match[3] == "pm" else 0)
        stated = datetime(int(match[6]), _MONTHS.index(match[5]) + 1, int(match[4]), hour, int(match[2]), tzinfo=UTC)
    except ValueError:
        return None
    return Moment(read_moment(stated, now_ms=0).ms, "minute")
