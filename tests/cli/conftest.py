"""The command line in this process, and a model on this machine that it may ask."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from dcpm_sqlite import encoder
from dcpm_sqlite.cli import main
from dcpm_sqlite.encoder import HashEncoder
from tests.servers import Body, FakeServer, Say, server


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a command. flat: standard output as one line, however it was wrapped."""

    code: int
    out: str
    err: str

    @property
    def flat(self) -> str:
        """Without line ends."""
        return " ".join(self.out.split())

    @property
    def json(self) -> Any:
        """Standard output read as JSON."""
        return json.loads(self.out)


Dcpm = Callable[..., Done]


@pytest.fixture
def dcpm(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Dcpm:
    """Run a command: its words in; with `typed`, somebody sits at a terminal and types that."""
    monkeypatch.delenv("DCPM_MIND", raising=False)

    def run(*words: str, typed: str | None = None) -> Done:
        monkeypatch.setattr(sys, "argv", ["dcpm", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO() if typed is None else Typed(typed))
        try:
            main()
            code = 0
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        return Done(code, *capsys.readouterr())

    return run


class Typed(io.StringIO):
    """Standard input of a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash encoder in the place of the shipped model: where meaning doesn't matter, and speed does."""
    monkeypatch.setattr(encoder, "default_encoder", lambda: HashEncoder(width=64))


@pytest.fixture
def model() -> Iterator[FakeServer]:
    """A server whose model draws one belief from every batch, 'Nora lives in Voss.', and supersedes what it is shown first."""
    with server("openai", _drawing) as fake:
        yield fake


def mind_of(fake: FakeServer) -> str:
    """The server's model, as --mind names it."""
    return f"openai:{fake.base_url}#toy"


def _drawing(body: Body) -> Say:
    if "operations" in json.dumps(body["response_format"]):
        return Say(json.dumps({"operations": [{"item": "I1", "operation": "SUPERSEDE", "target": "K1", "text": None}], "relations": []}))
    item = {
        "statement": "Nora lives in Voss.", "kind": "identity", "type": "fact", "about": None, "attribute": "home", "topic": "home",
        "salience": 0.9, "core": True, "holds_from": None, "holds_until": None, "happens_from": None, "happens_until": None,
        "keywords": [], "names": [], "quotes": [{"message": n, "words": "Voss"} for n in range(1, 9)],
    }  # fmt: skip
    return Say(json.dumps({"items": [item], "summary": None}))
