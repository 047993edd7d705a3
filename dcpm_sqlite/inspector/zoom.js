// The window on the map. Moving is the browser's own scrolling; the scale is set here.

const stage = byId("stage");
const SCALES = { least: 0.15, most: 2.5, step: 1.25 };
let scale = 1;
let offset = { x: 0, y: 0 };

/** The room for the map while no details are open: places should not change when they are. */
const roomOfStage = () => ({ width: document.documentElement.clientWidth, height: byId("stage").parentElement.clientHeight });

/** Fit the scrolled area to the map and the scale; a map smaller than the window stands in its middle. */
function resize() {
  const [width, height] = [arranged.width * scale, arranged.height * scale];
  offset = { x: Math.max(0, (stage.clientWidth - width) / 2), y: Math.max(0, (stage.clientHeight - height) * 0.4) };
  const sizer = byId("sizer");
  sizer.style.width = `${width + offset.x}px`;
  sizer.style.height = `${height + offset.y}px`;
  world.style.transform = `translate(${offset.x}px, ${offset.y}px) scale(${scale})`;
  world.style.width = `${arranged.width}px`;
  world.style.height = `${arranged.height}px`;
  world.style.setProperty("--inverse", String(1 / scale));
}

/** Another scale; what is at `anchor` (pixels within the window, its middle by default) stays there. */
function zoomTo(next, anchor = { x: stage.clientWidth / 2, y: stage.clientHeight / 2 }) {
  const at = { x: (stage.scrollLeft + anchor.x - offset.x) / scale, y: (stage.scrollTop + anchor.y - offset.y) / scale };
  scale = Math.min(SCALES.most, Math.max(SCALES.least, next));
  resize();
  stage.scrollLeft = at.x * scale + offset.x - anchor.x;
  stage.scrollTop = at.y * scale + offset.y - anchor.y;
}

const wholeScale = () => Math.min(1, stage.clientWidth / arranged.width, stage.clientHeight / arranged.height);

/** As at the beginning: all of it where that can be read, else as large as can, from the middle of its top. */
function beginScale() {
  scale = isNarrow(roomOfStage()) ? 1 : Math.max(READABLE, Math.min(wholeScale(), 1));
  resize();
  stage.scrollTo((arranged.width * scale - stage.clientWidth) / 2, 0);
}

/** Scroll so that a box is seen. */
function reveal(box, { isSmooth = true } = {}) {
  if (!box) return;
  const margin = 24;
  const along = (start, length, from, room) => {
    const [low, high] = [start - margin, start + length + margin];
    if (low >= from && high <= from + room) return from;
    return high - low > room ? low : low < from ? low : high - room;
  };
  const isStill = !isSmooth || matchMedia("(prefers-reduced-motion: reduce)").matches;
  stage.scrollTo({
    left: along(box.x * scale + offset.x, box.width * scale, stage.scrollLeft, stage.clientWidth),
    top: along(box.y * scale + offset.y, box.height * scale, stage.scrollTop, stage.clientHeight),
    behavior: isStill ? "instant" : "smooth",
  });
}

function listenToZoom() {
  byId("zoom-in").addEventListener("click", () => zoomTo(scale * SCALES.step));
  byId("zoom-out").addEventListener("click", () => zoomTo(scale / SCALES.step));
  byId("zoom-fit").addEventListener("click", () => zoomTo(wholeScale()));
  stage.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomTo(scale * Math.exp(-event.deltaY * 0.0022), within(event));
    },
    { passive: false },
  );
  listenToDrag();
  listenToPinch();
}

function within({ clientX, clientY }) {
  const { left, top } = stage.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Dragging with a mouse moves the map, wherever it begins; a drag that began on a card is no click on it. */
function listenToDrag() {
  const threshold = 5;
  let from = null;
  let isDragging = false;
  stage.addEventListener("pointerdown", (event) => {
    isDragging = false;
    if (event.pointerType === "mouse" && event.button === 0) from = { x: event.clientX, y: event.clientY };
  });
  stage.addEventListener("pointermove", (event) => {
    if (!from || (!isDragging && Math.hypot(from.x - event.clientX, from.y - event.clientY) < threshold)) return;
    if (!isDragging) stage.setPointerCapture(event.pointerId);
    isDragging = true;
    stage.classList.add("dragged");
    stage.scrollBy({ left: from.x - event.clientX, top: from.y - event.clientY, behavior: "instant" });
    from = { x: event.clientX, y: event.clientY };
  });
  const end = () => {
    from = null;
    stage.classList.remove("dragged");
  };
  stage.addEventListener("pointerup", end);
  stage.addEventListener("pointercancel", end);
  stage.addEventListener("click", (event) => isDragging && event.stopPropagation(), { capture: true });
}

/** Two fingers zoom about their middle. */
function listenToPinch() {
  let span = 0;
  const measure = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  stage.addEventListener(
    "touchstart",
    (event) => {
      if (event.touches.length === 2) span = measure(event.touches);
    },
    { passive: true },
  );
  stage.addEventListener(
    "touchmove",
    (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const [a, b] = event.touches;
      const now = measure(event.touches);
      zoomTo((scale * now) / span, within({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
      span = now;
    },
    { passive: false },
  );
}
