// The map: cards, panels and lines, as the state says. Cards are made once; places come from layout.js.

const BRIEF_CORES = 12; // with more core schemas than that, their cards are kept short
const FOLDED_CORES = 24; // and with more than that, they begin as dots too
const UNFOLDED_MOST = 90; // a graph of more nodes is shown by domain first

const state = {
  selected: null, // id of an item or of a relation, or one of WHOLES
  hovered: null,
  hits: null, // ids that a search found, null while nothing is searched for
  shows: { weak: true, past: true, closed: true },
  layers: new Set(LAYERS), // whose relations are shown
};

const world = byId("world");
const cards = new Map(); // id of an item of the view: its button
const sections = new Map(); // domain: its panel's elements
let boxes = new Map(); // id of an item of the view: its place
let arranged = null; // with the seating, which panel sits in which column, kept for as long as the window's width stays

const isShown = (item) => (state.shows.weak || !isWeak(item)) && (view.isOfWays || state.shows.past || !isPast(item));
const isTold = (edge) => (state.shows.closed || !edge.is_closed) && state.layers.has(edge.layer);
const isDrawn = (edge) => isTold(edge) && boxes.has(edge.source) && boxes.has(edge.target);
const edgesShown = () => [...view.edges.filter((edge) => !isOnWay(edge)), ...view.walked].filter(isDrawn);

/** Whether a line of the search's ways stands for it already. */
const isOnWay = (edge) => view.walked.some((step) => step.id === edge.id);

function buildCard(node) {
  const place = view.isOfWays ? (found.get(node.id).rank ?? null) : undefined; // null: it lay on the way
  const told = place ? `Number ${place}, ` : place === null ? "On the way, " : "";
  const label = `${told}${KIND_NAMES[node.kind]}${node.domain ? `, ${node.domain}` : ""}: ${node.text}`;
  const classes = ["card", node.kind, node.state, isWeak(node) && "weak", isPast(node) && "past", isDue(node) && "due", place === null && "between"]
    .filter(Boolean)
    .join(" ");
  const reach = isCore(node) ? domainsOfCore(node) : [];
  const card = el(
    "button",
    { type: "button", class: classes, "data-id": node.id, "aria-label": label, tabindex: "-1", hue: node.domain },
    place ? el("span", { class: "place", "aria-hidden": "true" }, String(place)) : glyph(node),
    el("span", { class: "words", dir: "auto" }, node.text),
    isCore(node)
      ? el(
          "span",
          { class: "reach" },
          reach.map((domain) => el("span", { class: "tag", hue: domain }, domain)),
        )
      : el("span", { class: "meta" }, cardMeta(node)),
  );
  cards.set(node.id, card);
}

function cardMeta(node) {
  const facts = [];
  if (node.kind === "passage" || node.kind === "belief") return beliefMeta(node);
  if (node.kind === "intention") facts.push(el("b", {}, stateWords(node)), horizon(node));
  else {
    if (isWeak(node)) facts.push(el("b", {}, node.state === "weakened" ? "Weakened" : "Unsure"));
    facts.push(count(node.evidence.length, "belief"), percent(node.confidence));
  }
  return facts.map((fact) => el("span", {}, fact));
}

function beliefMeta(item) {
  const facts = [item.said !== undefined && (item.kind === "belief" ? since(item) : day(item.said)), parties.size > 1 && item.party];
  const tied = view.strengths && (relations.get(item.id) ?? []).filter((edge) => view.ids.has(edge.source) && view.ids.has(edge.target));
  if (tied) facts.push(count(tied.length, "relation"));
  if (view.isOfWays && item.kind === "passage") facts.push("message");
  if (view.isOfWays && found.get(item.id).rank === undefined) facts.push("on the way");
  if (item.kind === "belief" && isPast(item)) facts.push("superseded");
  return facts.filter(Boolean).map((fact) => el("span", {}, fact));
}

function buildPanel(domain, members) {
  const title = panelTitle(domain);
  const size = el("span", { class: "size" });
  const header = el(
    "button",
    { type: "button", class: "header", "data-domain": domain, hue: domain },
    domain === CORES ? glyph({ kind: CORES }) : !view.isOfWays && el("span", { class: "swatch", "aria-hidden": "true" }),
    el("span", { class: "name" }, title),
    size,
    el("span", { class: "fold", "aria-hidden": "true" }),
  );
  const caption = el("p", { class: "caption", dir: "auto" });
  const section = el(
    "section",
    { class: domain === CORES ? "cores" : undefined, "aria-label": title },
    header,
    caption,
    members.map((node) => cards.get(node.id)),
  );
  const ground = el("div", { class: "ground", hue: domain });
  byId("panels").append(section);
  byId("grounds").append(ground);
  sections.set(domain, { title, section, header, ground, caption, size });
}

/** The view's cards and panels, in place of those of another view. */
function build() {
  for (const id of ["panels", "grounds", "lines", "relations", "lit-lines", "labels"]) byId(id).replaceChildren();
  cards.clear();
  sections.clear();
  view.items.forEach(buildCard);
  for (const [domain, members] of view.groups(view.items)) buildPanel(domain, members);
  const above = view.items.filter(isCore).length;
  if (above > BRIEF_CORES) sections.get(CORES).section.classList.add("brief");
  if (!view.isBuilt && !view.isOfWays && view.items.length - above > UNFOLDED_MOST) foldDomains();
  view.isBuilt = true;
}

/** All domains folded; many core schemas too, and fewer on a narrow screen, where they would stand before everything else. */
function foldDomains() {
  const isLong = view.items.filter(isCore).length > (isNarrow(roomOfStage()) ? BRIEF_CORES / 2 : FOLDED_CORES);
  view.folded = new Set([...sections.keys()].filter((domain) => domain !== CORES || isLong));
}

/** Lay everything out anew: after folding, switching, or a change of the window's width. */
function lay() {
  const room = roomOfStage();
  const groups = new Map(view.groups(view.items.filter(isShown)));
  for (const item of view.items) cards.get(item.id).hidden = !isShown(item);
  const panels = [...groups].map(([domain, members]) => measured(domain, members, room));
  if (view.isOfWays) {
    const isRest = (panel) => panel.domain === "way-fit";
    arranged = arrangeWays(panels.filter((panel) => !isRest(panel)), panels.find(isRest) ?? null, room);
  } else {
    const rest = panels.filter((panel) => panel.domain !== CORES);
    const middle = panels.find((panel) => panel.domain === CORES) ?? null;
    arranged = arrange({ room, cores: middle, panels: rest, seating: view.seating });
  }
  view.seating = arranged.seating;
  place(groups);
  drawLines();
  light();
  resize();
}

/** A panel with the heights of its cards at the width that they will have. */
function measured(domain, members, room) {
  const isFolded = view.folded.has(domain);
  const isMiddle = domain === CORES && !isNarrow(room);
  const isSingle = isFolded || domain === CORES || (view.isOfWays && domain !== "way-fit");
  const span = isSingle ? 1 : domain === "way-fit" && !isNarrow(room) ? Math.min(3, members.length) : spanOf(members.length, room, view.seating?.seats.get(domain));
  const width = isFolded ? SIZE.dot : isMiddle ? SIZE.core : cardWidthIn(room, span);
  sections.get(domain).section.classList.toggle("folded", isFolded);
  for (const item of members) cards.get(item.id).style.width = `${width}px`;
  const links = members.filter((item) => cores.has(item.id)).length;
  const height = (item) => (isFolded ? SIZE.dot : cards.get(item.id).offsetHeight);
  return {
    domain,
    isFolded,
    span,
    links,
    cards: members.map((item) => ({ id: item.id, members: item.members, from: view.from?.get(item.id) ?? [], height: height(item) })),
  };
}

function place(groups) {
  boxes = new Map(arranged.panels.flatMap((panel) => panel.cards).map((box) => [box.id, box]));
  for (const [id, box] of boxes) moveTo(cards.get(id), box);
  for (const { section, ground } of sections.values()) section.hidden = ground.hidden = true;
  for (const panel of arranged.panels) placePanel(panel, groups.get(panel.domain));
  for (const id of ["lines", "relations", "lit-lines"]) {
    byId(id).setAttribute("width", arranged.width);
    byId(id).setAttribute("height", arranged.height);
  }
  rove();
}

function placePanel(panel, members) {
  const { title, section, header, ground, caption } = sections.get(panel.domain);
  section.hidden = false;
  section.classList.toggle("bare", panel.isBare);
  ground.hidden = panel.isBare;
  moveTo(ground, panel);
  ground.style.width = `${panel.width}px`;
  ground.style.height = `${panel.height}px`;
  moveTo(header, panel);
  header.style.width = `${panel.width}px`;
  header.setAttribute("aria-expanded", String(!panel.isFolded));
  header.setAttribute("aria-label", `${title}, ${count(members.length, view.name === "nodes" ? "node" : "belief")}`);
  const strongest = members.find((item) => item.kind !== "intention" && !isWeak(item)) ?? members[0];
  caption.textContent = strongest.text;
  caption.style.width = `${panel.width - 2 * SIZE.pad}px`;
  moveTo(caption, { x: panel.x + SIZE.pad, y: panel.y + SIZE.head - 4 });
}

function moveTo(element, { x, y }) {
  element.style.translate = `${x}px ${y}px`;
}

/** One stop of the Tab key per panel, and one for the cores: the card last looked at, else the first. */
function rove() {
  for (const { section } of sections.values()) {
    const own = [...section.querySelectorAll(".card:not([hidden])")];
    const stop = own.find((card) => card.dataset.id === state.selected) ?? own[0];
    for (const card of own) card.tabIndex = card === stop ? 0 : -1;
  }
}

/**
 * The lines that are always there, faint: from cores to members behind the panels, and relations in front of them. In one narrow column
 * they would all lie on each other; there only those of the item looked at are drawn.
 */
function drawLines() {
  const isWide = !isNarrow(roomOfStage());
  const always = edgesShown().filter((edge) => view.showsRelations || edge.isWalked);
  byId("lines").replaceChildren(...(isWide ? memberships().map(membershipLine) : []));
  byId("relations").replaceChildren(...(isWide ? always.flatMap(relationLine) : []));
}

/** All lines from cores to their members, among the cards on the map. */
const memberships = () =>
  view.items
    .filter((core) => isCore(core) && boxes.has(core.id))
    .flatMap((core) => core.members.filter((id) => boxes.has(id)).map((id) => ({ core: core.id, member: id })));

function membershipLine({ core, member }) {
  const { path } = joined(boxes.get(core), boxes.get(member));
  return drawn("path", { class: "membership", d: path, hue: nodes.get(member).domain });
}

/** A relation's line with its head, and a wider one that nobody sees, to be hit by a pointer. */
function relationLine(edge) {
  const line = joined(boxes.get(edge.source), boxes.get(edge.target));
  const classes = `${edge.layer}${edge.is_closed ? " closed" : ""}${edge.isWalked ? " walked" : ""}`;
  const parts = [drawn("path", { class: `relation ${classes}`, d: line.path, "stroke-width": lineWidth(edge) })];
  if (!edge.is_mutual)
    parts.push(drawn("path", { class: `head ${classes}`, d: arrowHead(line.end, line.heading, 3.5 + lineWidth(edge) * 0.6) }));
  return [...parts, drawn("path", { class: "hit", d: line.path, "data-edge": edge.id })];
}

/** What is on the map of an item: itself, else what rests on it, what it rests on, or the messages that it was drawn from. */
function onMap(id) {
  if (boxes.has(id)) return [id];
  const chain = chains.get(id)?.map((state) => state.id) ?? [id];
  const near = [
    ...chain,
    ...chain.flatMap((state) => (resting.get(state) ?? []).map((node) => node.id)),
    ...(nodes.get(id)?.evidence ?? []),
    ...[...found.values()].filter((item) => item.drawn?.some((drawn) => chain.includes(drawn))).map((item) => item.id),
  ];
  return near.filter((other) => boxes.has(other));
}

/** What has to do with an item, a relation, or one of WHOLES, as far as it is on the map. */
function company(id) {
  if (id in WHOLES) return new Set(WHOLES[id].items().flatMap(onMap));
  const edge = edges.get(id);
  if (edge) return new Set([edge.source, edge.target].flatMap(onMap));
  const ids = new Set(onMap(id));
  const node = nodes.get(id);
  if (node && boxes.has(id)) for (const other of [...node.members, ...(cores.get(id) ?? []).map((core) => core.id)]) ids.add(other);
  for (const line of edgesShown())
    if (line.source === id || line.target === id) ids.add(line.source).add(line.target);
  for (const line of wayTo(id)) ids.add(line.source).add(line.target);
  return ids;
}

/** The steps to what a search found, where its ways are on the map. */
const wayTo = (id) => (view.isOfWays ? (found.get(id)?.way ?? []).map((place) => DATA.search.steps[place]) : []);

/** What is lit: what is looked at with its company, else what was searched for; everything else steps back. */
function light() {
  const company_ = state.selected && company(state.selected);
  const lit = company_?.size ? company_ : state.hits;
  world.classList.toggle("focused", Boolean(lit) && state.selected !== "question");
  for (const [id, card] of cards) {
    card.classList.toggle("lit", Boolean(lit?.has(id)));
    card.classList.toggle("selected", id === state.selected);
    card.setAttribute("aria-pressed", String(id === state.selected));
  }
  for (const panel of arranged.panels) {
    const inside = lit && panel.cards.filter((card) => lit.has(card.id)).length;
    sections.get(panel.domain).size.textContent = inside && !state.selected ? `${inside} of ${panel.cards.length}` : `${panel.cards.length}`;
  }
  const centre = state.selected ?? state.hovered;
  const lines = centre === null ? [] : linesOf(centre);
  byId("lit-lines").replaceChildren(...lines.flatMap((line) => line.parts));
  byId("labels").replaceChildren();
  if (isNarrow(roomOfStage())) return;
  if (state.selected && state.selected !== "question") labelLines(lines.filter((line) => line.edge));
  else if (view.walked.length <= MANY_EDGES) labelLines(view.walked.filter(isDrawn).map((edge) => ({ edge })));
}

function linesOf(id) {
  const about = edgesShown().filter((edge) => edge.id === id || edge.source === id || edge.target === id);
  const all = new Set([...about, ...(WHOLES[id]?.edges() ?? []), ...wayTo(id)].filter(isDrawn));
  return [
    ...memberships()
      .filter(({ core, member }) => core === id || member === id)
      .map((membership) => ({ parts: [membershipLine(membership)] })),
    ...[...all].map((edge) => ({ edge, parts: relationLine(edge) })),
  ];
}

/** Predicate and weight on each line, moved along it until it covers no other; left out where there is no room. */
function labelLines(lines) {
  const taken = [];
  for (const { edge } of lines) {
    const line = joined(boxes.get(edge.source), boxes.get(edge.target));
    const label = el(
      "span",
      { class: `label ${edge.layer}${edge.is_closed ? " closed" : ""}`, "data-edge": edge.id },
      `${edge.predicate.replaceAll("_", " ")} ${edge.weight.toFixed(2)}`,
    );
    byId("labels").append(label);
    const [width, height] = [label.offsetWidth, label.offsetHeight];
    const shift = line.isBow ? 8 - width : -width / 2; // beside a bow, so that the cards which it joins stay readable
    const isFree = ([x, y]) =>
      taken.every((box) => Math.abs(box.x - x - shift) > (box.width + width) / 2 || Math.abs(box.y - y) > (box.height + height) / 2);
    const at = [0.5, 0.38, 0.62, 0.28, 0.72].map((t) => line.at(t)).find(isFree);
    if (!at) label.remove();
    else {
      moveTo(label, { x: Math.max(4, at[0] + shift), y: at[1] - height / 2 });
      taken.push({ x: at[0] + shift, y: at[1], width, height });
    }
  }
}

/** The card nearest in the direction of an arrow key. */
function neighbour(id, key) {
  const from = boxes.get(id);
  const centre = (box) => [box.x + box.width / 2, middleY(box)];
  const [x, y] = centre(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  for (const [other, box] of boxes) {
    const [bx, by] = centre(box);
    const along = (bx - x) * dx + (by - y) * dy;
    const across = Math.abs((bx - x) * dy) + Math.abs((by - y) * dx);
    if (other === id || along < 4) continue;
    const far = along + 2.5 * across;
    if (best === null || far < best.far) best = { other, far };
  }
  return best?.other ?? null;
}
