import type { Statistics } from "./statistics.js";
export type Finding = {
  /**
   * what was found, see docs/api.md
   */
  code: string;
  /**
   * problem: something is wrong, or nobody does it on
   * purpose; note: worth knowing
   */
  severity: "problem" | "note";
  /**
   * those concerned; none when it is the whole table
   */
  columns: number[];
  message: string;
};
/** @import { Statistics } from "./statistics.js" */
/**
 * @typedef {object} Finding
 * @property {string} code what was found, see docs/api.md
 * @property {"problem" | "note"} severity problem: something is wrong, or nobody does it on
 *   purpose; note: worth knowing
 * @property {number[]} columns those concerned; none when it is the whole table
 * @property {string} message
 */
/** @param {string} code @param {string} message @param {number[]} [columns] @returns {Finding} */
export declare const problem: (code: string, message: string, columns?: number[]) => Finding;
/** @param {string} code @param {string} message @param {number[]} [columns] @returns {Finding} */
export declare const note: (code: string, message: string, columns?: number[]) => Finding;
/** @param {string} one @param {number[]} list */
export declare const plural: (one: string, list: number[]) => string;
/** A number in few digits. @param {number} x */
export declare const few: (x: number) => string;
/**
 * What the statistics alone says.
 * @param {Statistics} statistics
 * @returns {{ constant: boolean, findings: Finding[] }}
 */
export declare function statisticsFindings(statistics: Statistics): {
  constant: boolean;
  findings: Finding[];
};
/** @param {Statistics} statistics @returns {Finding} */
export declare function describeUnknown({ rows }: Statistics): Finding;
