// Draws positions × dimensions as colours, with axes, key and crosshair.
import { cellUnder, covers, drawAxis, drawTitles, onPixels, toPixel } from "../canvas/axes.js";
import { drawBand } from "../canvas/crosshair.js";
import { drawKey } from "../canvas/key.js";
import { drawIndices, Pixels, pixelsOf } from "../canvas/matrix.js";
import { positionLabels, wavelength, whole } from "../canvas/numbers.js";
import { binaryTicks, ticks } from "../canvas/ticks.js";
import { cyclicTable, phaseTable } from "../colour/cyclic.js";
import { colourTable } from "../colour/maps.js";
import { labelsAtRight, positionMargins } from "./margins.js";

/** @import { Size } from "../canvas/surface.js" */
/** @import { Theme } from "../canvas/theme.js" */
/** @import { Frame, Scale } from "../canvas/axes.js" */

/** @typedef {"along" | "down"} Orientation which way positions run */
/** @typedef {"value" | "phase"} Colouring of one column a dimension, or of one a pair */

/**
 * @typedef {object} HeatmapModel
 * @property {Orientation} orientation
 * @property {Colouring} colouring
 * @property {(window: PixelWindow) => ArrayLike<number>} paint colour indices, (height, width); of
 *   phases, both the sine's and the cosine's: 256·s + c
 * @property {(column: number) => number} wavelengthOf
 * @property {{ start: number, end: number }} positions in view
 * @property {{ start: number, end: number }} columns in view
 * @property {{ position: number, second: number | undefined, column: number }} mark
 */

/**
 * The cells under a rectangle of pixels: those at its edge, and how many a pixel takes.
 * @typedef {object} PixelWindow
 * @property {number} width
 * @property {number} height
 * @property {Orientation} orientation
 * @property {number} position
 * @property {number} positionsPerPixel
 * @property {number} column
 * @property {number} columnsPerPixel
 */

/** Beyond it the labels of positions at the side need more room. */
const SHORT = 999;
const LONG_LABELS = 72;
const TOP = 24;
const BOTTOM = 44;

/** @typedef {{ frame: Frame, position: Scale, column: Scale }} HeatmapPlan */

/** Where everything goes. @param {Size} size @param {Pick<HeatmapModel, "orientation" | "positions" | "columns">} model @returns {HeatmapPlan} */
export function planHeatmap(size, { orientation, positions, columns }) {
  const along = orientation === "along";
  const margins = positionMargins(size.width);
  if (!along && positions.end > SHORT) margins.left = LONG_LABELS;
  const frame = onPixels(
    {
      left: margins.left,
      top: TOP,
      width: size.width - margins.left - (along ? margins.right : 10),
      height: size.height - TOP - BOTTOM,
    },
    size.ratio,
  );
  const across = { at: frame.left, size: frame.width };
  const down = { at: frame.top, size: frame.height };
  return {
    frame,
    position: { from: positions.start, to: positions.end, ...(along ? across : down) },
    column: { from: columns.start, to: columns.end, ...(along ? down : across) },
  };
}

/** The cell at a pixel; undefined outside. @param {HeatmapPlan} plan @param {Orientation} orientation @param {number} x @param {number} y */
export function cellAt({ frame, position, column }, orientation, x, y) {
  if (!covers(frame, x, y)) return undefined;
  const [p, c] = orientation === "along" ? [x, y] : [y, x];
  return { position: cellUnder(position, p), column: cellUnder(column, c) };
}

const valueTable = (/** @type {"light" | "dark"} */ scheme) => colourTable("diverging", scheme);

export class HeatmapView {
  #pixels = new Pixels();

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {HeatmapModel} model @param {Theme} theme */
  drawData(context, size, model, theme) {
    const { frame, position, column } = planHeatmap(size, model);
    const { orientation } = model;
    const along = orientation === "along";
    const isPhase = model.colouring === "phase";
    const table = (isPhase ? phaseTable : valueTable)(theme.scheme);
    const { width, height } = pixelsOf(frame, size.ratio);
    const [positions, columns] = along ? [width, height] : [height, width];
    const indices = model.paint({
      width,
      height,
      orientation,
      position: position.from,
      positionsPerPixel: (position.to - position.from) / positions,
      column: column.from,
      columnsPerPixel: (column.to - column.from) / columns,
    });
    drawIndices(context, frame, size.ratio, this.#pixels, indices, table);
    drawKey(
      context,
      { right: frame.left + frame.width, top: 6 },
      isPhase ? cyclicTable() : table,
      {
        low: isPhase ? "0" : "\u22121",
        high: isPhase ? "2π" : "+1",
        title: size.width < 420 ? "" : isPhase ? "angle" : "value",
      },
      theme,
    );
  }

  /** @param {CanvasRenderingContext2D} context @param {Size} size @param {HeatmapModel} model @param {Theme} theme */
  drawCrosshair(context, size, model, theme) {
    const plan = planHeatmap(size, model);
    const { frame } = plan;
    const along = model.orientation === "along";
    const { mark } = model;
    const alongPosition = along ? "down" : "across";
    const alongColumn = along ? "across" : "down";
    const band = (
      /** @type {Scale} */ scale,
      /** @type {number} */ cell,
      /** @type {"across" | "down"} */ direction,
      /** @type {string} */ colour,
      dashed = false,
    ) => {
      const [from, to] = [toPixel(scale, cell), toPixel(scale, cell + 1)];
      drawBand(context, frame, { direction, from, to, colour, dashed }, theme.paper);
    };
    if (mark.second !== undefined && mark.second !== mark.position) {
      band(plan.position, mark.second, alongPosition, theme.position, true);
    }
    band(plan.position, mark.position, alongPosition, theme.position);
    band(plan.column, mark.column, alongColumn, theme.dimension);
    drawAxes(context, size, model, theme);
  }
}

/** @param {CanvasRenderingContext2D} context @param {Size} size @param {HeatmapModel} model @param {Theme} theme */
function drawAxes(context, size, model, theme) {
  const { frame, position, column } = planHeatmap(size, model);
  const along = model.orientation === "along";
  const { label: positionLabel, title } = positionLabels(position.from, position.to);
  const most = (/** @type {number} */ pixels, /** @type {number} */ spacing) =>
    Math.max(1, Math.floor(pixels / spacing));
  const positions = {
    scale: position,
    ticks: ticks(
      Math.ceil(position.from),
      position.to - 1,
      most(position.size, along ? 52 : 28),
      1,
    ),
    label: positionLabel,
    mark: { cell: model.mark.position, colour: theme.position },
  };
  const columns = {
    scale: column,
    ticks: binaryTicks(column.from, column.to - 1, most(column.size, along ? 28 : 36)),
    label: whole,
    mark: { cell: model.mark.column, colour: theme.dimension },
  };
  drawAxis(context, frame, { side: along ? "bottom" : "left", ...positions }, theme);
  drawAxis(context, frame, { side: along ? "left" : "bottom", ...columns }, theme);
  if (along && labelsAtRight(size.width)) {
    const label = (/** @type {number} */ cell) => `\u03bb ${wavelength(model.wavelengthOf(cell))}`;
    drawAxis(context, frame, { side: "right", ...columns, label }, theme);
  }
  const ofPosition = { text: title, colour: theme.position };
  const ofDimension = {
    text: model.colouring === "phase" ? "pair" : "dimension",
    colour: theme.dimension,
  };
  const titles = along
    ? { side: ofDimension, bottom: ofPosition }
    : { side: ofPosition, bottom: ofDimension };
  drawTitles(context, frame, size.height, titles, theme);
}
