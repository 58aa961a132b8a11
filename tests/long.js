// long.js: how many of many similar cases run. `make test` runs a few, drawn by SEED (1 by default);
// LONG=1 (`make test-long`, every night) runs all.
import { random } from "./phasor/helpers.js";

export const LONG = import.meta.env.LONG === "1";

/**
 * All cases with LONG=1; otherwise one of each of `count` equal stretches of the list.
 * @template T
 * @param {readonly T[]} cases @param {number} count
 * @returns {T[]}
 */
export function some(cases, count) {
  if (LONG || count >= cases.length) return [...cases];
  const next = random(Number(import.meta.env.SEED || 1)); // whichever files ran before
  /** @param {number} n */
  const startOf = (n) => Math.floor((n * cases.length) / count);
  return Array.from({ length: count }, (_, n) => {
    const [from, to] = [startOf(n), startOf(n + 1)];
    return cases[from + Math.floor(((next() + 1) / 2) * (to - from))];
  });
}
