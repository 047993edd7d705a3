// The page as a whole: switches, keys, and what follows from looking at a node.

function select(id, { focus = true } = {}) {
  if (!nodes.has(id)) return;
  const node = nodes.get(id);
  if (!isShown(node)) Object.assign(state.shows, { weak: true, past: true });
  const isLaid = boxes.has(id);
  state.selected = id;
  const panel = byId("details");
  const close = el("button", { type: "button", class: "close", "aria-label": "Close the details", on: { click: deselect } }, "×");
  panel.replaceChildren(close, ...detailsOf(node, select));
  panel.hidden = false;
  panel.scrollTop = 0;
  document.body.classList.add("detailed");
  hideTip();
  if (isLaid) {
    light();
    resize();
    rove();
  } else lay();
  switches();
  reveal(boxes.get(id));
  history.replaceState(null, "", `#${id}`);
  if (focus) byId("details-title").focus({ preventScroll: true });
}

function deselect() {
  if (!state.selected) return;
  const card = cards.get(state.selected);
  state.selected = null;
  byId("details").hidden = true;
  document.body.classList.remove("detailed");
  light();
  resize();
  history.replaceState(null, "", location.pathname + location.search);
  card.focus({ preventScroll: true });
}

function toggleDomain(domain) {
  const before = arranged.panels.find((panel) => panel.domain === domain);
  if (!state.folded.delete(domain)) state.folded.add(domain);
  lay();
  switches();
  const after = arranged.panels.find((panel) => panel.domain === domain);
  const isOpened = before.isFolded;
  reveal(isOpened ? after : { ...after, height: SIZE.head });
}

function foldAll(isFolded) {
  if (isFolded) foldDomains();
  else state.folded.clear();
  lay();
  switches();
  if (isFolded) zoomTo(Math.min(scale, Math.max(wholeScale(), READABLE)));
}

/** The row of switches, each with how many it speaks of; those that speak of nothing are left out. */
function switches() {
  const { shows } = state;
  const weak = DATA.nodes.filter(isWeak).length;
  const past = DATA.nodes.filter(isPast).length;
  const closed = DATA.edges.filter((edge) => edge.is_closed).length;
  const isAllOpen = state.folded.size === 0;
  const had = document.activeElement?.dataset?.switch;
  byId("switches").replaceChildren(
    ...[
      weak && toggle("weak", "Weak", weak, "Nodes whose evidence was lost or superseded, or that are unsure", () => flip("weak")),
      past && toggle("past", "Past", past, "Intentions that are fulfilled, expired or dropped", () => flip("past")),
      nodeEdges.length &&
        toggle("relations", "Relations", nodeEdges.length, "Lines between nodes that are related", () => flip("relations")),
      closed && toggle("closed", "Closed", closed, "Relations that no longer hold", () => flip("closed")),
      sections.size > 1 &&
        el(
          "button",
          { type: "button", "data-switch": "fold", on: { click: () => foldAll(isAllOpen) } },
          isAllOpen ? "Fold all" : "Unfold all",
        ),
      el(
        "button",
        { type: "button", "data-switch": "legend", "aria-expanded": String(!byId("legend").hidden), on: { click: toggleLegend } },
        "Legend",
      ),
    ].filter(Boolean),
  );
  if (had) byId("switches").querySelector(`[data-switch="${had}"]`)?.focus();

  function toggle(name, label, size, title, click) {
    return el(
      "button",
      { type: "button", role: "switch", "aria-checked": String(shows[name]), "data-switch": name, title, on: { click } },
      el("i", { "aria-hidden": "true" }),
      label,
      el("span", { class: "size" }, String(size)),
    );
  }
}

function flip(name) {
  state.shows[name] = !state.shows[name];
  if (state.selected && !isShown(nodes.get(state.selected))) deselect();
  else if (state.selected) byId("details").replaceChildren(byId("details").firstChild, ...detailsOf(nodes.get(state.selected), select));
  lay();
  switches();
}

function toggleLegend() {
  const legend = byId("legend");
  if (!legend.hasChildNodes()) legend.append(...legendRows());
  legend.hidden = !legend.hidden;
  switches();
}

function showTip(card) {
  const node = nodes.get(card.dataset.id);
  if (!card.closest(".folded")) return hideTip();
  const tip = byId("tip");
  tip.replaceChildren(
    el("span", { class: "told", dir: "auto" }, node.text),
    el(
      "span",
      { class: "soft" },
      node.kind === "intention"
        ? `Intention · ${stateWords(node)} · ${horizon(node)}`
        : `${KIND_NAMES[node.kind]} · ${count(node.evidence.length, "belief")}`,
    ),
  );
  tip.hidden = false;
  const at = card.getBoundingClientRect();
  const main = tip.parentElement.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left - main.left + at.width / 2 - tip.offsetWidth / 2), main.width - tip.offsetWidth - 8);
  const above = at.top - main.top - tip.offsetHeight - 8;
  tip.style.translate = `${left}px ${above > 4 ? above : at.bottom - main.top + 8}px`;
}

function hideTip() {
  byId("tip").hidden = true;
}

function listenToMap() {
  const cardOf = (event) => event.target.closest?.(".card");
  const hover = (event) => {
    const card = cardOf(event);
    if (!card || state.hovered === card.dataset.id) return;
    state.hovered = card.dataset.id;
    showTip(card);
    if (!state.selected) light();
  };
  const leave = () => {
    if (state.hovered === null) return;
    state.hovered = null;
    hideTip();
    if (!state.selected) light();
  };
  world.addEventListener("click", (event) => {
    const card = cardOf(event);
    const header = event.target.closest(".header");
    if (card) select(card.dataset.id);
    else if (header) toggleDomain(header.dataset.domain);
  });
  world.addEventListener("pointerover", (event) => event.pointerType === "mouse" && (cardOf(event) ? hover(event) : leave()));
  world.addEventListener("pointerleave", leave);
  world.addEventListener("focusin", (event) => {
    const card = cardOf(event);
    if (card?.matches(":focus-visible")) {
      showTip(card);
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
  const told = [
    count(of("schema"), "schema"),
    count(of("intention"), "intention") + (due ? ` (${due} due)` : ""),
    count(of("core_schema"), "core schema"),
    count(beliefs.size, "belief"),
    `as of ${day(DATA.now)}`,
  ];
  byId("counts").textContent = told.map((part) => part.replaceAll(" ", "\u00a0")).join(" · "); // lines break between the parts only
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
  if (!DATA.nodes.length) return blank();
  counts();
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
    choose: select,
  });
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return resize();
    width = innerWidth;
    seating = null;
    lay();
  });
  const asked = decodeURIComponent(location.hash.slice(1));
  if (nodes.has(asked)) select(asked, { focus: false });
}

start();
