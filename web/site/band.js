// The strip at the head of the page: sines of as many positions as the window has room for.

import { colourTable, entryOf } from "../elements/colour/maps.js";
import { schemeAround, watchTheme } from "../elements/core/theme.js";
import { sinusoidal } from "../phasor/index.js";

/** CSS pixels of a position, and of a pair. */
const STEP = 3;
const PAIRS = 48;
const WIDTH = 2 * PAIRS;

/** @param {HTMLElement} band */
export function drawBand(band) {
  const box = /** @type {HTMLElement} */ (band.querySelector(".band-plot"));
  const said = band.querySelector('[data-band="positions"]');
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  box.append(canvas);
  band.hidden = false;
  const draw = () => {
    const positions = Math.ceil(box.clientWidth / STEP);
    if (positions === 0) return;
    if (said) said.textContent = `${positions} positions`;
    const values = sinusoidal(positions, WIDTH);
    const table = colourTable("diverging", schemeAround(box));
    // A pixel for each sine; the style sheet makes it larger without smoothing.
    const image = new ImageData(positions, PAIRS);
    const pixels = new Uint32Array(image.data.buffer);
    for (let n = 0; n < pixels.length; n++) {
      const [position, pair] = [n % positions, Math.floor(n / positions)];
      pixels[n] = table[entryOf(values[position * WIDTH + 2 * pair], -1, 1)];
    }
    canvas.width = positions;
    canvas.height = PAIRS;
    canvas.style.inlineSize = `${STEP * positions}px`;
    canvas.getContext("2d")?.putImageData(image, 0, 0);
  };
  new ResizeObserver(draw).observe(box);
  watchTheme(draw);
}
