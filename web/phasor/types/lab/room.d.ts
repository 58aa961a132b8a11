import type { Shape } from "./network.js";
import type { Batch } from "./tasks.js";
/** @import { Shape } from "./network.js" */
/** @import { Batch } from "./tasks.js" */
/** Memory for the parameters of a model, their gradient, Adam's averages, and passes. It never grows. */
export declare class Room {
  #private;
  shape: Shape;
  /** All parameters, tensor after tensor. */
  parameters: Float32Array<ArrayBuffer>;
  gradient: Float32Array<ArrayBuffer>;
  /** Adam's averages of gradients and of their squares. */
  first: Float32Array<ArrayBuffer>;
  second: Float32Array<ArrayBuffer>;
  sines: Float32Array<ArrayBuffer>;
  pool: Float32Array<ArrayBuffer>;
  kernels: import("../memory.js").Kernels<
    | "phasor_adam"
    | "phasor_causal"
    | "phasor_causal_backward"
    | "phasor_cross_entropy"
    | "phasor_gather_add"
    | "phasor_gather_backward"
    | "phasor_matmul_nn"
    | "phasor_matmul_nt"
    | "phasor_matmul_tn"
    | "phasor_rms_norm"
    | "phasor_rms_norm_backward"
    | "phasor_uniform"
  >;
  learned: import("../memory.js").Kernels<
    | "phasor_batch_sum_f32"
    | "phasor_batch_sum_f64"
    | "phasor_normal_f32"
    | "phasor_normal_f64"
    | "phasor_scatter_add_f32"
    | "phasor_scatter_add_f64"
  >;
  /** @param {Shape} shape @param {number} count of the parameters @param {number} floats for passes */
  constructor(shape: Shape, count: number, floats: number);
  /** The state of a smaller one. @param {Room} other */
  copy(other: Room): void;
  /**
   * Arrays for batches of these sizes; undefined if there is not enough room.
   * @param {number} sequences @param {number} length
   */
  passesFor(sequences: number, length: number): Passes | undefined;
}
/** The address of an array. @param {Float32Array | Float64Array | Int32Array} array */
export declare const at: ({ byteOffset }: Float32Array | Float64Array | Int32Array) => number;
/** Floats that passes need. @param {Shape} shape @param {number} sequences @param {number} length */
export declare function roomFor(shape: Shape, sequences: number, length: number): number;
/** The arrays of forward and backward passes over batches of one shape. */
export declare class Passes {
  #private;
  sequences: number;
  length: number;
  rows: number;
  layers: Record<
    "h" | "inverse" | "mixed" | "qk" | "v" | "weights",
    Float32Array<ArrayBufferLike>
  >[];
  x: Float32Array<ArrayBufferLike>;
  /** The last norm and its factors. */
  h: Float32Array<ArrayBufferLike>;
  inverse: Float32Array<ArrayBufferLike>;
  logits: Float32Array<ArrayBufferLike>;
  dLogits: Float32Array<ArrayBufferLike>;
  dx: Float32Array<ArrayBufferLike>;
  dh: Float32Array<ArrayBufferLike>;
  dqk: Float32Array<ArrayBufferLike>;
  dv: Float32Array<ArrayBufferLike>;
  work: Float32Array<ArrayBufferLike>;
  bias: Float32Array<ArrayBufferLike>;
  dBias: Float64Array<ArrayBufferLike>;
  tokens: Int32Array<ArrayBufferLike>;
  added: Int32Array<ArrayBufferLike>;
  targets: Int32Array<ArrayBufferLike>;
  /** The position of each row. */
  places: Int32Array<ArrayBufferLike>;
  /** The positions that rotations take. */
  positions: Float64Array<ArrayBuffer>;
  /** @param {Shape} shape @param {Float32Array} pool @param {number} sequences @param {number} length */
  constructor(shape: Shape, pool: Float32Array, sequences: number, length: number);
  /** @param {Batch} batch @param {number} scale what positions are multiplied by */
  load({ tokens, added, targets }: Batch, scale: number): void;
}
