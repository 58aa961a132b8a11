import type { Sample } from "./fit.js";
import type { Form, Model } from "./model.js";
import type { Consider } from "./search.js";
import type { Statistics } from "./statistics.js";
/** @import { Sample } from "./fit.js" */
/** @import { Form, Model } from "./model.js" */
/** @import { Consider } from "./search.js" */
/** @import { Statistics } from "./statistics.js" */
/**
 * Models whose pairs have sine and cosine at different frequencies, so that no angles can be read
 * off: all steps within reason are tried, known bases first.
 * @param {Statistics} statistics @param {Sample} whole @param {Consider} consider
 * @param {readonly Model["order"][]} [among] @param {Form[]} [forms]
 */
export declare function apart(
  statistics: Statistics,
  whole: Sample,
  consider: Consider,
  among?: readonly Model["order"][],
  forms?: Form[],
): void;
