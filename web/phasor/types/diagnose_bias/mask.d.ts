import type { Finding } from "../diagnose/messages.js";
import type { Bias } from "./matrix.js";
export type Mask = {
  /**
   * causal: query i sees keys up
   * to offset + i; window: the last so many of them; reversed: keys from offset + i on
   */
  kind: "none" | "causal" | "window" | "reversed" | "other";
  offset: number | null;
  /**
   * keys that a query sees
   */
  window: number | null;
  findings: Finding[];
};
/** @param {Bias} bias @returns {Mask} */
export declare function maskOf(bias: Bias): Mask;
