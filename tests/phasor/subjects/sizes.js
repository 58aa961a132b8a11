// sizes.js: sizes of good arguments, for the tests that try many.
import fc from "fast-check";

/** @param {number} least @param {number} most */
export const whole = (least, most) => fc.integer({ min: least, max: most });
/** One of these. @param {...unknown} values */
export const one = (...values) => fc.constantFrom(...values);

export const [few, some] = [whole(0, 5), whole(1, 4)];
export const even = one(2, 4, 6);
