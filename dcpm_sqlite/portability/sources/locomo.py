"""The LoCoMo data set: conversations of two people over months (Maharana et al. 2024).

An array of samples, or one; `conversation` holds `session_N` (turns) and `session_N_date_time` ("1:56 pm on 8 May, 2023").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from dcpm_sqlite.portability.sources.document import Document
from dcpm_sqlite.portability.sources.fields import Skipped, as_dict, as_list, as_text, name_of
from dcpm_sqlite.records import Message, Moment

SOURCE = "locomo"
_SESSION = re.compile(r"session_(\d{1,6})")
_TIME = re.compile(r"\s*(\d{1,2}):(\d\d)\s*([ap])m on (\d{1,2}) ([a-z]+),? (\d{4})\s*", re.I)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def is_conversation(value: object) -> bool:
    """Whether the value looks like a sample of this data set."""
    return any(_SESSION.fullmatch(key) for key in as_dict(as_dict(value).get("conversation")))


def messages(document: Document, owner: str | None) -> Iterator[Message | Skipped]:
    """All turns, both speakers as people with names; a turn has its session's time, order is the order of arrival."""
    for number, value in enumerate(document.elements(), 1):
        if not is_conversation(value):
            yield Skipped("not a conversation", f"entry {number}")
            continue
        sample = document.clean(name_of(as_dict(value).get("sample_id")) or f"sample {number}")
        conversation = as_dict(as_dict(value)["conversation"])
        numbers = sorted(int(match[1]) for key in conversation if (match := _SESSION.fullmatch(key)))
        for session in numbers:
            yield from _session(document, sample, f"session_{session}", conversation)


def _session(document: Document, sample: str, name: str, conversation: dict[str, object]) -> Iterator[Message | Skipped]:
    said_at = _time(as_text(conversation.get(f"{name}_date_time")))
    for position, entry in enumerate(as_list(conversation[name]), 1):
        turn = as_dict(entry)
        where = f"{sample}/{name} turn {position}"
        caption, text = as_text(turn.get("blip_caption")).strip(), as_text(turn.get("text"))
        if caption:
            text = f"{text} [shares image: {caption}]".lstrip()
        speaker, key = name_of(turn.get("speaker")), name_of(turn.get("dia_id"))
        if not text.strip():
            yield Skipped("empty", where)
        elif speaker is None or key is None:
            yield Skipped("without speaker or dia_id", where)
        else:
            party, source_key = document.clean(speaker), document.clean(f"{sample}/{key}")
            yield Message(document.clean(text), "user", party, said_at, f"{sample}/{name}", SOURCE, source_key)


def _time(text: str) -> Moment | None:
    match = _TIME.fullmatch(text)
    if match is None or match[5][:3].lower() not in _MONTHS:
        return None
    hour = int(match[1]) % 12 + 12 * (match[3].lower() == "p")
    try:
        said = datetime(int(match[6]), _MONTHS.index(match[5][:3].lower()) + 1, int(match[4]), hour, int(match[2]), tzinfo=UTC)
    except ValueError:
        return None
    return Moment(int(said.timestamp()) * 1000, "minute")
