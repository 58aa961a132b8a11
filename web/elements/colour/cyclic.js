// The cyclic colour map, for angles: 256 colours in a ring, made when first used.
//
// Source: this project's own, under its licence (MIT). The ring runs through the knots below in equal
// steps of OKLab difference. It is tilted: one half turn goes from light to dark by way of red, the
// other back by way of blue, so that opposite angles differ in lightness or between blue and yellow,
// which are seen with red-green colour blindness too.
import { evenly } from "./curve.js";
import { colourTable, ENTRIES } from "./maps.js";
import { pixelOf } from "./oklab.js";

/** @import { Knot } from "./curve.js" */

/** @type {Knot[]} */
const RING = [
  [0.88, 0.1, 95],
  [0.76, 0.14, 62],
  [0.6, 0.165, 32],
  [0.44, 0.14, 350],
  [0.36, 0.12, 296],
  [0.5, 0.13, 262],
  [0.68, 0.105, 232],
  [0.82, 0.07, 175],
];

/** @type {Uint32Array | undefined} */
let ring;

/** @returns {Uint32Array} (ENTRIES) pixels; entry n is for n/256 of a turn; not to be written to */
export function cyclicTable() {
  if (!ring) {
    const colour = evenly(RING, true);
    ring = Uint32Array.from({ length: ENTRIES }, (_, n) => pixelOf(colour(n / ENTRIES)));
  }
  return ring;
}

/** The entry for an angle. @param {number} sine @param {number} cosine of it, times anything above 0 */
export const entryOfAngle = (sine, cosine) =>
  (Math.round((Math.atan2(sine, cosine) / (2 * Math.PI)) * ENTRIES) + ENTRIES) % ENTRIES;

/** @type {Map<string, Uint32Array>} */
const tables = new Map();

/**
 * Colours of means of unit vectors: their angle's, paling to the paper as the mean gets shorter,
 * since opposite angles cancel. Entry 256·s + c is for a mean of sines and one of cosines that are
 * given as the heatmap's indices.
 * @param {"light" | "dark"} scheme
 * @returns {Uint32Array} (ENTRIES²), not to be written to
 */
export function phaseTable(scheme) {
  const known = tables.get(scheme);
  if (known) return known;
  const colours = cyclicTable();
  const [paper] = colourTable("sequential", scheme);
  const table = new Uint32Array(ENTRIES ** 2);
  const middle = ENTRIES / 2;
  for (let n = 0; n < table.length; n++) {
    const sine = (Math.floor(n / ENTRIES) - middle) / (middle - 1);
    const cosine = ((n % ENTRIES) - middle) / (middle - 1);
    // A vector of length one is rounded to indices: what is nearly one long is meant to be.
    const strength = Math.min(Math.hypot(sine, cosine) * 1.02, 1);
    table[n] = mixed(paper, colours[entryOfAngle(sine, cosine)], strength);
  }
  tables.set(scheme, table);
  return table;
}

/** @param {number} one a pixel @param {number} other @param {number} part of the other */
function mixed(one, other, part) {
  let pixel = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const [from, to] = [(one >>> shift) & 255, (other >>> shift) & 255];
    pixel |= Math.round(from + part * (to - from)) << shift;
  }
  return pixel >>> 0;
}
