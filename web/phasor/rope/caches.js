// caches.js: cosines and sines that the caller provides.
import * as check from "../check.js";
import { ropeKernels } from "../kernels/rope.js";
import { elementsAt, part } from "../workspace.js";
import { checkCount } from "./positions.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Sizes } from "./positions.js" */
/** @import { Rotary } from "./rotary.js" */
/** @import { Kind } from "./angles.js" */
/** @import { Rows } from "./rows.js" */

/**
 * Caches, after reading: they have one or two columns for each pair.
 * @typedef {object} Caches
 * @property {FloatArray} cos @property {FloatArray} sin
 * @property {number} columns
 * @property {number} step from a pair's column to that of the next
 * @property {Int32Array | undefined} ids (batches, length): the cache's row for each row; by default
 *   the rows in their order
 * @property {number} batches how many sets of T rows there are
 */

/**
 * The rows of caches.
 * @param {Rotary} rotary @param {Kind} kind @param {Caches} caches @param {number} length T
 * @param {boolean} inverse @param {boolean} backwards whether they rotate backwards
 * @returns {Rows}
 */
export function cachedRows({ rotaryDim }, kind, caches, length, inverse, backwards) {
  const { cos, sin, columns, step, ids, batches } = caches;
  const pairs = rotaryDim / 2;
  const size = kind === "_f32" ? 4 : 8;
  /** @type {Rows["write"]} */
  const write = (workspace, row, count, to) => {
    const rows = elementsAt(workspace, kind, to, rotaryDim * count);
    if (!ids && step === 1 && columns === pairs) {
      const { top } = workspace;
      const numbers = count * pairs;
      const [sines, cosines] = [sin, cos].map((cache) => {
        const inPlace =
          cache.buffer === workspace.memory.buffer && cache.BYTES_PER_ELEMENT === size;
        if (inPlace) return cache.byteOffset + row * pairs * size;
        const pointer = workspace.reserve(numbers * size);
        elementsAt(workspace, kind, pointer, numbers).set(part(cache, row * pairs, numbers));
        return pointer;
      });
      workspace.use(ropeKernels)[`phasor_rope_join${kind}`](to, sines, cosines, numbers);
      workspace.top = top;
    } else {
      for (let r = 0, at = 0; r < count; r++) {
        let from = (ids ? ids[row + r] : row + r) * columns;
        for (let i = 0; i < pairs; i++, at += 2, from += step) {
          rows[at] = sin[from];
          rows[at + 1] = cos[from];
        }
      }
    }
    if (!inverse && !backwards) return;
    for (let at = 0; at < rows.length; at += 2) {
      const s = rows[at];
      const c = rows[at + 1];
      const square = inverse ? c * c + s * s : 1;
      rows[at] = (backwards ? -s : s) / square;
      rows[at + 1] = c / square;
    }
  };
  return { kind, pairs, bytes: rotaryDim * size, batches, length, write };
}

/**
 * @param {string} where @param {Rotary} rotary @param {unknown} cos @param {unknown} sin
 * @param {unknown} cacheShape @param {unknown} positions @param {Sizes} sizes
 * @returns {Caches}
 */
export function readCaches(where, rotary, cos, sin, cacheShape, positions, sizes) {
  const { length, batch } = sizes;
  const cosines = check.floats(where, "cos", cos);
  const sines = check.floats(where, "sin", sin, cosines.length, " as cos.length is");
  const isImplied = (cacheShape ?? positions) === undefined;
  const shape = isImplied ? impliedShape(where, rotary, cosines, length) : cacheShape;
  const [rows, columns, all] = readShape(where, shape, rotary.rotaryDim, batch);
  if (cosines.length !== all) {
    const allowed = `${all} for cacheShape [${shape}]`;
    check.fail(RangeError, where, "cos.length", allowed, cosines.length);
  }
  const perBatch = all !== rows * columns;
  const doubled = columns === rotary.rotaryDim;
  const adjacent = rotary.layout === "interleaved";
  const form = { cos: cosines, sin: sines, columns, step: doubled && adjacent ? 2 : 1 };
  if (doubled) {
    for (const [name, cache] of Object.entries({ cos: cosines, sin: sines })) {
      checkDoubled(where, name, cache, columns, adjacent);
    }
  }
  if (positions === undefined) {
    if (rows !== length) {
      check.fail(RangeError, where, "cacheShape", `[…, T = ${length}, columns]`, shape);
    }
    return { ...form, ids: undefined, batches: perBatch ? batch : 1 };
  }
  if (perBatch) {
    check.fail(RangeError, where, "cacheShape", "[rows, columns], as positions are given", shape);
  }
  const count = check.numbers(where, "positions", positions).length;
  checkCount(where, "positions", count, length, batch);
  const ids = new Int32Array(check.indices(where, "positions", positions, count, rows));
  return { ...form, ids, batches: count === length ? 1 : batch };
}

/** The shape of caches that follows from their length.
 * @param {string} where @param {Rotary} rotary @param {FloatArray} cos @param {number} length */
function impliedShape(where, { rotaryDim }, cos, length) {
  const pairs = rotaryDim / 2;
  if (cos.length === length * pairs) return [length, pairs];
  if (cos.length === length * rotaryDim) return [length, rotaryDim];
  const allowed = `T·rotaryDim/2 = ${length * pairs} or T·rotaryDim = ${length * rotaryDim}, as cacheShape is not given`;
  return check.fail(RangeError, where, "cos.length", allowed, cos.length);
}

/** @param {string} where @param {unknown} shape @param {number} rotaryDim @param {number} batch */
function readShape(where, shape, rotaryDim, batch) {
  const sizes = check.leading(where, "cacheShape", shape, ["rows", "columns"]);
  if (sizes.length > 3 || (sizes.length === 3 && sizes[0] !== batch)) {
    const allowed = `[rows, columns] or [B = ${batch}, T, columns]`;
    check.fail(RangeError, where, "cacheShape", allowed, shape);
  }
  const [rows, columns] = sizes.slice(-2);
  if (columns !== rotaryDim && columns !== rotaryDim / 2) {
    const allowed = `rotaryDim/2 = ${rotaryDim / 2} or rotaryDim = ${rotaryDim}`;
    check.fail(RangeError, where, `cacheShape[${sizes.length - 1}] (columns)`, allowed, columns);
  }
  const all = sizes.reduce((product, size) => product * size, 1);
  return [rows, columns, all];
}

/**
 * Checks that a cache with two columns for each pair has the same number in both. Otherwise it
 * would not be a rotation.
 * @param {string} where @param {string} name @param {FloatArray} cache @param {number} columns
 * @param {boolean} adjacent whether the two are neighbours
 */
function checkDoubled(where, name, cache, columns, adjacent) {
  const pairs = columns / 2;
  for (let row = 0; row < cache.length; row += columns) {
    for (let i = 0; i < pairs; i++) {
      const first = row + (adjacent ? 2 * i : i);
      const second = first + (adjacent ? 1 : pairs);
      if (cache[first] === cache[second]) continue;
      if (Number.isNaN(cache[first]) && Number.isNaN(cache[second])) continue;
      const layout = adjacent ? "interleaved" : "half";
      const allowed = `${cache[first]} as ${name}[${first}] is, in layout "${layout}"`;
      check.fail(RangeError, where, `${name}[${second}]`, allowed, cache[second]);
    }
  }
}
