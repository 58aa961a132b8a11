// check.js: validation of arguments, in one place. Every public function first reads its options,
// then checks all arguments, and only then computes and writes. Errors use the callers' names of
// arguments.

/** @typedef {import("./check/arrays.js").FloatArray} FloatArray */
/** @typedef {import("./check/arrays.js").Dtype} Dtype */
/** @typedef {import("./check/lists.js").List} List */
/** @typedef {import("./check/arrays.js").Result} Result */
/** @typedef {import("./check/arrays.js").TableArray} TableArray */
/**
 * @template {"float32" | "float64" | undefined} D
 * @typedef {import("./check/arrays.js").ArrayOf<D>} ArrayOf
 */
/**
 * @template {string | undefined} D @template {string} Words
 * @typedef {import("./check/arrays.js").OneOf<D, Words>} OneOf
 */
/**
 * @template {Dtype | undefined} D
 * @typedef {import("./check/arrays.js").NewTable<D>} NewTable
 */
/**
 * @template {Dtype | undefined} D
 * @typedef {import("./check/arrays.js").TableOf<D>} TableOf
 */

export * from "./check/arrays.js";
export * from "./check/errors.js";
export * from "./check/lists.js";
export * from "./check/values.js";
