// variants.js: what a rotation is if one known mistake is made.
import { problem } from "../diagnose/messages.js";
import { expectedRule, sizesOf } from "./expected.js";
import {
  differsLayout,
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
import { exponentsOver } from "./rule_mistakes.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { Diagnosed } from "./diagnosed.js" */
/** @import { Rounding } from "./cells.js" */
/** @import { Shape, Slip } from "./pairing.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model } from "./subject.js" */

/**
 * @typedef {object} Variant
 * @property {Model} model
 * @property {Finding[]} findings
 * @property {Shape} [shape] if it is not the expected one
 * @property {Rule} [rule] if it is not the expected one
 * @property {Diagnosed} [found] if it was read from the entries
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
  /** @param {Partial<Shape>} changes @param {Slip} slip @param {Finding[]} findings */
  const paired = (changes, slip, ...findings) => {
    const other = { ...shape, ...changes };
    return { model: { ...model, pairing: pairingOf(other, slip) }, shape: other, findings };
  };
  const [half, interleaved] = /** @type {const} */ (["half", "interleaved"]);
  const other = layout === half ? interleaved : half;
  const otherLayout = differsLayout(other, pairs, layout, pairs, false);
  yield paired({ layout: other }, {}, otherLayout);
  const gap = width / 2;
  if (pairs < gap && start + gap + pairs <= width) {
    const message = `Pairs are ${words.half(gap)}; the configuration says ${words[layout](pairs)}: split the rotated features x[..., :${2 * pairs}] into halves, not the head.`;
    const wide = paired({ layout: half, gap }, {}, problem("differs-layout", message));
    yield wide;
    for (const { finding, ...rule } of exponentsOver(expect, pairs, [width])) {
      const turned = { ...wide.model, turns: { ...turns, frequencies: rule.frequencies } };
      yield { ...wide, model: turned, rule, findings: [...wide.findings, finding] };
    }
  }
  if (layout === half) {
    const reordered = reorderedOutput(pairs);
    yield paired({ layout: interleaved }, { reordered: true }, otherLayout, reordered);
  }
  const joined = `Rotated partners are put together as halves, but pairs are (2i, 2i + 1): rotate_every_two is stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2), not cat.`;
  yield paired({ layout: interleaved }, { joined: true }, problem("joined-halves", joined));
  for (const used of [half, interleaved]) {
    const expected = used === layout || expect.layout === undefined;
    const more = expected ? [] : [otherLayout];
    yield paired({ layout: used }, { positive: true }, missingMinus(), ...more);
    yield paired({ layout: used }, { mixed: true }, mixedDoubling(used, pairs), ...more);
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
