// nerf.js: the encoding of coordinates by NeRF.

import * as check from "./check.js";
import { sinusoidalKernels } from "./kernels/sinusoidal.js";
import { converted, eachTile, outputAt, suffix, Workspace } from "./workspace.js";

/** @import { Dtype, List, NewTable, Result, TableArray, TableOf } from "./check.js" */

/** 1 radian, in units of 2^-128 of a turn: 1/2π of a turn. π radians are 1/2 of a turn. */
const RADIAN = 0x28be60db9391054a7f09d5f47d4d3770n;
const HALF_TURN = 1n << 127n;

const optionNames = /** @type {const} */ ([
  ...["components", "includeInput", "pi", "logSampling", "dtype", "out"],
]);

/**
 * @typedef {object} NerfOptions
 * @property {number | undefined} [components] numbers in a coordinate, 1 by default
 * @property {boolean | undefined} [includeInput] whether x itself comes first; true by default
 * @property {boolean | undefined} [pi] sin 2^k πx, as in the paper; false by default
 * @property {boolean | undefined} [logSampling] whether frequencies double from level to level; otherwise they
 *   are evenly spaced from 1 to 2^(levels − 1), as with `log_sampling=False` in NeRF's code. True by default
 */

/**
 * The encoding of NeRF (Mildenhall et al. 2020, section 5.1): each row of x, followed by its sines and
 * cosines at frequencies that double from level to level,
 *
 *     x, sin 2⁰x, cos 2⁰x, sin 2¹x, cos 2¹x, …      each a vector of `components`
 *
 * The paper has sin 2^k πx, but the authors' code has no π, and this function has none by default. The
 * accuracy is that of `sinusoidalAt`, for both spacings: the error is at most 0.5 ulp + 2^-50 in float32 and 2^-51 in
 * float64.
 *
 * @template {Dtype | undefined} [D="float32"]
 * @overload
 * @param {List} x (n, components); 2^(levels − 1)·x must be within ±2^53
 * @param {number} levels number of frequencies, 0 … 53
 * @param {NerfOptions & NewTable<D>} [options]
 * @returns {TableOf<D>} (n, components·(2·levels + 1)), or (n, components·2·levels) without x
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {List} x
 * @param {number} levels
 * @param {NerfOptions & { out: T, dtype?: Dtype | undefined }} options out: filled
 *   and returned
 * @returns {T}
 */
/**
 * @param {List} x
 * @param {number} levels
 * @param {NerfOptions & { dtype?: Dtype | undefined, out?: TableArray | undefined }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function nerf(x, levels, options) {
  const where = "phasor.nerf";
  const {
    components = 1,
    includeInput = true,
    pi = false,
    logSampling = true,
    dtype,
    out,
  } = check.options(where, options, optionNames);
  const coordinates = check.positions(where, "x", x);
  check.integer(where, "levels", levels, 0, 53);
  check.count(where, "components", components, 1);
  check.boolean(where, "includeInput", includeInput);
  check.boolean(where, "pi", pi);
  check.boolean(where, "logSampling", logSampling);
  if (coordinates.length % components !== 0) {
    const allowed = `a multiple of components ${components}`;
    check.fail(RangeError, where, "x.length", allowed, coordinates.length);
  }
  const top = 2 ** Math.max(levels - 1, 0);
  for (let i = 0; i < coordinates.length; i++) {
    check.position(where, `x[${i}]·2^${Math.max(levels - 1, 0)}`, coordinates[i] * top);
  }
  const vectors = 2 * levels + (includeInput ? 1 : 0);
  const length = coordinates.length * vectors;
  const result = check.tableResult(where, length, dtype, out);
  check.clear(where, "out", check.arrayOf(result), { x: coordinates });
  if (length === 0) return check.arrayOf(result);
  const rows = coordinates.length / components;
  const width = components * vectors;
  const elements = check.elementsOf(result);
  const inputs = includeInput ? converted(where, coordinates, result) : undefined;
  const increments = incrementsOf(levels, pi ? HALF_TURN : RADIAN, logSampling);
  const angles = sinesAndCosines(where, coordinates, increments, result);
  for (let r = 0; r < rows; r++) {
    let at = r * width;
    const from = r * components;
    if (inputs) {
      elements.set(inputs.subarray(from, from + components), at);
      at += components;
    }
    for (let k = 0; k < levels; k++) {
      for (let c = 0; c < components; c++) {
        const pair = 2 * ((from + c) * levels + k);
        elements[at + c] = angles[pair];
        elements[at + components + c] = angles[pair + 1];
      }
      at += 2 * components;
    }
  }
  return check.arrayOf(result);
}

/**
 * The turns of each level per unit of x, in units of 2^-128 of a turn.
 * @param {number} levels @param {bigint} unit of frequency 1 @param {boolean} logSampling
 */
function incrementsOf(levels, unit, logSampling) {
  const last = BigInt(levels - 1);
  return Array.from({ length: levels }, (_, level) => {
    const k = BigInt(level);
    if (logSampling || level === 0) return unit << k;
    // The k-th of `levels` evenly spaced numbers from 1 to 2^last, rounded to nearest.
    return (2n * unit * (last + k * ((1n << last) - 1n)) + last) / (2n * last);
  });
}

/**
 * (x.length, levels, 2), in the type of `like`.
 * @param {string} where @param {Float64Array} x @param {bigint[]} increments of the levels
 * @param {Result} like
 */
function sinesAndCosines(where, x, increments, like) {
  const levels = increments.length;
  const values = check.newTable(where, check.dtypeOf(like), 2 * x.length * levels);
  const workspace = new Workspace(values);
  const kernel = workspace.use(sinusoidalKernels)[`phasor_at${suffix(values)}`];
  const turns = workspace.reserve(16 * (levels + 1)); // the kernel takes levels two by two
  const cycles = workspace.reserve(8 * levels);
  const fractions = new BigUint64Array(workspace.memory.buffer, turns, 2 * levels);
  const wholeCycles = new BigInt64Array(workspace.memory.buffer, cycles, levels);
  increments.forEach((increment, k) => {
    fractions.set([increment >> 64n, increment], 2 * k); // modulo 2^64
    wholeCycles[k] = increment >> 128n;
  });
  eachTile(workspace, x.length, 8 + 2 * levels * values.BYTES_PER_ELEMENT, true, (first, count) => {
    const at = workspace.reserve(8 * count);
    workspace.doubles(at, count).set(x.subarray(first, first + count));
    const to = outputAt(workspace, values, 2 * first * levels, 2 * count * levels);
    kernel(to, 2 * levels, turns, cycles, at, count, levels);
    workspace.flush();
  });
  return check.elementsOf(values);
}
