"""Items of a search in a prompt: numbered, dated, fenced as data."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dcpm_sqlite.deciding.fencing import fenced
from dcpm_sqlite.investigation.evidence import Shown
from dcpm_sqlite.language.dates import format_moment, named_days
from dcpm_sqlite.records import Moment

_ORDINAL = re.compile(r"\s*\[?F?\s?(\d{1,4})\]?\s*", re.IGNORECASE)


def listed(items: Sequence[Shown], *, first: int = 1) -> str:
    """One paragraph for each, numbered from `first` on."""
    return "\n\n".join(
        f"F{number} ({_told(item)}):\n" + fenced(_words(item), f"finding {number}") for number, item in enumerate(items, first)
    )


def _told(item: Shown) -> str:
    parts = [item.type or "message", f"said {day(item.said_ms)}"]
    if (item.from_ms, item.until_ms) != (None, None):
        first, last = ("?" if named is None else named.isoformat() for named in named_days(item.from_ms, item.until_ms))
        parts.append(f"time {first if first == last else f'{first} to {last}'}")
    parts.append(f"score {item.score:.2f}")
    parts.append(f"found in round {item.depth}" if item.depth else "a starting point")
    parts.append(f"{item.leads} relations" if item.leads else "no relations")
    return "; ".join([*parts, "searched from already"] if item.is_expanded else parts)


def _words(item: Shown) -> str:
    return f"{item.party or 'the user'}: {item.text}"


def day(ms: int) -> str:
    """The date of a time, in UTC."""
    return format_moment(Moment(ms, "day"))


def place_of(ordinal: object, count: int) -> int | None:
    """The place (from 0) that "F3", "[F3]", "3" or 3 stands for; None where no such item was shown."""
    if isinstance(ordinal, bool) or not isinstance(ordinal, str | int):
        return None
    match = _ORDINAL.fullmatch(str(ordinal)[:20])
    place = -1 if match is None else int(match[1]) - 1
    return place if 0 <= place < count else None


def keys(*groups: Sequence[Shown]) -> tuple[int, ...]:
    """Keys of the items in the order of their ordinals, then those of their wordings: by both forgetting finds the call."""
    items = [item for group in groups for item in group]
    return tuple(dict.fromkeys([*(item.key for item in items), *(item.wording for item in items if item.wording is not None)]))
