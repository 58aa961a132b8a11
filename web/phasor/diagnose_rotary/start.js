// start.js: which way arrows turn, and the position of row 0.

/** @import { Arrow } from "./phases.js" */

/**
 * @typedef {object} Turning
 * @property {1 | -1} direction
 * @property {boolean} swapped whether cosines and sines are exchanged
 * @property {boolean} negated whether both are
 * @property {number | null} start position of row 0; null if no position explains the phases
 */

/** From here on an arrow does not turn evenly. */
const EVEN = 0.1;
const TURN = 2 * Math.PI;
/** @param {number} x within ±π */
const wrapped = (x) => x - TURN * Math.round(x / TURN);

/**
 * @param {Arrow[]} all @returns {Turning}
 */
export function turningOf(all) {
  // Fast pairs of coarse angles are all over the place.
  const even = all.filter(({ noise }) => noise < EVEN);
  const arrows = even.length > 0 ? even : all;
  const sum = arrows.reduce((total, { frequency, error }) => {
    return Math.abs(frequency) > 5 * error ? total + Math.sign(frequency) : total;
  }, 0);
  const clockwise = sum < 0;
  /** @type {{ turn: number, turning: Omit<Turning, "start"> }[]} */
  const ways = [
    { turn: 0, turning: { direction: clockwise ? -1 : 1, swapped: false, negated: false } },
    // sin + i·cos = i·e^(−iθ)
    { turn: 0.25, turning: { direction: clockwise ? 1 : -1, swapped: true, negated: false } },
    { turn: 0.5, turning: { direction: clockwise ? -1 : 1, swapped: false, negated: true } },
    { turn: 0.75, turning: { direction: clockwise ? 1 : -1, swapped: true, negated: true } },
  ];
  let best = { off: Infinity, start: 0, way: ways[0] };
  for (const way of ways) {
    const found = positionOf(arrows, TURN * way.turn);
    // A way that is not plain has to be better than others by far.
    if (found.off < 0.5 * best.off - 1e-9) best = { ...found, way };
  }
  const { turning } = best.way;
  if (!(best.off <= 0.2)) return { ...turning, start: null };
  const whole = Math.round(best.start) + 0;
  return { ...turning, start: Math.abs(best.start - whole) < 0.02 ? whole : best.start };
}

/**
 * The position that the phases have, apart from a turn of all: from the slowest pair on, each faster
 * one says it more exactly.
 * @param {Arrow[]} arrows @param {number} turn
 */
function positionOf(arrows, turn) {
  const sorted = [...arrows].sort((a, b) => Math.abs(a.frequency) - Math.abs(b.frequency));
  let [start, known, off, count] = [0, false, 0, 0];
  for (const { frequency, phase, error } of sorted) {
    const left = wrapped(phase - turn - (known ? frequency * start : 0));
    if (Math.abs(frequency) > 20 * error) {
      const step = left / frequency;
      if (!known || Math.abs(left) < 1) start = known ? start + step : step;
      known = true;
    }
  }
  for (const { frequency, phase } of sorted) {
    const left = wrapped(phase - turn - frequency * start);
    off += left * left;
    count++;
  }
  return { start, off: Math.sqrt(off / Math.max(1, count)) };
}
