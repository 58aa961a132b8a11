// shapes.js: the sizes of a tensor.
import { fail } from "./errors.js";
import { integer } from "./numbers.js";

/**
 * A shape with one size for each axis, for example ["batch", "length", "dModel"].
 * @param {string} where @param {string} name @param {unknown} value @param {string[]} axes
 * @returns {number[]}
 */
export function shape(where, name, value, axes, min = 0) {
  const allowed = `an array [${axes.join(", ")}]`;
  if (!Array.isArray(value)) return fail(TypeError, where, name, allowed, value);
  if (value.length !== axes.length) return fail(RangeError, where, name, allowed, value);
  return axes.map((axis, i) => integer(where, `${name}[${i}] (${axis})`, value[i], min));
}

/**
 * A shape that ends in certain axes, e.g. [..., "T", "dHead"].
 * @param {string} where @param {string} name @param {unknown} value @param {string[]} axes
 * @returns {number[]} all sizes
 */
export function leading(where, name, value, axes) {
  if (!Array.isArray(value) || value.length < axes.length) {
    const Kind = Array.isArray(value) ? RangeError : TypeError;
    return fail(Kind, where, name, `an array [..., ${axes.join(", ")}]`, value);
  }
  const sizes = [];
  for (let i = 0; i < value.length; i++) {
    const size = value[i];
    if (!Number.isSafeInteger(size) || size < 0) {
      const axis = axes[i + axes.length - value.length];
      integer(where, axis === undefined ? `${name}[${i}]` : `${name}[${i}] (${axis})`, size);
    }
    sizes.push(size);
  }
  return sizes;
}
