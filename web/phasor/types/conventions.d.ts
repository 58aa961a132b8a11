import type { FloatArray } from "./check.js";
import type { Series } from "./series.js";
export type ConventionRules = {
  layout: "interleaved" | "concatenated";
  order: "sin-cos" | "cos-sin";
  spacing: "d" | "d-2" | number;
  odd: "error" | "zero-column";
  singlePair: boolean;
};
export type Convention = keyof typeof conventions | Partial<ConventionRules>;
/**
 * The presets, and what each fixes. Any of them can be changed in part:
 * `{ ...conventions.diffusers, order: "cos-sin" }`.
 *
 * - vaswani: the paper; also the rows of DETR's axes, which count positions from 1 ("detr")
 * - tensor2tensor: the first implementation
 * - fairseq: the same, but one pair alone is a division by zero there; its first token stands at
 *   position paddingIndex + 1, which is 2 as a rule, so ask for `start: 2`
 * - gpt-neox, mae: concatenated, spaced as in the paper
 * - diffusers: timestep embeddings with downscale_freq_shift 1 (spacing "d" is 0, order "cos-sin"
 *   is flip_sin_to_cos)
 */
export declare const conventions: Readonly<{
  vaswani: Readonly<ConventionRules>;
  tensor2tensor: Readonly<ConventionRules>;
  fairseq: Readonly<ConventionRules>;
  "gpt-neox": Readonly<ConventionRules>;
  diffusers: Readonly<ConventionRules>;
  detr: Readonly<ConventionRules>;
  mae: Readonly<ConventionRules>;
}>;
export type Arrangement = Series & {
  width: number;
  layout: "interleaved" | "concatenated";
  order: "sin-cos" | "cos-sin";
};
/**
 * Checks dModel, base and convention together.
 * @param {string} where @param {unknown} dModel @param {unknown} base @param {unknown} convention
 * @returns {Arrangement}
 */
export declare function arrange(
  where: string,
  dModel: unknown,
  base: unknown,
  convention: unknown,
): Arrangement;
/**
 * The same table in another convention, where both hold the same values: the columns change places,
 * nothing is computed.
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} options
 * @param {Convention} options.from the convention of pe
 * @param {Convention} options.to the convention of the result; spaced as `from`
 * @param {T | undefined} [options.out] (L, d), apart from pe
 * @returns {T} (L, d)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function convertConvention<T extends FloatArray>(
  pe: T,
  shape: readonly [length: number, dModel: number],
  options: {
    from: Convention;
    to: Convention;
    out?: T | undefined;
  },
): T;
/**
 * The columns of sine 0, cosine 0, sine 1, …
 * @param {Pick<ConventionRules, "layout" | "order">} rules @param {number} width
 */
export declare function columnsOf(
  { layout, order }: Pick<ConventionRules, "layout" | "order">,
  width: number,
): Int32Array<ArrayBuffer>;
