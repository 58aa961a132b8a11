// Dials, hands, arrows, wedges, bars, cells, brackets.
import { colourOf } from "../axes.js";
import { strokePath } from "./lines.js";

/** @import { Mark, Plot } from "../types.js" */
/** @import { Stroke } from "./lines.js" */

/** A dial: its centre in the panel's scales, its radius in pixels. Its angles run clockwise from the top. @typedef {{ x: number, y: number, radius: number }} Dial */

/** A radius in canvas pixels: 0 where a figure is too low for its dial. @param {Dial} dial @param {Plot} plot */
const radiusOf = ({ radius }, { unit }) => Math.max(radius, 0) * unit;

/** @param {Plot} plot @param {Dial} dial @param {number} angle @param {number} [part] of the radius @returns {[number, number]} pixels */
export function tipOf(plot, dial, angle, part = 1) {
  const { x, y } = plot;
  const length = part * radiusOf(dial, plot);
  return [x.at(dial.x) + length * Math.sin(angle), y.at(dial.y) - length * Math.cos(angle)];
}

/** The angle of a pair's hand. @param {ArrayLike<number>} row of the table @param {number} pair */
export const handAngle = (row, pair) => Math.atan2(row[2 * pair], row[2 * pair + 1]);

/** The canvas' angle. @param {number} angle */
const toCanvas = (angle) => angle - Math.PI / 2;

/** A circle, or only a part of it if `arc` is given. @param {Dial} dial @param {Stroke & { fill?: string, arc?: [from: number, to: number] }} [options] @returns {Mark} */
export const ring = (dial, options = {}) => ({
  draw(context, plot) {
    const [from, to] = options.arc ?? [0, 2 * Math.PI];
    context.beginPath();
    const [x, y] = [plot.x.at(dial.x), plot.y.at(dial.y)];
    context.arc(x, y, radiusOf(dial, plot), toCanvas(from), toCanvas(to));
    if (options.fill) {
      context.fillStyle = colourOf(plot, options.fill);
      context.fill();
    }
    if (options.width !== 0) strokePath(context, plot, { width: 1.5, colour: "edge", ...options });
  },
});

/** A hand with a dot at its tip. @param {Dial} dial @param {number} angle @param {Stroke & { tip?: number }} [options] tip: its radius @returns {Mark} */
export const hand = (dial, angle, options = {}) => ({
  draw(context, plot) {
    const { colour = "position", tip = 5 } = options;
    const [x, y] = tipOf(plot, dial, angle);
    const [fromX, fromY] = [plot.x.at(dial.x), plot.y.at(dial.y)];
    const disc = (
      /** @type {number} */ cx,
      /** @type {number} */ cy,
      /** @type {number} */ radius,
      /** @type {string} */ fill,
    ) => {
      context.beginPath();
      context.arc(cx, cy, radius * plot.unit, 0, 2 * Math.PI);
      context.fillStyle = colourOf(plot, fill);
      context.fill();
    };
    // The outline separates the tip from the rim, but not from its own hand.
    disc(x, y, tip + 1.5, "paper");
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(x, y);
    strokePath(context, plot, { width: 2, ...options, colour });
    context.globalAlpha = options.opacity ?? 1;
    disc(fromX, fromY, Math.min(tip / 2, 3), colour);
    disc(x, y, tip, colour);
    context.globalAlpha = 1;
  },
});

/** A hand with an arrowhead; a dashed one has none unless `head` is true. @param {Dial} dial @param {number} angle @param {Stroke & { part?: number, head?: boolean }} [options] part: of the radius @returns {Mark} */
export const needle = (dial, angle, options = {}) => ({
  draw(context, plot) {
    const to = tipOf(plot, dial, angle, options.part ?? 1);
    drawArrow(context, plot, [plot.x.at(dial.x), plot.y.at(dial.y)], to, options);
  },
});

/** An arrow; a dashed one has no head unless `head` is true. @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY @param {Stroke & { head?: boolean }} [options] @returns {Mark} */
export const arrow = (fromX, fromY, toX, toY, options = {}) => ({
  draw(context, plot) {
    const { x, y } = plot;
    drawArrow(context, plot, [x.at(fromX), y.at(fromY)], [x.at(toX), y.at(toY)], options);
  },
});

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {[number, number]} from @param {[number, number]} to @param {Stroke & { head?: boolean }} options */
function drawArrow(context, plot, from, to, options) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  const hasHead = options.head ?? !options.dash;
  const head = hasHead ? Math.min(13 * plot.unit, length * 0.6) : 0;
  const [ux, uy] = [dx / length, dy / length];
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(to[0] - 0.7 * head * ux, to[1] - 0.7 * head * uy);
  strokePath(context, plot, { width: 2.5, ...options });
  if (!hasHead) return;
  context.beginPath();
  context.moveTo(...to);
  context.lineTo(to[0] - head * (ux + 0.42 * uy), to[1] - head * (uy - 0.42 * ux));
  context.lineTo(to[0] - 0.72 * head * ux, to[1] - 0.72 * head * uy);
  context.lineTo(to[0] - head * (ux - 0.42 * uy), to[1] - head * (uy + 0.42 * ux));
  context.closePath();
  context.fillStyle = colourOf(plot, options.colour ?? "ink");
  context.globalAlpha = options.opacity ?? 1;
  context.fill();
  context.globalAlpha = 1;
}

/** A wedge for the angle from one hand to another, in the given direction. @param {Dial} dial @param {number} from @param {number} to @param {{ part?: number }} [options] part: of the radius @returns {Mark} */
export const wedge = (dial, from, to, { part = 0.34 } = {}) => ({
  draw(context, plot) {
    const [x, y] = [plot.x.at(dial.x), plot.y.at(dial.y)];
    const [start, end] = from < to ? [from, to] : [to, from];
    const radius = part * radiusOf(dial, plot);
    const arc = () =>
      context.arc(x, y, radius, toCanvas(start), toCanvas(Math.min(end, start + 2 * Math.PI)));
    context.beginPath();
    context.moveTo(x, y);
    arc();
    context.closePath();
    context.fillStyle = plot.theme.offset;
    context.globalAlpha = 0.2;
    context.fill();
    context.beginPath();
    arc();
    strokePath(context, plot, { colour: "offset", width: 2 });
  },
});

/** Bars from y = 0 (or `base`) upwards, each as wide as a cell. @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys @param {{ colour?: string, opacity?: number, part?: number, base?: number }} [options] part: of a cell's width @returns {Mark} */
export const bars = (xs, ys, { colour = "dimension", opacity = 1, part = 0.7, base = 0 } = {}) => ({
  draw(context, plot) {
    const { x, y } = plot;
    const width = Math.max(part * x.unit, 0.75);
    const floor = y.at(base);
    context.fillStyle = colourOf(plot, colour);
    context.globalAlpha = opacity;
    for (let n = 0; n < xs.length; n++) {
      const top = y.at(ys[n]);
      context.fillRect(
        x.at(xs[n]) - width / 2,
        Math.min(top, floor),
        width,
        Math.max(Math.abs(floor - top), 0.5),
      );
    }
    context.globalAlpha = 1;
  },
});

/** A rectangle of whole cells, outlined or filled. @param {{ x?: [first: number, last: number], y?: [first: number, last: number] }} place the cells, counted from 0; by default all @param {Stroke & { fill?: string, fillOpacity?: number, radius?: number, more?: number }} [options] more: pixels around @returns {Mark} */
export const cell = (place, options = {}) => ({
  draw(context, plot) {
    const { frame, x, y, unit } = plot;
    const margin = (options.more ?? 1) * unit;
    const edges = (
      /** @type {any} */ scale,
      /** @type {any} */ range,
      /** @type {number} */ start,
      /** @type {number} */ size,
    ) => {
      if (!range) return [start, start + size];
      const half = (Math.sign(scale.size) * scale.unit) / 2;
      const ends = [scale.at(range[0]) - half, scale.at(range[1]) + half];
      return [Math.min(...ends), Math.max(...ends)];
    };
    const [left, right] = edges(x, place.x, frame.left, frame.width);
    const [top, bottom] = edges(y, place.y, frame.top, frame.height);
    context.beginPath();
    context.roundRect(
      left - margin,
      top - margin,
      right - left + 2 * margin,
      bottom - top + 2 * margin,
      (options.radius ?? 2) * unit,
    );
    if (options.fill) {
      context.fillStyle = colourOf(plot, options.fill);
      context.globalAlpha = options.fillOpacity ?? 1;
      context.fill();
      context.globalAlpha = 1;
    }
    if (options.width !== 0) strokePath(context, plot, { width: 2, ...options });
  },
});

/** A bracket below or above two values of x. @param {number} from @param {number} to @param {Stroke & { y: number, drop: number }} options drop: the length of its ends in pixels, upwards if positive @returns {Mark} */
export const bracket = (from, to, options) => ({
  draw(context, plot) {
    const { x, y, unit } = plot;
    const at = y.at(options.y);
    const drop = options.drop * unit;
    context.beginPath();
    context.moveTo(x.at(from), at - drop);
    context.lineTo(x.at(from), at);
    context.lineTo(x.at(to), at);
    context.lineTo(x.at(to), at - drop);
    strokePath(context, plot, { width: 1.5, ...options });
  },
});

/** A cross, where a line ends. @param {number} x @param {number} y @param {Stroke} [options] @returns {Mark} */
export const cross = (x, y, options = {}) => ({
  draw(context, plot) {
    const [pixelX, pixelY] = [plot.x.at(x), plot.y.at(y)];
    const size = 6 * plot.unit;
    context.beginPath();
    for (const slant of [1, -1]) {
      context.moveTo(pixelX - size, pixelY - slant * size);
      context.lineTo(pixelX + size, pixelY + slant * size);
    }
    strokePath(context, plot, { width: 2.5, casing: true, ...options });
  },
});
