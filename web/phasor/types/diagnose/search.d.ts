import type { Fit, Parameter, Sample } from "./fit.js";
import type { Model } from "./model.js";
import type { Statistics } from "./statistics.js";
export type Candidate = Fit & {
  sample: Sample;
  from: Sample;
  whole: boolean;
  score: number;
};
/**
 * A fit to a sample, or to what is left `from` it without a few rows or columns; `whole` if that is
 * all.
 * @typedef {Fit & { sample: Sample, from: Sample, whole: boolean, score: number }} Candidate
 */
/**
 * @param {Statistics} statistics @param {boolean} [thorough] whether sine and cosine may turn apart
 * @returns {{ best: Candidate | undefined, turning: Model[] }} best: none if nothing comes near;
 *   turning: models of tables whose pairs turn as they should, but from who knows where
 */
export declare function search(
  statistics: Statistics,
  thorough?: boolean,
): {
  best: Candidate | undefined;
  turning: Model[];
};
/**
 * The best model whose columns are all sines, or all cosines.
 * @param {Statistics} statistics @returns {Candidate | undefined}
 */
export declare function searchOneSided(statistics: Statistics): Candidate | undefined;
export type Consider = (sample: Sample, model: Model, free: Parameter[]) => void;
