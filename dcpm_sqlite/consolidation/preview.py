"""What a night would ask, without asking (dry run)."""

from __future__ import annotations

from dcpm_sqlite.consolidation.describing.decision import DESCRIBE
from dcpm_sqlite.consolidation.gathering import Ground, cluster_offer
from dcpm_sqlite.consolidation.induction.decision import INDUCE
from dcpm_sqlite.consolidation.setting_out import set_out
from dcpm_sqlite.consolidation.sweeping import undescribed
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
        space = ground.view(db).key
        described_by = nights.Asker(DESCRIBE.name, DESCRIBE.version, mind.name)
        waiting = len(undescribed(db, space, described_by)) if ground.settings.with_collisions else 0
        found = beliefs.by_keys(db, [key for ask in agenda.questions for key in ask.items])
    texts = tuple(tuple(found[key].text for key in ask.items if key in found) for ask in agenda.questions)
    if mind.llm is None:
        return NightPreview(agenda.fresh, agenda.noise, texts, agenda.revisited, mind.name, 0, 0, 0.0)
    chars = 0
    for number, ask in enumerate(agenda.questions, 1):
        offer = cluster_offer(ground, Question(number, ask.kind, ask.items), store.settings.clock())
        if offer is not None:
            prompt = INDUCE.prompt(offer)
            chars += len(prompt.system) + len(prompt.user)
    asked = len(agenda.questions)
    later = waiting + asked + asked // 2 if ground.settings.with_collisions else 0  # a schema of each cluster, a core of every other one
    tokens_in, tokens_out = chars // CHARS_PER_TOKEN + later * LATER_TOKENS, asked * TOKENS_PER_ANSWER + later * LATER_TOKENS // 4
    usd = cost_usd(mind.llm.name, Reply("", "end", tokens_in, 0, tokens_out))
    usd = None if usd is None else usd * (BATCH_SHARE if is_batched else 1.0)
    return NightPreview(agenda.fresh, agenda.noise, texts, agenda.revisited, mind.name, asked + waiting, asked + later, usd)
