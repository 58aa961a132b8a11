import type { Kernels } from "../memory.js";
import type { Shape } from "./network.js";
export type Tensor = {
  name: string;
  shape: number[];
  at: number;
  size: number;
  deviation: number;
};
/** @import { Kernels } from "../memory.js" */
/** @import { Shape } from "./network.js" */
/**
 * A tensor of parameters, from entry `at` of the list of all on.
 * @typedef {{ name: string, shape: number[], at: number, size: number, deviation: number }} Tensor
 */
/** Buckets of T5's bias, and what the learned values are multiplied by: without it they learn too slowly. */
export declare const BUCKETS = 16;
export declare const GAIN = 8;
/**
 * All tensors of a model, one after the other.
 * @param {Shape} shape
 */
export declare function tensorsOf({
  symbols,
  answers,
  dModel,
  heads,
  layers,
  encoding,
  maxLength,
}: Shape): {
  tensors: Tensor[];
  count: number;
};
/**
 * Writes the initial values: normal numbers with mean 0.
 * @param {Kernels<"phasor_normal_f32">} kernels @param {number} pointer @param {Tensor[]} tensors
 * @param {number} seed
 */
export declare function initialise(
  kernels: Kernels<"phasor_normal_f32">,
  pointer: number,
  tensors: Tensor[],
  seed: number,
): void;
