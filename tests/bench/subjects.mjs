// subjects.mjs: what is measured. A subject is one line of `subjects`.
import { dotProducts, SinusoidalPositionalEncoding, sinusoidal } from "../../web/phasor/index.js";

/** @import { Limit, Place } from "./limits.mjs" */
/**
 * What to run, the limit that it is held against and, where there is one, a limit further off.
 * @typedef {{ run: () => unknown, limit: Limit, ideal?: Limit }} Contest
 */
/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {(place: Place) => Contest} at makes its arrays in a place
 * @property {{ arena: number, arrays: number }} [bars] ratios to stay below
 */

/**
 * A table into `out`, against writing as many bytes.
 * @param {"float32" | "float64"} dtype @param {number} length @param {number} d
 * @returns {Subject["at"]}
 */
function table(dtype, length, d) {
  return (place) => {
    const out = place[dtype](length * d);
    return {
      run: () => sinusoidal(length, d, { out }),
      limit: place.write(out),
      ideal: place.fill(out),
    };
  };
}

/**
 * x + PE into `out`, against copying x there.
 * @param {number} batch @param {number} length @param {number} d
 * @returns {Subject["at"]}
 */
function forward(batch, length, d) {
  return (place) => {
    const x = place.float32(batch * length * d).fill(1);
    const out = place.float32(x.length);
    const encoding = new SinusoidalPositionalEncoding(length, d);
    return {
      run: () => encoding.forward(x, [batch, length, d], { out }),
      limit: place.copy(out, x),
    };
  };
}

/**
 * All dot products of a table's rows, against the multiplications and additions of L²·d terms.
 * @param {number} length @param {number} d
 * @returns {Subject["at"]}
 */
function dots(length, d) {
  return (place) => {
    const pe = place.float32(length * d);
    const out = place.float32(length * length);
    sinusoidal(length, d, { out: pe });
    return {
      run: () => dotProducts(pe, [length, d], { out }),
      limit: place.multiply("float32", length * length * d),
    };
  };
}

/** @type {Subject[]} */
export const subjects = [
  { name: "table float32 512×512", at: table("float32", 512, 512) },
  {
    name: "table float32 4096×1024",
    at: table("float32", 4096, 1024),
    bars: { arena: 1.5, arrays: 2 },
  },
  {
    name: "table float32 8192×4096",
    at: table("float32", 8192, 4096),
    bars: { arena: 1.5, arrays: 2 },
  },
  { name: "table float64 512×512", at: table("float64", 512, 512) },
  {
    name: "table float64 4096×1024",
    at: table("float64", 4096, 1024),
    bars: { arena: 1.25, arrays: 1.75 },
  },
  {
    name: "table float64 8192×4096",
    at: table("float64", 8192, 4096),
    bars: { arena: 1.25, arrays: 1.75 },
  },
  { name: "forward (4, 2048, 1024)", at: forward(4, 2048, 1024), bars: { arena: 1.2, arrays: 2 } },
  { name: "dotProducts (1024, 512)", at: dots(1024, 512), bars: { arena: 0.75, arrays: 0.8 } },
];
