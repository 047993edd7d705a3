// What is told of a relation: what it says, its weight of now, and what changed that: when, by how much, after which question, who judged.

const CHANGES_SHOWN = 3; // of a relation in a list; the rest stand with the relation itself
const ACTIONS = { add: "added", strengthen: "strengthened", weaken: "weakened" };
const worded = (predicate) => predicate.replaceAll("_", " ");

/** Relations of an item that may be told now, those in force first, the heaviest of them first. */
const tiesOf = (id) =>
  (relations.get(id) ?? []).filter(isTold).sort((a, b) => Boolean(a.is_closed) - Boolean(b.is_closed) || b.weight - a.weight);

/** isLong: with the last changes of each. */
function relationsSection(item, open, { isLong = false } = {}) {
  const ties = tiesOf(item.id);
  const row = (edge) => relationRow(edge, item.id, open, { isLong });
  return ties.length ? section("Relations", ties.length, list(ties, row, { class: "relations" })) : null;
}

/** One relation as seen from one of its ends; a click shows all of it. */
function relationRow(edge, here, open, { isLong = false } = {}) {
  const isOut = edge.source === here;
  const other = itemOf(isOut ? edge.target : edge.source);
  const told = [
    predicateLine(edge, edge.is_mutual ? "↔" : isOut ? "→" : "←"),
    el("span", { class: "other", dir: "auto" }, other ? other.text : "something that is not on this page"),
    edge.description && el("span", { class: "soft", dir: "auto" }, edge.description),
  ];
  const last = edge.history.at(-1);
  if (last && !isLong) told.push(el("span", { class: "soft" }, `${change(last)} on ${day(last.at)}`));
  const earlier = edge.history.length - CHANGES_SHOWN;
  return el(
    "li",
    { class: edge.is_closed ? "closed" : undefined },
    el("button", { type: "button", class: "link", on: { click: () => open(edge.id) } }, told),
    isLong && last && el("ol", { class: "changes" }, edge.history.slice(-CHANGES_SHOWN).reverse().map(changeRow)),
    isLong && earlier > 0 && el("p", { class: "soft changes" }, `and ${count(earlier, "earlier change")}`),
  );
}

const predicateLine = (edge, arrow) =>
  el(
    "span",
    { class: "predicate" },
    sample(edge),
    worded(edge.predicate),
    el("span", { class: "arrow" }, arrow),
    el("span", { class: "weight" }, edge.weight.toFixed(2)),
    edge.is_closed && el("span", { class: "tag" }, "closed"),
  );

/** A relation's line in small: its layer's stroke at its weight's width. */
function sample({ layer, weight, is_closed }) {
  return drawn(
    "svg",
    { class: "sample", width: 26, height: 10, "aria-hidden": "true" },
    drawn("path", { class: `relation ${layer}${is_closed ? " closed" : ""}`, d: "M1,5 H25", "stroke-width": lineWidth({ weight }) }),
  );
}

/** The content of the details for a relation. */
function relationDetails(edge, open) {
  const end = (id) => {
    const item = itemOf(id);
    if (!item) return el("p", { class: "soft" }, "Something that is not on this page");
    return el("button", { type: "button", class: "link", on: { click: () => open(id) } }, glyph(item), el("span", { dir: "auto" }, item.text));
  };
  return [
    el("p", { class: "kind" }, sample(edge), `${named(edge.layer)} relation`, edge.is_closed && el("span", { class: "tag" }, "closed")),
    el("h2", { tabindex: "-1", id: "details-title" }, named(worded(edge.predicate))),
    el("div", { class: "ends links" }, end(edge.source), el("p", { class: "arrow", "aria-hidden": "true" }, edge.is_mutual ? "↕" : "↓"), end(edge.target)),
    edge.description && el("p", { class: "behaviour", dir: "auto" }, edge.description),
    relationFacts(edge),
    changesSection(edge, open),
    !edge.isWalked && el("p", { class: "origin" }, el("code", {}, edge.id)),
  ].filter(Boolean);
}

function relationFacts(edge) {
  const rows = [];
  const add = (term, ...told) => rows.push(el("div", {}, el("dt", {}, term), el("dd", {}, told)));
  add(edge.isWalked ? "Weight then" : "Weight now", meter(edge.weight, edge.weight.toFixed(2)));
  if (edge.noted !== undefined) add("Noted", day(edge.noted), edge.mind && ` by ${judge(edge.mind)}`);
  if (edge.is_closed) add("Closed", edge.closed === undefined ? "" : moment(edge.closed), edge.because && `: ${edge.because}`);
  return el("dl", { class: "facts" }, rows);
}

const judge = (mind) => ({ offline: "the offline rules", user: "the user" })[mind] ?? mind;

function changesSection(edge, open) {
  if (edge.isWalked) return null;
  if (!edge.history.length) return section("Its weight", null, el("p", { class: "soft" }, "No use has changed it since it was noted."));
  return section(
    "Its weight",
    edge.history.length,
    overUses(edge),
    el("ol", { class: "changes" }, [...edge.history].reverse().map(changeRow)),
    edge.is_cut && el("p", { class: "soft" }, "Earlier changes are not on this page."),
    DATA.uses.length > 1 && el("button", { type: "button", class: "more", on: { click: () => open("changes") } }, "All changes by use"),
  );
}

const change = (one) => `${one.old === undefined ? "new" : one.old.toFixed(2)} → ${one.new.toFixed(2)}`;

/** When, from what to what, how sure, after which question, and who judged. */
function changeRow(one) {
  const use = DATA.uses[one.use];
  return el(
    "li",
    {},
    el("span", { class: "step" }, el("b", {}, change(one)), ` ${ACTIONS[one.action]}`, el("span", { class: "soft" }, ` · ${moment(one.at)}`)),
    el("span", { class: "asked", dir: "auto" }, use.question ? `“${use.question}”` : "the question was forgotten"),
    el("span", { class: "soft" }, `judged by ${judge(use.mind)}, sure to ${percent(one.confidence)}`),
  );
}

/** A weight over the uses that changed it: a step each, between 0 and 1. */
function overUses({ history }) {
  if (history.length < 2) return null;
  const [width, height] = [372, 56];
  const at = (weight) => number(height - 4 - weight * (height - 8));
  const each = width / (history.length + 1);
  const first = history[0].old ?? 0;
  const line = history.map((one, i) => `H${number((i + 1) * each)} V${at(one.new)}`).join(" ");
  const label = `From ${first.toFixed(2)} to ${history.at(-1).new.toFixed(2)} in ${count(history.length, "change")}`;
  return el(
    "figure",
    {},
    drawn(
      "svg",
      { class: "over-time", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
      drawn("path", { class: "axis", d: `M0,${at(0)} H${width} M0,${at(1)} H${width}` }),
      drawn("path", { class: "weight", d: `M0,${at(first)} ${line} H${width}` }),
    ),
    el("figcaption", {}, el("span", {}, day(history[0].at)), el("span", {}, day(history.at(-1).at))),
  );
}

/** The content of the details for all that use changed: question by question, latest first. */
function changesDetails(open) {
  const changed = new Map(); // by the place of the use
  for (const edge of DATA.edges) for (const one of edge.history) push(changed, one.use, { edge, one });
  const row = ([place, all]) => {
    const use = DATA.uses[place];
    const rows = all.map(({ edge, one }) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "link", on: { click: () => open(edge.id) } },
          el("span", { class: "predicate" }, sample(edge), worded(edge.predicate), el("span", { class: "weight" }, change(one))),
          el("span", { class: "soft ends", dir: "auto" }, [edge.source, edge.target].map((id) => itemOf(id)?.text ?? "…").join(edge.is_mutual ? " ↔ " : " → ")),
        ),
      ),
    );
    return el(
      "li",
      { class: "use" },
      el("p", { class: "asked", dir: "auto" }, use.question ?? "The question was forgotten"),
      el("p", { class: "soft" }, `${moment(use.at)} · judged by ${judge(use.mind)} · ${count(all.length, "relation")}`),
      el("ul", { class: "relations" }, rows),
    );
  };
  const uses = [...changed].sort(([a], [b]) => a - b);
  return [
    el("p", { class: "kind" }, "Relations"),
    el("h2", { tabindex: "-1", id: "details-title" }, "What use changed"),
    el("p", { class: "facts soft" }, "After each question, what its answer rested on grew closer, and what misled it drew apart."),
    section("Questions", uses.length, list(uses, row, { class: "uses" })),
  ];
}
