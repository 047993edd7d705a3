"""What a night came to, and what it would ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NightState = Literal["done", "partial", "failed", "nothing"]  # `failed` is on record only: the call raised


@dataclass(frozen=True, slots=True)
class NightReport:
    """What a night came to. job: by which it can be taken back, None when nothing was to be asked or changed.

    state: `done`; `partial` (a budget or a mind ended it early, `fault` says why; the rest waits); `nothing` (no news).
    fresh: beliefs in no node; noise: of them those in no cluster; clusters: asked about tonight (of them `revisited` nodes whose
    evidence was superseded); described: new schemas; collisions: groups of schemas that collided across domains and were asked about.
    schemas, intentions, cores, evidence, edges: made tonight; attached: schemas that joined a standing core; expired, fulfilled,
    dropped, withdrawn: nodes whose state changed; refused: actions that were not taken, by reason; failed: questions left for another night.
    calls: of a model, of them reasked; usd: None where a price isn't known.
    """

    job: str | None
    mind: str
    state: NightState
    fresh: int = 0
    noise: int = 0
    clusters: int = 0
    revisited: int = 0
    described: int = 0
    collisions: int = 0
    schemas: int = 0
    intentions: int = 0
    cores: int = 0
    evidence: int = 0
    edges: int = 0
    attached: int = 0
    expired: int = 0
    fulfilled: int = 0
    dropped: int = 0
    withdrawn: int = 0
    refused: tuple[tuple[str, int], ...] = ()
    failed: int = 0
    calls: int = 0
    reasked: int = 0
    usd: float | None = 0.0
    fault: str | None = None
    is_resumed: bool = False


@dataclass(frozen=True, slots=True)
class NightPreview:
    """What a night would ask about, without asking.

    clusters: their beliefs' texts; calls_least: of what there is to ask now; calls_about: with about as many descriptions and cores as
    would come of it; usd: of those, None where the price isn't known.
    """

    fresh: int
    noise: int
    clusters: tuple[tuple[str, ...], ...]
    revisited: int
    mind: str
    calls_least: int
    calls_about: int
    usd: float | None
