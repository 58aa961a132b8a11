export type FloatArray = import("./check/arrays.js").FloatArray;
export type Dtype = import("./check/arrays.js").Dtype;
export type List = import("./check/lists.js").List;
export type Result = import("./check/arrays.js").Result;
export type TableArray = import("./check/arrays.js").TableArray;
export type ArrayOf<D extends "float32" | "float64"> = import("./check/arrays.js").ArrayOf<D>;
export type TableOf<D extends Dtype> = import("./check/arrays.js").TableOf<D>;
/** @typedef {import("./check/arrays.js").FloatArray} FloatArray */
/** @typedef {import("./check/arrays.js").Dtype} Dtype */
/** @typedef {import("./check/lists.js").List} List */
/** @typedef {import("./check/arrays.js").Result} Result */
/** @typedef {import("./check/arrays.js").TableArray} TableArray */
/**
 * @template {"float32" | "float64"} D
 * @typedef {import("./check/arrays.js").ArrayOf<D>} ArrayOf
 */
/**
 * @template {Dtype} D
 * @typedef {import("./check/arrays.js").TableOf<D>} TableOf
 */
export * from "./check/arrays.js";
export * from "./check/errors.js";
export * from "./check/lists.js";
export * from "./check/numbers.js";
export * from "./check/options.js";
export * from "./check/shapes.js";
