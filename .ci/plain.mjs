// plain.mjs: web/phasor/conventions.js, arithmetic.js and narrow.js for figures whose tables are all the
// paper's, exact, in float32 or float64. Each export does what the package's does for such tables.

/** @import { Arrangement } from "../web/phasor/conventions.js" */

/**
 * @param {string} _where @param {number} dModel @param {number} base
 * @param {{ layout?: "interleaved" | "concatenated" }} convention or the name of the paper's
 * @returns {Arrangement}
 */
export const arrange = (_where, dModel, base, { layout = "interleaved" }) => ({
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
