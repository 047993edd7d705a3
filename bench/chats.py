"""What people wrote in real chats: messages to measure with, from data folders or from the conversation that comes along."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from dcpm_sqlite import Message
from dcpm_sqlite.portability.sources import read_source

LOCOMO = ("locomo10.json", "locomo5.json")
LONGMEMEVAL = "sessions_full.jsonl"
MOST_CHARS = 10_000  # a longer message is a pasted document; one of them would weigh as much as hundreds of others


def user_messages(folders: Sequence[Path], limit: int) -> list[Message]:
    """At most `limit` messages of people, whole sessions in an order drawn by chance; without folders those of the demonstration.

    Messages of more than MOST_CHARS are left out. A folder holds one of LoCoMo's files (both speakers are people) or LongMemEval's sessions, a JSON line each with `session_id`, `dates`
    ('2023/05/20 (Sat) 02:21'; a session may have none) and `turns` of `role` and `content`.
    """
    if not folders:
        with resources.as_file(resources.files("dcpm_sqlite.cli") / "demo_conversation.jsonl") as file:
            found = list(_people(read_source(file, format="jsonl", owner="Nora")))
    else:
        found = [message for folder in folders for message in _of(folder)]
    sessions: dict[str | None, list[Message]] = {}
    for message in (m for m in found if len(m.text) <= MOST_CHARS):
        sessions.setdefault(message.session, []).append(message)
    order = list(sessions.values())
    if folders:  # a conversation that builds on itself keeps its order
        random.Random(21).shuffle(order)
    return [message for session in order for message in session][:limit]


def _of(folder: Path) -> Iterator[Message]:
    locomo = next((folder / name for name in LOCOMO if (folder / name).exists()), None)
    if locomo is not None:
        return _people(read_source(locomo, format="locomo"))
    if (folder / LONGMEMEVAL).exists():
        return _longmemeval(folder / LONGMEMEVAL)
    sys.exit(f"{folder} has none of {', '.join((*LOCOMO, LONGMEMEVAL))}.")


def _people(entries: Iterator[object]) -> Iterator[Message]:
    return (entry for entry in entries if isinstance(entry, Message) and entry.role == "user" and entry.text.strip())


def _longmemeval(file: Path) -> Iterator[Message]:
    for line in file.read_text("utf-8").splitlines():
        session = json.loads(line)
        said = _when(session["dates"][0]) if session["dates"] else None
        for number, turn in enumerate(session["turns"]):
            if turn["role"] == "user" and turn["content"].strip():
                yield Message(
                    turn["content"], said_at=said, session=session["session_id"], source="longmemeval",
                    source_key=f"{session['session_id']}:{number}",
                )  # fmt: skip


def _when(date: str) -> datetime:
    """The day's name between day and hour follows from the rest."""
    return datetime.strptime(date[:10] + date[-6:], "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
