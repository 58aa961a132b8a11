// Axes: labels at round numbers, gridlines, rulers and names.
import { scientific, whole } from "./numbers.js";
import { NOTE_SIZE, TICK_SIZE } from "./sizes.js";
import { lineAt, takenOf } from "./taken.js";
import { fitted, leftOf, plain, widthOf, write } from "./text.js";
import { binaryTicks, ticks } from "./ticks.js";

/** @import { Frame, Plot } from "./types.js" */
/** @import { Ink } from "./text.js" */
/** @import { Scale, ScaleSpec } from "./scales.js" */

const LABEL_GAP = 14;
const TICK_LENGTH = 7;

/**
 * Pixels from an axis to its labels. On rulers, this leaves room for the lower half of discs and
 * pills.
 */
export const belowOf = (/** @type {ScaleSpec} */ { axis, below = 8 }) =>
  axis === "ruler" ? 22 : below;

/** @param {ScaleSpec} spec @param {number} most labels @returns {number[]} */
export function ticksOf(spec, most) {
  if (spec.ticks) return spec.ticks;
  const { kind, from, to } = spec;
  if (kind === "log") return decades(from, to);
  const last = kind === "cells" ? to - 1 : to;
  if (spec.binary) return binaryTicks(from, last, most);
  return ticks(Math.min(from, last), Math.max(from, last), most, kind === "cells" ? 1 : 0);
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
export function labelOf(spec) {
  if (spec.label) return spec.label;
  if (spec.kind === "log") {
    return (value) => (value >= 0.001 && value < 1e5 ? shortest(value) : scientific(value, 0));
  }
  return shortest;
}

/** @param {number} value */
const shortest = (value) =>
  Number.isInteger(value) ? whole(value) : String(+value.toPrecision(6)).replace("-", "\u2212");

/** @typedef {{ text: string, x: number, y: number, ink: Ink }} Word */
/** An axis: its ticks, and what is written at it. @typedef {{ scale: Scale, ticks: number[], words: Word[] }} Axis */

/** A panel's axes, without the labels that a handle would cover. @param {Plot} plot @returns {Axis[]} */
export const axesOf = (plot) => [
  ...(isDrawn(plot.y) ? [sideOf(plot, plot.y)] : []),
  ...(isDrawn(plot.x) ? [acrossOf(plot, plot.x)] : []),
];

/** @param {Scale} scale */
const isDrawn = ({ spec }) => spec.axis !== "none";

/** Draws axes, below the marks. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Axis[]} axes */
export function drawAxes(context, plot, axes) {
  const { top, left, width, height } = plot.frame;
  for (const { scale, ticks, words } of axes) {
    const isAcross = scale === plot.x;
    if (scale.spec.grid) {
      hairlines(
        context,
        plot,
        ticks.map((tick) => {
          const at = scale.at(tick);
          return isAcross ? [at, top, at, top + height] : [left, at, left + width, at];
        }),
      );
    }
    if (scale.spec.axis === "ruler") drawRuler(context, plot, scale, ticks);
    for (const { text, x, y, ink } of words) write(context, text, x, y, ink);
  }
}

/** @param {Word} word @param {Plot} plot @returns {Frame} */
export function placeOf({ text, x, y, ink }, { context, theme }) {
  const width = widthOf(context, text, ink.size, 400, theme);
  return lineAt(leftOf(x, width, ink.align), y, width, ink.size, ink.baseline);
}

/** @param {Plot} plot @param {Scale} scale @returns {Axis} */
function acrossOf(plot, scale) {
  const { frame, unit, theme, context } = plot;
  const { spec } = scale;
  const size = TICK_SIZE * unit;
  const label = labelOf(spec);
  const below = spec.axis !== "top";
  const edge = below ? frame.top + frame.height : frame.top;
  const out = below ? 1 : -1;
  const widest = Math.max(
    widthOf(context, label(spec.from), size, 400, theme),
    widthOf(context, label(spec.to - 1), size, 400, theme),
  );
  const most = Math.max(Math.floor(frame.width / (widest + 2.5 * LABEL_GAP * unit)), 1);
  const all = ticksOf(spec, most);
  const away = edge + out * belowOf(spec) * unit;
  const { left, width } = plot.box;
  const strong = (spec.strong ?? []).map((tick) =>
    typeof tick === "number" ? { at: tick } : tick,
  );
  const places = strong.map(({ at, dx = 0 }) => scale.at(at) + dx * unit);
  const rest = all.filter((tick) => strong.every(({ at }) => at !== tick));
  const shown = [
    ...strong.map(({ at, text = label(at), colour = "ink" }, n) => ({
      text,
      colour,
      at: places[n],
    })),
    ...rest.map((tick) => ({ text: label(tick), colour: "muted", at: scale.at(tick) })),
  ]
    .filter(({ at }) => at >= frame.left - 1 && at <= frame.left + frame.width + 1)
    .map((tick) => {
      const half = widthOf(context, tick.text, size, 400, theme) / 2;
      const isStrong = tick.colour !== "muted";
      // Labels at the ends stay within the panel.
      const middle = Math.max(left + half, Math.min(tick.at, left + width - half));
      const ink = /** @type {Ink} */ ({
        size,
        colour: colourOf(plot, tick.colour),
        align: "center",
        baseline: below ? "top" : "bottom",
        letters: theme,
      });
      return { ...tick, half, isStrong, x: middle, y: away, ink };
    })
    .filter(
      (tick) =>
        (tick.isStrong ||
          places.every((place) => Math.abs(place - tick.at) >= 2 * tick.half + 8 * unit)) &&
        takenOf(plot, placeOf(tick, plot)) === 0,
    )
    .sort((a, b) => a.at - b.at);
  // If there is no room for all labels, strong ones take precedence, then those at the ends.
  const first = [
    ...shown.filter(({ isStrong }) => isStrong),
    ...shown.slice(0, 1),
    ...shown.slice(-1),
  ];
  /** @type {typeof shown} */
  const fitting = [];
  for (const tick of new Set([...first, ...shown])) {
    const isFree = fitting.every(
      ({ x, half }) => Math.abs(x - tick.x) >= half + tick.half + (LABEL_GAP * unit) / 2,
    );
    if (isFree) fitting.push(tick);
  }
  for (const { text, isStrong } of fitting) if (isStrong) plot.say?.(plain(text));
  const y = away + out * (TICK_SIZE + 8) * unit;
  const words = shown.filter((tick) => fitting.includes(tick));
  return {
    scale,
    ticks: all,
    words: [...words, ...nameOf(plot, spec, frame.left + frame.width, y, "right")],
  };
}

/** An axis' name, unless a handle would cover it. @param {Plot} plot @param {ScaleSpec} spec @param {number} x @param {number} y @param {"left" | "right"} align @returns {Word[]} */
function nameOf(plot, spec, x, y, align) {
  if (!spec.name) return [];
  plot.say?.(plain(spec.name));
  const { size } = fitted(plot.context, spec.name, x, NOTE_SIZE, plot);
  const colour = colourOf(plot, spec.colour ?? "muted");
  /** @type {Word} */
  const word = {
    text: spec.name,
    x,
    y,
    ink: { size, colour, align, baseline: "top", letters: plot.theme },
  };
  return takenOf(plot, placeOf(word, plot)) === 0 ? [word] : [];
}

/** @param {Plot} plot @param {string} name */
export const colourOf = ({ theme }, name) => /** @type {any} */ (theme)[name] ?? name;

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Scale} scale @param {number[]} major */
function drawRuler(context, plot, scale, major) {
  const { frame, theme, unit, ratio } = plot;
  const { spec } = scale;
  const y = sharp(frame.top + frame.height, ratio);
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
    const x = sharp(scale.at((n * step) / minor), ratio);
    context.moveTo(x, y);
    context.lineTo(x, y + (n % minor === 0 ? TICK_LENGTH : TICK_LENGTH / 2) * unit);
  }
  context.stroke();
}

/** @param {Plot} plot @param {Scale} scale @returns {Axis} */
function sideOf(plot, scale) {
  const { frame, theme, unit } = plot;
  const { spec } = scale;
  const most = Math.max(Math.floor(frame.height / (44 * unit)), 1);
  const ticks = ticksOf(spec, most);
  const right = spec.axis === "right";
  const x = right ? frame.left + frame.width + 8 * unit : frame.left - 10 * unit;
  const label = labelOf(spec);
  const ink = /** @type {Ink} */ ({
    size: TICK_SIZE * unit,
    colour: theme.muted,
    align: right ? "left" : "right",
    baseline: "middle",
    letters: theme,
  });
  const words = ticks
    .map((tick) => ({ text: label(tick), x, y: scale.at(tick), ink }))
    .filter(
      (word) =>
        word.y >= frame.top - 1 &&
        word.y <= frame.top + frame.height + 1 &&
        takenOf(plot, placeOf(word, plot)) === 0,
    );
  const at = right ? frame.left + frame.width : plot.box.left;
  const name = nameOf(plot, spec, at, frame.top - 24 * unit, right ? "right" : "left");
  return { scale, ticks, words: [...words, ...name] };
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {number[][]} lines */
function hairlines(context, { theme, ratio }, lines) {
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of lines) {
    const [x, y] = [
      fromX === toX ? sharp(fromX, ratio) : fromX,
      fromY === toY ? sharp(fromY, ratio) : fromY,
    ];
    context.moveTo(x, y);
    context.lineTo(fromX === toX ? x : toX, fromY === toY ? y : toY);
  }
  context.stroke();
}

/** The middle of a device pixel. @param {number} at @param {number} ratio */
export const sharp = (at, ratio) => (Math.floor(at * ratio) + 0.5) / ratio;
