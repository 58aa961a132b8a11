// Draws sines and cosines against position: the lines by uPlot, the rest around them.
import uPlot from "uplot";
import { drawAxis, drawTitles, labelFont, toMiddle } from "../canvas/axes.js";
import { drawBand, strokeCased } from "../canvas/crosshair.js";
import { positionLabels, wavelength } from "../canvas/numbers.js";
import { ticks } from "../canvas/ticks.js";
import { laneEdges, laneRange, planLanes, toLane } from "./lanes.js";
import { labelsAtRight } from "./margins.js";

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
  /** @type {uPlot | undefined} */
  #plot;
  #box;
  /** @type {WavesModel | undefined} */
  #model;
  /** @type {Size} */
  #size = { width: 0, height: 0, ratio: 1 };
  /** @type {Theme | undefined} */
  #theme;

  /** @param {HTMLElement} below what lies under the lines */
  constructor(below) {
    this.#box = document.createElement("div");
    this.#box.className = "lines";
    below.after(this.#box);
  }

  remove() {
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#box.remove();
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
    this.#drawLines(size, model, theme);
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

  /** @param {Size} size @param {WavesModel} model @param {Theme} theme */
  #drawLines(size, model, theme) {
    const before = this.#model;
    this.#model = model;
    this.#theme = theme;
    const resized = size.width !== this.#size.width || size.height !== this.#size.height;
    const other =
      before?.lanes.length !== model.lanes.length ||
      (before.every === 0) !== (model.every === 0) ||
      size.ratio !== this.#size.ratio;
    this.#size = size;
    if (!this.#plot || other) {
      this.#plot?.destroy();
      this.#plot = new uPlot(this.#options(), this.#data(), this.#box);
    } else {
      if (resized) this.#plot.setSize({ width: size.width, height: size.height });
      this.#plot.setData(this.#data());
    }
  }

  /** @returns {uPlot.AlignedData} */
  #data() {
    const { positions, lanes } = /** @type {WavesModel} */ (this.#model);
    return [positions, ...lanes.flatMap(({ sine, cosine }) => [sine, cosine])];
  }

  get #plan() {
    const { lanes, span } = /** @type {WavesModel} */ (this.#model);
    return planLanes(this.#size, lanes.length, span);
  }

  get #roomForPoints() {
    const { size, from, to } = this.#plan.position;
    return size / (to - from) >= ROOM_FOR_POINTS;
  }

  /** @returns {uPlot.Options} */
  #options() {
    const lanes = /** @type {WavesModel} */ (this.#model).lanes.length;
    /** @type {uPlot.Series[]} */
    const series = [{}];
    /** @type {uPlot.Scales} */
    const scales = {
      x: {
        time: false,
        range: () => {
          const { span, origin } = /** @type {WavesModel} */ (this.#model);
          return [span.start - origin - 0.5, span.end - origin - 0.5];
        },
      },
    };
    for (let lane = 0; lane < lanes; lane++) {
      const scale = `lane ${lane}`;
      scales[scale] = { range: () => laneRange(this.#plan, lane) };
      series.push(this.#line(scale, "sine"), this.#line(scale, "cosine"));
    }
    const margin = (/** @type {(plan: LanePlan) => number} */ of) => () => of(this.#plan);
    return {
      width: this.#size.width,
      height: this.#size.height,
      pxAlign: false,
      padding: [
        margin(({ frame }) => frame.top),
        margin(({ frame }) => this.#size.width - frame.left - frame.width),
        margin(({ frame }) => this.#size.height - frame.top - frame.height),
        margin(({ frame }) => frame.left),
      ],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      axes: [{ show: false }, { show: false }],
      scales,
      series,
    };
  }

  /** @param {string} scale @param {"sine" | "cosine"} which @returns {uPlot.Series} */
  #line(scale, which) {
    const colour = () => /** @type {Theme} */ (this.#theme)[which];
    // Envelopes cover each other: dashes would be noise there, and the one above lets the other through.
    const crowded = this.#model?.every === 0;
    return {
      scale,
      stroke: colour,
      width: 1.25,
      dash: which === "cosine" && !crowded ? [5, 3] : undefined,
      alpha: which === "cosine" && crowded ? 0.5 : 1,
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
