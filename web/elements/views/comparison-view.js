// Draws similarity against distance: the lines by uPlot, the rest around them.
import {
  cellUnder,
  covers,
  drawAxis,
  drawTitles,
  labelFont,
  onPixels,
  toMiddle,
} from "../canvas/axes.js";
import { drawBand, strokeCased } from "../canvas/crosshair.js";
import { Lines } from "../canvas/lines.js";
import { fixed, whole } from "../core/numbers.js";
import { ticks } from "../core/ticks.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { ColourName, Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { SchemeName } from "../models/comparison.js" */

/** @typedef {{ name: SchemeName, words: string, values: Float64Array }} Curve values at distances 0, 1, … */

/**
 * @typedef {object} ComparisonModel
 * @property {Curve[]} curves
 * @property {number} distances
 * @property {number} distance marked
 * @property {SchemeName | undefined} marked
 */

/** @type {Record<SchemeName, { colour: ColourName, dash: number[] }>} */
export const PENS = {
  sinusoidal: { colour: "sine", dash: [] },
  learned: { colour: "position", dash: [2, 3] },
  rope: { colour: "offset", dash: [8, 3] },
  alibi: { colour: "cosine", dash: [] },
  t5: { colour: "ink", dash: [] },
  none: { colour: "muted", dash: [5, 4] },
};

const MARGINS = { left: 44, top: 26, bottom: 44 };
/** From this width on, the lines' names and values stand to the right of them. */
const ROOM_AT_RIGHT = 560;
const RIGHT = { labels: 132, none: 10 };
/** From one label's middle to the next. */
const LINE = 17;
/** Where no line goes lower the axis ends a little below zero. */
const LOWEST = -0.1;
const HIGHEST = 1.06;
/** A pointer this near to a line is on it. */
const NEAR = 24;

/** @typedef {{ frame: Frame, distance: Scale, value: Scale }} ComparisonPlan value: half a unit on, as axes label the middles of cells */

/** @param {Size} size @param {Pick<ComparisonModel, "curves" | "distances">} model @returns {ComparisonPlan} */
export function planComparison(size, { curves, distances }) {
  const { left, top, bottom } = MARGINS;
  const right = size.width < ROOM_AT_RIGHT ? RIGHT.none : RIGHT.labels;
  const frame = onPixels(
    { left, top, width: size.width - left - right, height: size.height - top - bottom },
    size.ratio,
  );
  const least = Math.min(...curves.map(({ values }) => values.reduce((a, b) => Math.min(a, b))));
  const low = Math.min(LOWEST, least - 0.04);
  return {
    frame,
    distance: { from: 0, to: distances, at: frame.left, size: frame.width },
    value: { from: HIGHEST + 0.5, to: low + 0.5, at: frame.top, size: frame.height },
  };
}

/** The distance under a pixel, and the line that is near it. @param {ComparisonPlan} plan @param {Curve[]} curves @param {number} x @param {number} y */
export function markAt({ frame, distance, value }, curves, x, y) {
  if (!covers(frame, x, y)) return undefined;
  const under = cellUnder(distance, x);
  let nearest;
  let least = NEAR;
  for (const { name, values } of curves) {
    const away = Math.abs(toMiddle(value, values[under]) - y);
    if (away < least) [least, nearest] = [away, name];
  }
  return { distance: under, name: nearest };
}

export class ComparisonView {
  #lines;

  /** @param {HTMLElement} below what lies under the lines */
  constructor(below) {
    this.#lines = new Lines(below);
  }

  remove() {
    this.#lines.remove();
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {ComparisonModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const plan = planComparison(size, model);
    const { frame, value } = plan;
    const zero = toMiddle(value, 0);
    context.strokeStyle = theme.hairline;
    context.lineWidth = 1 / size.ratio;
    context.beginPath();
    context.moveTo(frame.left, zero);
    context.lineTo(frame.left + frame.width, zero);
    context.stroke();
    const places = ticks(plan.value.to - 0.5, 1, Math.max(2, Math.floor(frame.height / 45)));
    const label = (/** @type {number} */ at) => fixed(Math.abs(at) < 1e-9 ? 0 : at, 1);
    drawAxis(context, frame, { side: "left", scale: value, ticks: places, label }, theme);
    this.#drawLines(size, plan, model, theme);
  }

  /** @param {Size} size @param {ComparisonPlan} plan @param {ComparisonModel} model @param {Theme} theme */
  #drawLines(size, plan, { curves, distances }, theme) {
    const places = Float64Array.from({ length: distances }, (_, k) => k);
    const pens = curves.map(({ name }) => ({ ...PENS[name], stroke: theme[PENS[name].colour] }));
    const { frame, distance, value } = plan;
    this.#lines.draw(
      [places, ...curves.map(({ values }) => values)],
      size,
      frame,
      [plan, pens],
      () => ({
        scales: {
          x: { range: [-0.5, distance.to - 0.5] },
          y: { range: [value.to - 0.5, value.from - 0.5] },
        },
        series: pens.map(({ stroke, dash }) => ({
          stroke,
          width: 1.75,
          dash,
          points: { show: false },
        })),
      }),
    );
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {ComparisonModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planComparison(size, model);
    const { frame, distance: scale, value } = plan;
    const { curves, distance, marked } = model;
    const focused = curves.findIndex(({ name }) => name === marked);
    this.#lines.focus(focused < 0 ? undefined : focused);
    const x = toMiddle(scale, distance);
    const band = { direction: /** @type {const} */ ("down"), from: x, to: x };
    drawBand(context, frame, { ...band, colour: theme.offset }, theme.paper);
    for (const { name, values } of curves) {
      context.beginPath();
      context.arc(x, toMiddle(value, values[distance]), name === marked ? 5 : 3, 0, 2 * Math.PI);
      context.fillStyle = theme[PENS[name].colour];
      context.fill();
      if (name === marked) strokeCased(context, theme.paper, theme.paper);
    }
    const most = Math.max(1, Math.floor(frame.width / 52));
    const axis = { ticks: ticks(0, scale.to - 1, most, 1), label: whole };
    const mark = { cell: distance, colour: theme.offset };
    drawAxis(context, frame, { side: "bottom", scale, ...axis, mark }, theme);
    const titles = {
      side: { text: "similarity, in parts of that at distance 0", colour: theme.muted },
      bottom: { text: "distance k", colour: theme.offset },
    };
    drawTitles(context, frame, size.height, titles, theme);
    if (size.width >= ROOM_AT_RIGHT) drawLabels(context, plan, model, theme);
  }
}

/** Names and values at the right, next to their lines' ends as far as there is room. @param {CanvasRenderingContext2D} context @param {ComparisonPlan} plan @param {ComparisonModel} model @param {Theme} theme */
function drawLabels(context, { frame, value }, { curves, distance, marked }, theme) {
  const labels = curves
    .map((curve) => ({
      ...curve,
      end: toMiddle(value, curve.values[curve.values.length - 1]),
      y: 0,
    }))
    .sort((one, other) => one.end - other.end);
  let room = frame.top + frame.height - LINE * (labels.length - 1);
  let above = -Infinity;
  for (const label of labels) {
    label.y = Math.min(Math.max(label.end, above + LINE), room);
    above = label.y;
    room += LINE;
  }
  const right = frame.left + frame.width;
  context.textBaseline = "middle";
  for (const { name, words, values, end, y } of labels) {
    const colour = theme[PENS[name].colour];
    context.globalAlpha = 0.6;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(right + 2, end);
    context.lineTo(right + 12, y);
    context.stroke();
    context.globalAlpha = 1;
    context.font = labelFont(theme, name === marked ? "600" : "");
    context.fillStyle = colour;
    context.textAlign = "left";
    context.fillText(words, right + 16, y + 0.5);
    context.textAlign = "right";
    context.fillText(fixed(values[distance], 3), right + RIGHT.labels, y + 0.5);
  }
}
