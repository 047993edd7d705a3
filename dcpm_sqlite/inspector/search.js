// Finding by words: nodes by their own text first, then by the beliefs under them; beliefs by their text. What is on the map comes first.

const RESULTS_MOST = 30;
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

let haystacks = null; // per item of all views, made at the first search

function haystackOf(node) {
  const under = (node.evidence ?? []).map((id) => beliefs.get(id)).filter(Boolean);
  return {
    node,
    own: fold([node.text, node.behaviour, node.cue, node.domain, KIND_NAMES[node.kind]].filter(Boolean).join(" \n ")),
    under,
    texts: under.map((belief) => fold(belief.text)),
  };
}

/** Items that hold every word of the query, those of this view and in their own text first: [{node, belief}], belief: where it was found. */
function find(query) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  haystacks ??= [...new Map([...views.values()].flatMap(({ items }) => items.map((item) => [item.id, item]))).values()].map(haystackOf);
  const found = [];
  for (const { node, own, under, texts } of haystacks) {
    if (view.ids.has(node.id) && !isShown(node)) continue;
    if (words.every((word) => own.includes(word))) found.push({ node, belief: null });
    else {
      const at = texts.findIndex((text) => words.every((word) => text.includes(word)));
      if (at >= 0) found.push({ node, belief: under[at] });
    }
  }
  const isAway = ({ node }) => !view.ids.has(node.id);
  return found.sort(
    (a, b) => isAway(a) - isAway(b) || Boolean(a.belief) - Boolean(b.belief) || isCore(b.node) - isCore(a.node) || byRank(a.node, b.node),
  );
}

/** The list under the search box: `choose(id)` opens a node; the arrow keys move through it, Enter takes one, Escape empties it. */
function listenToSearch({ show, choose }) {
  const [input, results] = [byId("query"), byId("results")];
  let found = null;
  let active = -1;

  const activate = (next) => {
    active = next;
    [...results.querySelectorAll("[role=option]")].forEach((row, i) => row.setAttribute("aria-selected", String(i === active)));
    const row = results.querySelector('[aria-selected="true"]');
    row?.scrollIntoView({ block: "nearest" });
    if (row) input.setAttribute("aria-activedescendant", row.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const list = (isOpen) => {
    results.hidden = !isOpen || found === null;
    input.setAttribute("aria-expanded", String(!results.hidden));
  };
  const take = (id) => {
    list(false);
    choose(id);
  };
  const search = () => {
    found = find(input.value);
    results.replaceChildren(...(found ?? []).slice(0, RESULTS_MOST).map(({ node, belief }, i) => resultRow(node, belief, i, take)));
    if (found && !found.length) results.append(el("li", { class: "soft" }, "Nothing holds these words."));
    if (found && found.length > RESULTS_MOST)
      results.append(el("li", { class: "soft" }, `and ${found.length - RESULTS_MOST} more; those of this view are lit on the map`));
    activate(-1);
    list(true);
    show(found && new Set(found.map(({ node }) => node.id)));
  };
  input.addEventListener("input", search);
  input.addEventListener("focus", () => list(true));
  input.addEventListener("blur", () => list(false));
  input.addEventListener("keydown", (event) => {
    const size = Math.min(found?.length ?? 0, RESULTS_MOST);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      list(true);
      if (size) activate((active + (event.key === "ArrowDown" ? 1 : -1) + size + (active < 0 && event.key === "ArrowUp" ? 1 : 0)) % size);
    } else if (event.key === "Enter" && size) take(found[Math.max(active, 0)].node.id);
    else if (event.key === "Escape") {
      event.stopPropagation();
      if (input.value) {
        input.value = "";
        search();
      } else input.blur();
    }
  });
}

function resultRow(node, belief, i, take) {
  const row = el(
    "li",
    { role: "option", id: `result-${i}`, "aria-selected": "false" },
    glyph(node),
    el("span", {}, el("span", { class: "told" }, node.text), belief && el("span", { class: "soft" }, belief.text)),
    node.domain && el("span", { class: "tag", hue: node.domain }, node.domain),
  );
  row.addEventListener("pointerdown", (event) => event.preventDefault()); // the input keeps the focus until the click
  row.addEventListener("click", () => take(node.id));
  return row;
}
