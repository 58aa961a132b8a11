// plain.mjs: shorter modules of web/phasor/ for figures that use only exact, small tables of the
// paper in float32 or float64, without extreme numbers; that do not train learned tables or scale
// rotations; or that do not show everything that the package reports. It replaces conventions.js,
// arithmetic.js, table.js, series.js, learned.js, extremes.js, steep.js, rope/rope.js,
// config/differences.js and diagnose/invariants.js. For such figures (see one-file.mjs), each
// export does what the package's export does.
import { roundedKernel } from "../web/phasor/arithmetic.js";
import { learnedKernels } from "../web/phasor/kernels/learned.js";
import { ropeKernels } from "../web/phasor/kernels/rope.js";
import { sinusoidalKernels } from "../web/phasor/kernels/sinusoidal.js";
import { INCREMENTS_AT } from "../web/phasor/memory.js";
import { copyIn, elementsAt, outputAt, suffix, Workspace } from "../web/phasor/workspace.js";

/** @import { Arithmetic } from "../web/phasor/arithmetic.js" */
/** @import { Arrangement } from "../web/phasor/conventions.js" */
/** @import { Memory } from "../web/phasor/memory.js" */

/**
 * @param {string} _where @param {number} dModel @param {number} [base]
 * @param {{ layout?: "interleaved" | "concatenated" }} [convention] or the name of the paper's
 * @returns {Arrangement}
 */
export const arrange = (_where, dModel, base = 10000, { layout = "interleaved" } = {}) => ({
  ...{ width: dModel, pairs: dModel / 2, base, numerator: 2, denominator: dModel, shift: 0 },
  ...{ layout, order: "sin-cos" },
});

/** @param {{ layout: "interleaved" | "concatenated" }} arrangement @param {number} width */
export const columnsOf = ({ layout }, width) =>
  Int32Array.from({ length: width }, (_, n) =>
    layout === "interleaved" ? n : (n >> 1) + (n % 2) * (width / 2),
  );

export const arithmetics = ["exact"];

/** @returns {any} */
const never = () => undefined;

export {
  never as balance,
  never as balancedRows,
  never as conventions,
  never as convertConvention,
  never as dot,
  never as exponentOf,
  never as roundedKernel,
  never as rotaryOf,
  never as roundFrequencies,
  never as scaled,
  never as steepScores,
  never as sumAgain,
};

/** @param {Memory} memory @param {Arrangement} arrangement */
export function incrementsOf(memory, { base, numerator, denominator, pairs }) {
  const at = memory.start + INCREMENTS_AT;
  const { last } = memory;
  if (last.pairs !== pairs || last.base !== base) {
    memory.last = { base, numerator, denominator, pairs, strip: -1 };
    memory.use(sinusoidalKernels).phasor_increments(at, pairs, base, numerator, denominator);
  }
  return at;
}

/**
 * Computes each row by itself: slower than the package's base rows and offsets, but with the same
 * bits.
 * @param {Float32Array | Float64Array} table @param {Arrangement} arrangement
 * @param {number | Float64Array} positions
 */
export function fillTable(table, arrangement, positions) {
  const { width, pairs } = arrangement;
  const workspace = new Workspace(table);
  const increments = incrementsOf(workspace.memory, arrangement);
  const kernel = workspace.use(sinusoidalKernels)[`phasor_at${suffix(table)}`];
  const rows = table.length / width;
  const tile = workspace.tileRows(rows, 8 * (width + 1));
  const { top } = workspace;
  for (let first = 0; first < rows; first += tile) {
    const count = Math.min(rows - first, tile);
    workspace.top = top;
    const at = workspace.reserve(8 * count);
    workspace
      .doubles(at, count)
      .set(
        typeof positions === "number"
          ? Array.from({ length: count }, (_, r) => positions + (first + r))
          : positions.subarray(first, first + count),
      );
    const to = outputAt(workspace, table, first * width, count * width);
    kernel(to, width, increments, 0, at, count, pairs);
    workspace.flush();
  }
}

/**
 * The same for figures that compare arithmetics, for tables that fit into memory.
 * @param {Float32Array} table @param {Arrangement} arrangement @param {Float64Array} positions
 * @param {Arithmetic} [arithmetic]
 */
export function fillRounded(table, arrangement, positions, arithmetic = "exact") {
  if (arithmetic === "exact") {
    fillTable(table, arrangement, positions);
    return;
  }
  const workspace = new Workspace(table);
  const fill = roundedKernel(workspace, table, arrangement, arithmetic);
  const at = copyIn(workspace, positions, 0, positions.length);
  const to = outputAt(workspace, table, 0, table.length);
  fill(to, arrangement.width, at, positions.length);
  workspace.flush();
}

/** Rotates pairs in the layout "half", in place in an arena, by a list of positions. */
export class RotaryEmbedding {
  #pairs;

  /** @param {number} dHead */
  constructor(dHead) {
    this.#pairs = dHead / 2;
  }

  /**
   * @param {Float32Array} x (blocks, length, heads, width), which is the result, too
   * @param {readonly number[]} shape
   * @param {{ positions: Float64Array, inverse: boolean }} options positions (length)
   */
  apply(x, [blocks, length, heads, width], { positions, inverse }) {
    const pairs = this.#pairs;
    const workspace = new Workspace(x);
    const numbers = 2 * pairs * length;
    const angles = workspace.reserve(4 * numbers);
    const at = copyIn(workspace, positions, 0, length);
    const increments = incrementsOf(workspace.memory, arrange("", width));
    const { phasor_at_f32 } = workspace.use(sinusoidalKernels);
    phasor_at_f32(angles, 2 * pairs, increments, 0, at, length, pairs);
    if (inverse) {
      const rows = elementsAt(workspace, "_f32", angles, numbers);
      for (let n = 0; n < numbers; n += 2) rows[n] = -rows[n];
    }
    const to = x.byteOffset;
    const [row, half] = [heads * width, 1];
    const { phasor_rope_rotate_f32 } = workspace.use(ropeKernels);
    phasor_rope_rotate_f32(
      ...[to, to, angles, 0, blocks, length * row, length, heads, width, 0, pairs, half],
    );
    return x;
  }
}

/** A table of normal numbers. */
export class LearnedPositionalEncoding {
  /** @param {number} maxLength @param {number} dModel @param {{ seed?: number, std?: number, dtype?: string }} [options] */
  constructor(maxLength, dModel, { seed = 0, std = 0.02, dtype = "float32" } = {}) {
    const table = new (dtype === "float32" ? Float32Array : Float64Array)(maxLength * dModel);
    const workspace = new Workspace(table);
    const normal = workspace.use(learnedKernels)[`phasor_normal${suffix(table)}`];
    normal(outputAt(workspace, table, 0, table.length), 0, table.length, seed, std);
    workspace.flush();
    this.table = table;
  }
}

export const differences = () => [];
export const invariantsOf = () => ({});
