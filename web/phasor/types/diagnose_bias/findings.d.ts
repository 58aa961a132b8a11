import type { Finding } from "../diagnose/messages.js";
import type { Known } from "../diagnose_bias.js";
import type { Buckets } from "./buckets.js";
import type { Lines } from "./linear.js";
import type { Mask } from "./mask.js";
import type { Bias } from "./matrix.js";
import type { Diagonals } from "./toeplitz.js";
import type { Window } from "./window.js";
export type Described = {
  known: Known;
  findings: Finding[];
};
/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Known } from "../diagnose_bias.js" */
/** @import { Buckets, Slip } from "./buckets.js" */
/** @import { Lines } from "./linear.js" */
/** @import { Mask } from "./mask.js" */
/** @import { Bias } from "./matrix.js" */
/** @import { Scheme } from "./slopes.js" */
/** @import { Diagonals } from "./toeplitz.js" */
/** @import { Window } from "./window.js" */
/** @typedef {{ known: Known, findings: Finding[] }} Described */
/** @param {Bias} bias @returns {Finding[]} */
export declare function describeBroken({ broken }: Bias): Finding[];
/**
 * @param {Bias} bias @param {Mask} mask @param {number} spread @returns {Described | undefined}
 */
export declare function describeConstant(
  bias: Bias,
  mask: Mask,
  spread: number,
): Described | undefined;
/** @param {Bias} bias @param {Lines} lines @param {Mask} mask @returns {Described} */
export declare function describeLines(
  bias: Bias,
  { form, offset, slopes, errors, constants, deviation }: Lines,
  mask: Mask,
): Described;
/** @param {Buckets} found @param {Bias} bias @param {Diagonals} diagonals @returns {Described} */
export declare function describeBuckets(
  found: Buckets,
  { queries, keys }: Bias,
  { deviation }: Diagonals,
): Described;
/** @param {Window} window @returns {Described} */
export declare function describeWindow({ height, width, stride, deviation }: Window): Described;
/** @param {Diagonals} diagonals @returns {Finding} */
export declare function describeUnknown({ deviation }: Diagonals): Finding;
