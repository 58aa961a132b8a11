// diagnose_rotary.js: says what a rotary embedding does, and what is wrong with it.
//
// Each pair is an arrow that turns from row to row (diagnose_rotary/phases.js). The frequencies tell the
// rule, the phases of row 0 the position, the lengths the attention factor; what then is left of the
// entries tells the arithmetic. Vectors before and after a rotation give the arrows by least squares.
import * as check from "./check.js";
import { note } from "./diagnose/messages.js";
import { arithmeticOf } from "./diagnose_rotary/arithmetic.js";
import { readCache } from "./diagnose_rotary/cache.js";
import { compare, describe } from "./diagnose_rotary/findings.js";
import { arrowOf } from "./diagnose_rotary/phases.js";
import { isUsual, ruleOf } from "./diagnose_rotary/rules.js";
import { turningOf } from "./diagnose_rotary/start.js";
import { rotationsOf } from "./diagnose_rotary/vectors.js";
import { ropeFrequencies } from "./rope/scaling.js";

/** @import { FloatArray } from "./check.js" */
/** @import { Finding } from "./diagnose/messages.js" */
/** @import { Angles } from "./diagnose_rotary/arithmetic.js" */
/** @import { Layout, Read } from "./diagnose_rotary/cache.js" */
/** @import { Arrow } from "./diagnose_rotary/phases.js" */
/** @import { Rule } from "./diagnose_rotary/rules.js" */
/** @import { RopeOptions, RopeScaling } from "./rope/scaling.js" */

/**
 * @typedef {object} RotaryDiagnosis
 * @property {"rotary" | "unknown"} kind unknown: no arrows that turn evenly from row to row
 * @property {Layout | null} layout null for a cache with one column for each pair
 * @property {boolean} vectors whether vectors were given, not a cache
 * @property {number} pairs
 * @property {number | null} rotaryDim features that turn
 * @property {number | null} rotaryStart the first of them; null for a cache
 * @property {number | null} base null if the rule is not known
 * @property {"default" | "linear" | "ntk" | "yarn" | "llama3" | "proportional" | "explicit" | null} rule
 *   explicit: none that is known here
 * @property {RopeScaling | null} scaling its parameters. A stretched base ("ntk", "dynamic") is told from
 *   another base only where it is stretched from a usual one by a round factor
 * @property {Float64Array<ArrayBuffer>} frequencies (pairs), radians a row, as measured
 * @property {Float64Array<ArrayBuffer>} tolerances (pairs), how exactly that is known
 * @property {number | null} attentionFactor
 * @property {number | null} start position of row 0
 * @property {1 | -1} direction
 * @property {boolean} swapped whether cosines and sines are exchanged
 * @property {boolean} negated whether both have the wrong sign
 * @property {Angles | null} arithmetic of the angles; null where the entries do not tell
 * @property {{ max: number, rms: number } | null} deviation of the entries from even turning
 * @property {Finding[]} findings problems first
 */
/**
 * The options of a `RotaryEmbedding`, or what `ropeFromConfig` returned.
 * @typedef {RopeOptions & { dHead?: number | undefined, layout?: Layout | undefined,
 *   rotaryStart?: number | undefined, direction?: 1 | -1 | undefined }} ExpectedRotary
 */

/** From here on the arrows do not turn evenly. */
const EVEN = 0.5;
/** How exactly frequencies are told: angles in float32, and in 16 bits. */
const FINE = 3e-7;
const COARSE = 6e-3;

/**
 * @param {Read} read @param {boolean} vectors @param {ExpectedRotary | undefined} expect
 * @returns {RotaryDiagnosis}
 */
function diagnosed(read, vectors, expect) {
  const { pairs, layout } = read;
  const arrows = Array.from({ length: pairs }, (_, i) => arrowOf(read, i));
  const sizes = arrows.map(({ amplitude }) => amplitude).sort((a, b) => a - b);
  const middle = sizes[pairs >> 1];
  const noise = arrows.map((each) => each.noise).sort((a, b) => a - b)[pairs >> 1];
  const measured = {
    frequencies: arrows.map(({ frequency }) => Math.abs(frequency)),
    errors: arrows.map(({ error }) => error),
    amplitude: middle,
  };
  const fine = ruleOf(measured, FINE);
  const tried = fine ?? ruleOf(measured, COARSE);
  // Far from row 0 only exact frequencies tell the position.
  const exact = arrows.map((arrow, i) => {
    if (!tried) return arrow;
    const frequency = (arrow.frequency < 0 ? -1 : 1) * tried.frequencies[i];
    return { ...arrow, frequency, error: Math.min(arrow.error, 1e-9 * tried.frequencies[i]) };
  });
  const turning = turningOf(exact);
  const asMeasured = {
    ...{ base: 0, scaling: /** @type {any} */ ({}), attentionFactor: 1 },
    frequencies: Float64Array.from(measured.frequencies),
  };
  const told = arithmeticOf(read, tried ?? asMeasured, turning, middle);
  // Loose frequencies are believed where coarse angles explain them.
  const believed = fine ?? (tried && isCoarse(told, 0.5) ? tried : undefined);
  const coarse = isCoarse(told, fine ? 0.9 : 0.5);
  const loose = coarse ? COARSE : FINE;
  // Coarse angles bend a whole position.
  const whole = Math.round(turning.start ?? 0) + 0;
  if (coarse && turning.start !== null && Math.abs(turning.start - whole) < 0.1)
    turning.start = whole;
  /** @type {RotaryDiagnosis} */
  const found = {
    kind: noise < EVEN && middle > 1e-6 ? "rotary" : "unknown",
    ...{ layout, vectors, pairs, rotaryDim: 2 * pairs },
    rotaryStart: vectors ? read.rotaryStart : null,
    base: believed?.base ?? null,
    rule: believed
      ? /** @type {RotaryDiagnosis["rule"]} */ (believed.scaling?.type ?? "default")
      : "explicit",
    scaling: believed?.scaling ?? null,
    frequencies: Float64Array.from(measured.frequencies),
    tolerances: Float64Array.from(
      measured.errors,
      (error, i) => 6 * error + loose * measured.frequencies[i],
    ),
    attentionFactor: Math.abs(middle - 1) < 4e-3 ? 1 : middle,
    ...turning,
    arithmetic: fine || coarse ? told.arithmetic : null,
    deviation: { max: Math.max(...arrows.map((each) => each.noise)), rms: noise },
    findings: [],
  };
  if (found.kind === "unknown") {
    const nothing = { rotaryDim: null, rotaryStart: null, base: null, rule: null, scaling: null };
    return { ...found, ...nothing, attentionFactor: null, start: null, arithmetic: null };
  }
  found.findings = describe(found, coarse);
  if (expect) found.findings = compare(found.findings, found, expect);
  const severe = (/** @type {Finding} */ each) => (each.severity === "problem" ? 0 : 1);
  found.findings.sort((a, b) => severe(a) - severe(b));
  return found;
}

/**
 * A copy, each option read once.
 * @param {string} where @param {ExpectedRotary} asked @returns {ExpectedRotary}
 */
function readExpected(where, asked) {
  if (typeof asked !== "object" || asked === null) {
    check.fail(TypeError, where, "expect", "an object", asked);
  }
  const expect = { ...asked };
  const { dHead, rotaryDim, layout, direction } = expect;
  if (dHead === undefined && rotaryDim === undefined) {
    check.fail(TypeError, where, "expect.dHead", "an integer", dHead);
  }
  if (layout !== undefined) check.oneOf(where, "expect.layout", layout, ["half", "interleaved"]);
  if (direction !== undefined && direction !== 1 && direction !== -1) {
    check.reject(where, "expect.direction", "1 or -1", direction);
  }
  try {
    ropeFrequencies(dHead ?? rotaryDim ?? 2, expect); // checks the others
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const Kind = error instanceof TypeError ? TypeError : RangeError;
    throw new Kind(error.message.replace("phasor.ropeFrequencies", where));
  }
  return expect;
}

/** @param {ReturnType<typeof arithmeticOf>} told @param {number} part */
function isCoarse({ arithmetic, rms, exact }, part) {
  const narrow = arithmetic === "bfloat16" || arithmetic === "float16";
  return narrow && rms < part * exact && rms < 0.05;
}

/**
 * Tells from a rotary cache, or from vectors before and after somebody's rotation, how they turn: layout,
 * features, base, scaling rule, attention factor, position of row 0, direction and the arithmetic of
 * the angles. Rows are consecutive positions, 8 or more of them.
 *
 * @param {{ cos: FloatArray, sin: FloatArray } | { input: FloatArray, output: FloatArray }} data cos and
 *   sin: (T, r/2), or (T, r) doubled by halves or by neighbours; input and output: (…, T, dHead)
 * @param {readonly number[]} shape [T, columns] or [..., T, dHead]
 * @param {object} [options]
 * @param {ExpectedRotary | undefined} [options.expect] what it should be; each difference becomes a finding
 * @returns {RotaryDiagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * const { cos, sin } = new RotaryEmbedding(64, { base: 500000, maxLength: 32 });
 * diagnoseRotary({ cos, sin }, [32, 32]).base; // 500000
 */
export function diagnoseRotary(data, shape, options) {
  const where = "phasor.diagnoseRotary";
  const { expect: asked } = check.options(where, options, ["expect"]);
  const expect = asked === undefined ? undefined : readExpected(where, asked);
  const given = /** @type {{ [name: string]: FloatArray | undefined }} */ (
    check.options(where, data, ["cos", "sin", "input", "output"], "data")
  );
  const vectors = given.input !== undefined || given.output !== undefined;
  if (!vectors) {
    const [rows, columns] = check.shape(where, "shape", shape, ["T", "columns"], 1);
    check.integer(where, "shape[0] (T)", rows, 8, Number.MAX_SAFE_INTEGER);
    check.integer(where, "shape[1] (columns)", columns, 2, 65536);
    const because = ` for shape [${rows}, ${columns}]`;
    const cos = check.floats(where, "data.cos", given.cos, rows * columns, because);
    const sin = check.floats(where, "data.sin", given.sin, rows * columns, because);
    return diagnosed(readCache(cos, sin, rows, columns), false, expect);
  }
  const sizes = check.leading(where, "shape", shape, ["T", "dHead"]);
  const [rows, width] = sizes.slice(-2);
  check.integer(where, "shape (T)", rows, 8, Number.MAX_SAFE_INTEGER);
  check.integer(where, "shape (dHead)", width, 2, 65536);
  const size = sizes.reduce((all, each) => all * each, 1);
  const because = ` for shape [${sizes.join(", ")}]`;
  const input = check.floats(where, "data.input", given.input, size, because);
  const output = check.floats(where, "data.output", given.output, size, because);
  const reads = rotationsOf(input, output, size / rows / width, rows, width);
  if (reads.length === 0) {
    const empty = { rows, pairs: 1, precision: 0, layout: null, rotaryStart: 0 };
    const none = { cos: new Float64Array(rows), sin: new Float64Array(rows) };
    return diagnosed({ ...empty, ...none }, true, undefined);
  }
  return likeliest(reads.map((read) => diagnosed(read, true, expect)));
}

/**
 * Of several extents the one whose rule has a usual base, or the one that is expected to turn. If there is
 * none, base and rule are not known.
 * @param {RotaryDiagnosis[]} all
 */
function likeliest(all) {
  const usual = all.find(({ base }) => base !== null && isUsual(base));
  if (usual) return usual;
  const [found] = all;
  if (all.length === 1) return found;
  const findings = found.findings.filter(({ code }) => code !== "unknown-rule");
  findings.push(
    note(
      "hidden-rotaryDim",
      "Slow pairs turn too little to tell how many features turn, and the base.",
    ),
  );
  return { ...found, rotaryDim: null, base: null, rule: null, scaling: null, findings };
}
