// Lines between boxes, as SVG paths in page units.

const middleY = (box) => box.y + box.height / 2;
const number = (value) => Math.round(value * 10) / 10;

/**
 * A line from one box to another, leaving and entering at the sides that face each other; boxes above one another are joined by a bow
 * outside of both. {path, at(t): a point on it, end, heading: -1 or 1, the direction in which it arrives, isBow}.
 */
function joined(from, to) {
  const [y0, y1] = [middleY(from), middleY(to)];
  if (to.x >= from.x + from.width) return cubic(from.x + from.width, y0, to.x, y1, reach(to.x - from.x - from.width), 1);
  if (from.x >= to.x + to.width) return cubic(from.x, y0, to.x + to.width, y1, reach(from.x - to.x - to.width), -1);
  const bow = 14 + Math.min(26, Math.abs(y1 - y0) * 0.06);
  const room = (Math.min(from.x, to.x) - 4) / 0.75; // the curve goes three quarters of the way to its control points
  return bowed(from.x, y0, to.x, y1, Math.min(bow, room));
}

const reach = (distance) => Math.max(18, distance * 0.5);

function cubic(x0, y0, x1, y1, bend, heading) {
  return curve([x0, y0], [x0 + heading * bend, y0], [x1 - heading * bend, y1], [x1, y1], heading);
}

function bowed(x0, y0, x1, y1, bow) {
  const x = Math.min(x0, x1) - bow;
  return { ...curve([x0, y0], [x, y0], [x, y1], [x1, y1], 1), isBow: true };
}

function curve(a, b, c, d, heading) {
  const at = (t) => {
    const s = 1 - t;
    const mix = (i) => s * s * s * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t * t * t * d[i];
    return [mix(0), mix(1)];
  };
  const path = `M${a.map(number)} C${b.map(number)} ${c.map(number)} ${d.map(number)}`;
  return { path, at, heading, end: d };
}

/** The head of an arrow that arrives at a point, heading left (-1) or right (1). */
const arrowHead = ([x, y], heading, size) => `M${number(x)},${number(y)} l${-heading * size * 1.5},${-size} v${2 * size} z`;

/** How wide a relation's line is: its weight, 0..1. Changes of it would be drawn beside this width. */
const lineWidth = (edge) => 1 + 4 * edge.weight;
