import type { Explanation } from "./explain.js";
import type { Finding } from "./messages.js";
import type { Statistics } from "./statistics.js";
export type Hidden = {
  /**
   * of the table that is explained
   */
  statistics: Statistics;
  explanation: Explanation;
  /**
   * what was done to it
   */
  findings: Finding[];
  /**
   * codes of findings that say the same in other words
   */
  implied: string[];
  /**
   * those that its columns were; none if they are no columns
   */
  columns: number[] | undefined;
};
/** @param {Statistics} statistics @param {number} [depth] @returns {Hidden | undefined} */
export declare function seenThrough(statistics: Statistics, depth?: number): Hidden | undefined;
