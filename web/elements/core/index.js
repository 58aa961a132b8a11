// Everything that a figure's declaration uses.
export { clamp } from "../state/parameters.js";
export { numbersIn } from "../state/span.js";
export { figure } from "./figure.js";
export { column, row } from "./layout.js";
export { colourKey, label, tags } from "./marks/labels.js";
export { area, clipped, dot, dots, line, path, rule, shade, strokePath } from "./marks/lines.js";
export { raster } from "./marks/raster.js";
export {
  arrow,
  bars,
  bracket,
  cell,
  cross,
  hand,
  handAngle,
  needle,
  ring,
  tipOf,
  wedge,
} from "./marks/shapes.js";
export { decimal, fixed, scientific, short, wavelength, whole } from "./numbers.js";
export { discAt } from "./overlap.js";
export { cells, linear, log } from "./scales.js";
export {
  choice,
  dialTip,
  pairKeys,
  positionPill,
  slider,
  sliderOf,
  zoomButtons,
} from "./sliders.js";
export { byColumn, byRow, nearestIn, times } from "./tables.js";
