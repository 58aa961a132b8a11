// candidates.js: bases, exponent denominators and start positions to try first.
import { wrap } from "./observe_rotations.js";

/** Bases used in practice; the first is the paper's. */
export const knownBases = [
  1e4, 1e6, 5e5, 1e5, 1e3, 1e2, 1e8, 2e4, 4e4, 5e4, 2e3, 5e3, 1.5e5, 1.6e5, 2e5, 2.5e5, 1e7, 5e6,
  8e6, 1e9, 2, 10, 20, 50, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,
];

/** The denominators of the exponents: d and d − 2. @param {number} pairs */
export function denominators(pairs) {
  return pairs > 1 ? [2 * pairs, 2 * pairs - 2] : [2];
}

/** Integer positions with a given phase, nearest to 0 first. @param {number} phase at ω = 1 */
export function startsNear(phase) {
  const starts = [];
  for (let k = 0; k <= 4096; k++) {
    for (const start of k === 0 ? [0] : [k, -k]) {
      if (Math.abs(wrap(start - phase)) < 0.01) starts.push(start);
    }
    if (starts.length > 2) break;
  }
  return starts;
}
