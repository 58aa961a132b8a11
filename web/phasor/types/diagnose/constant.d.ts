import type { Hidden } from "./altered.js";
import type { Statistics } from "./statistics.js";
/** @param {Statistics} statistics @returns {Hidden | undefined} */
export declare function unshifted(statistics: Statistics): Hidden | undefined;
