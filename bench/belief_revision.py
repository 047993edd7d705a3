"""What is believed after facts were contradicted by later ones: FactConsolidation, without a language model.

    python -m bench.belief_revision --data FOLDER [--sets sh_6k sh_64k] [--show] [--json FILE] [--plot FILE]

FOLDER holds `conflict_resolution.json`, the data of MemoryAgentBench's Conflict_Resolution split as JSON (huggingface.co/datasets/
ai-hyz/MemoryAgentBench; MIT; drawn from MQuAKE, MIT), and `singlehop_gold.jsonl`, a line per single-hop question with `source`, `qid`,
`question`, `gold_fact` and `stale_facts` (numbers of facts) and `status`; rows with another status than `ok` have a wrong label and are
left out. Nothing is downloaded.

Each fact is one message of the user, without its number, a minute after the one before, all in one session; they go through the
public `Memory.add` with the offline mind. Each question is asked three ways: the whole product; chains off (the same beliefs drawn, every
one added as new); plain recall (no beliefs). A fact is found in a hit that rests on its message, and leads a hit that shows its text
first. Newer above stale: the right fact leads a hit, and no hit before it is led by a fact that it replaced. Stale absent: no
current belief rests on a replaced fact alone.

Questions are parted by the data set's phrases (bench/fact_consolidation.py): where words say that there is one of a kind at a time ("the
capital of"), reading them is enough; where they don't ("is famous for", "speaks"), a second fact adds to the first by its words, and
rules that read words can't know that it is meant to replace it. Nothing is tuned on this data.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench import machine, report
from bench.fact_consolidation import FactSet, Question, read
from bench.intervals import bootstrap
from bench.labelled.score import share
from bench.revision_show import WAYS, plot, show
from bench.revision_state import State, fates, states_of, supersession
from dcpm_sqlite import Memory, Message, Moment, Settings
from dcpm_sqlite.deciding.decide import Verdict
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.encoder.port import Encoder
from dcpm_sqlite.records import Hit, Recollection
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.writing.believe import Believing
from dcpm_sqlite.writing.reconciling.offer import Offer, Outcome, Reconciliation

BATCH = 64  # messages per add
K = 10
STARTS_MS, MINUTE_MS = 1_704_067_200_000, 60_000


class AddingOnly(Believing):
    """A writer that draws the same items and adds each of them as new."""

    def _reconcile(self, offer: Offer, desk: Desk) -> Verdict[Reconciliation]:
        return Verdict(Reconciliation(tuple(Outcome("ADD") for _ in offer.items)), self.mind.name, None, 0)


@dataclass(frozen=True, slots=True)
class Answered:
    """One question's outcome one way. found, led: place (from 1) of the first hit with the right fact, and led by it; 0 for none.

    is_newer_above, is_stale_absent: None where no earlier fact was replaced, the second also where nothing is believed.
    is_stale_read: whether something was drawn from each replaced fact; what was not is absent for a poor reason.
    """

    question: Question
    found: int
    led: int
    is_newer_above: bool | None
    is_stale_absent: bool | None
    is_stale_read: bool


def tell(memory: Memory, found: FactSet, *, chained: bool) -> tuple[dict[str, int], Counter[str]]:
    """Every fact as a message; numbers of the facts by the messages' ids, and what was drawn and not taken, by reason.

    chained: as `add` decides; otherwise the same batches are decided upon by a writer that adds everything as new.
    """
    numbers: dict[str, int] = {}
    refused: Counter[str] = Counter()
    for start in range(0, len(found.facts), BATCH):
        batch = found.facts[start : start + BATCH]
        messages = [
            Message(fact.text, said_at=Moment(STARTS_MS + fact.number * MINUTE_MS), session=found.name, source="factconsolidation",
                    source_key=str(fact.number))
            for fact in batch
        ]  # fmt: skip
        done = memory.add(messages, decide="now" if chained else "later")
        settled = done.settled if chained else _adding_only(memory).settle()
        refused.update(dict(settled.refused) if settled else {})
        numbers |= dict(zip(done.ids, (fact.number for fact in batch), strict=True))
    return numbers, refused


def _adding_only(memory: Memory) -> AddingOnly:
    return AddingOnly(memory._store, memory.space, memory._encoder, memory._calibration(), memory.mind, "settle", time.sleep)


def answer(found: FactSet, question: Question, recalled: Recollection, numbers: Mapping[str, int], states: Mapping[str, State]) -> Answered:
    """Where the right fact and the replaced ones stand among the hits."""
    by_text = {_plain(fact.text): fact.number for fact in found.facts}

    def leading(hit: Hit) -> frozenset[int]:
        if (said := by_text.get(_plain(hit.text))) is not None:
            return frozenset((said,))
        return frozenset((numbers[hit.id],)) if hit.kind == "passage" else states[hit.id].facts

    leads = [leading(hit) for hit in recalled.hits]
    place = _first(question.gold in {numbers[id] for id in hit.sources} for hit in recalled.hits)
    led, stale = _first(question.gold in facts for facts in leads), _first(bool(facts & question.stale) for facts in leads)
    current = [state.facts for state in states.values() if state.successor is None and state.facts]
    drawn = {number for state in states.values() for number in state.facts}
    return Answered(
        question, place, led, (led > 0 and (stale == 0 or led < stale)) if question.stale else None,
        not any(facts <= question.stale for facts in current) if question.stale and states else None,
        question.stale <= drawn,
    )  # fmt: skip


def _first(flags: Iterable[bool]) -> int:
    return next((place for place, flag in enumerate(flags, 1) if flag), 0)


def _plain(text: str) -> str:
    return text.casefold().strip(" .")


def run_set(found: FactSet, encoder: Encoder | None) -> dict[str, Any]:
    """Tell the facts to two files, one of them without chains, and ask every question three ways."""
    with tempfile.TemporaryDirectory() as place:
        path, unchained = Path(place) / "whole.db", Path(place) / "unchained.db"
        with Memory(path, mind="offline", encoder=encoder) as memory:
            started = time.perf_counter()
            numbers, refused = tell(memory, found, chained=True)
            took_s = time.perf_counter() - started
            states = states_of(memory, numbers)
            answers = {"whole product": _ask(memory, found, numbers, states)}
        with Memory(unchained, mind="offline", encoder=encoder) as memory:
            others, _ = tell(memory, found, chained=False)
            answers["chains off"] = _ask(memory, found, others, states_of(memory, others))
        plain = Settings(recall=RecallSettings(with_beliefs=False))
        with Memory(path, mind="offline", encoder=encoder, settings=plain) as memory:
            answers["plain recall"] = _ask(memory, found, numbers, {})
    rows = [
        {"questions": name, "way": way, **_scores([a for a in answers[way] if _is_of(found, a, kind)])}
        for name, kind in (("all", None), ("one at a time by its words", True), ("several by its words", False))
        for way in WAYS
    ]
    return {
        "set": found.name, "messages_per_s": round(len(found.facts) / took_s, 1), "refused": dict(refused),
        "rows": rows, "differences": _differences(answers),
        "supersession": supersession(found, fates(found, states), states), "missed_questions": _missed(found, answers["whole product"]),
    }  # fmt: skip


def _is_of(found: FactSet, answered: Answered, single: bool | None) -> bool:
    return single is None or found.facts[answered.question.gold].phrase.is_single is single


def _ask(memory: Memory, found: FactSet, numbers: Mapping[str, int], states: Mapping[str, State]) -> list[Answered]:
    return [answer(found, q, memory.recall(q.text, k=K), numbers, states) for q in found.questions]


def _scores(answers: list[Answered]) -> dict[str, Any]:
    rivals = [a for a in answers if a.is_newer_above is not None]
    absent = [a for a in answers if a.is_stale_absent is not None]
    return {
        "n": len(answers),
        **{f"found@{k}": share([0 < a.found <= k for a in answers]).as_json() for k in (1, 5, 10)},
        **{f"leads@{k}": share([0 < a.led <= k for a in answers]).as_json() for k in (1, 5, 10)},
        "newer above stale": share([bool(a.is_newer_above) for a in rivals]).as_json(),
        "stale absent": share([bool(a.is_stale_absent) for a in absent]).as_json() if absent else None,
        "… though read": share([bool(a.is_stale_absent) for a in absent if a.is_stale_read]).as_json() if absent else None,
    }


def _differences(answers: Mapping[str, list[Answered]]) -> list[dict[str, Any]]:
    """The whole product against the two others, question by question, with paired intervals."""
    measures: dict[str, Callable[[Answered], bool | None]] = {
        "found@1": lambda a: 0 < a.found <= 1, "found@10": lambda a: 0 < a.found <= 10, "leads@1": lambda a: 0 < a.led <= 1,
        "leads@10": lambda a: 0 < a.led <= 10, "newer above stale": lambda a: a.is_newer_above,
    }  # fmt: skip
    rows = []
    for other in WAYS[1:]:
        for name, measure in measures.items():
            pairs = [(measure(a), measure(b)) for a, b in zip(answers[WAYS[0]], answers[other], strict=True)]
            values = np.array([float(a) - float(b) for a, b in pairs if a is not None and b is not None])
            mean = float(values.mean()) if len(values) else float("nan")
            rows.append(
                {"against": other, "measure": name, "difference": round(mean, 4), "interval": [round(x, 4) for x in bootstrap(values)]}
            )
    return rows


def _missed(found: FactSet, answers: list[Answered]) -> list[str]:
    return [
        f"{a.question.text} right: {found.facts[a.question.gold].text!r} (found at {a.found or '-'}, leads at {a.led or '-'}), "
        f"replaced: {[found.facts[n].text for n in sorted(a.question.stale)]}"
        for a in answers
        if not a.led or a.is_newer_above is False or a.is_stale_absent is False
    ]


def run(folder: Path, wanted: list[str] | None, encoder: Encoder | None = None) -> dict[str, object]:
    """Every set in turn."""
    return {
        "bench": "belief_revision",
        "mind": "offline",
        **machine.describe(),
        "sets": [run_set(found, encoder) for found in read(folder, wanted)],
    }


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="*", help="sets by name, with or without 'factconsolidation_'")
    parser.add_argument("--show", action="store_true", help="list phrases by misses, with examples, and the questions that went wrong")
    report.add_options(parser)
    options = parser.parse_args()
    report.deliver(run(options.data, options.sets), options, show=partial(show, with_misses=options.show), plot=plot)


if __name__ == "__main__":
    main()
