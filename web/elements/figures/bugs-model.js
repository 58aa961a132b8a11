// Bugs that raise no error, and the tables that code with these bugs makes.
//
// A bug that is one of the package's options (convention, base, first position or arithmetic) uses
// the package's table. The other tables are assembled from entries of different tables:
//
// - exponent: the exponent c/d is that of pair c in an encoding of width 2d. So column c takes its
//   value from pair c of a table of twice the width.
// - multiplied, floor: in a pair of frequency 1, the angle equals the position. So the angle p/ω, or
//   ⌊pω⌋, is passed as a position to an encoding of width 2.
// - combined with any of these, spacing d − 2 equals the paper's spacing with base^(d/(d − 2)).
import { dotProducts, frequencies, sinusoidalAt } from "../../phasor/index.js";

/** @typedef {typeof BUGS[number]["name"]} Bug */

export const BUGS = /** @type {const} */ ([
  { name: "exponent", about: "frequencies", words: "exponent column/d" },
  { name: "multiplied", about: "frequencies", words: "multiplied, not divided" },
  { name: "base", about: "frequencies", words: "base ten times as large" },
  { name: "spacing", about: "frequencies", words: "exponents over d − 2" },
  { name: "start", about: "positions", words: "counted from 1" },
  { name: "floor", about: "positions", words: "integer division" },
  { name: "constant", about: "positions", words: "all the same" },
  { name: "concatenated", about: "columns", words: "concatenated" },
  { name: "swapped", about: "columns", words: "sine and cosine swapped" },
  { name: "float16", about: "numbers", words: "angles in float16" },
  { name: "bfloat16", about: "numbers", words: "angles in bfloat16" },
  { name: "nan", about: "numbers", words: "NaN in some entries" },
]);

/** The names of the bugs of rotary embeddings. */
export const SLIP_NAMES = /** @type {const} */ ([
  "layout",
  "base",
  "start",
  "restart",
  "scaling",
  "factor",
  "sign",
  "part",
  "swapped",
  "bfloat16",
]);

/** The bugs named in a text such as "swapped start"; unknown names are ignored. @param {string} text @returns {Bug[]} */
export function bugsNamed(text) {
  const names = text.split(/[\s,]+/);
  return BUGS.map(({ name }) => name).filter((name) => names.includes(name));
}

/** The state without a file from the reader. */
export const NO_FILE = {
  ownTable: undefined,
  rotation: undefined,
  parts: [],
  part: "",
  complaint: "",
};

/** The largest position and the largest base that the package accepts. */
const LARGEST_POSITION = 2 ** 53;
const LARGEST_BASE = 1e18;

/**
 * The table of positions 0 … rows − 1 as code with these bugs makes it.
 * @param {number} rows @param {number} dModel @param {number} base @param {Bug[]} bugs
 * @param {number} [fine] rows per position
 * @returns {Float32Array} (rows, dModel)
 */
export function wrongTable(rows, dModel, base, bugs, fine = 1) {
  const has = (/** @type {Bug} */ bug) => bugs.includes(bug);
  const first = has("start") ? 1 : 0;
  const positions = Float64Array.from({ length: rows }, (_, row) =>
    has("constant") ? first : first + row / fine,
  );
  const table = pairedTable(positions, dModel, has("base") ? 10 * base : base, has);
  if (has("nan")) {
    for (let row = Math.ceil(0.75 * rows); row < rows; row++) {
      table.fill(NaN, row * dModel + dModel - 2, (row + 1) * dModel);
    }
  }
  return arrange(table, dModel, has("concatenated"), has("swapped"));
}

/**
 * Rearranges the columns of a table.
 * @param {Float32Array} table in the paper's layout @param {number} dModel
 * @param {boolean} concatenated @param {boolean} swapped
 */
function arrange(table, dModel, concatenated, swapped) {
  const [step, offset] = concatenated ? [1, dModel / 2] : [2, 1];
  return table.map((_, to) => {
    const c = to % dModel;
    const isSecond = concatenated ? c >= offset : c % 2 === 1;
    const pair = (isSecond ? c - offset : c) / step;
    return table[to - c + 2 * pair + Number(isSecond !== swapped)];
  });
}

/** The correct table; with an odd number of columns, the last column is zero. @param {number} rows @param {number} columns @param {number} base */
export function rightTable(rows, columns, base) {
  const evenColumns = columns - (columns % 2);
  const table = sinusoidalAt(
    Array.from({ length: rows }, (_, row) => row),
    evenColumns,
    { base },
  );
  if (evenColumns === columns) return table;
  return Float32Array.from({ length: rows * columns }, (_, at) => {
    const column = at % columns;
    return column < evenColumns ? table[((at - column) / columns) * evenColumns + column] : 0;
  });
}

/**
 * The table in the paper's layout: sine and cosine side by side.
 * @param {Float64Array} positions @param {number} dModel @param {number} base
 * @param {(bug: Bug) => boolean} has
 */
function pairedTable(positions, dModel, base, has) {
  const options = { arithmetic: arithmeticOf(has) };
  const narrow = has("spacing") && dModel > 2;
  const root = narrow ? Math.min(base ** (dModel / (dModel - 2)), LARGEST_BASE) : base;
  if (!has("exponent") && !has("multiplied") && !has("floor"))
    return sinusoidalAt(positions, dModel, { base: root, ...options });
  // The width of the table that the columns are taken from, and each column's pair in it.
  const width = has("exponent") ? 2 * dModel : dModel;
  const pairOf = (/** @type {number} */ column) => (has("exponent") ? column : column >> 1);
  const table = new Float32Array(positions.length * dModel);
  if (!has("multiplied") && !has("floor")) {
    const wideTable = sinusoidalAt(positions, width, { base: root, ...options });
    for (let at = 0; at < table.length; at++) table[at] = wideTable[2 * at + (at % 2)];
    return table;
  }
  const omega = frequencies(width, { base: root });
  const angles = new Float64Array(table.length);
  for (let at = 0; at < angles.length; at++) {
    const column = at % dModel;
    const position = positions[(at - column) / dModel];
    const frequency = omega[pairOf(column)];
    const angle = has("multiplied") ? position / frequency : position * frequency;
    angles[at] = Math.min(has("floor") ? Math.floor(angle) : angle, LARGEST_POSITION);
  }
  const pairs = sinusoidalAt(angles, 2, options);
  for (let at = 0; at < table.length; at++) table[at] = pairs[2 * at + (at % 2)];
  return table;
}

/** The coarsest arithmetic among the bugs. @param {(bug: Bug) => boolean} has @returns {"exact" | "float16" | "bfloat16"} */
function arithmeticOf(has) {
  if (has("bfloat16")) return "bfloat16";
  return has("float16") ? "float16" : "exact";
}

/** A table that may be wrong. @typedef {{ values: Float32Array | Float64Array, rows: number, columns: number }} Matrix */

/** The largest deviation that float32 rounding causes in a correct table. */
const TOLERANCE = 1e-3;
/** The offset for which the rotation is tested, if the table has enough rows. */
const TESTED_OFFSET = 10;

/**
 * Tests four properties of a correct table; for each, a number says how far it is from holding. A
 * single row has no distances: the last two properties neither hold nor fail.
 * @param {Matrix} matrix @param {number} base of the correct table
 */
export function testsOf({ values, rows, columns }, base) {
  const first = values.subarray(0, columns);
  const norms = Array.from({ length: rows }, (_, n) => normOf(values, n * columns, columns));
  const correctNorm = Math.sqrt(columns / 2);
  const worst = norms.reduce((largest, norm) => larger(largest, Math.abs(norm - correctNorm)), 0);
  const row = Array.from(first).reduce(
    (largest, value, c) => larger(largest, Math.abs(value - (c % 2))),
    0,
  );
  // The single-file build of this figure includes dot products for float32 only.
  const float32 = values instanceof Float32Array ? values : Float32Array.from(values);
  const distance = Math.min(TESTED_OFFSET, rows - 1);
  const least = norms.reduce((least, norm) => Math.min(least, norm), Number.POSITIVE_INFINITY);
  const most = norms.reduce((most, norm) => Math.max(most, norm), 0);
  const diagonal = spreadOf(dotProducts(float32, [rows, columns]), rows);
  const shift = missOf(values, rows, columns, base, distance);
  const holds = [row, worst, diagonal, shift].map((deviation, n) =>
    n >= 2 && distance === 0 ? undefined : deviation < TOLERANCE,
  );
  return { row, least, most, worst, diagonal, distance, shift, holds };
}

/** @param {ArrayLike<number>} values @param {number} at @param {number} columns */
function normOf(values, at, columns) {
  let square = 0;
  for (let c = at; c < at + columns; c++) square += values[c] ** 2;
  return Math.sqrt(square);
}

/** The larger number; NaN if either is NaN. @param {number} one @param {number} other */
const larger = (one, other) => (other > one || Number.isNaN(other) ? other : one);

/** The largest spread of dot products at the same distance. @param {ArrayLike<number>} products @param {number} rows */
function spreadOf(products, rows) {
  let largest = 0;
  for (let distance = 0; distance < rows; distance++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let n = 0; n + distance < rows; n++) {
      const product = products[n * rows + n + distance];
      if (Number.isNaN(product)) return Number.NaN;
      low = Math.min(low, product);
      high = Math.max(high, product);
    }
    largest = Math.max(largest, high - low);
  }
  return largest;
}

/** The largest distance between a rotated row and the row that it should equal. @param {ArrayLike<number>} values @param {number} rows @param {number} columns @param {number} base @param {number} distance */
function missOf(values, rows, columns, base, distance) {
  const pairs = columns >> 1;
  const angles = frequencies(2 * pairs, { base }).map((frequency) => distance * frequency);
  let largest = 0;
  for (let n = 0; n + distance < rows; n++) {
    let square = 0;
    for (let i = 0; i < pairs; i++) {
      const at = n * columns + 2 * i;
      const [cos, sin] = [Math.cos(angles[i]), Math.sin(angles[i])];
      const to = at + distance * columns;
      square += (values[at] * cos + values[at + 1] * sin - values[to]) ** 2;
      square += (values[at + 1] * cos - values[at] * sin - values[to + 1]) ** 2;
    }
    largest = larger(largest, Math.sqrt(square));
  }
  return largest;
}
