import type { Model } from "./model.js";
import type { Statistics } from "./statistics.js";
export type Coarse = "float32" | "bfloat16" | "float16" | "ggml";
export type Angle = (position: number, omega: number) => number;
/**
 * The arithmetic that explains a table much better than exact angles do.
 * @param {Statistics} statistics @param {Model} model @param {readonly Coarse[]} among
 * @param {Float64Array} rowMax by how much exact angles miss each row
 * @returns {{ arithmetic: Coarse, rms: number } | undefined}
 */
export declare function coarseAngles(
  statistics: Statistics,
  model: Model,
  among: readonly Coarse[],
  rowMax: Float64Array,
):
  | {
      arithmetic: Coarse;
      rms: number;
    }
  | undefined;
