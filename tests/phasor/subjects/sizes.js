// sizes.js: sizes of good arguments, for the tests that try many.
import fc from "fast-check";

/** @param {number} min @param {number} max */
export const between = (min, max) => fc.integer({ min: min, max: max });
/** One of these. @param {...unknown} values */
export const one = (...values) => fc.constantFrom(...values);

export const [small0, small] = [between(0, 5), between(1, 4)];
export const even = one(2, 4, 6);
