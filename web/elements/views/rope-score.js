// Draws the score of a query and a key as what each pair adds to it, and a query's scores against
// the keys of a cache.
import { drawAxis, drawTitles, labelFont, toMiddle, toPixel } from "../canvas/axes.js";
import { drawBand, drawRing } from "../canvas/crosshair.js";
import { fixed, positionLabels, whole } from "../core/numbers.js";
import { binaryTicks, ticks } from "../core/ticks.js";

/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { CacheScores, RopeModel } from "../models/rope.js" */

/** A scale of values, upwards, with room at both ends. @param {Frame} frame @param {number} low @param {number} high @returns {Scale} */
function upwards(frame, low, high) {
  const room = 0.06 * (high - low || 1);
  return { from: high + room, to: low - room, at: frame.top, size: frame.height };
}

/** @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Scale} scale @param {Theme} theme */
function drawValues(context, frame, scale, theme) {
  const [low, high] = [scale.to, scale.from];
  const step = ticks(low, high, Math.max(2, Math.floor(frame.height / 36)));
  const digits = high - low < 4 ? 1 : 0;
  // An axis' ticks stand at the middle of cells; values have no extent.
  const points = { ...scale, from: scale.from + 0.5, to: scale.to + 0.5 };
  drawAxis(
    context,
    frame,
    { side: "left", scale: points, ticks: step, label: (value) => fixed(value, digits) },
    theme,
  );
  const zero = toPixel(scale, 0);
  context.strokeStyle = theme.hairline;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(frame.left, zero);
  context.lineTo(frame.left + frame.width, zero);
  context.stroke();
}

/**
 * Each pair's bar begins where the sum of those before it ends: full where it adds to the score,
 * hollow where it takes away.
 * @param {CanvasRenderingContext2D} context @param {Frame} frame
 * @param {Pick<RopeModel, "contributions" | "score" | "pair">} model @param {Theme} theme
 */
export function drawSum(context, frame, { contributions, score, pair }, theme) {
  const sums = [0];
  for (const each of contributions) sums.push(sums[sums.length - 1] + each);
  const pairs = contributions.length;
  const down = upwards(frame, Math.min(...sums), Math.max(...sums));
  const across = { from: 0, to: pairs, at: frame.left, size: frame.width };
  drawValues(context, frame, down, theme);
  const level = toPixel(down, score);
  const thick = Math.max((0.72 * frame.width) / pairs, 1);
  context.lineWidth = 1;
  contributions.forEach((each, n) => {
    const x = toMiddle(across, n) - thick / 2;
    const [from, to] = [toPixel(down, sums[n]), toPixel(down, sums[n + 1])];
    const [top, height] = [Math.min(from, to), Math.abs(from - to)];
    context.fillStyle = context.strokeStyle = theme.dimension;
    if (each >= 0) context.fillRect(x, top, thick, Math.max(height, 1));
    else if (thick < 3) {
      context.globalAlpha = 0.45;
      context.fillRect(x, top, thick, Math.max(height, 1));
      context.globalAlpha = 1;
    } else context.strokeRect(x + 0.5, top + 0.5, thick - 1, Math.max(height - 1, 0.5));
  });
  const x = toMiddle(across, pair);
  drawBand(
    context,
    { ...frame, top: frame.top - 4, height: frame.height + 4 },
    { direction: "down", from: x, to: x, colour: theme.dimension, dashed: true },
    theme.paper,
  );
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(frame.left, level);
  context.lineTo(frame.left + frame.width, level);
  context.stroke();
  const most = Math.max(1, Math.floor(frame.width / 36));
  const mark = { cell: pair, colour: theme.dimension };
  const bottom = { ticks: binaryTicks(0, pairs - 1, most), label: whole, mark };
  drawAxis(context, frame, { side: "bottom", scale: across, ...bottom }, theme);
  drawTitles(
    context,
    frame,
    frame.top + frame.height + 44,
    { bottom: { text: "pair, and what it adds to the score", colour: theme.dimension } },
    theme,
  );
  context.font = labelFont(theme, "600");
  context.fillStyle = theme.ink;
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.fillText(`q·k = ${fixed(score, 4)}`, frame.left + frame.width, frame.top - 13);
}

/**
 * @param {CanvasRenderingContext2D} context @param {Frame} frame
 * @param {CacheScores} cache @param {Theme} theme
 */
export function drawCache(context, frame, cache, theme) {
  const { start, right, forgotten, forgets, key } = cache;
  const [shown, other] = forgets ? [forgotten, right] : [right, forgotten];
  const both = [...right, ...forgotten];
  const down = upwards(frame, Math.min(0, ...both), Math.max(0, ...both));
  const across = { from: start, to: start + right.length, at: frame.left, size: frame.width };
  drawValues(context, frame, down, theme);
  const colourOf = (/** @type {Float64Array} */ scores) =>
    scores === right ? theme.position : theme.offset;
  for (const scores of [other, shown]) {
    context.beginPath();
    scores.forEach((score, n) => {
      context.lineTo(toMiddle(across, start + n), toPixel(down, score));
    });
    context.strokeStyle = colourOf(scores);
    context.lineWidth = scores === shown ? 2 : 1;
    context.globalAlpha = scores === shown ? 1 : 0.6;
    if (scores === forgotten) context.setLineDash([5, 3]);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
  const x = toMiddle(across, key);
  drawBand(
    context,
    frame,
    { direction: "down", from: x, to: x, colour: theme.offset, dashed: true },
    theme.paper,
  );
  drawRing(context, x, toPixel(down, shown[key - start]), theme.ink, theme.paper);
  const { label } = positionLabels(start, start + right.length);
  const most = Math.max(1, Math.floor(frame.width / 56));
  const mark = { cell: key, colour: theme.offset };
  const places = ticks(start, start + right.length - 1, most, 1);
  drawAxis(context, frame, { side: "bottom", scale: across, ticks: places, label, mark }, theme);
  const text = "key in the cache, position n";
  drawTitles(
    context,
    frame,
    frame.top + frame.height + 44,
    { bottom: { text, colour: theme.offset } },
    theme,
  );
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.font = labelFont(theme, forgets ? "" : "600");
  context.fillStyle = theme.position;
  context.fillText(`q at ${whole(start + right.length)}`, frame.left, frame.top - 13);
  context.textAlign = "right";
  context.font = labelFont(theme, forgets ? "600" : "");
  context.fillStyle = theme.offset;
  context.fillText("offset forgotten: q at 0", frame.left + frame.width, frame.top - 13);
}
