import type { Verdict } from "./classify.js";
import type { Identified } from "./identify.js";
import type { Statistics } from "./statistics.js";
export type Explanation = {
  identified: Identified;
  verdict: Verdict;
  /**
   * whether other starts explain the table as well
   */
  somewhere: boolean;
};
/**
 * @param {Statistics} statistics @param {boolean} [thorough] whether sine and cosine may turn apart, and the
 *   table may start beyond the slowest wavelength
 * @returns {Explanation | undefined}
 */
export declare function explain(
  statistics: Statistics,
  thorough?: boolean,
): Explanation | undefined;
/** The same for columns that are all sines, or all cosines.
 * @param {Statistics} statistics @returns {Explanation | undefined} */
export declare function explainOneSided(statistics: Statistics): Explanation | undefined;
