import { RotaryEmbedding } from "../rope/rope.js";
import type { Passes } from "./room.js";
import { Room } from "./room.js";
import type { Batch } from "./tasks.js";
export type Encoding = "none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5";
export type Shape = {
  symbols: number;
  answers: number;
  dModel: number;
  heads: number;
  layers: number;
  encoding: Encoding;
  /**
   * positions that there are
   */
  maxLength: number;
};
export declare class Network {
  #private;
  shape: Shape;
  tensors: import("./parameters.js").Tensor[];
  count: number;
  width: number;
  rotary: RotaryEmbedding<"float32"> | undefined;
  buckets: Int32Array<ArrayBuffer>;
  slopes: Float64Array<ArrayBuffer>;
  room: Room;
  /** @param {Shape} shape @param {number} seed of the initial values */
  constructor(shape: Shape, seed: number);
  /** Starts Adam anew. */
  restart(): void;
  /** A parameter, or its gradient. @param {Float32Array} list @param {string} name */
  part(list: Float32Array, name: string): Float32Array<ArrayBufferLike>;
  /** How many sequences of a length fit into the memory there is; at least 1. @param {number} length */
  sequencesThatFit(length: number): number;
  /**
   * The logits of a batch, (sequences, length, answers), and the weights of attention. They are
   * overwritten by the next pass.
   * @param {Batch} batch @param {number} scale what positions are multiplied by
   */
  forward(batch: Batch, scale?: number): Passes;
  /**
   * Fills `gradient` and returns the loss: the mean cross-entropy of a batch's targets.
   * @param {Batch} batch @param {number} [scale] what positions are multiplied by
   */
  backward(batch: Batch, scale?: number): number;
  /** A step of Adam along `gradient`. @param {number} rate */
  update(rate: number): void;
}
