// Draws the bug lab: the matrix beside what it should be, the norms of its rows, their dot products,
// and the curve that one pair of columns describes.
import { drawAxis, labelFont, toMiddle, toPixel } from "../canvas/axes.js";
import { drawBand, strokeCased } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed, scientific, whole } from "../core/numbers.js";
import { binaryTicks, ticks } from "../core/ticks.js";
import { across, down, planBugs } from "./bugs-plan.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { Matrix, Range, Sheet } from "../models/bugs-sheet.js" */
/** @import { BugsPlan, Panel, PanelName } from "./bugs-plan.js" */

/** @typedef {"right" | "difference"} Beside */

/**
 * @typedef {object} BugsModel
 * @property {Sheet} sheet
 * @property {Beside} beside
 * @property {{ position: number, second: number, column: number, pair: number }} mark
 * @property {number[]} columns those that a finding concerns
 */

/** Of the columns that no finding concerns this part is covered. */
const VEIL = 0.72;

/** @param {number} value */
const rangeLabel = (value) =>
  value === 0 || Math.abs(value) >= 0.01
    ? fixed(value, 2).replace(/\.?0+$/, "")
    : scientific(value, 1);

export class BugsView {
  #pixels = { own: new Pixels(), beside: new Pixels(), gram: new Pixels() };

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {BugsModel} model @param {Theme} theme */
  drawData(context, size, { sheet, beside }, theme) {
    const plan = planBugs(size);
    const { rows, columns, right } = sheet;
    const shape = { columns, rows, across: 1, down: columns };
    const own = { ...shape, values: sheet.values };
    this.#map(context, size, plan, "own", own, sheet.range, theme);
    if (right) {
      const other = beside === "right" ? right.values : right.difference;
      const range = beside === "right" ? sheet.range : right.range;
      this.#map(context, size, plan, "beside", { ...shape, values: other }, range, theme);
    }
    const gram = { values: sheet.gram, columns: rows, rows, across: 1, down: rows };
    this.#map(context, size, plan, "gram", gram, sheet.gramRange, theme);
    drawNorms(context, plan.norms.frame, sheet, theme);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Size} size @param {BugsPlan} plan
   * @param {"own" | "beside" | "gram"} name @param {import("../canvas/matrix.js").Matrix} matrix
   * @param {Range} range @param {Theme} theme
   */
  #map(context, size, plan, name, matrix, range, theme) {
    const { frame, box } = plan[name];
    const table = colourTable(range.kind, theme.scheme);
    const window = { left: 0, right: matrix.columns, top: 0, bottom: matrix.rows };
    const colours = { table, low: range.low, high: range.high };
    drawMatrix(context, frame, size.ratio, this.#pixels[name], matrix, window, colours);
    drawMissing(context, frame, matrix, theme);
    const labels = { low: rangeLabel(range.low), high: rangeLabel(range.high), title: "" };
    const key = { right: frame.left + frame.width, top: box.top + 6 };
    drawKey(context, key, table, labels, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {BugsModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planBugs(size);
    const { sheet, beside, mark, columns } = model;
    const { start, rows } = sheet;
    const rowBand = { colour: theme.position, direction: /** @type {const} */ ("across") };
    const columnBand = { colour: theme.dimension, direction: /** @type {const} */ ("down") };
    for (const name of /** @type {const} */ (["own", "beside"])) {
      const { frame } = plan[name];
      if (name === "beside" && !sheet.right) continue;
      const dims = across(frame, 0, sheet.columns);
      const positions = down(frame, start, start + rows);
      drawConcerned(context, frame, dims, columns, sheet.columns, theme);
      drawBand(context, frame, { ...rowBand, ...band(positions, mark.position) }, theme.paper);
      drawBand(context, frame, { ...columnBand, ...band(dims, mark.column) }, theme.paper);
      drawMapAxes(context, frame, positions, dims, mark, theme);
    }
    drawTitle(context, plan.own, "this table", theme, theme.ink);
    const other = beside === "right" ? "as it should be" : "difference";
    if (sheet.right) drawTitle(context, plan.beside, other, theme, theme.ink);
    drawNormsCrosshair(context, plan.norms, sheet, mark.position, theme);
    drawGramCrosshair(context, plan.gram, sheet, mark, theme);
    drawCurve(context, plan.curve, model, theme);
  }
}

/** @param {Scale} scale @param {number} cell */
const band = (scale, cell) => ({ from: toPixel(scale, cell), to: toPixel(scale, cell + 1) });

/** @param {CanvasRenderingContext2D} context @param {Panel} panel @param {string} text @param {Theme} theme @param {string} colour */
function drawTitle(context, { box }, text, theme, colour) {
  context.font = labelFont(theme);
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, box.left, box.top + 10.5);
}

/** Cells that are not numbers, crossed out: no colour of the map says so. @param {CanvasRenderingContext2D} context @param {Frame} frame @param {import("../canvas/matrix.js").Matrix} matrix @param {Theme} theme */
function drawMissing(context, frame, { values, columns, rows }, theme) {
  const dims = across(frame, 0, columns);
  const positions = down(frame, 0, rows);
  context.save();
  context.beginPath();
  let found = false;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (Number.isFinite(values[row * columns + column])) continue;
      let past = column + 1;
      while (past < columns && !Number.isFinite(values[row * columns + past])) past++;
      const left = toPixel(dims, column);
      const top = toPixel(positions, row);
      context.rect(left, top, toPixel(dims, past) - left, toPixel(positions, row + 1) - top);
      column = past;
      found = true;
    }
  }
  if (found) {
    context.clip();
    context.fillStyle = theme.paper;
    context.fillRect(frame.left, frame.top, frame.width, frame.height);
    context.strokeStyle = theme.ink;
    context.lineWidth = 1;
    context.beginPath();
    for (let at = -frame.height; at < frame.width; at += 5) {
      context.moveTo(frame.left + at, frame.top + frame.height);
      context.lineTo(frame.left + at + frame.height, frame.top);
    }
    context.stroke();
  }
  context.restore();
}

/** All columns but those concerned fade. @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Scale} dims @param {number[]} concerned @param {number} columns @param {Theme} theme */
function drawConcerned(context, frame, dims, concerned, columns, theme) {
  if (concerned.length === 0) return;
  const marked = new Set(concerned);
  const wide = frame.width / columns;
  for (let column = 0; column < columns; column++) {
    const left = toPixel(dims, column);
    if (marked.has(column)) {
      context.fillStyle = theme.dimension;
      context.fillRect(left, frame.top - 5, Math.max(wide - (wide > 3 ? 1 : 0), 0.5), 3);
    } else {
      context.globalAlpha = VEIL;
      context.fillStyle = theme.paper;
      context.fillRect(left, frame.top, wide, frame.height);
      context.globalAlpha = 1;
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Scale} positions @param {Scale} dims @param {BugsModel["mark"]} mark @param {Theme} theme */
function drawMapAxes(context, frame, positions, dims, mark, theme) {
  const most = (/** @type {Scale} */ { size }, /** @type {number} */ room) =>
    Math.max(1, Math.floor(size / room));
  drawAxis(
    context,
    frame,
    {
      side: "left",
      scale: positions,
      ticks: ticks(positions.from, positions.to - 1, most(positions, 28), 1),
      label: whole,
      mark: { cell: mark.position, colour: theme.position },
    },
    theme,
  );
  drawAxis(
    context,
    frame,
    {
      side: "bottom",
      scale: dims,
      ticks: binaryTicks(0, dims.to - 1, most(dims, 40)),
      label: whole,
      mark: { cell: mark.column, colour: theme.dimension },
    },
    theme,
  );
  drawUnder(context, frame, "dimension", theme.dimension, theme);
}

/** What the axis below shows. @param {CanvasRenderingContext2D} context @param {Frame} frame @param {string} text @param {string} colour @param {Theme} theme */
function drawUnder(context, frame, text, colour, theme) {
  context.font = labelFont(theme);
  context.textAlign = "right";
  context.textBaseline = "top";
  context.fillStyle = colour;
  context.fillText(text, frame.left + frame.width, frame.top + frame.height + 24);
}

// ---- norms ----

/** @param {Frame} frame @param {Sheet} sheet */
function normScale(frame, { norms, right }) {
  let most = 0;
  for (const norm of norms) if (norm > most && norm < Infinity) most = norm;
  for (const norm of right?.norms ?? []) most = Math.max(most, norm);
  return down(frame, 1.15 * (most || 1), 0);
}

/** @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Sheet} sheet @param {Theme} theme */
function drawNorms(context, frame, sheet, theme) {
  const { start, rows, norms, right } = sheet;
  const values = normScale(frame, sheet);
  const positions = across(frame, start, start + rows);
  const line = (
    /** @type {ArrayLike<number>} */ of,
    /** @type {string} */ colour,
    /** @type {number} */ width,
  ) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    let pen = false;
    for (let row = 0; row < rows; row++) {
      const there = Number.isFinite(of[row]);
      const x = toMiddle(positions, start + row);
      const y = toPixel(values, of[row]);
      if (there && pen) context.lineTo(x, y);
      else if (there) context.moveTo(x, y);
      pen = there;
    }
    context.stroke();
  };
  context.save();
  context.beginPath();
  context.rect(frame.left, frame.top, frame.width, frame.height);
  context.clip();
  if (right) line(right.norms, theme.hairline, 3);
  line(norms, theme.ink, 1.25);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Panel} panel @param {Sheet} sheet @param {number} position @param {Theme} theme */
function drawNormsCrosshair(context, panel, sheet, position, theme) {
  const { frame } = panel;
  const { start, rows, norms } = sheet;
  const positions = across(frame, start, start + rows);
  const values = normScale(frame, sheet);
  const x = toMiddle(positions, position);
  const colour = theme.position;
  drawBand(context, frame, { direction: "down", from: x, to: x, colour }, theme.paper);
  const norm = norms[position - start];
  if (Number.isFinite(norm)) drawDot(context, x, toPixel(values, norm), colour, theme);
  drawAxis(
    context,
    frame,
    {
      side: "bottom",
      scale: positions,
      ticks: ticks(start, start + rows - 1, Math.max(1, Math.floor(frame.width / 52)), 1),
      label: whole,
      mark: { cell: position, colour },
    },
    theme,
  );
  drawAxis(
    context,
    frame,
    {
      side: "left",
      // Norms have no extent, as the cells of an axis have.
      scale: { ...values, from: values.from + 0.5, to: values.to + 0.5 },
      ticks: ticks(0, values.from, Math.max(1, Math.floor(frame.height / 32))),
      label: rangeLabel,
    },
    theme,
  );
  drawTitle(context, panel, "norm of each row", theme, theme.ink);
  drawUnder(context, frame, "position p", colour, theme);
}

// ---- dot products ----

/** @param {CanvasRenderingContext2D} context @param {Panel} panel @param {Sheet} sheet @param {BugsModel["mark"]} mark @param {Theme} theme */
function drawGramCrosshair(context, panel, { start, rows }, mark, theme) {
  const { frame } = panel;
  const p = down(frame, start, start + rows);
  const q = across(frame, start, start + rows);
  const colour = theme.position;
  const row = { direction: /** @type {const} */ ("across"), ...band(p, mark.position) };
  const column = { direction: /** @type {const} */ ("down"), ...band(q, mark.second) };
  drawBand(context, frame, { ...row, colour }, theme.paper);
  drawBand(context, frame, { ...column, colour, dashed: true }, theme.paper);
  const axis = {
    ticks: ticks(start, start + rows - 1, Math.max(1, Math.floor(frame.width / 52)), 1),
    label: whole,
  };
  const markP = { cell: mark.position, colour };
  const markQ = { cell: mark.second, colour };
  drawAxis(context, frame, { side: "left", scale: p, ...axis, mark: markP }, theme);
  drawAxis(context, frame, { side: "bottom", scale: q, ...axis, mark: markQ }, theme);
  drawTitle(context, panel, "dot products", theme, theme.ink);
  drawUnder(context, frame, "position q", colour, theme);
}

// ---- the curve of a pair ----

/** One column across, the other up: of a right pair a circle. @param {CanvasRenderingContext2D} context @param {Panel} panel @param {BugsModel} model @param {Theme} theme */
function drawCurve(context, panel, { sheet, mark }, theme) {
  const { frame } = panel;
  const { columns, rows, start, values, range } = sheet;
  const [first, second] = [2 * mark.pair, 2 * mark.pair + 1];
  const reach = 1.08 * range.high;
  const x = across(frame, -reach, reach);
  const y = down(frame, reach, -reach);
  context.lineWidth = 1;
  context.strokeStyle = theme.hairline;
  context.beginPath();
  context.ellipse(
    toPixel(x, 0),
    toPixel(y, 0),
    toPixel(x, 1) - toPixel(x, 0),
    toPixel(x, 1) - toPixel(x, 0),
    0,
    0,
    2 * Math.PI,
  );
  context.moveTo(frame.left, toPixel(y, 0));
  context.lineTo(frame.left + frame.width, toPixel(y, 0));
  context.moveTo(toPixel(x, 0), frame.top);
  context.lineTo(toPixel(x, 0), frame.top + frame.height);
  context.stroke();
  drawTitle(context, panel, `columns ${first} and ${second}`, theme, theme.dimension);
  drawUnder(context, frame, "a circle if sine and cosine", theme.muted, theme);
  if (second >= columns) return;
  const at = (/** @type {number} */ row) => {
    const cell = row * columns + first;
    return /** @type {[number, number]} */ ([
      toPixel(x, values[cell]),
      toPixel(y, values[cell + 1]),
    ]);
  };
  context.strokeStyle = theme.dimension;
  context.lineWidth = 1.25;
  context.globalAlpha = 0.55;
  context.beginPath();
  let pen = false;
  for (let row = 0; row < rows; row++) {
    const [left, top] = at(row);
    const there = Number.isFinite(left) && Number.isFinite(top);
    if (there && pen) context.lineTo(left, top);
    else if (there) context.moveTo(left, top);
    pen = there;
  }
  context.stroke();
  context.globalAlpha = 1;
  context.fillStyle = theme.dimension;
  for (let row = 0; row < rows; row++) {
    const [left, top] = at(row);
    if (Number.isFinite(left)) context.fillRect(left - 1, top - 1, 2, 2);
  }
  const [left, top] = at(mark.position - start);
  if (!Number.isFinite(left) || !Number.isFinite(top)) return;
  context.beginPath();
  context.moveTo(toPixel(x, 0), toPixel(y, 0));
  context.lineTo(left, top);
  strokeCased(context, theme.position, theme.paper);
  drawDot(context, left, top, theme.position, theme);
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {string} colour @param {Theme} theme */
function drawDot(context, x, y, colour, theme) {
  context.beginPath();
  context.arc(x, y, 4, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.strokeStyle = theme.paper;
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
}
