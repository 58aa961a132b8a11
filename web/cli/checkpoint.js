// checkpoint.js: diagnoses the tensors about position in a file of many tensors.
import { diagnose, diagnoseRotary, ropeFrequencies } from "phasor";
import { optionsOf } from "../checkpoints/gguf.js";
import { cacheOf, isSecond, kindOf, partnerOf } from "../checkpoints/positional.js";
import { FormatError } from "../formats/error.js";
import { learnedReport } from "./learned.js";

/** @import { GgufRope } from "../checkpoints/gguf.js" */
/** @import { Container } from "../formats/container.js" */
/** @import { Numbers, ShapedArray } from "../formats/shape.js" */
/** @import { Kind } from "../checkpoints/positional.js" */
/** @typedef {import("../phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */
/** @typedef {import("../phasor/diagnose/messages.js").Finding} Finding */

/**
 * The result for one tensor.
 * @typedef {object} Report
 * @property {string} name
 * @property {Kind | "configuration"} kind
 * @property {number[]} shape
 * @property {string} summary
 * @property {Finding[]} findings
 * @property {object} [diagnosis]
 */

/** Maximum number of tensors to diagnose, where a pair counts as one. */
export const MOST = 200;

/**
 * @param {Container} container @param {string | undefined} only the name of a tensor
 * @param {ExpectedRotary | undefined} expect
 * @param {GgufRope | undefined} own the configuration in the file itself
 * @returns {Promise<{ reports: Report[], left: number }>} left: the number of tensors beyond the
 *   maximum
 */
export async function reportsOf(container, only, expect, own) {
  const all = container.tensors.map(({ name }) => name);
  if (only !== undefined && !all.includes(only)) {
    throw new FormatError(`there is no tensor "${only}"`);
  }
  const many = container.format !== "npz";
  /** @param {string} name */
  const paired = (name) => {
    const partner = partnerOf(name);
    return partner !== undefined && all.includes(partner) ? partner : undefined;
  };
  /** @param {string} name */
  const isAbout = (name) => {
    const kind = kindOf(name);
    return kind === undefined || kind === "vectors" ? paired(name) !== undefined : true;
  };
  /** @param {string} name */
  const isReported = (name) =>
    (!many || isAbout(name)) && name !== POSITIONS && !(paired(name) && isSecond(name));
  const names = only === undefined ? all.filter(isReported) : [only];
  const positions = await positionsIn(container, all);
  /** @type {Report[]} */
  const reports = [];
  if (own && only === undefined) reports.push(ofItself(own, expect));
  for (const name of names.slice(0, MOST)) {
    const kind = kindOf(name) ?? "table";
    const array = await container.load(name);
    const partner = paired(name);
    const other = partner === undefined ? undefined : await container.load(partner);
    const wanted =
      kind === "divisors" ? expectedOf(name, expect) : (expect ?? (own && optionsOf(own)));
    reports.push(reportOn(name, kind, array, { other, positions, expect: wanted, own }));
  }
  return { reports, left: Math.max(0, names.length - MOST) };
}

/** The tensor with the positions of the other tensors' rows. */
const POSITIONS = "positions";

/** @param {Container} container @param {string[]} all names */
async function positionsIn(container, all) {
  return all.includes(POSITIONS) ? (await container.load(POSITIONS)).data : undefined;
}

/** The expectation for divisors: those for long sequences need a length beyond the original
 * context.
 * @param {string} name @param {ExpectedRotary | undefined} expect */
function expectedOf(name, expect) {
  const original = expect?.scaling?.original_max_position_embeddings;
  if (original === undefined || !/rope_factors_long/.test(name)) return expect;
  return { ...expect, frequencies: undefined, length: original + 1 };
}

/**
 * Information for the diagnosis of a tensor.
 * @typedef {object} Known
 * @property {ShapedArray | undefined} other the other tensor of a pair, such as sin for cos
 * @property {Numbers | undefined} positions
 * @property {ExpectedRotary | undefined} expect
 * @property {GgufRope | undefined} own
 */
/** @param {string} name @param {Kind} kind @param {ShapedArray} array @param {Known} known
 * @returns {Report} */
function reportOn(name, kind, array, { other, positions, expect, own }) {
  const { data, shape } = array;
  if (kind === "frequencies") return ofFrequencies(name, kind, shape, data, expect);
  if (kind === "divisors") {
    const base = own?.base ?? expect?.base ?? 10000;
    const { frequencies } = ropeFrequencies(2 * data.length, { base });
    const list = frequencies.map((w, i) => w / data[i]);
    return ofFrequencies(name, kind, shape, list, expect);
  }
  if ((kind === "cache" || kind === "vectors") && other) {
    const [first, second] = isSecond(name) ? [other.data, data] : [data, other.data];
    const diagnosis =
      kind === "cache"
        ? diagnoseRotary({ cos: first, sin: second }, shape, { expect, positions })
        : diagnoseRotary({ input: first, output: second }, shape, { expect, positions });
    const { findings } = diagnosis;
    return { name, kind, shape, summary: rotary(diagnosis), findings, diagnosis };
  }
  if (kind === "buckets" || kind === "window") return ofBias(name, kind, array);
  return ofTable(name, array);
}

/** @param {string} name @param {"frequencies" | "divisors"} kind @param {number[]} shape
 * @param {ArrayLike<number>} list @param {ExpectedRotary | undefined} expect @returns {Report} */
function ofFrequencies(name, kind, shape, list, expect) {
  const { shape: sizes, ...cache } = cacheOf(list);
  // Frequencies have no attention factor, so the expected factor is not compared.
  const wanted = expect && { ...expect, attentionFactor: 1, layout: undefined };
  const diagnosis = diagnoseRotary(cache, sizes, { expect: wanted });
  const findings = diagnosis.findings.filter(({ code }) => !code.endsWith("attention-factor"));
  return { name, kind, shape, summary: rotary(diagnosis), findings, diagnosis };
}

/** @param {ReturnType<typeof diagnoseRotary>} diagnosis */
function rotary({ kind, pairs, base, rule, scaling }) {
  if (kind === "unknown") return "no pair rotates at a constant rate";
  const factor = scaling?.factor == null ? "" : ` by ${Number(scaling.factor.toPrecision(4))}`;
  const rules = rule === "explicit" ? "frequencies that follow no known rule" : `${rule}${factor}`;
  return `rotary, ${pairs} pairs, ${rules}${base === null ? "" : `, base ${Number(base.toPrecision(7))}`}`;
}

/** @param {string} name @param {ShapedArray} array @returns {Report} */
function ofTable(name, { data, shape }) {
  const long = shape.length > 1 ? shape.slice(0, -1).filter((size) => size > 1) : [];
  const columns = shape.length > 1 ? shape[shape.length - 1] : 1;
  const rows = data.length / columns;
  const diagnosis = diagnose(data, [rows, columns]);
  const { kind, convention, findings } = diagnosis;
  if (kind !== "unknown" || rows < 4 || long.length > 2) {
    const summary = convention === null ? kind : `${kind}, as ${convention}`;
    return { name, kind: "table", shape, summary, findings, diagnosis };
  }
  const learned = learnedReport(data, rows, columns);
  return {
    ...{ name, kind: "table", shape, summary: learned.summary },
    findings: [
      ...findings.filter(({ code }) => code !== "learned-or-unknown"),
      ...learned.findings,
    ],
    diagnosis: { ...diagnosis, learned: learned.numbers },
  };
}

/** @param {string} name @param {"buckets" | "window"} kind @param {ShapedArray} array
 * @returns {Report} */
function ofBias(name, kind, { data, shape }) {
  const [rows, heads] = shape.length === 2 ? shape : [shape[0] ?? 0, 1];
  /** @type {Finding[]} */
  const findings = [];
  const bad = data.filter((x) => !Number.isFinite(x)).length;
  if (bad > 0) {
    const message = `${bad} of the entries are NaN or infinite.`;
    findings.push({ code: "not-finite", severity: "problem", columns: [], message });
  }
  const side = (Math.sqrt(rows) + 1) / 2;
  const window = Number.isInteger(side)
    ? `a window of ${side} × ${side}`
    : `${rows} relative positions`;
  const summary =
    kind === "buckets"
      ? `learned biases of ${rows} buckets and ${heads} heads`
      : `learned biases of ${window} and ${heads} heads`;
  return { name, kind, shape, summary, findings };
}

/** The report on the file's own configuration. @param {GgufRope} own
 * @param {ExpectedRotary | undefined} expect
 * @returns {Report} */
function ofItself({ frequencies }, expect) {
  const shape = [frequencies.length];
  const found = ofFrequencies("configuration", "frequencies", shape, frequencies, expect);
  return {
    ...found,
    kind: "configuration",
    shape: [],
    summary: `${found.summary} (from the file itself)`,
  };
}
