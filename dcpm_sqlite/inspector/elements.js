// Making elements. Text goes in as text and nothing else; whatever people said can't become part of the page's structure.

const byId = (id) => document.getElementById(id);
const SVG = byId("lines").namespaceURI;

/** An element with its properties (`class`, `on` for listeners, attributes) and children; strings become text. */
function el(tag, properties = {}, ...children) {
  return furnish(document.createElement(tag), properties, children);
}

/** The same in SVG. */
function drawn(tag, properties = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), properties, children);
}

function furnish(element, { on = {}, hue, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener);
  if (hue) tint(element, hue);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

/** Give an element its domain's colour. */
function tint(element, domain) {
  if (domain in HUES) element.style.setProperty("--hue", HUES[domain]);
  else element.style.setProperty("--chroma", "0.01");
}

/** The sign of an item: a disc for a schema, a diamond for an intention, a hexagon for a core, a square for a belief; hollow when weak or past. */
const glyph = (node) =>
  el("span", { class: `glyph ${node.kind}${isWeak(node) || isPast(node) ? " hollow" : ""}`, hue: node.domain, "aria-hidden": "true" });

const count = (number, noun) =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
const percent = (share) => `${Math.round(share * 100)} %`;
const named = (domain) => domain.charAt(0).toUpperCase() + domain.slice(1);
