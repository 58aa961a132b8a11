import type { Arrow } from "./phases.js";
export type Turning = {
  direction: 1 | -1;
  /**
   * whether cosines and sines are exchanged
   */
  swapped: boolean;
  /**
   * whether both are
   */
  negated: boolean;
  /**
   * position of row 0; null if no position explains the phases
   */
  start: number | null;
};
/**
 * @param {Arrow[]} all @returns {Turning}
 */
export declare function turningOf(all: Arrow[]): Turning;
