// What is behind a node: its state, what it belongs to, its relations, and its evidence down to the words that were said.

const FIRST_SHOWN = 25; // rows of a list before "more" is asked for

/** The content of the details for a node; `open(id)` goes on to another one. */
function detailsOf(node, open) {
  return [
    el(
      "p",
      { class: "kind" },
      glyph(node),
      KIND_NAMES[node.kind],
      node.domain && el("span", { class: "tag", hue: node.domain }, node.domain),
    ),
    el("h2", { tabindex: "-1", id: "details-title", dir: "auto" }, node.text),
    facts(node),
    node.behaviour &&
      el(
        "p",
        { class: "behaviour" },
        el("span", { class: "term" }, "What is done "),
        el("span", { class: "value", dir: "auto" }, node.behaviour),
      ),
    linked(isCore(node) ? "Members" : "Part of", isCore(node) ? node.members.map((id) => nodes.get(id)) : (cores.get(node.id) ?? []), open),
    relationsSection(node, open),
    evidenceSection(node),
    el("p", { class: "origin" }, node.recorded ? `Noted ${day(node.recorded)} · ` : "", el("code", {}, node.id)),
  ].filter(Boolean);
}

function facts(node) {
  const rows = [];
  const add = (term, ...told) => rows.push(el("div", {}, el("dt", {}, term), el("dd", {}, told)));
  add("State", stateTag(node));
  if (node.kind === "intention")
    add("When", horizon(node), begins(node) !== undefined && el("span", { class: "soft" }, `, ${distance(begins(node))}`));
  if (node.cue) add("Called to mind by", node.cue);
  add("Confidence", meter(node.confidence));
  if (node.support < 1) add("Support", meter(node.support), el("span", { class: "soft" }, " of its evidence is believed now"));
  return el("dl", { class: "facts" }, rows);
}

const stateTag = (node) => el("span", { class: `state ${node.state}${isDue(node) ? " due" : ""}` }, stateWords(node));

function meter(share, words = percent(share)) {
  const bar = el("span", { class: "meter", "aria-hidden": "true" }, el("i"));
  bar.firstChild.style.width = `${Math.round(share * 100)}%`;
  return [bar, words];
}

const section = (title, size, ...content) =>
  el("section", {}, el("h3", {}, title, size !== null && el("span", { class: "size" }, String(size))), content);

/** A list that begins short. */
function list(items, row, properties = {}) {
  const holder = el("ul", properties, items.slice(0, FIRST_SHOWN).map(row));
  if (items.length <= FIRST_SHOWN) return holder;
  const more = el("button", { type: "button", class: "more" }, `Show ${items.length - FIRST_SHOWN} more`);
  more.addEventListener("click", () => {
    const added = items.slice(FIRST_SHOWN).map(row);
    holder.append(...added);
    more.remove();
    added[0].querySelector("button")?.focus();
  });
  return [holder, more];
}

/** The content of the details for a belief, or a message that a search found. */
function beliefDetails(item, open) {
  const chain = chains.get(item.id) ?? [item];
  const on = new Set(chain.flatMap((state) => resting.get(state.id) ?? []));
  return [
    el("p", { class: "kind" }, glyph(item), KIND_NAMES[item.kind], item.domain && el("span", { class: "tag", hue: item.domain }, item.domain)),
    el("h2", { tabindex: "-1", id: "details-title", dir: "auto" }, item.text),
    item.said !== undefined &&
      el(
        "p",
        { class: "facts soft" },
        [item.kind === "belief" ? since(item) : day(item.said), happens(item), item.party, isPast(item) && "superseded since"]
          .filter(Boolean)
          .join(" · "),
      ),
    onOtherMap(item, open),
    placeSection(item.id, open),
    chain.length > 1 && section("States", chain.length, el("ul", {}, chainRow({ chain, cited: new Set() }, false))),
    relationsSection(item, open, { isLong: true }),
    chain.length === 1 && beliefs.has(item.id) && section("Said", null, el("div", { class: "proof" }, wordsOf(item))),
    drawnSection(item, open),
    linked("What rests on it", [...on], open),
    el("p", { class: "origin" }, el("code", {}, item.id)),
  ].filter(Boolean);
}

/** A way to the view that has an item which is not on the map, or null. */
function onOtherMap(item, open) {
  if (view.ids.has(item.id)) return null;
  const other = [...views.values()].find(({ ids }) => ids.has(item.id));
  const go = () => {
    turnTo(other.name);
    open(item.id);
  };
  return other && el("p", {}, el("button", { type: "button", class: "more", on: { click: go } }, `Show it among ${other.title.toLowerCase()}`));
}

function linked(title, others, open) {
  if (!others.length) return null;
  const row = (other) =>
    el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "link", on: { click: () => open(other.id) } },
        glyph(other),
        el("span", { dir: "auto" }, other.text, other.domain && el("span", { class: "tag", hue: other.domain }, other.domain)),
      ),
    );
  return section(title, others.length, list(others, row, { class: "links" }));
}

/** Chains that a node rests on, each with the states that it cites, latest first. */
function evidenceOf(node) {
  const found = new Map();
  for (const id of node.evidence) if (chains.has(id)) push(found, chains.get(id), id);
  const latest = (cited) => Math.max(...cited.map((id) => beliefs.get(id).said));
  return [...found].map(([chain, cited]) => ({ chain, cited: new Set(cited), at: latest(cited) })).sort((a, b) => b.at - a.at);
}

function evidenceSection(node) {
  const evidence = evidenceOf(node);
  if (!evidence.length) return section("Evidence", 0, el("p", { class: "soft" }, "Nothing of what it rested on is left."));
  return section(
    "Evidence",
    node.evidence.length,
    overTime(evidence),
    list(evidence, (one) => chainRow(one, isCore(node)), { class: "evidence" }),
  );
}

/** All cited beliefs on one line of time, a dot each; hollow where something took its place. */
function overTime(evidence) {
  const cited = evidence.flatMap(({ cited }) => [...cited].map((id) => beliefs.get(id)));
  const times = cited.map((belief) => belief.said);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (cited.length < 3 || last - first < DAY_MS) return null;
  const [width, bins, tallest] = [372, 46, 5];
  const stacks = Array(bins).fill(0);
  const dots = cited
    .sort((a, b) => a.said - b.said)
    .map((belief) => {
      const bin = Math.round(((belief.said - first) / (last - first)) * (bins - 1));
      const level = Math.min(stacks[bin]++, tallest - 1);
      return drawn("circle", {
        cx: 4 + (bin * (width - 8)) / (bins - 1),
        cy: 53 - level * 8,
        r: 3.2,
        class: belief.is_current ? "" : "hollow",
      });
    });
  const years = [];
  for (let year = new Date(first).getUTCFullYear() + 1; Date.UTC(year, 0) < last; year++) {
    const x = 4 + ((Date.UTC(year, 0) - first) / (last - first)) * (width - 8);
    years.push(drawn("path", { class: "year", d: `M${number(x)},3 V58` }), drawn("text", { x: number(x) + 3, y: 11 }, String(year)));
  }
  const svg = drawn(
    "svg",
    { class: "over-time", viewBox: `0 0 ${width} 60`, role: "img", "aria-label": `Said between ${day(first)} and ${day(last)}` },
    years,
    drawn("path", { class: "axis", d: `M0,58.5 H${width}` }),
    dots,
  );
  return el("figure", {}, svg, el("figcaption", {}, el("span", {}, day(first)), el("span", {}, day(last))));
}

/** A belief, or a timeline of its states. */
function chainRow({ chain, cited }, withDomain) {
  if (chain.length === 1) return el("li", { class: "chain" }, beliefRow(chain[0], { tags: withDomain ? [domainTag(chain[0])] : [] }));
  const states = chain.map((belief, i) => {
    const tags = [
      belief.is_current && el("span", { class: "tag now" }, "now"),
      cited.has(belief.id) && el("span", { class: "tag" }, "evidence"),
      withDomain && i === 0 && domainTag(belief),
    ];
    return el("li", { class: belief.is_current ? "current" : "earlier" }, beliefRow(belief, { tags }));
  });
  return el("li", { class: "chain" }, el("p", { class: "changed" }, changed(chain)), el("ol", { class: "timeline" }, states));
}

const changed = (chain) =>
  chain.length === 2 ? "Changed once" : chain.length === 3 ? "Changed twice" : `Changed ${chain.length - 1} times`;
const domainTag = (belief) => belief.domain && el("span", { class: "tag", hue: belief.domain }, belief.domain);

/** One belief; a click shows the words that it rests on and its relations. */
function beliefRow(belief, { tags }) {
  const proof = el("div", { class: "proof", hidden: true });
  const button = el(
    "button",
    { type: "button", class: "telling", "aria-expanded": "false" },
    el(
      "span",
      { class: "date" },
      since(belief),
      happens(belief) && el("span", {}, happens(belief)),
      parties.size > 1 && belief.party,
      tags,
    ),
    el("span", { class: "told", dir: "auto" }, belief.text),
  );
  button.addEventListener("click", () => {
    if (!proof.hasChildNodes()) proof.append(...proofOf(belief));
    proof.hidden = !proof.hidden;
    button.setAttribute("aria-expanded", String(!proof.hidden));
  });
  return [button, proof];
}

function proofOf(belief) {
  const ties = tiesOf(belief.id);
  return [
    ...wordsOf(belief),
    ties.length && list(ties, (edge) => relationRow(edge, belief.id, select), { class: "relations" }),
    ties.length && el("button", { type: "button", class: "more", on: { click: () => select(belief.id) } }, "Look at this belief"),
  ]
    .flat()
    .filter(Boolean);
}

/** The words that a belief rests on. */
function wordsOf(belief) {
  const quotes = (DATA.quotes[belief.id] ?? []).map(quoteOf);
  const more = DATA.unquoted[belief.id];
  const none = belief.is_unsourced ? "What was said of it is not on this page." : "No message stands behind it.";
  return [...(quotes.length ? quotes : [el("p", { class: "soft" }, none)]), more && el("p", { class: "soft" }, `and ${count(more, "place")} more`)];
}

/** What was said, with the cited words marked. */
function quoteOf(quote) {
  const message = DATA.messages[quote.message];
  const who =
    message.party ?? { user: "you", assistant: "the assistant", system: "the system", tool: "a tool" }[message.role] ?? message.role;
  return el(
    "figure",
    { class: `quote ${quote.role}` },
    el("blockquote", { dir: "auto" }, quote.before, el("mark", {}, quote.words), quote.after),
    el(
      "figcaption",
      {},
      quote.role === "context" ? "Asked by " : "",
      el("b", {}, who),
      ` · ${saidAt(message)}`,
      message.session && ` · ${message.session}`,
    ),
  );
}
