// Words in a panel: notes with leaders, names that push each other apart, the key to colours.

import { colourTable, ENTRIES } from "../../colour/maps.js";
import { colourOf } from "../axes.js";
import { NOTE_SIZE, TICK_SIZE } from "../layout.js";
import { fitted, plain, widthOf, write } from "../text.js";
import { strokePath } from "./lines.js";
import { imageOf } from "./raster.js";

/** @import { Mark, Plot } from "../types.js" */
/** @import { MapKind } from "../../colour/maps.js" */

/**
 * @typedef {object} LabelOptions
 * @property {string} [colour] @property {string} [strong] colour of **bold** words
 * @property {number} [size] @property {number} [weight]
 * @property {"left" | "center" | "right"} [align] @property {CanvasTextBaseline} [baseline]
 * @property {number} [dx] @property {number} [dy] pixels from the place, down and to the right
 * @property {boolean} [halo] parts the letters from what they stand on
 * @property {boolean} [box] the letters stand on paper
 * @property {boolean} [leader] a line from the place to the words
 * @property {boolean} [keep] within the panel's width, axes included: on the other side of the place if need be
 */

/** Words at a place of the panel's scales. @param {string} text @param {number} x @param {number} y @param {LabelOptions} [options] @returns {Mark} */
export const label = (text, x, y, options = {}) => ({
  draw(context, plot) {
    const { unit, theme, box } = plot;
    const {
      colour = "muted",
      strong = colour,
      weight = 400,
      dx = 0,
      dy = 0,
      halo = false,
    } = options;
    const [placeX, placeY] = [plot.x.at(x), plot.y.at(y)];
    let size = options.size ?? NOTE_SIZE;
    let align = options.align ?? "left";
    let at = placeX + dx * unit;
    if (options.keep) {
      size = fitted(context, text, 0, size, plot, weight).size / unit;
      const width = widthOf(context, text, size * unit, weight, theme);
      const end = box.left + box.width - width;
      let left = align === "left" ? at : align === "right" ? at - width : at - width / 2;
      const [before, after] = [placeX - Math.abs(dx) * unit - width, placeX + Math.abs(dx) * unit];
      if (align === "left" && dx > 0 && left > end && before >= box.left) left = before;
      if (align === "right" && dx < 0 && left < box.left && after <= end) left = after;
      at = Math.max(box.left, Math.min(left, end));
      align = "left";
    }
    if (options.leader) {
      context.beginPath();
      context.moveTo(placeX, placeY);
      const width = widthOf(context, text, size * unit, weight, theme);
      // To the end of the words that is nearer.
      const isLeft = align === "left" && at + width < placeX;
      context.lineTo(isLeft ? at + width : at, placeY + dy * unit);
      strokePath(context, plot, { colour, width: 1 });
    }
    plot.say?.(plain(text));
    if (options.box) {
      const width = widthOf(context, text, size * unit, weight, theme);
      const left = align === "left" ? at : align === "right" ? at - width : at - width / 2;
      layPaper(context, plot, left, placeY + dy * unit, width, 1.55 * size * unit, 7);
    }
    write(context, text, at, placeY + dy * unit, {
      size: size * unit,
      colour: colourOf(plot, colour),
      strong: colourOf(plot, strong),
      weight,
      align,
      baseline: options.baseline ?? "middle",
      halo: halo ? theme.paper : undefined,
      letters: theme,
    });
  },
});

/** Paper under words. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {number} left @param {number} middle @param {number} width @param {number} height @param {number} more pixels at both ends */
function layPaper(context, { theme, unit }, left, middle, width, height, more) {
  const edge = more * unit;
  context.beginPath();
  context.roundRect(left - edge, middle - height / 2, width + 2 * edge, height, 5 * unit);
  context.fillStyle = theme.paper;
  context.globalAlpha = 0.9;
  context.fill();
  context.globalAlpha = 1;
}

/**
 * Names and values beside points of one x, pushed apart so that none covers another.
 * @param {number} x @param {{ y: number, text: string, colour: string }[]} entries
 * @param {{ side?: "left" | "right", dx?: number, dot?: boolean, clear?: number }} [options]
 *   clear: pixels above the axis that something else takes
 * @returns {Mark}
 */
export const tags = (x, entries, { side = "right", dx = 30, dot = true, clear = 0 } = {}) => ({
  draw(context, plot) {
    const { frame, unit, theme } = plot;
    const at = plot.x.at(x);
    const out = side === "right" ? 1 : -1;
    const apart = (NOTE_SIZE + 7) * unit;
    const wanted = entries.map(({ y }) =>
      Math.min(Math.max(plot.y.at(y), frame.top), frame.top + frame.height),
    );
    const places = pushedApart(wanted, apart, frame.top, frame.top + frame.height - clear * unit);
    entries.forEach(({ colour }, n) => {
      context.beginPath();
      context.moveTo(at, wanted[n]);
      context.lineTo(at + out * (dx - 5) * unit, places[n]);
      strokePath(context, plot, { colour, width: 1.25 });
    });
    // All paper first: it covers no dot and no word.
    entries.forEach(({ text }, n) => {
      if (!dot) return;
      const width = widthOf(context, text, NOTE_SIZE * unit, 600, theme);
      const left = at + out * dx * unit - (side === "right" ? 0 : width);
      layPaper(context, plot, left, places[n], width, (NOTE_SIZE + 3) * unit, 2);
    });
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
      write(context, text, at + out * dx * unit, places[n], {
        size: NOTE_SIZE * unit,
        colour: tone,
        strong: theme.ink,
        weight: 600,
        align: side === "right" ? "left" : "right",
        baseline: "middle",
        halo: theme.paper,
        letters: theme,
      });
    });
  },
});

/** Places at least so far apart, each as near to where it is wanted as the others let it. @param {number[]} wanted @param {number} apart @param {number} low @param {number} high */
export function pushedApart(wanted, apart, low, high) {
  const order = wanted.map((_, n) => n).sort((a, b) => wanted[a] - wanted[b]);
  const places = [...wanted];
  /** Runs of entries that touch: they move as one, about the mean of where they want to be. @type {{ of: number[], middle: number }[]} */
  const runs = [];
  for (const n of order) {
    runs.push({ of: [n], middle: wanted[n] });
    for (let last = runs.length - 1; last > 0; last--) {
      const [above, below] = [runs[last - 1], runs[last]];
      const room = ((above.of.length + below.of.length) * apart) / 2;
      if (below.middle - above.middle >= room) break;
      const of = [...above.of, ...below.of];
      const middle = of.reduce((total, each) => total + wanted[each], 0) / of.length;
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

/** Each entry of a table of colours, as a value. */
const ENTRY = Float32Array.from({ length: ENTRIES }, (_, n) => n);

/** The key to a raster's colours: a strip with the values at its ends. @param {{ kind?: MapKind, table?: Uint32Array, low: string, high: string, name?: string }} key @param {{ x?: "left" | "right", dy?: number, width?: number }} [options] above the frame @returns {Mark} */
export const colourKey = (
  { kind = "diverging", table, low, high, name = "" },
  { x = "right", dy = -16, width = 110 } = {},
) => ({
  draw(context, plot) {
    const { frame, unit, theme } = plot;
    const colours = table ?? colourTable(kind, theme.scheme);
    const ink = {
      size: TICK_SIZE * unit,
      colour: theme.muted,
      baseline: /** @type {const} */ ("middle"),
      letters: theme,
    };
    const y = frame.top + dy * unit;
    const gap = 6 * unit;
    const strip = width * unit;
    const parts = [name && `${name}  `, low].filter(Boolean).join("");
    const [before, after] = [parts, high].map((text) =>
      widthOf(context, text, ink.size, 400, theme),
    );
    const whole = before + gap + strip + gap + after;
    const left = x === "left" ? frame.left : frame.left + frame.width - whole;
    plot.say?.(`colours: ${name} from ${low} to ${high}`);
    write(context, parts, left, y, ink);
    write(context, high, left + whole, y, { ...ink, align: "right" });
    const cells = {
      values: ENTRY,
      columns: ENTRIES,
      rows: 1,
      low: 0,
      high: ENTRIES - 1,
      table: colours,
    };
    const image = imageOf(cells, plot, strip, 1);
    context.drawImage(image, left + before + gap, y - 5 * unit, strip, 10 * unit);
  },
});
