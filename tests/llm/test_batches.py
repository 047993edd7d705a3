"""Batches of requests: what Anthropic's adapter sends and reads, through the SDK, and its double."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from dcpm_sqlite.errors import MindRejected, MindUnavailable
from dcpm_sqlite.llm.claude import ClaudeLLM
from dcpm_sqlite.llm.compatible import CompatibleLLM
from dcpm_sqlite.llm.port import BatchLLM, Outcomes, Reply
from dcpm_sqlite.llm.recorded import RecordedLLM
from dcpm_sqlite.llm.scripted import ScriptedBatchLLM, ScriptedLLM
from tests.batch_server import Canceled, Expired, FakeBatchServer, Line, Trouble, batch_server
from tests.llm.conftest import asking
from tests.servers import Drip, Drop, Hang, Raw, Say, Status, Step, cut, refuse, server

TWO = {"a": asking("Where is Ana?"), "b-2_B": asking("Where is Ben?")}


def claude(fake: FakeBatchServer, *, key: str = "k-1") -> ClaudeLLM:
    """The adapter in front of the server."""
    return ClaudeLLM("claude-haiku-5-5", api_key=key, base_url=fake.base_url)


def outcomes(*steps: object) -> Outcomes:
    """What a batch comes to whose requests, named 0, 1 ..., are answered so."""
    with batch_server(steps, looks=0) as fake:  # type: ignore[arg-type]
        llm = claude(fake)
        found = llm.collect(llm.submit({str(n): asking(str(n)) for n in range(len(steps))}, deadline_s=9), deadline_s=9)
        assert found is not None
        return found


@pytest.fixture(params=["anthropic", "double"])
def pair(request: pytest.FixtureRequest) -> Iterator[BatchLLM]:
    """Adapter and double: the first request is answered, the second fails; after two looks."""
    if request.param == "double":
        yield ScriptedBatchLLM(["one", MindUnavailable("busy")], looks=2)
        return
    with batch_server(["one", Status(529)], looks=2) as fake:
        yield claude(fake)


def test_a_batch_is_handed_in_looked_at_and_collected(pair: BatchLLM) -> None:
    """It is under way for two looks, then each outcome stands under its request's name, however often it is collected."""
    batch = pair.submit(TWO, deadline_s=9)
    assert [pair.collect(batch, deadline_s=9) for _ in range(2)] == [None, None]
    for _ in range(2):
        found = pair.collect(batch, deadline_s=9)
        assert found is not None
        assert set(found) == set(TWO)
        reply = found["a"]
        assert isinstance(reply, Reply)
        assert (reply.text, reply.stop) == ("one", "end")
        assert isinstance(found["b-2_B"], MindUnavailable)


def test_an_unknown_batch_got_nothing(pair: BatchLLM) -> None:
    """A batch that isn't there, or not any more, is no fault: nothing came of it."""
    assert pair.collect("msgbatch_gone", deadline_s=9) == {}


def test_a_cancelled_batch_ends(pair: BatchLLM) -> None:
    """What was not answered by then is the fault of each request that it is about."""
    batch = pair.submit(TWO, deadline_s=9)
    pair.cancel(batch, deadline_s=9)
    found = pair.collect(batch, deadline_s=9)
    assert found is not None
    assert [type(outcome) for outcome in found.values()] == [MindUnavailable, MindUnavailable]
    assert all("cancelled" in str(outcome) for outcome in found.values())


def test_who_takes_batches() -> None:
    """Anthropic's models and the double do; local servers, recorded and plainly scripted replies don't."""
    takes = [ClaudeLLM("m"), ScriptedBatchLLM([])]
    not_so = [CompatibleLLM("http://localhost:1/v1", "m"), RecordedLLM({}), ScriptedLLM([])]
    assert [isinstance(llm, BatchLLM) for llm in (*takes, *not_so)] == [True, True, False, False, False]


def test_a_request_is_the_same_alone_and_in_a_batch() -> None:
    """Caching, schema, thinking and length go out as with a single call."""
    with server("anthropic", ["{}"]) as fake:
        ClaudeLLM("claude-opus-5-5", api_key="k", base_url=fake.base_url).complete(TWO["a"])
        alone = fake.requests[0].body
    with batch_server([], looks=None) as fake:
        ClaudeLLM("claude-opus-5-5", api_key="k", base_url=fake.base_url).submit(TWO, deadline_s=9)
        together = fake.requests[0].body
    assert [request["custom_id"] for request in together["requests"]] == ["a", "b-2_B"]
    assert together["requests"][0]["params"] == alone
    assert alone["output_config"]["effort"] == "low"


def test_nothing_goes_to_another_host() -> None:
    """Results are fetched from the address that was chosen, whatever address the server names for them."""
    with batch_server(["{}", "{}"], looks=0) as fake:
        llm = claude(fake)
        assert llm.collect(llm.submit(TWO, deadline_s=9), deadline_s=9)
        asked = [(request.method, request.path) for request in fake.requests]
        shown = json.loads(fake.batches.step(fake.requests[1], fake.scripted).body)  # type: ignore[union-attr]
    path = "/v1/messages/batches"
    assert asked == [("POST", path), ("GET", f"{path}/msgbatch_01"), ("GET", f"{path}/msgbatch_01/results")]
    assert "elsewhere.test" in shown["results_url"]


def test_results_come_in_any_order() -> None:
    """Each reply stands under the name of its own request: the server sends the last first."""
    found = outcomes(*(f"reply {n}" for n in range(5)))
    assert list(found) == ["4", "3", "2", "1", "0"]
    assert {name: getattr(reply, "text", None) for name, reply in found.items()} == {str(n): f"reply {n}" for n in range(5)}


def test_a_reply_comes_whole() -> None:
    """Text, stop and all counts of tokens are read as those of a single call."""
    found = outcomes(
        Say("é\u2028☕", tokens_in=1000, tokens_cached=600, tokens_written=300, tokens_out=7), cut("{"), refuse(), Say("a\ud83dz")
    )
    assert found == {
        "0": Reply("é\u2028☕", "end", 1000, 600, 7),
        "1": Reply("{", "length", 20, 0, 5),
        "2": Reply("", "refusal", 20, 0, 5),
        "3": Reply("a\ufffdz", "end", 20, 0, 5),
    }


@pytest.mark.parametrize(
    ("step", "kind", "told"),
    [
        (Status(529), MindUnavailable, "529: as scripted"),
        (Status(500), MindUnavailable, "500: as scripted"),
        (Status(429), MindUnavailable, "429: as scripted"),
        (Status(400, message="prompt is too long"), MindRejected, "400: prompt is too long; the request was rejected"),
        (Status(413), MindRejected, "413"),
        (Expired(), MindUnavailable, "within the 24 hours"),
        (Canceled(), MindUnavailable, "cancelled"),
        (Line(b'{"custom_id": "1", "result": {"type": "errored"}}'), MindUnavailable, "500"),
        (Line(b'{"custom_id": "1", "result": {"type": "errored", "error": {"error": {"type": ["x"]}}}}'), MindUnavailable, "500"),
        (Line(b'{"custom_id": "1", "result": {"type": "omen"}}'), MindUnavailable, "does not follow its protocol"),
        (Line(b'{"custom_id": "1", "result": {"type": ["succeeded"]}}'), MindUnavailable, "does not follow its protocol"),
        (Line(b'{"custom_id": "1", "result": {"type": "succeeded", "message": {"content": 5}}}'), MindUnavailable, "does not follow its protocol"),
        (Line(b'{"custom_id": "1"}'), MindUnavailable, "does not follow its protocol"),
    ],
)  # fmt: skip
def test_one_that_failed_harms_no_other(step: object, kind: type[Exception], told: str) -> None:
    """A request that failed, expired, was cancelled or came back in an unknown shape is its own fault; its siblings have their replies."""
    found = outcomes("zero", step, "two")
    fault = found["1"]
    assert type(fault) is kind
    assert told in str(fault)
    assert [getattr(found[name], "text", None) for name in "02"] == ["zero", "two"]


@pytest.mark.parametrize("line", [b"", b"garbage", b"[" * 5_000, b"null", b'{"custom_id": 3}'])
def test_a_line_that_cannot_be_read_is_a_request_that_got_nothing(line: bytes) -> None:
    """What no name can be read of is left out; the rest of the file counts."""
    assert list(outcomes("zero", Line(line), "two")) == ["2", "0"]


@pytest.mark.parametrize("body", [b"", b"\n\n", b"<!doctype html>\n<p>Sign in", b"\xff\xfe", b"[1]\nnull"])
def test_a_file_without_one_result_is_none(body: bytes) -> None:
    """A proxy's page in place of the results leaves the batch to be collected again: nothing is taken for lost."""
    with batch_server(["{}", "{}"], looks=0, trouble=Trouble(results=[Raw(body)])) as fake:
        llm = claude(fake)
        batch = llm.submit(TWO, deadline_s=9)
        with pytest.raises(MindUnavailable, match="does not follow its protocol"):
            llm.collect(batch, deadline_s=9)
        assert len(llm.collect(batch, deadline_s=9) or ()) == 2


def test_dropped_results_are_gone() -> None:
    """Results that the server keeps no longer are as those of a batch that it doesn't know."""
    with batch_server(["{}", "{}"], looks=0, trouble=Trouble(results=[Status(404)])) as fake:
        llm = claude(fake)
        assert llm.collect(llm.submit(TWO, deadline_s=9), deadline_s=9) == {}


@pytest.mark.parametrize(
    "body", [b"", b"garbage", b"[]", b'{"id": 3}', b'{"id": ""}', b'{"id": "a b"}', b'{"id": "\xc3\xa9"}', b'{"id": "%s"}' % (b"x" * 201)]
)
def test_a_batch_without_an_id_was_not_handed_in(body: bytes) -> None:
    """An answer to the handing-in that names no batch is MindUnavailable."""
    with (
        batch_server([], trouble=Trouble(create=[Raw(body)])) as fake,
        pytest.raises(MindUnavailable, match="does not follow its protocol"),
    ):
        claude(fake).submit(TWO, deadline_s=9)


@pytest.mark.parametrize("body", [b"", b"garbage", b"[]", b'{"processing_status": null}'])
def test_a_batch_without_a_status_is_not_known(body: bytes) -> None:
    """An answer to a look that says nothing is MindUnavailable, not an end; an unknown status is one under way."""
    with batch_server([], trouble=Trouble(retrieve=[Raw(body), Raw(b'{"processing_status": "dreaming"}')])) as fake:
        with pytest.raises(MindUnavailable, match="does not follow its protocol"):
            claude(fake).collect("msgbatch_01", deadline_s=9)
        assert claude(fake).collect("msgbatch_01", deadline_s=9) is None


def test_the_servers_wait_comes_back() -> None:
    """An overloaded server's wait is told in full, and asked of nobody: one request was made."""
    with batch_server([], trouble=Trouble(create=[Status(529, {"retry-after": "40"})])) as fake:
        with pytest.raises(MindUnavailable, match="529") as caught:
            claude(fake).submit(TWO, deadline_s=9)
        assert (caught.value.retry_after_s, fake.count) == (40.0, 1)


def test_a_wrong_key_is_rejected() -> None:
    """A key that isn't the server's is MindRejected at each address."""
    with batch_server([], key="right") as fake:
        llm = claude(fake, key="wrong")
        for call in (lambda: llm.submit(TWO, deadline_s=9), lambda: llm.collect("b", deadline_s=9), lambda: llm.cancel("b", deadline_s=9)):
            with pytest.raises(MindRejected, match=r"401.*ANTHROPIC_API_KEY"):
                call()


@pytest.mark.parametrize("step", [Hang(), Drip(every_s=0.02), Say("{}", after_s=60)])
def test_the_deadline_holds(step: Step) -> None:
    """A server that is silent or slow is given up in time."""
    with batch_server([], trouble=Trouble(create=[step], retrieve=[step])) as fake:
        for call in (lambda: claude(fake).submit(TWO, deadline_s=0.2), lambda: claude(fake).collect("b", deadline_s=0.2)):
            started = time.monotonic()
            with pytest.raises(MindUnavailable, match=r"within 0\.2 s|timed out"):
                call()
            assert time.monotonic() - started < 3


def test_a_broken_connection_is_unavailable() -> None:
    """A connection that ends without an answer is MindUnavailable."""
    with batch_server([], trouble=Trouble(create=[Drop()], retrieve=[Drop()])) as fake:
        for call in (lambda: claude(fake).submit(TWO, deadline_s=9), lambda: claude(fake).collect("b", deadline_s=9)):
            with pytest.raises(MindUnavailable, match="broke off"):
                call()


def test_what_was_answered_before_the_end_is_kept() -> None:
    """Of a cancelled batch the replies that were there come back; a batch that has ended can't be cancelled, which is told."""
    with batch_server(["{}"], looks=None, before_cancel=1) as fake:
        llm = claude(fake)
        batch = llm.submit(TWO, deadline_s=9)
        llm.cancel(batch, deadline_s=9)
        found = llm.collect(batch, deadline_s=9)
        assert found is not None
        assert isinstance(found["a"], Reply)
        assert isinstance(found["b-2_B"], MindUnavailable)
        with pytest.raises(MindRejected, match="has ended"):
            llm.cancel(batch, deadline_s=9)
        assert fake.batches.answered == 1


def test_the_fake_refuses_as_the_real_one_does() -> None:
    """A name twice, or one of other characters, is rejected; a malformed request fails by itself when the batch ends."""
    with batch_server(["{}"], looks=0) as fake:
        for name in ("", "a b", "x" * 65):
            with pytest.raises(MindRejected, match="custom_id"):
                claude(fake).submit({name: asking()}, deadline_s=9)
        batch = claude(fake).submit({"odd": asking(max_tokens=0), "good": asking()}, deadline_s=9)
        found = claude(fake).collect(batch, deadline_s=9)
        assert found is not None
        assert isinstance(found["odd"], MindRejected)
        assert isinstance(found["good"], Reply)
