// Scales: from the numbers of a panel's axis to pixels, and back.

/**
 * @typedef {object} ScaleOptions
 * @property {string} [name] of the axis, shown beside it; symbols in *stars* are italic
 * @property {string} [colour] of the name
 * @property {"bottom" | "top" | "left" | "right" | "ruler" | "none"} [axis] ruler: a line with ticks
 * @property {number} [below] pixels from the axis to its labels: below a handle on the axis
 * @property {number[]} [ticks] where there are labels; round numbers by default
 * @property {boolean} [binary] round numbers are powers of two
 * @property {(value: number) => string} [label] of a tick
 * @property {(number | Strong)[]} [strong] ticks whose labels have the colour of ink and take
 *   precedence
 * @property {boolean} [grid] a line across the panel at each tick
 * @property {boolean} [flip] puts low numbers at the right or at the top
 */

/** A tick with words, a colour and a place of its own, `dx` pixels to the right. @typedef {{ at: number, text?: string, colour?: string, dx?: number }} Strong */

/** @typedef {ScaleOptions & { kind: "linear" | "log" | "cells", from: number, to: number }} ScaleSpec */

/**
 * @typedef {object} Scale
 * @property {ScaleSpec} spec
 * @property {number} start pixel of `from`
 * @property {number} size pixels from there to `to`; negative if numbers increase to the left or
 *   upwards
 * @property {(value: number) => number} at the pixel of a number; of a cell, its middle
 * @property {(pixel: number) => number} of the number at a pixel; for cells, a whole number at the
 *   middle of a cell
 * @property {number} unit pixels of a cell, or of 1
 */

/** @param {number} from @param {number} to @param {ScaleOptions} [options] @returns {ScaleSpec} */
export const linear = (from, to, options) => ({ kind: "linear", from, to, ...options });

/** @param {number} from above 0 @param {number} to @param {ScaleOptions} [options] @returns {ScaleSpec} */
export const log = (from, to, options) => ({ kind: "log", from, to, ...options });

/** Cells of equal size, each a whole number. @param {number} from the first @param {number} count @param {ScaleOptions} [options] @returns {ScaleSpec} */
export const cells = (from, count, options) => ({
  kind: "cells",
  from,
  to: from + count,
  ...options,
});

/** @param {ScaleSpec} spec @param {number} start @param {number} size @returns {Scale} */
export function bind(spec, start, size) {
  const { kind, from, to } = spec;
  if (kind === "log") {
    const span = Math.log(to / from);
    return {
      spec,
      start,
      size,
      at: (value) => start + (Math.log(value / from) / span) * size,
      of: (pixel) => from * Math.exp(((pixel - start) / size) * span),
      unit: Math.abs(size / span),
    };
  }
  const half = kind === "cells" ? 0.5 : 0;
  const span = to - from;
  return {
    spec,
    start,
    size,
    at: (value) => start + ((value - from + half) / span) * size,
    // Relative to a whole number, because doubles at large positions have no bits for fractions.
    of: (pixel) => from + (((pixel - start) / size) * span - half),
    unit: Math.abs(size / span),
  };
}
