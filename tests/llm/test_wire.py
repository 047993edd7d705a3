"""Reading answers: any bytes and any header lead to a value, never to an error of Python's."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.errors import MindRejected, MindUnavailable
from dcpm_sqlite.llm import wire

JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda part: st.lists(part) | st.dictionaries(st.text(), part))


@given(JSON, st.lists(st.text() | st.integers(0, 3)))
def test_any_path_through_any_json(body: object, path: list[str | int]) -> None:
    """A path that isn't there is None."""
    wire.at(body, *path)
    assert wire.at({"a": [body]}, "a", 0) == body
    assert wire.at({"a": [body]}, "a", 1) is None
    assert wire.at({"a": [body]}, "a", "b") is None


@given(st.binary(), st.integers(300, 599))
def test_any_error_body_is_an_error(content: bytes, status: int) -> None:
    """Each status has its error, and the message is one short printable line."""
    fault = wire.fault("openai:m", status, {}, content, key="set KEY")
    assert isinstance(fault, MindUnavailable if status >= 500 or status in (408, 409, 425, 429) else MindRejected)
    assert str(fault).isprintable()
    assert len(str(fault)) < 600


@given(st.text(), st.text())
def test_any_wait(ms: str, seconds: str) -> None:
    """A wait is a number of seconds from 0 on, or none."""
    wait_s = wire.retry_after_s({"retry-after-ms": ms, "retry-after": seconds})
    assert wait_s is None or (wait_s >= 0 and math.isfinite(wait_s))


@pytest.mark.parametrize(("header", "wait_s"), [("inf", None), ("nan", None), ("1e400", None), ("12.5", 12.5), (" 7 ", 7.0), ("", None)])
def test_odd_waits(header: str, wait_s: float | None) -> None:
    """Only finite waits count."""
    assert wire.retry_after_s({"retry-after": header}) == wait_s


@pytest.mark.parametrize(
    ("url", "is_here"),
    [
        ("http://localhost:1/v1", True),
        ("http://a.localhost/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:8/v1", True),
        ("http://localhost.test/v1", False),
        ("http://127.0.0.1.test/v1", False),
        ("http://192.168.0.2/v1", False),
        ("http://0.0.0.0/v1", False),
    ],
)
def test_what_this_machine_is(url: str, is_here: bool) -> None:
    """Loopback names and addresses, and nothing that only looks like one."""
    assert wire.is_loopback(url) is is_here
