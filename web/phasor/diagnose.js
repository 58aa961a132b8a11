// diagnose.js: says what a table is, and what is wrong with it.
//
// In five steps, over diagnose/:
//
//   observe      observe.js: minima, equal rows, the format; frequencies of pairs
//   hypothesise  hypotheses.js, hypotheses_start.js: models of right and wrong implementations (model.js)
//   fit          fit.js, identify.js: to more and more of the table, then round numbers
//   compare      classify.js: every entry with the value from the model
//   explain      explain.js takes a model through these steps and chooses one; findings.js puts it into words
//
// If none explains a table, altered.js undoes what may have been done to it; a table that stays without a model is
// "unknown". With `expect`, compare_expected.js compares with that table (expected.js) first.
import * as check from "./check.js";
import { dropZeroColumns, undoAlteration } from "./diagnose/altered.js";
import { compare } from "./diagnose/compare_expected.js";
import { explain, explainOneSided } from "./diagnose/explain.js";
import { describeSinusoids } from "./diagnose/findings.js";
import { invariantsOf } from "./diagnose/invariants.js";
import { bySeverity, describeUnknown, statisticsFindings } from "./diagnose/messages.js";
import { halfUlp, statisticsOf } from "./diagnose/observe.js";

/** @import { FloatArray } from "./check.js" */
/** @import { TableResidual } from "./diagnose/compare_expected.js" */
/** @import { ExpectedTable } from "./diagnose/expected.js" */
/** @import { Invariant, Invariants } from "./diagnose/invariants.js" */
/** @import { Layout, Order } from "./diagnose/model.js" */
/** @import { Finding } from "./diagnose/messages.js" */
/** @import { Statistics } from "./diagnose/observe.js" */
/** @import { conventions } from "./conventions.js" */

/**
 * @typedef {object} Diagnosis
 * @property {"sinusoidal" | "constant" | "unknown"} kind unknown: learned, or computed in a way
 *   that `diagnose` does not know
 * @property {keyof typeof conventions | null} convention the preset with this layout, order and
 *   spacing; null if there is none
 * @property {Layout | null} layout
 * @property {Order | null} order
 * @property {"d" | "d-2" | null} spacing
 * @property {number | null} base null if it cannot be determined
 * @property {number | null} start the position of row 0
 * @property {{ base: number, start: number } | null} uncertainty standard errors of base and start
 * @property {"exact" | "float64" | "float32" | "bfloat16" | "float16" | "ggml" | null} arithmetic of the angles
 * @property {{ max: number, rms: number } | null} deviation of the entries from exact values
 * @property {number} tolerance with which the invariants were checked
 * @property {Invariants} invariants
 * @property {TableResidual | null} residual of the entries after subtracting what `expect` says; null without it
 * @property {Finding[]} findings problems first
 */

/**
 * Determines from a table alone what it is and what is wrong with it: convention, base, first
 * position, which invariants hold and by how much they fail, and findings, each with the columns
 * that it concerns and what to change. Without `expect`, the rows must be consecutive positions.
 *
 * With `expect`, the expected table is made and subtracted. `residual` is what remains; if rounding of entries and
 * angles to the element type does not explain it, findings of severity "problem" say where the entries differ and, if a
 * usual mistake explains all of it, why. Otherwise there is no problem. Any number of rows is enough.
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape d at least 1; may be odd
 * @param {object} [options]
 * @param {ExpectedTable | undefined} [options.expect] what it should be: the options of `sinusoidal` or
 *   `sinusoidalAt`, the sizes and options of `sinusoidal2d`, the levels and options of `nerf`, or the name of a
 *   convention
 * @returns {Diagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * diagnose(sinusoidal(64, 32, { start: 1 }), [64, 32]).findings[0].code; // "starts-at-1"
 */
export function diagnose(pe, shape, options) {
  rejectStack(shape);
  const { expect } = check.options("phasor.diagnose", options, ["expect"]);
  const { length, width } = check.matrix("phasor.diagnose", pe, shape);
  const statistics = statisticsOf(pe, length, width);
  if (expect === undefined) return identifyTable(statistics);
  /** @type {Diagnosis | undefined} */
  let identification;
  const identify = () => {
    identification ??= identifyTable(statistics);
    return identification;
  };
  const { properties, residual, findings } = compare(pe, length, width, expect, identify);
  const fromStatistics = statisticsFindings(statistics).findings;
  const notFinite = fromStatistics.filter(({ code }) => code === "not-finite");
  const others = findings.filter(({ code }) => code !== "not-finite");
  if (!properties) return { ...identify(), residual, findings: [...others, ...notFinite] };
  const notes = fromStatistics.filter(({ severity }) => severity === "note");
  return { ...diagnosisOf(statistics, properties, notes), residual };
}

/** What the entries show. @param {Statistics} statistics @returns {Diagnosis} */
function identifyTable(statistics) {
  const { width } = statistics;
  const fromStatistics = statisticsFindings(statistics);
  /** @param {Partial<Diagnosis>} properties @param {Finding[]} findings @param {number} [noise] */
  const diagnosis = (properties, findings, noise) =>
    diagnosisOf(statistics, properties, [...findings, ...fromStatistics.findings], noise);
  if (fromStatistics.constant) return diagnosis({ kind: "constant" }, []);
  const withoutZeros = dropZeroColumns(statistics);
  const explanation = withoutZeros
    ? undefined
    : (explain(statistics) ?? explainOneSided(statistics));
  if (explanation) {
    const { properties, findings } = describeSinusoids(statistics, explanation);
    return diagnosis(properties, findings, explanation.verdict.noise);
  }
  const restored = withoutZeros ?? undoAlteration(statistics);
  if (!restored) return diagnosis({}, [describeUnknown(statistics)]);
  const { columns, implied } = restored;
  const { properties, findings } = describeSinusoids(restored.statistics, restored.explanation);
  const others = findings
    .filter(({ code }) => !implied.includes(code))
    .map((finding) => ({
      ...finding,
      columns: columns ? finding.columns.map((c) => columns[c]) : [],
    }));
  // With another width, it is not the table of a convention.
  if (columns?.length !== width) properties.convention = null;
  if (restored.findings[0].code === "transposed") {
    // Findings about equal rows are about positions, which are columns here.
    fromStatistics.findings = fromStatistics.findings.filter(({ code }) => code === "not-finite");
  }
  return diagnosis(
    properties,
    [...restored.findings, ...others],
    restored.explanation.verdict.noise,
  );
}

/**
 * @param {Statistics} statistics @param {Partial<Diagnosis>} properties @param {Finding[]} findings
 * @param {number} [noise] @returns {Diagnosis}
 */
function diagnosisOf(statistics, properties, findings, noise = 0) {
  const tolerance = 1e-5 + 8 * halfUlp(statistics.format) + 8 * noise;
  const invariants = invariantsOf(statistics, properties.layout ?? "interleaved", tolerance);
  return {
    kind: "unknown",
    convention: null,
    layout: null,
    order: null,
    spacing: null,
    base: null,
    start: null,
    uncertainty: null,
    arithmetic: null,
    deviation: null,
    ...properties,
    tolerance,
    invariants,
    residual: null,
    findings: bySeverity(findings),
  };
}

/** Rejects a shape with three axes, which is that of a stack of tables. @param {unknown} shape */
function rejectStack(shape) {
  if (!Array.isArray(shape) || shape.length !== 3 || !shape.every(Number.isSafeInteger)) return;
  const [stack, length, width] = shape;
  const size = length * width;
  throw new RangeError(
    `phasor.diagnose: shape must be an array [length, dModel], got [${shape.join(", ")}]: of a stack of ` +
      `${stack} tables diagnose each, pe.subarray(n * ${size}, (n + 1) * ${size}) with shape ` +
      `[${length}, ${width}]`,
  );
}
