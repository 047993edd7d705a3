// What the signs, the lines and the keys mean.

function legendRows() {
  const line = (key, text) => el("li", {}, el("span", { class: "key" }, key), text);
  const sign = (kind, extra, text) => line(el("span", { class: `glyph ${kind} ${extra}` }), text);
  const of = (layer, is_closed = false) => sample({ layer, weight: 0.5, is_closed });
  const membership = drawn("svg", { class: "sample", width: 34, height: 10 }, drawn("path", { class: "membership strong", d: "M1,5 H33" }));
  const widths = drawn(
    "svg",
    { width: 34, height: 22 },
    [0, 0.5, 1].map((weight, i) =>
      drawn("path", { class: "relation causal", d: `M1,${3 + i * 8} H33`, "stroke-width": lineWidth({ weight }) }),
    ),
  );
  const key = (keys, text) =>
    el(
      "li",
      {},
      el(
        "span",
        { class: "key keys" },
        keys.map((name) => el("kbd", {}, name)),
      ),
      text,
    );
  const told = [
    el("h2", {}, "Legend"),
    el("h3", {}, "Nodes"),
    el(
      "ul",
      {},
      sign("schema", "", "Schema: a regularity within one life domain"),
      sign("core_schema", "", "Core schema: what schemas of several domains have in common"),
      sign("intention", "", "Intention: a concern about what is to come"),
      sign("belief", "", "Belief: what was drawn from something said"),
      sign("schema", "hollow", "Hollow: weakened, unsure, or past"),
      line(el("span", { class: "state due" }, "Due"), "Within a week, or now"),
    ),
    el("h3", {}, "Lines"),
    el(
      "ul",
      {},
      line(membership, "From a core schema to its members, in their domain's colour"),
      line(of("logical"), "Logical: contradicts, implies, constrains, verifies"),
      line(of("causal"), "Causal: precedes, enables, triggers, results in"),
      line(of("taxonomic"), "Taxonomic: comprises, instantiates, summarizes"),
      line(of("associative"), "Associative: correlates, analogous to, contextualizes"),
      line(widths, "The wider, the greater the weight"),
      line(of("causal", true), "Faded and dashed: closed, it no longer holds"),
    ),
    DATA.search && [
      el("h3", {}, "Search"),
      el(
        "ul",
        {},
        line(el("span", { class: "place" }, "1"), "What was found, by rank; lines are the steps that led to it"),
        line(el("span", { class: "key between" }), "Dashed card: it lay on the way"),
      ),
    ],
    el("h3", {}, "Behind a node"),
    el(
      "ul",
      {},
      line(el("span", { class: "mark now" }), "The state that holds now, of a belief that changed"),
      line(el("span", { class: "mark" }), "Earlier states of it"),
    ),
    el("h3", {}, "Keys"),
    el(
      "ul",
      {},
      key(["/"], "Search"),
      key(["Tab"], "From domain to domain"),
      key(["←", "↑", "→", "↓"], "From card to card"),
      key(["Enter"], "Look at a card, fold or unfold a domain"),
      key(["Esc"], "Close"),
      key(["+", "−", "0"], "Larger, smaller, all"),
    ),
  ];
  return told.flat().filter(Boolean);
}
