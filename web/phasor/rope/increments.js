// increments.js: the frequencies of a rotary embedding, as phase increments in cycles per position.

import * as check from "../check.js";
import { INCREMENTS_LENGTH } from "../kernels/constants.js";
import { scalingKernels } from "../kernels/scaling.js";
import { copyIn, Workspace } from "../workspace.js";
import { applyRule, LONGEST, readScaling } from "./scaling_rules.js";
import { readSections } from "./sections.js";

/** @import { RopeOptions } from "./scaling.js" */
/** @import { ScaledHead } from "./scaling_rules.js" */
/** @import { Division } from "./sections.js" */

/** The largest magnitude of a frequency, in radians per position. */
const LARGEST_FREQUENCY = 2 ** 64;
/** The largest relative difference between given frequencies and those of their rule. */
const MAX_RELATIVE_DIFFERENCE = 1e-12;

/**
 * Frequencies, pair by pair. Frequencies of one cycle or more per position, or below 0, also have
 * whole cycles.
 * @typedef {object} Increments
 * @property {BigUint64Array<ArrayBuffer>} increments the fractions of a cycle, two words for each pair,
 *   as from phasor_increments, padded to an even number of pairs
 * @property {BigInt64Array<ArrayBuffer> | undefined} cycles (pairs), if any is not 0
 * @property {Float64Array<ArrayBuffer>} frequencies (pairs), in radians per position
 * @property {number} attentionFactor
 * @property {boolean} series whether they are a geometric series, or one for each axial section
 */
/** @typedef {Increments & { rotaryDim: number, base: number, division: Division }} Frequencies */

/**
 * @param {string} where the public function that was called
 * @param {number} dHead
 * @param {RopeOptions & { dHead?: number | undefined, positions?: unknown, explicit?: unknown }} options already read
 * @param {string} [path] the name of the scaling dictionary in messages
 * @returns {Frequencies}
 */
export function rotaryFrequencies(where, dHead, options, path = "scaling") {
  const { base = 10000, scaling, length, frequencies, attentionFactor, sections } = options;
  const { explicit = false } = options;
  check.integer(where, "dHead", dHead, 2, check.LARGEST_WIDTH);
  check.base(where, base);
  const rotaryDim = rotaryDimOf(where, dHead, options);
  if (length !== undefined) check.integer(where, "length", length, 0, LONGEST);
  const division = readSections(where, sections, rotaryDim / 2);
  const list =
    frequencies === undefined ? undefined : readFrequencies(where, frequencies, rotaryDim / 2);
  const hasRule = options.base !== undefined || length !== undefined || scaling != null;
  const isExplicit = check.boolean(where, "explicit", explicit) || !hasRule;
  const head = { where, path, width: dHead, base, rotaryDim, length };
  const computed = list && isExplicit ? fromRadians(list) : fromRule(head, scaling, division);
  if (list && !isExplicit) checkAgreement(where, list, computed.frequencies);
  if (attentionFactor !== undefined) {
    computed.attentionFactor = check.number(where, "attentionFactor", attentionFactor, 1e-6, 1e6);
  }
  return { ...computed, rotaryDim, base, division };
}

/**
 * @param {string} where @param {number} dHead
 * @param {RopeOptions & { dHead?: number | undefined, positions?: unknown }} options
 */
function rotaryDimOf(where, dHead, options) {
  const { dHead: expectedHead, positions, rotates = true, rotaryDim: stated } = options;
  if (
    expectedHead !== undefined &&
    check.count(where, "dHead", expectedHead) > 0 &&
    expectedHead !== dHead
  ) {
    check.fail(RangeError, where, "dHead", `${expectedHead} as the option dHead is`, dHead);
  }
  check.boolean(where, "rotates", rotates);
  if (positions !== undefined && typeof positions !== "string") {
    const allowed = "left out here: positions are an option of each rotation";
    check.fail(TypeError, where, "positions", allowed, positions);
  }
  const rotaryDim = stated === undefined ? (rotates ? dHead : 0) : stated;
  if (rotaryDim === 0) return 0;
  if (!rotates) check.fail(RangeError, where, "rotaryDim", "0, as rotates is false", rotaryDim);
  if (rotaryDim === dHead) check.even(where, "dHead", dHead, check.LARGEST_WIDTH);
  else check.even(where, "rotaryDim", rotaryDim, dHead);
  return rotaryDim;
}

/** @param {string} where @param {unknown} value @param {number} pairs */
function readFrequencies(where, value, pairs) {
  const list = check.numbers(where, "frequencies", value);
  if (list.length !== pairs) {
    check.fail(RangeError, where, "frequencies.length", `rotaryDim/2 = ${pairs}`, list.length);
  }
  return Float64Array.from({ length: pairs }, (_, i) => {
    const entry = list[i];
    if (typeof entry === "number" && Math.abs(entry) <= LARGEST_FREQUENCY) return entry;
    return check.reject(where, `frequencies[${i}]`, "a number within ±2^64", entry);
  });
}

/** @param {string} where @param {Float64Array} list @param {Float64Array} expected */
function checkAgreement(where, list, expected) {
  list.forEach((frequency, i) => {
    if (Math.abs(frequency - expected[i]) <= MAX_RELATIVE_DIFFERENCE * expected[i]) return;
    const allowed = `${expected[i]}, as base and scaling make it`;
    check.fail(RangeError, where, `frequencies[${i}]`, allowed, frequency);
  });
}

/** @param {Float64Array<ArrayBuffer>} frequencies @returns {Increments} */
function fromRadians(frequencies) {
  const pairs = frequencies.length;
  const workspace = new Workspace();
  const { increments, cycles } = reservePairs(workspace, pairs);
  workspace
    .use(scalingKernels)
    .phasor_rope_radians(increments, cycles, copyIn(workspace, frequencies, 0, pairs), pairs);
  return {
    ...copyOut(workspace, increments, cycles, pairs),
    frequencies,
    attentionFactor: 1,
    series: false,
  };
}

/**
 * @param {ScaledHead} head
 * @param {RopeOptions["scaling"]} scaling @param {Division} division
 * @returns {Increments}
 */
function fromRule(head, scaling, { axial, groups }) {
  const all = head.rotaryDim / 2;
  const rule = readScaling(head.where, head.path, all > 0 ? scaling : undefined, all);
  const workspace = new Workspace();
  const kernels = workspace.use(scalingKernels);
  const { increments, cycles } = reservePairs(workspace, all);
  let attentionFactor = 1;
  // Each axial section is treated as a head of its own.
  const sections = axial ? groups : [{ first: 0, pairs: all }];
  const top = workspace.top;
  for (const { first, pairs } of sections) {
    if (pairs === 0) continue;
    workspace.top = top;
    const section = axial ? { ...head, width: 2 * pairs, rotaryDim: 2 * pairs } : head;
    const to = { increments: increments + 16 * first, cycles: cycles + 8 * first, pairs };
    /** @param {ArrayLike<number>} list */
    const copy = (list) => {
      const at = workspace.reserve(8 * pairs);
      workspace.doubles(at, pairs).set(Array.from(list).slice(first, first + pairs));
      return at;
    };
    attentionFactor = applyRule(kernels, { ...to, copy }, section, rule);
  }
  const out = workspace.reserve(8 * all);
  kernels.phasor_rope_frequencies(out, increments, cycles, all);
  const frequencies = workspace.doubles(out, all).slice();
  const series = scaling == null || (scaling.type ?? scaling.rope_type) === "default";
  return { ...copyOut(workspace, increments, cycles, all), frequencies, attentionFactor, series };
}

/** @param {Workspace} workspace @param {number} pairs */
function reservePairs(workspace, pairs) {
  const increments = workspace.reserve(8 * INCREMENTS_LENGTH(pairs) + 16);
  const cycles = workspace.reserve(8 * pairs);
  workspace.doubles(increments, INCREMENTS_LENGTH(pairs)).fill(0);
  workspace.doubles(cycles, pairs).fill(0);
  return { increments, cycles };
}

/**
 * @param {Workspace} workspace @param {number} increments @param {number} cycles
 * @param {number} pairs
 */
function copyOut(workspace, increments, cycles, pairs) {
  const wholeCycles = new BigInt64Array(workspace.doubles(cycles, pairs).slice().buffer);
  const fractions = workspace.doubles(increments, INCREMENTS_LENGTH(pairs)).slice();
  return {
    increments: new BigUint64Array(fractions.buffer),
    cycles: wholeCycles.some((factor) => factor !== 0n) ? wholeCycles : undefined,
  };
}
