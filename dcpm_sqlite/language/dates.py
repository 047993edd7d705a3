"""Times as people and programs write them (K25, K26)."""

from __future__ import annotations

import calendar
import re
from datetime import UTC, date, datetime, timedelta, timezone

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.records import Basis, Moment, Precision

ACCEPTED = (
    "a date (2024-05-01), a month (2024-05), a year (2024), an ISO 8601 time (2024-05-01T14:30+02:00; UTC where it has "
    "no zone), Unix seconds or milliseconds, `now`, `today` or `yesterday`"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_MS = 86_400_000
_MS_FROM = 100_000_000_000  # a number above is milliseconds: as seconds it would lie beyond the year 5000
_SECONDS_FROM = 100_000_000  # a number below is no time of our days (1973), rather a year, a count or a 0 for unknown

_ZONE = r"(?P<zone>Z|[+-]\d\d:\d\d)?"
_CALENDAR = re.compile(rf"(?P<year>\d{{4}})(?:-(?P<month>\d\d?)(?:-(?P<day>\d\d?)|(?P<season>/P3M))?|(?P<decade>/P10Y))?{_ZONE}", re.ASCII)
_WEEK = re.compile(rf"(?P<week>\d{{4}}-W\d\d){_ZONE}", re.ASCII)
_CLOCK = re.compile(r"[T ](?P<digits>\d\d(?::?\d\d){0,2})(?P<fraction>[.,]\d+)?(?:Z|[+-][\d:]+)?", re.I)
_CLOCK_PRECISION: dict[int, Precision] = {2: "hour", 4: "minute", 6: "second"}


def read_moment(value: str | int | float | datetime | date | Moment, *, now_ms: int, basis: Basis = "stated") -> Moment:
    """The time that a value stands for, as precise as it is written.

    A time without a zone is taken as UTC, and says so by its missing offset; so are `today` and `yesterday`.
    Raises UsageError, which lists what can be read, also for times outside of the years 1 to 9999.
    """
    try:
        match value:
            case Moment():
                return value
            case bool():
                raise ValueError
            case int() | float():
                return _from_number(value, basis)
            case datetime():
                return _at(value, "instant" if value.microsecond else "second", basis)
            case date():
                return _at(datetime(value.year, value.month, value.day), "day", basis)
            case str():
                return _from_text(value.strip(), now_ms, basis)
    except (ValueError, OverflowError):
        pass
    raise UsageError(f"{value!r} can't be read as a time; give {ACCEPTED}.")


def _from_number(value: int | float, basis: Basis) -> Moment:
    if not abs(value) >= _SECONDS_FROM:
        raise ValueError
    ms = round(value if abs(value) >= _MS_FROM else value * 1000)
    _instant(ms)
    return Moment(ms, "instant" if ms % 1000 else "second", None, basis)


def _from_text(text: str, now_ms: int, basis: Basis) -> Moment:
    word = text.casefold()
    if word == "now":
        return Moment(now_ms, "instant", None, basis)
    if word in ("today", "yesterday"):
        return Moment((now_ms // _DAY_MS - (word == "yesterday")) * _DAY_MS, "day", None, basis)
    if re.fullmatch(r"\d{9,13}(\.\d+)?", text, re.ASCII):
        return _from_number(float(text) if "." in text else int(text), basis)
    if match := _CALENDAR.fullmatch(text):
        first = datetime(int(match["year"]), int(match["month"] or 1), int(match["day"] or 1), tzinfo=_zone(match["zone"]))
        return _at(first, _calendar_precision(match), basis)
    if match := _WEEK.fullmatch(text):
        monday = datetime.fromisoformat(match["week"])
        return _at(monday.replace(tzinfo=_zone(match["zone"])), "week", basis)
    clock = _CLOCK.search(text)
    if clock is None:
        return _at(datetime.combine(date.fromisoformat(text), datetime.min.time()), "day", basis)
    digits = len(clock["digits"].replace(":", ""))
    return _at(datetime.fromisoformat(text), "instant" if clock["fraction"] else _CLOCK_PRECISION[digits], basis)


def _calendar_precision(match: re.Match[str]) -> Precision:
    if match["day"]:
        return "day"
    if match["month"]:
        return "season" if match["season"] else "month"
    return "decade" if match["decade"] else "year"


def _zone(text: str | None) -> timezone | None:
    return None if text is None else timezone(datetime.fromisoformat(f"2000-01-01T00:00{text}").utcoffset() or timedelta())


def _at(moment: datetime, precision: Precision, basis: Basis) -> Moment:
    offset = moment.utcoffset()
    known = moment if offset is not None else moment.replace(tzinfo=UTC)
    ms = (known - _EPOCH) // timedelta(milliseconds=1)
    _instant(ms)
    return Moment(ms, precision, None if offset is None else int(offset.total_seconds() / 60), basis)


def _instant(ms: int) -> datetime:
    """Raises OverflowError outside of the years 1 to 9999."""
    return _EPOCH + timedelta(milliseconds=ms)


def _local(moment: Moment) -> datetime:
    """The time on the clock where it was said, without its zone."""
    return _instant(moment.ms).replace(tzinfo=None) + timedelta(minutes=moment.offset_min or 0)


_LENGTH_MS: dict[Precision, int] = {
    "instant": 1,
    "second": 1000,
    "minute": 60_000,
    "hour": 3_600_000,
    "day": _DAY_MS,
    "week": 7 * _DAY_MS,
}
_LENGTH_MONTHS: dict[Precision, int] = {"month": 1, "season": 3, "year": 12, "decade": 120}


def end_ms(moment: Moment) -> int:
    """One past the last millisecond of the stretch: a date means to the end of that day (K25)."""
    if moment.precision in _LENGTH_MS:
        return moment.ms + _LENGTH_MS[moment.precision]
    local = _local(moment)
    months = local.year * 12 + local.month - 1 + _LENGTH_MONTHS[moment.precision]
    year, month = months // 12, months % 12 + 1
    if year > 9999:  # the calendar ends; so do the stretches that would run past it
        return (datetime.max.replace(tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1) + 1
    after = local.replace(year=year, month=month, day=min(local.day, calendar.monthrange(year, month)[1]))
    return moment.ms + (after - local) // timedelta(milliseconds=1)


def format_moment(moment: Moment) -> str:
    """ISO 8601 in the offset it was said in, as precise as it is; `read_moment` reads the same moment back (K26).

    Calendar stretches are a date, month, week or year with the offset after it; a season or decade states its length.
    """
    local, precision = _local(moment), moment.precision
    zone = "" if moment.offset_min is None else _offset(moment.offset_min)
    year = f"{local.year:04d}"
    match precision:
        case "year" | "decade":
            return f"{year}{'/P10Y' if precision == 'decade' else ''}{zone}"
        case "month" | "season":
            return f"{year}-{local.month:02d}{'/P3M' if precision == 'season' else ''}{zone}"
        case "week":
            return f"{local.isocalendar().year:04d}-W{local.isocalendar().week:02d}{zone}"
        case "day":
            return local.date().isoformat() + zone
        case "hour":
            return local.isoformat(timespec="hours") + zone
        case "minute":
            return local.isoformat(timespec="minutes") + zone
    has_ms = precision == "instant" or moment.ms % 1000 != 0
    return local.isoformat(timespec="milliseconds" if has_ms else "seconds") + zone


def _offset(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def named_days(from_ms: int | None, until_ms: int | None) -> tuple[date | None, date | None]:
    """First and last day of a stretch of time that was named by days; None for an open end.

    Midnights are those of the zone in which they were said, which isn't kept: half a day inside, every zone has the same day.
    """
    inside = _DAY_MS // 2
    if from_ms is not None and until_ms is not None:
        inside = min(inside, (until_ms - from_ms) // 2)
    first = None if from_ms is None else _instant(from_ms + inside).date()
    return first, None if until_ms is None else _instant(until_ms - inside).date()
