// findings.js: the findings about a table of sines and cosines.
import { exponential, exponentOf, logarithm } from "../elementary.js";
import { few, note, plural, problem } from "./messages.js";
import { columnOf, exponents, isCosine, pairsOf } from "./model.js";
import { halfUlp } from "./observe.js";

/** @import { Diagnosis } from "../diagnose.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Verdict } from "./classify.js" */
/** @import { Form, Model } from "./model.js" */
/** @import { Identified } from "./identify.js" */
/** @import { Statistics } from "./observe.js" */
/** @import { Finding } from "./messages.js" */

/**
 * @param {Statistics} statistics @param {Explanation} explanation
 * @returns {{ known: Partial<Diagnosis>, findings: Finding[] }}
 */
export function describeSinusoids(statistics, { identified, verdict, somewhere }) {
  const { model, base, spacing } = identified;
  const { layout } = model;
  const order = model.order === "sin-cos" || model.order === "cos-sin" ? model.order : null;
  const convention = conventionOf(model, spacing);
  const context = { statistics, identified, verdict, convention, somewhere };
  const findings = [
    ...frequencyFindings(context),
    ...layoutFindings(context),
    ...spacingFindings(context),
    ...positionFindings(context),
    ...valueFindings(context),
  ];
  const { max, rms } = verdict.deviation;
  return {
    known: {
      kind: "sinusoidal",
      convention,
      layout,
      order,
      spacing,
      base,
      start: somewhere ? null : model.start,
      uncertainty: somewhere
        ? { ...identified.uncertainty, start: Infinity }
        : identified.uncertainty,
      arithmetic: verdict.arithmetic,
      deviation: { max, rms },
    },
    findings,
  };
}

/** @typedef {{ statistics: Statistics, identified: Identified, verdict: Verdict, somewhere: boolean,
 *   convention: Diagnosis["convention"] }} Context */

/** @param {Model} model @param {"d" | "d-2"} spacing @returns {Diagnosis["convention"]} */
function conventionOf({ layout, order, start }, spacing) {
  if (order !== "sin-cos") return null;
  if (layout === "interleaved") return spacing === "d" ? "vaswani" : null;
  if (spacing === "d") return "gpt-neox";
  return start === 2 ? "fairseq" : "tensor2tensor";
}

/** The columns of one member of every pair. @param {Statistics} statistics @param {Model} model
 * @param {number} member */
function columnsOf({ width, padded }, model, member) {
  const pairs = pairsOf(width, padded);
  const end = padded ? width - 1 : width;
  return Array.from({ length: pairs }, (_, pair) =>
    columnOf(model.layout, pair, member, pairs, end),
  ).filter((column) => column >= 0);
}

/** @type {Record<Exclude<Form, "paired">, string>} */
const slips = {
  column:
    "the exponent grows with every column, column/d, but both columns of a pair must share one",
  next: "the second column of each pair has the exponent of the next pair",
  running: "the exponent runs on through the second half of the columns, but must begin again at 0",
  doubled: "the exponent in the second column of each pair is twice that in the first",
  halved: "the exponent in the second column of each pair is half that in the first",
  floored: "the exponents were truncated to integers",
};

/** @param {Context} context */
function frequencyFindings({ statistics, identified: { model, base } }) {
  /** @type {Finding[]} */
  const findings = [];
  const { form, order, step } = model;
  const pairs = pairsOf(statistics.width, statistics.padded);
  if (form === "floored" || (step === 0 && pairs > 1)) {
    const every =
      step === 0 ? "every pair turns at the same frequency" : "there are two frequencies";
    findings.push(
      problem(
        "integer-exponents",
        `The exponents were truncated to integers, so ${every}. Divide as floats: 2 * i / d, not ` +
          "2 * i // d, and no integer tensors.",
      ),
    );
  } else if (order === "sin-sin" || order === "cos-cos") {
    const [kind, other] = order === "sin-sin" ? ["sine", "cosine"] : ["cosine", "sine"];
    const twice = form === "paired";
    findings.push(
      problem(
        order === "sin-sin" ? "only-sines" : "only-cosines",
        `Every column is a ${kind}${twice ? ", each of them twice" : ""}; there are no ${other}s. In a table of ` +
          `encodings half of the columns are ${other}s of the same angles, without which no linear ` +
          `map shifts positions. (As the ${kind}s of a rotary embedding's cache this is right: they are those ` +
          `of ${twice ? pairs : statistics.width} pairs.)`,
      ),
    );
  } else if (form !== "paired") {
    const second = columnsOf(statistics, model, 1);
    const wrong = second.filter(
      (_, pair) => exponents[form](pair, 1, pairs) !== exponents[form](pair, 0, pairs),
    );
    const [kind, other] = isCosine(model.order, 1) ? ["cosine", "sine"] : ["sine", "cosine"];
    const index = model.layout === "interleaved" ? "column // 2" : "column % (d // 2)";
    findings.push(
      problem(
        "mismatched-frequencies",
        `Sine and cosine of a pair turn at different frequencies: ${slips[form]}. The ${kind}s in ` +
          `${plural("column", wrong)} do not have the same angles as the ${other}s of their ` +
          "pairs, so dot products do not depend on the distance alone and no linear map shifts " +
          "positions. Change the line that computes the exponent: it is " +
          `2*(${index})/d for both, as in ` +
          `angle = position / base ** (2 * (${index}) / d).`,
        wrong,
      ),
    );
  }
  if (model.step < 0) {
    findings.push(
      problem(
        "multiplied-frequencies",
        "Positions are multiplied by base^(2i/d), but must be divided by it: frequencies " +
          `rise from 1 to about ${few(base ?? 1)} radians a position, which no longer tells ` +
          "near positions from far ones. Change position * base ** e to position / base ** e (or the " +
          "sign inside exp).",
      ),
    );
  }
  return findings;
}

/** @param {Context} context */
function layoutFindings({ statistics, identified: { model, spacing }, convention }) {
  /** @type {Finding[]} */
  const findings = [];
  const [first, second] = model.order === "sin-cos" ? ["sines", "cosines"] : ["cosines", "sines"];
  const half = pairsOf(statistics.width, statistics.padded);
  const flipped =
    spacing === "d"
      ? ", as in ggml's and Stable Diffusion's timesteps (flip_sin_to_cos with downscale_freq_shift 0)"
      : ", as diffusers computes them with flip_sin_to_cos and downscale_freq_shift 1";
  const known = convention ? `, as in the convention ${convention}` : flipped;
  if (model.order === "sin-sin" || model.order === "cos-cos") return findings;
  if (model.layout === "concatenated") {
    findings.push(
      note(
        "concatenated-layout",
        `All ${first} come first, in columns 0 … ${half - 1}, then all ${second}${known}. Where sine and cosine are expected next to each other, ` +
          "interleave them: stack([sin, cos], axis=-1).reshape(L, d), not concatenate.",
      ),
    );
  }
  if (model.order === "cos-sin") {
    const say =
      "The cosine of each pair is where the sine is expected: column 0 begins with " +
      "cos 0 = 1. Swap sin and cos in the two assignments";
    findings.push(
      model.layout === "concatenated"
        ? note("swapped-sine-cosine", `${say}, unless this order is intended (flip_sin_to_cos).`)
        : problem("swapped-sine-cosine", `${say} (pe[:, 0::2] is the sine).`),
    );
  }
  return findings;
}

/** @param {Context} context */
function spacingFindings({ statistics, identified }) {
  const { model, base, spacing, round, instead, uncertainty } = identified;
  /** @type {Finding[]} */
  const findings = [];
  const alternative = instead
    ? ` The same frequencies are those of base ${few(instead.base)} with exponents divided by ` +
      `${instead.spacing === "d" ? "d" : "d − 2"}.`
    : "";
  if (spacing === "d-2") {
    const say =
      "The exponent is 2i/(d − 2), so that the slowest frequency is 1/base exactly; the paper " +
      "divides by d.";
    findings.push(
      model.layout === "concatenated"
        ? note("spacing-d-minus-2", `${say}${alternative}`)
        : problem(
            "spacing-d-minus-2",
            `${say} Change (half - 1) to half in the denominator.${alternative}`,
          ),
    );
  }
  if (base === null || Math.abs(base / 10000 - 1) < OF_FLOAT32) return findings;
  const digits = few(base) === "10000" ? base : few(base);
  const odd = round
    ? ""
    : `It is not a round number (${base}, give or take ${few(uncertainty.base)}): check what the exponents are divided by ` +
      `(this diagnosis assumes d = ${statistics.width}).`;
  const why = SLIPS[base] ?? (slipOf(base) || odd);
  const message = `The base is ${digits}, not 10000.${why && ` ${why}`}${alternative}`;
  findings.push((why ? problem : note)("other-base", message));
  return findings;
}

/** Relative change of a base by the rounding of frequencies to float32. */
const OF_FLOAT32 = 2 ** -22;
/** Bases that result from a mistake. @type {Record<number, string>} */
const SLIPS = {
  100: "100 is the root of 10000: the factor 2 of the exponent 2i/d may be missing.",
  1e8:
    "1e8 is the square of 10000: a loop index that already goes in steps of 2 may have been " +
    "doubled again.",
};
/** Usual bases, whose logarithm is sometimes taken to the wrong base. */
const USUAL = [10000, 500000, 1000000, 100000];

/** Wrong powers of a logarithm: the factor of the natural one, and why. */
const WRONG_LOGARITHMS = /** @type {const} */ ([
  ["e^log10", 1 / Math.LN10, "exp needs the natural logarithm, not log10"],
  ["e^log2", 1 / Math.LN2, "exp needs the natural logarithm, not log2"],
  ["10^ln", Math.LN10, "a power of 10 needs log10, not the natural logarithm"],
  ["2^ln", Math.LN2, "a power of 2 needs log2, not the natural logarithm"],
]);

/** The mistake that results in a base, or "". @param {number} base */
function slipOf(base) {
  for (const right of USUAL) {
    for (const [power, factor, why] of WRONG_LOGARITHMS) {
      const value = exponential(logarithm(right) * factor);
      if (Math.abs(base / value - 1) < 1e-6) return `It is ${power}(${right}): ${why}.`;
    }
  }
  return "";
}

/** @param {Context} context */
function positionFindings({
  statistics: { zeroRows },
  identified: { model },
  convention,
  somewhere,
}) {
  const { start, rate } = model;
  /** @type {Finding[]} */
  const findings = [];
  if (somewhere) {
    findings.push(
      note(
        "ambiguous-start",
        `Row 0 may be position ${start}, but other positions would look the same: the table has ` +
          "too few pairs or rows, or entries too coarse, to tell them apart.",
      ),
    );
    return findings;
  }
  if (zeroRows.length === -start && zeroRows.at(-1) === zeroRows.length - 1) {
    // The zero rows at the top belong to tokens that have no position.
    return findings;
  }
  if (start === 1) {
    findings.push(
      problem(
        "starts-at-1",
        "Row 0 is position 1. Count from 0: arange(L), not arange(1, L + 1). (DETR counts from 1.)",
      ),
    );
  } else if (start !== 0 && Number.isInteger(start) && start !== -1) {
    const padding = convention === "fairseq" ? ", padding_idx + 1" : "";
    findings.push(note("other-start", `Row 0 is position ${start}${padding}.`));
  } else if (start !== 0) {
    findings.push(problem("other-start", `Row 0 is position ${few(start)}.`));
  }
  if (rate < 0) {
    findings.push(
      problem(
        "reversed-positions",
        "Positions run backwards, or the sines have the wrong sign: each row is " +
          `${rate === -1 ? "one position" : `${few(-rate)} positions`} before the one above.`,
      ),
    );
  }
  const size = Math.abs(rate);
  if (size !== 1) {
    findings.push(
      problem(
        "scaled-positions",
        `The fastest pair turns ${few(size)} radians a row, not 1: positions are multiplied by ` +
          `${few(size)}, or divided by ${few(1 / size)}. Look for normalised positions, a factor ` +
          "of π, or exponents that begin at 1 rather than 0.",
      ),
    );
  }
  return findings;
}

/** @type {Record<Verdict["arithmetic"], string>} */
const formats = {
  exact: "",
  float64:
    "Angles were computed in float64: this far from position 0, the entries are off by up to $.",
  float32:
    "Angles were computed in float32: the entries are off by up to $, and by more at larger positions. " +
    "Most implementations do so, and checkpoints were trained on it.",
  ggml:
    "Angles were computed by a running product in float32: the entries are off by up to $, and by " +
    "more at larger positions and columns.",
  bfloat16:
    "Angles were computed in bfloat16, which holds integers exactly only up to 256: the entries are " +
    "off by up to $. Compute positions, frequencies and angles in float32 or better and convert " +
    "the finished table.",
  float16:
    "Angles were computed in float16, which holds integers exactly only up to 2048: the entries are " +
    "off by up to $. Compute positions, frequencies and angles in float32 or better and convert " +
    "the finished table.",
};

/** @param {Context} context */
function valueFindings({ statistics, identified: { model }, verdict }) {
  /** @type {Finding[]} */
  const findings = [];
  const { arithmetic, deviation, noise, wrongRows, wrongColumns } = verdict;
  if (arithmetic !== "exact") {
    const message = formats[arithmetic].replace("$", few(deviation.max));
    const harmless = arithmetic !== "bfloat16" && arithmetic !== "float16";
    findings.push((harmless ? note : problem)("low-precision-angles", message));
  }
  if (Math.abs(model.amplitude - 1) > 1e-6) {
    findings.push(
      problem(
        "scaled-values",
        `Sines and cosines are multiplied by ${few(model.amplitude)}, so their squares add up to ` +
          `${few(model.amplitude * model.amplitude)}, not 1.`,
      ),
    );
  }
  if (wrongRows.length + wrongColumns.length > 0) {
    findings.push(
      problem(
        "differing-entries",
        `The table is as described, except for entries that are off by up to ${few(deviation.max)}, in ` +
          `${plural("row", wrongRows)} and ${plural("column", wrongColumns)}.`,
        wrongColumns,
      ),
    );
  }
  const fine = statistics.format === "float32" || statistics.format === "float64";
  // Noise below the rounding of coarse values cannot be detected reliably.
  const size = statistics.max.reduce((max, x, c) => Math.max(max, x, -statistics.min[c]), 0);
  if (noise > (fine ? 0 : 0.6 * halfUlp[statistics.format] * 2 ** (exponentOf(size) + 1))) {
    findings.push(
      note(
        "noisy",
        `The entries are off by ${few(noise)} (rms), which ${fine ? "rounding" : "its rounding"} ` +
          "does not explain: noise was added, or the table has been trained a little.",
      ),
    );
  }
  return findings;
}
