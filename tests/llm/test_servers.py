"""The fake servers themselves: what they refuse, and how they run on their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dcpm_sqlite.errors import MindUnavailable
from dcpm_sqlite.llm.compatible import CompatibleLLM
from tests.llm.conftest import asking, connect
from tests.servers import Body, Kind, Status, Step, server


def test_a_script_that_is_used_up_fails_the_test(kind: Kind) -> None:
    """A request more than the script has steps is an error of the test, not just of the call."""
    too_many = "more requests than the script has steps"
    with pytest.raises(AssertionError, match=too_many), server(kind, []) as fake, pytest.raises(MindUnavailable):
        connect(fake).complete(asking())


def test_a_script_that_fails_fails_the_test(kind: Kind) -> None:
    """What a script's function raises reaches the test."""

    def script(body: Body) -> Step:
        raise LookupError(body["model"])

    with pytest.raises(LookupError), server(kind, script) as fake, pytest.raises(MindUnavailable):
        connect(fake).complete(asking())


def test_what_came_in_is_kept(kind: Kind) -> None:
    """Method, path, headers and body of each request are there to look at, rejected ones too."""
    with server(kind, ["{}", Status(529)], models=["claude-haiku-5-5", "qwen3:8b"]) as fake:
        connect(fake).complete(asking())
        with pytest.raises(MindUnavailable):
            connect(fake).complete(asking())
        assert fake.count == 2
        asked = fake.requests[0]
        assert (asked.method, asked.path) == ("POST", "/v1/messages" if kind == "anthropic" else "/v1/chat/completions")
        assert asked.headers["content-type"] == "application/json"


def test_it_runs_as_a_process_of_its_own() -> None:
    """Started as a module, it prints its address and serves until its stdin closes."""
    command = [sys.executable, "-m", "tests.servers", "openai", '{"city": "Rome"}', "0.01"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert CompatibleLLM(url, "m").complete(asking()).text == '{"city": "Rome"}'
        process.communicate()
    assert process.returncode == 0
