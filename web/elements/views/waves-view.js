// Draws sines and cosines against position: the lines by uPlot, the rest around them.
import { drawAxis, drawTitles, labelFont, toMiddle } from "../canvas/axes.js";
import { drawBand, strokeCased } from "../canvas/crosshair.js";
import { Lines } from "../canvas/lines.js";
import { positionLabels, wavelength } from "../canvas/numbers.js";
import { ticks } from "../canvas/ticks.js";
import { laneEdges, laneRange, planLanes, toLane } from "./lanes.js";
import { labelsAtRight } from "./margins.js";

/** @import uPlot from "uplot" */
/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { LanePlan } from "./lanes.js" */
/** @import { Wave } from "../state/parameters.js" */

/**
 * One pair's waves.
 * @typedef {object} Lane
 * @property {number} pair
 * @property {number} wavelength
 * @property {Float32Array} sine at the model's `positions`
 * @property {Float32Array} cosine
 * @property {{ sine: number, cosine: number }} at their values at the marked position
 */

/**
 * @typedef {object} WavesModel
 * @property {Lane[]} lanes
 * @property {number} origin a whole position, from which those of the samples are counted
 * @property {Float64Array} positions of the samples, ascending
 * @property {number} every how many samples one is a whole position, from the first on; 0: a sample
 *   is the least or the greatest of many values
 * @property {{ start: number, end: number }} span positions in view
 * @property {{ position: number, second: number | undefined, pair: number, wave: Wave }} mark
 */

/** Labelled in the first lane, for all of them. */
const VALUES = /** @type {const} */ ([
  [1, "+1"],
  [0, "0"],
  [-1, "\u22121"],
]);
/** Positions at least this far apart are shown as points. */
const ROOM_FOR_POINTS = 9;

export class WavesView {
  #lines;
  /** @type {WavesModel | undefined} */
  #model;
  /** @type {LanePlan | undefined} */
  #plan;

  /** @param {HTMLElement} below what lies under the lines */
  constructor(below) {
    this.#lines = new Lines(below);
  }

  remove() {
    this.#lines.remove();
  }

  /** Lines, axis and labels. @param {CanvasRenderingContext2D} context @param {Size} size @param {WavesModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const plan = planLanes(size, model.lanes.length, model.span);
    const { frame } = plan;
    context.strokeStyle = theme.hairline;
    context.lineWidth = 1 / size.ratio;
    context.beginPath();
    for (let lane = 0; lane < model.lanes.length; lane++) {
      const y = toLane(plan, lane, 0);
      context.moveTo(frame.left, y);
      context.lineTo(frame.left + frame.width, y);
    }
    context.stroke();
    context.font = labelFont(theme);
    context.fillStyle = theme.muted;
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const [value, text] of VALUES) {
      context.fillText(text, frame.left - 8, toLane(plan, 0, value) + 0.5);
    }
    drawLegend(context, frame.left + frame.width, theme);
    this.#drawLines(size, plan, model, theme);
  }

  /** Crosshair, the marked waves' values, and the lanes' labels. @param {CanvasRenderingContext2D} context @param {Size} size @param {WavesModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planLanes(size, model.lanes.length, model.span);
    const { frame, position: scale } = plan;
    const { mark } = model;
    const place = (/** @type {number} */ cell) => toMiddle(scale, cell);
    const line = (/** @type {number} */ cell, dashed = false) => {
      const at = place(cell);
      const band = { direction: /** @type {const} */ ("down"), from: at, to: at, dashed };
      drawBand(context, frame, { ...band, colour: theme.position }, theme.paper);
    };
    if (mark.second !== undefined && mark.second !== mark.position) line(mark.second, true);
    line(mark.position);
    const x = place(mark.position);
    const visible = x >= frame.left && x <= frame.left + frame.width;
    model.lanes.forEach((lane, n) => {
      const marked = lane.pair === mark.pair;
      if (visible) {
        const { sine, cosine } = lane.at;
        dot(
          context,
          x,
          toLane(plan, n, cosine),
          theme.cosine,
          theme,
          marked && mark.wave === "cos",
        );
        dot(context, x, toLane(plan, n, sine), theme.sine, theme, marked && mark.wave === "sin");
      }
      drawLaneLabel(context, size, plan, n, lane, marked, theme);
    });
    const most = Math.max(1, Math.floor(frame.width / 52));
    const { label, title } = positionLabels(scale.from, scale.to);
    drawAxis(
      context,
      frame,
      {
        side: "bottom",
        scale,
        ticks: ticks(Math.ceil(scale.from), scale.to - 1, most, 1),
        label,
        mark: { cell: mark.position, colour: theme.position },
      },
      theme,
    );
    const bottom = { text: title, colour: theme.position };
    drawTitles(context, frame, size.height, { bottom }, theme);
  }

  /** @param {Size} size @param {LanePlan} plan @param {WavesModel} model @param {Theme} theme */
  #drawLines(size, plan, model, theme) {
    this.#model = model;
    this.#plan = plan;
    const { positions, lanes, every } = model;
    const { sine, cosine } = theme;
    // Envelopes cover each other: dashes would be noise there, and the one above lets the other through.
    const crowded = every === 0;
    const data = /** @type {uPlot.AlignedData} */ ([
      positions,
      ...lanes.flatMap((lane) => [lane.sine, lane.cosine]),
    ]);
    const key = [lanes.length, crowded, sine, cosine];
    this.#lines.draw(data, size, plan.frame, key, () => {
      const names = lanes.map((_, n) => `lane ${n}`);
      const ranges = names.map((name, n) => [name, { range: laneRange(plan, n) }]);
      return {
        scales: { x: { range: () => this.#range }, ...Object.fromEntries(ranges) },
        series: names.flatMap((scale) => [
          { scale, ...this.#pen(sine) },
          {
            scale,
            ...this.#pen(cosine),
            dash: crowded ? undefined : [5, 3],
            alpha: crowded ? 0.5 : 1,
          },
        ]),
      };
    });
  }

  /** @returns {[from: number, to: number]} the positions in view, as the samples' are counted */
  get #range() {
    const { span, origin } = /** @type {WavesModel} */ (this.#model);
    return [span.start - origin - 0.5, span.end - origin - 0.5];
  }

  get #roomForPoints() {
    const { size, from, to } = /** @type {LanePlan} */ (this.#plan).position;
    return size / (to - from) >= ROOM_FOR_POINTS;
  }

  /** @param {string} colour @returns {uPlot.Series} */
  #pen(colour) {
    return {
      stroke: colour,
      width: 1.25,
      points: {
        show: () => this.#roomForPoints,
        filter: () => {
          if (!this.#roomForPoints) return null;
          const { positions, every } = /** @type {WavesModel} */ (this.#model);
          const whole = [];
          for (let n = 0; n < positions.length; n += every) whole.push(n);
          return whole;
        },
        size: 4,
        width: 0,
        fill: colour,
        stroke: colour,
      },
    };
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} right @param {Theme} theme */
function drawLegend(context, right, theme) {
  context.font = labelFont(theme);
  context.textAlign = "right";
  context.textBaseline = "middle";
  let at = right;
  for (const [name, colour, dash] of /** @type {const} */ ([
    ["cosine", theme.cosine, [5, 3]],
    ["sine", theme.sine, []],
  ])) {
    context.fillStyle = colour;
    context.fillText(name, at, 10.5);
    at -= context.measureText(name).width + 6;
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(at - 26, 10);
    context.lineTo(at, 10);
    context.stroke();
    context.setLineDash([]);
    at -= 26 + 16;
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {string} colour @param {Theme} theme @param {boolean} marked */
function dot(context, x, y, colour, theme, marked) {
  context.beginPath();
  context.arc(x, y, marked ? 4.5 : 3, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  if (!marked) return;
  context.beginPath();
  context.arc(x, y, 8, 0, 2 * Math.PI);
  strokeCased(context, theme.dimension, theme.paper);
}

/**
 * @param {CanvasRenderingContext2D} context @param {Size} size @param {LanePlan} plan
 * @param {number} n @param {Lane} lane @param {boolean} marked @param {Theme} theme
 */
function drawLaneLabel(context, size, plan, n, lane, marked, theme) {
  const { frame } = plan;
  const { top, bottom } = laneEdges(plan, n);
  context.textAlign = "left";
  const name = `pair ${lane.pair}`;
  const length = `\u03bb ${wavelength(lane.wavelength)}`;
  context.font = labelFont(theme, marked ? "600" : "");
  if (labelsAtRight(size.width)) {
    const x = frame.left + frame.width + 10;
    const middle = (top + bottom) / 2;
    context.textBaseline = "bottom";
    context.fillStyle = marked ? theme.dimension : theme.ink;
    context.fillText(name, x, middle);
    context.textBaseline = "top";
    context.font = labelFont(theme);
    context.fillStyle = theme.muted;
    context.fillText(length, x, middle + 1);
    return;
  }
  context.textBaseline = "bottom";
  context.lineJoin = "round";
  context.strokeStyle = theme.paper;
  context.lineWidth = 4;
  const write = (/** @type {string} */ text, /** @type {number} */ x) => {
    context.strokeText(text, x, top - 2);
    context.fillText(text, x, top - 2);
    return x + context.measureText(text).width + 8;
  };
  context.fillStyle = marked ? theme.dimension : theme.ink;
  const after = write(name, frame.left);
  context.font = labelFont(theme);
  context.fillStyle = theme.muted;
  write(length, after);
}
