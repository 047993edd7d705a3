"""Recorded replies: their key, their file, and what happens without one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.errors import MindUnavailable, UsageError
from dcpm_sqlite.llm.port import Reply, Turn
from dcpm_sqlite.llm.recorded import RecordedLLM, RecordingLLM, load, prompt_sha256
from dcpm_sqlite.llm.scripted import ScriptedLLM
from tests.llm.conftest import asking


def test_the_key_is_the_prompt() -> None:
    """System, turns and schema make the key; purpose, length and deadline don't; it is the same on every machine."""
    request = asking()
    assert prompt_sha256(request) == "45a01b6df26d7ac72bf755acea2c07cdcd8e43e9be2d4342f3424ecdfc22012e"
    assert prompt_sha256(replace(request, purpose="other", max_tokens=1, deadline_s=1.0)) == prompt_sha256(request)
    others = [
        replace(request, system="x"),
        replace(request, schema={}),
        replace(request, turns=(*request.turns, Turn("assistant", ""))),
        replace(request, turns=(Turn("assistant", request.turns[0].text),)),
    ]
    assert len({prompt_sha256(other) for other in (request, *others)}) == 5


def test_order_of_the_schemas_keys_does_not_count() -> None:
    """A schema is the same however its keys are ordered."""
    schema = asking().schema
    assert prompt_sha256(replace(asking(), schema=dict(reversed(list(schema.items()))))) == prompt_sha256(asking())


def test_a_missing_reply_is_named() -> None:
    """Without a fallback the error says which prompt has no reply, by key and purpose, and repeats nothing of what was said."""
    key = prompt_sha256(asking("a secret"))
    with pytest.raises(MindUnavailable, match=rf"'extract' \(prompt {key}\)") as caught:
        RecordedLLM({}).complete(asking("a secret"))
    assert "secret" not in str(caught.value)


def test_a_missing_reply_goes_to_the_fallback() -> None:
    """With a fallback only what isn't kept is asked."""
    fallback = ScriptedLLM(["fresh"])
    llm = RecordedLLM({prompt_sha256(asking("kept")): Reply("old", "end")}, fallback=fallback)
    assert [llm.complete(asking(text)).text for text in ("kept", "new")] == ["old", "fresh"]
    assert [request.turns[0].text for request in fallback.requests] == ["new"]
    assert llm.limits == fallback.limits


def test_errors_are_not_recorded() -> None:
    """What the inner model raised is passed on and not kept."""
    replies: dict[str, Reply] = {}
    recorder = RecordingLLM(ScriptedLLM([MindUnavailable("busy"), "{}"]), replies)
    with pytest.raises(MindUnavailable, match="busy"):
        recorder.complete(asking())
    assert replies == {}
    recorder.complete(asking())
    assert list(replies) == [prompt_sha256(asking())]


@given(
    st.dictionaries(
        st.text(st.sampled_from("0123456789abcdef"), min_size=64, max_size=64),
        st.builds(
            Reply,
            st.text(st.characters(exclude_categories=["Cs"])),
            st.sampled_from(["end", "length", "refusal"]),
            st.integers(0),
            st.integers(0),
            st.integers(0),
        ),
        max_size=4,
    )
)
def test_a_file_holds_every_reply(tmp_path_factory: pytest.TempPathFactory, replies: dict[str, Reply]) -> None:
    """Whatever characters a reply has, line separators among them, it is read as it was written."""
    path = tmp_path_factory.mktemp("r") / "replies.jsonl"
    RecordingLLM(ScriptedLLM([]), replies).save(path)
    assert load(path) == replies


def test_saving_replaces_the_file_whole(tmp_path: Path) -> None:
    """A second save leaves the new replies and nothing beside them."""
    path = tmp_path / "r.jsonl"
    RecordingLLM(ScriptedLLM([]), {"a": Reply("1", "end")}).save(path)
    RecordingLLM(ScriptedLLM([]), {"b": Reply("2", "length")}).save(path)
    assert list(load(path)) == ["b"]
    assert list(tmp_path.iterdir()) == [path]


def test_counts_may_be_missing_and_the_later_line_counts(tmp_path: Path) -> None:
    """A file written by hand needs the key, the reply and the stop; the later of two replies to one prompt counts."""
    path = tmp_path / "r.jsonl"
    path.write_text('{"prompt_sha256": "a", "reply": "1", "stop": "end"}\n\n{"prompt_sha256": "a", "reply": "2", "stop": "end"}', "utf-8")
    assert load(path) == {"a": Reply("2", "end")}


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "7",
        '{"prompt_sha256": "a", "reply": "x"}',
        '{"prompt_sha256": "a", "reply": "x", "stop": "tired"}',
        '{"prompt_sha256": "a", "reply": null, "stop": "end"}',
        '{"prompt_sha256": "a", "reply": "x", "stop": "end", "tokens_in": -1}',
        '{"prompt_sha256": "a", "reply": "x", "stop": "end", "tokens_out": "5"}',
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    """A line that is no reply is a usage error with its number."""
    path = tmp_path / "r.jsonl"
    path.write_text(f"\n{line}\n", "utf-8")
    with pytest.raises(UsageError, match="line 2"):
        RecordedLLM(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder and bytes that are no text are usage errors."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("missing", ".", "bytes"):
        with pytest.raises(UsageError, match="cannot be read"):
            RecordedLLM(tmp_path / name)
