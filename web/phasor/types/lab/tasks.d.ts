import { Random } from "./random.js";
export type Batch = {
  sequences: number;
  length: number;
  /**
   * the symbol at each position
   */
  tokens: Int32Array;
  /**
   * a second symbol whose embedding is added there; −1: none
   */
  added: Int32Array;
  /**
   * the right answer; −1: nothing is asked here
   */
  targets: Int32Array;
};
export type Task = {
  name: string;
  /**
   * one sentence on the question that is asked
   */
  about: string;
  /**
   * names of the symbols, in the order of their ids
   */
  symbols: readonly string[];
  /**
   * names of the answers
   */
  answers: readonly string[];
  /**
   * the accuracy of guessing
   */
  chance: number;
  /**
   * writes one sequence from entry
   * `from` on; added and targets hold −1 before
   */
  write: (random: Random, batch: Batch, from: number) => void;
  batches: (options?: BatchOptions) => Generator<Batch, never, void>;
};
export type BatchOptions = {
  /**
   * an integer, 0 … 2^53 − 1; 1 by default
   */
  seed?: number | undefined;
  /**
   * of a batch; 32 by default
   */
  sequences?: number | undefined;
  /**
   * of a sequence; 32 by default
   */
  length?: number | undefined;
};
/** The tasks by name. */
export declare const tasks: Readonly<{
  recent: Task;
  lookup: Task;
  threeBack: Task;
}>;
/**
 * @param {Task["write"]} write @param {Random} random @param {number} sequences @param {number} length
 * @returns {Batch}
 */
export declare function batchOf(
  write: Task["write"],
  random: Random,
  sequences: number,
  length: number,
): Batch;
