// Text in a panel: labels with leader lines, tags that push each other apart, colour keys.

import { ENTRIES } from "../../colour/maps.js";
import { colourOf } from "../axes.js";
import { NOTE_SIZE, TICK_SIZE } from "../layout.js";
import { areaOutside, lineAt, overlapOf } from "../overlap.js";
import { fitText, leftOf, plainText, widthOf, write } from "../text.js";
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
        ? findFree(context, choices, optional, plot)
        : placeLine(context, choices[0], plot);
    if (line) drawLine(context, line, plot);
  },
});

/** @typedef {Choice & { text: string, x: number, y: number }} Placement */

/** The places for a line. Without `or`, a line with `keep` may also be on the other side of its place. @param {Placement} first @param {Choice[]} [or] @returns {Placement[]} */
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

/** The first free line, or, unless `optional`, the one with the least overlap. @param {CanvasRenderingContext2D} context @param {Placement[]} choices @param {boolean} optional @param {Plot} plot */
function findFree(context, choices, optional, plot) {
  let best;
  let leastOverlap = optional ? 1 : Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const line = placeLine(context, choice, plot);
    const overlap = overlapOf(plot, line.place) + areaOutside(plot.box, line.place);
    if (overlap < leastOverlap) [best, leastOverlap] = [line, overlap];
    if (leastOverlap < 1) break;
  }
  return best;
}

/** The place of a line of text, in pixels. @param {CanvasRenderingContext2D} context @param {Placement} choice @param {Plot} plot */
function placeLine(context, choice, plot) {
  const { unit, theme, box } = plot;
  const { text, x, y, weight = 400, dx = 0, dy = 0, baseline = "middle" } = choice;
  const at = { x: plot.x.at(x), y: plot.y.at(y) };
  const nominal = choice.size ?? NOTE_SIZE;
  const size = choice.keep ? fitText(context, text, 0, nominal, plot, weight).size : nominal * unit;
  const width = widthOf(context, text, size, weight, theme);
  let left = leftOf(at.x + dx * unit, width, alignOf(choice));
  if (choice.keep) left = Math.max(box.left, Math.min(left, box.left + box.width - width));
  const lineY = at.y + dy * unit;
  const line = lineAt(left, lineY, width, size, baseline);
  const place = choice.slant
    ? { left, top: lineY - SLANT * width, width: SLANT * width, height: SLANT * width }
    : choice.box
      ? boxOf(line, size)
      : line;
  return { choice, at, left, y: lineY, width, size, place };
}

/** @param {CanvasRenderingContext2D} context @param {ReturnType<typeof placeLine>} line @param {Plot} plot */
function drawLine(context, { choice, at, left, y, width, size, place }, plot) {
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
  plot.say?.(plainText(text));
  plot.taken?.push(place);
  if (box) drawBox(context, plot, place);
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
    fonts: plot.theme,
  });
}

/** The width and the height of slanted text, as a fraction of its length. */
export const SLANT = Math.SQRT1_2;

/** The background of a line of text. @param {Frame} line @param {number} size of the font @returns {Frame} */
const boxOf = ({ left, top, width, height }, size) => ({
  left: left - size / 2,
  top: top + height / 2 - 0.775 * size,
  width: width + size,
  height: 1.55 * size,
});

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Frame} place */
function drawBox(context, { theme, unit }, { left, top, width, height }) {
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
    const spacing = (NOTE_SIZE + 7) * unit;
    const targets = entries.map(({ y }) =>
      Math.min(Math.max(plot.y.at(y), frame.top), frame.top + frame.height),
    );
    const places = separate(targets, spacing, frame.top, frame.top + frame.height - clear * unit);
    const lines = tagLines(context, plot, at, entries, places, dx, side);
    if (optional && lines.some((line) => overlapOf(plot, line) > 0)) return;
    // With space at their ends, so that no other text touches them.
    const padding = 4 * unit;
    const padded = lines.map(({ left, width, ...line }, n) => ({
      ...{ ...line, left: left - padding, width: width + 2 * padding },
      tap: entries[n].tap,
    }));
    plot.taken?.push(...padded);
    entries.forEach(({ colour }, n) => {
      const { left, width } = lines[n];
      context.beginPath();
      context.moveTo(at, targets[n]);
      context.lineTo(left < at ? left + width + 5 * unit : left - 5 * unit, places[n]);
      strokePath(context, plot, { colour, width: 1.25 });
    });
    // All backgrounds first, so that none covers a dot or a word.
    for (const { left, top, width, height } of dot ? lines : [])
      drawBox(context, plot, { left: left - 2 * unit, top, width: width + 4 * unit, height });
    entries.forEach(({ text, colour }, n) => {
      const tone = colourOf(plot, colour);
      if (dot) {
        context.beginPath();
        context.arc(at, targets[n], 5 * unit, 0, 2 * Math.PI);
        context.fillStyle = tone;
        context.fill();
        context.strokeStyle = theme.paper;
        context.lineWidth = 1.5 * unit;
        context.stroke();
      }
      plot.say?.(plainText(text));
      write(context, text, lines[n].left, places[n], {
        size: NOTE_SIZE * unit,
        colour: tone,
        strong: theme.ink,
        weight: 600,
        baseline: "middle",
        halo: theme.paper,
        fonts: theme,
      });
    });
  },
});

/** The places of tags beside an x: on the side with less overlap, or on the right if both are equal. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {number} at its pixel @param {{ text: string }[]} entries @param {number[]} places @param {number} dx @param {"left" | "right"} [preferred] */
function tagLines(context, plot, at, entries, places, dx, preferred) {
  const { unit, theme, box } = plot;
  const size = NOTE_SIZE * unit;
  const widths = entries.map(({ text }) => widthOf(context, text, size, 600, theme));
  const lines = (/** @type {string} */ side) =>
    widths.map((width, n) => {
      const left = side === "right" ? at + dx * unit : at - dx * unit - width;
      return lineAt(left, places[n], width, size);
    });
  const cost = (/** @type {Frame[]} */ frames) =>
    frames.reduce((sum, line) => sum + overlapOf(plot, line) + areaOutside(box, line), 0);
  const isRight = preferred ? preferred === "right" : cost(lines("right")) <= cost(lines("left"));
  return lines(isRight ? "right" : "left").map((line) => ({
    ...line,
    left: Math.max(box.left, Math.min(line.left, box.left + box.width - line.width)),
  }));
}

/** Places at least `spacing` apart, each as close as possible to where it is wanted. @param {number[]} targets @param {number} spacing @param {number} low @param {number} high */
function separate(targets, spacing, low, high) {
  const order = targets.map((_, n) => n).sort((a, b) => targets[a] - targets[b]);
  const places = [...targets];
  /** Runs of entries that touch: a run moves as one, centred on the mean of its wanted places. @type {{ members: number[], middle: number }[]} */
  const runs = [];
  for (const n of order) {
    runs.push({ members: [n], middle: targets[n] });
    for (let last = runs.length - 1; last > 0; last--) {
      const [above, below] = [runs[last - 1], runs[last]];
      const minDistance = ((above.members.length + below.members.length) * spacing) / 2;
      if (below.middle - above.middle >= minDistance) break;
      const members = [...above.members, ...below.members];
      const middle = members.reduce((total, name) => total + targets[name], 0) / members.length;
      runs.splice(last - 1, 2, { members, middle });
    }
  }
  for (const { members, middle } of runs) {
    members.forEach((n, at) => {
      places[n] = middle + (at - (members.length - 1) / 2) * spacing;
    });
  }
  let previous = low - spacing;
  for (const n of order) {
    places[n] = Math.max(places[n], previous + spacing);
    previous = places[n];
  }
  previous = high + spacing;
  for (const n of [...order].reverse()) {
    places[n] = Math.min(places[n], previous - spacing);
    previous = places[n];
  }
  return places;
}

/** The indices of a colour table, as values. */
const INDICES = Float32Array.from({ length: ENTRIES }, (_, n) => n);

const MIN_STRIP_LENGTH = 40;

/** A colour key for a raster, above the frame: a strip with the values at its ends. @param {{ kind?: MapKind, low: string, high: string, name?: string }} key @param {{ x?: "left" | "right", dy?: number, width?: number }} [options] @returns {Mark} */
export const colourKey = (
  { kind, low, high, name = "" },
  { x = "right", dy = -16, width = 110 } = {},
) => ({
  draw(context, plot) {
    const { frame, unit, theme } = plot;
    const style = {
      size: TICK_SIZE * unit,
      colour: theme.muted,
      baseline: /** @type {const} */ ("middle"),
      fonts: theme,
    };
    const y = frame.top + dy * unit;
    const gap = 6 * unit;
    const lowText = [name && `${name}  `, low].filter(Boolean).join("");
    // If the low end has a sign, the high end has one too.
    const highText = /^−/.test(low) ? `+${high}` : high;
    const [lowWidth, highWidth] = [lowText, highText].map((text) =>
      widthOf(context, text, style.size, 400, theme),
    );
    // Shorten the strip if it would reach other text.
    let strip = width * unit;
    const keyFrame = () => {
      const total = lowWidth + gap + strip + gap + highWidth;
      const left = x === "left" ? frame.left : frame.left + frame.width - total;
      return lineAt(left, y, total, style.size);
    };
    while (strip > MIN_STRIP_LENGTH * unit && overlapOf(plot, keyFrame()) > 0) strip -= 4 * unit;
    const place = keyFrame();
    const { left } = place;
    const end = left + place.width;
    plot.say?.(`colours: ${name} from ${low} to ${highText}`);
    plot.taken?.push(place);
    write(context, lowText, left, y, style);
    write(context, highText, end, y, { ...style, align: "right" });
    const cells = { values: INDICES, columns: ENTRIES, rows: 1, low: 0, high: ENTRIES - 1, kind };
    const image = imageOf(cells, plot, strip, 1);
    context.drawImage(image, left + lowWidth + gap, y - 5 * unit, strip, 10 * unit);
  },
});
