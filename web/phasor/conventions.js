// conventions.js: how implementations lay out and space their sinusoids.

import * as check from "./check.js";
import { encodingKernels } from "./kernels/encoding.js";
import { copyIn, eachTile, inputAt, outputAt, suffix, Workspace } from "./workspace.js";

/** @import { FloatArray } from "./check.js" */
/** @import { Series } from "./frequencies.js" */

/**
 * What a convention fixes. With h = ⌊dModel/2⌋ pairs:
 *
 * - layout "interleaved": the two values of a pair are neighbours, columns 2i and 2i + 1;
 *   "concatenated": first one kind for all pairs, then the other, columns i and h + i
 * - order "sin-cos": the sine comes first; "cos-sin": the cosine
 * - spacing "d": ω_i = base^(-i/h), so that the lowest frequency is above 1/base;
 *   "d-2": ω_i = base^(-i/(h − 1)), so that it is 1/base; a number s below h: ω_i = base^(-i/(h − s)),
 *   which is diffusers' downscale_freq_shift: "d" is 0 and "d-2" is 1
 * - odd "error": dModel must be even; "zero-column": an odd dModel gets a last column of zeros
 * - singlePair: whether dModel 2 and 3, which have one pair, are defined with spacing "d-2"
 *
 * @typedef {object} ConventionRules
 * @property {"interleaved" | "concatenated"} layout
 * @property {"sin-cos" | "cos-sin"} order
 * @property {"d" | "d-2" | number} spacing
 * @property {"error" | "zero-column"} odd
 * @property {boolean} singlePair
 */

/** @typedef {keyof typeof conventions | { [K in keyof ConventionRules]?: ConventionRules[K] | undefined }} Convention */

/** @type {ConventionRules} */
const paper = {
  layout: "interleaved",
  order: "sin-cos",
  spacing: "d",
  odd: "error",
  singlePair: true,
};

/** @param {Partial<ConventionRules>} differences @returns {Readonly<ConventionRules>} */
function rules(differences) {
  return Object.freeze({ ...paper, ...differences });
}

/**
 * The presets, and what each fixes. To change a part of one, copy it:
 * `{ ...conventions.diffusers, order: "cos-sin" }`.
 *
 * - vaswani: the paper; also the rows of DETR's axes, which count positions from 1 ("detr")
 * - tensor2tensor: the first implementation
 * - fairseq: the same, but a single pair is not allowed, because fairseq would divide by zero; its
 *   first token is at position paddingIndex + 1, which is usually 2, so pass `start: 2`
 * - gpt-neox, mae: concatenated, spaced as in the paper
 * - diffusers: timestep embeddings with downscale_freq_shift 1 (spacing "d" is 0, order "cos-sin"
 *   is flip_sin_to_cos)
 */
export const conventions = Object.freeze({
  vaswani: rules({}),
  tensor2tensor: rules({ layout: "concatenated", spacing: "d-2", odd: "zero-column" }),
  fairseq: rules({
    layout: "concatenated",
    spacing: "d-2",
    odd: "zero-column",
    singlePair: false,
  }),
  "gpt-neox": rules({ layout: "concatenated" }),
  diffusers: rules({
    layout: "concatenated",
    spacing: "d-2",
    odd: "zero-column",
    singlePair: false,
  }),
  detr: rules({}),
  mae: rules({ layout: "concatenated" }),
});

const presets = /** @type {(keyof typeof conventions)[]} */ (Object.keys(conventions));

/**
 * A convention applied to a width: the frequencies, and which columns their values go to.
 * @typedef {Series & { width: number, layout: "interleaved" | "concatenated",
 *   order: "sin-cos" | "cos-sin" }} Arrangement
 *   width: columns, dModel
 */

/**
 * @param {string} where @param {unknown} convention @param {string} [name]
 * @returns {ConventionRules}
 */
function rulesOf(where, convention, name = "convention") {
  if (typeof convention === "string") {
    return conventions[check.oneOf(where, name, convention, presets)];
  }
  if (typeof convention !== "object" || convention === null) {
    return check.fail(TypeError, where, name, "a preset's name or an object", convention);
  }
  const names = /** @type {(keyof ConventionRules)[]} */ (Object.keys(paper));
  const parts = check.options(
    where,
    /** @type {Partial<ConventionRules>} */ (convention),
    names,
    name,
  );
  const complete = { ...paper, ...parts };
  check.oneOf(where, `${name}.layout`, complete.layout, ["interleaved", "concatenated"]);
  check.oneOf(where, `${name}.order`, complete.order, ["sin-cos", "cos-sin"]);
  complete.spacing = spacingOf(where, `${name}.spacing`, complete.spacing);
  check.oneOf(where, `${name}.odd`, complete.odd, ["error", "zero-column"]);
  check.boolean(where, `${name}.singlePair`, complete.singlePair);
  return complete;
}

/** @param {string} where @param {string} name @param {unknown} value @returns {"d" | "d-2" | number} */
function spacingOf(where, name, value) {
  if (value === "d" || value === 0) return "d";
  if (value === "d-2" || value === 1) return "d-2";
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const Kind = typeof value === "number" || typeof value === "string" ? RangeError : TypeError;
  return check.fail(Kind, where, name, '"d" or "d-2" or a finite number', value);
}

/**
 * Checks dModel, base and convention together.
 * @param {string} where @param {unknown} dModel @param {unknown} [base] @param {unknown} [convention]
 * @returns {Arrangement}
 */
export function arrange(where, dModel, base = 10000, convention) {
  const { layout, order, spacing, odd, singlePair } =
    convention === undefined ? paper : rulesOf(where, convention);
  const width = odd === "error" ? check.dModel(where, dModel) : check.oddDModel(where, dModel);
  const pairs = Math.floor(width / 2);
  const single = spacing === "d-2" && pairs === 1;
  if (single && !singlePair) {
    check.fail(RangeError, where, "dModel", "at least 4 in this convention", dModel);
  }
  if (typeof spacing === "number" && spacing >= pairs) {
    const half = `⌊dModel/2⌋ = ${pairs}`;
    check.fail(RangeError, where, "convention.spacing", `below ${half}`, spacing);
  }
  return {
    width,
    pairs,
    base: check.base(where, base),
    numerator: spacing === "d" ? 2 : 1,
    denominator: spacing === "d" ? 2 * pairs : spacing === "d-2" ? Math.max(pairs - 1, 1) : pairs,
    shift: typeof spacing === "number" ? spacing : 0,
    layout,
    order,
  };
}

/**
 * The same table in another convention that has the same values: the columns change places, and
 * nothing is computed.
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} options
 * @param {Convention} options.from the convention of pe
 * @param {Convention} options.to the convention of the result; must have the spacing of `from`
 * @param {T | undefined} [options.out] (L, d); must not overlap pe
 * @returns {T} (L, d)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function convertConvention(pe, shape, options) {
  const where = "phasor.convertConvention";
  const { from, to, out } = check.options(where, options, ["from", "to", "out"]);
  const source = rulesOf(where, from, "from");
  const target = rulesOf(where, to, "to");
  const { length, width } = check.matrix(where, pe, shape, 0);
  if (source.spacing !== target.spacing && width > 3) {
    throw new RangeError(
      `${where}: from and to must have the same spacing, got ${JSON.stringify(source.spacing)} and ` +
        `${JSON.stringify(target.spacing)}: ` +
        "their frequencies differ, so one table cannot become the other",
    );
  }
  for (const { odd } of [source, target]) {
    if (odd === "error") check.dModel(where, width);
  }
  const result = check.output(where, out, length * width, pe, { disjoint: { pe } });
  const sourceColumns = columnsOf(source, width);
  const targetColumns = columnsOf(target, width);
  const columnMoves = new Int32Array(width).fill(width - 1);
  for (let i = 0; i < sourceColumns.length; i++) columnMoves[targetColumns[i]] = sourceColumns[i];
  const workspace = new Workspace(pe, result);
  const columns = copyIn(workspace, columnMoves, 0, width);
  eachTile(workspace, length, 2 * width * pe.BYTES_PER_ELEMENT, false, (first, rows) => {
    const x = inputAt(workspace, pe, first * width, rows * width);
    const y = outputAt(workspace, result, first * width, rows * width);
    workspace.use(encodingKernels)[`phasor_columns${suffix(pe)}`](y, x, columns, rows, width);
    workspace.flush();
  });
  return /** @type {T} */ (result);
}

/**
 * The columns of sine 0, cosine 0, sine 1, …
 * @param {Pick<ConventionRules, "layout" | "order">} rules @param {number} width
 */
export function columnsOf({ layout, order }, width) {
  const pairs = Math.floor(width / 2);
  const columns = new Int32Array(2 * pairs);
  for (let i = 0; i < pairs; i++) {
    const first = layout === "interleaved" ? 2 * i : i;
    const second = layout === "interleaved" ? 2 * i + 1 : pairs + i;
    columns[2 * i] = order === "sin-cos" ? first : second;
    columns[2 * i + 1] = order === "sin-cos" ? second : first;
  }
  return columns;
}
