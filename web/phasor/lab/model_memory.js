// model_memory.js: the memory of a model: parameters, Adam's averages, and arrays of the passes.
import { Arena } from "../arena.js";
import { labKernels } from "../kernels/lab.js";
import { learnedKernels } from "../kernels/learned.js";
import { memoryOf } from "../memory.js";
import { sinusoidal } from "../sinusoidal.js";

/** @import { Kernels } from "../memory.js" */
/** @import { Shape } from "./network.js" */
/** @import { Batch } from "./tasks.js" */

/** Memory for the parameters of a model, their gradient, Adam's averages, and passes. It never grows. */
export class ModelMemory {
  /** The arrays for batches of the last shape. @type {Passes | undefined} */
  #passes;

  /** @param {Shape} shape @param {number} count of the parameters @param {number} floats for passes */
  constructor(shape, count, floats) {
    const { encoding, maxLength, dModel } = shape;
    const fixed = encoding === "sinusoidal" ? maxLength * dModel : 0;
    const arena = new Arena(4 * (4 * count + fixed + floats) + 512);
    this.shape = shape;
    /** All parameters, tensor after tensor. */
    this.parameters = arena.float32(count);
    this.gradient = arena.float32(count);
    /** Adam's averages of gradients and of their squares. */
    this.first = arena.float32(count);
    this.second = arena.float32(count);
    this.sines = arena.float32(fixed);
    if (fixed > 0) sinusoidal(maxLength, dModel, { out: this.sines });
    this.pool = arena.float32(floats);
    const memory = memoryOf([this.pool]);
    this.kernels = memory.use(labKernels);
    this.learned = memory.use(learnedKernels);
  }

  /** Copies parameters and averages from another memory. @param {ModelMemory} other */
  copy(other) {
    this.parameters.set(other.parameters);
    this.first.set(other.first);
    this.second.set(other.second);
  }

  /**
   * Arrays for batches of these sizes; undefined if there is not enough room.
   * @param {number} sequences @param {number} length
   */
  passesFor(sequences, length) {
    const current = this.#passes;
    if (current?.sequences === sequences && current.length === length) return current;
    if (passesLength(this.shape, sequences, length) > this.pool.length) return undefined;
    this.#passes = new Passes(this.shape, this.pool, sequences, length);
    return this.#passes;
  }
}

/** The address of an array. @param {Float32Array | Float64Array | Int32Array} array */
export const at = ({ byteOffset }) => byteOffset;

/** The sizes of a pass's arrays. @param {Shape} shape @param {number} sequences @param {number} length */
function sizesOf(shape, sequences, length) {
  const { dModel, heads, answers, layers, hidden = 0 } = shape;
  const rows = sequences * length;
  const paddedLength = Math.ceil(length / 8) * 8;
  const perLayer = {
    h: rows * dModel,
    inverse: rows,
    qk: rows * 2 * dModel,
    v: rows * dModel,
    mixed: rows * dModel,
    weights: sequences * heads * length * length,
    forward: hidden && rows * dModel,
    forwardInverse: hidden && rows,
    active: rows * hidden,
    slope: rows * hidden,
  };
  const shared = {
    x: rows * dModel,
    h: rows * dModel,
    inverse: rows,
    logits: rows * answers,
    dLogits: rows * answers,
    dx: rows * dModel,
    dh: rows * dModel,
    dqk: rows * 2 * dModel,
    dv: rows * dModel,
    dActive: rows * hidden,
    bias: length * heads,
    dBias: 2 * length * heads,
    work: Math.max(
      (dModel + paddedLength + 8) * paddedLength + 16,
      dModel * Math.max(2 * dModel, answers, hidden),
    ),
    tokens: rows,
    added: rows,
    targets: rows,
    places: rows,
  };
  return { perLayer, shared, layers };
}

/** The size in floats, rounded up so that each array begins at a multiple of 64 bytes.
 * @param {number} size */
const padded = (size) => Math.ceil(size / 16) * 16;

/** The number of floats that passes need. @param {Shape} shape @param {number} sequences
 * @param {number} length */
export function passesLength(shape, sequences, length) {
  const { perLayer, shared, layers } = sizesOf(shape, sequences, length);
  /** @param {Record<string, number>} sizes */
  const sum = (sizes) => Object.values(sizes).reduce((total, size) => total + padded(size), 0);
  return layers * sum(perLayer) + sum(shared);
}

/** The arrays of forward and backward passes over batches of one shape. */
export class Passes {
  #pool;
  #next = 0;

  /** @param {Shape} shape @param {Float32Array} pool @param {number} sequences @param {number} length */
  constructor(shape, pool, sequences, length) {
    this.#pool = pool;
    this.sequences = sequences;
    this.length = length;
    this.rows = sequences * length;
    const { perLayer, shared } = sizesOf(shape, sequences, length);
    this.layers = Array.from({ length: shape.layers }, () => this.#allocate(perLayer));
    const { bias, dBias, tokens, added, targets, places, ...floats } = this.#allocate(shared);
    this.x = floats.x;
    /** The output of the last norm, and the norm's factors. */
    this.h = floats.h;
    this.inverse = floats.inverse;
    this.logits = floats.logits;
    this.dLogits = floats.dLogits;
    this.dx = floats.dx;
    this.dh = floats.dh;
    this.dqk = floats.dqk;
    this.dv = floats.dv;
    this.dActive = floats.dActive;
    this.work = floats.work;
    this.bias = bias;
    this.dBias = new Float64Array(dBias.buffer, dBias.byteOffset, dBias.length / 2);
    this.tokens = integers(tokens);
    this.added = integers(added);
    this.targets = integers(targets);
    /** The position of each row. */
    this.places = integers(places);
    /** The positions for rotations. */
    this.positions = new Float64Array(length);
    for (let row = 0; row < this.rows; row++) this.places[row] = row % length;
  }

  /** @param {Batch} batch @param {number} scale factor of the positions */
  load({ tokens, added, targets }, scale) {
    this.tokens.set(tokens);
    this.added.set(added);
    this.targets.set(targets);
    for (let i = 0; i < this.length; i++) this.positions[i] = i * scale;
  }

  /**
   * @template {string} Name
   * @param {Record<Name, number>} sizes @returns {Record<Name, Float32Array>}
   */
  #allocate(sizes) {
    const arrays = /** @type {Record<Name, Float32Array>} */ ({});
    for (const name of /** @type {Name[]} */ (Object.keys(sizes))) {
      arrays[name] = this.#pool.subarray(this.#next, this.#next + sizes[name]);
      this.#next += padded(sizes[name]);
    }
    return arrays;
  }
}

/** @param {Float32Array} floats the same memory as integers */
const integers = ({ buffer, byteOffset, length }) => new Int32Array(buffer, byteOffset, length);

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
  const defaultDeviation = 1 / Math.sqrt(dModel);
  // The embedding is the output's matrix, too, if that is tied to it.
  const embeddingDeviation = tied ? defaultDeviation : 1;
  add("embedding", [symbols, dModel], embeddingDeviation);
  if (encoding === "learned") add("positions", [maxLength, dModel], embeddingDeviation);
  for (let layer = 0; layer < layers; layer++) {
    add(`layer ${layer}: queries and keys`, [dModel, 2 * dModel], defaultDeviation);
    add(`layer ${layer}: values`, [dModel, dModel], defaultDeviation);
    add(`layer ${layer}: output`, [dModel, dModel], defaultDeviation);
    if (encoding === "t5") add(`layer ${layer}: bias`, [BUCKETS, heads], 0);
    if (!hidden) continue;
    add(`layer ${layer}: up`, [dModel, hidden], defaultDeviation);
    add(`layer ${layer}: down`, [hidden, dModel], 1 / Math.sqrt(hidden));
  }
  if (!tied) add("answers", [dModel, answers], defaultDeviation);
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
