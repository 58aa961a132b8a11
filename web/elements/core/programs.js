// What the programs of several figures have in common.

import { sinusoidalAt } from "../../phasor/index.js";
import { positionsIn } from "./share.js";
import { times } from "./tables.js";

/** @import { Params, Programs, Table } from "./types.js" */

/** Evenly spaced whole positions. @typedef {{ first: number, step: number, count: number }} Run */

/** Beyond this position, position·frequency has lost digits that a table shows. */
const MAX_EXACT_POSITION = 2 ** 24;

/** The position number `n` of a run. @param {Run} run */
function positionInRun({ first, step }) {
  const steps = step === 1 ? "n" : `${step} * n`;
  return first === 0 ? steps : `${first} + ${steps}`;
}

/** The encodings `pe` of an array of positions, in NumPy. @param {number} dModel @param {number} base */
export const pythonTable = (dModel, base) => `\
omega = ${base} ** (-np.arange(0, ${dModel}, 2) / ${dModel})
angles = np.outer(positions, omega)
pe = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(positions), ${dModel})`;

/** `positions` in NumPy. @param {Run} run */
export const pythonPositions = ({ first, step, count }) => `\
${first + step * count > MAX_EXACT_POSITION ? "# float64 rounds each angle, here by up to its 2^-53rd part.\n" : ""}\
positions = np.arange(${first}, ${first + step * count}${step === 1 ? "" : `, ${step}`})`;

/** A function in NumPy: the normal numbers of `LearnedPositionalEncoding`, an even count of them. */
export const pythonNormal = `def normal(seed, count, std):
    z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    radius = std * np.sqrt(-2 * np.log(((z[0::2] >> np.uint64(11)) + 1.0) / 2.0**53))
    angle = 2 * np.pi * (z[1::2] / 2.0**64)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).ravel()`;

/** A function in NumPy: the table of `sinusoidal`. */
export const pythonSinusoidal = `def sinusoidal(length, d, base):
    angle = np.arange(length)[:, None] * base ** (-np.arange(0, d, 2) / d)
    return np.stack([np.sin(angle), np.cos(angle)], 2).reshape(length, d)`;

/** A substitution in a JavaScript template string. @param {string} expression */
const substitution = (expression) => `\${${expression}}`;

/** The part of a table in view. @typedef {Pick<Params, "start" | "end" | "dModel" | "base">} View */

/**
 * Columns of the table, with a row for each position: the sines (wave 0) or the cosines (wave 1) of
 * pairs.
 * @param {View} p @param {number} count @param {(c: number) => { pair: number, wave: number }} column
 * @param {boolean} [isNumbered] whether the names of columns include the dimension
 * @returns {Table}
 */
export function columnTable({ start, end, dModel, base }, count, column, isNumbered) {
  const columns = times(count, column);
  const names = columns.map(({ pair, wave }, c) => {
    const name = `pair ${pair} ${["sin", "cos"][wave]}`;
    return isNumbered ? `dim ${c} (${name})` : name;
  });
  const rows = Array.from(positionsIn(start, end), (position) => {
    const row = sinusoidalAt([position], dModel, { base, dtype: "float64" });
    return [position, ...columns.map(({ pair, wave }) => row[2 * pair + wave])];
  });
  return { columns: ["position", ...names], rows };
}

/**
 * Programs that print such columns. `pair` and `wave` are expressions in c, the number of the
 * column. They use only operators that JavaScript and Python have in common.
 * @param {View} p @param {{ count: number, pair: string, wave: string, pairs?: number[], isNumbered?: boolean }} options
 *   pairs: a list that `pair` may use
 * @returns {Programs}
 */
export function columnPrograms({ start, end, dModel, base }, options) {
  const { count, pair, wave, pairs, isNumbered = false } = options;
  const positions = positionsIn(start, end);
  const [first, second = first + 1] = positions;
  const run = { first, step: second - first, count: positions.length };
  const list = pairs?.join(", ");
  const columnName = (/** @type {string} */ c, /** @type {string} */ i, /** @type {string} */ w) =>
    isNumbered ? `dim ${c} (pair ${i} ${w})` : `pair ${i} ${w}`;
  return {
    javascript: `\
import { sinusoidalAt } from "phasor";
${list === undefined ? "" : `\nconst pairs = [${list}];`}
const columns = Array.from({ length: ${count} }, (_, c) => ({ c, i: ${pair}, k: Number(${wave}) }));
const name = ({ c, i, k }) => \`${columnName(substitution("c"), substitution("i"), substitution('["sin", "cos"][k]'))}\`;
console.log(["position", ...columns.map(name)].join());
for (let n = 0; n < ${run.count}; n++) {
  const position = ${positionInRun(run)};
  const row = sinusoidalAt([position], ${dModel}, { base: ${base}, dtype: "float64" });
  console.log([position, ...columns.map(({ i, k }) => row[2 * i + k])].join());
}
`,
    python: `\
import numpy as np

${pythonPositions(run)}
${pythonTable(dModel, base)}
${list === undefined ? "" : `pairs = [${list}]\n`}columns = [(c, ${pair}, int(${wave})) for c in range(${count})]
print("position", *(f"${columnName("{c}", "{i}", "{['sin', 'cos'][k]}")}" for c, i, k in columns), sep=",")
for position, row in zip(positions, pe):
    print(position, *(row[2 * i + k] for c, i, k in columns), sep=",")
`,
  };
}
