// findings.js: the findings about a table of sines and cosines.
import { exponential, exponentOf, logarithm } from "../elementary.js";
import { formatNumber, note, plural, problem } from "./messages.js";
import { columnOf, exponents, isCosine, pairsOf } from "./model.js";
import { halfUlp } from "./observe.js";

/** @import { Diagnosis } from "../diagnose.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Verdict } from "./classify.js" */
/** @import { Form } from "./model.js" */
/** @import { Statistics } from "./observe.js" */
/** @import { Finding } from "./messages.js" */

/**
 * What was found, in a form from which sentences are made.
 * @typedef {ReturnType<typeof contextOf>} Context
 */

/** @param {Statistics} statistics @param {Explanation} explanation */
function contextOf(statistics, { identified, verdict, ambiguousStart }) {
  const { model, base, spacing } = identified;
  const { layout, order, form, start } = model;
  const oneSided = order === "sin-sin" || order === "cos-cos";
  const pairs = pairsOf(statistics.width, statistics.padded);
  const end = statistics.padded ? statistics.width - 1 : statistics.width;
  /** @type {Diagnosis["convention"]} */
  let convention = null;
  if (order === "sin-cos" && layout === "concatenated")
    convention = spacing === "d" ? "gpt-neox" : start === 2 ? "fairseq" : "tensor2tensor";
  else if (order === "sin-cos" && spacing === "d") convention = "vaswani";
  const { zeroRows } = statistics;
  // Zero rows at the top belong to tokens that have no position.
  const tokens = zeroRows.length === -start && zeroRows.at(-1) === zeroRows.length - 1;
  return {
    ...{ statistics, identified, model, base, spacing, verdict, ambiguousStart },
    ...{ oneSided, pairs, convention },
    isTruncated: form === "floored" || (model.step === 0 && pairs > 1),
    /** The second member, and the first. */
    names: isCosine(order, 1) ? ["cosine", "sine"] : ["sine", "cosine"],
    /** Columns of second members whose angles are not those of the first. */
    mismatched: Array.from({ length: pairs }, (_, pair) => pair)
      .filter((pair) => exponents[form](pair, 1, pairs) !== exponents[form](pair, 0, pairs))
      .map((pair) => columnOf(layout, pair, 1, pairs, end))
      .filter((column) => column >= 0),
    /** Whether the position of row 0 is worth a finding. */
    isPlaced: !ambiguousStart && !tokens,
    speed: Math.abs(model.rate),
    isFine: statistics.format === "float32" || statistics.format === "float64",
  };
}

/**
 * @param {Statistics} statistics @param {Explanation} explanation
 * @returns {{ properties: Partial<Diagnosis>, findings: Finding[] }}
 */
export function describeSinusoids(statistics, explanation) {
  const { identified, verdict, ambiguousStart } = explanation;
  const { model, base, spacing, uncertainty } = identified;
  const { layout, order } = model;
  const context = contextOf(statistics, explanation);
  const { max, rms } = verdict.deviation;
  const findings = catalogue.flatMap(([code, message, isNote, columns]) => {
    const text = message(context);
    if (!text) return [];
    return [(isNote?.(context) ? note : problem)(code, text, columns?.(context))];
  });
  return {
    properties: {
      kind: "sinusoidal",
      convention: context.convention,
      layout,
      order: order === "sin-cos" || order === "cos-sin" ? order : null,
      spacing,
      base,
      start: ambiguousStart ? null : model.start,
      uncertainty: ambiguousStart ? { ...uncertainty, start: Infinity } : uncertainty,
      arithmetic: verdict.arithmetic,
      deviation: { max, rms },
    },
    findings,
  };
}

/** @type {Record<Exclude<Form, "paired">, string>} */
const formMistakes = {
  column:
    "the exponent grows with every column, column/d, but both columns of a pair must share one",
  next: "the second column of each pair has the exponent of the next pair",
  running: "the exponent runs on through the second half of the columns, but must begin again at 0",
  doubled: "the exponent in the second column of each pair is twice that in the first",
  halved: "the exponent in the second column of each pair is half that in the first",
  floored: "the exponents were truncated to integers",
};

/** Relative change of a base by the rounding of frequencies to float32. */
const FLOAT32_BASE_ERROR = 2 ** -22;
/** Bases that result from a mistake. @type {Record<number, string>} */
const BASES_OF_MISTAKES = {
  100: "100 is the root of 10000: the factor 2 of the exponent 2i/d may be missing.",
  1e8:
    "1e8 is the square of 10000: a loop index that already goes in steps of 2 may have been " +
    "doubled again.",
};
/** Usual bases, whose logarithm is sometimes taken to the wrong base. */
const USUAL_BASES = [10000, 500000, 1000000, 100000];

/** Wrong powers of a logarithm: the factor of the natural one, and why. */
const WRONG_LOGARITHMS = /** @type {const} */ ([
  ["e^log10", 1 / Math.LN10, "exp needs the natural logarithm, not log10"],
  ["e^log2", 1 / Math.LN2, "exp needs the natural logarithm, not log2"],
  ["10^ln", Math.LN10, "a power of 10 needs log10, not the natural logarithm"],
  ["2^ln", Math.LN2, "a power of 2 needs log2, not the natural logarithm"],
]);

/** Why a base is unusual, if it results from a mistake or is not round; "" otherwise. @param {Context} context */
function explainBase({ base, statistics: { width }, identified: { round, uncertainty } }) {
  if (base === null) return "";
  for (const usualBase of USUAL_BASES) {
    for (const [power, factor, reason] of WRONG_LOGARITHMS) {
      const value = exponential(logarithm(usualBase) * factor);
      if (Math.abs(base / value - 1) < 1e-6) return ` It is ${power}(${usualBase}): ${reason}.`;
    }
  }
  if (BASES_OF_MISTAKES[base]) return ` ${BASES_OF_MISTAKES[base]}`;
  return round
    ? ""
    : ` It is not a round number (${base}, give or take ${formatNumber(uncertainty.base)}): check what the exponents are divided by ` +
        `(this diagnosis assumes d = ${width}).`;
}

/** Another reading of the same frequencies. @param {Context} context */
const alternativeReading = ({ identified: { alternative } }) =>
  alternative
    ? ` The same frequencies are those of base ${formatNumber(alternative.base)} with exponents divided by ` +
      `${alternative.spacing === "d" ? "d" : "d − 2"}.`
    : "";

/** @param {Context} context */
const isConcatenated = ({ model }) => model.layout === "concatenated";

/** @param {"sin-sin" | "cos-cos"} order @param {string} kind @param {string} other */
const oneSidedMessage =
  (order, kind, other) =>
  (/** @type {Context} */ { model, pairs, statistics, isTruncated }) => {
    const isPaired = model.form === "paired";
    return (
      model.order === order &&
      !isTruncated &&
      `Every column is a ${kind}${isPaired ? ", each of them twice" : ""}; there are no ${other}s. In a table of ` +
        `encodings half of the columns are ${other}s of the same angles, without which no linear ` +
        `map shifts positions. (As the ${kind}s of a rotary embedding's cache this is right: they are those ` +
        `of ${isPaired ? pairs : statistics.width} pairs.)`
    );
  };

const coarseMessage = (/** @type {string} */ name, /** @type {number} */ largestInteger) =>
  `Angles were computed in ${name}, which holds integers exactly only up to ${largestInteger}: the entries are ` +
  "off by up to $. Compute positions, frequencies and angles in float32 or better and convert " +
  "the finished table.";
/** @type {Record<Verdict["arithmetic"], string>} */
const arithmeticMessages = {
  exact: "",
  float64:
    "Angles were computed in float64: this far from position 0, the entries are off by up to $.",
  float32:
    "Angles were computed in float32: the entries are off by up to $, and by more at larger positions. " +
    "Most implementations do so, and checkpoints were trained on it.",
  ggml:
    "Angles were computed by a running product in float32: the entries are off by up to $, and by " +
    "more at larger positions and columns.",
  bfloat16: coarseMessage("bfloat16", 256),
  float16: coarseMessage("float16", 2048),
};

/**
 * The findings: what each says if there is reason to, whether it is but a note, and the columns that it is about.
 * @type {[code: string, message: (context: Context) => string | false, isNote?: (context: Context) => boolean,
 *   columns?: (context: Context) => number[]][]}
 */
const catalogue = [
  [
    "integer-exponents",
    ({ isTruncated, model: { step } }) =>
      isTruncated &&
      `The exponents were truncated to integers, so ${step === 0 ? "every pair turns at the same frequency" : "there are two frequencies"}. ` +
        "Divide as floats: 2 * i / d, not 2 * i // d, and no integer tensors.",
  ],
  ["only-sines", oneSidedMessage("sin-sin", "sine", "cosine")],
  ["only-cosines", oneSidedMessage("cos-cos", "cosine", "sine")],
  [
    "mismatched-frequencies",
    ({ isTruncated, oneSided, model: { form, layout }, names: [kind, other], mismatched }) => {
      const index = layout === "interleaved" ? "column // 2" : "column % (d // 2)";
      return (
        form !== "paired" &&
        !isTruncated &&
        !oneSided &&
        `Sine and cosine of a pair turn at different frequencies: ${formMistakes[form]}. The ${kind}s in ` +
          `${plural("column", mismatched)} do not have the same angles as the ${other}s of their ` +
          "pairs, so dot products do not depend on the distance alone and no linear map shifts " +
          "positions. Change the line that computes the exponent: it is " +
          `2*(${index})/d for both, as in ` +
          `angle = position / base ** (2 * (${index}) / d).`
      );
    },
    undefined,
    ({ mismatched }) => mismatched,
  ],
  [
    "multiplied-frequencies",
    ({ model, base }) =>
      model.step < 0 &&
      "Positions are multiplied by base^(2i/d), but must be divided by it: frequencies " +
        `rise from 1 to about ${formatNumber(base ?? 1)} radians a position, which no longer tells ` +
        "near positions from far ones. Change position * base ** e to position / base ** e (or the " +
        "sign inside exp).",
  ],
  [
    "concatenated-layout",
    (context) => {
      const { oneSided, pairs, spacing, convention, names } = context;
      const [second, first] = names.map((name) => `${name}s`);
      const flipped =
        spacing === "d"
          ? "ggml's and Stable Diffusion's timesteps (flip_sin_to_cos with downscale_freq_shift 0)"
          : "diffusers computes them with flip_sin_to_cos and downscale_freq_shift 1";
      const example = convention ? `in the convention ${convention}` : flipped;
      const source = convention || spacing !== "d" ? example : `in ${example}`;
      return (
        isConcatenated(context) &&
        !oneSided &&
        `All ${first} come first, in columns 0 … ${pairs - 1}, then all ${second}, as ${source}. Where sine and cosine are expected next to each other, ` +
          "interleave them: stack([sin, cos], axis=-1).reshape(L, d), not concatenate."
      );
    },
    isConcatenated,
  ],
  [
    "swapped-sine-cosine",
    (context) =>
      context.model.order === "cos-sin" &&
      "The cosine of each pair is where the sine is expected: column 0 begins with " +
        `cos 0 = 1. Swap sin and cos in the two assignments${isConcatenated(context) ? ", unless this order is intended (flip_sin_to_cos)" : " (pe[:, 0::2] is the sine)"}.`,
    isConcatenated,
  ],
  [
    "spacing-d-minus-2",
    (context) =>
      context.spacing === "d-2" &&
      "The exponent is 2i/(d − 2), so that the slowest frequency is 1/base exactly; the paper divides by d." +
        `${isConcatenated(context) ? "" : " Change (half - 1) to half in the denominator."}${alternativeReading(context)}`,
    isConcatenated,
  ],
  [
    "other-base",
    (context) => {
      const { base } = context;
      if (base === null || Math.abs(base / 10000 - 1) < FLOAT32_BASE_ERROR) return false;
      const digits = formatNumber(base) === "10000" ? base : formatNumber(base);
      return `The base is ${digits}, not 10000.${explainBase(context)}${alternativeReading(context)}`;
    },
    (context) => explainBase(context) === "",
  ],
  [
    "ambiguous-start",
    ({ ambiguousStart, model: { start } }) =>
      ambiguousStart &&
      `Row 0 may be position ${start}, but other positions would look the same: the table has ` +
        "too few pairs or rows, or entries too coarse, to tell them apart.",
    () => true,
  ],
  [
    "starts-at-1",
    ({ isPlaced, model: { start } }) =>
      isPlaced &&
      start === 1 &&
      "Row 0 is position 1. Count from 0: arange(L), not arange(1, L + 1). (DETR counts from 1.)",
  ],
  [
    "other-start",
    ({ isPlaced, model: { start }, convention }) =>
      isPlaced &&
      start !== 0 &&
      start !== 1 &&
      `Row 0 is position ${Number.isInteger(start) ? start : formatNumber(start)}${convention === "fairseq" ? ", padding_idx + 1" : ""}.`,
    ({ model: { start } }) => Number.isInteger(start) && start !== -1,
  ],
  [
    "reversed-positions",
    ({ isPlaced, speed, model: { rate } }) =>
      isPlaced &&
      rate < 0 &&
      "Positions run backwards, or the sines have the wrong sign: each row is " +
        `${speed === 1 ? "one position" : `${formatNumber(speed)} positions`} before the one above.`,
  ],
  [
    "scaled-positions",
    ({ isPlaced, speed }) =>
      isPlaced &&
      speed !== 1 &&
      `The fastest pair turns ${formatNumber(speed)} radians a row, not 1: positions are multiplied by ` +
        `${formatNumber(speed)}, or divided by ${formatNumber(1 / speed)}. Look for normalised positions, a factor ` +
        "of π, or exponents that begin at 1 rather than 0.",
  ],
  [
    "low-precision-angles",
    ({ verdict: { arithmetic, deviation } }) =>
      arithmeticMessages[arithmetic].replace("$", formatNumber(deviation.max)),
    ({ verdict: { arithmetic } }) => arithmetic !== "bfloat16" && arithmetic !== "float16",
  ],
  [
    "scaled-values",
    ({ model: { amplitude } }) =>
      Math.abs(amplitude - 1) > 1e-6 &&
      `Sines and cosines are multiplied by ${formatNumber(amplitude)}, so their squares add up to ` +
        `${formatNumber(amplitude * amplitude)}, not 1.`,
  ],
  [
    "differing-entries",
    ({ verdict: { deviation, wrongRows, wrongColumns } }) =>
      wrongRows.length + wrongColumns.length > 0 &&
      `The table is as described, except for entries that are off by up to ${formatNumber(deviation.max)}, in ` +
        `${plural("row", wrongRows)} and ${plural("column", wrongColumns)}.`,
    undefined,
    ({ verdict }) => verdict.wrongColumns,
  ],
  [
    "noisy",
    ({ statistics: { max, min, format }, isFine, verdict: { noise } }) => {
      const size = max.reduce((largest, x, c) => Math.max(largest, x, -min[c]), 0);
      // Noise below the rounding of coarse values cannot be detected reliably.
      const limit = isFine ? 0 : 0.6 * halfUlp(format) * 2 ** (exponentOf(size) + 1);
      return (
        noise > limit &&
        `The entries are off by ${formatNumber(noise)} (rms), which ${isFine ? "rounding" : "its rounding"} ` +
          "does not explain: noise was added, or the table has been trained a little."
      );
    },
    () => true,
  ],
];
