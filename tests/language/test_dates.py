from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.language.dates import end_ms, format_moment, read_moment
from dcpm_sqlite.records import Moment

NOW = 1_714_572_123_456  # 2024-05-01T14:02:03.456Z


def _ms(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("value", "start", "end", "precision", "offset"),
    [
        ("2024", "2024-01-01T00:00Z", "2025-01-01T00:00Z", "year", None),
        ("2024-02", "2024-02-01T00:00Z", "2024-03-01T00:00Z", "month", None),
        ("2024-12", "2024-12-01T00:00Z", "2025-01-01T00:00Z", "month", None),
        ("2024-05-01", "2024-05-01T00:00Z", "2024-05-02T00:00Z", "day", None),
        ("20240501", "2024-05-01T00:00Z", "2024-05-02T00:00Z", "day", None),
        ("2024-5-1", "2024-05-01T00:00Z", "2024-05-02T00:00Z", "day", None),
        ("2024-05-01+08:00", "2024-04-30T16:00Z", "2024-05-01T16:00Z", "day", 480),
        ("2024-W18", "2024-04-29T00:00Z", "2024-05-06T00:00Z", "week", None),
        ("2024-06/P3M", "2024-06-01T00:00Z", "2024-09-01T00:00Z", "season", None),
        ("2020/P10Y", "2020-01-01T00:00Z", "2030-01-01T00:00Z", "decade", None),
        ("2024-05-01T14", "2024-05-01T14:00Z", "2024-05-01T15:00Z", "hour", None),
        ("2024-05-01T14:30", "2024-05-01T14:30Z", "2024-05-01T14:31Z", "minute", None),
        ("2024-05-01 14:30", "2024-05-01T14:30Z", "2024-05-01T14:31Z", "minute", None),
        ("20240501T1430+0200", "2024-05-01T12:30Z", "2024-05-01T12:31Z", "minute", 120),
        ("2024-05-01T14:30:15Z", "2024-05-01T14:30:15Z", "2024-05-01T14:30:16Z", "second", 0),
        ("2024-05-01T14:30:15+08:00", "2024-05-01T06:30:15Z", "2024-05-01T06:30:16Z", "second", 480),
        ("2024-05-01T14:30:15.250-05:00", "2024-05-01T19:30:15.250Z", "2024-05-01T19:30:15.251Z", "instant", -300),
        (" today ", "2024-05-01T00:00Z", "2024-05-02T00:00Z", "day", None),
        ("Yesterday", "2024-04-30T00:00Z", "2024-05-01T00:00Z", "day", None),
        ("now", "2024-05-01T14:02:03.456Z", "2024-05-01T14:02:03.457Z", "instant", None),
        (1714572123, "2024-05-01T14:02:03Z", "2024-05-01T14:02:04Z", "second", None),
        (1714572123.5, "2024-05-01T14:02:03.5Z", "2024-05-01T14:02:03.501Z", "instant", None),
        (1714572123456, "2024-05-01T14:02:03.456Z", "2024-05-01T14:02:03.457Z", "instant", None),
        ("1714572123", "2024-05-01T14:02:03Z", "2024-05-01T14:02:04Z", "second", None),
        (date(2024, 5, 1), "2024-05-01T00:00Z", "2024-05-02T00:00Z", "day", None),
        (datetime(2024, 5, 1, 14, 30), "2024-05-01T14:30Z", "2024-05-01T14:30:01Z", "second", None),
        (datetime(2024, 5, 1, 14, tzinfo=timezone(timedelta(hours=2))), "2024-05-01T12:00Z", "2024-05-01T12:00:01Z", "second", 120),
    ],
)  # fmt: skip
def test_times_are_read_as_precise_as_they_are_written(
    value: str | int | float | date, start: str, end: str, precision: str, offset: int | None
) -> None:
    """Start, exclusive end, precision and offset of each accepted form (K25, K26)."""
    moment = read_moment(value, now_ms=NOW)
    assert (moment.ms, moment.precision, moment.offset_min, moment.basis) == (_ms(start), precision, offset, "stated")
    assert end_ms(moment) == _ms(end)


@pytest.mark.parametrize(
    "value",
    [
        "", "soon", "last week", "2024-13", "2024-02-30", "24-05-01", "0000", "10000", "99999-01-01", "2024-05-01T25:00",
        "9999-12-31T23:59-05:00", "0001-01-01T00:00+01:00", True, 0, 2024, float("nan"), float("inf"), 10**18, -(10**15),
        "2024-05-01T10:00:00 Berlin", "٢٠٢٤", "2024-05-01T", "5/1/2024",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error_that_lists_the_forms(value: str | float) -> None:
    """Unreadable, ambiguous and out-of-range times are refused (K25)."""
    with pytest.raises(UsageError, match="2024-05-01"):
        read_moment(value, now_ms=NOW)


def test_a_moment_is_taken_as_it_is() -> None:
    """Reading a moment again changes nothing, its basis included."""
    moment = Moment(1, "day", 60, "resolved")
    assert read_moment(moment, now_ms=NOW, basis="assumed") is moment


_LOCAL = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1))
_ZONED = st.builds(lambda d, m: d.replace(tzinfo=timezone(timedelta(minutes=m))), _LOCAL, st.integers(-1439, 1439))


@given(_LOCAL | _ZONED)
def test_a_read_time_is_written_and_read_back_exactly(value: datetime) -> None:
    """Round trip of any instant in any offset (K26)."""
    moment = read_moment(value, now_ms=NOW)
    assert read_moment(format_moment(moment), now_ms=NOW) == moment
    known = value if value.tzinfo else value.replace(tzinfo=UTC)
    assert moment.ms == (known - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


@pytest.mark.parametrize("zone", ["", "Z", "+08:00", "-05:30"])
@pytest.mark.parametrize(
    "text",
    ["2024", "0999", "2024-05", "2024-05-01", "2024-W18", "2020-W53", "2024-06/P3M", "2020/P10Y", "2024-05-01T10", "2024-05-01T10:20",
     "2024-05-01T10:20:30", "2024-05-01T10:20:30.000", "2024-05-01T00:00:00.120"],
)  # fmt: skip
def test_every_precision_is_written_as_it_was_read(text: str, zone: str) -> None:
    """The canonical form of each precision is its own round trip (K26)."""
    assert format_moment(read_moment(text + zone, now_ms=NOW)) == text + zone.replace("Z", "+00:00")


@pytest.mark.parametrize(("text", "end"), [("9999", "9999-12-31"), ("9999-12", "9999-12-31"), ("9995/P10Y", "9999-12-31")])
def test_stretches_end_with_the_calendar(text: str, end: str) -> None:
    """The last year has an end too."""
    assert end_ms(read_moment(text, now_ms=NOW)) == _ms(f"{end}T00:00Z") + 86_400_000


def test_a_month_that_starts_late_ends_in_a_shorter_one() -> None:
    """A stretch that starts on the 31st or on a leap day has an end."""
    assert end_ms(Moment(_ms("2023-01-31T00:00Z"), "month")) == _ms("2023-02-28T00:00Z")
    assert end_ms(Moment(_ms("2024-02-29T00:00Z"), "year")) == _ms("2025-02-28T00:00Z")
