"""What every adapter does alike, each against a server of its protocol."""

from __future__ import annotations

import email.utils
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dcpm_sqlite.errors import MindError, MindRejected, MindUnavailable
from dcpm_sqlite.llm.port import LLM, Reply
from dcpm_sqlite.llm.recorded import RecordedLLM, RecordingLLM, prompt_sha256
from dcpm_sqlite.llm.scripted import ScriptedLLM
from tests.llm.conftest import MODELS, asking, connect
from tests.servers import Break, Drip, Drop, Hang, Kind, Raw, Say, Status, Step, cut, refuse, server

REPLY = '{"city": "Łódź 🏙 \\u00e9"}'


def fault_of(kind: Kind, step: Step, *, deadline_s: float = 10.0) -> MindError:
    """The error that one answer leads to, after one request."""
    with server(kind, [step]) as fake:
        with pytest.raises(MindError) as caught:
            connect(fake).complete(asking(deadline_s=deadline_s))
        assert fake.count == 1
    return caught.value


def test_a_reply_comes_whole(kind: Kind) -> None:
    """The text comes back as the model wrote it, marked complete."""
    with server(kind, [Say(REPLY, tokens_cached=4)]) as fake:
        assert connect(fake).complete(asking()) == Reply(REPLY, "end", 20, 4, 5)


@pytest.mark.parametrize(
    "llm",
    [ScriptedLLM([Reply(REPLY, "end", 20, 4, 5)]), RecordedLLM({prompt_sha256(asking()): Reply(REPLY, "end", 20, 4, 5)})],
    ids=["scripted", "recorded"],
)
def test_doubles_reply_alike(llm: LLM) -> None:
    """The doubles give back a whole reply as an adapter does, and have a name and limits."""
    assert llm.complete(asking()) == Reply(REPLY, "end", 20, 4, 5)
    assert llm.name
    assert llm.limits.context_tokens > llm.limits.output_tokens > 0


def test_name_says_what_was_chosen(kind: Kind) -> None:
    """The name is the text that chooses the model."""
    with server(kind, []) as fake:
        where = "anthropic:" if kind == "anthropic" else f"openai:{fake.base_url}#"
        assert connect(fake).name == where + MODELS[kind]


def test_all_tokens_read_are_counted(kind: Kind) -> None:
    """tokens_in holds what was read afresh, from the cache and into it."""
    with server(kind, [Say("{}", tokens_in=1000, tokens_cached=600, tokens_written=300, tokens_out=7)]) as fake:
        reply = connect(fake).complete(asking())
    assert (reply.tokens_in, reply.tokens_cached, reply.tokens_out) == (1000, 600, 7)


@pytest.mark.parametrize("stop", ["length", "window"])
def test_a_cut_off_reply_says_so(kind: Kind, stop: str) -> None:
    """A reply that ran out of tokens or context comes with what there is of it, marked `length` (K8)."""
    step = cut('{"ci') if stop == "length" else Say('{"ci', "window")
    with server(kind, [step]) as fake:
        reply = connect(fake).complete(asking())
    assert (reply.text, reply.stop) == ('{"ci', "length")


@pytest.mark.parametrize("text", ["", "I can't help with that."])
def test_a_refusal_says_so(kind: Kind, text: str) -> None:
    """A model that declines gives a reply marked `refusal`, with or without words (K8)."""
    with server(kind, [refuse(text)]) as fake:
        assert connect(fake).complete(asking()).stop == "refusal"


def test_thoughts_are_no_part_of_the_reply(kind: Kind) -> None:
    """What the model thinks before it answers is left out."""
    with server(kind, [Say("{}", thoughts='first {"city": "X"}, then')]) as fake:
        assert connect(fake).complete(asking()).text == "{}"


def test_an_empty_reply_is_empty_text(kind: Kind) -> None:
    """A reply without text is no fault of the adapter's: it is for the decision to judge (K8)."""
    with server(kind, [Say("")]) as fake:
        assert connect(fake).complete(asking()) == Reply("", "end", 20, 0, 5)


def test_lone_surrogates_are_replaced(kind: Kind) -> None:
    """A reply that carries half a character can be kept all the same."""
    with server(kind, [Say("a\ud83dz")]) as fake:
        assert connect(fake).complete(asking()).text == "a\ufffdz"


@pytest.mark.parametrize("code", [408, 429, 500, 502, 503, 529])
def test_a_busy_server_is_unavailable(kind: Kind, code: int) -> None:
    """Rate limits, overload and the server's own faults are MindUnavailable, after exactly one request."""
    fault = fault_of(kind, Status(code, message="overloaded right now"))
    assert isinstance(fault, MindUnavailable)
    assert fault.retry_after_s is None
    assert str(code) in str(fault)
    assert "overloaded right now" in str(fault)


@pytest.mark.parametrize("code", [429, 503, 529])
def test_an_hour_stays_an_hour(kind: Kind, code: int) -> None:
    """The wait that the server asks for comes back in full, and is not waited for here."""
    started = time.monotonic()
    fault = fault_of(kind, Status(code, {"retry-after": "3600"}))
    assert isinstance(fault, MindUnavailable)
    assert fault.retry_after_s == 3600.0
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [({"retry-after-ms": "1500", "retry-after": "9"}, 1.5), ({"retry-after": "-3"}, 0.0), ({"retry-after": "soon"}, None)],
)
def test_other_forms_of_the_wait(kind: Kind, headers: dict[str, str], wait_s: float | None) -> None:
    """Milliseconds go before seconds; a time that has passed is 0; what can't be read is no wait."""
    fault = fault_of(kind, Status(429, headers))
    assert isinstance(fault, MindUnavailable)
    assert fault.retry_after_s == wait_s


def test_the_wait_as_a_date(kind: Kind) -> None:
    """An HTTP date is turned into seconds from now."""
    fault = fault_of(kind, Status(429, {"retry-after": email.utils.formatdate(time.time() + 7200, usegmt=True)}))
    assert isinstance(fault, MindUnavailable)
    assert fault.retry_after_s == pytest.approx(7200, abs=30)


@pytest.mark.parametrize("code", [400, 402, 403, 413, 418])
def test_a_rejected_request_says_what_to_do(kind: Kind, code: int) -> None:
    """A request that would be rejected again is MindRejected, with the server's words and a next step."""
    fault = fault_of(kind, Status(code, message="prompt is too long"))
    assert isinstance(fault, MindRejected)
    assert f"{code}: prompt is too long; " in str(fault)


def test_a_redirect_is_not_followed(kind: Kind) -> None:
    """What was said goes to no other host than the one named: a redirect is MindRejected."""
    with server(kind, []) as other, server(kind, [Status(307, {"location": other.base_url}, "moved")]) as fake:
        with pytest.raises(MindRejected, match=r"307: moved; check the model's name and the base URL"):
            connect(fake).complete(asking())
        assert other.count == 0


def test_a_wrong_key_is_rejected(kind: Kind) -> None:
    """A wrong key is MindRejected and says where the key comes from."""
    with server(kind, [], key="right") as fake, pytest.raises(MindRejected, match=r"401.*pass api_key or set \w+_KEY"):
        connect(fake, key="wrong").complete(asking())


def test_a_wrong_model_is_rejected(kind: Kind) -> None:
    """A model that the server hasn't got is MindRejected and named."""
    with server(kind, [], models=["other"]) as fake, pytest.raises(MindRejected, match=r"404.*check the model's name"):
        connect(fake).complete(asking())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><title>Sign in to the hotel's network</title>",
        b"\xff\xfe\x00garbage",
        b"[" * 100_000,
        b"null",
        b"[1]",
        b'{"content": "text", "choices": []}',
        b'{"content": [], "choices": [{"message": "text"}]}',
        b'{"content": [], "stop_reason": 3, "choices": [{"message": {"content": 5}}]}',
    ],
)
def test_garbage_is_a_typed_error(kind: Kind, body: bytes) -> None:
    """An answer that follows no protocol is MindUnavailable, whatever its bytes (K8)."""
    fault = fault_of(kind, Raw(body))
    assert isinstance(fault, MindUnavailable)
    assert "does not follow its protocol" in str(fault)
    assert len(str(fault)) < 600


def test_odd_blocks_and_counts_do_no_harm(kind: Kind) -> None:
    """Blocks of unknown types are left out, counts that are none are 0."""
    usage = b'"usage": {"input_tokens": "many", "prompt_tokens": null, "output_tokens": -1}'
    blocks = b'"stop_reason": "new_reason", "content": [{"type": "omen", "text": "x"}, 7, {"type": "text"}, {"type": "text", "text": "{}"}]'
    choice = b'"choices": [{"message": {"content": "{}"}, "finish_reason": "new_reason"}]'
    with server(kind, [Raw(b"{" + usage + b", " + blocks + b", " + choice + b"}")]) as fake:
        assert connect(fake).complete(asking()) == Reply("{}", "end")


@pytest.mark.parametrize("code", [400, 500])
def test_an_error_page_stays_short(kind: Kind, code: int) -> None:
    """A proxy's page in place of an error is typed by its status and quoted in part, on one line."""
    fault = fault_of(kind, Raw(b"<html>\n\x1b[2J" + b"<p>Bad gateway</p>\n" * 5_000, code, {"content-type": "text/html"}))
    assert isinstance(fault, MindUnavailable if code == 500 else MindRejected)
    assert len(str(fault)) < 600
    assert str(fault).isprintable()


@pytest.mark.parametrize("step", [Drop(), Break('{"city": "Porto"}'), Raw(b"garbage", headers={"content-encoding": "gzip"})])
def test_a_broken_connection_is_unavailable(kind: Kind, step: Step) -> None:
    """A connection that ends before the whole reply is there is MindUnavailable; half a reply is none."""
    fault = fault_of(kind, step)
    assert isinstance(fault, MindUnavailable)
    assert "broke off" in str(fault)


def test_nobody_listens(kind: Kind) -> None:
    """A server that isn't running is MindUnavailable."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        with server(kind, []) as fake, pytest.raises(MindUnavailable, match="not reached"):
            connect(fake, base_url=url).complete(asking())


@pytest.mark.parametrize("step", [Hang(), Drip(every_s=0.02), Drip(every_s=0.02, headers_too=True), Say("{}", after_s=60)])
def test_the_deadline_holds(kind: Kind, step: Step) -> None:
    """A server that is silent or sends one byte at a time is given up at the deadline, MindUnavailable; nothing goes on waiting."""
    started = time.monotonic()
    fault = fault_of(kind, step, deadline_s=0.3)
    assert isinstance(fault, MindUnavailable)
    assert 0.25 < time.monotonic() - started < 3
    for thread in threading.enumerate():
        if thread.name.startswith("dcpm "):
            thread.join(timeout=5)
            assert not thread.is_alive()


def test_a_slow_reply_within_the_deadline_is_read(kind: Kind) -> None:
    """Slowness alone is no fault: what comes in time is taken."""
    with server(kind, [Drip('{"city": "Porto"}', every_s=0.0001)]) as fake:
        assert connect(fake).complete(asking()).text == '{"city": "Porto"}'


def test_one_call_given_up_leaves_the_others(kind: Kind) -> None:
    """Calls of one adapter on several threads share nothing: one that is late doesn't end the rest."""

    def script(body: dict[str, object]) -> Step:
        return Hang() if "HANG" in str(body["messages"]) else Say("{}", after_s=0.4)

    with server(kind, script) as fake, ThreadPoolExecutor(4) as pool:
        llm = connect(fake)
        late = pool.submit(llm.complete, asking("HANG", deadline_s=0.2))
        others = [pool.submit(llm.complete, asking(str(n))) for n in range(3)]
        assert [other.result().text for other in others] == ["{}"] * 3
        assert isinstance(late.exception(), MindUnavailable)


def test_unicode_and_length_arrive(kind: Kind) -> None:
    """A long text of many scripts arrives as it was sent, and its reply comes back whole."""
    text = "Ana ☕ 東京 עברית \u0000 \\u0041 'quote' \"double\"\n" * 4_000
    with server(kind, [Say(text)]) as fake:
        reply = connect(fake).complete(asking(text))
        sent = fake.requests[0].body["messages"][-1]["content"]
    assert sent == text
    assert reply.text == text


def test_what_is_recorded_can_be_replayed(kind: Kind, tmp_path: Path) -> None:
    """A recorder in front of an adapter writes a file that answers the same request without the server."""
    with server(kind, [Say(REPLY, tokens_cached=3)]) as fake:
        recorder = RecordingLLM(connect(fake), {})
        seen = recorder.complete(asking())
        assert recorder.name == connect(fake).name
    recorder.save(tmp_path / "replies.jsonl")
    assert RecordedLLM(tmp_path / "replies.jsonl").complete(asking()) == seen
