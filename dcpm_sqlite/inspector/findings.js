// What is told of a search: the question, what was found, by rank, and the steps to each.

const STOPS = {
  enough: "there was enough",
  converged: "nothing more was to be found",
  depth: "it had gone as far as it may",
  budget: "the budget was used up",
  "nothing found": "nothing that is stored fits the question",
};

/** What is looked at as a whole: {items, edges, details}. */
const WHOLES = {
  question: { items: () => [...found.keys()], edges: () => view.walked, details: (open) => questionDetails(open) },
  changes: {
    items: () => DATA.edges.filter((edge) => edge.history.length).flatMap((edge) => [edge.source, edge.target]),
    edges: () => view.edges.filter((edge) => edge.history.length),
    details: (open) => changesDetails(open),
  },
};

/** The content of the details for the search as a whole. */
function questionDetails(open) {
  const { question, findings } = DATA.search;
  return [
    el("p", { class: "kind" }, "Question"),
    el("h2", { tabindex: "-1", id: "details-title", dir: "auto" }, question),
    el("p", { class: "facts soft" }, searchWords()),
    section(
      "Found",
      findings.length,
      findings.length ? list(findings, (one) => findingRow(one, open), { class: "findings" }) : el("p", { class: "soft" }, "Nothing."),
    ),
  ];
}

/** How the search went, in a sentence. */
function searchWords() {
  const { findings, steps, reached, rounds, stopped, mind } = DATA.search;
  const walked = findings.filter((one) => one.way.length).length;
  const along = steps.length ? `, ${walked} of them along ${count(steps.length, "relation")}` : "";
  return `${count(findings.length, "item")} found${along}; ${count(reached, "item")} looked at in ${count(rounds, "round")} by ${judge(mind)}. Ended because ${STOPS[stopped] ?? stopped}.`;
}

/** One finding with its rank and the way to it; a click looks at it. */
function findingRow(one, open) {
  const item = itemOf(one.id);
  const facts = [item.said !== undefined && day(item.said), parties.size > 1 && item.party, KIND_NAMES[item.kind], `score ${one.score.toFixed(2)}`];
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", class: "link", on: { click: () => open(one.id) } },
      el("span", { class: "place", "aria-hidden": "true" }, String(found.get(one.id).rank)),
      el(
        "span",
        {},
        el("span", { class: "told", dir: "auto" }, item.text),
        el("span", { class: "soft" }, facts.filter(Boolean).join(" · ")),
        one.way.length > 0 && el("span", { class: "soft way" }, wayWords(one)),
      ),
    ),
  );
}

/** The way to a finding on a line: the relations that led to it. */
function wayWords({ way }) {
  const steps = way.map((place) => DATA.search.steps[place]);
  const start = itemOf(steps[0].is_forward ? steps[0].source : steps[0].target);
  const by = start && found.get(start.id)?.rank ? `number ${found.get(start.id).rank}` : `“${short(start?.text ?? "")}”`;
  return `from ${by} by ${steps.map((step) => `${worded(step.predicate)} ${step.weight.toFixed(2)}`).join(", then ")}`;
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text);

/** What a search made of an item: its rank, why it counts, and the way to it, a step a row. */
function placeSection(id, open) {
  const item = found.get(id);
  if (!item) return null;
  const back = el("button", { type: "button", class: "more", on: { click: () => open("question") } }, "All that was found");
  if (!item.rank) return section("In this search", null, el("p", {}, "It lay on the way to what was found."), back);
  const rows = [];
  const add = (term, told) => rows.push(el("div", {}, el("dt", {}, term), el("dd", {}, told)));
  add("Rank", `${item.rank} of ${DATA.search.findings.length}`);
  add("Score", item.score.toFixed(2));
  add("Nearness", meter(Math.max(0, Math.min(1, item.nearness)), item.nearness.toFixed(2)));
  add("Reached", item.depth ? `in round ${item.depth}` : "by the question itself");
  return section("In this search", null, el("dl", { class: "facts" }, rows), wayList(item, open), back);
}

function wayList({ way }, open) {
  if (!way.length) return null;
  const steps = way.map((place) => DATA.search.steps[place]);
  const row = (step) => {
    const start = itemOf(step.is_forward ? step.source : step.target);
    return [
      el("li", {}, el("button", { type: "button", class: "link", on: { click: () => open(start.id) } }, el("span", { class: "told", dir: "auto" }, start.text))),
      el(
        "li",
        { class: "by" },
        el(
          "button",
          { type: "button", class: "link", on: { click: () => open(step.id) } },
          predicateLine(step, step.is_mutual ? "↕" : step.is_forward ? "↓" : "↑"),
          step.description && el("span", { class: "soft", dir: "auto" }, step.description),
        ),
      ),
    ];
  };
  return el("ol", { class: "steps", "aria-label": "The way to it" }, steps.map(row), el("li", { class: "soft" }, "to this"));
}

/** Beliefs that tell a part of a message that was found. */
function drawnSection(item, open) {
  const drawn = (item.drawn ?? []).map((id) => beliefs.get(id)).filter(Boolean);
  return linked("Drawn from it", drawn, open);
}
