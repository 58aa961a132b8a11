// diagnose_rotary.js: says what a rotary embedding does, and what is wrong with it.
//
// Each pair is an arrow that turns from row to row. The rules that may have produced the
// frequencies are tried on the angles themselves: a rule that differs by no more than rounding and
// noise is a reading. If there are several readings, all are named. Vectors before and after a
// rotation give the arrows by least squares.
import * as check from "./check.js";
import { bySeverity, isProblem, problem } from "./diagnose/messages.js";
import { diagnosisOf, emptyDiagnosis } from "./diagnose_rotary/answer.js";
import { arraysOf, cacheShape, copiesOf, doublingOf } from "./diagnose_rotary/cache.js";
import { compareModels, expectedModels } from "./diagnose_rotary/comparison.js";
import { axisCount, readPositions, sizesOf, tokenAxes, where } from "./diagnose_rotary/expected.js";
import * as say from "./diagnose_rotary/findings.js";
import { hypothesesOf } from "./diagnose_rotary/hypotheses.js";
import { identifyCache, identifyVectors } from "./diagnose_rotary/identify.js";
import { MIN_ROWS } from "./diagnose_rotary/rows.js";
import { Subject } from "./diagnose_rotary/subject.js";
import { readElements } from "./doctor/elements.js";
import { rotaryOptions } from "./rope/options.js";
import { ropeFrequencies } from "./rope/scaling.js";

/** @import { Dtype, FloatArray } from "./check.js" */
/** @import { Finding } from "./diagnose/messages.js" */
/** @import { Angles } from "./diagnose_rotary/reading.js" */
/** @import { Layout } from "./diagnose_rotary/cache.js" */
/** @import { Comparison, Expected } from "./diagnose_rotary/comparison.js" */
/** @import { Identification } from "./diagnose_rotary/identify.js" */
/** @import { Placement } from "./diagnose_rotary/expected.js" */
/** @import { RotaryOptions, RowPositions } from "./rope/options.js" */
/** @import { Describing, RopeOptions, RopeScaling } from "./rope/scaling.js" */

/**
 * @typedef {object} RotaryDiagnosis
 * @property {"rotary" | "unknown"} kind unknown: no arrows that turn evenly from row to row
 * @property {Layout | null} layout null for a cache with one column for each pair
 * @property {boolean} vectors whether vectors were given instead of a cache
 * @property {number} pairs
 * @property {number | null} rotaryDim number of features that are rotated
 * @property {number | null} rotaryStart the first of them; null for a cache
 * @property {boolean} reordered whether the pairs (2i, 2i + 1) of the vectors come out as (i, i + r/2)
 * @property {number | null} base null if the rule is not known
 * @property {NonNullable<RopeScaling["type"]> | "explicit" | null} rule explicit: no known rule
 * @property {RopeScaling | null} scaling the rule's parameters. A stretched base ("ntk", "dynamic")
 *   is distinguished from another base only if it is a usual base stretched by a round factor
 * @property {{ base: number, scaling: RopeScaling | null, step: number, frequencies: Float64Array }[]} alternatives
 *   other rules that fit as well
 * @property {Float64Array<ArrayBuffer>} frequencies (pairs), in radians per position, as measured;
 *   with a step above 1, those of fast pairs lack whole turns
 * @property {Float64Array<ArrayBuffer>} tolerances (pairs), the uncertainties of the frequencies
 * @property {number | null} attentionFactor
 * @property {number | null} start position of row 0
 * @property {number} step positions from one row to the next
 * @property {{ row: number, start: number | null }[]} segments the runs of consecutive positions:
 *   the first row and the first position of each
 * @property {Int32Array<ArrayBuffer> | null} axes (pairs), the axis of the positions that rotate
 *   the pair, −1 if it cannot be determined; null for one axis
 * @property {1 | -1} direction
 * @property {boolean} swapped whether cosines and sines are exchanged
 * @property {boolean} negated whether both have the wrong sign
 * @property {Angles | null} arithmetic of the angles; null if it cannot be determined
 * @property {number} roundoff relative, of the narrowest format that holds the entries
 * @property {{ max: number, rms: number } | null} deviation of the angles from a uniform rotation,
 *   in radians: of the noisiest pair, and of the median
 * @property {{ max: number, rms: number, limit: number, above: number, count: number } | null} residual
 *   with `expect`: what remains after subtracting what is expected. max and limit: difference and
 *   limit of the entry that exceeds its limit most; rms of all entries; above: how many of the
 *   `count` entries exceed their limits. There is a problem exactly if max > limit
 * @property {Finding[]} findings problems first
 */
/**
 * The options of a `RotaryEmbedding`, or what `ropeFromConfig` returned. By default, `dHead` is the last
 * axis of the vectors, or twice the pairs of the cache; without `layout`, either is right. `maxLength`,
 * `arithmetic` and `dtype` are not compared; `xpos` and `queryScaling` only in vectors, as queries or as
 * keys.
 * @typedef {RopeOptions & RotaryOptions & { dHead?: number | undefined, dtype?: Dtype | undefined }} ExpectedRotary
 */

/** An array of floats, or of 16 bits an element: a Float16Array, or the bits in a Uint16Array.
 * @typedef {FloatArray | Uint16Array | import("./narrow.js").HalfArray} Elements */
/**
 * A cache, as cosines and sines (T, r/2), or (T, r) doubled by halves or by neighbours; as `cosSin`
 * (T, r), cosines then sines, as in vLLM; as `freqsCis`, complex numbers (T, r/2) or (T, r/2, 2), as in
 * Llama's and torchtune's code. Or vectors (…, T, dHead) before and after the rotation.
 * @typedef {{ cos: Elements, sin: Elements } | { cosSin: Elements } | { freqsCis: Elements }
 *   | { input: Elements, output: Elements }} RotaryData
 */
/**
 * A copy of `expect`, with each option read once.
 * @param {ExpectedRotary & Describing} option @param {number} size number of features of the data
 * @returns {ExpectedRotary & { dHead: number }}
 */
function readExpected(option, size) {
  const { maxLength, arithmetic, dtype, ...options } = check.options(
    where,
    option,
    rotaryOptions,
    "expect",
  );
  const { rotaryDim, dHead = rotaryDim ?? size, layout, direction } = options;
  const expect = { ...options, dHead };
  if (layout !== undefined) check.oneOf(where, "expect.layout", layout, ["half", "interleaved"]);
  if (direction !== undefined && direction !== 1 && direction !== -1) {
    check.reject(where, "expect.direction", "1 or -1", direction);
  }
  try {
    const { xpos, ...others } = expect;
    ropeFrequencies(expect.dHead, others); // checks the others
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const [, what] = error.message.split("phasor.ropeFrequencies: ");
    if (what === undefined) throw error;
    const Kind = error instanceof TypeError ? TypeError : RangeError;
    throw new Kind(`${where}: expect.${what}`);
  }
  return expect;
}

/**
 * Determines how a rotary embedding rotates, from its cache or from vectors before and after a
 * rotation: layout, features, base, scaling rule, attention factor, position of row 0, direction
 * and the arithmetic of the angles.
 *
 * With `expect`, the expected rotation is applied and subtracted. `residual` is what remains. If it
 * exceeds what rounding to the type of the entries and float32 angles and products explain, there is
 * a problem that says where and, if a known mistake explains it, why; otherwise there is none. Any
 * number of rows is enough. Without `expect`, there must be at least 8.
 *
 * @param {RotaryData} data
 * @param {readonly number[]} shape [T, columns] or [..., T, dHead]; in that of a cache, axes of
 *   size 1 are ignored
 * @param {object} [options]
 * @param {ExpectedRotary | undefined} [options.expect] what it should be; each difference becomes a
 *   finding. Rules that depend on the length take it from `expect.length`, or else from the positions
 * @param {RowPositions | undefined} [options.positions] (T); (B, T), if each element of the first axis has
 *   its own; or one such list for each axis. Without `expect`, integer multiples of one number. By
 *   default, consecutive positions
 * @param {number | undefined} [options.tokenAxis] the index of the axis T of vectors. By default
 *   the second-to-last, or another axis if vectors turn along that and not along the second-to-last
 * @param {"float16" | "bfloat16" | undefined} [options.dtype] the type whose bits are in a Uint16Array; by
 *   default the likelier one
 * @returns {RotaryDiagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * const { cos, sin } = new RotaryEmbedding(64, { base: 500000, maxLength: 32 });
 * diagnoseRotary({ cos, sin }, [32, 32]).base; // 500000
 */
export function diagnoseRotary(data, shape, options) {
  const settings = check.options(where, options, ["expect", "positions", "tokenAxis", "dtype"]);
  if (settings.dtype !== undefined)
    check.oneOf(where, "dtype", settings.dtype, ["float16", "bfloat16"]);
  /** @type {{ [name in "cos" | "sin" | "cosSin" | "freqsCis" | "input" | "output"]?: unknown }} */
  const named = data;
  const names = /** @type {const} */ (["cos", "sin", "cosSin", "freqsCis", "input", "output"]);
  const arrays = check.options(where, named, names, "data");
  return arrays.input !== undefined || arrays.output !== undefined
    ? diagnoseVectors(arrays, shape, settings)
    : diagnoseCache(arrays, shape, settings);
}

/**
 * The options of `diagnoseRotary`.
 * @typedef {object} Options
 * @property {ExpectedRotary | undefined} [expect]
 * @property {unknown} [positions]
 * @property {number | undefined} [tokenAxis]
 * @property {"float16" | "bfloat16" | undefined} [dtype]
 */

/**
 * One way to read the data.
 * @typedef {object} View
 * @property {Subject} subject
 * @property {Expected[]} models of what is expected
 * @property {Layout | null} layout of a cache
 * @property {Finding | undefined} finding about that layout
 * @property {() => Identification | undefined} identify what the entries alone say
 */

/** Runs `body` at the first call. @template T @param {() => T} body */
function memoize(body) {
  /** @type {{ value: T } | undefined} */
  let result;
  return () => {
    result ??= { value: body() };
    return result.value;
  };
}

/**
 * @param {{ [name: string]: unknown }} data @param {readonly number[]} shape
 * @param {Options} options @returns {RotaryDiagnosis}
 */
function diagnoseCache(data, shape, { expect: option, positions, dtype }) {
  const [rows, columns] = cacheShape(shape, data.freqsCis);
  check.integer(where, "shape[0] (T)", rows, option ? 1 : MIN_ROWS, Number.MAX_SAFE_INTEGER);
  check.integer(where, "shape[1] (columns)", columns, data.cosSin === undefined ? 1 : 2, 65536);
  const { cos, sin, width } = arraysOf(data, rows, columns, dtype);
  const features = doublingOf(cos, sin, rows, width) ? width : 2 * width;
  const expect = option === undefined ? undefined : readExpected(option, features);
  const placement = readPositions(positions, rows, 1, expect);
  const nonFinite = notFinite([cos, sin]);
  if (nonFinite > 0) return nonFiniteDiagnosis(false, nonFinite, expect);
  const identify = memoize(() => identifyCache(cos, sin, rows, width, placement, expect));
  if (!expect) return strip(/** @type {Identification} */ (identify()));
  const { rotaryDim } = sizesOf(expect);
  const copies = copiesOf(cos, sin, rows, width, rotaryDim / 2, expect.layout);
  const views = copies.map((form) => {
    return { ...form, identify, models: expectedModels(expect, form.subject, placement) };
  });
  return bestDiagnosis(views, expect, identify, say.otherSizes(width, rotaryDim, false));
}

/**
 * @param {{ [name: string]: unknown }} data @param {readonly number[]} shape
 * @param {Options} options @returns {RotaryDiagnosis}
 */
function diagnoseVectors(data, shape, { expect: option, positions, tokenAxis, dtype }) {
  const sizes = check.leading(where, "shape", shape, ["T", "dHead"]);
  const expect = option === undefined ? undefined : readExpected(option, sizes[sizes.length - 1]);
  const min = expect ? 1 : MIN_ROWS;
  const axes = tokenAxes(sizes, tokenAxis, positions, min, axisCount(expect));
  const [axis] = axes;
  const last = sizes.length - 1;
  check.integer(where, axis === last - 1 ? "shape (T)" : `shape[${axis}] (T)`, sizes[axis], min);
  check.integer(where, "shape (dHead)", sizes[last], 2, 65536);
  const size = sizes.reduce((product, length) => product * length, 1);
  const input = readElements(where, "data.input", data.input, size, sizes, dtype);
  const output = readElements(where, "data.output", data.output, size, sizes, dtype);
  /** @param {number} at @param {number} [count] of the axes of the positions */
  const placementAt = (at, count = axisCount(expect)) => {
    const value = axes.includes(at) ? positions : undefined;
    return readPositions(value, sizes[at], at > 0 ? sizes[0] : 1, expect, count);
  };
  const placement = placementAt(axis);
  const nonFinite = notFinite([input, output]);
  if (nonFinite > 0) return nonFiniteDiagnosis(true, nonFinite, expect);
  const isCopy = isSame(input, output);
  if (!expect) {
    if (isCopy) return { ...emptyDiagnosis(true), findings: [say.notRotated(false)] };
    for (const at of axes) {
      const subject = new Subject(input, output, sizes, at);
      // One list for each batch element may also be one for each axis.
      const either = Array.isArray(positions) && positions.length === subject.batch;
      const diagnosis =
        identifyVectors(subject, placementAt(at), undefined) ??
        (either && identifyVectors(subject, placementAt(at, 1), undefined));
      if (!diagnosis) continue;
      const note = at === axis ? [] : [say.tokenAxisNote(at)];
      const answer = strip(diagnosis);
      return { ...answer, findings: [...say.splitHead(answer), ...answer.findings, ...note] };
    }
    return { ...emptyDiagnosis(true), findings: [say.unknown(false, true)] };
  }
  /** @param {number} at @param {Placement} placement @param {number[]} [shape] @returns {View} */
  const viewAt = (at, placement, shape = sizes) => {
    const subject = new Subject(input, output, shape, at);
    const identify = memoize(() =>
      isCopy ? undefined : identifyVectors(subject, placement, expect),
    );
    const models = expectedModels(expect, subject, placement);
    return { subject, layout: null, finding: undefined, identify, models };
  };
  const fits = (/** @type {View} */ { subject, models }) =>
    models.some(({ model }) => subject.fits(model));
  const sizeFinding = say.otherSizes(sizes[last], sizesOf(expect).rotaryDim, true);
  const view = viewAt(axis, placement);
  const views = [view];
  const isWrong = view.models.length > 0 && !fits(view);
  /** @param {View} other @param {Finding} finding @returns {RotaryDiagnosis} */
  const diagnoseInstead = (other, finding) => {
    const { findings, ...answer } = bestDiagnosis([other], expect, other.identify, sizeFinding);
    const { residual } = compareModels(view.subject, view.models, () => []);
    return { ...answer, residual: residual.summary, findings: [finding, ...findings] };
  };
  for (let at = last - 1; isWrong && at >= 0; at--) {
    if (at === axis || sizes[at] < 2) continue;
    const isAllowed = axes.includes(at);
    const other = viewAt(at, placementAt(at));
    if (isAllowed && !isCopy) views.push(other);
    if (fits(other) && !isAllowed) return diagnoseInstead(other, say.otherAxis(at, axis, sizes));
    if (fits(other)) {
      const answer = bestDiagnosis([other], expect, other.identify, sizeFinding);
      // Where no other axis has several rows, it is the only one that can be meant.
      const isOnly = sizes.slice(0, -1).every((length, a) => a === at || length === 1);
      return isOnly ? answer : { ...answer, findings: [...answer.findings, say.tokenAxisNote(at)] };
    }
    const shape = [...sizes.keys()].map((a) => sizes[a === at ? axis : a === axis ? at : a]);
    if (placement.places.byBatch && at * axis === 0) continue;
    const swapped = viewAt(at, placement, shape);
    if (fits(swapped)) return diagnoseInstead(swapped, say.otherAxis(at, axis, sizes, shape));
  }
  /** @type {RotaryDiagnosis | undefined} */
  let answer;
  for (const view of views) {
    const diagnosis = bestDiagnosis([view], expect, view.identify, sizeFinding);
    const { kind, findings } = diagnosis;
    if (answer && (answer.kind === "rotary" || kind === "unknown")) continue;
    if (view !== views[0]) findings.push(say.tokenAxisNote(view.subject.axis));
    const isVague = findings.some(
      (finding) => isProblem(finding) && VAGUE_CODES.includes(finding.code),
    );
    answer = isVague && views.length > 1 ? { ...diagnosis, kind: "unknown" } : diagnosis;
    if (answer.kind === "rotary") break;
  }
  return /** @type {RotaryDiagnosis} */ (answer);
}

/** Findings that another axis may explain. */
const VAGUE_CODES = ["differs-from-expected", "no-rotation", "other-positions", "constant-phase"];

/** What entries that were read may leave, as a share of what is expected leaves. */
const MAX_SHARE_LEFT = 0.5;

/**
 * The comparison that leaves least.
 * @param {View[]} views @param {ExpectedRotary} expect
 * @param {() => Identification | undefined} identify what the entries alone say
 * @param {Finding} sizeFinding if nothing can be compared
 * @returns {RotaryDiagnosis}
 */
function bestDiagnosis(views, expect, identify, sizeFinding) {
  /** @type {{ view: View, comparison: Comparison } | undefined} */
  let closest;
  /** @type {Comparison["residual"] | undefined} of the form that is expected */
  let residual;
  for (const view of views) {
    const { subject, models } = view;
    if (models.length === 0) continue;
    const comparison = compareModels(subject, models, (expected) =>
      hypothesesOf(identify(), subject, expected),
    );
    const isMistake = view.finding?.severity === "problem";
    const { residual: remaining } = comparison;
    if (!isMistake && (!residual || remaining.above < residual.above)) residual = remaining;
    if (!closest || costOf(comparison) < costOf(closest.comparison)) closest = { view, comparison };
    if (!remaining.isLarge) break;
  }
  if (!closest || !residual) {
    const diagnosis = identify();
    const answer = diagnosis ? strip(diagnosis) : emptyDiagnosis(true);
    const infinite = { max: Infinity, rms: Infinity, limit: 0, above: 1, count: 1 };
    const extra = answer.findings.some(isProblem) ? [] : [sizeFinding];
    return { ...answer, residual: infinite, findings: bySeverity([...answer.findings, ...extra]) };
  }
  const { view, comparison } = closest;
  const { subject, layout, finding } = view;
  if (costOf(comparison) > 0) {
    // The entries fit a rule, though not to the last bit.
    const diagnosis = identify();
    // Lengths that change are not what is expected, even if evenly.
    const findings = (diagnosis?.findings ?? []).map((finding) =>
      finding.code === "changing-lengths" ? problem(finding.code, finding.message) : finding,
    );
    const problems = findings.filter(isProblem);
    // Subtracting a rotation does not remove a change of lengths.
    const onlyLengths = problems.every(({ code }) => code === "changing-lengths");
    const leavesLess = () => {
      const models = [...hypothesesOf(diagnosis, subject, view.models[0])];
      const rms = models.map(({ model }) => subject.residual(model).rms);
      // Another number of features cannot be subtracted.
      return rms.length === 0 || Math.min(...rms) < MAX_SHARE_LEFT * residual.rms;
    };
    if (diagnosis && diagnosis.fits > 0 && problems.length > 0 && (onlyLengths || leavesLess())) {
      return {
        ...strip(diagnosis),
        findings: bySeverity(findings),
        residual: residual.summary,
      };
    }
  }
  const { diagnosis, explained } = comparison;
  const base = diagnosis ? strip(diagnosis) : diagnosisOf(subject, comparison, expect, layout);
  const findings = bySeverity([...comparison.findings, ...(finding ? [finding] : [])]);
  return { ...base, kind: explained ? "rotary" : "unknown", residual: residual.summary, findings };
}

/** What an explanation leaves. @param {Comparison} comparison */
const costOf = ({ remaining, explained, complete }) =>
  complete ? 0 : explained ? remaining.rms : remaining.rms + 10;

/** @param {FloatArray[]} arrays */
function notFinite(arrays) {
  let count = 0;
  for (const array of arrays) {
    // Differences of finite numbers are 0, and so is their sum.
    let sum = 0;
    for (let at = 0; at < array.length; at++) sum += array[at] - array[at];
    if (sum !== 0) for (const x of array) if (!Number.isFinite(x)) count++;
  }
  return count;
}

/**
 * The diagnosis of entries that are not finite.
 * @param {boolean} vectors @param {number} count @param {ExpectedRotary | undefined} expect
 * @returns {RotaryDiagnosis}
 */
function nonFiniteDiagnosis(vectors, count, expect) {
  const residual = expect ? { max: Infinity, rms: Infinity, limit: 0, above: count, count } : null;
  return { ...emptyDiagnosis(vectors), residual, findings: [say.notFiniteFinding(count)] };
}

/** @param {FloatArray} a @param {FloatArray} b */
function isSame(a, b) {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** @param {Identification} diagnosis @returns {RotaryDiagnosis} */
function strip({ fits, identifiedRule, positions, mistake, ...diagnosis }) {
  return diagnosis;
}
