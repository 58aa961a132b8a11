// compare_expected.js: compares a table with the expected one, and says where and why they differ.
import { LARGEST_POSITION } from "../check.js";
import { changeTo, combinations, evenIndices } from "../doctor/changes.js";
import { formatOf } from "../doctor/elements.js";
import { Residual } from "../doctor/residual.js";
import { power, square } from "../elementary.js";
import { buildReference, grids, limitOf, plansOf, rulesOf, shiftOf } from "./expected.js";
import { formatNumber, plural, problem } from "./messages.js";
import { isCosine, knownBases, placeOf as memberOf } from "./model.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Diagnosis } from "../diagnose.js" */
/** @import { Change } from "../doctor/changes.js" */
/** @import { Format } from "../doctor/elements.js" */
/** @import { ExpectedTable, Reference, Plan } from "./expected.js" */
/** @import { Finding } from "./messages.js" */

/**
 * What remains of the entries after the expected ones are subtracted.
 * @typedef {object} TableResidual
 * @property {number} max that of the entry that exceeds its limit most, or comes nearest to it
 * @property {number} rms
 * @property {number} limit what rounding of entry and angle to the element type explains of that entry
 * @property {number} above the number of entries above their limits
 * @property {number} count
 * @property {number[]} rows with such an entry
 * @property {number[]} columns
 */
/** @typedef {{ pe: FloatArray, length: number, width: number, format: Format, padding: Set<number> }} Table
 *   padding: rows that may be zero instead */

/** Number of rows that are compared before all are. */
const ROWS_SAMPLED = 6;
/** Maximum number of changes that are tried together. */
const MAX_CHANGES = 2;

/**
 * @param {Table} table @param {Reference} reference @param {Plan} plan @param {number[]} [rows] of it; all by default
 * @param {boolean} [stop] at the first row above its limit
 */
function residualOf({ pe, length, width, format, padding }, reference, plan, rows, stop = false) {
  const list = rows ?? Array.from({ length }, (_, row) => row);
  const limit = limitOf(reference, format, plan.arithmetic);
  const residual = new Residual([length, width]);
  for (let r = 0; r < list.length && !(stop && residual.isLarge); r++) {
    for (let c = 0; c < width; c++) {
      const at = list[r] * width + c;
      const value = padding.has(list[r]) ? 0 : reference.table[r * width + c];
      residual.add(at, pe[at] - value, limit(r, c, value));
    }
  }
  return residual;
}

/** @param {Table} table @param {Plan} plan */
function isExplainedBy(table, plan) {
  try {
    return [evenIndices(table.length, ROWS_SAMPLED), undefined].every(
      (rows) =>
        !residualOf(table, buildReference(plan, table.width, rows), plan, rows, true).isLarge,
    );
  } catch {
    return false; // a width that the convention does not allow
  }
}

/**
 * Compares a table with the expected one.
 * @param {FloatArray} pe @param {number} length @param {number} width @param {ExpectedTable} expect
 * @param {() => Diagnosis} identify what the entries show without an expectation; called if they differ
 * @returns {{ properties: Partial<Diagnosis> | undefined, residual: TableResidual, findings: Finding[] }} properties:
 *   if they do not
 */
export function compare(pe, length, width, expect, identify) {
  const tokenFirst = pe.subarray(0, width).every((x) => x === 0);
  const { plans, isNamed } = plansOf(expect, length, width, tokenFirst);
  const isPadded = plans[0].convention === "fairseq";
  const padding = new Set(isPadded ? zeroRows(pe, length, width) : []);
  const table = { pe, length, width, format: formatOf(pe), padding };
  const plan = plans.find((other) => plans.length > 1 && isExplainedBy(table, other)) ?? plans[0];
  const reference = buildReference(plan, width);
  const residual = residualOf(table, reference, plan);
  const [rows, columns] = [residual.indices(0), residual.indices(1)];
  const summary = { ...residual.summary, rows, columns };
  if (!residual.isLarge)
    return { properties: propertiesOf(plan, summary), residual: summary, findings: [] };
  const findings = explainDifference(table, reference, plan, isNamed ? plans : [], identify);
  const location = describePlace(table, summary);
  if (findings.length === 0)
    findings.push(problem("differs-entries", location, columnsOf(summary, width)));
  else findings[0] = { ...findings[0], message: `${findings[0].message} ${location}` };
  return { properties: undefined, residual: summary, findings };
}

/** @param {FloatArray} pe @param {number} length @param {number} width */
const zeroRows = (pe, length, width) =>
  Array.from({ length }, (_, row) => row).filter((row) =>
    pe.subarray(row * width, (row + 1) * width).every((x) => x === 0),
  );

/** Columns with a residual, unless they are all. @param {TableResidual} residual @param {number} width */
const columnsOf = ({ columns }, width) => (columns.length < width ? columns : []);

/** Where entries differ, and by how much. @param {Table} table @param {TableResidual} residual */
function describePlace(
  { length, width, format },
  { max, rms, limit, above, count, rows, columns },
) {
  const places = [];
  if (rows.length < length) places.push(`in ${plural("row", rows)}`);
  if (columns.length < width) places.push(`in ${plural("column", columns)}`);
  const where = places.length > 0 ? ` ${places.join(", ")},` : "";
  return (
    `${above} of ${count} entries${where} differ from the expected ones: one by ${formatNumber(max)}, where rounding ` +
    `to ${format.name} explains no more than ${formatNumber(Math.max(limit, format.roundoff))} (rms of all ${formatNumber(rms)}).`
  );
}

/**
 * @param {Table} table @param {Reference} reference @param {Plan} plan @param {Plan[]} accepted
 * @param {() => Diagnosis} identify @returns {Finding[]}
 */
function explainDifference(table, reference, plan, accepted, identify) {
  const scaled = scaledColumns(table, reference, plan);
  if (scaled) return scaled;
  const rowFindings = alteredRows(table, reference, plan);
  if (rowFindings && plan.kind === "rows") return rowFindings;
  const startPlans =
    accepted.length > 0
      ? accepted.filter(({ kind }) => kind === plan.kind || kind === "grid")
      : [plan];
  for (let count = 1; count <= MAX_CHANGES; count++) {
    for (const from of startPlans) {
      for (const { other, changes } of combinations(from, changesOf(from), count)) {
        if (isExplainedBy(table, other))
          return changes.map(({ code, message }) => problem(code, message));
      }
    }
  }
  return rowFindings ?? identificationFindings(plan, table.width, identify());
}

/** What may be wrong, by kind. @param {Plan} plan @returns {Change<Plan>[][]} */
function changesOf(plan) {
  /** @param {keyof Plan & string} name @param {readonly unknown[]} values */
  const otherValues = (name, values) =>
    values.filter((value) => value !== plan[name]).map((value) => changeTo(plan, name, value));
  const { kind, height, width, start } = plan;
  if (kind === "nerf")
    return [otherValues("pi", [!plan.pi]), otherValues("logSampling", [!plan.logSampling])];
  if (kind === "grid") {
    const exchanged = "The halves of the columns are exchanged: each encodes the other coordinate.";
    const columns = "The rows are the cells of the grid column by column, not row by row.";
    const sizes = "Height and width of the grid are exchanged.";
    const turnedSizes = { height: width, width: height };
    return [
      [{ code: "axes-exchanged", message: exchanged, change: { halvesSwapped: true } }],
      [
        { code: "grid-transposed", message: columns, change: { columnByColumn: true } },
        { code: "grid-transposed", message: sizes, change: turnedSizes },
      ],
      otherValues("convention", grids),
      otherValues("normalize", [!plan.normalize]),
      otherValues("base", knownBases),
    ];
  }
  const rules = rulesOf(plan);
  /** @param {"layout" | "order" | "spacing"} name @param {string} one @param {string} other */
  const otherRule = (name, one, other) => [
    changeTo(rules, name, rules[name] === one ? other : one),
  ];
  return [
    otherRule("layout", "interleaved", "concatenated"),
    otherRule("order", "sin-cos", "cos-sin"),
    otherRule("spacing", "d", "d-2"),
    otherValues("base", knownBases),
    otherValues("start", [start + 1, start - 1, -2, -1, 0, 1, 2]),
  ];
}

/**
 * Columns that have a factor.
 * @param {Table} table @param {Reference} reference @param {Plan} plan @returns {Finding[] | undefined}
 */
function scaledColumns({ pe, length, width, format }, reference, plan) {
  const limit = limitOf(reference, format, plan.arithmetic);
  const rows = Array.from({ length }, (_, row) => row);
  /** @param {number} c column @param {number} factor @param {number} slack */
  const hasFactor = (c, factor, slack) =>
    rows.every((row) => {
      const y = reference.table[row * width + c];
      return Math.abs(pe[row * width + c] - factor * y) <= slack * limit(row, c, y);
    });
  const wrong = Array.from({ length: width }, (_, c) => c).filter((c) => !hasFactor(c, 1, 1));
  let [xy, yy] = [0, 0];
  for (const c of wrong) {
    for (let at = c; at < length * width; at += width) {
      xy += pe[at] * reference.table[at];
      yy += square(reference.table[at]);
    }
  }
  const factor = xy / yy;
  const isScaled = Math.abs(factor - 1) >= 4 * format.roundoff;
  if (!isScaled || !wrong.every((c) => hasFactor(c, factor, 2 + Math.abs(factor))))
    return undefined;
  const columns = wrong.length < width ? wrong : [];
  const which =
    columns.length === 0
      ? "All entries have"
      : `${plural("Column", wrong)} ${wrong.length === 1 ? "has" : "have"}`;
  const code = scalingCode(plan, width, wrong, factor);
  return [problem(code, `${which} the factor ${formatNumber(factor)}.`, columns)];
}

/** What a factor of some columns is called. @param {Plan} plan @param {number} width @param {number[]} columns
 * @param {number} factor */
function scalingCode(plan, width, columns, factor) {
  if (Math.abs(factor) < 1e-6) return columns.length < width ? "zero-columns" : "constant-table";
  const { layout, order } = rulesOf(plan);
  const kinds = columns.map((c) => isCosine(order, memberOf(layout, c, width >> 1).member));
  const isOneKind = plan.kind === "rows" && kinds.every((kind) => kind === kinds[0]);
  if (!isOneKind || Math.abs(factor + 1) > 0.01) return "scaled-values";
  return kinds[0] ? "negated-cosines" : "negated-sines";
}

/** Findings that only say how a table differs from the paper's. */
const PAPER_CODES = [
  ...["other-base", "starts-at-1", "other-start", "concatenated-layout", "swapped-sine-cosine"],
  ...["spacing-d-minus-2", "two-dimensional", "learned-or-unknown"],
];

/**
 * What the entries show without an expectation, where it differs from that.
 * @param {Plan} plan @param {number} width @param {Diagnosis} diagnosis @returns {Finding[]}
 */
function identificationFindings(plan, width, diagnosis) {
  const { positions, kind } = plan;
  const isConsecutive = kind === "rows" && positions.every((p, row) => p === positions[0] + row);
  const findings = diagnosis.findings.filter(({ code, severity }) =>
    // Without consecutive positions, no others are right.
    isConsecutive || (kind === "grid" && !plan.normalize)
      ? severity === "problem" && !PAPER_CODES.includes(code)
      : code === "not-finite" || code === "constant-table",
  );
  if (!isConsecutive || diagnosis.kind !== "sinusoidal") return findings;
  const expected = { ...plan, ...rulesOf(plan) };
  const actual = { ...diagnosis, ...respaced(diagnosis, width, expected) };
  if (diagnosis.order === null) actual.layout = null;
  for (const name of /** @type {const} */ (["layout", "order", "spacing", "base", "start"])) {
    const value = actual[name];
    if (value === null || value === expected[name]) continue;
    const isClose =
      typeof value === "number" &&
      Math.abs(value - Number(expected[name])) <= 1e-6 * Math.abs(value);
    if (isClose && !Number.isInteger(value)) continue;
    const { code, message } = changeTo(expected, name, value);
    findings.push(problem(code, message));
  }
  return findings;
}

/**
 * The same frequencies with the spacing that gives the expected base, or else a whole number.
 * @param {Diagnosis} diagnosis @param {number} width @param {Pick<Plan, "base" | "spacing">} expected
 * @returns {Partial<Pick<Diagnosis, "base" | "spacing">>}
 */
function respaced({ base, spacing, order }, width, expected) {
  const { spacing: expectedSpacing = "d" } = expected;
  if (base === null || spacing === null || typeof expectedSpacing === "number") return {};
  const spacings = /** @type {const} */ ([expectedSpacing, expectedSpacing === "d" ? "d-2" : "d"]);
  // Columns of one kind may each be of a pair of its own.
  const candidates = (order === null ? [1, 2] : [2]).flatMap((members) =>
    spacings.map((other) => {
      const exponent = (width - members * shiftOf(other)) / (width - 2 * shiftOf(spacing));
      return { base: Number(power(base, exponent).toPrecision(6)), spacing: other };
    }),
  );
  const match = candidates.find((candidate) => Math.abs(candidate.base / expected.base - 1) < 9e-5);
  return match ?? candidates.find((way) => Number.isInteger(way.base)) ?? candidates[0];
}

/** @param {Plan} plan @param {TableResidual} residual @returns {Partial<Diagnosis>} */
function propertiesOf(plan, { max, rms }) {
  const { kind, convention, base, start, arithmetic = null } = plan;
  const common = { kind: /** @type {const} */ ("sinusoidal"), deviation: { max, rms } };
  if (kind !== "rows") return { ...common, base: kind === "grid" ? base : null };
  const { layout, order, spacing } = rulesOf(plan);
  return {
    ...{ ...common, layout, order, base, start },
    convention: typeof convention === "string" ? /** @type {"mae"} */ (convention) : null,
    spacing: spacing === "d" || spacing === "d-2" ? spacing : null,
    arithmetic: arithmetic?.startsWith("float32-")
      ? null
      : /** @type {Diagnosis["arithmetic"]} */ (arithmetic),
  };
}

/** Maximum number of rows that may be missing or repeated in one place. */
const MAX_ROWS_SHIFTED = 8;
/** Maximum share of rows that are none of the expected ones. */
const MAX_SHARE_OF_ROWS = 0.05;

/**
 * @param {Table} table @param {Reference} reference @param {Plan} plan
 * @returns {Finding[] | undefined} undefined if nothing is missing or repeated in one place
 */
export function alteredRows(table, reference, plan) {
  const { pe, length, width, format } = table;
  if (length < 2) return undefined;
  const margin = plan.kind === "rows" ? MAX_ROWS_SHIFTED : 0;
  const longer = margin > 0 ? withMargin(plan, width) : reference;
  if (!longer) return undefined;
  const limit = limitOf(longer, format, plan.arithmetic);
  const count = length + 2 * margin;
  /** @param {number} row @param {number} other row of the longer table */
  const matches = (row, other) => {
    if (other < 0 || other >= count) return false;
    for (let c = 0; c < width; c++) {
      const value = longer.table[other * width + c];
      if (!(Math.abs(pe[row * width + c] - value) <= limit(other, c, value))) return false;
    }
    return true;
  };
  const shiftsNear = Array.from(
    { length: 2 * MAX_ROWS_SHIFTED + 1 },
    (_, n) => n - MAX_ROWS_SHIFTED,
  );
  const shifts = [];
  const unmatched = [];
  let previous = 0;
  for (let row = 0; row < length; row++) {
    const shift = [previous, 0, ...shiftsNear].find((s) => matches(row, row + margin + s));
    if (shift === undefined) unmatched.push(row);
    else {
      if (unmatched.length === row) shifts.fill(shift);
      previous = shift;
    }
    if (unmatched.length > MAX_SHARE_OF_ROWS * length) return undefined;
    shifts.push(shift ?? previous);
  }
  return shifts.some((shift) => shift !== 0) ? describeShifts(shifts, unmatched, plan) : undefined;
}

/** The expected table and some rows before and after it; undefined where its positions are not consecutive.
 * @param {Plan} plan @param {number} width */
function withMargin(plan, width) {
  const { positions } = plan;
  const first = positions[0];
  for (let row = 0; row < positions.length; row++)
    if (positions[row] !== first + row) return undefined;
  const count = positions.length + 2 * MAX_ROWS_SHIFTED;
  const longer = Float64Array.from({ length: count }, (_, row) => first - MAX_ROWS_SHIFTED + row);
  if ([longer[0], longer[count - 1]].some((row) => Math.abs(row) > LARGEST_POSITION))
    return undefined;
  return buildReference({ ...plan, positions: longer, start: longer[0] }, width);
}

/** @param {number[]} shifts @param {number[]} unmatched @param {Plan} plan @returns {Finding[] | undefined} */
function describeShifts(shifts, unmatched, { positions, kind }) {
  const others =
    unmatched.length > 0
      ? ` ${plural("Row", unmatched)} ${unmatched.length === 1 ? "is" : "are"} none of the expected ones.`
      : "";
  const [first] = shifts;
  const last = shifts[shifts.length - 1];
  if (kind === "rows" && first !== 0 && shifts.every((shift) => shift === first)) {
    const message = `start is ${positions[0] + first}; ${positions[0]} is expected.${others}`;
    return [problem("differs-start", message)];
  }
  const from = shifts.findIndex((shift) => shift !== 0);
  const isOneShift = shifts.every((shift, row) => shift === (row < from ? 0 : last));
  if (!isOneShift) return undefined;
  const size = Math.abs(last);
  const rows = size === 1 ? "one row is" : `${size} rows are`;
  const [code, before, what, after] =
    last > 0
      ? ["missing-rows", "Before", "missing", "later"]
      : ["repeated-rows", "At", "repeated", "earlier"];
  const message = `${before} row ${from}, ${rows} ${what}: from there on each row is the one ${size} ${after}.`;
  return [problem(code, `${message}${others}`)];
}
