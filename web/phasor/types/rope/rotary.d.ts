import { Angles } from "./angles.js";
import type { RotaryOptions } from "./options.js";
import type { Kept } from "./rows.js";
import type { RopeOptions } from "./scaling.js";
export type Rotary = ReturnType<typeof readRotary>;
/**
 * @param {string} where @param {number} dHead
 * @param {RopeOptions & RotaryOptions} options read
 */
export declare function readRotary(
  where: string,
  dHead: number,
  options: RopeOptions & RotaryOptions,
): {
  dHead: number;
  rotaryDim: number;
  rotaryStart: number;
  layout: "half" | "interleaved";
  direction: -1 | 1;
  attentionFactor: number;
  division: import("./sections.js").Division;
  frequencies: Float64Array<ArrayBuffer>;
  maxLength: number;
  decay: import("./xpos.js").Decay | undefined;
  queryScaling: import("./query.js").Temperature | undefined;
  angles: Angles;
  /** The rows of the last small call. */
  kept: Kept | undefined;
};
