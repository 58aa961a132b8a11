// check.js: validation of arguments, in one place. Every public function first reads its options,
// then checks all arguments, and only then computes and writes. Errors use the callers' names of
// arguments.

export * from "./check/arrays.js";
export * from "./check/errors.js";
export * from "./check/lists.js";
export * from "./check/values.js";
