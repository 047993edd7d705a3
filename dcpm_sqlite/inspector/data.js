"use strict";
// What the page was given, with the ways through it that drawing needs. Nothing here changes after loading.

const DATA = JSON.parse(document.getElementById("data").textContent);

const WEAK_CONFIDENCE = 0.4;
const SOON_MS = 7 * 86_400_000; // an intention is due when its time comes within that
const KIND_NAMES = { schema: "Schema", core_schema: "Core schema", intention: "Intention", belief: "Belief", passage: "Message" };
const LAYERS = ["logical", "causal", "taxonomic", "associative"];
const PAST_STATES = new Set(["fulfilled", "expired", "dropped"]);

// One hue a domain, the same in every graph; names and places tell domains apart where hues don't.
const HUES = {
  art: 335,
  education: 262,
  entertainment: 300,
  family: 5,
  food: 48,
  health: 22,
  home: 75,
  money: 125,
  music: 318,
  nature: 148,
  pets: 60,
  reading: 180,
  relationships: 350,
  society: 225,
  spirituality: 285,
  sport: 245,
  technology: 205,
  transport: 105,
  travel: 195,
  work: 275,
};

const nodes = new Map();
const beliefs = new Map();
const chains = new Map(); // by the id of each of its states
const cores = new Map(); // by the id of each member: the cores above it
const relations = new Map(); // by the id of each end
const edges = new Map(); // by the id of the relation
const resting = new Map(); // by the id of a belief: the nodes that rest on it
const found = new Map(); // by id: what a search found, with its rank, and what lay on the way

const push = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));

for (const chain of DATA.chains) {
  for (const state of chain) {
    beliefs.set(state.id, Object.assign(state, { kind: "belief" }));
    chains.set(state.id, chain);
  }
}
for (const node of DATA.nodes) {
  node.evidence ??= [];
  node.support ??= 1;
  if (node.kind !== "core_schema") node.domain ??= "other";
  nodes.set(node.id, node);
  for (const id of node.evidence) push(resting, id, node);
}
for (const node of DATA.nodes) {
  node.members = (node.members ?? []).filter((id) => nodes.has(id));
  for (const id of node.members) push(cores, id, node);
}
const kindOf = ({ predicate }) => ({
  layer: DATA.layers[predicate] ?? "associative",
  is_mutual: DATA.bidirectional.includes(predicate),
});
for (const [i, edge] of DATA.edges.entries()) {
  Object.assign(edge, kindOf(edge));
  edge.id ??= `relation-${i}`;
  edges.set(edge.id, edge);
  push(relations, edge.source, edge);
  if (edge.target !== edge.source) push(relations, edge.target, edge);
}

if (DATA.search) {
  for (const [id, item] of Object.entries(DATA.search.items)) found.set(id, { ...item, id });
  DATA.search.findings.forEach((finding, i) => Object.assign(found.get(finding.id), finding, { rank: i + 1 }));
  for (const step of DATA.search.steps) {
    const [source, target] = step.ends;
    const edge = (relations.get(source) ?? []).find(
      (one) => one.source === source && one.target === target && one.predicate === step.predicate && !one.is_closed,
    );
    Object.assign(step, kindOf(step), { id: edge?.id ?? `step-${step.place}`, history: edge?.history ?? [], isWalked: true });
    if (!edge) edges.set(step.id, step);
  }
}

/** A node, a belief, or a message that a search found, by its id. */
const itemOf = (id) => nodes.get(id) ?? beliefs.get(id) ?? found.get(id);

const parties = new Set([...beliefs.values()].map((belief) => belief.party)); // speakers; they are named where there are several

const isCore = (node) => node.kind === "core_schema";
const isWeak = (item) => item.state === "weakened" || item.confidence < WEAK_CONFIDENCE;
const isPast = (item) => PAST_STATES.has(item.state) || (beliefs.has(item.id) && !item.is_current);
const begins = (node) => node.due_from ?? node.due_until;
const hasLapsed = (node) => node.state === "open" && node.due_until !== undefined && node.due_until <= DATA.now;
const isDue = (node) => node.state === "open" && !hasLapsed(node) && begins(node) !== undefined && begins(node) < DATA.now + SOON_MS;

/** Where a node stands in its domain: what wants care first, then the strongest, what lies behind last. */
function rank(node) {
  if (isDue(node)) return 0;
  if (isPast(node)) return 5;
  if (isWeak(node)) return 4;
  return node.kind === "intention" ? 1 : 2;
}

const strengthOf = (item) => (item.evidence ? item.evidence.length * item.confidence : 0);
const byRank = (a, b) => rank(a) - rank(b) || strengthOf(b) - strengthOf(a) || (a.id < b.id ? -1 : 1);

/** Domains with their nodes, the fullest first. */
function domainsOf(shown) {
  const found = new Map();
  for (const node of shown) if (!isCore(node)) push(found, node.domain, node);
  for (const members of found.values()) members.sort(byRank);
  return [...found].sort(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1));
}

/** The domains that a core reaches into, by how many members each has there. */
function domainsOfCore(core) {
  const counts = new Map();
  for (const id of core.members) {
    const { domain } = nodes.get(id);
    if (domain) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1));
}
