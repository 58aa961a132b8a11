// Text in a panel: labels with leader lines, tags that push each other apart, colour keys.

import { ENTRIES } from "../../colour/maps.js";
import { colourOf } from "../axes.js";
import { NOTE_SIZE, TICK_SIZE } from "../layout.js";
import { beyond, lineAt, takenOf } from "../taken.js";
import { fitted, leftOf, plain, widthOf, write } from "../text.js";
import { strokePath } from "./lines.js";
import { imageOf } from "./raster.js";

/** @import { Frame, Mark, Patch, Plot } from "../types.js" */
/** @import { MapKind } from "../../colour/maps.js" */

/**
 * @typedef {object} LabelOptions
 * @property {string} [colour] @property {string} [strong] colour of **bold** words
 * @property {number} [size] @property {number} [weight]
 * @property {"left" | "center" | "right"} [align] which end of the text is at the place; by default
 *   the text runs away from it
 * @property {CanvasTextBaseline} [baseline]
 * @property {number} [dx] @property {number} [dy] pixels from the place, down and to the right
 * @property {boolean} [slant] the text rises from the place at 45°
 * @property {boolean} [halo] an outline that separates the letters from what is below them
 * @property {boolean} [box] a background in the colour of the paper
 * @property {boolean} [leader] a line from the place to the words
 * @property {boolean} [keep] keeps the text within the panel's width, axes included, if necessary
 *   on the other side of the place
 * @property {Choice[]} [or] other places, or shorter texts, to try in order if a handle or other
 *   text is in the way; each has only what differs
 * @property {boolean} [optional] leaves the text out if no place is free
 */

/** @typedef {Omit<LabelOptions, "or" | "optional"> & { text?: string, x?: number, y?: number }} Choice */

/**
 * Text at a place in the panel's scales, or at the first of several places that is free. Labels are
 * placed in the order in which they are declared.
 * @param {string} text @param {number} x @param {number} y @param {LabelOptions} [options] @returns {Mark}
 */
export const label = (text, x, y, { or, optional = false, ...options } = {}) => ({
  draw(context, plot) {
    const choices = choicesOf({ ...options, text, x, y }, or);
    const line =
      choices.length > 1 || optional
        ? freeOf(context, choices, optional, plot)
        : standing(context, choices[0], plot);
    if (line) put(context, line, plot);
  },
});

/** @typedef {Choice & { text: string, x: number, y: number }} Whole */

/** The places for a line. Without `or`, a line with `keep` may also be on the other side of its place. @param {Whole} first @param {Choice[]} [or] @returns {Whole[]} */
function choicesOf(first, or) {
  if (or) return [first, ...or.map((line) => ({ ...first, ...line }))];
  const { keep, dx = 0 } = first;
  const align = alignOf(first);
  if (!keep || align === "center" || dx === 0) return [first];
  const outside = { ...first, keep: false };
  return [outside, { ...outside, dx: -dx, align: align === "left" ? "right" : "left" }, first];
}

/** @param {Choice} choice */
const alignOf = ({ dx = 0, align = dx < 0 ? "right" : "left" }) => align;

/** The first free line, or, unless `optional`, the one with the least overlap. @param {CanvasRenderingContext2D} context @param {Whole[]} choices @param {boolean} optional @param {Plot} plot */
function freeOf(context, choices, optional, plot) {
  let best;
  let least = optional ? 1 : Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const line = standing(context, choice, plot);
    const taken = takenOf(plot, line.place) + beyond(plot.box, line.place);
    if (taken < least) [best, least] = [line, taken];
    if (least < 1) break;
  }
  return best;
}

/** The place of a line of text, in pixels. @param {CanvasRenderingContext2D} context @param {Whole} choice @param {Plot} plot */
function standing(context, choice, plot) {
  const { unit, theme, box } = plot;
  const { text, x, y, weight = 400, dx = 0, dy = 0, baseline = "middle" } = choice;
  const at = { x: plot.x.at(x), y: plot.y.at(y) };
  const nominal = choice.size ?? NOTE_SIZE;
  const size = choice.keep ? fitted(context, text, 0, nominal, plot, weight).size : nominal * unit;
  const width = widthOf(context, text, size, weight, theme);
  let left = leftOf(at.x + dx * unit, width, alignOf(choice));
  if (choice.keep) left = Math.max(box.left, Math.min(left, box.left + box.width - width));
  const down = at.y + dy * unit;
  const line = lineAt(left, down, width, size, baseline);
  const place = choice.slant
    ? { left, top: down - SLANT * width, width: SLANT * width, height: SLANT * width }
    : choice.box
      ? paperOf(line, size)
      : line;
  return { choice, at, left, y: down, width, size, place };
}

/** @param {CanvasRenderingContext2D} context @param {ReturnType<typeof standing>} line @param {Plot} plot */
function put(context, { choice, at, left, y, width, size, place }, plot) {
  const {
    text,
    colour = "muted",
    strong = colour,
    weight = 400,
    slant,
    halo,
    box,
    leader,
  } = choice;
  if (leader) {
    context.beginPath();
    context.moveTo(at.x, at.y);
    // To the nearer end of the text.
    context.lineTo(left + width < at.x ? left + width : left, y);
    strokePath(context, plot, { colour, width: 1 });
  }
  plot.say?.(plain(text));
  plot.taken?.push(place);
  if (box) layPaper(context, plot, place);
  if (slant) {
    context.translate(left, y);
    context.rotate(-Math.PI / 4);
  }
  write(context, text, slant ? 0 : left, slant ? 0 : y, {
    size,
    colour: colourOf(plot, colour),
    strong: colourOf(plot, strong),
    weight,
    baseline: choice.baseline ?? "middle",
    halo: halo ? plot.theme.paper : undefined,
    letters: plot.theme,
  });
}

/** The width and the height of slanted text, as a fraction of its length. */
export const SLANT = Math.SQRT1_2;

/** The background of a line of text. @param {Frame} line @param {number} size of the font @returns {Frame} */
const paperOf = ({ left, top, width, height }, size) => ({
  left: left - size / 2,
  top: top + height / 2 - 0.775 * size,
  width: width + size,
  height: 1.55 * size,
});

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Frame} place */
function layPaper(context, { theme, unit }, { left, top, width, height }) {
  context.beginPath();
  context.roundRect(left, top, width, height, 5 * unit);
  context.fillStyle = theme.paper;
  context.globalAlpha = 0.9;
  context.fill();
  context.globalAlpha = 1;
}

/**
 * Names and values beside points with the same x, pushed apart so that none covers another.
 * @param {number} x @param {{ y: number, text: string, colour: string, tap?: Patch }[]} entries tap: what a tap on the words sets
 * @param {{ side?: "left" | "right", dx?: number, dot?: boolean, clear?: number, optional?: boolean }} [options]
 *   side: by default the one with more space; clear: pixels to keep free above the axis; optional:
 *   leaves the tags out if they would cover other text
 * @returns {Mark}
 */
export const tags = (x, entries, { side, dx = 30, dot = true, clear = 0, optional } = {}) => ({
  draw(context, plot) {
    const { frame, unit, theme } = plot;
    const at = plot.x.at(x);
    const apart = (NOTE_SIZE + 7) * unit;
    const wanted = entries.map(({ y }) =>
      Math.min(Math.max(plot.y.at(y), frame.top), frame.top + frame.height),
    );
    const places = pushedApart(wanted, apart, frame.top, frame.top + frame.height - clear * unit);
    const lines = linesBeside(context, plot, at, entries, places, dx, side);
    if (optional && lines.some((line) => takenOf(plot, line) > 0)) return;
    // With space at their ends, so that no other text touches them.
    const space = 4 * unit;
    const around = lines.map(({ left, width, ...line }, n) => ({
      ...{ ...line, left: left - space, width: width + 2 * space },
      tap: entries[n].tap,
    }));
    plot.taken?.push(...around);
    entries.forEach(({ colour }, n) => {
      const { left, width } = lines[n];
      context.beginPath();
      context.moveTo(at, wanted[n]);
      context.lineTo(left < at ? left + width + 5 * unit : left - 5 * unit, places[n]);
      strokePath(context, plot, { colour, width: 1.25 });
    });
    // All backgrounds first, so that none covers a dot or a word.
    for (const { left, top, width, height } of dot ? lines : [])
      layPaper(context, plot, { left: left - 2 * unit, top, width: width + 4 * unit, height });
    entries.forEach(({ text, colour }, n) => {
      const tone = colourOf(plot, colour);
      if (dot) {
        context.beginPath();
        context.arc(at, wanted[n], 5 * unit, 0, 2 * Math.PI);
        context.fillStyle = tone;
        context.fill();
        context.strokeStyle = theme.paper;
        context.lineWidth = 1.5 * unit;
        context.stroke();
      }
      plot.say?.(plain(text));
      write(context, text, lines[n].left, places[n], {
        size: NOTE_SIZE * unit,
        colour: tone,
        strong: theme.ink,
        weight: 600,
        baseline: "middle",
        halo: theme.paper,
        letters: theme,
      });
    });
  },
});

/** The places of tags beside an x: on the side with less overlap, or on the right if both are equal. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {number} at its pixel @param {{ text: string }[]} entries @param {number[]} places @param {number} dx @param {"left" | "right"} [preferred] */
function linesBeside(context, plot, at, entries, places, dx, preferred) {
  const { unit, theme, box } = plot;
  const size = NOTE_SIZE * unit;
  const widths = entries.map(({ text }) => widthOf(context, text, size, 600, theme));
  const lines = (/** @type {string} */ side) =>
    widths.map((width, n) => {
      const left = side === "right" ? at + dx * unit : at - dx * unit - width;
      return lineAt(left, places[n], width, size);
    });
  const costs = (/** @type {Frame[]} */ frames) =>
    frames.reduce((sum, line) => sum + takenOf(plot, line) + beyond(box, line), 0);
  const isRight = preferred ? preferred === "right" : costs(lines("right")) <= costs(lines("left"));
  return lines(isRight ? "right" : "left").map((line) => ({
    ...line,
    left: Math.max(box.left, Math.min(line.left, box.left + box.width - line.width)),
  }));
}

/** Places at least `apart` from each other, each as close as possible to where it is wanted. @param {number[]} wanted @param {number} apart @param {number} low @param {number} high */
function pushedApart(wanted, apart, low, high) {
  const order = wanted.map((_, n) => n).sort((a, b) => wanted[a] - wanted[b]);
  const places = [...wanted];
  /** Runs of entries that touch: a run moves as one, centred on the mean of its wanted places. @type {{ of: number[], middle: number }[]} */
  const runs = [];
  for (const n of order) {
    runs.push({ of: [n], middle: wanted[n] });
    for (let last = runs.length - 1; last > 0; last--) {
      const [above, below] = [runs[last - 1], runs[last]];
      const room = ((above.of.length + below.of.length) * apart) / 2;
      if (below.middle - above.middle >= room) break;
      const of = [...above.of, ...below.of];
      const middle = of.reduce((total, name) => total + wanted[name], 0) / of.length;
      runs.splice(last - 1, 2, { of, middle });
    }
  }
  for (const { of, middle } of runs) {
    of.forEach((n, at) => {
      places[n] = middle + (at - (of.length - 1) / 2) * apart;
    });
  }
  let past = low - apart;
  for (const n of order) {
    places[n] = Math.max(places[n], past + apart);
    past = places[n];
  }
  past = high + apart;
  for (const n of [...order].reverse()) {
    places[n] = Math.min(places[n], past - apart);
    past = places[n];
  }
  return places;
}

/** The indices of a colour table, as values. */
const ENTRY = Float32Array.from({ length: ENTRIES }, (_, n) => n);

const MIN_STRIP_LENGTH = 40;

/** A colour key for a raster, above the frame: a strip with the values at its ends. @param {{ kind?: MapKind, low: string, high: string, name?: string }} key @param {{ x?: "left" | "right", dy?: number, width?: number }} [options] @returns {Mark} */
export const colourKey = (
  { kind, low, high, name = "" },
  { x = "right", dy = -16, width = 110 } = {},
) => ({
  draw(context, plot) {
    const { frame, unit, theme } = plot;
    const ink = {
      size: TICK_SIZE * unit,
      colour: theme.muted,
      baseline: /** @type {const} */ ("middle"),
      letters: theme,
    };
    const y = frame.top + dy * unit;
    const gap = 6 * unit;
    const parts = [name && `${name}  `, low].filter(Boolean).join("");
    // If the low end has a sign, the high end has one too.
    const most = /^−/.test(low) ? `+${high}` : high;
    const [before, after] = [parts, most].map((text) =>
      widthOf(context, text, ink.size, 400, theme),
    );
    // Shorten the strip if it would reach other text.
    let strip = width * unit;
    const placed = () => {
      const whole = before + gap + strip + gap + after;
      const left = x === "left" ? frame.left : frame.left + frame.width - whole;
      return lineAt(left, y, whole, ink.size);
    };
    while (strip > MIN_STRIP_LENGTH * unit && takenOf(plot, placed()) > 0) strip -= 4 * unit;
    const place = placed();
    const { left } = place;
    const end = left + place.width;
    plot.say?.(`colours: ${name} from ${low} to ${most}`);
    plot.taken?.push(place);
    write(context, parts, left, y, ink);
    write(context, most, end, y, { ...ink, align: "right" });
    const cells = { values: ENTRY, columns: ENTRIES, rows: 1, low: 0, high: ENTRIES - 1, kind };
    const image = imageOf(cells, plot, strip, 1);
    context.drawImage(image, left + before + gap, y - 5 * unit, strip, 10 * unit);
  },
});
