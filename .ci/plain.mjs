// plain.mjs: web/phasor/conventions.js, arithmetic.js, narrow.js, learned.js and rope/scaling_rules.js for
// figures whose tables are all the paper's, exact, in float32 or float64, whose learned tables are not taught,
// and whose rotations are not scaled. Each export does what the package's does for such tables.
import { learnedKernels } from "../web/phasor/kernels/learned.js";
import { suffix, Workspace } from "../web/phasor/workspace.js";

/** @import { Arrangement } from "../web/phasor/conventions.js" */

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
export const isNarrow = () => false;

/** @returns {any} */
const never = () => undefined;

export {
  never as conventions,
  never as convertConvention,
  never as roundedKernel,
  never as roundFrequencies,
};

export const LONGEST = 2 ** 32 - 1;
export { never as ropeParameters, never as ropeTypes };

const unscaled = { apply: (/** @type {{ series: () => void }} */ { series }) => series() };
export const readScaling = () => ({ rule: unscaled, given: {} });

/** A table of normal numbers. */
export class LearnedPositionalEncoding {
  /** @param {number} maxLength @param {number} dModel @param {{ seed?: number, std?: number, dtype?: string }} [options] */
  constructor(maxLength, dModel, { seed = 0, std = 0.02, dtype = "float32" } = {}) {
    const table = new (dtype === "float32" ? Float32Array : Float64Array)(maxLength * dModel);
    const workspace = new Workspace(table);
    const normal = workspace.use(learnedKernels)[`phasor_normal${suffix(table)}`];
    normal(workspace.output(table, 0, table.length), 0, table.length, seed, std);
    workspace.flush();
    this.table = table;
  }
}
