// findings.js: the findings about a rotation, as sentences.
import { formatNumber, note, plural, problem } from "../diagnose/messages.js";
import { power } from "../elementary.js";
import { BASES, isUsual, roundBase, rulesInWords, scalingInWords } from "./rules.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */
/** @import { Layout } from "./cache.js" */
/** @import { Segment } from "./position_mistakes.js" */
/** @import { Rule } from "./rules.js" */

/**
 * Findings whatever is expected.
 * @param {RotaryDiagnosis} diagnosis @param {boolean} coarse whether angles are in 16 bits
 * @param {number | undefined} givenStart position of row 0, if it is known
 * @param {Segment[]} segments of the rows
 * @returns {Finding[]}
 */
export function describe(diagnosis, coarse, givenStart, segments) {
  /** @type {Finding[]} */
  const findings = [];
  if (diagnosis.swapped) findings.push(swappedSineCosine());
  if (diagnosis.negated) findings.push(negated());
  if (diagnosis.reordered) findings.push(reorderedOutput(diagnosis.pairs));
  const moving = segments.filter((segment) => !segment.held);
  const start = moving[0]?.start ?? null;
  findings.push(...startFindings({ segments: moving, start }, givenStart));
  findings.push(...jumpFindings({ segments: moving }, givenStart));
  findings.push(...segments.filter(({ held }) => held).map(heldFinding));
  if (coarse) {
    findings.push(problem("low-precision-angles", narrowAngles(String(diagnosis.arithmetic))));
  }
  return findings;
}

/**
 * Findings if nothing is expected.
 * @param {RotaryDiagnosis} diagnosis @param {Rule[]} rules that fit
 * @param {number | undefined} givenStart position of row 0, if it is known
 */
export function describeAlone(diagnosis, rules, givenStart) {
  const findings = diagnosis.direction === -1 ? [turnedBackwards()] : [];
  if (diagnosis.step !== 1 && givenStart === undefined) {
    const message = `Positions advance by ${formatNumber(diagnosis.step)} from row to row.`;
    findings.push(problem("other-step", message));
  }
  findings.push(...ruleFindings(diagnosis, rules));
  const [rule] = rules;
  const { attentionFactor } = diagnosis;
  if (rule?.scaling && attentionFactor !== null) {
    const ruleFactor = rule.attentionFactor;
    const isUnique = rules.every((rule) => Math.abs(rule.attentionFactor - ruleFactor) < 1e-3);
    if (isUnique && differsBy(diagnosis, attentionFactor, ruleFactor)) {
      findings.push(attentionNote(attentionFactor, ruleFactor, rule.scaling));
    }
  }
  return findings;
}

/** @param {string} format */
export const narrowAngles = (format) =>
  `Angles are in ${format}: compute positions times frequencies in float32 or better, and round only sines and cosines.`;

/** @param {number} count */
export const notFiniteFinding = (count) =>
  problem(
    "not-finite",
    `${count} of the entries ${count === 1 ? "is" : "are"} NaN or infinite: look for positions or angles above 65,504, the largest number in float16.`,
  );

/** @param {boolean} turns whether a rotation is expected */
export const notRotated = (turns) =>
  (turns ? problem : note)(
    "not-rotated",
    "The output is the input: nothing turns. Some models have layers without rotary embeddings; in others, look for a rotated copy that is not used.",
  );

/** @param {boolean} turns whether a rotation is expected @param {boolean} vectors */
export const unknown = (turns, vectors) =>
  (turns ? problem : note)(
    "no-rotation",
    vectors
      ? "No pair rotates at a constant rate from row to row. Take the same vectors right before and right after the rotation, after any norm of queries and keys, and set `tokenAxis` to the axis of the sequence."
      : "No pair rotates at a constant rate from row to row. Rows have to be positions, and columns the cosines and sines of pairs.",
  );

/** Pairs as text. @type {Record<Layout, (gap: number) => string>} */
export const pairsInWords = { half: (gap) => `(i, i + ${gap})`, interleaved: () => "(2i, 2i + 1)" };

/**
 * @param {Layout} actual @param {number} pairs @param {Layout} expected @param {number} expectedPairs
 * @param {boolean} cache which shows how columns are doubled, but not how features are paired
 */
export function differsLayout(actual, pairs, expected, expectedPairs, cache) {
  const [actualText, expectedText] = [
    pairsInWords[actual](pairs),
    pairsInWords[expected](expectedPairs),
  ];
  if (!cache) {
    return problem(
      "differs-layout",
      `Pairs are ${actualText}; the configuration says ${expectedText}.`,
    );
  }
  if (expected === "half") {
    const message = `The cache is doubled by neighbours, ${actualText}; the configuration says ${expectedText}: cat((angles, angles), dim=-1), not repeat_interleave(2, dim=-1).`;
    return problem("differs-layout", message);
  }
  const message = `The cache is doubled by halves, ${actualText}; the configuration's pairs are ${expectedText}. Take one half and repeat each entry, as code for GLM does, or double by neighbours; diagnose vectors before and after the rotation to find out which one the code uses.`;
  return note("differs-layout", message);
}

export const missingMinus = () =>
  problem(
    "missing-minus",
    "The features of a pair each add the other times the sine, so this is not a rotation: rotate_half of the halves x₁ and x₂ is (−x₂, x₁), with a minus; for neighbours likewise.",
  );

export const overwritten = () =>
  problem(
    "overwritten-features",
    "The second feature of each pair is computed from the first after its rotation, so this is not a rotation: y₂ = x₂ cos + x₁ sin needs x₁, not y₁. Read both features before you write one, or write to another array.",
  );

/** @param {Layout} layout @param {number} pairs */
export function mixedDoubling(layout, pairs) {
  const doubled = layout === "half" ? "interleaved" : "half";
  const how =
    layout === "half"
      ? "put them side by side twice, as cat does, instead of repeating each, as repeat_interleave does"
      : "repeat each, as repeat_interleave does, instead of putting them side by side twice, as cat does";
  return problem(
    "mixed-doubling",
    `The pairs are ${pairsInWords[layout](pairs)}, but cosines and sines are doubled for ${pairsInWords[doubled](pairs)}, so the two features of a pair turn by different angles, which is not a rotation: ${how}.`,
  );
}

/** @param {number} pairs */
export const reorderedOutput = (pairs) =>
  note(
    "reordered-output",
    `The pairs (2i, 2i + 1) come out as (i, i + ${pairs}): scores do not change if both queries and keys do so.`,
  );

export const turnedBackwards = () =>
  problem("turned-backwards", "Vectors are turned backwards: change the sign of the sines.");
export const swappedSineCosine = () =>
  problem("swapped-sine-cosine", "Cosines and sines are swapped: swap them back.");
export const negated = () =>
  problem("negated", "Cosines and sines both have the wrong sign: change both.");
export const invertedFrequencies = () =>
  problem(
    "inverted-frequencies",
    "Positions are multiplied by powers of the base, not divided: take the reciprocals of the frequencies.",
  );

/** @param {number} actual @param {number} expected the first feature that turns */
export const otherStart = (actual, expected) =>
  problem(
    "differs-rotaryStart",
    `Features from ${actual} on turn; the configuration says from ${expected} on.`,
  );

/** @param {number} actual @param {number} expected features that turn @param {number} dHead */
export const otherDim = (actual, expected, dHead) =>
  problem(
    "differs-rotaryDim",
    `${actual} features turn; the configuration says ${expected} of ${dHead}.`,
  );

/**
 * Pairs that turn by another axis than expected.
 * @param {Int32Array} actual −1 where it is not known @param {ArrayLike<number>} expected
 * @returns {Finding[]}
 */
export function axesFindings(actual, expected) {
  const wrong = [...actual.keys()].filter((i) => actual[i] >= 0 && actual[i] !== expected[i]);
  if (wrong.length === 0) return [];
  const distinct = (/** @type {ArrayLike<number>} */ axes) => [
    ...new Set(wrong.map((i) => axes[i])),
  ];
  const turn = wrong.length === 1 ? "turns" : "turn";
  const ignored = distinct(expected).filter((axis) => !actual.includes(axis));
  if (ignored.length > 0) {
    const axes = plural("Axis", ignored).replace("Axiss", "Axes");
    const message = `${axes} of the positions ${ignored.length === 1 ? "is" : "are"} ignored: ${plural("pair", wrong)} ${turn} by axis ${distinct(actual).join(" and ")}.`;
    return [problem("differs-sections", message, wrong)];
  }
  const parts = distinct(actual).flatMap((axis) =>
    distinct(expected).flatMap((expectedAxis) => {
      const moved = wrong.filter((i) => actual[i] === axis && expected[i] === expectedAxis);
      return moved.length > 0
        ? [`${plural("pair", moved)} by axis ${axis}, not ${expectedAxis}`]
        : [];
    }),
  );
  const message = `The sections are in another order: ${parts.join("; ")} ${turn}.`;
  return [problem("differs-sections", message, wrong)];
}

/** @param {number} axis */
export const tokenAxisNote = (axis) =>
  note("token-axis", `Vectors turn along axis ${axis} of the shape, so that is the sequence.`);

/**
 * Halves of a head of which only the first pairs turn, although their exponents are those of a rotation of fewer
 * features: the partners were taken from the wrong half.
 * @param {Pick<RotaryDiagnosis, "layout" | "pairs" | "base" | "scaling">} diagnosis
 * @returns {Finding[]}
 */
export function splitHead({ layout, pairs, base, scaling }) {
  const part = scaling?.type === "proportional" ? (scaling.partial_rotary_factor ?? 1) : 1;
  if (layout !== "half" || base === null || part === 1 || isUsual(base)) return [];
  const partBase = BASES.find(
    (usual) => isUsual(usual) && Math.abs(base / power(usual, 1 / part) - 1) < 1e-3,
  );
  if (partBase === undefined) return [];
  const turned = 2 * Math.round(part * pairs);
  const message = `Pairs are (i, i + ${pairs}), but only ${turned / 2} of them turn, by the frequencies of base ${partBase} for ${turned} features: such pairs are (i, i + ${turned / 2}). Split the rotated features x[..., :${turned}] into halves, not the head.`;
  return [problem("split-head", message)];
}

/** @param {number} actual the axis along which vectors turn @param {number} expected
 * @param {readonly number[]} sizes @param {readonly number[]} [shape] in which they turn, if not in `sizes` */
export const otherAxis = (actual, expected, sizes, shape) =>
  problem(
    "other-axis",
    shape
      ? `Vectors turn as if the shape were (${shape.join(", ")}), with the sequence along axis ${actual}, not (${sizes.join(", ")}) along axis ${expected}: transpose the two axes; view and reshape leave the order in memory.`
      : `Vectors turn along axis ${actual} of the shape (${sizes[actual]} rows), not along axis ${expected}, the sequence (${sizes[expected]} rows): swap the two axes before the rotation, or index cosines and sines along axis ${expected}.`,
  );

/** @param {number} actual columns or features @param {number} expected features that turn
 * @param {boolean} vectors */
export const otherSizes = (actual, expected, vectors) =>
  problem(
    "differs-rotaryDim",
    vectors
      ? `Vectors have ${actual} features; the configuration rotates ${expected}.`
      : `The cache has ${actual} columns; the configuration's has ${expected / 2}, or ${expected} doubled.`,
  );

export const allHeld = problem(
  "held-positions",
  "All rows are at one position: positions do not enter the angles.",
);

/** @param {Segment} segment */
export function heldFinding({ row, end, start }) {
  const at = start === null ? "one position" : `position ${formatNumber(start)}`;
  const message = `Rows ${row} to ${end - 1} are all at ${at}: they are padding, or positions are clipped.`;
  return problem("held-positions", message);
}

/** @param {Pick<RotaryDiagnosis, "start" | "segments">} diagnosis @param {number | undefined} givenStart
 * @returns {Finding[]} */
function startFindings({ start, segments }, givenStart) {
  if (start === null) {
    return [note("unknown-start", "The entries do not determine the position of row 0.")];
  }
  if (start === (givenStart ?? 0)) return [];
  if (givenStart !== undefined || (start === 1 && segments.length < 2)) {
    return [startFinding(start, givenStart ?? 0, givenStart !== undefined)];
  }
  return [note("other-start", `Row 0 is position ${formatNumber(start)}.`)];
}

/**
 * All positions are off by the same number.
 * @param {number} actual position of row 0 @param {number} expected @param {boolean} positionsGiven
 * @param {string} [which] row
 */
export function startFinding(actual, expected, positionsGiven, which = "Row 0") {
  const by = actual - expected;
  const code = by === 1 ? "starts-at-1" : "other-start";
  if (!positionsGiven && by === 1)
    return problem(code, "Row 0 is position 1: count positions from 0.");
  if (!positionsGiven) return problem(code, `${which} is position ${formatNumber(actual)}.`);
  const change = by > 0 ? `subtract ${formatNumber(by)} from` : `add ${formatNumber(-by)} to`;
  const message = `${which} turns by position ${formatNumber(actual)}, not by the given ${formatNumber(expected)}: ${change} the positions that the code uses.`;
  return problem(code, message);
}

const MAX_JUMPS_LISTED = 5;

/** @param {Pick<RotaryDiagnosis, "segments">} diagnosis @param {number | undefined} givenStart @returns {Finding[]} */
export function jumpFindings({ segments }, givenStart) {
  if (segments.length < 2) return [];
  const [first, ...others] = segments;
  const isRestart = others.every(({ start }) => start !== null && start === first.start);
  const listed = others
    .slice(0, MAX_JUMPS_LISTED)
    .map(
      ({ row, start }) =>
        `row ${row} is position ${start === null ? "unknown" : formatNumber(start)}`,
    );
  const rest =
    others.length > MAX_JUMPS_LISTED ? ` and ${others.length - MAX_JUMPS_LISTED} more` : "";
  const against = givenStart === undefined ? "" : ", unlike the given positions";
  const message = isRestart
    ? `Positions restart: ${listed.join(", ")}${rest}${against}. Add the length of the cache, or pass the positions of packed sequences.`
    : `Positions jump: ${listed.join(", ")}${rest}${against}. Look for an offset that is missing or added twice.`;
  const code = isRestart ? "restarting-positions" : "jumping-positions";
  return [{ ...problem(code, message), columns: [] }];
}

/** Deviation from an even rotation, in radians, above which positions may be those of several axes. */
const MIN_UNEVENNESS = 0.5;

/** @param {RotaryDiagnosis} diagnosis @param {Rule[]} rules @returns {Finding[]} */
function ruleFindings(diagnosis, rules) {
  if (diagnosis.rule === "explicit") {
    if (diagnosis.axes?.includes(-1)) {
      const open =
        "Some pairs do not show their axis, so no rule can be determined. More rows are needed.";
      return [note("undecided", open)];
    }
    const message = `The frequencies follow no known rule ("longrope" divides them by its own lists).`;
    const uneven = (diagnosis.deviation?.max ?? 0) > MIN_UNEVENNESS;
    const advice = uneven
      ? " Some pairs turn unevenly: if they turn by several axes, give `positions`."
      : "";
    return [note("unknown-rule", message + advice)];
  }
  const [rule, ...others] = rules;
  if (!rule) return [];
  if (others.length > 0) return [undecided(rules)];
  if (rule.scaling?.type === "ntk") {
    const { factor = 1 } = rule.scaling;
    const r = 2 * diagnosis.pairs;
    const base = rule.base * power(factor, r / (r - 2));
    const message = `The base is ${roundBase(rule.base)} stretched by ${formatNumber(factor)}, by "ntk" or "dynamic"; unscaled frequencies of base ${formatNumber(base)} are the same.`;
    return [note("stretched-base", message)];
  }
  return [];
}

/** @param {Rule[]} rules */
export const undecided = (rules) =>
  note(
    "undecided",
    `These rows fit several rules: ${rulesInWords(rules)}. More rows or more digits are needed to decide.`,
  );

/** Smallest difference that counts if entries have 32 bits. */
const MIN_FACTOR_DIFFERENCE = 4e-3;

/** @param {{ roundoff: number }} entries @param {number} actual @param {number} expected */
export const differsBy = ({ roundoff }, actual, expected) =>
  Math.abs(actual - expected) > Math.max(MIN_FACTOR_DIFFERENCE, 1.3 * roundoff * expected);

/**
 * @param {number} actual @param {number} expected @param {RopeScaling | null} scaling
 * @returns {Finding}
 */
export function attentionFinding(actual, expected, scaling) {
  const near = (/** @type {number} */ value) =>
    Math.abs(actual - value) <= 2 * MIN_FACTOR_DIFFERENCE;
  if (expected !== 1 && near(1)) {
    return problem(
      "missing-attention-factor",
      `The attention factor ${formatNumber(expected)} of ${scalingInWords(scaling)} is missing: multiply cosines and sines by it.`,
    );
  }
  if (expected !== 1 && near(expected * expected)) {
    return problem(
      "squared-attention-factor",
      `The attention factor is ${formatNumber(actual)}, the square of ${formatNumber(expected)}: it was applied twice.`,
    );
  }
  return problem(
    "other-attention-factor",
    `The attention factor is ${formatNumber(actual)}, not ${formatNumber(expected)}: divide cosines and sines by ${formatNumber(actual / expected)}.`,
  );
}

/**
 * The finding if no expectation is given: a rule with a factor may have one of the configuration's own.
 * @param {number} actual @param {number} expected @param {RopeScaling | null} scaling
 * @returns {Finding}
 */
function attentionNote(actual, expected, scaling) {
  const finding = attentionFinding(actual, expected, scaling);
  if (expected === 1 || finding.code === "squared-attention-factor") return finding;
  const message = `The attention factor is ${formatNumber(actual)}; that of ${scalingInWords(scaling)} is ${formatNumber(expected)}, unless the configuration sets its own, as DeepSeek's does.`;
  return note(finding.code, message);
}
