"""What a night would ask, without asking (dry run)."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.consolidation.gathering import Ground, cluster_offer
from dcpm_sqlite.consolidation.induction.decision import INDUCE
from dcpm_sqlite.consolidation.setting_out import set_out
from dcpm_sqlite.deciding.decide_many import batching
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.llm.port import Reply
from dcpm_sqlite.llm.prices import BATCH_SHARE, cost_usd
from dcpm_sqlite.records import NightPreview
from dcpm_sqlite.store import beliefs, nights, raw
from dcpm_sqlite.store.nights import Question

CHARS_PER_TOKEN = 4
TOKENS_PER_ANSWER = 250  # an induction's reply has two or three actions of some 80 tokens
LATER_TOKENS = 500  # read and written for a description or a core, the fixed part of the prompt included


@dataclass(frozen=True, slots=True)
class _Calls:
    """Calls of a night: at least one for each cluster; at most as many descriptions again, and a core for every two of them."""

    clusters: int

    @property
    def most(self) -> int:
        return 2 * self.clusters + self.clusters // 2


def preview(ground: Ground, mind: Mind, *, is_batched: bool = False) -> NightPreview:
    """Clusters, calls and cost of a night that would begin now; nothing is written or asked. Raises UsageError as `decide_many` does."""
    store = ground.store
    if is_batched:
        batching(mind)
    with store.file.read() as db:
        if raw.space_key(db, ground.space) is None:
            return NightPreview(0, 0, (), 0, mind.name, 0, 0, 0.0)
    agenda = set_out(ground, nights.Asker(INDUCE.name, INDUCE.version, mind.name), store.settings.clock())
    with store.file.read() as db:
        found = beliefs.by_keys(db, [key for ask in agenda.questions for key in ask.items])
    texts = tuple(tuple(found[key].text for key in ask.items if key in found) for ask in agenda.questions)
    if mind.llm is None:
        return NightPreview(agenda.fresh, agenda.noise, texts, agenda.revisited, mind.name, 0, 0, 0.0)
    calls = _Calls(len(agenda.questions))
    chars = 0
    for number, ask in enumerate(agenda.questions, 1):
        offer = cluster_offer(ground, Question(number, ask.kind, ask.items), store.settings.clock())
        if offer is not None:
            prompt = INDUCE.prompt(offer)
            chars += len(prompt.system) + len(prompt.user)
    later = calls.most - calls.clusters
    usd = cost_usd(
        mind.llm.name,
        Reply(
            "", "end", chars // CHARS_PER_TOKEN + later * LATER_TOKENS, 0, calls.clusters * TOKENS_PER_ANSWER + later * LATER_TOKENS // 4
        ),
    )
    usd = None if usd is None else usd * (BATCH_SHARE if is_batched else 1.0)
    return NightPreview(agenda.fresh, agenda.noise, texts, agenda.revisited, mind.name, calls.clusters, calls.most, usd)
