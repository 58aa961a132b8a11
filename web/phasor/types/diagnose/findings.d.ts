import type { Diagnosis } from "../diagnose.js";
import type { Verdict } from "./classify.js";
import type { Explanation } from "./explain.js";
import type { Identified } from "./identify.js";
import type { Finding } from "./messages.js";
import type { Statistics } from "./statistics.js";
/** @import { Diagnosis } from "../diagnose.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Verdict } from "./classify.js" */
/** @import { Form, Model } from "./model.js" */
/** @import { Identified } from "./identify.js" */
/** @import { Statistics } from "./statistics.js" */
/** @import { Finding } from "./messages.js" */
/**
 * @param {Statistics} statistics @param {Explanation} explanation
 * @returns {{ known: Partial<Diagnosis>, findings: Finding[] }}
 */
export declare function describeSinusoids(
  statistics: Statistics,
  { identified, verdict, somewhere }: Explanation,
): {
  known: Partial<Diagnosis>;
  findings: Finding[];
};
export type Context = {
  statistics: Statistics;
  identified: Identified;
  verdict: Verdict;
  somewhere: boolean;
  convention: Diagnosis["convention"];
};
