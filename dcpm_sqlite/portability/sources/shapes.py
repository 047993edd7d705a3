"""Values of foreign JSON, whose shape nobody promises, read into what a message needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dcpm_sqlite.errors import RefusedText, UsageError
from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.language.text import require_storable
from dcpm_sqlite.portability.sources.reader import Item, Skipped
from dcpm_sqlite.records import Basis, Message, Moment, Role

_TEXT_KINDS = (None, "text", "input_text", "output_text", "audio_transcription", "voice_note")
_ROLES: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}


def mapping(value: object) -> dict[str, object]:
    """The value itself where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def name(value: object) -> str | None:
    """A name or id: text or a whole number; None for anything else and for what could not be stored."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value.strip() or None if isinstance(value, str) and "\0" not in value else None


def role(value: object) -> Role | None:
    """The role that a source's word stands for, None where it is unknown."""
    return _ROLES.get(value.lower()) if isinstance(value, str) else None


def moment(stated: object, fallback: object, *, now_ms: int) -> Moment | None:
    """The stated time where it can be read, else the fallback marked as assumed, else None."""
    candidates: tuple[tuple[object, Basis], ...] = ((stated, "stated"), (fallback, "assumed"))
    for value, basis in candidates:
        if isinstance(value, str | int | float):
            try:
                return read_moment(value, now_ms=now_ms, basis=basis)
            except UsageError:
                continue  # an unreadable time is no reason to lose the message: the next best one is marked as such
    return None


def text_of_parts(parts: Sequence[object]) -> tuple[str, tuple[str, ...]]:
    """The text parts, a line break between two, and the kinds of the parts that are not text."""
    texts: list[str] = []
    others: list[str] = []
    for part in parts:
        fields = mapping(part)
        kind = name(fields.get("content_type")) or name(fields.get("type"))
        text = part if isinstance(part, str) else fields.get("text") if kind in _TEXT_KINDS else None
        if isinstance(text, str):
            texts.append(text)
        else:
            others.append(kind[:40] if kind else "unreadable part")
    return "\n".join(text for text in texts if text), tuple(others)


def message_items(message: Message, left_out: Sequence[str], *, where: str) -> Iterator[Item]:
    """The message where its text can be kept, and one Skipped for what it had beside text or instead of it."""
    try:
        require_storable(message.text)
    except RefusedText as refusal:
        reason = "holds no text" if not message.text.strip() else str(refusal)
        yield Skipped(f"{reason}, only {_counted(left_out)}" if left_out else reason, where)
        return
    yield message
    if left_out:
        yield Skipped(f"kept as text without its {_counted(left_out)}", where)


def _counted(kinds: Sequence[str]) -> str:
    return ", ".join(kind if count == 1 else f"{count} × {kind}" for kind, count in Counter(kinds).items())
