// Where everything stands: core schemas on a spine in the middle, a panel per life domain on both sides of it. Pure geometry in page units:
// the same input gives the same places, and nothing here touches the document.

const SIZE = {
  card: 222,
  gap: 6,
  pad: 10,
  head: 44,
  foot: 10,
  gutter: 16,
  inner: 12, // cards in panels, panels beside each other
  dot: 18,
  dotGap: 7,
  caption: 46, // a folded panel: a line or two of its strongest node, and a dot a node
  core: 252,
  coreGap: 14,
  lane: 136, // between the columns of a search, for the lines and what they are called
  spine: 68, // core schemas, and the room on both sides for their lines
  margin: 28,
  narrowMargin: 12,
};
const READABLE = 0.82; // the smallest scale at which cards are read with ease

const isNarrow = (room) => room.width < 760;
const panelWidth = (span) => span * (SIZE.card + 2 * SIZE.pad) + (span - 1) * SIZE.gutter;
const panelWidthIn = (room, span) => (isNarrow(room) ? Math.max(200, room.width - 2 * SIZE.narrowMargin) : panelWidth(span));
const cardWidthIn = (room, span) => (panelWidthIn(room, span) - 2 * SIZE.pad - (span - 1) * SIZE.inner) / span;
const coreWidthIn = (room) => (isNarrow(room) ? panelWidthIn(room, 1) : SIZE.core);

/** How many columns a panel takes up: more where it holds many cards, as far as the room or the side on which it sits allows. */
function spanOf(cards, room, seat) {
  const most = isNarrow(room) ? 1 : (seat?.side ?? (room.width < 1180 ? 2 : 3));
  return Math.min(most, cards <= 8 ? 1 : cards <= 24 ? 2 : 3);
}

/** The place of each card within its panel, and how large the panel is. */
function fill(panel, room) {
  const width = panelWidthIn(room, panel.span);
  if (panel.isFolded) {
    const pitch = SIZE.dot + SIZE.dotGap;
    const perRow = Math.floor((width - 2 * SIZE.pad + SIZE.dotGap) / pitch);
    const top = SIZE.head + SIZE.caption;
    const cards = panel.cards.map((card, i) => ({
      id: card.id,
      x: SIZE.pad + (i % perRow) * pitch,
      y: top + Math.floor(i / perRow) * pitch,
      width: SIZE.dot,
      height: SIZE.dot,
    }));
    return { width, height: top + Math.ceil(cards.length / perRow) * pitch - SIZE.dotGap + SIZE.foot + 4, cards };
  }
  const each = cardWidthIn(room, panel.span);
  const heights = Array(panel.span).fill(SIZE.head);
  const cards = panel.cards.map((card) => {
    const column = heights.indexOf(Math.min(...heights));
    const y = heights[column];
    heights[column] += card.height + SIZE.gap;
    return { id: card.id, x: SIZE.pad + column * (each + SIZE.inner), y, width: each, height: card.height };
  });
  return { width, height: Math.max(...heights) - SIZE.gap + SIZE.foot, cards };
}

/**
 * Panels into columns, the tallest first, each where it comes to stand highest; those with core members keep to the spine. A panel that has
 * a seat already keeps its column and its place in the order, so that opening one moves only those below it.
 */
function intoColumns(filled, left, right, spineWidth, seats) {
  const columns = left + right;
  const heights = Array(columns).fill(0);
  const pitch = panelWidth(1) + SIZE.gutter;
  const xOf = (column) => column * pitch + (spineWidth && column >= left ? spineWidth - SIZE.gutter : 0);
  const fromSpine = (start, span) => (!spineWidth ? start : start < left ? left - start - span : start - left);
  const free = ({ span, links }) => {
    let best = null;
    for (let start = 0; start + span <= columns; start++) {
      if (spineWidth && start < left && start + span > left) continue;
      const cost = Math.max(...heights.slice(start, start + span)) + fromSpine(start, span) * (links ? 30 : 4);
      if (best === null || cost < best.cost) best = { start, cost };
    }
    return best.start;
  };
  const turn = (panel) => seats.get(panel.domain)?.turn ?? Infinity;
  const order = [...filled].sort((a, b) => turn(a) - turn(b) || b.height - a.height || b.links - a.links || (a.domain < b.domain ? -1 : 1));
  const placed = order.map((panel, i) => {
    const seat = seats.get(panel.domain);
    const start = seat ? Math.min(seat.start, (spineWidth && seat.start < left ? left : columns) - panel.span) : free(panel);
    const y = Math.max(...heights.slice(start, start + panel.span));
    heights.fill(y + panel.height + SIZE.gutter, start, start + panel.span);
    return { ...panel, x: xOf(start), y, seat: seat ?? { start, turn: i, side: !spineWidth ? columns : start < left ? left : right } };
  });
  return { placed, height: Math.max(0, ...heights) - SIZE.gutter, width: xOf(columns - 1) + panelWidth(1) };
}

/** Boxes of given heights along a line, each as near to where it wants to be as its neighbours allow, all within 0..length. */
function spread(wanted, heights, gap, length) {
  const order = wanted.map((y, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const tops = Array(wanted.length);
  let floor = 0;
  for (const i of order) {
    tops[i] = Math.max(floor, wanted[i] - heights[i] / 2);
    floor = tops[i] + heights[i] + gap;
  }
  let ceiling = Math.max(
    length,
    heights.reduce((sum, height) => sum + height + gap, -gap),
  );
  for (const i of order.reverse()) {
    tops[i] = Math.min(tops[i], ceiling - heights[i]);
    ceiling = tops[i] - gap;
  }
  return tops;
}

/**
 * Core schemas as a panel without a ground: below its header, in the order of their members and near them, but within the first screen; in
 * several columns where there are many.
 */
function ontoSpine(cores, centres, columns, x, whole, screen) {
  const length = Math.min(whole, screen);
  if (cores.isFolded) return { ...cores, x, y: Math.max(0, (length - cores.height) / 3) };
  const middle = (core) => {
    const found = core.members.map((id) => centres.get(id)).filter((y) => y !== undefined);
    return (found.length ? found.reduce((sum, y) => sum + y, 0) / found.length : whole / 2) * (length / whole);
  };
  const wanted = cores.cards.map((core) => middle(core) - SIZE.head);
  const order = wanted.map((y, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const placed = Array(wanted.length);
  for (let column = 0; column < columns; column++) {
    const own = order.filter((_, position) => position % columns === column);
    const tops = spread(
      own.map((i) => wanted[i]),
      own.map((i) => cores.cards[i].height),
      SIZE.coreGap,
      length - SIZE.head,
    );
    own.forEach((i, position) => {
      placed[i] = {
        id: cores.cards[i].id,
        x: column * (SIZE.core + SIZE.coreGap),
        y: tops[position] + SIZE.head,
        width: SIZE.core,
        height: cores.cards[i].height,
      };
    });
  }
  const [first, last] = [Math.min(...placed.map((core) => core.y)), Math.max(...placed.map((core) => core.y + core.height))];
  const cards = placed.map((core) => ({ ...core, y: core.y - first + SIZE.head }));
  return { ...cores, isBare: true, x, y: first - SIZE.head, width: spineInner(columns), height: last - first + SIZE.head, cards };
}

const spineInner = (columns) => columns * (SIZE.core + SIZE.coreGap) - SIZE.coreGap;

/** Everything with that many columns of panels on the left and on the right, and of core schemas between them. */
function arrangeIn({ left, right, inSpine }, cores, filled, room, seats) {
  if (!inSpine) {
    const { placed, width, height } = intoColumns(filled, left, right, 0, seats);
    return framed(SIZE.margin, placed, width, height);
  }
  const inner = cores.isFolded ? cores.width : spineInner(inSpine);
  const { placed, ...size } = intoColumns(filled, left, right, inner + 2 * SIZE.spine, seats);
  const centres = new Map();
  for (const panel of placed) for (const card of panel.cards) centres.set(card.id, panel.y + card.y + card.height / 2);
  const x = left * (panelWidth(1) + SIZE.gutter) - (left ? SIZE.gutter : 0) + SIZE.spine;
  const spine = ontoSpine(cores, centres, inSpine, x, size.height, room.height - 2 * SIZE.margin);
  return framed(SIZE.margin, [spine, ...placed], Math.max(size.width, x + inner), Math.max(size.height, spine.y + spine.height));
}

/** One column, as a narrow screen has it: core schemas, then the panels. */
function stack(panels, room) {
  let y = 0;
  const placed = panels.map((panel) => {
    const top = y;
    y += panel.height + SIZE.gutter;
    return { ...panel, x: 0, y: top };
  });
  const width = Math.max(...panels.map((panel) => panel.width));
  return framed(isNarrow(room) ? SIZE.narrowMargin : SIZE.margin, placed, width, y - SIZE.gutter);
}

/** With a margin around, and the places of cards counted from where those of the panels are. */
function framed(margin, panels, width, height) {
  return {
    width: width + 2 * margin,
    height: height + 2 * margin,
    panels: panels.map(({ domain, isFolded, isBare = false, seat = null, x, y, width, height, cards }) => ({
      domain,
      isFolded,
      isBare,
      seat,
      x: x + margin,
      y: y + margin,
      width,
      height,
      cards: cards.map((card) => ({ ...card, x: card.x + x + margin, y: card.y + y + margin })),
    })),
  };
}

/** How well it shows: whole if that can be read, else as wide as the room so that one scrolls in one direction only; even sides first. */
function fitness({ width, height }, room, unevenness) {
  const whole = Math.min(1, room.width / width, room.height / height);
  const bonus = whole >= READABLE ? 1 : room.width / width >= READABLE ? 0 : -1;
  return bonus + whole - 0.03 * Math.max(0, unevenness - 1);
}

/**
 * Places for panels ({domain, isFolded, span, links, cards: [{id, height}]}), of which `cores` (null where there are none; its cards have
 * `members` too) keeps to the middle, in as many columns as show most of it in a room ({width, height}): {width, height, panels: [box with
 * cards: [box]], seating}. Given the seating of an earlier arrangement, panels keep their columns.
 */
function arrange({ cores, panels, room, seating = null }) {
  const filled = panels.map((panel) => ({ ...panel, ...fill(panel, room) }));
  const middle = cores && (isNarrow(room) || cores.isFolded ? { ...cores, ...fill(cores, room) } : cores);
  if (isNarrow(room)) return { ...stack(middle ? [middle, ...filled] : filled, room), seating: null };
  const spines = !cores ? [0] : cores.isFolded ? [1] : [1, 2, 3].filter((columns) => columns <= cores.cards.length);
  const kept = seating && seating.hasSpine === Boolean(cores) ? seating : null;
  let best = null;
  for (const inSpine of spines) {
    for (const [left, right] of kept ? [kept.sides] : sidesFor(inSpine > 0, filled, room)) {
      const arranged = arrangeIn({ left, right, inSpine }, middle, filled, room, kept ? kept.seats : new Map());
      const fit = fitness(arranged, room, inSpine ? Math.abs(right - left) : 0);
      if (best === null || fit > best.fit + 0.001) best = { arranged, fit, sides: [left, right] };
    }
  }
  const seats = new Map([
    ...(kept?.seats ?? []),
    ...best.arranged.panels.filter((panel) => panel.seat).map((panel) => [panel.domain, panel.seat]),
  ]);
  return { ...best.arranged, seating: { hasSpine: Boolean(cores), sides: best.sides, seats } };
}

/** How many columns may stand left and right of the spine, one side wide enough for the widest panel; all on one side without a spine. */
function sidesFor(hasSpine, filled, room) {
  const widest = Math.max(1, ...filled.map((panel) => panel.span));
  const needed = filled.reduce((sum, panel) => sum + panel.span, 0);
  const most = Math.max(widest, Math.min(needed, Math.floor(room.width / READABLE / panelWidth(1))));
  const found = [];
  for (let columns = hasSpine && filled.length > 1 ? Math.max(2, widest) : widest; columns <= most + 1; columns++) {
    if (!hasSpine) found.push([0, columns]);
    else
      for (let left = columns > 1 ? 1 : 0; left < columns; left++)
        if (Math.max(left, columns - left) >= widest) found.push([left, columns - left]);
  }
  return found;
}

/**
 * Places for the columns of a search ({domain, span, cards: [{id, height, from: [id]}]}), from left to right, each card of a later one near
 * the cards that it was reached from, and below them what led nowhere (`rest`, or null); under one another in a narrow room. As `arrange`.
 */
function arrangeWays(columns, rest, room) {
  const filled = columns.map((column) => ({ ...column, ...fill(column, room), isBare: true }));
  const below = rest && { ...rest, ...fill(rest, room), isBare: true };
  if (isNarrow(room) || !filled.length) return { ...stack([...filled, below].filter(Boolean), room), seating: null };
  const length = Math.max(...filled.map((column) => column.height)) - SIZE.head;
  const centres = new Map();
  const placed = filled.map((column, i) => {
    const from = columns[i].cards.map((card) => card.from.map((id) => centres.get(id)).filter((y) => y !== undefined));
    if (i) near(column, from, length);
    for (const card of column.cards) centres.set(card.id, card.y + card.height / 2);
    return { ...column, x: i * (column.width + SIZE.lane), y: 0 };
  });
  const bottom = Math.max(...placed.flatMap((panel) => panel.cards.map((card) => card.y + card.height)));
  if (below) placed.push({ ...below, x: 0, y: bottom + SIZE.gutter });
  const width = Math.max(...placed.map((panel) => panel.x + panel.width));
  return { ...framed(SIZE.margin, placed, width, below ? bottom + SIZE.gutter + below.height : bottom + SIZE.foot), seating: null };
}

/** The cards of a column of one span moved to where those are that they were reached from. */
function near(column, from, length) {
  const wanted = from.map((ys, i) => (ys.length ? ys.reduce((sum, y) => sum + y, 0) / ys.length : column.cards[i].y) - SIZE.head);
  const heights = column.cards.map((card) => card.height);
  spread(wanted, heights, SIZE.coreGap, length).forEach((top, i) => (column.cards[i].y = top + SIZE.head));
}
