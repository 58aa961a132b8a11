// Draws a matrix of biases and, beside it, what they follow: ALiBi's windows, T5's buckets, or the
// patches of a Swin window.
import {
  cellUnder,
  drawAxis,
  drawTitles,
  labelFont,
  onPixels,
  toCell,
  toMiddle,
  toPixel,
} from "../canvas/axes.js";
import { drawBand } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawMatrix, Pixels } from "../canvas/matrix.js";
import { colourTable } from "../colour/maps.js";
import { fixed, whole } from "../core/numbers.js";
import { ticks } from "../core/ticks.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */
/** @import { MapKind } from "../colour/maps.js" */

/** @typedef {{ values: ArrayLike<number>, side: number, range: { kind: MapKind, low: number, high: number } }} Square */
/**
 * @typedef {object} BiasModel
 * @property {"alibi" | "t5" | "swin"} kind
 * @property {Square} matrix queries down, keys across
 * @property {string} of what the matrix holds
 * @property {number} digits of its values
 * @property {number} query marked
 * @property {number} key marked
 * @property {number} head
 * @property {Float64Array | undefined} windows of ALiBi's heads
 * @property {{ first: number, buckets: Int32Array } | undefined} stairs of T5, from the distance `first` on
 * @property {Square | undefined} patches the bias of the chosen one over the window
 * @property {Float64Array | undefined} logs Swin V2's coordinates along one axis
 */

const ROOM_BESIDE = 640;
const TOP = 24;
const BOTTOM = 44;
const LEFT = 44;
/** ALiBi's windows end well before this distance: there is room for their numbers. */
const FARTHEST = 5000;

/** @param {number} width */
function sidesOf(width) {
  const beside = width >= ROOM_BESIDE;
  const side = Math.min(beside ? 0.46 * width - LEFT : width - LEFT - 8, 400);
  return { beside, side };
}

/** @param {number} width @returns {number} CSS pixels of a figure so wide */
export function heightOf(width) {
  const { beside, side } = sidesOf(width);
  return Math.ceil((beside ? 1 : 2) * (TOP + side + BOTTOM));
}

/** @param {Size} size @param {Pick<BiasModel, "matrix" | "windows" | "stairs" | "patches" | "logs">} model */
export function planBias(size, { matrix, windows, stairs, patches, logs }) {
  const { beside, side } = sidesOf(size.width);
  const left = onPixels({ left: LEFT, top: TOP, width: side, height: side }, size.ratio);
  const start = beside ? LEFT + side + 64 : LEFT;
  const top = beside ? TOP : 2 * TOP + side + BOTTOM;
  const room = { left: start, top, width: size.width - start - 8, height: side };
  const small = Math.min(0.56 * side, room.width);
  const shape = patches ? { ...room, width: small, height: small } : room;
  const right = onPixels(shape, size.ratio);
  const [from, to] = windows
    ? [0, Math.log10(FARTHEST)]
    : stairs
      ? [stairs.first, stairs.first + stairs.buckets.length]
      : [0, patches?.side ?? 1];
  const curve = onPixels(
    { ...room, top: top + small + 54, height: Math.max(side - small - 54, 20) },
    size.ratio,
  );
  const reach = ((logs?.length ?? 1) - 1) / 2;
  return {
    left,
    across: { from: 0, to: matrix.side, at: left.left, size: left.width },
    down: { from: 0, to: matrix.side, at: left.top, size: left.height },
    right,
    place: { from, to, at: right.left, size: right.width },
    lane: { from: 0, to: windows?.length ?? patches?.side ?? 1, at: right.top, size: right.height },
    curve,
    delta: { from: -reach, to: reach + 1, at: curve.left, size: curve.width },
  };
}

/** @typedef {ReturnType<typeof planBias>} BiasPlan */

/** @param {Frame} frame @param {number} x @param {number} y */
const within = ({ left, top, width, height }, x, y) =>
  x >= left && x < left + width && y >= top && y < top + height;

/** What is under a pixel: a cell of the matrix, or a place beside it. @param {BiasPlan} plan @param {number} x @param {number} y */
export function placeAt({ left, across, down, right, place, lane }, x, y) {
  if (within(left, x, y)) return { query: cellUnder(down, y), key: cellUnder(across, x) };
  if (within(right, x, y)) return { x: toCell(place, x), y: cellUnder(lane, y) };
  return undefined;
}

export class BiasView {
  #pixels = new Pixels();
  #patches = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {BiasModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const plan = planBias(size, model);
    const { matrix, patches, digits } = model;
    this.#paint(context, size, plan.left, this.#pixels, matrix, theme);
    const { kind, low, high } = matrix.range;
    const words = (/** @type {number} */ value) => fixed(value, value === 0 ? 0 : digits);
    const labels = { low: words(low), high: words(high), title: "" };
    const corner = { right: plan.left.left + plan.left.width, top: 6 };
    drawKey(context, corner, colourTable(kind, theme.scheme), labels, theme);
    if (patches) this.#paint(context, size, plan.right, this.#patches, patches, theme);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {Frame} frame @param {Pixels} store @param {Square} square @param {Theme} theme */
  #paint(context, size, frame, store, { values, side, range }, theme) {
    const { kind, low, high } = range;
    drawMatrix(
      context,
      frame,
      size.ratio,
      store,
      {
        // What is masked has the colour of the least.
        values: Array.from(values, (value) => Math.max(value, low)),
        columns: side,
        rows: side,
        across: 1,
        down: side,
      },
      { left: 0, right: side, top: 0, bottom: side },
      { table: colourTable(kind, theme.scheme), low, high },
    );
    context.strokeStyle = theme.hairline;
    context.lineWidth = 1 / size.ratio;
    context.strokeRect(frame.left, frame.top, frame.width, frame.height);
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {BiasModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planBias(size, model);
    const { left, across, down } = plan;
    const { query, key, matrix } = model;
    const colour = theme.position;
    const row = { from: toPixel(down, query), to: toPixel(down, query + 1) };
    const column = { from: toPixel(across, key), to: toPixel(across, key + 1) };
    drawBand(context, left, { direction: "across", ...row, colour }, theme.paper);
    drawBand(context, left, { direction: "down", ...column, colour, dashed: true }, theme.paper);
    const most = Math.max(1, Math.floor(left.width / 44));
    const axis = { ticks: ticks(0, matrix.side - 1, most, 1), label: whole };
    const [atQuery, atKey] = [query, key].map((cell) => ({ cell, colour }));
    drawAxis(context, left, { side: "left", scale: down, ...axis, mark: atQuery }, theme);
    drawAxis(context, left, { side: "bottom", scale: across, ...axis, mark: atKey }, theme);
    const what = model.kind === "swin" ? "patch" : "position";
    const bottom = left.top + left.height + BOTTOM;
    const titles = {
      side: { text: "query", colour },
      bottom: { text: `${what} of the key`, colour },
    };
    drawTitles(context, left, bottom, titles, theme);
    if (model.windows) sayMasked(context, left, theme);
    if (model.windows) drawWindows(context, plan, model, theme);
    if (model.stairs) drawStairs(context, plan, model, theme);
    if (model.patches) drawPatches(context, plan, model, theme);
  }
}

/** Names the half above the diagonal. @param {CanvasRenderingContext2D} context @param {Frame} frame @param {Theme} theme */
function sayMasked(context, { left, top, width, height }, theme) {
  context.font = labelFont(theme);
  context.fillStyle = theme.muted;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText("masked: −∞", left + 0.7 * width, top + 0.25 * height);
}

/** The first of the texts that fits. @param {CanvasRenderingContext2D} context @param {string[]} texts @param {Frame} frame @param {string} colour @param {Theme} theme */
function headline(context, texts, frame, colour, theme) {
  context.font = labelFont(theme);
  context.fillStyle = colour;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const fits = (/** @type {string} */ text) => context.measureText(text).width <= frame.width;
  context.fillText(texts.find(fits) ?? texts[texts.length - 1], frame.left, frame.top - 13.5);
}

/** @param {CanvasRenderingContext2D} context @param {BiasPlan} plan @param {BiasModel} model @param {Theme} theme */
function drawWindows(context, { right, place, lane }, { windows, head, query, key }, theme) {
  const ends = /** @type {Float64Array} */ (windows);
  const thick = Math.min((0.6 * right.height) / ends.length, 16);
  context.font = labelFont(theme);
  ends.forEach((end, n) => {
    const y = toMiddle(lane, n);
    const x = toPixel(place, Math.log10(end));
    context.fillStyle = theme.dimension;
    context.globalAlpha = n === head ? 1 : 0.45;
    context.fillRect(right.left, y - thick / 2, x - right.left, thick);
    context.globalAlpha = 1;
    if (right.height / ends.length < 13) return;
    context.fillStyle = theme.ink;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(whole(end), x + 5, y);
  });
  if (query > key) {
    const x = toPixel(place, Math.log10(query - key));
    const band = /** @type {const} */ ({ direction: "down", from: x, to: x, dashed: true });
    drawBand(context, right, { ...band, colour: theme.offset }, theme.paper);
  }
  const points = { ...place, from: place.from + 0.5, to: place.to + 0.5 };
  const label = (/** @type {number} */ power) => whole(10 ** power);
  drawAxis(context, right, { side: "bottom", scale: points, ticks: [0, 1, 2, 3], label }, theme);
  const most = Math.max(1, Math.floor(right.height / 16));
  const mark = { cell: head, colour: theme.dimension };
  const heads = { ticks: ticks(0, ends.length - 1, most, 1), label: whole, mark };
  drawAxis(context, right, { side: "left", scale: lane, ...heads }, theme);
  headline(
    context,
    ["head, and the distance from which e^bias is below 1 %", "from there on e^bias is below 1 %"],
    right,
    theme.dimension,
    theme,
  );
  const bottom = { bottom: { text: "distance", colour: theme.offset } };
  drawTitles(context, right, right.top + right.height + BOTTOM, bottom, theme);
}

/** @param {CanvasRenderingContext2D} context @param {BiasPlan} plan @param {BiasModel} model @param {Theme} theme */
function drawStairs(context, { right, place }, { stairs, query, key }, theme) {
  const { first, buckets } = /** @type {NonNullable<BiasModel["stairs"]>} */ (stairs);
  const most = Math.max(...buckets);
  const level = { from: most + 1, to: 0, at: right.top, size: right.height };
  context.strokeStyle = theme.dimension;
  context.lineWidth = 1.75;
  context.beginPath();
  buckets.forEach((bucket, n) => {
    const y = toPixel(level, bucket + 0.5);
    context.lineTo(toPixel(place, first + n), y);
    context.lineTo(toPixel(place, first + n + 1), y);
  });
  context.stroke();
  const relative = key - query;
  const x = toMiddle(place, relative);
  const band = /** @type {const} */ ({ direction: "down", from: x, to: x, dashed: true });
  drawBand(context, right, { ...band, colour: theme.offset }, theme.paper);
  const bucket = buckets[relative - first];
  const label = (/** @type {number} */ cell) => whole(cell);
  const marks = { ticks: ticks(0, most, Math.floor(right.height / 30), 1), label };
  const mark = bucket === undefined ? undefined : { cell: bucket, colour: theme.dimension };
  drawAxis(context, right, { side: "left", scale: level, ...marks, mark }, theme);
  const places = ticks(first, first + buckets.length - 1, Math.floor(right.width / 56), 1);
  const here = { cell: relative, colour: theme.offset };
  drawAxis(
    context,
    right,
    { side: "bottom", scale: place, ticks: places, label, mark: here },
    theme,
  );
  headline(context, ["bucket"], right, theme.dimension, theme);
  const bottom = { bottom: { text: "key − query", colour: theme.offset } };
  drawTitles(context, right, right.top + right.height + BOTTOM, bottom, theme);
}

/** @param {CanvasRenderingContext2D} context @param {BiasPlan} plan @param {BiasModel} model @param {Theme} theme */
function drawPatches(
  context,
  { right, place, lane, curve, delta },
  { patches, logs, query, key },
  theme,
) {
  const { side } = /** @type {Square} */ (patches);
  const cells = /** @type {const} */ ([
    [query, false],
    [key, true],
  ]);
  for (const [patch, dashed] of cells) {
    const [x, y] = [patch % side, Math.floor(patch / side)];
    context.strokeStyle = theme.position;
    context.lineWidth = 2;
    if (dashed) context.setLineDash([4, 3]);
    const cell = right.width / side;
    context.strokeRect(toPixel(place, x) + 1, toPixel(lane, y) + 1, cell - 2, cell - 2);
    context.setLineDash([]);
  }
  headline(
    context,
    [`bias of patch ${query} over the window`, `bias of patch ${query}`],
    right,
    theme.position,
    theme,
  );
  const level = { from: 1.2, to: -1.2, at: curve.top, size: curve.height };
  context.strokeStyle = theme.hairline;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(curve.left, toPixel(level, 0));
  context.lineTo(curve.left + curve.width, toPixel(level, 0));
  context.stroke();
  const reach = ((logs?.length ?? 1) - 1) / 2;
  const now = (query % side) - (key % side);
  logs?.forEach((value, n) => {
    context.beginPath();
    context.arc(toMiddle(delta, n - reach), toPixel(level, value), n - reach === now ? 5 : 3, 0, 7);
    context.fillStyle = n - reach === now ? theme.offset : theme.dimension;
    context.fill();
  });
  const points = { ...level, from: 1.7, to: -0.7 };
  const label = (/** @type {number} */ value) => fixed(value, 0);
  drawAxis(context, curve, { side: "left", scale: points, ticks: [-1, 0, 1], label }, theme);
  const places = ticks(-reach, reach, Math.floor(curve.width / 40), 1);
  const mark = { cell: now, colour: theme.offset };
  drawAxis(
    context,
    curve,
    { side: "bottom", scale: delta, ticks: places, label: whole, mark },
    theme,
  );
  headline(
    context,
    ["Swin V2's coordinate of Δ, query − key along a side", "V2's coordinate of query − key"],
    curve,
    theme.dimension,
    theme,
  );
}
