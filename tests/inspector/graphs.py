"""Graphs of any size that look like somebody's life, the same for the same arguments."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from dcpm_sqlite.records import DOMAINS, PREDICATES, Belief, Edge, Evidence, Graph, Moment, Node, RawInput
from dcpm_sqlite.store.ids import as_text

NOW_MS = 1_780_272_000_000  # 2026-06-01T00:00Z
DAY_MS = 86_400_000

# Per domain: what is done again and again, and what was said of it.
_LIFE: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "work": (
        ("Prepares every client meeting the evening before, with printed drawings and a list of open questions", ("printed the drawings for the school in Voss", "stayed late to write down questions for the client", "went through the daylight study once more before the meeting")),
        ("Takes on too much in spring and hands part of it over in May", ("said yes to a third project in March", "gave the facade details to Jonas", "was relieved to have fewer projects")),
        ("Learns new tools from a colleague rather than from manuals", ("asked Ingrid to show how Radiance is set up", "sat beside Jonas to learn the new model viewer")),
    ),
    "sport": (
        ("Runs three mornings a week, whatever the weather", ("ran along the fjord in the rain", "was out before six for ten kilometres", "skipped only one run this month")),
        ("Writes down every long run and compares it with last year's", ("bought a second notebook for long runs", "was two minutes faster than last April")),
        ("Goes swimming with Ada on Sundays when the knee hurts", ("swam instead of running", "met Ada at the pool")),
    ),
    "health": (
        ("Avoids hazelnuts and reads the list of ingredients twice", ("sent the cake back because of hazelnuts", "asked the waiter about the pesto", "asked for a dessert without hazelnuts")),
        ("Sleeps badly in the week before a deadline", ("lay awake until three", "slept five hours before the hand-in")),
    ),
    "food": (
        ("Cooks for the whole week on Sunday evening", ("made lentil soup for five days", "filled the freezer on Sunday", "had no need to cook on Tuesday")),
        ("Tries one new recipe a month and keeps it when guests liked it", ("made a saffron risotto for the first time", "wrote the recipe down for the guests")),
        ("Buys fish only at the market on Saturday", ("bought cod at the market", "would not take the supermarket's salmon")),
    ),
    "travel": (
        ("Plans each trip weeks ahead, with checked routes and a list for each day", ("had the trains to Vienna booked in February", "made a list of what to see on each day", "checked the ferry times twice")),
        ("Travels by train where it can be done in a day", ("took the night train to Hamburg", "did not fly to Oslo")),
    ),
    "family": (
        ("Calls the mother every Wednesday evening", ("talked with mother for an hour", "called home on Wednesday as always")),
        ("Visits the sister in Trondheim at Easter and in autumn", ("was in Trondheim at Easter", "booked the autumn week with Sigrid")),
    ),
    "home": (
        ("Repairs things before buying new ones", ("soldered the lamp's cable", "glued the chair's leg for the second time", "found a spare part for the kettle")),
        ("Puts off decisions about the flat until the lease is up", ("will think about the flat in summer", "did not answer the landlord's letter")),
    ),
    "music": (("Practises the cello in short sittings, nearly every day", ("played scales for fifteen minutes", "went through the Bach again before dinner", "practised although it was late")),),
    "reading": (
        ("Reads long novels in winter and travel books in summer", ("began Middlemarch in December", "took a book on Georgia to the beach")),
        ("Gives up a book after fifty pages when it does not hold her", ("put the thriller aside on page fifty",)),
    ),
    "money": (
        ("Sets a fixed sum aside on the first of the month", ("moved 4,000 to savings", "put money aside again in January")),
        ("Waits a week before buying anything above 2,000 kroner", ("slept on it before buying the bicycle", "still had not bought the coat after a week")),
    ),
    "pets": (("Takes the cat to the vet every half year, and notes its weight", ("weighed Pelle, 4.6 kilograms", "was at the vet in March with Pelle")),),
    "technology": (("Keeps a copy of everything on a disk at her sister's", ("carried the backup disk to Trondheim", "copied the photos before the trip")),),
    "relationships": (
        ("Keeps friendships going by doing something together, seldom by writing", ("went hiking with Ada instead of writing back", "met the old flatmates for a concert")),
        ("Needs a quiet evening after every large gathering", ("left the party at ten and stayed in on Sunday",)),
    ),
    "nature": (("Walks the same hill in each season and photographs the same birch", ("photographed the birch in the snow", "was up on Ulriken in May")),),
    "education": (("Finishes courses that have a date at the end, and drops those without", ("passed the German exam in June", "stopped the online course in week three")),),
    "art": (("Draws buildings by hand on every journey", ("drew the Secession in Vienna", "filled half a sketchbook in Hamburg")),),
    "transport": (("Cycles to work from April to October", ("cycled to the office for the first time this year", "had the brakes checked in March")),),
    "entertainment": (("Watches a series only when somebody watches along", ("watched two parts with Sigrid", "waited for Ada before the last part")),),
    "society": (("Helps at the neighbourhood's repair café on the first Saturday", ("repaired a toaster at the repair café",)),),
    "spirituality": (("Sits still for ten minutes before the day begins", ("sat by the window before breakfast",)),),
}  # fmt: skip

_INTENTIONS = (
    ("work", "Hand in the competition entry for the school in Voss", "competition, Voss, hand-in", 2, 4, "open"),
    ("sport", "Run the Bergen City Marathon again, under four hours", "marathon, training", 40, 41, "open"),
    ("home", "Decide whether to keep the flat when the lease ends", "flat, landlord, lease", 60, 120, "open"),
    ("health", "Have the knee looked at before the training begins", "knee, doctor", -3, 2, "open"),
    ("travel", "Book the night train to Vienna for the autumn", "Vienna, train", None, 30, "open"),
    ("family", "Mother's seventieth birthday: find a present together with Sigrid", "mother, birthday, present", 5, 6, "open"),
    ("education", "Pass the German exam at level B2", "German, exam", -20, -19, "fulfilled"),
    ("money", "Ask the bank about a loan for the bicycle", "bank, loan", -90, -60, "dropped"),
    ("travel", "Renew the passport before the trip to Georgia", "passport", -40, -30, "expired"),
    ("reading", "Finish Middlemarch at last", None, None, None, "open"),
    ("music", "Play at Ada's wedding", "wedding, cello", 75, 76, "open"),
)  # fmt: skip

_CORES = (
    "Prepares early and in writing, and is calm once there is a list",
    "Keeps things and people for long, by small regular acts",
    "Decides late where something would be given up",
    "Learns by doing it next to somebody who can",
    "Measures herself against last year, not against others",
    "Goes without rather than taking what is second best",
    "Recovers alone and in silence after large efforts",
    "Trusts what she has tried over what she has read",
)  # fmt: skip

_CHANGES = (
    ("lives in Bergen", "lives in Oslo", "lives in Trondheim"),
    ("works at a small office", "works for the city"),
    ("runs three times a week", "runs twice a week since the knee hurts"),
)

_OWN = re.compile(r"^(live|work|run|want)s")  # "Nora lives", "I live"


class _Maker:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.key = 0
        self.chains: list[tuple[Belief, ...]] = []
        self.sources: dict[str, tuple[Evidence, ...]] = {}

    def item(self, at_ms: int) -> tuple[int, str]:
        """A key, and an id that nothing else has."""
        self.key += 1
        return self.key, as_text((at_ms << 21) | self.key)

    def chain(self, domain: str, said: str, at_ms: int) -> tuple[Belief, ...]:
        """A belief with the words that it rests on; now and then the states before it as well."""
        texts: tuple[str, ...] = (f"Nora {said}",)
        if self.chance.random() < 0.12:
            texts = tuple(f"Nora {state}" for state in self.chance.choice(_CHANGES))
        states = []
        for i, text in enumerate(texts):
            said_ms = at_ms - (len(texts) - 1 - i) * self.chance.randrange(60, 300) * DAY_MS
            key, id = self.item(said_ms)
            since = said_ms if len(texts) > 1 else None
            states.append(
                Belief(
                    key,
                    id,
                    "fact",
                    "event",
                    text,
                    "Nora",
                    domain,
                    0.5,
                    False,
                    said_ms,
                    since,
                    None,
                    None,
                    None,
                    said_ms,
                    holds_precision="month" if since else None,
                )
            )
            self.sources[id] = self.evidence(_OWN.sub(r"\1", text.removeprefix("Nora ")), said_ms)
        linked = [
            replace(state, supersedes=states[i - 1].id if i else None, superseded_by=states[i + 1].id if i + 1 < len(states) else None)
            for i, state in enumerate(states)
        ]
        self.chains.append(tuple(linked))
        return self.chains[-1]

    def evidence(self, words: str, said_ms: int) -> tuple[Evidence, ...]:
        """One message of it, and sometimes the question before."""
        before = self.chance.choice(("", "Good morning! ", "It was a long week, but all in all it went better than I had feared. "))
        after = self.chance.choice(
            (
                "",
                ", as you know.",
                " And how are you?",
                ". More of it later, I have to catch the bus; the next one goes in half an hour only.",
            )
        )
        text = f"{before}I {words}{after}"
        said_ms += self.chance.randrange(6, 21) * 3_600_000
        found = [Evidence(self.message(text, "user", "Nora", said_ms), f"I {words}", "quote", len(before), len(before) + 2 + len(words))]
        if self.chance.random() < 0.3:
            question = "And what have you been up to?"
            found.append(Evidence(self.message(question, "assistant", None, said_ms - 60_000), question, "context", 0, len(question)))
        return tuple(found)

    def message(self, text: str, role: str, party: str | None, said_ms: int) -> RawInput:
        """A message as kept, said by a clock two hours ahead of UTC."""
        key, id = self.item(said_ms)
        at = Moment(said_ms, "minute", 120)
        return RawInput(key, id, f"chat {key % 37 + 1}", 1, role, party, text, at, "test", None, 0, "done", None, said_ms)  # type: ignore[arg-type]


def life(nodes: int, *, evidence: int = 4, domains: int = 20, seed: int = 7) -> Graph:
    """A graph of about that many nodes, each schema resting on up to `evidence` beliefs; a tenth are intentions, every fifteenth a core."""
    make = _Maker(seed)
    chance = make.chance
    names = [name for name in DOMAINS if name in _LIFE]
    chosen = sorted(_LIFE, key=lambda name: (-len(_LIFE[name]), names.index(name)))[:domains]
    cores = max(1, nodes // 15) if nodes >= 5 else 0
    planned = [plan for plan in _INTENTIONS if plan[0] in chosen]
    intentions = max(1, nodes // 9) if nodes else 0
    found: list[Node] = []
    for i in range(nodes - cores - intentions):
        told = {node.text for node in found}
        fresh = [(domain, plan) for domain in chosen for plan in _LIFE[domain] if plan[0] not in told]
        domain = chosen[min(int(chance.expovariate(2.6) * len(chosen)), len(chosen) - 1)]
        text, said = chance.choice(_LIFE[domain])
        if i < len(chosen):
            domain, (text, said) = chosen[i], _LIFE[chosen[i]][0]
        elif fresh:
            domain, (text, said) = chance.choice(fresh)
        if text in told:
            text = f"{text}, {chance.choice(('more so since March', 'less when work is heavy', 'alone', 'with Ada', 'as in the years before', 'since the move to Bergen', 'if nobody else does it'))}"
        found.append(_schema(make, domain, text, said, evidence))
    for i in range(intentions):
        found.append(_intention(make, planned[i % len(planned)], i // len(planned)))
    schemas = [node for node in found if node.kind == "schema"]
    for i in range(cores):
        found.append(_core(make, _CORES[i % len(_CORES)] + ("" if i < len(_CORES) else f" ({i // len(_CORES) + 1})"), schemas))
    return Graph(tuple(found), tuple(make.chains), tuple(_edges(make, found)), make.sources)


def _schema(make: _Maker, domain: str, text: str, said: tuple[str, ...], evidence: int) -> Node:
    chance = make.chance
    rests: list[str] = []
    for _ in range(chance.randrange(max(1, evidence // 2), evidence + 1)):
        chain = make.chain(domain, chance.choice(said), NOW_MS - chance.randrange(5, 900) * DAY_MS)
        rests.append(chain[0 if len(chain) > 1 and chance.random() < 0.3 else -1].id)
    key, id = make.item(NOW_MS - 3 * DAY_MS)
    is_weak = chance.random() < 0.12
    return Node(
        key, id, "schema", domain, text, round(chance.uniform(0.45, 0.97), 2), "weakened" if is_weak else "standing", tuple(rests),
        support=0.4 if is_weak else 1.0, behaviour="does something regularly and keeps to it", recorded_at=NOW_MS - 3 * DAY_MS,
    )  # fmt: skip


def _intention(make: _Maker, plan: tuple[str, str, str | None, int | None, int | None, str], round_: int) -> Node:
    domain, text, cue, from_days, until_days, state = plan
    chain = make.chain(domain, f"wants to {text[0].lower()}{text[1:]}", NOW_MS - 30 * DAY_MS)
    key, id = make.item(NOW_MS - 2 * DAY_MS)
    from_ms, until_ms = (None if days is None else NOW_MS + (days + 14 * round_) * DAY_MS for days in (from_days, until_days))
    return Node(
        key, id, "intention", domain, text, 0.7, state, (chain[-1].id,), due_from=from_ms, due_until=until_ms, cue=cue, recorded_at=NOW_MS - 2 * DAY_MS  # type: ignore[arg-type]
    )  # fmt: skip


def _core(make: _Maker, text: str, schemas: list[Node]) -> Node:
    """Over schemas of two to four domains, with their evidence."""
    chance = make.chance
    members: dict[str, Node] = {}
    for node in chance.sample(schemas, len(schemas)):
        if node.domain and node.domain not in members and len(members) < 2 + make.key % 3:
            members[node.domain] = node
    key, id = make.item(NOW_MS - DAY_MS)
    inherited = tuple(dict.fromkeys(belief for node in members.values() for belief in node.evidence))
    return Node(
        key, id, "core_schema", None, text, round(chance.uniform(0.6, 0.9), 2), "standing", inherited,
        members=tuple(node.id for node in members.values()), recorded_at=NOW_MS - DAY_MS,
    )  # fmt: skip


def _edges(make: _Maker, nodes: list[Node]) -> list[Edge]:
    """Relations between nodes, two for three of them and most within a domain, and between some beliefs; one in eight is closed."""
    chance = make.chance
    predicates = [name for name in PREDICATES if name != "supersedes"]
    ends = [node.id for node in nodes if node.kind != "core_schema"]
    domain = {node.id: node.domain for node in nodes} | {state.id: None for chain in make.chains for state in chain}
    states = [chain[-1].id for chain in make.chains]
    found = []
    for pool, number in ((ends, len(ends) * 2 // 3), (states, len(states) // 4)):
        for _ in range(number if len(pool) > 1 else 0):
            source, target = chance.sample(pool, 2)
            near = [end for end in ends if domain[end] == domain[source] and end != source]
            if near and chance.random() < 0.6:
                target = chance.choice(near)
            told = chance.choice(("", "Both were said of the same week.", "The one makes room for the other."))
            found.append(
                Edge(source, target, chance.choice(predicates), told, round(chance.uniform(0.2, 0.98), 2), chance.random() < 0.125)
            )
    return found
