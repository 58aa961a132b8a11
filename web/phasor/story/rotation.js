// rotation.js: what rotates queries and keys of a story model instead of its own rotation, and mistakes with it.
import * as check from "../check.js";
import { RotaryEmbedding } from "../rope/rope.js";

/** @import { List } from "../check/lists.js" */
/** @import { Network, Rotation } from "../lab/network.js" */
/** @import { RotaryOptions } from "../rope/options.js" */
/** @import { RopeOptions } from "../rope/scaling.js" */

/**
 * The position that a rotation uses for the word at position p: a list with one entry for each word, or a
 * function of p.
 * @typedef {List | ((p: number) => number)} StoryPositions
 */
/**
 * Rotations of queries and keys, each by itself. One that is left out is the model's own, null is none; positions
 * are 0, 1, 2, … by default.
 * @typedef {object} TwoRotations
 * @property {RotaryEmbedding<any> | null | undefined} [queries]
 * @property {RotaryEmbedding<any> | null | undefined} [keys]
 * @property {StoryPositions | undefined} [queryPositions]
 * @property {StoryPositions | undefined} [keyPositions]
 */
/** One rotation for queries and keys, or each by itself. @typedef {RotaryEmbedding<any> | null | TwoRotations} StoryRotation */
/** @typedef {{ rotary: RotaryEmbedding<any> | null, positionOf: (p: number) => number }} Side */
/** @typedef {{ queries: Side, keys: Side }} Sides */

/**
 * Whether a value is a RotaryEmbedding. Its class may be that of another entry of the package, such as "phasor".
 * @param {any} value @returns {value is RotaryEmbedding<any>}
 */
const isRotary = (value) =>
  typeof value === "object" && value !== null && typeof value.apply === "function";

const OPERANDS = /** @type {const} */ (["queries", "keys", "queryPositions", "keyPositions"]);

/**
 * @param {string} where @param {Network} network @param {unknown} rotation
 * @param {number} length how many words need a position
 * @returns {Sides | undefined} undefined if nothing is rotated at all
 */
export function sidesOf(where, network, rotation, length) {
  const { rotary, width, shape } = network;
  if (!rotary) {
    if (rotation === undefined || rotation === null) return undefined;
    const allowed = `left out: a model with the encoding "${shape.encoding}" rotates nothing`;
    return check.fail(TypeError, where, "rotation", allowed, rotation);
  }
  const isShared = rotation === null || isRotary(rotation);
  /** @type {TwoRotations} */
  const rotations = isShared
    ? { queries: rotation, keys: rotation }
    : check.options(where, /** @type {TwoRotations} */ (rotation), OPERANDS, "rotation");
  /** @param {"queries" | "keys"} name @param {"queryPositions" | "keyPositions"} positions @returns {Side} */
  const side = (name, positions) => {
    const { [name]: embedding = rotary } = rotations;
    const what = isShared ? "rotation" : `rotation.${name}`;
    if (embedding !== null && !isRotary(embedding)) {
      check.fail(TypeError, where, what, "a RotaryEmbedding or null", embedding);
    }
    if (embedding && embedding.dHead !== width) {
      check.fail(RangeError, where, `${what}.dHead`, `${width}`, embedding.dHead);
    }
    return {
      rotary: embedding,
      positionOf: positionsOf(where, `rotation.${positions}`, rotations[positions], length),
    };
  };
  return { queries: side("queries", "queryPositions"), keys: side("keys", "keyPositions") };
}

/** @param {string} where @param {string} name @param {unknown} positions @param {number} length
 * @returns {(p: number) => number} */
function positionsOf(where, name, positions, length) {
  if (positions === undefined) return (p) => p;
  if (typeof positions === "function") {
    return (p) => check.position(where, `${name}[${p}]`, positions(p));
  }
  const list = check.positions(where, name, positions);
  if (list.length < length) {
    check.fail(RangeError, where, `${name}.length`, `at least ${length}`, list.length);
  }
  return (p) => list[p];
}

/** The same for a whole text. @param {Sides | undefined} sides @param {number} length
 * @returns {Rotation | undefined} */
export function rotationOf(sides, length) {
  if (!sides) return undefined;
  const atPositions = (/** @type {Side} */ { rotary, positionOf }) => ({
    rotary,
    positions: Float64Array.from({ length }, (_, p) => positionOf(p)),
  });
  return { queries: atPositions(sides.queries), keys: atPositions(sides.keys) };
}

/**
 * A mistake with the rotation.
 * @template {StoryRotation} [R=StoryRotation]
 * @typedef {object} Break
 * @property {string} about what is done, with “N” for the number
 * @property {number | undefined} number the number by default; undefined if there is none
 * @property {(number: number) => R} rotation
 */

/** Features of a head, and pairs of them. */
const HEAD_WIDTH = 32;
const HEAD_PAIRS = HEAD_WIDTH / 2;

/** The rotation of the training, but for these options. @param {RopeOptions & RotaryOptions} options */
const rotary = (options) => new RotaryEmbedding(HEAD_WIDTH, { layout: "half", ...options });
const frequencies = () => rotary({}).frequencies;

/**
 * @template {StoryRotation} R
 * @param {string} about @param {number | undefined} number @param {(number: number) => R} rotation
 * @returns {Break<R>}
 */
const mistake = (about, number, rotation) => Object.freeze({ about, number, rotation });

/** The mistakes by name. */
export const breaks = Object.freeze({
  base: mistake("the base is N", 500000, (base) => rotary({ base })),
  none: mistake("nothing is rotated", undefined, () => null),
  ahead: mistake("queries are ahead by N", 1, (n) => ({ queryPositions: (p) => p + n })),
  scale: mistake("positions are multiplied by N", 0.5, (n) => {
    const scaled = (/** @type {number} */ p) => n * p;
    return { queryPositions: scaled, keyPositions: scaled };
  }),
  start: mistake("positions begin at N", 100000, (n) => {
    const moved = (/** @type {number} */ p) => n + p;
    return { queryPositions: moved, keyPositions: moved };
  }),
  forgotten: mistake("queries are always at position N", 0, (n) => ({ queryPositions: () => n })),
  backwards: mistake("queries and keys turn backwards", undefined, () => rotary({ direction: -1 })),
  keysBackwards: mistake("only keys turn backwards", undefined, () => ({
    keys: rotary({ direction: -1 }),
  })),
  reversed: mistake("the frequencies are in reverse order", undefined, () =>
    rotary({ frequencies: frequencies().reverse() }),
  ),
  neighbours: mistake("pairs are neighbours, not halves", undefined, () =>
    rotary({ layout: "interleaved" }),
  ),
  still: mistake("pair N does not turn", 1, (pair) => {
    check.integer("phasor/story breaks.still", "number", pair, 0, HEAD_PAIRS - 1);
    return rotary({ frequencies: frequencies().map((w, i) => (i === pair ? 0 : w)) });
  }),
  bfloat16: mistake("angles are computed in bfloat16, and positions begin at N", 4000, (n) => {
    const moved = (/** @type {number} */ p) => n + p;
    const coarse = rotary({ arithmetic: "bfloat16" });
    return { queries: coarse, keys: coarse, queryPositions: moved, keyPositions: moved };
  }),
});
