// Axes: labels at round numbers, gridlines, rulers and names.
import { scientific, whole } from "./numbers.js";
import { NOTE_SIZE, TICK_SIZE } from "./sizes.js";
import { fitted, widthOf, write } from "./text.js";
import { binaryTicks, ticks } from "./ticks.js";

/** @import { Plot } from "./types.js" */
/** @import { Scale, ScaleSpec } from "./scales.js" */

/** Room between labels of an axis. */
const APART = 14;
const TICK = 7;

/** Pixels from an axis to its labels; on rulers discs and pills stand, whose lower half is above them. */
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
  const found = [];
  const [low, high] = from < to ? [from, to] : [to, from];
  for (let n = Math.ceil(Math.log10(low) - 1e-9); 10 ** n <= high * (1 + 1e-9); n++)
    found.push(10 ** n);
  return found;
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

/** Draws a panel's axes, below its marks. @param {CanvasRenderingContext2D} context @param {Plot} plot */
export function drawAxes(context, plot) {
  const { x, y } = plot;
  if (isDrawn(y)) drawSide(context, plot, y);
  if (isDrawn(x)) drawAcross(context, plot, x);
}

/** @param {Scale} scale */
const isDrawn = ({ spec }) => spec.axis !== "none";

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Scale} scale */
function drawAcross(context, plot, scale) {
  const { frame, unit, theme } = plot;
  const { spec } = scale;
  const size = TICK_SIZE * unit;
  const label = labelOf(spec);
  const isRuler = spec.axis === "ruler";
  const below = spec.axis !== "top";
  const edge = below ? frame.top + frame.height : frame.top;
  const out = below ? 1 : -1;
  const widest = Math.max(
    widthOf(context, label(spec.from), size, 400, theme),
    widthOf(context, label(spec.to - 1), size, 400, theme),
  );
  const most = Math.max(Math.floor(frame.width / (widest + 2.5 * APART * unit)), 1);
  const all = ticksOf(spec, most);
  if (spec.grid) {
    hairlines(
      context,
      plot,
      all.map((tick) => [scale.at(tick), frame.top, scale.at(tick), frame.top + frame.height]),
    );
  }
  if (isRuler) drawRuler(context, plot, scale, all);
  const away = edge + out * belowOf(spec) * unit;
  const { left, width } = plot.box;
  const strong = new Set(spec.strong ?? []);
  const places = [...strong, ...(spec.taken ?? [])].map((tick) => scale.at(tick));
  const shown = [...new Set([...all, ...strong])]
    .map((tick) => ({ tick, text: label(tick), at: scale.at(tick) }))
    .filter(({ at }) => at >= frame.left - 1 && at <= frame.left + frame.width + 1)
    .map((each) => {
      const half = widthOf(context, each.text, size, 400, theme) / 2;
      const isStrong = strong.has(each.tick);
      // Those at the ends stay within the panel.
      const middle = Math.max(left + half, Math.min(each.at, left + width - half));
      return { ...each, half, isStrong, middle };
    })
    .filter(
      ({ at, half, isStrong }) =>
        isStrong || places.every((place) => Math.abs(place - at) >= 2 * half + 8 * unit),
    )
    .sort((a, b) => a.at - b.at);
  // Where there is no room for all, those that are strong come first, then the ends.
  const first = [
    ...shown.filter(({ isStrong }) => isStrong),
    ...shown.slice(0, 1),
    ...shown.slice(-1),
  ];
  /** @type {typeof shown} */
  const fitting = [];
  for (const each of new Set([...first, ...shown])) {
    const isFree = fitting.every(
      ({ middle, half }) => Math.abs(middle - each.middle) >= half + each.half + (APART * unit) / 2,
    );
    if (isFree) fitting.push(each);
  }
  for (const { text, middle, isStrong } of shown.filter((each) => fitting.includes(each))) {
    write(context, text, middle, away, {
      size,
      colour: isStrong ? theme.ink : theme.muted,
      align: "center",
      baseline: below ? "top" : "bottom",
      letters: theme,
    });
  }
  if (spec.name) {
    const y = below ? away + (TICK_SIZE + 8) * unit : away - (TICK_SIZE + 8) * unit;
    name(context, plot, spec, frame.left + frame.width, y, "right");
  }
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {ScaleSpec} spec @param {number} x @param {number} y @param {"left" | "right"} align */
function name(context, plot, spec, x, y, align) {
  const { theme } = plot;
  const text = /** @type {string} */ (spec.name);
  plot.say?.(text);
  const { size } = fitted(context, text, x, NOTE_SIZE, plot);
  write(context, text, x, y, {
    size,
    colour: colourOf(plot, spec.colour ?? "muted"),
    align,
    baseline: "top",
    letters: theme,
  });
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
    context.lineTo(x, y + (n % minor === 0 ? TICK : TICK / 2) * unit);
  }
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Scale} scale */
function drawSide(context, plot, scale) {
  const { frame, theme, unit } = plot;
  const { spec } = scale;
  const size = TICK_SIZE * unit;
  const most = Math.max(Math.floor(frame.height / (44 * unit)), 1);
  const all = ticksOf(spec, most);
  const right = spec.axis === "right";
  if (spec.grid) {
    hairlines(
      context,
      plot,
      all.map((tick) => [frame.left, scale.at(tick), frame.left + frame.width, scale.at(tick)]),
    );
  }
  const x = right ? frame.left + frame.width + 8 * unit : frame.left - 10 * unit;
  const label = labelOf(spec);
  for (const tick of all) {
    const at = scale.at(tick);
    const isTaken = spec.taken?.some((each) => Math.abs(scale.at(each) - at) < 20 * unit);
    if (isTaken || at < frame.top - 1 || at > frame.top + frame.height + 1) continue;
    write(context, label(tick), x, at, {
      size,
      colour: theme.muted,
      align: right ? "left" : "right",
      baseline: "middle",
      letters: theme,
    });
  }
  if (spec.name)
    name(
      context,
      plot,
      spec,
      right ? frame.left + frame.width : plot.box.left,
      frame.top - 24 * unit,
      right ? "right" : "left",
    );
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
