// mistakes.js: what a rotation is if one known mistake is made, of its rule or of how it is applied.
import { problem } from "../diagnose/messages.js";
import { power } from "../elementary.js";
import { expectedRule, sizesOf } from "./expected.js";
import * as say from "./findings.js";
import { pairingOf } from "./model.js";
import { BASES, FACTORS, typeOf } from "./rules.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */
/** @import { Identification } from "./identify.js" */
/** @import { Rounding, Shape, PairingMistake } from "./model.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model } from "./subject.js" */

/**
 * @typedef {object} Variant
 * @property {Model} model
 * @property {Finding[]} findings
 * @property {Shape} [shape] if it is not the expected one
 * @property {Rule} [rule] if it is not the expected one
 * @property {Identification} [diagnosis] if it was read from the entries
 * @property {boolean} [rough] whether few entries may be off, as after rounding twice
 * @property {boolean} [vague] whether it only lists what was measured: any other that leaves nothing is likelier
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
  /** @param {Partial<Model["turns"]>} changes @param {Finding} finding */
  const withTurns = (changes, finding) => ({
    model: { ...model, turns: { ...turns, ...changes } },
    findings: [finding],
  });
  const direction = /** @type {1 | -1} */ (-turns.direction);
  yield withTurns({ direction }, say.turnedBackwards());
  yield withTurns({ swapped: true }, say.swappedSineCosine());
  yield withTurns({ negated: true }, say.negated());
  if (cache) return;
  const { layout, pairs, start, width } = shape;
  /** @param {Partial<Shape>} changes @param {PairingMistake} mistake @param {Finding[]} findings */
  const variant = (changes, mistake, ...findings) => {
    const other = { ...shape, ...changes };
    return { model: { ...model, pairing: pairingOf(other, mistake) }, shape: other, findings };
  };
  const [half, interleaved] = /** @type {const} */ (["half", "interleaved"]);
  const other = layout === half ? interleaved : half;
  const otherLayout = say.differsLayout(other, pairs, layout, pairs, false);
  yield variant({ layout: other }, {}, otherLayout);
  const gap = width / 2;
  if (pairs < gap && start + gap + pairs <= width) {
    const message = `Pairs are ${say.pairsInWords.half(gap)}; the configuration says ${say.pairsInWords[layout](pairs)}: split the rotated features x[..., :${2 * pairs}] into halves, not the head.`;
    const wide = variant({ layout: half, gap }, {}, problem("differs-layout", message));
    yield wide;
    for (const { finding, ...rule } of exponentsOver(expect, pairs, [width])) {
      const turned = { ...wide.model, turns: { ...turns, frequencies: rule.frequencies } };
      yield { ...wide, model: turned, rule, findings: [...wide.findings, finding] };
    }
  }
  if (layout === half) {
    const reordered = say.reorderedOutput(pairs);
    yield variant({ layout: interleaved }, { reordered: true }, otherLayout, reordered);
  }
  const message = `Rotated partners are put together as halves, but pairs are (2i, 2i + 1): rotate_every_two is stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2), not cat.`;
  yield variant({ layout: interleaved }, { joined: true }, problem("joined-halves", message));
  for (const used of [half, interleaved]) {
    const expected = used === layout || expect.layout === undefined;
    const extra = expected ? [] : [otherLayout];
    yield variant({ layout: used }, { positive: true }, say.missingMinus(), ...extra);
    yield variant({ layout: used }, { mixed: true }, say.mixedDoubling(used, pairs), ...extra);
    const overwritten = variant(
      { layout: used },
      { overwritten: true },
      say.overwritten(),
      ...extra,
    );
    overwritten.model.turns = { ...turns, overwritten: true };
    yield overwritten;
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
  for (const size of new Set([width, width / 2, width / 4, (3 * width) / 4, pairs, 2 * pairs])) {
    if (size % 2 !== 0) continue;
    const rule = expectedRule({ ...expect, sections: undefined }, size / 2);
    if (!rule) continue;
    for (const from of new Set([0, start, width - size])) {
      if (from + size > width || (size === 2 * pairs && from === start)) continue;
      const changes = [];
      if (from !== start) changes.push(say.otherStart(from, start));
      if (size !== 2 * pairs) changes.push(say.otherDim(size, 2 * pairs, dHead));
      const range = { width, start: from, pairs: size / 2, layout };
      const turns = { ...model.turns, frequencies: rule.frequencies, axes: null };
      const other = { ...model, pairing: pairingOf(range), turns };
      yield { model: other, shape: range, rule, findings: changes };
    }
  }
}

/**
 * Cosines and sines rounded to 16 bits, or something in the angles.
 * @param {Model} model @returns {Generator<Variant, void, void>}
 */
export function* roundings(model) {
  for (const entries of /** @type {const} */ (["bfloat16", "float16"])) {
    const message = `Cosines and sines are rounded to ${entries}, which the vectors are not: keep them in float32, and round only the result.`;
    const findings = [problem("low-precision-cache", message)];
    yield { model: { ...model, turns: { ...model.turns, entries } }, findings, rough: true };
  }
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
}

/** @param {Rounding} rounding */
function roundedInWords({ format, frequencies, positions, products }) {
  const what = [
    ...(frequencies ? ["frequencies"] : []),
    ...(positions ? ["positions"] : []),
    ...(products ? ["products"] : []),
  ];
  if (what.length === 3) {
    return say.narrowAngles(format);
  }
  const list = what.join(" and ");
  const advice = frequencies
    ? "keep inv_freq in float32 when the model is cast, or compute it again after that"
    : positions
      ? "positions.float() before the product"
      : "compute the product in float32, outside autocast";
  return `The ${list} ${what.length === 1 && products ? "of positions and frequencies " : ""}are rounded to ${format}: ${advice}.`;
}

/** @typedef {Rule & { finding?: Finding }} MistakenRule */

const TRAINED_LENGTHS = [8192, 4096, 32768];

/**
 * The expected rule with some options changed; none if there is no such rule.
 * @param {ExpectedRotary} expect @param {number} pairs @param {Partial<ExpectedRotary>} changes
 * @param {Rule["as"]} [as]
 * @returns {Rule[]}
 */
function ruleWith(expect, pairs, changes, as) {
  const rule = expectedRule({ ...expect, frequencies: undefined, ...changes }, pairs);
  return rule ? [{ ...rule, as }] : [];
}

/**
 * The expected rule with wavelengths in place of frequencies; without its scaling, with it applied twice and for other
 * lengths, also with other bases; and with other scalings.
 * @param {ExpectedRotary} expect @param {number} pairs @param {Rule} expected
 * @returns {Generator<Rule, void, void>}
 */
export function* relatedRules(expect, pairs, expected) {
  const { scaling } = expected;
  const inverse = expected.frequencies.map((w) => (w > 0 ? 1 / w : 0));
  yield { ...expected, frequencies: inverse, as: "inverted" };
  if (!scaling || typeOf(scaling) === "default") return;
  for (const base of [expected.base, ...BASES.filter((base) => base !== expected.base)]) {
    const [scaled] = base === expected.base ? [expected] : ruleWith(expect, pairs, { base });
    const unscaled = { base, scaling: null, length: undefined, attentionFactor: undefined };
    const [unscaledRule] = ruleWith(expect, pairs, unscaled, "missing");
    const twice = scaled.frequencies.map((w, i) =>
      unscaledRule.frequencies[i] > 0 ? (w * w) / unscaledRule.frequencies[i] : w,
    );
    yield* base === expected.base ? otherScalings(expect, pairs, scaling) : [scaled];
    yield unscaledRule;
    yield { ...scaled, frequencies: twice, as: "twice" };
    const length = scaling.original_max_position_embeddings;
    for (const other of length === undefined ? [] : [length, 2 * length, 4 * length]) {
      yield* ruleWith(expect, pairs, { base, length: other }, "other-length");
    }
  }
}

/** The same scaling by other factors, and other scalings by the same factor.
 * @param {ExpectedRotary} expect @param {number} pairs @param {RopeScaling} scaling */
function otherScalings(expect, pairs, scaling) {
  const { factor, original_max_position_embeddings: length } = scaling;
  if (factor === undefined) return [];
  const all = scalingsBy(factor, length);
  const type = typeOf(scaling);
  const known = all.some((other) => other.type === type);
  const factors = new Set([2 * factor, factor / 2, ...FACTORS].filter((other) => other > 1));
  factors.delete(factor);
  return [
    ...[...factors].map((other) => ({ ...scaling, factor: other })),
    ...(known ? all.filter((other) => other.type !== type) : []),
  ].flatMap((other) => ruleWith(expect, pairs, { scaling: other, attentionFactor: undefined }));
}

/** @param {number} factor @param {number} [length] a length for which models are trained, to be tried first
 * @returns {RopeScaling[]} */
function scalingsBy(factor, length) {
  const lengths = [...new Set([...(length === undefined ? [] : [length]), ...TRAINED_LENGTHS])];
  return [
    { type: "linear", factor },
    { type: "ntk", factor },
    ...lengths.flatMap((original_max_position_embeddings) => {
      const common = { factor, original_max_position_embeddings };
      return /** @type {RopeScaling[]} */ ([
        { type: "yarn", ...common },
        { type: "llama3", ...common, low_freq_factor: 1, high_freq_factor: 4 },
      ]);
    }),
  ];
}

/**
 * Rules other than the expected one.
 * @param {ExpectedRotary} expect @param {number} pairs @param {Rule} expected
 * @returns {Generator<MistakenRule, void, void>}
 */
export function* mistakenRules(expect, pairs, expected) {
  yield* relatedRules(expect, pairs, expected);
  const { dHead, rotaryDim } = sizesOf(expect);
  const { base, scaling, frequencies } = expected;
  if (expect.sections) yield* ruleWith(expect, pairs, { sections: undefined });
  yield* exponentsOver(expect, pairs, [dHead, 2 * rotaryDim, rotaryDim / 2]);
  if (typeOf(scaling) === "default") {
    const message = `The exponents were truncated to integers, so every pair turns at the same frequency: divide 2i/${rotaryDim} as floats.`;
    const finding = problem("integer-exponents", message);
    yield { ...expected, as: undefined, base: 1, frequencies: frequencies.map(() => 1), finding };
  }
  yield* scalingMistakes(expected, pairs);
  const others = otherParameters(scaling);
  for (const other of others) yield* ruleWith(expect, pairs, { scaling: other });
  for (const other of BASES) if (other !== base) yield* ruleWith(expect, pairs, { base: other });
  if (typeOf(scaling) !== "default") return;
  for (const factor of FACTORS) {
    for (const other of scalingsBy(factor)) yield* ruleWith(expect, pairs, { scaling: other });
  }
}

/** Mistakes in the formula of a scaling. @param {Rule} expected @param {number} pairs
 * @returns {MistakenRule[]} */
function scalingMistakes({ ...expected }, pairs) {
  const { base, scaling, frequencies } = expected;
  const type = typeOf(scaling);
  const factor = scaling?.factor ?? 1;
  /** @param {string} code @param {string} message @param {(w: number, i: number) => number} by */
  const rule = (code, message, by) => {
    const finding = problem(code, message);
    return [{ ...expected, as: undefined, frequencies: frequencies.map(by), finding }];
  };
  const plain = (/** @type {number} */ i) => power(base, -i / pairs);
  const stretched = (/** @type {number} */ i) => power(base * factor, -i / pairs);
  if (type === "ntk" || type === "dynamic") {
    const message = `The base is multiplied by the factor, not by its power: "${type}" uses base · F ** (r / (r - 2)).`;
    return rule("differs-scaling", message, (_, i) => stretched(i));
  }
  if (type === "linear") {
    const message = `Positions are multiplied by the factor ${factor} of "linear", not divided by it.`;
    return rule("inverted-scaling", message, (w) => w * factor * factor);
  }
  if (type !== "yarn" || factor === 1) return [];
  const message = `The factor is inside the power: use 1 / (factor * base ** (2 * i / r)), not 1 / (factor * base) ** (2 * i / r).`;
  return rule("differs-scaling", message, (w, i) => {
    const ramp = (1 - w / plain(i)) / (1 - 1 / factor);
    return plain(i) * (1 - ramp) + stretched(i) * ramp;
  });
}

/** The scaling with one parameter that is easily mistaken.
 * @param {RopeScaling | null | undefined} scaling @returns {RopeScaling[]} */
function otherParameters(scaling) {
  if (!scaling) return [];
  const { original_max_position_embeddings: length, factor = 1 } = scaling;
  const lengths = length === undefined ? [] : [length * factor, length / factor, 2 * length];
  const others = lengths
    .filter((other) => Number.isInteger(other) && other > 1)
    .map((other) => ({ ...scaling, original_max_position_embeddings: other }));
  if (typeOf(scaling) !== "yarn") return others;
  return [...others, { ...scaling, truncate: scaling.truncate === false }];
}

/** Exponents 2i over another number of features. @param {ExpectedRotary} expect @param {number} pairs
 * @param {number[]} numbers @returns {(Rule & { finding: Finding })[]} */
function exponentsOver(expect, pairs, numbers) {
  const [rule] = ruleWith(expect, pairs, {});
  if (!rule || typeOf(rule.scaling) !== "default" || expect.sections) return [];
  return [...new Set(numbers)]
    .filter((over) => over !== 2 * pairs && over > 0)
    .map((over) => {
      const base = power(rule.base, (2 * pairs) / over);
      const frequencies = rule.frequencies.map((_, i) => power(base, -i / pairs));
      const message = `Frequencies have exponents 2i/${over} instead of 2i/${2 * pairs}: divide by the number of features that turn.`;
      return { ...rule, base, frequencies, finding: problem("differs-base", message) };
    });
}
