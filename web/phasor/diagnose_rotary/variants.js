// variants.js: what a rotation is if one known mistake is made.
import { problem } from "../diagnose/messages.js";
import { power } from "../elementary.js";
import { typeOf } from "./describe.js";
import { expectedRule, relatedRules, sizesOf } from "./expected.js";
import {
  invertedFrequencies,
  missingMinus,
  mixedDoubling,
  negated,
  otherDim,
  otherStart,
  reorderedOutput,
  swappedSineCosine,
  turnedBackwards,
  pairsInWords as words,
} from "./findings.js";
import { pairingOf } from "./pairing.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Rounding } from "./cells.js" */
/** @import { Shape } from "./pairing.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model } from "./subject.js" */

/**
 * @typedef {object} Variant
 * @property {Model} model
 * @property {Finding[]} findings
 * @property {Shape} [shape] if it is not the expected one
 * @property {Rule} [rule] if it is not the expected one
 * @property {RotaryDiagnosis} [found] if it was read from the entries
 * @property {boolean} [rough] whether few entries may be off, as after rounding twice
 */

/** The largest number in float16. */
const LARGEST_HALF = 65504;

/**
 * Other ways to pair features and to use cosines and sines.
 * @param {Model} model @param {Shape} shape @param {ExpectedRotary} expect @param {boolean} cache
 * @returns {Generator<Variant, void, void>}
 */
export function* pairings(model, shape, expect, cache) {
  const { turns } = model;
  /** @param {Partial<Model["turns"]>} other @param {Finding} finding */
  const turned = (other, finding) => ({
    model: { ...model, turns: { ...turns, ...other } },
    findings: [finding],
  });
  const direction = /** @type {1 | -1} */ (-turns.direction);
  yield turned({ direction }, turnedBackwards());
  yield turned({ swapped: true }, swappedSineCosine());
  yield turned({ negated: true }, negated());
  if (cache) return;
  const { layout, pairs, start, width } = shape;
  /** @param {Shape} other @param {Parameters<typeof pairingOf>[1]} slip @param {Finding} finding */
  const paired = (other, slip, finding) => ({
    model: { ...model, pairing: pairingOf(other, slip) },
    shape: other,
    findings: [finding],
  });
  const other = layout === "half" ? "interleaved" : "half";
  const should = words[layout](pairs);
  const otherLayout = `Pairs are ${words[other](pairs)}; the configuration says ${should}.`;
  yield paired({ ...shape, layout: other }, {}, problem("differs-layout", otherLayout));
  const gap = width / 2;
  if (pairs < gap && start + gap + pairs <= width) {
    const message = `Pairs are ${words.half(gap)}; the configuration says ${should}: split the rotated features x[..., :${2 * pairs}] into halves, not the head.`;
    const wide = { ...shape, layout: /** @type {const} */ ("half"), gap };
    yield paired(wide, {}, problem("differs-layout", message));
    for (const rule of exponentsOver(expect, pairs, [width])) {
      const { model: other, findings } = paired(wide, {}, problem("differs-layout", message));
      const all = { ...other, turns: { ...turns, frequencies: rule.frequencies } };
      const both = [...findings, ...(rule.finding ? [rule.finding] : [])];
      yield { model: all, shape: wide, rule, findings: both };
    }
  }
  if (layout === "half") {
    const neighbours = { ...shape, layout: /** @type {const} */ ("interleaved") };
    const finding = problem("differs-layout", otherLayout);
    yield {
      ...paired(neighbours, { reordered: true }, finding),
      findings: [finding, reorderedOutput(pairs)],
    };
  }
  const joined = `Rotated partners are put together as halves, but pairs are (2i, 2i + 1): rotate_every_two is stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2), not cat.`;
  yield paired(
    { ...shape, layout: "interleaved" },
    { joined: true },
    problem("joined-halves", joined),
  );
  for (const each of /** @type {const} */ (["half", "interleaved"])) {
    const own = { ...shape, layout: each };
    const named = each === layout || expect.layout === undefined;
    const more = named ? [] : [problem("differs-layout", otherLayout)];
    const positive = paired(own, { positive: true }, missingMinus());
    yield { ...positive, findings: [...positive.findings, ...more] };
    const mixed = paired(own, { mixed: true }, mixedDoubling(each, pairs));
    yield { ...mixed, findings: [...mixed.findings, ...more] };
  }
}

/**
 * Other ranges of features that turn, with the expected rule for so many.
 * @param {Model} model @param {Shape} shape @param {ExpectedRotary} expect
 * @returns {Generator<Variant, void, void>}
 */
export function* ranges(model, shape, expect) {
  const { width, pairs, start, layout } = shape;
  const { dHead } = sizesOf(expect);
  for (const size of new Set([width, width / 2, width / 4, (3 * width) / 4, 2 * pairs])) {
    if (size % 2 !== 0) continue;
    const rule = expectedRule({ ...expect, sections: undefined }, size / 2);
    if (!rule) continue;
    for (const from of new Set([0, start, width - size])) {
      if (from + size > width || (size === 2 * pairs && from === start)) continue;
      const more = [];
      if (from !== start) more.push(otherStart(from, start));
      if (size !== 2 * pairs) more.push(otherDim(size, 2 * pairs, dHead));
      const own = { width, start: from, pairs: size / 2, layout };
      const turns = { ...model.turns, frequencies: rule.frequencies, axes: null };
      const other = { ...model, pairing: pairingOf(own), turns };
      yield { model: other, shape: own, rule, findings: more };
    }
  }
}

/** @typedef {Rule & { finding?: Finding }} Special */

/**
 * Frequencies by other rules.
 * @param {ExpectedRotary} expect @param {number} pairs @param {Rule} expected
 * @returns {Generator<Special, void, void>}
 */
export function* rulesBeside(expect, pairs, expected) {
  yield* relatedRules(expect, pairs, expected);
  const { dHead, rotaryDim } = sizesOf(expect);
  const { base, scaling, frequencies } = expected;
  if (expect.sections) {
    const series = { ...expect, sections: undefined, frequencies: undefined };
    const made = expectedRule(series, pairs);
    if (made) yield { ...made, as: undefined };
  }
  /** @param {(w: number, i: number) => number} by @param {string} code @param {string} message */
  const special = (by, code, message) => ({
    ...{ ...expected, as: undefined, frequencies: frequencies.map(by) },
    finding: problem(code, message),
  });
  yield* exponentsOver(expect, pairs, [dHead, 2 * rotaryDim, rotaryDim / 2]);
  const inverse = frequencies.map((w) => (w > 0 ? 1 / w : 0));
  yield { ...expected, as: undefined, frequencies: inverse, finding: invertedFrequencies() };
  const type = typeOf(scaling);
  const factor = scaling?.factor ?? 1;
  const exponent = (/** @type {number} */ i) => -i / pairs;
  if (type === "ntk" || type === "dynamic") {
    const message = `The base is multiplied by the factor, not by its power: "${type}" uses base · F ** (r / (r - 2)).`;
    const by = power(base, 1) * factor;
    yield special((_, i) => power(by, exponent(i)), "differs-scaling", message);
  }
  if (type === "linear") {
    const message = `Positions are multiplied by the factor ${factor} of "linear", not divided by it.`;
    yield special((w) => w * factor * factor, "inverted-scaling", message);
  }
  if (type === "yarn") {
    const ramp = frequencies.map((w, i) => {
      const plain = power(base, exponent(i));
      return factor === 1 ? 0 : (1 - w / plain) / (1 - 1 / factor);
    });
    const message = `The factor is inside the power: use 1 / (factor * base ** (2 * i / r)), not 1 / (factor * base) ** (2 * i / r).`;
    const inside = (/** @type {number} */ _, /** @type {number} */ i) =>
      power(base, exponent(i)) * (1 - ramp[i]) + power(base * factor, exponent(i)) * ramp[i];
    yield special(inside, "differs-scaling", message);
  }
  for (const other of otherParameters(scaling)) {
    const made = expectedRule({ ...expect, scaling: other, frequencies: undefined }, pairs);
    if (made) yield { ...made, as: undefined };
  }
  for (const each of [10000, 500000, 1e6, 5e6, 1e7, 1000, 100, 50000, 150000, 160000, 1e5, 2e6]) {
    if (each === base) continue;
    const made = expectedRule({ ...expect, base: each, frequencies: undefined }, pairs);
    if (made) yield { ...made, as: undefined };
  }
  if (type !== "default") return;
  for (const by of [2, 4, 8, 16, 32]) {
    for (const other of scalingsBy(by)) {
      const made = expectedRule({ ...expect, scaling: other, frequencies: undefined }, pairs);
      if (made) yield { ...made, as: undefined };
    }
  }
}

/** @param {number} factor @returns {RopeScaling[]} */
const scalingsBy = (factor) => [
  { type: "linear", factor },
  { type: "ntk", factor },
  ...[4096, 8192, 32768].map((original_max_position_embeddings) => {
    return /** @type {RopeScaling} */ ({ type: "yarn", factor, original_max_position_embeddings });
  }),
  {
    ...{ type: "llama3", factor, original_max_position_embeddings: 8192 },
    ...{ low_freq_factor: 1, high_freq_factor: 4 },
  },
];

/** The scaling with one parameter that is easily mistaken.
 * @param {RopeScaling | null | undefined} scaling @returns {RopeScaling[]} */
function otherParameters(scaling) {
  if (!scaling) return [];
  const { original_max_position_embeddings: length, factor = 1 } = scaling;
  const lengths = length === undefined ? [] : [length * factor, length / factor, 2 * length];
  const others = lengths
    .filter((each) => Number.isInteger(each) && each > 1)
    .map((each) => ({ ...scaling, original_max_position_embeddings: each }));
  if (typeOf(scaling) !== "yarn") return others;
  return [...others, { ...scaling, truncate: scaling.truncate === false }];
}

/** Exponents 2i over another number of features. @param {ExpectedRotary} expect @param {number} pairs
 * @param {number[]} numbers @returns {Special[]} */
function exponentsOver(expect, pairs, numbers) {
  const rule = expectedRule({ ...expect, frequencies: undefined }, pairs);
  if (!rule || typeOf(rule.scaling) !== "default" || expect.sections) return [];
  return [...new Set(numbers)]
    .filter((over) => over !== 2 * pairs && over > 0)
    .map((over) => {
      const { base } = rule;
      const frequencies = Float64Array.from({ length: pairs }, (_, i) =>
        power(base, (-2 * i) / over),
      );
      const message = `Frequencies have exponents 2i/${over} instead of 2i/${2 * pairs}: divide by the number of features that turn.`;
      const stretched = power(base, (2 * pairs) / over);
      return {
        ...rule,
        base: stretched,
        frequencies,
        as: undefined,
        finding: problem("differs-base", message),
      };
    });
}

/**
 * Angles with something rounded to 16 bits.
 * @param {Model} model @returns {Generator<Variant, void, void>}
 */
export function* roundings(model) {
  const far = model.places.lists.some((list) => list.some((p) => Math.abs(p) > LARGEST_HALF));
  for (const format of /** @type {const} */ (["bfloat16", "float16"])) {
    if (far && format === "float16") continue;
    for (const bits of [7, 1, 2, 4, 3, 5, 6]) {
      const [frequencies, positions, products] = [1, 2, 4].map((bit) => (bits & bit) !== 0);
      const rounding = { format, frequencies, positions, products };
      const findings = [problem("low-precision-angles", roundedInWords(rounding))];
      // Cosines and sines are then often rounded as well.
      for (const entries of [undefined, format]) {
        const turns = { ...model.turns, rounding, entries };
        yield { model: { ...model, turns }, findings, rough: true };
      }
    }
  }
  for (const entries of /** @type {const} */ (["bfloat16", "float16"])) {
    const message = `Cosines and sines are rounded to ${entries}, which the vectors are not: keep them in float32, and round only the result.`;
    const finding = problem("low-precision-cache", message);
    yield {
      model: { ...model, turns: { ...model.turns, entries } },
      findings: [finding],
      rough: true,
    };
  }
}

/** @param {Rounding} rounding */
function roundedInWords({ format, frequencies, positions, products }) {
  const what = [
    ...(frequencies ? ["frequencies"] : []),
    ...(positions ? ["positions"] : []),
    ...(products ? ["products"] : []),
  ];
  if (what.length === 3) {
    return `Angles are in ${format}: compute positions times frequencies in float32 or better, and round only sines and cosines.`;
  }
  const list = what.join(" and ");
  const advice = frequencies
    ? "keep inv_freq in float32 when the model is cast, or compute it again after that"
    : positions
      ? "positions.float() before the product"
      : "compute the product in float32, outside autocast";
  return `The ${list} ${what.length === 1 && products ? "of positions and frequencies " : ""}are rounded to ${format}: ${advice}.`;
}
