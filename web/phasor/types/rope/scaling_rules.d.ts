import type { Kernels } from "../memory.js";
import type { RopeScaling } from "./scaling.js";
/** @import { Kernels } from "../memory.js" */
/** @import { RopeScaling } from "./scaling.js" */
/** Lengths are 32-bit integers to the kernels. */
export declare const LONGEST: number;
export type Rotary = {
  where: string;
  path: string;
  /**
   * dHead
   */
  width: number;
  base: number;
  rotaryDim: number;
  pairs: number;
  /**
   * S
   */
  length: number | undefined;
  kernels: Kernels<string>;
  /**
   * pointer; the rule leaves the phase increments there
   */
  increments: number;
  /**
   * writes the unscaled increments
   */
  series: () => void;
  /**
   * divides the increments
   */
  divide: (divisors: ArrayLike<number>) => void;
  /**
   * makes the increments zero from a pair on
   */
  stop: (first: number) => void;
};
export type Given = {
  factor: number;
  original_max_position_embeddings: number;
  attention_factor?: number;
  beta_fast?: number;
  beta_slow?: number;
  truncate?: boolean;
  mscale?: number;
  mscale_all_dim?: number;
  short_factor: ArrayLike<number>;
  long_factor: ArrayLike<number>;
  short_mscale?: number;
  long_mscale?: number;
  low_freq_factor: number;
  high_freq_factor: number;
  partial_rotary_factor?: number;
};
export type Rule = {
  needs: (keyof Given)[];
  takes?: (keyof Given)[];
  /**
   * writes the increments and returns
   * the attention factor, if the rule has one
   */
  apply: (rotary: Rotary, given: Given) => number | void;
};
/**
 * What a rule works with.
 * @typedef {object} Rotary
 * @property {string} where
 * @property {string} path
 * @property {number} width dHead
 * @property {number} base
 * @property {number} rotaryDim
 * @property {number} pairs
 * @property {number | undefined} length S
 * @property {Kernels<string>} kernels
 * @property {number} increments pointer; the rule leaves the phase increments there
 * @property {() => void} series writes the unscaled increments
 * @property {(divisors: ArrayLike<number>) => void} divide divides the increments
 * @property {(first: number) => void} stop makes the increments zero from a pair on
 */
/**
 * Its parameters, checked; those that it does not need may be missing.
 * @typedef {object} Given
 * @property {number} factor
 * @property {number} original_max_position_embeddings
 * @property {number} [attention_factor]
 * @property {number} [beta_fast]
 * @property {number} [beta_slow]
 * @property {boolean} [truncate]
 * @property {number} [mscale]
 * @property {number} [mscale_all_dim]
 * @property {ArrayLike<number>} short_factor
 * @property {ArrayLike<number>} long_factor
 * @property {number} [short_mscale]
 * @property {number} [long_mscale]
 * @property {number} low_freq_factor
 * @property {number} high_freq_factor
 * @property {number} [partial_rotary_factor]
 */
/**
 * @typedef {object} Rule
 * @property {(keyof Given)[]} needs
 * @property {(keyof Given)[]} [takes]
 * @property {(rotary: Rotary, given: Given) => number | void} apply writes the increments and returns
 *   the attention factor, if the rule has one
 */
/** @satisfies {Record<string, Rule>} */
declare const rules: {
  default: {
    needs: never[];
    apply: ({ series }: Rotary) => void;
  };
  linear: {
    needs: "factor"[];
    apply({ series, divide, pairs }: Rotary, { factor }: Given): void;
  };
  ntk: {
    needs: "factor"[];
    apply(rotary: Rotary, { factor }: Given): void;
  };
  dynamic: {
    needs: ("factor" | "original_max_position_embeddings")[];
    apply(rotary: Rotary, { factor, original_max_position_embeddings: original }: Given): void;
  };
  yarn: {
    needs: ("factor" | "original_max_position_embeddings")[];
    takes: (
      | "attention_factor"
      | "beta_fast"
      | "beta_slow"
      | "mscale"
      | "mscale_all_dim"
      | "truncate"
    )[];
    apply({ where, path, kernels, increments, pairs, base, series }: Rotary, given: Given): number;
  };
  longrope: {
    needs: ("long_factor" | "original_max_position_embeddings" | "short_factor")[];
    takes: ("attention_factor" | "factor" | "long_mscale" | "short_mscale")[];
    apply({ where, path, kernels, length, series, divide }: Rotary, given: Given): number;
  };
  llama3: {
    needs: (
      | "factor"
      | "high_freq_factor"
      | "low_freq_factor"
      | "original_max_position_embeddings"
    )[];
    apply({ where, path, kernels, increments, pairs, series }: Rotary, given: Given): void;
  };
  proportional: {
    needs: never[];
    takes: ("factor" | "partial_rotary_factor")[];
    apply(
      { where, path, width, rotaryDim, pairs, series, divide, stop }: Rotary,
      given: Given,
    ): void;
  };
};
export type RopeType = keyof typeof rules;
/** @typedef {keyof typeof rules} RopeType */
export declare const ropeTypes: RopeType[];
/** The names of a rule's parameters. @param {RopeType} type @returns {string[]} */
export declare function ropeParameters(type: RopeType): string[];
export type Check = (where: string, name: string, value: unknown, pairs?: number) => unknown;
/**
 * The rule that a dictionary names, and its parameters.
 * @param {string} where @param {string} path what messages call the dictionary
 * @param {RopeScaling | null | undefined} scaling @param {number} pairs
 * @returns {{ rule: Rule, given: Given }}
 */
export declare function readScaling(
  where: string,
  path: string,
  scaling: RopeScaling | null | undefined,
  pairs: number,
): {
  rule: Rule;
  given: Given;
};
