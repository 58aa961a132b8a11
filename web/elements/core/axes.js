// Axes: labels at round numbers, gridlines, rulers and names.
import { scientific, whole } from "./numbers.js";
import { lineAt, overlapOf } from "./overlap.js";
import { NOTE_SIZE, TICK_SIZE } from "./sizes.js";
import { fitText, leftOf, plainText, widthOf, write } from "./text.js";
import { binaryTicks, ticks } from "./ticks.js";

/** @import { Frame, Plot } from "./types.js" */
/** @import { TextStyle } from "./text.js" */
/** @import { Scale, ScaleSpec } from "./scales.js" */

const LABEL_GAP = 14;
const TICK_LENGTH = 7;

/**
 * Pixels from an axis to its labels. On rulers, this leaves room for the lower half of discs and
 * pills.
 */
export const labelOffset = (/** @type {ScaleSpec} */ { axis, below = 8 }) =>
  axis === "ruler" ? 22 : below;

/** @param {ScaleSpec} spec @param {number} maxLabels @returns {number[]} */
export function ticksOf(spec, maxLabels) {
  if (spec.ticks) return spec.ticks;
  const { kind, from, to } = spec;
  if (kind === "log") return decades(from, to);
  const last = kind === "cells" ? to - 1 : to;
  if (spec.binary) return binaryTicks(from, last, maxLabels);
  return ticks(Math.min(from, last), Math.max(from, last), maxLabels, kind === "cells" ? 1 : 0);
}

/** @param {number} from @param {number} to */
function decades(from, to) {
  const powers = [];
  const [low, high] = from < to ? [from, to] : [to, from];
  for (let n = Math.ceil(Math.log10(low) - 1e-9); 10 ** n <= high * (1 + 1e-9); n++)
    powers.push(10 ** n);
  return powers;
}

/** @param {ScaleSpec} spec @returns {(value: number) => string} */
export function formatterOf(spec) {
  if (spec.label) return spec.label;
  if (spec.kind === "log") {
    return (value) => (value >= 0.001 && value < 1e5 ? formatPlain(value) : scientific(value, 0));
  }
  return formatPlain;
}

/** @param {number} value */
const formatPlain = (value) =>
  Number.isInteger(value) ? whole(value) : String(+value.toPrecision(6)).replace("-", "\u2212");

/** @typedef {{ text: string, x: number, y: number, style: TextStyle }} Word */
/** An axis: its ticks, and what is written at it. @typedef {{ scale: Scale, ticks: number[], words: Word[] }} Axis */

/** A panel's axes, without the labels that a handle would cover. @param {Plot} plot @returns {Axis[]} */
export const axesOf = (plot) => [
  ...(isDrawn(plot.y) ? [yAxis(plot, plot.y)] : []),
  ...(isDrawn(plot.x) ? [xAxis(plot, plot.x)] : []),
];

/** @param {Scale} scale */
const isDrawn = ({ spec }) => spec.axis !== "none";

/** Draws axes, below the marks. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Axis[]} axes */
export function drawAxes(context, plot, axes) {
  const { top, left, width, height } = plot.frame;
  for (const { scale, ticks, words } of axes) {
    const isX = scale === plot.x;
    if (scale.spec.grid) {
      drawHairlines(
        context,
        plot,
        ticks.map((tick) => {
          const at = scale.at(tick);
          return isX ? [at, top, at, top + height] : [left, at, left + width, at];
        }),
      );
    }
    if (scale.spec.axis === "ruler") drawRuler(context, plot, scale, ticks);
    for (const { text, x, y, style } of words) write(context, text, x, y, style);
  }
}

/** @param {Word} word @param {Plot} plot @returns {Frame} */
export function wordFrame({ text, x, y, style }, { context, theme }) {
  const width = widthOf(context, text, style.size, 400, theme);
  return lineAt(leftOf(x, width, style.align), y, width, style.size, style.baseline);
}

/** @param {Plot} plot @param {Scale} scale @returns {Axis} */
function xAxis(plot, scale) {
  const { frame, unit, theme, context } = plot;
  const { spec } = scale;
  const size = TICK_SIZE * unit;
  const label = formatterOf(spec);
  const isBelow = spec.axis !== "top";
  const edge = isBelow ? frame.top + frame.height : frame.top;
  const outward = isBelow ? 1 : -1;
  const widest = Math.max(
    widthOf(context, label(spec.from), size, 400, theme),
    widthOf(context, label(spec.to - 1), size, 400, theme),
  );
  const maxLabels = Math.max(Math.floor(frame.width / (widest + 2.5 * LABEL_GAP * unit)), 1);
  const tickValues = ticksOf(spec, maxLabels);
  const labelY = edge + outward * labelOffset(spec) * unit;
  const { left, width } = plot.box;
  const strong = (spec.strong ?? []).map((tick) =>
    typeof tick === "number" ? { at: tick } : tick,
  );
  const strongPixels = strong.map(({ at, dx = 0 }) => scale.at(at) + dx * unit);
  const otherTicks = tickValues.filter((tick) => strong.every(({ at }) => at !== tick));
  const labels = [
    ...strong.map(({ at, text = label(at), colour = "ink" }, n) => ({
      text,
      colour,
      at: strongPixels[n],
    })),
    ...otherTicks.map((tick) => ({ text: label(tick), colour: "muted", at: scale.at(tick) })),
  ]
    .filter(({ at }) => at >= frame.left - 1 && at <= frame.left + frame.width + 1)
    .map((tick) => {
      const half = widthOf(context, tick.text, size, 400, theme) / 2;
      const isStrong = tick.colour !== "muted";
      // Labels at the ends stay within the panel.
      const middle = Math.max(left + half, Math.min(tick.at, left + width - half));
      const style = /** @type {TextStyle} */ ({
        size,
        colour: colourOf(plot, tick.colour),
        align: "center",
        baseline: isBelow ? "top" : "bottom",
        fonts: theme,
      });
      return { ...tick, half, isStrong, x: middle, y: labelY, style };
    })
    .filter(
      (tick) =>
        (tick.isStrong ||
          strongPixels.every((place) => Math.abs(place - tick.at) >= 2 * tick.half + 8 * unit)) &&
        overlapOf(plot, wordFrame(tick, plot)) === 0,
    )
    .sort((a, b) => a.at - b.at);
  // If there is no room for all labels, strong ones take precedence, then those at the ends.
  const byPriority = [
    ...labels.filter(({ isStrong }) => isStrong),
    ...labels.slice(0, 1),
    ...labels.slice(-1),
  ];
  /** @type {typeof labels} */
  const fitting = [];
  for (const tick of new Set([...byPriority, ...labels])) {
    const isFree = fitting.every(
      ({ x, half }) => Math.abs(x - tick.x) >= half + tick.half + (LABEL_GAP * unit) / 2,
    );
    if (isFree) fitting.push(tick);
  }
  for (const { text, isStrong } of fitting) if (isStrong) plot.say?.(plainText(text));
  const y = labelY + outward * (TICK_SIZE + 8) * unit;
  const words = labels.filter((tick) => fitting.includes(tick));
  return {
    scale,
    ticks: tickValues,
    words: [...words, ...axisName(plot, spec, frame.left + frame.width, y, "right")],
  };
}

/** An axis' name, unless a handle would cover it. @param {Plot} plot @param {ScaleSpec} spec @param {number} x @param {number} y @param {"left" | "right"} align @returns {Word[]} */
function axisName(plot, spec, x, y, align) {
  if (!spec.name) return [];
  plot.say?.(plainText(spec.name));
  const { size } = fitText(plot.context, spec.name, x, NOTE_SIZE, plot);
  const colour = colourOf(plot, spec.colour ?? "muted");
  /** @type {Word} */
  const word = {
    text: spec.name,
    x,
    y,
    style: { size, colour, align, baseline: "top", fonts: plot.theme },
  };
  return overlapOf(plot, wordFrame(word, plot)) === 0 ? [word] : [];
}

/** @param {Plot} plot @param {string} name */
export const colourOf = ({ theme }, name) => /** @type {any} */ (theme)[name] ?? name;

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Scale} scale @param {number[]} major */
function drawRuler(context, plot, scale, major) {
  const { frame, theme, unit, ratio } = plot;
  const { spec } = scale;
  const y = pixelMiddle(frame.top + frame.height, ratio);
  const last = spec.kind === "cells" ? spec.to - 1 : spec.to;
  const [left, right] = [scale.at(spec.from), scale.at(last)];
  context.strokeStyle = theme.edge;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left, y);
  context.lineTo(right, y);
  const step = major.length > 1 ? major[1] - major[0] : Math.max(last - spec.from, 1);
  const minor =
    [10, 8, 5, 4, 2].find((n) => (step / n) * scale.unit >= 6 * unit && (step / n) % 1 === 0) ?? 1;
  for (let n = Math.ceil(spec.from / (step / minor)); (n * step) / minor <= last; n++) {
    const x = pixelMiddle(scale.at((n * step) / minor), ratio);
    context.moveTo(x, y);
    context.lineTo(x, y + (n % minor === 0 ? TICK_LENGTH : TICK_LENGTH / 2) * unit);
  }
  context.stroke();
}

/** @param {Plot} plot @param {Scale} scale @returns {Axis} */
function yAxis(plot, scale) {
  const { frame, theme, unit } = plot;
  const { spec } = scale;
  const maxLabels = Math.max(Math.floor(frame.height / (44 * unit)), 1);
  const ticks = ticksOf(spec, maxLabels);
  const isRight = spec.axis === "right";
  const x = isRight ? frame.left + frame.width + 8 * unit : frame.left - 10 * unit;
  const label = formatterOf(spec);
  const style = /** @type {TextStyle} */ ({
    size: TICK_SIZE * unit,
    colour: theme.muted,
    align: isRight ? "left" : "right",
    baseline: "middle",
    fonts: theme,
  });
  const words = ticks
    .map((tick) => ({ text: label(tick), x, y: scale.at(tick), style }))
    .filter(
      (word) =>
        word.y >= frame.top - 1 &&
        word.y <= frame.top + frame.height + 1 &&
        overlapOf(plot, wordFrame(word, plot)) === 0,
    );
  const nameX = isRight ? frame.left + frame.width : plot.box.left;
  const name = axisName(plot, spec, nameX, frame.top - 24 * unit, isRight ? "right" : "left");
  return { scale, ticks, words: [...words, ...name] };
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {number[][]} lines */
function drawHairlines(context, { theme, ratio }, lines) {
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of lines) {
    const [x, y] = [
      fromX === toX ? pixelMiddle(fromX, ratio) : fromX,
      fromY === toY ? pixelMiddle(fromY, ratio) : fromY,
    ];
    context.moveTo(x, y);
    context.lineTo(fromX === toX ? x : toX, fromY === toY ? y : toY);
  }
  context.stroke();
}

/** The middle of a device pixel. @param {number} at @param {number} ratio */
export const pixelMiddle = (at, ratio) => (Math.floor(at * ratio) + 0.5) / ratio;
