// What the programs of several figures have in common.

/** @import { Code } from "../share.js" */

/** @typedef {Code} Programs */

/** Whole positions at equal distances. @typedef {{ first: number, step: number, count: number }} Run */

/** Beyond it a product of a position and a frequency has lost digits that a table shows. */
const FAR = 2 ** 24;

/** @param {ArrayLike<number>} positions whole numbers at equal distances @returns {Run} */
export const runOf = (positions) => ({
  first: positions[0] ?? 0,
  step: positions.length > 1 ? positions[1] - positions[0] : 1,
  count: positions.length,
});

/**
 * The position number `n` of a run.
 * @param {Run} run @param {string} [fraction] makes a number of C a double
 */
export function atRun({ first, step }, fraction = "") {
  const steps = step === 1 ? "n" : `${step}${fraction} * n`;
  return first === 0 ? steps : `${first}${fraction} + ${steps}`;
}

/** The encodings `pe` of an array of positions, in NumPy. @param {number} dModel @param {number} base */
export const pythonTable = (dModel, base) => `\
omega = ${base} ** (-np.arange(0, ${dModel}, 2) / ${dModel})
angles = np.outer(positions, omega)
pe = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(positions), ${dModel})`;

/** `positions` in NumPy. @param {Run} run */
export const pythonPositions = ({ first, step, count }) => `\
${first + step * count > FAR ? "# float64 rounds each angle, here by up to its 2^-53rd part.\n" : ""}\
positions = np.arange(${first}, ${first + step * count}${step === 1 ? "" : `, ${step}`})`;

/** The start of a program in C: the frequencies of `PAIRS` pairs. @param {number} dModel @param {number} base */
export const cFrequencies = (dModel, base) => `\
#include <stdio.h>
#include "phasor.h"

enum { PAIRS = ${dModel / 2} };

int main(void) {
  uint64_t turns[PHASOR_TURNS_LENGTH(PAIRS)];
  phasor_turns(turns, PAIRS, ${base}, 2, 2 * PAIRS);`;
