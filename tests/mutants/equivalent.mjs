// equivalent.mjs: mutants that no test can notice, and why. Each is known by its file, its line's text and
// the change, so that it may move.

/** @import { Mutant } from "./operators.mjs" */

/** @typedef {[text: string, change: string, reason: string]} Explained */

/** @type {Record<string, Explained[]>} */
const explained = {};

/** @param {Mutant} mutant @returns {string | undefined} why nothing can notice it */
export const reasonFor = ({ file, text, change, nth }) =>
  explained[file]?.find(
    (each) => each[0] === text && (each[1] === change || each[1] === `${change} (${nth})`),
  )?.[2];
