// Times as people write them. The end of a stretch is the first moment after it. Days are told in UTC; a named day begins at its speaker's
// midnight, so the nearest midnight in UTC is meant.

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

const day = (ms) => DAY.format(ms);
const namedDay = (ms) => DAY.format(ms + DAY_MS / 2);

/** The beginning of a stretch, no finer than the words that named it. */
function stretch(ms, precision) {
  const at = ms + DAY_MS / 2;
  if (precision === "decade") return `the ${new Date(at).getUTCFullYear()}s`;
  if (precision === "year") return `${new Date(at).getUTCFullYear()}`;
  if (precision === "month" || precision === "season") return MONTH.format(at);
  if (precision === "week") return `week of ${DAY.format(at)}`;
  return DAY.format(at);
}

/** When a state holds where that was said, else when it was said. */
function since(belief) {
  const { holds_from: from, holds_until: until, holds_precision: precision } = belief;
  const begin = from === undefined ? day(belief.said) : `since ${stretch(from, precision)}`;
  return until === undefined ? begin : `${begin}, until ${DAY.format(until - DAY_MS / 2)}`;
}

/** When the event happens that a belief speaks of, null where it speaks of none. */
function happens({ about }) {
  const at = about?.from_ms ?? about?.until_ms;
  return at === undefined ? null : `of ${stretch(at, about.precision)}`;
}

/** Date and time of a message, by the clock of where it was said. */
function saidAt(message) {
  const local = message.said + (message.offset_min ?? 0) * 60_000;
  const assumed = message.basis === "assumed" ? " (added then)" : "";
  if (["instant", "second", "minute", "hour"].includes(message.precision ?? "second"))
    return `${DAY.format(local)}, ${CLOCK.format(local)}${assumed}`;
  return stretch(message.said, message.precision) + assumed;
}

/** Day and time, by UTC. */
const moment = (ms) => `${DAY.format(ms)}, ${CLOCK.format(ms)}`;

/** "in 3 days", "5 weeks ago", against the time of the page. */
function distance(ms) {
  const days = Math.round((ms - DATA.now) / DAY_MS);
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days > 0 ? "tomorrow" : "yesterday";
  const size = Math.abs(days);
  const [count, unit] =
    size < 21
      ? [size, "days"]
      : size < 75
        ? [Math.round(size / 7), "weeks"]
        : size < 700
          ? [Math.round(size / 30.4), "months"]
          : [Math.round(size / 365), "years"];
  return days > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}

/** An intention's horizon; its end is the first moment after it. */
function horizon(node) {
  const { due_from: from, due_until: until } = node;
  if (from === undefined && until === undefined) return "no date";
  if (from === undefined) return `by ${DAY.format(until - DAY_MS / 2)}`;
  if (until === undefined) return `from ${namedDay(from)}`;
  return DAY.formatRange(from + DAY_MS / 2, Math.max(until - DAY_MS / 2, from + DAY_MS / 2));
}

/** What an intention's state is, in a word or two for its card. */
function stateWords(node) {
  if (isDue(node)) return begins(node) <= DATA.now ? "Due now" : `Due ${distance(begins(node))}`;
  if (hasLapsed(node)) return "Time has passed";
  return (
    { open: "Open", fulfilled: "Fulfilled", expired: "Expired", dropped: "Dropped", standing: "Standing", weakened: "Weakened" }[
      node.state
    ] ?? node.state
  );
}
