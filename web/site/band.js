// The strip at the head of the page: sines of as many positions as the window has room for.
import { drawMatrix, Pixels } from "../elements/canvas/matrix.js";
import { Surface } from "../elements/canvas/surface.js";
import { readTheme, watchTheme } from "../elements/canvas/theme.js";
import { colourTable } from "../elements/colour/maps.js";
import { sinusoidal } from "../phasor/index.js";

/** CSS pixels of a position. */
const STEP = 3;
const PAIRS = 48;
const WIDTH = 2 * PAIRS;

/** @param {HTMLElement} band */
export function drawBand(band) {
  const box = /** @type {HTMLElement} */ (band.querySelector(".band-plot"));
  const said = band.querySelector('[data-band="positions"]');
  const pixels = new Pixels();
  band.hidden = false;
  const surface = new Surface(box, ["data"], (_layer, context, size) => {
    const positions = Math.ceil(size.width / STEP);
    if (said) said.textContent = `${positions} positions`;
    const frame = { left: 0, top: 0, width: size.width, height: size.height };
    // Every other column of the table is a sine.
    const sines = { columns: positions, rows: PAIRS, across: WIDTH, down: 2 };
    const values = sinusoidal(positions, WIDTH);
    const view = { left: 0, right: size.width / STEP, top: 0, bottom: PAIRS };
    const table = colourTable("diverging", readTheme(box).scheme);
    const colours = { table, low: -1, high: 1 };
    drawMatrix(context, frame, size.ratio, pixels, { values, ...sines }, view, colours);
  });
  watchTheme(() => surface.invalidate());
}
