// Draws errors against position, both axes logarithmic: the lines by uPlot, the rest around them; and
// one pair's hands at a position, the right one and the wrong ones.
import { drawAxis, drawTitles, labelFont, onPixels, toCell, toPixel } from "../canvas/axes.js";
import { drawBand } from "../canvas/crosshair.js";
import { drawFace, drawHand, tipOf } from "../canvas/dial.js";
import { joined, Lines } from "../canvas/lines.js";
import { scientific, whole } from "../core/numbers.js";
import { FIRST, LAST } from "../models/precision.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { Dial, Turn } from "../canvas/dial.js" */
/** @import { Kind, Point } from "../models/precision.js" */

/**
 * One arithmetic.
 * @typedef {object} Line
 * @property {Kind} kind
 * @property {Point[]} points by position
 * @property {number | undefined} lost the first position whose row is NaN
 * @property {number} error of the row at the marked position, perhaps NaN
 * @property {Turn} hand there
 */

/**
 * @typedef {object} PrecisionModel
 * @property {Line[]} lines
 * @property {number} position marked
 * @property {number} pair
 * @property {Turn} exact where the pair's hand should be
 */

/** @typedef {Record<Kind, string>} Colours */
/** @typedef {{ frame: Frame, position: Scale, error: Scale, dial: Dial }} PrecisionPlan scales of logarithms to base 10 */

/** Lines of the ones that are easily confused differ in dash, too. @type {Record<Kind, number[]>} */
export const DASHES = { float32: [], ggml: [5, 3], float16: [], bfloat16: [5, 3] };

/** No error is larger. */
const MOST = 2;
/** The axis goes down to this, or as far as it must. */
const LEAST = 1e-6;
const MARGINS = { left: 44, right: 14, top: 38, bottom: 44 };
const HEIGHT = 332;
/** From this width on the dial stands beside the lines. */
const BESIDE = 620;
const RADIUS = { beside: 76, below: 62 };
const DIAL_LABEL = 44;

/** @param {number} width @returns {number} CSS pixels of the figure */
export const heightOf = (width) =>
  width >= BESIDE ? HEIGHT + 16 : HEIGHT - 40 + 2 * RADIUS.below + DIAL_LABEL + 16;

/** @param {Size} size @param {Line[]} lines @returns {PrecisionPlan} */
export function planPrecision(size, lines) {
  const beside = size.width >= BESIDE;
  const { left, right, top, bottom } = MARGINS;
  const radius = beside ? RADIUS.beside : RADIUS.below;
  const room = beside ? 2 * radius + 56 : 0;
  const under = beside ? 0 : 2 * radius + DIAL_LABEL;
  const frame = onPixels(
    {
      left,
      top,
      width: size.width - left - right - room,
      height: size.height - top - bottom - under,
    },
    size.ratio,
  );
  const errors = lines.flatMap(({ points }) => points.map(({ error }) => error)).filter(Boolean);
  const least = Math.floor(Math.log10(errors.reduce((low, each) => Math.min(low, each), LEAST)));
  return {
    frame,
    position: {
      from: Math.log10(FIRST),
      to: Math.log10(LAST),
      at: frame.left,
      size: frame.width,
    },
    error: { from: Math.log10(MOST) + 0.1, to: least, at: frame.top, size: frame.height },
    dial: {
      x: beside ? size.width - radius - 6 : size.width / 2,
      y: beside ? frame.top + radius + 28 : size.height - radius - 6,
      radius,
    },
  };
}

/** The whole position at a pixel; undefined outside. @param {PrecisionPlan} plan @param {number} x @param {number} y */
export function positionAt({ frame, position }, x, y) {
  if (x < frame.left - 1 || x > frame.left + frame.width + 1) return undefined;
  if (y < frame.top || y >= frame.top + frame.height) return undefined;
  return Math.min(Math.max(Math.round(10 ** toCell(position, x)), FIRST), LAST);
}

export class PrecisionView {
  #lines;

  /** @param {HTMLElement} below what lies under the lines */
  constructor(below) {
    this.#lines = new Lines(below);
  }

  remove() {
    this.#lines.remove();
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {PrecisionModel} model @param {Theme} theme @param {Colours} colours */
  drawData(context, size, { lines }, theme, colours) {
    const plan = planPrecision(size, lines);
    const { frame } = plan;
    const top = toPixel(plan.error, Math.log10(MOST));
    context.strokeStyle = theme.hairline;
    context.lineWidth = 1 / size.ratio;
    context.beginPath();
    context.moveTo(frame.left, top);
    context.lineTo(frame.left + frame.width, top);
    context.stroke();
    drawFace(context, plan.dial, theme.hairline);
    this.#drawLines(size, plan, lines, colours);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {PrecisionModel} model @param {Theme} theme @param {Colours} colours */
  drawCrosshair(context, size, model, theme, colours) {
    const { lines, position, pair } = model;
    const plan = planPrecision(size, lines);
    const { frame } = plan;
    const at = Math.log10(position);
    const x = toPixel(plan.position, at);
    const colour = theme.position;
    drawBand(context, frame, { direction: "down", from: x, to: x, colour }, theme.paper);
    for (const { kind, error } of lines) {
      const y = toPixel(plan.error, Math.log10(error));
      if (!(y < frame.top + frame.height)) continue;
      context.beginPath();
      context.arc(x, y, 4, 0, 2 * Math.PI);
      context.fillStyle = colours[kind];
      context.strokeStyle = theme.paper;
      context.lineWidth = 1.5;
      context.fill();
      context.stroke();
    }
    drawLabels(context, plan, lines, theme, colours);
    drawAxes(context, plan, at, theme);
    drawHands(context, plan, model, colours, theme);
    const { dial } = plan;
    context.textAlign = "center";
    context.textBaseline = "bottom";
    context.font = labelFont(theme, "600");
    context.fillStyle = theme.dimension;
    context.fillText(`pair ${pair}`, dial.x, dial.y - dial.radius - 8);
  }

  /** @param {Size} size @param {PrecisionPlan} plan @param {Line[]} lines @param {Colours} colours */
  #drawLines(size, plan, lines, colours) {
    const data = joined(
      lines.map(({ points }) => ({
        places: points.map(({ position }) => Math.log10(position)),
        values: points.map(({ error }) => Math.log10(error)),
      })),
    );
    const { frame, position, error } = plan;
    const pens = lines.map(({ kind }) => ({ stroke: colours[kind], dash: DASHES[kind] }));
    this.#lines.draw(data, size, frame, [error, pens], () => ({
      scales: {
        x: { range: [position.from, position.to] },
        y: { range: [error.to, error.from] },
      },
      series: pens.map((pen) => ({ ...pen, width: 1.75, points: { show: false } })),
    }));
  }
}

/**
 * Names: of lines that reach the top over their ends; of the others, which rise side by side, above the
 * highest and below the rest.
 * @param {CanvasRenderingContext2D} context @param {PrecisionPlan} plan @param {Line[]} lines @param {Theme} theme @param {Colours} colours
 */
function drawLabels(context, { frame, position, error }, lines, theme, colours) {
  const place = (/** @type {Point} */ point) => ({
    x: toPixel(position, Math.log10(point.position)),
    y: toPixel(error, Math.log10(point.error)),
  });
  context.font = labelFont(theme);
  context.lineJoin = "round";
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {"left" | "right"} */ align,
  ) => {
    context.textAlign = align;
    context.strokeStyle = theme.paper;
    context.lineWidth = 4;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  };
  context.textBaseline = "middle";
  const last = (/** @type {Line} */ { points }) => points[points.length - 1];
  const drawn = lines.filter(({ points }) => points.length > 0);
  const full = drawn.filter((line) => last(line).error >= 1);
  full.sort((one, other) => last(other).position - last(one).position);
  let end = frame.left + frame.width;
  for (const line of full) {
    context.fillStyle = colours[line.kind];
    const at =
      line.lost === undefined ? place(last(line)).x : toPixel(position, Math.log10(line.lost));
    const x = Math.min(at, end);
    write(line.kind, x, frame.top - 9, "right");
    end = x - context.measureText(line.kind).width - 10;
    if (line.lost !== undefined)
      drawLost(context, at, place(last(line)).y, colours[line.kind], write);
  }
  const rising = drawn.filter((line) => !full.includes(line));
  const mean = (/** @type {Line} */ { points }) =>
    points.reduce((sum, each) => sum + Math.log10(each.error), 0) / points.length;
  rising.sort((one, other) => mean(other) - mean(one));
  rising.forEach(({ kind, points }, n) => {
    const { x, y } = place(points[Math.floor(points.length * (n === 0 ? 0.45 : 0.5 + 0.1 * n))]);
    context.fillStyle = colours[kind];
    if (n === 0) write(kind, x - 6, y - 8, "right");
    else write(kind, x + 10, y + 10, "left");
  });
}

/** A cross where a line ends. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {string} colour @param {(text: string, x: number, y: number, align: "right") => void} write */
function drawLost(context, x, y, colour, write) {
  write("NaN from here", x - 2, y + 16, "right");
  context.strokeStyle = colour;
  context.lineWidth = 1.75;
  context.beginPath();
  context.moveTo(x - 4, y - 4);
  context.lineTo(x + 4, y + 4);
  context.moveTo(x - 4, y + 4);
  context.lineTo(x + 4, y - 4);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {PrecisionPlan} plan @param {number} at logarithm of the marked position @param {Theme} theme */
function drawAxes(context, { frame, position, error }, at, theme) {
  // An axis' ticks stand at the middle of cells; powers of ten have no extent.
  const between = (/** @type {Scale} */ scale) => ({
    ...scale,
    from: scale.from + 0.5,
    to: scale.to + 0.5,
  });
  const powers = (/** @type {number} */ low, /** @type {number} */ high) =>
    Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, n) => Math.ceil(low) + n);
  const power = (/** @type {number} */ cell) => scientific(10 ** cell, 0);
  drawAxis(
    context,
    frame,
    {
      side: "bottom",
      scale: between(position),
      ticks: powers(position.from, position.to),
      label: (cell) => (cell === at ? whole(Math.round(10 ** cell)) : power(cell)),
      mark: { cell: at, colour: theme.position },
    },
    theme,
  );
  drawAxis(
    context,
    frame,
    {
      side: "left",
      scale: between(error),
      ticks: powers(error.to, error.from),
      label: (cell) => (cell === 0 ? "1" : power(cell)),
    },
    theme,
  );
  const titles = {
    side: { text: "largest error of a row", colour: theme.ink },
    bottom: { text: "position p", colour: theme.position },
  };
  drawTitles(context, frame, frame.top + frame.height + MARGINS.bottom, titles, theme);
}

/** @param {CanvasRenderingContext2D} context @param {PrecisionPlan} plan @param {PrecisionModel} model @param {Colours} colours @param {Theme} theme */
function drawHands(context, { dial }, { lines, exact }, colours, theme) {
  const hand = (
    /** @type {Turn} */ turn,
    /** @type {string} */ colour,
    /** @type {number} */ width,
    dashed = false,
  ) => {
    drawHand(context, dial, turn, { colour, width, dashed });
    context.fillStyle = colour;
    context.beginPath();
    context.arc(...tipOf(dial, turn), 1.25 + width, 0, 2 * Math.PI);
    context.fill();
  };
  hand(exact, theme.position, 4);
  for (const { kind, hand: turn } of lines) {
    if (Number.isFinite(turn.sine)) hand(turn, colours[kind], 1.75, DASHES[kind].length > 0);
  }
}
