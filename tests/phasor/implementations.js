// implementations.js: how the tests describe an implementation of a positional encoding, the sizes
// of its tables, and the comparison of the description with what diagnose reports.

/** @import { Diagnosis } from "../../web/phasor/diagnose.js" */

/**
 * @typedef {object} Report
 * @property {"sinusoidal" | "constant" | "unknown"} [kind] sinusoidal by default
 * @property {string | null} [convention] vaswani by default
 * @property {number | null} [base] 10000 by default
 * @property {number} [start] 0 by default
 * @property {string[]} [problems] exactly these
 * @property {string[]} [notes] at least these
 * @property {string[]} [may] problems that may be reported, too
 * @property {number[]} [columns] columns of the first problem
 */

/**
 * @typedef {object} Implementation
 * @property {string} name
 * @property {(L: number, d: number) => Float64Array} make
 * @property {Report | ((L: number, d: number) => Report)} report
 * @property {(L: number, d: number) => boolean} [sizes] whether the case works for this size
 * @property {(L: number, d: number) => number} [rows] of the table, L by default
 * @property {boolean} [quiet] whether noise of 1e-3 would hide the mistake
 */

/** @param {number} from @param {number} step @param {number} end */
export const every = (from, step, end) => {
  const list = [];
  for (let i = from; i < end; i += step) list.push(i);
  return list;
};

/** With fewer columns, or 10, other descriptions fit as well. */
export const wide = (/** @type {number} */ _, /** @type {number} */ d) => d >= 8 && d !== 10;

/** The sizes of the tables. */
export const sizes = /** @type {[number, number][]} */ ([
  [16, 4],
  [16, 64],
  [17, 256],
  [32, 8],
  [50, 16],
  [64, 128],
  [100, 30],
  [330, 64],
  [150, 300],
  [16, 4096],
  [2200, 12],
]);

/** Every implementation in every size it is defined for. @param {Implementation[]} implementations
 */
export function* cases(implementations) {
  for (const implementation of implementations) {
    for (const [L, d] of sizes) {
      if (implementation.sizes && !implementation.sizes(L, d)) continue;
      const { report } = implementation;
      yield {
        implementation,
        L: implementation.rows?.(L, d) ?? L,
        d,
        make: () => implementation.make(L, d),
        expected: typeof report === "function" ? report(L, d) : report,
        name: `${implementation.name}, (${L}, ${d})`,
      };
    }
  }
}

/** What a diagnosis misses, and what it reports without reason. @param {Diagnosis} diagnosis
 * @param {Report} report @param {{ noisy?: boolean }} [how] */
export function compare(diagnosis, report, { noisy = false } = {}) {
  const { kind = "sinusoidal", convention = "vaswani", base = 10000, start = 0 } = report;
  const problems = diagnosis.findings.filter(({ severity }) => severity === "problem");
  const codes = diagnosis.findings.map(({ code }) => code);
  /** @type {string[]} */
  const misses = [];
  /** @type {string[]} */
  const alarms = [];
  if (diagnosis.kind !== kind) misses.push(`kind ${diagnosis.kind}`);
  if (diagnosis.convention !== convention) misses.push(`convention ${diagnosis.convention}`);
  const expected = report.problems ?? [];
  for (const code of expected) {
    // With noise, repeated rows are no longer equal.
    if (noisy && code === "duplicate-rows") continue;
    if (!problems.some((problem) => problem.code === code)) misses.push(code);
  }
  for (const code of report.notes ?? []) if (!codes.includes(code)) misses.push(code);
  for (const { code } of problems)
    if (![...expected, ...(report.may ?? [])].includes(code)) alarms.push(code);
  if (report.columns && problems.length > 0) {
    const problem = problems.find(({ code }) => code === expected[0]);
    if (String(problem?.columns) !== String(report.columns))
      misses.push(`columns ${problem?.columns}`);
  }
  if (kind === "sinusoidal" && diagnosis.kind === kind) {
    const relativeError = Math.abs(Number(diagnosis.base) / Number(base) - 1);
    if (!(relativeError <= (noisy ? 0.02 : 1e-4))) misses.push(`base ${diagnosis.base}`);
    const difference = Math.abs(Number(diagnosis.start) - start);
    const scaled = expected.includes("scaled-positions");
    if (!(difference <= (noisy || scaled ? 0.05 : 1e-3))) misses.push(`start ${diagnosis.start}`);
  }
  return { misses, alarms };
}
