// The map: cards, panels and lines, as the state says. Cards are made once; places come from layout.js.

const BRIEF_CORES = 12; // with more core schemas than that, their cards are kept short
const FOLDED_CORES = 24; // and with more than that, they begin as dots too
const MANY_EDGES = 24; // with more relations than that, only those of the node looked at are drawn
const UNFOLDED_MOST = 90; // a graph of more nodes is shown by domain first

const state = {
  selected: null,
  hovered: null,
  hits: null, // ids that a search found, null while nothing is searched for
  folded: new Set(),
  shows: { weak: true, past: true, relations: nodeEdges.length <= MANY_EDGES, closed: true },
};

const world = byId("world");
const CORES = "core_schema"; // the panel of core schemas, where others have a domain
const cards = new Map(); // id of a node: its button
const sections = new Map(); // domain: its panel's elements
let boxes = new Map(); // id of a node: its place
let arranged = null;
let seating = null; // which panel sits in which column, for as long as the window's width stays

const isShown = (node) => (state.shows.weak || !isWeak(node)) && (state.shows.past || !isPast(node));
const edgesShown = () =>
  nodeEdges.filter((edge) => (state.shows.closed || !edge.is_closed) && boxes.has(edge.source) && boxes.has(edge.target));

function buildCard(node) {
  const label = `${KIND_NAMES[node.kind]}${node.domain ? `, ${node.domain}` : ""}: ${node.text}`;
  const classes = ["card", node.kind, node.state, isWeak(node) && "weak", isPast(node) && "past", isDue(node) && "due"]
    .filter(Boolean)
    .join(" ");
  const reach = isCore(node) ? domainsOfCore(node) : [];
  const card = el(
    "button",
    { type: "button", class: classes, "data-id": node.id, "aria-label": label, tabindex: "-1", hue: node.domain },
    glyph(node),
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
  if (node.kind === "intention") facts.push(el("b", {}, stateWords(node)), horizon(node));
  else {
    if (isWeak(node)) facts.push(el("b", {}, node.state === "weakened" ? "Weakened" : "Unsure"));
    facts.push(count(node.evidence.length, "belief"), percent(node.confidence));
  }
  return facts.map((fact) => el("span", {}, fact));
}

function buildPanel(domain, members) {
  const title = domain === CORES ? "Core schemas" : named(domain);
  const size = el("span", { class: "size" });
  const header = el(
    "button",
    { type: "button", class: "header", "data-domain": domain, hue: domain },
    domain === CORES ? glyph({ kind: CORES }) : el("span", { class: "swatch", "aria-hidden": "true" }),
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

function build() {
  DATA.nodes.forEach(buildCard);
  const above = DATA.nodes.filter(isCore).sort(byRank);
  if (above.length) buildPanel(CORES, above);
  for (const [domain, members] of domainsOf(DATA.nodes)) buildPanel(domain, members);
  if (above.length > BRIEF_CORES) sections.get(CORES).section.classList.add("brief");
  if (DATA.nodes.length - above.length > UNFOLDED_MOST) foldDomains();
}

/** All domains folded; many core schemas too, and fewer on a narrow screen, where they would stand before everything else. */
function foldDomains() {
  const isLong = DATA.nodes.filter(isCore).length > (isNarrow(roomOfStage()) ? BRIEF_CORES / 2 : FOLDED_CORES);
  state.folded = new Set([...sections.keys()].filter((domain) => domain !== CORES || isLong));
}

/** Lay everything out anew: after folding, switching, or a change of the window's width. */
function lay() {
  const room = roomOfStage();
  const shown = DATA.nodes.filter(isShown);
  const groups = new Map(domainsOf(shown));
  const above = shown.filter(isCore).sort(byRank);
  for (const node of DATA.nodes) cards.get(node.id).hidden = !isShown(node);
  const own = (domain, members) => {
    const isFolded = state.folded.has(domain);
    const span = isFolded || domain === CORES ? 1 : spanOf(members.length, room, seating?.seats.get(domain));
    const width = isFolded ? SIZE.dot : domain === CORES && !isNarrow(room) ? SIZE.core : cardWidthIn(room, span);
    sections.get(domain).section.classList.toggle("folded", isFolded);
    for (const node of members) cards.get(node.id).style.width = `${width}px`;
    return { domain, isFolded, span, links: members.filter((node) => cores.has(node.id)).length, members };
  };
  const panels = [...groups].map(([domain, members]) => own(domain, members));
  const middle = above.length ? own(CORES, above) : null;
  const measured = ({ members, ...panel }) => ({
    ...panel,
    cards: members.map((node) => ({
      id: node.id,
      members: node.members,
      height: panel.isFolded ? SIZE.dot : cards.get(node.id).offsetHeight,
    })),
  });
  arranged = arrange({ room, cores: middle && measured(middle), panels: panels.map(measured), seating });
  seating = arranged.seating;
  place(groups.set(CORES, above));
  drawLines();
  light();
  resize();
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
  header.setAttribute("aria-label", `${title}, ${count(members.length, "node")}`);
  const strongest = members.find((node) => node.kind !== "intention" && !isWeak(node)) ?? members[0];
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
 * they would all lie on each other; there only those of the node looked at are drawn.
 */
function drawLines() {
  const isWide = !isNarrow(roomOfStage());
  byId("lines").replaceChildren(...(isWide ? memberships(boxes).map(({ core, member }) => membershipLine(core, member)) : []));
  byId("relations").replaceChildren(...(isWide && state.shows.relations ? edgesShown().flatMap(relationLine) : []));
}

function membershipLine(core, member) {
  const { path } = joined(boxes.get(core), boxes.get(member));
  return drawn("path", { class: "membership", d: path, hue: nodes.get(member).domain });
}

function relationLine(edge) {
  const line = joined(boxes.get(edge.source), boxes.get(edge.target));
  const classes = `relation ${edge.layer}${edge.is_closed ? " closed" : ""}`;
  const parts = [drawn("path", { class: classes, d: line.path, "stroke-width": lineWidth(edge) })];
  if (!edge.is_mutual)
    parts.push(
      drawn("path", {
        class: `head ${edge.layer}${edge.is_closed ? " closed" : ""}`,
        d: arrowHead(line.end, line.heading, 3.5 + lineWidth(edge) * 0.6),
      }),
    );
  return parts;
}

/** Nodes that have to do with one: its cores or members, and what it is related to. */
function company(id) {
  const node = nodes.get(id);
  const ids = new Set([id, ...node.members, ...(cores.get(id) ?? []).map((core) => core.id)]);
  for (const edge of relations.get(id) ?? [])
    if (nodeEdges.includes(edge) && (state.shows.closed || !edge.is_closed)) ids.add(edge.source).add(edge.target);
  return ids;
}

/** What is lit: the node looked at with its company, else what a search found; everything else steps back. */
function light() {
  const lit = state.selected ? company(state.selected) : state.hits;
  world.classList.toggle("focused", lit !== null);
  for (const [id, card] of cards) {
    card.classList.toggle("lit", lit !== null && lit.has(id));
    card.classList.toggle("selected", id === state.selected);
    card.setAttribute("aria-pressed", String(id === state.selected));
  }
  for (const panel of arranged.panels) {
    const found = lit && panel.cards.filter((card) => lit.has(card.id)).length;
    sections.get(panel.domain).size.textContent = found && !state.selected ? `${found} of ${panel.cards.length}` : `${panel.cards.length}`;
  }
  const centre = state.selected ?? state.hovered;
  const lines = centre && boxes.has(centre) ? linesOf(centre) : [];
  byId("lit-lines").replaceChildren(...lines.flatMap((line) => line.parts));
  byId("labels").replaceChildren();
  if (state.selected && !isNarrow(roomOfStage())) labelLines(lines.filter((line) => line.edge));
}

function linesOf(id) {
  const found = [];
  const shown = company(id);
  for (const { core, member } of memberships(boxes))
    if (core === id || member === id) found.push({ parts: [membershipLine(core, member)] });
  for (const edge of edgesShown())
    if ((edge.source === id || edge.target === id) && shown.has(edge.source)) found.push({ edge, parts: relationLine(edge) });
  return found;
}

/** Predicate and weight on each line, moved along it until it covers no other; left out where there is no room. */
function labelLines(lines) {
  const taken = [];
  for (const { edge } of lines) {
    const line = joined(boxes.get(edge.source), boxes.get(edge.target));
    const label = el(
      "span",
      { class: `label ${edge.layer}${edge.is_closed ? " closed" : ""}` },
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
      moveTo(label, { x: at[0] + shift, y: at[1] - height / 2 });
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
