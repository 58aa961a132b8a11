// <phasor-rope>: a query and a key are rotated by their positions, and their score depends only on
// the distance.
import {
  cells,
  choice,
  clamp,
  column,
  dot,
  figure,
  fixed,
  label,
  linear,
  pairKeys,
  path,
  row,
  rule,
  slider,
  whole,
} from "../core/index.js";
import { data, isCache, PLACES, table } from "./rope-model.js";
import { chart, degrees, dialOf, groups, signed, strip } from "./rope-panels.js";
import { ropePrograms } from "./rope-programs.js";

/** @import { Strong } from "../core/scales.js" */
/** @import { Handle, Panel, Room } from "../core/types.js" */
/** @import { D, P } from "./rope-model.js" */

/** Pixels from a disc's centre to the ends of its chevrons, and between discs that do not touch. */
const DISC_RADIUS = 25;
const MIN_DISC_GAP = 2 * DISC_RADIUS;
/** Margins of the line of positions. */
const MARGIN = { left: 36, right: 18 };

const HINTS = {
  score: "**Drag q or k** along the words, or the bracket between them to move both.",
  five: "**Drag q** along the words: it is turned at five places in a row.",
  cache: "**Drag q or k** along the words: the keys before *q* are in the cache.",
};

/** The key's position relative to the query, as text. @param {number} offset */
function distance(offset) {
  const by = whole(Math.abs(offset));
  if (by === "0") return "*k* and *q* are at the same position";
  return `*k* is **${by}** ${offset < 0 ? "before" : "after"} *q*`;
}

/** @param {P} p @param {D} d */
function heading(p, { past, offset }) {
  if (p.show === "five") return `the same *q* at **${PLACES}** places`;
  if (p.show === "forgotten")
    return `keys in the cache: **${whole(past)}**; *q* is turned as if it were at **0**`;
  if (p.show === "cache") return `keys in the cache: **${whole(past)}**, *q* after them`;
  return distance(offset);
}

/**
 * The centres of two labels side by side, moved apart if they overlap, and into the figure.
 * @param {number[]} places their preferred centres, from left to right @param {number[]} widths @param {number} room
 */
function separate([left, right], [one, other], room) {
  const by = Math.max((one + other) / 2 - (right - left), 0) / 2;
  const inside = Math.max(one / 2 - (left - by), 0) - Math.max(right + by + other / 2 - room, 0);
  return [left - by + inside, right + by + inside];
}

/** The line of positions, with the handles on it. @param {P} p @param {D} d @param {number} word pixels per position @param {Room["measure"]} measure @param {boolean} isLow @returns {Panel<P, D>} */
function ruler(p, d, word, measure, isLow) {
  const { length, show } = p;
  const { second: n, past } = d;
  const hasCache = isCache(p);
  const five = show === "five";
  const m = five ? d.first : p.position;
  /** @type {(text: string, properties: Partial<Handle<P>> & { name: string, value: number }) => Handle<P>} */
  const disc = (text, properties) => ({
    look: "disc",
    text,
    y: 0,
    min: 0,
    max: length - 1,
    ...properties,
  });
  // Close discs move apart, and both stay within the figure.
  const push = five ? 0 : Math.max(MIN_DISC_GAP - Math.abs(m - n) * word, 0) / 2;
  const [start, end] = [Math.min(m, n), length - 1 - Math.max(m, n)];
  const inside =
    Math.max(push + DISC_RADIUS - MARGIN.left - (start + 0.5) * word, 0) -
    Math.max(push + DISC_RADIUS - MARGIN.right - (end + 0.5) * word, 0);
  const queryDx = push && inside + (n < m ? push : -push);
  const keyDx = push && inside + (n < m ? -push : push);
  const ends = [
    { at: n, colour: "key", dx: keyDx },
    { at: m, colour: "position", dx: queryDx },
  ].sort((one, other) => one.at - other.at);
  const places = ends.map(({ at, dx }) => MARGIN.left + (at + 0.5) * word + dx);
  const widths = ends.map(({ at }) => 1.1 * measure(whole(at)) + 14);
  const middles = separate(places, widths, word * length + MARGIN.left + MARGIN.right);
  const last = m + PLACES - 1;
  const fits = (last - m) * word > 1.2 * measure(whole(last)) + 16;
  /** The numbers below the line. @type {Strong[]} */
  const numbers = !five
    ? ends.map((end, n) => ({ ...end, dx: end.dx + middles[n] - places[n] }))
    : fits
      ? [m, last].map((at) => ({ at, colour: "position" }))
      : [{ at: (m + last) / 2, colour: "position", text: `${whole(m)} … ${whole(last)}` }];
  const query = disc("*q*", {
    name: "query *q*, position *m*",
    value: m,
    dx: queryDx,
    min: hasCache ? 1 : 0,
    max: length - (five ? PLACES : 1),
    words: `${whole(m)}: ${five ? heading(p, d) : `${distance(d.offset)}, score ${fixed(d.score, 2)}`}`,
    set: (value) => ({ position: value }),
    other: pairKeys(p),
  });
  const key = disc("*k*", {
    name: "key *k*, position *n*",
    colour: "key",
    value: n,
    dx: keyDx,
    max: hasCache ? past - 1 : length - 1,
    words: `${whole(n)}: ${distance(d.offset)}, score ${fixed(d.score, 2)}`,
    set: (value) => ({ second: value }),
  });
  const half = (m - n) / 2;
  const gap = push ? 0 : Math.abs(m - n) * word - 34;
  const bothHandle = disc("", {
    name: "both, *q* and *k*",
    look: "none",
    value: (m + n) / 2,
    // Without room between the discs, the text above them is the handle.
    y: gap > 60 ? 0 : 0.6,
    width: gap > 60 ? gap : measure(heading(p, d).replaceAll("*", ""), 18) + 12,
    min: Math.abs(half),
    max: length - 1 - Math.abs(half),
    words: `${whole(m)} and ${whole(n)}`,
    set: (middle) => {
      // In steps of 1/1,024, so that both round to whole positions in the same way.
      const by = Math.round((middle - (m + n) / 2) * 1024) / 1024;
      return { position: m + by, second: n + by };
    },
  });
  const title = `${heading(p, d)}${isLow && show === "score" ? `: score **${fixed(d.score, 2)}**` : ""}`;
  const isWhole = measure(title.replaceAll("*", ""), 18) < word * length + 54;
  const [low, high] = five ? [m, m + PLACES - 1] : [Math.min(m, n), Math.max(m, n)];
  return {
    name: "ruler",
    height: 66,
    fixed: true,
    margin: { ...MARGIN, bottom: 12 },
    x: cells(0, length, {
      axis: "ruler",
      strong: numbers.map((number) => ({
        ...number,
        text: `**${number.text ?? whole(number.at)}**`,
      })),
    }),
    y: linear(0, 1, { axis: "none" }),
    marks: () => [
      hasCache && rule({ y: 0, from: d.start, to: past - 1 }, { colour: "key", width: 5 }),
      // The line is above the discs if they have been moved apart.
      !hasCache &&
        rule({ y: push ? 0.36 : 0, from: low, to: high }, { colour: "offset", width: 5 }),
      five && d.places.slice(1).map(({ position }) => dot(position, 0, { colour: "position" })),
      label(
        isWhole ? title : title.replace(" in the cache", "").replace(" it stood", ""),
        five ? low : (low + high) / 2,
        0,
        {
          dy: -42,
          align: "center",
          colour: hasCache ? "key" : five ? "position" : "offset",
          size: 18,
          keep: true,
        },
      ),
    ],
    handles: five ? [query] : hasCache ? [key, query] : [bothHandle, key, query],
  };
}

export const PhasorRope = figure("phasor-rope", {
  title: "Only the offset changes the score",
  hint: ({ show }) => HINTS[show === "forgotten" ? "cache" : show],
  shared: ["dModel", "length", "base", "position", "second", "pair"],
  attributes: { layout: ["interleaved", "half"], show: ["score", "five", "cache", "forgotten"] },
  glide: ["position", "second"],
  narrow: 720,
  data,
  panels(p, d, { narrow, low, width, height, measure }) {
    const word = (width - 54) / p.length;
    const five = p.show === "five";
    const rows = five ? PLACES : 2;
    // In a low box, rows get thinner before the dials get small. Beside text, rows and dials share the height.
    const remaining = height - 317;
    const cell = low
      ? clamp((height - 320) / rows, 40 / rows, five ? 18 : 31)
      : five
        ? clamp((0.4 * remaining) / rows, 14, 31)
        : 31;
    // In a low box, the line says the score, and the dials get the height that is left, or their place if a cache is shown.
    const hasChart = !five && (!low || height > 640 || isCache(p));
    const hasDials = !low || height > 640 || !isCache(p);
    const radius = narrow
      ? Math.min(
          (width - 36) / 6 - 2,
          low ? Math.max((height - (hasChart ? 504 : 248) - rows * cell) / 2, 24) : Infinity,
        )
      : Math.min(
          ...(five ? [140, 0.15 * width - 10] : [100, (0.58 * width) / 6 - 10]),
          // Below the dials of a query and a key stands a line more.
          Math.max((remaining - rows * cell - (five ? 0 : 23)) / 2, 24),
        );
    const dials = d.pairs.map((_, n) => dialOf(p, d, n, radius, low, measure));
    const first = [ruler(p, d, word, measure, low), strip(p, d, narrow, low, cell)];
    // Their labels are wider than small dials.
    const gap = Math.max(12, (width - 30) / dials.length - 2 * radius);
    const under = hasChart ? [chart(p, d, narrow)] : [];
    if (low)
      return [
        {
          ...column(...first, ...(hasDials ? [{ ...row(...dials), gap }] : []), ...under),
          gap: 16,
        },
      ];
    if (five || narrow) return [...first, { ...row(...dials), gap }, ...under];
    return [...first, { ...row(...dials, ...under), gap: 32 }];
  },
  across: (plots, p, d) =>
    d.pairs.map((pair, n) => {
      const { frame, x } = plots.strip;
      const dial = plots[`dial ${n}`]?.frame;
      if (!dial) return [];
      const bottom = frame.top + frame.height + 5;
      const elbow = bottom + 20 - 6 * n;
      const middle = dial.left + dial.width / 2;
      return groups(p, pair).map(([from, to]) => {
        const at = x.at((from + to) / 2);
        return path([at, at, middle, middle], [bottom - 1, elbow, elbow, dial.top + 1], {
          colour: "dimension",
          width: 1.5,
        });
      });
    }),
  more: (p) => [
    choice(p, "show", "what is shown", {
      score: "a query and a key",
      five: "one vector at five places",
      cache: "a cache of keys",
      forgotten: "its offset forgotten",
    }),
    choice(p, "layout", "which numbers are a pair", {
      interleaved: "pairs of neighbours",
      half: "pairs of halves",
    }),
    slider.length(p, 1024),
    slider.dModel(p, 128),
    slider.base(p),
  ],
  say(p, d) {
    const m = whole(p.position);
    const pairs = d.pairs.map((pair) => `pair ${pair}`).join(", ");
    if (p.show === "five")
      return `One vector at positions ${whole(d.first)} to ${whole(Math.round(d.first) + PLACES - 1)}, in ${pairs}: ${d.pairs.map((pair) => degrees(d.wavelengths[pair])).join(", ")}.`;
    const turnedBy = p.show === "forgotten" ? `, turned as if at 0` : "";
    return `Query at ${m}${turnedBy}, key at ${whole(d.second)}: score ${fixed(d.score, 2)}; ${d.pairs.map((pair) => `pair ${pair} adds ${signed(d.adds[pair])}`).join(", ")}.`;
  },
  table,
  programs: ({ dModel, base, layout, position, show }, { first, second, start, past }) =>
    ropePrograms({
      dModel,
      base,
      layout,
      query: show === "five" ? first : position,
      key: second,
      keys: isCache({ show }) ? { start, past } : undefined,
      places: show === "five" ? PLACES : 0,
    }),
});
