// rule_mistakes.js: the rules that result from usual mistakes, likeliest first.
import { problem } from "../diagnose/messages.js";
import { power } from "../elementary.js";
import { typeOf } from "./describe.js";
import { expectedRule, sizesOf } from "./expected.js";
import { invertedFrequencies } from "./findings.js";
import { BASES, FACTORS } from "./rules.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */
/** @import { Rule } from "./rules.js" */

/** @typedef {Rule & { finding?: Finding }} MistakenRule */

/** Lengths for which models are usually trained. */
const LENGTHS = [8192, 4096, 32768];

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
 * The expected rule without its scaling, with it applied twice and for other lengths, also with other bases; and with
 * other scalings.
 * @param {ExpectedRotary} expect @param {number} pairs @param {Rule} expected @returns {Rule[]}
 */
export function relatedRules(expect, pairs, expected) {
  const { scaling } = expected;
  if (!scaling || typeOf(scaling) === "default") return [];
  return [expected.base, ...BASES.filter((base) => base !== expected.base)].flatMap((base) => {
    const [scaled] = base === expected.base ? [expected] : ruleWith(expect, pairs, { base });
    const unscaled = { base, scaling: null, length: undefined, attentionFactor: undefined };
    const [bare] = ruleWith(expect, pairs, unscaled, "missing");
    const twice = scaled.frequencies.map((w, i) =>
      bare.frequencies[i] > 0 ? (w * w) / bare.frequencies[i] : w,
    );
    const length = scaling.original_max_position_embeddings;
    const lengths = length === undefined ? [] : [length, 2 * length, 4 * length];
    return [
      ...(base === expected.base ? otherScalings(expect, pairs, scaling) : [scaled]),
      bare,
      { ...scaled, frequencies: twice, as: "twice" },
      ...lengths.flatMap((other) =>
        ruleWith(expect, pairs, { base, length: other }, "other-length"),
      ),
    ];
  });
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
  const lengths = [...new Set([...(length === undefined ? [] : [length]), ...LENGTHS])];
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
  const inverse = frequencies.map((w) => (w > 0 ? 1 / w : 0));
  yield { ...expected, as: undefined, frequencies: inverse, finding: invertedFrequencies() };
  if (typeOf(scaling) === "default") {
    const message = `The exponents were truncated to integers, so every pair turns at the same frequency: divide 2i/${rotaryDim} as floats.`;
    const finding = problem("integer-exponents", message);
    yield { ...expected, as: undefined, base: 1, frequencies: frequencies.map(() => 1), finding };
  }
  yield* ofScaling(expected, pairs);
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
function ofScaling({ ...expected }, pairs) {
  const { base, scaling, frequencies } = expected;
  const type = typeOf(scaling);
  const factor = scaling?.factor ?? 1;
  /** @param {string} code @param {string} message @param {(w: number, i: number) => number} by */
  const rule = (code, message, by) => [
    {
      ...expected,
      as: undefined,
      frequencies: frequencies.map(by),
      finding: problem(code, message),
    },
  ];
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
export function exponentsOver(expect, pairs, numbers) {
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
