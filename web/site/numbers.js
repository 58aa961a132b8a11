// The numbers that stand in the text: computed, each in place of the same one in the page's source.

import { fixed, wavelength } from "../elements/canvas/numbers.js";
import { dotProducts, encodingStatistics, sinusoidal, wavelengths } from "../phasor/index.js";

const LENGTH = 128;
const WIDTH = 64;

/** @returns {Record<string, string>} */
export function numbersOfText() {
  const lengths = wavelengths(WIDTH);
  const turning = lengths.filter((own) => own <= LENGTH).length;
  const table = sinusoidal(LENGTH, WIDTH);
  const products = dotProducts(table, [LENGTH, WIDTH]);
  return {
    shortest: wavelength(lengths[0]),
    longest: wavelength(lengths[WIDTH / 2 - 1]),
    ratio: fixed(lengths[1] / lengths[0], 2),
    norm: fixed(encodingStatistics(sinusoidal(3, 4), [3, 4]).norms[1], 5),
    diagonal: fixed(products[0], 0),
    "step-one": fixed(products[1], 1),
    "step-ten": fixed(products[10], 1),
    turning: String(turning),
    resting: String(lengths.length - turning),
    entry: fixed(table[37 * WIDTH + 12], 4),
  };
}

/** @param {ParentNode} page */
export function fillNumbers(page) {
  const numbers = numbersOfText();
  for (const place of page.querySelectorAll("[data-number]")) {
    place.textContent = numbers[place.getAttribute("data-number") ?? ""] ?? place.textContent;
  }
}
