// Lines, areas, rules and dots.
import { colourOf, pixelMiddle } from "../axes.js";
import { discAt } from "../overlap.js";

/** @import { Mark, Plot } from "../types.js" */

/** How a line is drawn; casing: with a wider line below it, in the colour of the paper. @typedef {{ colour?: string, width?: number, dash?: number[], opacity?: number, casing?: boolean }} Stroke */
/** How dots are drawn; ring: with an outline in the colour of the paper. @typedef {{ colour?: string, radius?: number, ring?: boolean, opacity?: number }} DotOptions */

/** Sets up a context for stroking. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Stroke} stroke */
export function setStroke(context, plot, { colour = "ink", width = 1.75, dash = [], opacity = 1 }) {
  context.strokeStyle = colourOf(plot, colour);
  context.lineWidth = width * plot.unit;
  context.setLineDash(dash.map((part) => part * plot.unit));
  context.globalAlpha = opacity;
  context.lineJoin = "round";
  context.lineCap = dash.length > 0 ? "butt" : "round";
}

/** Strokes the path. With `casing`, strokes it first with a wider line in the colour of the paper. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Stroke} stroke */
export function strokePath(context, plot, stroke) {
  if (stroke.casing) {
    setStroke(context, plot, {
      ...stroke,
      dash: [],
      colour: "paper",
      width: (stroke.width ?? 1.75) + 2.5,
    });
    context.stroke();
  }
  setStroke(context, plot, stroke);
  context.stroke();
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** Draws, clipped to the panel's frame. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {() => void} draw */
export function clipped(context, { frame }, draw) {
  context.save();
  context.beginPath();
  context.rect(frame.left - 2, frame.top - 2, frame.width + 4, frame.height + 4);
  context.clip();
  draw();
  context.restore();
}

/**
 * How many points are painted at a time: without a graphics card, the time for a path grows faster
 * than its length. In SVG a path stays whole.
 * @param {CanvasRenderingContext2D} context
 */
const pieceLength = ({ canvas }) => (canvas ? 64 : Number.POSITIVE_INFINITY);

/**
 * A line through points; a value that is not a number interrupts it.
 * @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys
 * @param {Stroke & { step?: boolean, dots?: number }} [options] step: level from each point to the next;
 *   dots: their radius
 * @returns {Mark}
 */
export const line = (xs, ys, options = {}) => ({
  draw(context, plot) {
    const { x, y } = plot;
    // Pieces overlap where they meet, which is invisible only if the line is opaque.
    const isOnePath = options.casing || options.dash || (options.opacity ?? 1) < 1;
    const piece = isOnePath ? Number.POSITIVE_INFINITY : pieceLength(context);
    clipped(context, plot, () => {
      context.beginPath();
      let isDrawing = false;
      for (let n = 0; n < xs.length; n++) {
        const [pixelX, pixelY] = [x.at(xs[n]), y.at(ys[n])];
        if (!Number.isFinite(pixelY)) isDrawing = false;
        else if (isDrawing) {
          if (options.step) context.lineTo(pixelX, y.at(ys[n - 1]));
          context.lineTo(pixelX, pixelY);
        } else {
          context.moveTo(pixelX, pixelY);
          isDrawing = true;
        }
        if (n === 0 || n % piece > 0 || !isDrawing) continue;
        strokePath(context, plot, options);
        context.beginPath();
        context.moveTo(pixelX, pixelY);
      }
      strokePath(context, plot, options);
    });
    if (options.dots)
      dots(xs, ys, { colour: options.colour, radius: options.dots }).draw(context, plot);
  },
});

/** The area between two lines. @param {ArrayLike<number>} xs @param {ArrayLike<number>} low @param {ArrayLike<number>} high @param {{ colour?: string, opacity?: number }} [options] @returns {Mark} */
export const area = (xs, low, high, { colour = "ink", opacity = 0.2 } = {}) => ({
  draw(context, plot) {
    const { x, y, ratio } = plot;
    const last = xs.length - 1;
    const piece = pieceLength(context);
    // Pieces meet at the edge of a pixel, so that no seam is visible.
    const at = (/** @type {number} */ n) =>
      n > 0 && n % piece === 0 && n < last ? Math.round(x.at(xs[n]) * ratio) / ratio : x.at(xs[n]);
    clipped(context, plot, () => {
      context.fillStyle = colourOf(plot, colour);
      context.globalAlpha = opacity;
      for (let from = 0; from < last; from += piece) {
        const to = Math.min(from + piece, last);
        context.beginPath();
        for (let n = from; n <= to; n++) context.lineTo(at(n), y.at(high[n]));
        for (let n = to; n >= from; n--) context.lineTo(at(n), y.at(low[n]));
        context.closePath();
        context.fill();
      }
    });
  },
});

/** Dots, 2 pixels in radius. @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys @param {DotOptions} [options] @returns {Mark} */
export const dots = (xs, ys, { colour = "ink", radius = 2, ring = false, opacity = 1 } = {}) => ({
  draw(context, plot) {
    const { x, y, unit } = plot;
    context.globalAlpha = opacity;
    for (let n = 0; n < xs.length; n++) {
      if (!Number.isFinite(ys[n])) continue;
      context.beginPath();
      context.arc(x.at(xs[n]), y.at(ys[n]), radius * unit, 0, 2 * Math.PI);
      if (ring) {
        context.strokeStyle = plot.theme.paper;
        context.lineWidth = 3 * unit;
        context.stroke();
      }
      context.fillStyle = colourOf(plot, colour);
      context.fill();
    }
    context.globalAlpha = 1;
  },
});

/** A dot of 5 pixels with a ring, which labels avoid. @param {number} x @param {number} y @param {DotOptions} [options] @returns {Mark} */
export function dot(x, y, options) {
  const { radius = 5 } = options ?? {};
  const mark = dots([x], [y], { ring: true, ...options, radius });
  return {
    draw(context, plot) {
      plot.taken?.push(discAt(plot.x.at(x), plot.y.at(y), radius * plot.unit));
      mark.draw(context, plot);
    },
  };
}

/**
 * A straight line at an x or a y, across the frame or a part of it.
 * @param {{ x: number, from?: number, to?: number } | { y: number, from?: number, to?: number }} place
 * @param {Stroke} [stroke]
 * @returns {Mark}
 */
export const rule = (place, stroke = {}) => ({
  draw(context, plot) {
    const { frame, x, y, ratio } = plot;
    const hasX = "x" in place;
    const at = pixelMiddle(hasX ? x.at(place.x) : y.at(place.y), ratio);
    const [scale, start, size] = hasX ? [y, frame.top, frame.height] : [x, frame.left, frame.width];
    const from = place.from === undefined ? start : scale.at(place.from);
    const to = place.to === undefined ? start + size : scale.at(place.to);
    context.beginPath();
    context.moveTo(hasX ? at : from, hasX ? from : at);
    context.lineTo(hasX ? at : to, hasX ? to : at);
    strokePath(context, plot, { width: 1.25, ...stroke });
    // Text may cover a gridline.
    if (stroke.colour === "line") return;
    const [first, length] = [Math.min(from, to), Math.abs(to - from)];
    plot.taken?.push(
      hasX
        ? { left: at, top: first, width: 1, height: length }
        : { left: first, top: at, width: length, height: 1 },
    );
  },
});

/** A path through points, which may leave the frame; one of width 0 is only filled. @param {number[]} xs @param {number[]} ys @param {Stroke & { closed?: boolean, fill?: string, fillOpacity?: number }} [options] @returns {Mark} */
export const path = (xs, ys, options = {}) => ({
  draw(context, plot) {
    const { x, y } = plot;
    context.beginPath();
    for (const [n, value] of xs.entries()) context.lineTo(x.at(value), y.at(ys[n]));
    if (options.closed) context.closePath();
    if (options.fill) {
      context.fillStyle = colourOf(plot, options.fill);
      context.globalAlpha = options.fillOpacity ?? 1;
      context.fill();
      context.globalAlpha = 1;
    }
    if (options.width !== 0) strokePath(context, plot, options);
  },
});

/** Shades the frame between two values of x, such as “beyond training”. @param {number} from @param {number} to @param {{ colour?: string, opacity?: number }} [options] @returns {Mark} */
export const shade = (from, to, { colour = "raised", opacity = 1 } = {}) => ({
  draw(context, plot) {
    const { frame, x } = plot;
    context.fillStyle = colourOf(plot, colour);
    context.globalAlpha = opacity;
    const [left, right] = [x.at(from), x.at(to)];
    context.fillRect(Math.min(left, right), frame.top, Math.abs(right - left), frame.height);
    context.globalAlpha = 1;
  },
});
