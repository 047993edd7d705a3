"""What writing costs: time with the offline rules, calls and tokens with a model, and how both grow.

    python -m bench.writing [--data FOLDER ...] [--limit 2000] [--stored 0 10000 100000] [--json FILE] [--plot FILE]

FOLDERs hold LoCoMo's or LongMemEval's file (bench/chats.py); messages of people alone are taken, whole sessions in an order drawn by
chance. Pasted documents (over 10,000 characters) are left out. Without --data they are those of the demonstration that comes along: too few to quote a figure from.

Offline: messages are kept first in batches of 64 (`decide="later"`, as an import does), then decided upon (`settle`); shares of the
encoder, of the rules that extract and reconcile, and of write transactions (waiting for the disk included); the rest looks up what is near and
cuts texts. Then `add` with one message at a time.
Asked: a scripted mind (bench/scripted_replies.py) replies in the form that a model is asked for; calls as the ledger has them, tokens
estimated as characters / 4 of all that is read (nothing from a cache) and written. Once in batches as an import makes them, once with a
call of `add` for each message. No budget bounds them, and a run that leaves a message undecided is an error: its figures would be too low.
Growth: the same messages are added to copies of a file that holds so many other messages and as many beliefs (pseudo-words, made-up
vectors, as in bench/latency.py).
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, report
from bench.chats import user_messages
from bench.filling import around
from bench.latency import grow, topics
from bench.scripted_replies import Replies
from bench.timing import TimedEncoder, TimedRules, TimedWrites
from dcpm_sqlite import Memory, Message, Settings
from dcpm_sqlite.encoder import default_encoder
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.llm.scripted import ScriptedLLM
from dcpm_sqlite.settings import Budget, MindSettings

BATCH = 64
ONE_BY_ONE = 200  # messages that are added one at a time
GROWN = 128  # messages that are added to a grown file, half of them one at a time


def _kept(memory: Memory, messages: list[Message]) -> None:
    for start in range(0, len(messages), BATCH):
        memory.add(messages[start : start + BATCH], decide="later")


def offline(messages: list[Message], place: Path, encoder: Encoder) -> dict[str, Any]:
    """Messages per second, and who takes the time."""
    timed = TimedEncoder(encoder)
    with Memory(place / "batches.db", mind="offline", encoder=timed) as memory:
        memory.recall("anything")  # opens and probes
        writes, timed.seconds, timed.texts = TimedWrites(memory), 0.0, 0
        started = time.perf_counter()
        _kept(memory, messages)
        kept_s, kept_encoder_s, kept_writes_s = time.perf_counter() - started, timed.seconds, writes.seconds
        writer = TimedRules(memory._store, memory.space, timed, memory._calibration(), memory.mind, "settle", time.sleep)
        writer.extract_s = writer.reconcile_s = 0.0
        started = time.perf_counter()
        done = writer.settle()
        decided_s, decided_encoder_s, decided_writes_s = (
            time.perf_counter() - started,
            timed.seconds - kept_encoder_s,
            writes.seconds - kept_writes_s,
        )
    stages = {
        "keeping": {"seconds": kept_s, "encoder": kept_encoder_s, "transactions": kept_writes_s},
        "deciding": {"seconds": decided_s, "encoder": decided_encoder_s, "extract": writer.extract_s, "reconcile": writer.reconcile_s,
                     "transactions": decided_writes_s},
    }  # fmt: skip
    stages["both"] = dict(sum((Counter(stage) for stage in stages.values()), Counter()))
    with Memory(place / "one by one.db", mind="offline", encoder=encoder) as memory:
        memory.recall("anything")
        singles = [_ms(memory, message) for message in messages[:ONE_BY_ONE]]
    return {
        "messages": len(messages), "characters": sum(len(m.text) for m in messages), "sessions": len({m.session for m in messages}),
        "beliefs": done.added + done.superseded, "superseded": done.superseded, "updated": done.updated, "duplicates": done.duplicates,
        "stages": {name: _stage(len(messages), parts) for name, parts in stages.items()},
        "one_at_a_time_p50_ms": round(float(np.quantile(singles, 0.5)), 2), "one_at_a_time_p95_ms": round(float(np.quantile(singles, 0.95)), 2),
        "one_at_a_time_per_s": round(1000 / float(np.mean(singles)), 1),
    }  # fmt: skip


def _stage(count: int, parts: dict[str, float]) -> dict[str, float]:
    """Messages per second, milliseconds per message, and the parts' shares of the time."""
    seconds = parts["seconds"]
    shares = {f"{name}_share": round(part / seconds, 3) for name, part in parts.items() if name != "seconds"}
    return {
        "per_s": round(count / seconds, 1),
        "ms": round(1000 * seconds / count, 2),
        **shares,
        "rest_share": round(1 - sum(shares.values()), 3),
    }


def _ms(memory: Memory, message: Message) -> float:
    started = time.perf_counter()
    memory.add(message)
    return (time.perf_counter() - started) * 1000


def asked(messages: list[Message], place: Path, encoder: Encoder, *, one_by_one: bool) -> dict[str, Any]:
    """Calls and tokens per 1,000 messages with the scripted mind."""
    settings = Settings(mind=MindSettings(budget=Budget(calls_per_day=None, calls_per_batch=None, tokens_per_batch=None)))
    name = "one by one" if one_by_one else "batches"
    with Memory(place / f"asked {name}.db", mind=ScriptedLLM(Replies()), encoder=encoder, settings=settings) as memory:
        started = time.perf_counter()
        if one_by_one:
            for message in messages:
                memory.add(message)
        else:
            _kept(memory, messages)
            memory.settle()
        took_s = time.perf_counter() - started
        lines, counts = memory.cost(), dict(memory.stats().counts)
    if counts["waiting for beliefs"]:
        raise RuntimeError(
            f"{counts['waiting for beliefs']} of {len(messages)} messages were not decided upon; calls and tokens would be too low"
        )
    per = 1000 / len(messages)
    total: dict[str, Any] = {
        "messages": len(messages), "faults": sum(line.faults for line in lines),
        "items": round(per * counts["beliefs"]), "calls": round(per * sum(line.calls for line in lines)),
        "tokens_in": round(per * sum(line.tokens_in for line in lines)), "tokens_out": round(per * sum(line.tokens_out for line in lines)),
        "own_ms_per_message": round(1000 * took_s / len(messages), 2),
    }  # fmt: skip
    for line in lines:
        total |= {f"{line.purpose}_calls": round(per * line.calls), f"{line.purpose}_tokens_in": round(per * line.tokens_in),
                  f"{line.purpose}_tokens_out": round(per * line.tokens_out)}  # fmt: skip
    return total


def growth(messages: list[Message], stored: list[int], place: Path, encoder: Encoder) -> list[dict[str, Any]]:
    """Milliseconds per message in copies of one file, at growing numbers of stored beliefs."""
    vectors = around(topics(encoder), 0.5, seed=5)
    half = min(GROWN, len(messages)) // 2
    batch, singles = messages[:half], messages[half : 2 * half]
    rows = []
    with Memory(place / "grown.db", mind="offline", encoder=encoder) as memory:
        done = 0
        for size in sorted(stored):
            grow(memory, vectors, done, size, with_beliefs=True)
            done = size
            copy = memory.backup(place / f"copy {size}.db")
            with Memory(copy, mind="offline", encoder=encoder) as grown:
                grown.recall("anything")
                first_ms = _ms(grown, Message("The first message after opening reads the codes into memory."))
                started = time.perf_counter()
                grown.add(batch)
                batch_ms = 1000 * (time.perf_counter() - started) / len(batch)
                each = [_ms(grown, message) for message in singles]
            copy.unlink()
            rows.append({
                "stored_beliefs": size, "first_add_ms": round(first_ms, 1), "batch_ms_per_message": round(batch_ms, 2),
                "one_at_a_time_p50_ms": round(float(np.quantile(each, 0.5)), 2), "one_at_a_time_p95_ms": round(float(np.quantile(each, 0.95)), 2),
            })  # fmt: skip
    return rows


def run(folders: list[Path], limit: int, stored: list[int], encoder: Encoder | None = None) -> dict[str, object]:
    """All parts on the same messages."""
    encoder = encoder or default_encoder()
    messages = user_messages(folders, limit)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        return {
            "bench": "writing", "data": [folder.name for folder in folders] or ["demonstration"], "encoder": encoder.identity.name,
            **machine.describe(), "offline": offline(messages, place, encoder),
            "asked": {name: asked(messages, place, encoder, one_by_one=each) for name, each in (("batches", False), ("one by one", True))},
            "growth": growth(messages, stored, place, encoder),
        }  # fmt: skip


def show(result: dict[str, Any]) -> None:
    """Tables for people."""
    console = Console()
    stages = result["offline"]["stages"]
    table = Table("offline", *stages)
    for name in stages["both"]:
        table.add_row(name.replace("_", " "), *[str(stage.get(name, "")) for stage in stages.values()])
    console.print(table)
    for name, value in result["offline"].items():
        if name != "stages":
            console.print(f"{name.replace('_', ' ')}: {value}", highlight=False)
    table = Table("scripted mind, per 1,000 messages", *result["asked"])
    for name in result["asked"]["one by one"]:
        table.add_row(name.replace("_", " "), *[str(way.get(name, "")) for way in result["asked"].values()])
    console.print(table)
    table = Table("stored beliefs", *[f"{row['stored_beliefs']:,}" for row in result["growth"]])
    for name in list(result["growth"][0])[1:]:
        table.add_row(name.replace("_", " "), *[str(row[name]) for row in result["growth"]])
    console.print(table)
    for key in ("data", "encoder", "machine", "system", "versions"):
        console.print(f"{key}: {result[key]}", highlight=False)


def plot(result: dict[str, Any], file: Path) -> None:
    """Milliseconds per message against stored beliefs."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name in ("batch_ms_per_message", "one_at_a_time_p50_ms", "one_at_a_time_p95_ms"):
        axes.plot(
            [row["stored_beliefs"] for row in result["growth"]],
            [row[name] for row in result["growth"]],
            marker="o",
            label=name.replace("_", " "),
        )
    axes.set_xlabel("beliefs in the space")
    axes.set_ylabel("ms per message")
    axes.set_ylim(bottom=0)
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", default=[], help="folders with LoCoMo or LongMemEval")
    parser.add_argument("--limit", type=int, default=2_000, help="messages at most")
    parser.add_argument("--stored", type=int, nargs="+", default=[0, 10_000, 100_000], help="beliefs that the file holds already")
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.data, options.limit, options.stored), options, show=show, plot=plot)


if __name__ == "__main__":
    main()
