// breaks.js: mistakes with the rotation that a story model can be read with, as rows of a table.
import * as check from "../check.js";
import { RotaryEmbedding } from "../rope/rope.js";

/** @import { RotaryOptions } from "../rope/options.js" */
/** @import { RopeOptions } from "../rope/scaling.js" */
/** @import { StoryRotation } from "./rotation.js" */
/**
 * A mistake with the rotation.
 * @template {StoryRotation} [R=StoryRotation]
 * @typedef {object} Break
 * @property {string} about what is done, with “N” for the number
 * @property {number | undefined} number the number by default; undefined if there is none
 * @property {(number: number) => R} rotation
 */

/** Features of a head, and pairs of them. */
const WIDTH = 32;
const PAIRS = WIDTH / 2;

/** The rotation of the training, but for these options. @param {RopeOptions & RotaryOptions} options */
const rotary = (options) => new RotaryEmbedding(WIDTH, { layout: "half", ...options });
const frequencies = () => rotary({}).frequencies;

/**
 * @template {StoryRotation} R
 * @param {string} about @param {number | undefined} number @param {(number: number) => R} rotation
 * @returns {Break<R>}
 */
const row = (about, number, rotation) => Object.freeze({ about, number, rotation });

/** The mistakes by name. */
export const breaks = Object.freeze({
  base: row("the base is N", 500000, (base) => rotary({ base })),
  none: row("nothing is rotated", undefined, () => null),
  ahead: row("queries are ahead by N", 1, (n) => ({ queryPositions: (p) => p + n })),
  scale: row("positions are multiplied by N", 0.5, (n) => {
    const scaled = (/** @type {number} */ p) => n * p;
    return { queryPositions: scaled, keyPositions: scaled };
  }),
  start: row("positions begin at N", 100000, (n) => {
    const moved = (/** @type {number} */ p) => n + p;
    return { queryPositions: moved, keyPositions: moved };
  }),
  forgotten: row("queries are always at position N", 0, (n) => ({ queryPositions: () => n })),
  backwards: row("queries and keys turn backwards", undefined, () => rotary({ direction: -1 })),
  keysBackwards: row("only keys turn backwards", undefined, () => ({
    keys: rotary({ direction: -1 }),
  })),
  reversed: row("the frequencies are in reverse order", undefined, () =>
    rotary({ frequencies: frequencies().reverse() }),
  ),
  neighbours: row("pairs are neighbours, not halves", undefined, () =>
    rotary({ layout: "interleaved" }),
  ),
  still: row("pair N does not turn", 1, (pair) => {
    check.integer("phasor/story breaks.still", "number", pair, 0, PAIRS - 1);
    return rotary({ frequencies: frequencies().map((w, i) => (i === pair ? 0 : w)) });
  }),
  bfloat16: row("angles are computed in bfloat16, and positions begin at N", 4000, (n) => {
    const moved = (/** @type {number} */ p) => n + p;
    const coarse = rotary({ arithmetic: "bfloat16" });
    return { queries: coarse, keys: coarse, queryPositions: moved, keyPositions: moved };
  }),
});
