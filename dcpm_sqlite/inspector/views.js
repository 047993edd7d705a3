// What the map can show: the ways of a search, the beliefs that relations tie together, and the nodes. Each view has its own items in panels.

const MANY_EDGES = 24; // with more relations than that between nodes, only those of what is looked at are drawn
const MANY_TIES = 80; // and between beliefs, which have more room
const WAYS = { fit: "Fit the question", led: "Led on", 1: "One step on", 2: "Two steps on" };

const edgesAmong = (ids) =>
  [...edges.values()].filter((edge) => ids.has(edge.source) && ids.has(edge.target) && edge.source !== edge.target && !edge.isWalked);

function makeView(name, title, items, rest) {
  const ids = new Set(items.map((item) => item.id));
  const own = edgesAmong(ids);
  return { name, title, items, ids, edges: own, walked: [], folded: new Set(), seating: null, isMany: own.length > MANY_EDGES, ...rest };
}

function nodesView() {
  const view = makeView("nodes", "Nodes", DATA.nodes, { groups: (shown) => [...coresOf(shown), ...domainsOf(shown)] });
  return { ...view, showsRelations: !view.isMany };
}

const coresOf = (shown) => {
  const above = shown.filter(isCore).sort(byRank);
  return above.length ? [[CORES, above]] : [];
};

/** Beliefs with relations between them, by domain, those that are tied to each other next to each other. */
function beliefsView() {
  const tied = new Map();
  for (const edge of edgesAmong(new Set(beliefs.keys()))) {
    push(tied, edge.source, edge);
    push(tied, edge.target, edge);
  }
  const strength = (id) => tied.get(id).reduce((sum, edge) => sum + (edge.is_closed ? 0 : edge.weight), 0);
  const strengths = new Map([...tied.keys()].map((id) => [id, strength(id)]));
  const order = walk([...tied.keys()].sort((a, b) => strengths.get(b) - strengths.get(a) || (a < b ? -1 : 1)), tied);
  const items = order.map((id) => beliefs.get(id));
  const groups = (shown) => {
    const panels = new Map();
    for (const belief of shown) push(panels, belief.domain ?? "other", belief);
    return [...panels].sort(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1));
  };
  const view = makeView("beliefs", "Beliefs", items, { groups, strengths });
  return { ...view, showsRelations: view.edges.length <= MANY_TIES };
}

/** All ids, each followed by what is tied to it most strongly and was not yet named. */
function walk(ids, tied) {
  const order = new Set();
  for (const start of ids) {
    const open = [start];
    while (open.length) {
      const id = open.pop();
      if (order.has(id)) continue;
      order.add(id);
      const next = [...tied.get(id)].sort((a, b) => a.weight - b.weight);
      for (const edge of next) open.push(edge.source === id ? edge.target : edge.source);
    }
  }
  return [...order];
}

/** What a search found, in columns: what fits the question, and what is so many steps away from that. */
function searchView() {
  const { steps } = DATA.search;
  const start = (step) => (step.is_forward ? step.source : step.target);
  const end = (step) => (step.is_forward ? step.target : step.source);
  const far = new Map(); // by id: steps from where its way began
  const from = new Map(); // by id: what it was reached from
  const least = (id, distance) => far.set(id, Math.min(far.get(id) ?? Infinity, distance));
  for (const { id, way } of DATA.search.findings) {
    least(way.length ? start(steps[way[0]]) : id, 0);
    way.forEach((place, i) => least(end(steps[place]), i + 1));
  }
  for (const step of steps) push(from, end(step), start(step));
  const leads = new Set(steps.map(start));
  const items = [...found.values()].sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.id < b.id ? -1 : 1));
  const groups = (shown) => {
    const panels = new Map();
    for (const item of shown) push(panels, far.get(item.id) || (leads.has(item.id) ? "led" : "fit"), item);
    const order = (key) => (key === "led" ? 0 : key === "fit" ? Infinity : key);
    return [...panels].sort(([a], [b]) => order(a) - order(b)).map(([key, members]) => [`way-${key}`, members]);
  };
  const shown = items.map((item) => beliefs.get(item.id) ?? item);
  return makeView("search", "Search", shown, { groups, from, walked: steps, showsRelations: false, isOfWays: true });
}

/** What a panel is called. */
function panelTitle(key) {
  if (key === CORES) return "Core schemas";
  if (!key.startsWith("way-")) return named(key);
  const way = key.slice(4);
  return WAYS[way] ?? `${way} steps on`;
}

const CORES = "core_schema"; // the panel of core schemas, where others have a domain
const views = new Map();
if (DATA.search && found.size) views.set("search", searchView());
if (DATA.edges.some((edge) => beliefs.has(edge.source) && beliefs.has(edge.target))) views.set("beliefs", beliefsView());
if (DATA.nodes.length) views.set("nodes", nodesView());

let view = views.get("search") ?? views.get("nodes") ?? views.get("beliefs"); // the one on the map
