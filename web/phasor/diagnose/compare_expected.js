// compare_expected.js: compares a table with the expected one, and says where and why they differ.

import { conventions } from "../conventions.js";
import { combinations } from "../doctor/combinations.js";
import { formatOf } from "../doctor/elements.js";
import { Residual } from "../doctor/residual.js";
import { knownBases } from "./candidates.js";
import { alteredRows } from "./compare_rows.js";
import { limitOf, make, plansOf } from "./expected.js";
import { few, plural, problem } from "./messages.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Diagnosis } from "../diagnose.js" */
/** @import { Format } from "../doctor/elements.js" */
/** @import { ExpectedTable, Made, Plan } from "./expected.js" */
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
/** @typedef {{ pe: FloatArray, length: number, width: number, format: Format }} Table */
/** @typedef {{ code: string, message: string, change: (plan: Plan) => Partial<Plan> }} Change */

/** Number of rows that are compared before all are. */
const ROWS_SAMPLED = 6;
/** Maximum number of changes that are tried together. */
const MAX_CHANGES = 2;

/**
 * @param {Table} table @param {Made} made @param {Plan} plan @param {number[]} [rows] that were made; all by default
 * @param {boolean} [stop] at the first row above its limit
 */
export function residualOf({ pe, length, width, format }, made, plan, rows, stop = false) {
  const list = rows ?? Array.from({ length }, (_, row) => row);
  const limit = limitOf(made, format, plan.arithmetic);
  const residual = new Residual([length, width]);
  for (let r = 0; r < list.length && !(stop && residual.isLarge); r++) {
    for (let c = 0; c < width; c++) {
      const at = list[r] * width + c;
      const value = made.table[r * width + c];
      residual.add(at, pe[at] - value, limit(r, c, value));
    }
  }
  return residual;
}

/** @param {Table} table @param {Plan} plan */
function explains(table, plan) {
  const { length, width } = table;
  const count = Math.min(length, ROWS_SAMPLED);
  const rows = Array.from({ length: count }, (_, n) =>
    Math.floor((n * (length - 1)) / Math.max(1, count - 1)),
  );
  if (residualOf(table, make(plan, width, rows), plan, rows, true).isLarge) return false;
  return !residualOf(table, make(plan, width), plan, undefined, true).isLarge;
}

/**
 * Compares a table with the expected one.
 * @param {FloatArray} pe @param {number} length @param {number} width @param {ExpectedTable} expect
 * @param {() => Diagnosis} look what the entries show without an expectation; called if they differ
 * @returns {{ known: Partial<Diagnosis> | undefined, residual: TableResidual, findings: Finding[] }} known: if they do
 *   not
 */
export function compare(pe, length, width, expect, look) {
  const table = { pe, length, width, format: formatOf(pe) };
  const tokenFirst = pe.subarray(0, width).every((x) => x === 0);
  const { plans, named } = plansOf(expect, length, width, tokenFirst);
  const plan = plans.find((other) => plans.length > 1 && explains(table, other)) ?? plans[0];
  const made = make(plan, width);
  if (expect === "fairseq") skipZeroRows(table, made);
  const residual = residualOf(table, made, plan);
  const [rows, columns] = [residual.indices(0), residual.indices(1)];
  const plain = { ...residual.plain, rows, columns };
  if (!residual.isLarge) return { known: knownOf(plan, plain), residual: plain, findings: [] };
  const findings = whyDifferent(table, made, plan, named ? plans : [], look);
  const place = placeOf(table, plain);
  if (findings.length === 0)
    findings.push(problem("differs-entries", place, columnsOf(plain, width)));
  else findings[0] = { ...findings[0], message: `${findings[0].message} ${place}` };
  return { known: undefined, residual: plain, findings };
}

/** Expects zeros where fairseq has padding. @param {Table} table @param {Made} made */
function skipZeroRows({ pe, length, width }, { table }) {
  for (let row = 0; row < length; row++) {
    const [from, to] = [row * width, (row + 1) * width];
    if (pe.subarray(from, to).every((x) => x === 0)) table.fill(0, from, to);
  }
}

/** Columns with a residual, unless they are all. @param {TableResidual} residual @param {number} width */
const columnsOf = ({ columns }, width) => (columns.length < width ? columns : []);

/** Where entries differ, and by how much. @param {Table} table @param {TableResidual} residual */
function placeOf({ length, width, format }, { max, rms, limit, above, count, rows, columns }) {
  const places = [];
  if (rows.length < length) places.push(`in ${plural("row", rows)}`);
  if (columns.length < width) places.push(`in ${plural("column", columns)}`);
  const where = places.length > 0 ? ` ${places.join(", ")},` : "";
  return (
    `${above} of ${count} entries${where} differ from the expected ones: one by ${few(max)}, where rounding ` +
    `to ${format.name} explains no more than ${few(Math.max(limit, format.roundoff))} (rms of all ${few(rms)}).`
  );
}

/**
 * @param {Table} table @param {Made} made @param {Plan} plan @param {Plan[]} accepted
 * @param {() => Diagnosis} look @returns {Finding[]}
 */
function whyDifferent(table, made, plan, accepted, look) {
  const scaled = scaledColumns(table, made, plan);
  if (scaled) return scaled;
  const moved = alteredRows(table, made, plan);
  if (moved && plan.kind === "rows") return moved;
  const starts =
    accepted.length > 0
      ? accepted.filter(({ kind }) => kind === plan.kind || kind === "grid")
      : [plan];
  for (let count = 1; count <= MAX_CHANGES; count++) {
    for (const from of starts) {
      for (const changes of combinations(changesOf(from), count)) {
        const other = { ...from };
        for (const { change } of changes) Object.assign(other, change(other));
        if (!possible(table, other)) continue;
        return changes.map(({ code, message }) => problem(code, message));
      }
    }
  }
  return moved ?? identified(plan, look());
}

/** @param {Table} table @param {Plan} plan */
function possible(table, plan) {
  try {
    return explains(table, plan);
  } catch {
    return false; // a width that the convention does not allow
  }
}

/** What may be wrong, by kind. @param {Plan} plan @returns {Change[][]} */
function changesOf({ kind, convention, base, positions, grid, nerf }) {
  const bases = knownBases
    .filter((other) => other !== base)
    .map((other) => differs("base", other, base, () => ({ base: other })));
  if (kind === "nerf") {
    return [
      [
        differs("pi", nerf.pi !== true, nerf.pi === true, (plan) => ({
          nerf: { ...plan.nerf, pi: !plan.nerf.pi },
        })),
      ],
      [
        differs("logSampling", nerf.logSampling === false, nerf.logSampling !== false, (plan) => ({
          nerf: { ...plan.nerf, logSampling: plan.nerf.logSampling === false },
        })),
      ],
    ];
  }
  if (kind === "grid") return [...gridChanges(convention, grid), bases];
  const rules =
    typeof convention === "string" ? conventions[/** @type {"mae"} */ (convention)] : convention;
  const { layout = "interleaved", order = "sin-cos", spacing = "d" } = rules ?? {};
  /** @param {string} name @param {string} is @param {unknown} wanted */
  const rule = (name, is, wanted) =>
    differs(name, `"${is}"`, JSON.stringify(wanted), (plan) => ({
      convention: { ...conventions.vaswani, ...rulesOf(plan.convention), [name]: is },
    }));
  const others = [-2, -1, 0, 1, 2].map((start) => start - positions[0]);
  const steps = [...new Set([1, -1, ...others])].filter((step) => step !== 0);
  return [
    [rule("layout", layout === "interleaved" ? "concatenated" : "interleaved", layout)],
    [rule("order", order === "sin-cos" ? "cos-sin" : "sin-cos", order)],
    [rule("spacing", spacing === "d" ? "d-2" : "d", spacing)],
    bases,
    steps.map((step) =>
      differs("start", positions[0] + step, positions[0], (plan) => ({
        positions: Float64Array.from(plan.positions, (p) => p + step),
      })),
    ),
  ];
}

/** @param {any} convention */
const rulesOf = (convention) =>
  typeof convention === "string" ? conventions[/** @type {"mae"} */ (convention)] : convention;

/** @param {string | undefined} convention @param {Plan["grid"]} grid @returns {Change[][]} */
function gridChanges(convention, { normalize = false }) {
  return [
    [
      {
        code: "axes-exchanged",
        message: "The halves of the columns are exchanged: each encodes the other coordinate.",
        change: () => ({ halvesSwapped: true }),
      },
    ],
    [
      {
        code: "grid-transposed",
        message: "The rows are the cells of the grid column by column, not row by row.",
        change: () => ({ columnByColumn: true }),
      },
      {
        code: "grid-transposed",
        message: "Height and width of the grid are exchanged.",
        change: ({ grid }) => ({ grid: { ...grid, height: grid.width, width: grid.height } }),
      },
    ],
    ["mae", "detr", "simplevit", "timm"]
      .filter((other) => other !== convention)
      .map((other) =>
        differs("convention", `"${other}"`, `"${convention}"`, () => ({ convention: other })),
      ),
    [
      differs("normalize", !normalize, normalize, (plan) => ({
        grid: { ...plan.grid, normalize: !normalize },
      })),
    ],
  ];
}

/** @param {string} name @param {unknown} is @param {unknown} wanted @param {Change["change"]} change @returns {Change} */
const differs = (name, is, wanted, change) => ({
  code: `differs-${name}`,
  message: `${name} is ${is}; ${wanted} is expected.`,
  change,
});

/**
 * Columns that have a factor.
 * @param {Table} table @param {Made} made @param {Plan} plan @returns {Finding[] | undefined}
 */
function scaledColumns({ pe, length, width, format }, made, plan) {
  const limit = limitOf(made, format, plan.arithmetic);
  const factors = new Float64Array(width).fill(1);
  for (let c = 0; c < width; c++) {
    let [xy, yy] = [0, 0];
    for (let r = 0; r < length; r++) {
      const y = made.table[r * width + c];
      xy += pe[r * width + c] * y;
      yy += y * y;
    }
    if (yy > 0) factors[c] = xy / yy;
    if (Math.abs(factors[c] - 1) < 4 * format.roundoff) factors[c] = 1;
    const slack = 2 + Math.abs(factors[c]);
    for (let r = 0; r < length; r++) {
      const y = made.table[r * width + c];
      if (!(Math.abs(pe[r * width + c] - factors[c] * y) <= slack * limit(r, c, y)))
        return undefined;
    }
  }
  const wrong = [...factors.keys()].filter((c) => factors[c] !== 1);
  if (wrong.length === 0) return undefined;
  const factor = factors[wrong[0]];
  const same = wrong.every(
    (c) => Math.abs(factors[c] - factor) <= 8 * format.roundoff * Math.abs(factor),
  );
  if (!same) return undefined;
  const which =
    wrong.length === width
      ? "All entries have"
      : `${plural("Column", wrong)} ${wrong.length === 1 ? "has" : "have"}`;
  return [
    problem(
      "scaled-values",
      `${which} the factor ${few(factor)}.`,
      wrong.length === width ? [] : wrong,
    ),
  ];
}

/** Findings that only say how a table differs from the paper's. */
const OF_PAPER = [
  ...["other-base", "starts-at-1", "other-start", "concatenated-layout", "swapped-sine-cosine"],
  ...["spacing-d-minus-2", "two-dimensional", "learned-or-unknown"],
];

/**
 * What the entries show without an expectation, where it differs from that.
 * @param {Plan} plan @param {Diagnosis} diagnosis @returns {Finding[]}
 */
function identified({ kind, convention, base, positions }, diagnosis) {
  const findings = diagnosis.findings.filter(
    ({ code, severity }) => severity === "problem" && !OF_PAPER.includes(code),
  );
  if (kind !== "rows" || diagnosis.kind !== "sinusoidal") return findings;
  const { layout = "interleaved", order = "sin-cos", spacing = "d" } = rulesOf(convention) ?? {};
  const wanted = /** @type {const} */ ({ layout, order, spacing, base, start: positions[0] });
  for (const name of /** @type {const} */ (["layout", "order", "spacing", "base", "start"])) {
    const is = diagnosis[name];
    if (is === null || is === wanted[name]) continue;
    const close =
      typeof is === "number" && Math.abs(is - Number(wanted[name])) <= 1e-6 * Math.abs(is);
    if (close && !Number.isInteger(is)) continue;
    const [a, b] = [is, wanted[name]].map((value) =>
      typeof value === "number" ? value : `"${value}"`,
    );
    findings.push(problem(`differs-${name}`, `${name} is ${a}; ${b} is expected.`));
  }
  return findings;
}

/** @param {Plan} plan @param {TableResidual} residual @returns {Partial<Diagnosis>} */
function knownOf({ kind, convention, base, positions, arithmetic }, { max, rms }) {
  if (kind !== "rows")
    return { kind: "sinusoidal", base: kind === "grid" ? base : null, deviation: { max, rms } };
  const { layout = "interleaved", order = "sin-cos", spacing = "d" } = rulesOf(convention) ?? {};
  const name =
    typeof convention === "string"
      ? /** @type {Diagnosis["convention"]} */ (convention)
      : convention
        ? null
        : "vaswani";
  return {
    ...{ kind: "sinusoidal", convention: name, layout, order, base, start: positions[0] },
    spacing: spacing === "d" || spacing === "d-2" ? spacing : null,
    arithmetic:
      arithmetic === undefined || arithmetic.startsWith("float32-")
        ? null
        : /** @type {Diagnosis["arithmetic"]} */ (arithmetic),
    deviation: { max, rms },
  };
}
