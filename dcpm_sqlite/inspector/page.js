// The page as a whole: switches, keys, and what follows from looking at something.

function select(id, { focus = true } = {}) {
  const item = itemOf(id);
  if (!item && !edges.has(id) && !(id in WHOLES)) return;
  if (item && view.ids.has(id) && !isShown(item)) Object.assign(state.shows, { weak: true, past: true });
  const isLaid = !view.ids.has(id) || boxes.has(id);
  state.selected = id;
  tell();
  byId("details").scrollTop = 0;
  document.body.classList.add("detailed");
  hideTip();
  if (isLaid) {
    light();
    resize();
    rove();
  } else lay();
  switches();
  if (boxes.has(id)) reveal(boxes.get(id));
  else if (edges.has(id)) reveal(around(edges.get(id)));
  history.replaceState(null, "", `#${id}`);
  if (focus) byId("details-title").focus({ preventScroll: true });
}

/** The panel's content for what is looked at. */
function tell() {
  const id = state.selected;
  const panel = byId("details");
  const close = el("button", { type: "button", class: "close", "aria-label": "Close the details", on: { click: deselect } }, "×");
  const told =
    id in WHOLES
      ? WHOLES[id].details(select)
      : nodes.has(id)
        ? detailsOf(nodes.get(id), select)
        : edges.has(id)
          ? relationDetails(edges.get(id), select)
          : beliefDetails(itemOf(id), select);
  panel.replaceChildren(close, ...told.flat().filter(Boolean));
  panel.hidden = false;
}

/** A box around both ends of a relation, as far as they are on the map. */
function around(edge) {
  const ends = [edge.source, edge.target].flatMap(onMap).map((id) => boxes.get(id));
  if (!ends.length) return null;
  const [x, y] = [Math.min(...ends.map((box) => box.x)), Math.min(...ends.map((box) => box.y))];
  const width = Math.max(...ends.map((box) => box.x + box.width)) - x;
  return { x, y, width, height: Math.max(...ends.map((box) => box.y + box.height)) - y };
}

function deselect() {
  if (!state.selected) return;
  const back = cards.get(state.selected) ?? (state.selected === "question" ? byId("asked") : stage);
  state.selected = null;
  byId("details").hidden = true;
  document.body.classList.remove("detailed");
  light();
  resize();
  switches();
  history.replaceState(null, "", location.pathname + location.search);
  back.focus({ preventScroll: true });
}

/** Put another view on the map. */
function turnTo(name) {
  if (view.name === name) return;
  view = views.get(name);
  state.hovered = null;
  build();
  byId("asked").hidden = !view.isOfWays;
  lay();
  switches();
  beginScale();
}

function toggleDomain(domain) {
  const before = arranged.panels.find((panel) => panel.domain === domain);
  if (!view.folded.delete(domain)) view.folded.add(domain);
  lay();
  switches();
  const after = arranged.panels.find((panel) => panel.domain === domain);
  const isOpened = before.isFolded;
  reveal(isOpened ? after : { ...after, height: SIZE.head });
}

function foldAll(isFolded) {
  if (isFolded) foldDomains();
  else view.folded.clear();
  lay();
  switches();
  if (isFolded) zoomTo(Math.min(scale, Math.max(wholeScale(), READABLE)));
}

/** The row of switches, each with how many it speaks of; those that speak of nothing are left out. */
function switches() {
  const { shows } = state;
  const weak = view.items.filter(isWeak).length;
  const past = view.isOfWays ? 0 : view.items.filter(isPast).length;
  const closed = view.edges.filter((edge) => edge.is_closed).length;
  const others = view.edges.filter((edge) => !isOnWay(edge)).length;
  const layers = LAYERS.map((layer) => [layer, [...view.edges, ...view.walked].filter((edge) => edge.layer === layer).length]);
  const isAllOpen = view.folded.size === 0;
  const had = document.activeElement?.dataset?.switch;
  byId("views").replaceChildren(...(views.size > 1 ? [...views.values()].map(viewButton) : []));
  byId("switches").replaceChildren(
    ...[
      weak && toggle("weak", "Weak", weak, "Nodes whose evidence was lost or superseded, or that are unsure", shows.weak, flip),
      past && toggle("past", "Past", past, "Intentions that are fulfilled, expired or dropped; beliefs that were superseded", shows.past, flip),
      others && toggle("relations", view.isOfWays ? "Other relations" : "Relations", others, "Lines between what is related", view.showsRelations, flipLines),
      ...layers.map(([layer, size]) => size > 0 && toggle(layer, [sample({ layer, weight: 0.4 }), named(layer)], size, `Relations of the ${layer} layer`, state.layers.has(layer), flipLayer)),
      closed && toggle("closed", "Closed", closed, "Relations that no longer hold", shows.closed, flip),
      DATA.uses.length && press("changes", ["Changes", el("span", { class: "size" }, String(DATA.uses.length))], state.selected === "changes", () => select("changes")),
      sections.size > 1 && !view.isOfWays && press("fold", isAllOpen ? "Fold all" : "Unfold all", null, () => foldAll(isAllOpen)),
      press("legend", "Legend", !byId("legend").hidden, toggleLegend),
    ].filter(Boolean),
  );
  if (had) document.querySelector(`[data-switch="${had}"]`)?.focus();
}

const toggle = (name, label, size, title, isOn, flip) =>
  el(
    "button",
    { type: "button", role: "switch", "aria-checked": String(isOn), "data-switch": name, title, on: { click: () => flip(name) } },
    el("i", { "aria-hidden": "true" }),
    label,
    el("span", { class: "size" }, String(size)),
  );

const press = (name, label, isOpen, click) =>
  el("button", { type: "button", "data-switch": name, "aria-expanded": isOpen === null ? null : String(isOpen), on: { click } }, label);

const viewButton = ({ name, title, items }) =>
  el(
    "button",
    { type: "button", "data-switch": `view-${name}`, "aria-pressed": String(view.name === name), on: { click: () => turnTo(name) } },
    title,
    el("span", { class: "size" }, String(items.length)),
  );

function flip(name) {
  state.shows[name] = !state.shows[name];
  const item = state.selected && itemOf(state.selected);
  if (item && view.ids.has(item.id) && !isShown(item)) deselect();
  redraw();
}

function flipLines() {
  view.showsRelations = !view.showsRelations;
  redraw();
}

function flipLayer(layer) {
  if (!state.layers.delete(layer)) state.layers.add(layer);
  redraw();
}

function redraw() {
  if (state.selected) tell();
  lay();
  switches();
}

function toggleLegend() {
  const legend = byId("legend");
  if (!legend.hasChildNodes()) legend.append(...legendRows());
  legend.hidden = !legend.hidden;
  switches();
}

/** What is under the pointer, where the map doesn't tell it: a dot's item, or a relation. */
function showTip(at, ...told) {
  const tip = byId("tip");
  tip.replaceChildren(...told);
  tip.hidden = false;
  const main = tip.parentElement.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left - main.left + at.width / 2 - tip.offsetWidth / 2), main.width - tip.offsetWidth - 8);
  const above = at.top - main.top - tip.offsetHeight - 8;
  tip.style.translate = `${left}px ${above > 4 ? above : at.bottom - main.top + 8}px`;
}

function showCardTip(card) {
  if (!card.closest(".folded")) return hideTip();
  const item = itemOf(card.dataset.id);
  const size = item.evidence && count(item.evidence.length, "belief");
  const facts = item.kind === "intention" ? [stateWords(item), horizon(item)] : [size ?? since(item)];
  showTip(
    card.getBoundingClientRect(),
    el("span", { class: "told", dir: "auto" }, item.text),
    el("span", { class: "soft" }, [KIND_NAMES[item.kind], ...facts].join(" · ")),
  );
}

function showEdgeTip(edge, { clientX, clientY }) {
  const [source, target] = [edge.source, edge.target].map((id) => itemOf(id)?.text ?? "");
  const last = edge.history.at(-1);
  showTip(
    { left: clientX, top: clientY - 6, bottom: clientY + 12, width: 0 },
    el("span", { class: "soft", dir: "auto" }, short(source)),
    predicateLine(edge, edge.is_mutual ? "↕" : "↓"),
    el("span", { class: "soft", dir: "auto" }, short(target)),
    last && el("span", { class: "told" }, `${change(last)} on ${day(last.at)}`),
  );
}

function hideTip() {
  byId("tip").hidden = true;
}

function listenToMap() {
  const cardOf = (event) => event.target.closest?.(".card");
  const edgeOf = (event) => edges.get(event.target.closest?.("[data-edge]")?.dataset.edge);
  const hover = (id) => {
    if (state.hovered === id) return;
    state.hovered = id;
    if (!state.selected) light();
  };
  const leave = () => {
    if (state.hovered === null) return;
    hideTip();
    hover(null);
  };
  world.addEventListener("click", (event) => {
    const [card, edge] = [cardOf(event), edgeOf(event)];
    const header = event.target.closest(".header");
    if (card) select(card.dataset.id);
    else if (header) toggleDomain(header.dataset.domain);
    else if (edge) select(edge.id);
  });
  world.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const [card, edge] = [cardOf(event), edgeOf(event)];
    if (card) {
      showCardTip(card);
      hover(card.dataset.id);
    } else if (edge) {
      showEdgeTip(edge, event);
      hover(edge.id);
    } else leave();
  });
  world.addEventListener("pointerleave", leave);
  world.addEventListener("focusin", (event) => {
    const card = cardOf(event);
    if (card?.matches(":focus-visible")) {
      showCardTip(card);
      reveal(boxes.get(card.dataset.id));
    }
  });
  world.addEventListener("focusout", hideTip);
  stage.addEventListener("scroll", hideTip, { passive: true });
}

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.matches?.("input");
    const card = event.target.closest?.(".card");
    if (event.key === "Escape") {
      if (!byId("legend").hidden) toggleLegend();
      else deselect();
    } else if (isTyping) return;
    else if (event.key === "/") {
      event.preventDefault();
      byId("query").focus();
      byId("query").select();
    } else if (card && event.key.startsWith("Arrow")) {
      event.preventDefault();
      const next = neighbour(card.dataset.id, event.key);
      if (next) cards.get(next).focus({ preventScroll: true });
    } else if (event.key === "+" || event.key === "=") zoomTo(scale * SCALES.step);
    else if (event.key === "-") zoomTo(scale / SCALES.step);
    else if (event.key === "0") zoomTo(wholeScale());
  });
}

function counts() {
  const of = (kind) => DATA.nodes.filter((node) => node.kind === kind).length;
  const due = DATA.nodes.filter(isDue).length;
  const ties = DATA.edges.filter((edge) => !edge.is_closed).length;
  const told = [
    count(of("schema"), "schema"),
    count(of("intention"), "intention") + (due ? ` (${due} due)` : ""),
    count(of("core_schema"), "core schema"),
    count(beliefs.size, "belief"),
    ties && (DATA.left_out ? `the heaviest ${ties.toLocaleString("en-GB")} of ${count(ties + DATA.left_out, "relation")}` : count(ties, "relation")),
    `as of ${day(DATA.now)}`,
  ];
  byId("counts").textContent = told.filter(Boolean).map((part) => part.replaceAll(" ", "\u00a0")).join(" · "); // lines break between the parts only
}

function blank() {
  document.body.classList.add("empty");
  document
    .querySelector("main")
    .replaceChildren(
      el(
        "div",
        { class: "blank" },
        el("span", { class: "glyph core_schema", "aria-hidden": "true" }),
        el("h2", {}, "No schemas yet"),
        el("p", {}, "Schemas, intentions and core schemas come of a night, when beliefs are looked at together. No night yet? Run one:"),
        el("pre", {}, el("code", {}, "dcpm consolidate FILE")),
        el("p", { class: "after" }, "If a night has run and this page is still empty, too little was said so far that goes together."),
      ),
    );
}

function start() {
  if (!view) return blank();
  counts();
  if (DATA.search) heading();
  build();
  switches();
  lay();
  beginScale();
  listenToZoom();
  listenToMap();
  listenToKeys();
  listenToSearch({
    show: (hits) => {
      state.hits = hits;
      light();
    },
    choose: look,
  });
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return resize();
    width = innerWidth;
    for (const each of views.values()) each.seating = null;
    lay();
  });
  const asked = decodeURIComponent(location.hash.slice(1));
  if (itemOf(asked) || edges.has(asked) || asked in WHOLES) look(asked, { focus: false });
  else if (view.isOfWays && !isNarrow(roomOfStage())) select("question", { focus: false });
  if (view.isOfWays) beginScale(); // to the room that the panel leaves
}

/** The question of the search above its ways; a click tells all that was found. */
function heading() {
  const line = byId("asked");
  line.append(el("b", { dir: "auto" }, DATA.search.question), el("span", { class: "soft" }, searchWords()));
  line.hidden = !view.isOfWays;
  line.addEventListener("click", () => select("question"));
}

/** Look at an item where it is, on another view if need be. */
function look(id, options = {}) {
  const other = [...views.values()].find(({ ids }) => ids.has(id));
  if (itemOf(id) && !view.ids.has(id) && other) turnTo(other.name);
  select(id, options);
}

start();
