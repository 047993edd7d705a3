"""Days and months in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from dcpm_sqlite.language.dates import named_days

DAY_MS = 86_400_000
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def stretch_in_words(from_ms: int | None, until_ms: int | None) -> str:
    """ "on 3 August 2024", "from 8 June to 10 June 2024", "by 9 October 2024", "from 2 May 2024 on"; empty where both ends are open."""
    first, last = named_days(from_ms, until_ms)
    if first is None or last is None:
        return f"by {_in_words(last)}" if last is not None else f"from {_in_words(first)} on" if first is not None else ""
    if first == last:
        return f"on {_in_words(first)}"
    if first.day == 1 and (last + timedelta(days=1)).day == 1:
        return months_in_words(first, last)
    return f"from {_in_words(first) if first.year != last.year else _in_words(first)[:-5]} to {_in_words(last)}"


def months_in_words(first: date, last: date) -> str:
    """ "in May 2024", "from May to August 2024", "from November 2023 to May 2024"."""
    if (first.year, first.month) == (last.year, last.month):
        return f"in {_month(first)}"
    start = _MONTHS[first.month - 1] if first.year == last.year else _month(first)
    return f"from {start} to {_month(last)}"


def day_of(ms: int) -> date:
    """The day of a moment, in UTC."""
    return _day(ms)


def _day(ms: int) -> date:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)).date()


def _month(day: date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.year}"


def _in_words(day: date) -> str:
    return f"{day.day} {_month(day)}"
