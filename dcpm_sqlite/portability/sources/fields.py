"""Reading single fields of exports, whose shapes vary between years."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.records import Moment


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something of a source that becomes no message: why, where it stands, and how many such things it stands for."""

    reason: str
    where: str
    count: int = 1


def as_dict(value: object) -> dict[str, object]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """The value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """The value if it is text, else an empty one."""
    return value if isinstance(value, str) else ""


def name_of(value: object) -> str | None:
    """A name or id as text without white space around it; numbers count, nothing else does."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return as_text(value).strip() or None


def moment_of(value: object) -> Moment | None:
    """A time of an export; None where there is none that can be read. Nothing in an export is relative to now."""
    if not isinstance(value, str | int | float) or as_text(value).strip().casefold() in ("now", "today", "yesterday"):
        return None
    try:
        return read_moment(value, now_ms=0)
    except UsageError:
        return None


def assumed(moment: Moment | None) -> Moment | None:
    """A time taken over from something near."""
    return None if moment is None else Moment(moment.ms, moment.precision, moment.offset_min, "assumed")


class ContentKeys:
    """Keys for messages without an id: what they say, and the how-manieth time that it is said.

    The same in each run, and in a longer export of the same conversation.
    """

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()

    def key(self, *parts: str | None) -> str:
        """A key for content, told by its parts."""
        digest = hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=12).digest()
        self._seen[digest] += 1
        return f"{digest.hex()}-{self._seen[digest]}"
