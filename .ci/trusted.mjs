// trusted.mjs: replaces web/phasor/check.js in files whose only caller is a figure that passes
// nothing invalid. web/elements/state/ and core/attributes.js make a reader's input valid; figures
// that pass other input to the package keep its checks (one-file.mjs). Each function returns what
// the check would return for valid arguments.

/** @typedef {import("../web/phasor/check.js").FloatArray} FloatArray */
/** @typedef {import("../web/phasor/check.js").Dtype} Dtype */

export const dtypes = /** @type {const} */ (["float32", "float64", "float16", "bfloat16"]);
export const LARGEST_POSITION = 2 ** 53;
export const LARGEST_WIDTH = 65536;

/** @param {any[]} _ */ /* @__NO_SIDE_EFFECTS__ */
function nothing(..._) {}

export { nothing as clear, nothing as detached, nothing as nearest, nothing as sameType };

/** @returns {never} */
export function fail() {
  throw new Error("phasor");
}
export { fail as reject };

/** @param {string} _where @param {string} _name @param {any} value */ /* @__NO_SIDE_EFFECTS__ */
const same = (_where, _name, value) => value;

export {
  same as boolean,
  same as count,
  same as even,
  same as finite,
  same as floats,
  same as integer,
  same as leading,
  same as number,
  same as numbers,
  same as oneOf,
  same as position,
  same as shape,
  same as sized,
  same as step,
};

/** @param {string} _where @param {any} value */ /* @__NO_SIDE_EFFECTS__ */
const second = (_where, value) => value;

export { second as base, second as dModel, second as oddDModel };

/** @param {string} _where @param {object} [value] */ /* @__NO_SIDE_EFFECTS__ */
export const options = (_where, value = {}) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

/** @param {string} _where @param {number | "sqrt"} value @param {number} width */
export const scale = (_where, value, width) => (value === "sqrt" ? Math.sqrt(width) : value);

/** @param {string} _where @param {string} _name @param {ArrayLike<number>} value */
export const positions = (_where, _name, value) =>
  value instanceof Float64Array ? value : Float64Array.from(value);
/** @param {string} _where @param {string} _name @param {ArrayLike<number>} value */
export const indices = (_where, _name, value) =>
  value instanceof Int32Array ? value : Int32Array.from(value);

/** @param {string} _where @param {FloatArray} pe @param {number[]} shape */
export const matrix = (_where, pe, [length, width]) => ({ pe, length, width });

/** @param {unknown} array */
export const isFloat32 = (array) => array instanceof Float32Array;
/** @param {any} array */
export const typeName = (array) => array?.[Symbol.toStringTag];
/** @param {any} array */
export const dtypeOf = (array) => (isFloat32(array) ? "float32" : "float64");
/** @param {string} _where @param {Dtype} dtype @param {number} length */
export const allocate = (_where, dtype, length) =>
  new (dtype === "float32" ? Float32Array : Float64Array)(length);
export { allocate as newTable };
/** @param {string} where @param {FloatArray | undefined} out @param {number} length @param {FloatArray} like */
export const output = (where, out, length, like) => out ?? allocate(where, dtypeOf(like), length);
/** @param {string} where @param {number} length @param {Dtype} [dtype] @param {FloatArray} [out] */
export const result = (where, length, dtype = "float32", out = undefined) =>
  out ?? allocate(where, dtype, length);
export { result as tableResult };
/** @template T @param {T} table */ /* @__NO_SIDE_EFFECTS__ */
export const arrayOf = (table) => table;
export { arrayOf as elementsOf };
/** @param {string} _where @param {Uint8Array | undefined} out @param {number} length */
export const picture = (_where, out, length) => out ?? new Uint8Array(length);
