// parameters.js: the parameters of a model: their names, shapes and initial values.

/** @import { Kernels } from "../memory.js" */
/** @import { Shape } from "./network.js" */
/**
 * A tensor of parameters; `at` is the index of its first entry in the list of all parameters.
 * @typedef {{ name: string, shape: number[], at: number, size: number, deviation: number }} Tensor
 */

/** Number of buckets of T5's bias, and the factor of its learned values, which would otherwise
 * change too slowly. */
export const BUCKETS = 16;
export const GAIN = 8;

/**
 * All tensors of a model, one after the other.
 * @param {Shape} shape
 */
export function tensorsOf(shape) {
  const { symbols, answers, dModel, heads, layers, encoding, maxLength, hidden, tied } = shape;
  /** @type {Tensor[]} */
  const tensors = [];
  let at = 0;
  /** @param {string} name @param {number[]} shape @param {number} deviation */
  const add = (name, shape, deviation) => {
    const size = shape[0] * shape[1];
    tensors.push({ name, shape, at, size, deviation });
    at += size + (size % 2); // normal numbers come in pairs
  };
  const ordinary = 1 / Math.sqrt(dModel);
  // The embedding is the output's matrix, too, if that is tied to it.
  const embedded = tied ? ordinary : 1;
  add("embedding", [symbols, dModel], embedded);
  if (encoding === "learned") add("positions", [maxLength, dModel], embedded);
  for (let layer = 0; layer < layers; layer++) {
    add(`layer ${layer}: queries and keys`, [dModel, 2 * dModel], ordinary);
    add(`layer ${layer}: values`, [dModel, dModel], ordinary);
    add(`layer ${layer}: output`, [dModel, dModel], ordinary);
    if (encoding === "t5") add(`layer ${layer}: bias`, [BUCKETS, heads], 0);
    if (!hidden) continue;
    add(`layer ${layer}: up`, [dModel, hidden], ordinary);
    add(`layer ${layer}: down`, [hidden, dModel], 1 / Math.sqrt(hidden));
  }
  if (!tied) add("answers", [dModel, answers], ordinary);
  return { tensors, count: at };
}

/**
 * Writes the initial values: normal numbers with mean 0.
 * @param {Kernels<"phasor_normal_f32">} kernels @param {number} pointer @param {Tensor[]} tensors
 * @param {number} seed
 */
export function initialise(kernels, pointer, tensors, seed) {
  for (const { at, size, deviation } of tensors) {
    kernels.phasor_normal_f32(pointer + 4 * at, at, size, seed, deviation);
  }
}
