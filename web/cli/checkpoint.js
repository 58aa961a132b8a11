// checkpoint.js: diagnoses the tensors about position in a file of one or many tensors.
import { diagnose, diagnoseRotary, ropeFrequencies } from "phasor";
import { optionsOf } from "../checkpoints/gguf.js";
import { cacheIn, cacheOf, isSecond, kindOf, partnerOf } from "../checkpoints/positional.js";
import { FormatError } from "../formats/error.js";
import { layerInWords, longLength, variantsOf, withoutRotary } from "./config.js";
import { comparison } from "./differences.js";
import { loadOneOf, nameOf, prefixErrors } from "./input.js";
import { learnedReport } from "./learned.js";
import { round } from "./say.js";

/** @import { Container } from "../formats/container.js" */
/** @import { ShapedArray } from "../formats/shape.js" */
/** @import { Kind } from "../checkpoints/positional.js" */
/** @import { Choice, Config } from "./config.js" */
/** @typedef {import("../phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */
/** @typedef {import("../phasor/diagnose/messages.js").Finding} Finding */
/** @typedef {ReturnType<typeof diagnoseRotary>} RotaryDiagnosis */

/**
 * The result for one tensor.
 * @typedef {object} Report
 * @property {string} name
 * @property {Kind | "configuration"} kind
 * @property {number[]} shape
 * @property {string} summary
 * @property {string | null} comparedWith what it was compared with: a convention or a file, with the type
 *   of layer
 * @property {Finding[]} findings
 * @property {object} [diagnosis]
 */
/**
 * What the tensors are compared with.
 * @typedef {object} Expected
 * @property {any} table the convention or the options of a table, if any
 * @property {string | undefined} tableName what they are called
 * @property {Config | undefined} config
 * @property {Choice} choice
 * @property {number | undefined} tokenAxis
 */
/**
 * A tensor, and what is known about it.
 * @typedef {object} Tensor
 * @property {string} name
 * @property {Report["kind"]} kind
 * @property {ShapedArray["data"]} data
 * @property {number[]} shape
 * @property {ShapedArray | undefined} other the other tensor of a pair, such as sin for cos
 * @property {ShapedArray | undefined} positions
 * @property {Expected} expected
 * @property {Config | undefined} fileConfig
 */

/** Maximum number of tensors to diagnose, where a pair counts as one. */
export const MAX_TENSORS = 200;
/** The tensor with the positions of the other tensors' rows. */
const POSITIONS = "positions";

/**
 * @param {string} file @param {Container} container @param {string | undefined} only the name of a tensor
 * @param {Expected} expected
 * @param {Config} [fileConfig] the configuration in the file itself
 * @returns {Promise<{ reports: Report[], left: number, unread: string[] }>} left: the number of tensors
 *   beyond the maximum; unread: what is wrong with arrays of .npz that cannot be read, such as text
 */
export async function reportsOf(file, container, only, expected, fileConfig) {
  const all = container.tensors.map(({ name }) => name);
  if (only !== undefined && !all.includes(only)) {
    throw new FormatError(`${nameOf(file)}: there is no tensor "${only}"`);
  }
  const isNamed = container.format === "safetensors" || container.format === "gguf";
  const partnerIn = (/** @type {string} */ name) => {
    const partner = partnerOf(name);
    return partner !== undefined && all.includes(partner) ? partner : undefined;
  };
  const isReported = (/** @type {string} */ name) => {
    const [kind, partner] = [kindOf(name), partnerIn(name)];
    if (name === POSITIONS || (partner && isSecond(name))) return false;
    return !isNamed || partner !== undefined || (kind !== undefined && kind !== "vectors");
  };
  const load = async (/** @type {string | undefined} */ name) =>
    name === undefined ? undefined : container.load(name);
  const names = only === undefined ? all.filter(isReported) : [only];
  const positions = await load(all.find((name) => name === POSITIONS));
  /** @type {Report[]} */
  const reports = [];
  if (fileConfig && only === undefined) reports.push(reportConfig(fileConfig, expected));
  /** @type {string[]} */
  const unread = [];
  for (const name of names.slice(0, MAX_TENSORS)) {
    const isOneOfMany = only === undefined && container.format === "npz";
    const array = isOneOfMany ? await loadOneOf(container, name, unread) : await load(name);
    if (!array) continue;
    const kind = kindOf(name) ?? (isComplex(array) ? "cache" : "table");
    const tensor = { name, kind, ...array, other: await load(partnerIn(name)), positions };
    reports.push(...prefixErrors(name, () => reportsOn({ ...tensor, expected, fileConfig })));
  }
  return { reports, left: Math.max(0, names.length - MAX_TENSORS), unread };
}

/** @param {Tensor} tensor @returns {Report[]} */
function reportsOn(tensor) {
  const { kind, data, shape, other, fileConfig } = tensor;
  const { config, choice } = tensor.expected;
  if (kind === "frequencies") return [reportFrequencies(tensor, data)];
  if (kind === "divisors") {
    const base = (fileConfig ?? config)?.read().base ?? 10000;
    const { frequencies } = ropeFrequencies(2 * data.length, { base });
    const divided = frequencies.map((w, i) => w / data[i]);
    return [reportFrequencies(tensor, divided)];
  }
  if (kind === "cache" || (kind === "vectors" && other)) return [reportRotation(tensor)];
  if (kind === "buckets" || kind === "window") return [reportBias(tensor)];
  // A configuration may say that a table is a cache of cosines and sines.
  const pairs = config && cacheIn(data, shape)?.shape[1];
  const variants = config ? variantsOf(config.read, choice) : [];
  if (variants.some(({ rotaryDim }) => rotaryDim === 2 * Number(pairs))) {
    const report = reportRotation({ ...tensor, kind: "cache" });
    const { diagnosis } = report;
    if (diagnosis && "base" in diagnosis && diagnosis.base !== null) return [report];
  }
  return reportTables(tensor);
}

/** @param {Pick<Tensor, "name" | "kind" | "shape">} tensor @param {Pick<Report, "summary"> & Partial<Report>} properties
 * @returns {Report} */
const reportOn = ({ name, kind, shape }, properties) => ({
  ...{ name, kind, shape, comparedWith: null, findings: [] },
  ...properties,
});

/** @param {string} code @param {Finding["severity"]} severity @param {string} message
 * @returns {Finding} */
const finding = (code, severity, message) => ({ code, severity, columns: [], message });

/** Whether an array holds complex numbers of one magnitude. @param {ShapedArray} array */
function isComplex({ data, shape, complex }) {
  if (complex) return true;
  if (shape.length < 3 || shape.at(-1) !== 2) return false;
  const size = Math.hypot(data[0], data[1]);
  for (let at = 0; at < data.length; at += 2) {
    if (!(Math.abs(Math.hypot(data[at], data[at + 1]) - size) <= 0.01 * size)) return false;
  }
  return true;
}

// ---- rotary embeddings ----

/** @param {Tensor} tensor @returns {Report} */
function reportRotation(tensor) {
  const { name, kind, data, shape, other, expected } = tensor;
  const positions = tensor.positions?.data;
  if (!other) {
    const cache = partnerOf(name) === undefined ? cacheIn(data, shape) : undefined;
    if (!cache) return halfOfCache(tensor);
    const { shape: sizes, ...cosSin } = cache;
    return bestReport(tensor, (expect) => diagnoseRotary(cosSin, sizes, { positions, expect }));
  }
  const [first, second] = isSecond(name) ? [other.data, data] : [data, other.data];
  if (kind === "cache") {
    const pair = { cos: first, sin: second };
    return bestReport(tensor, (expect) => diagnoseRotary(pair, shape, { positions, expect }));
  }
  const { tokenAxis } = expected;
  return bestReport(tensor, (expect) => {
    const pair = { input: first, output: second };
    const diagnosis = diagnoseRotary(pair, shape, { positions, tokenAxis, expect });
    const { findings } = diagnosis;
    const isAssumed =
      positions === undefined && tokenAxis === undefined && diagnosis.kind === "rotary";
    const axis = axisAssumed(shape);
    if (isAssumed && axis && !findings.some(({ code }) => /-axis$/.test(code))) findings.push(axis);
    return diagnosis;
  });
}

/** Number of rows from which on the second-to-last axis is taken for the sequence. */
const MIN_ROWS = 8;

/** A note where another axis of vectors than the second-to-last may be the sequence. @param {number[]} shape */
function axisAssumed(shape) {
  const axis = shape.length - 2;
  // (batch, rows, features) or (batch, heads, rows, features); with heads, the order is a convention.
  if (axis < 2 || shape[axis] < MIN_ROWS || shape[axis - 1] < 2) return undefined;
  const message =
    `Vectors turn along axis ${axis} of the shape (${shape[axis]} rows). If the sequence is axis ${axis - 1} ` +
    `(${shape[axis - 1]}), give --token-axis ${axis - 1}.`;
  return finding("token-axis", "note", message);
}

/** @param {Tensor} tensor */
function halfOfCache(tensor) {
  const [has, lacks] = /sin/.test(tensor.name) ? ["sines", "cosines"] : ["cosines", "sines"];
  const message = `These are ${has} without ${lacks}. Give both: phasor diagnose cos.npy sin.npy, or both in one .npz.`;
  const findings = [finding(`missing-${lacks}`, "problem", message)];
  return reportOn({ ...tensor, kind: "cache" }, { summary: `${has} without ${lacks}`, findings });
}

/** @param {Omit<Tensor, "data">} tensor @param {ArrayLike<number>} list @returns {Report} */
function reportFrequencies(tensor, list) {
  const { shape, ...cache } = cacheOf(list);
  // Frequencies have neither an attention factor nor a layout.
  const neutral = { attentionFactor: 1, layout: undefined };
  const long = /rope_factors_long/.test(tensor.name);
  const report = bestReport(
    tensor,
    (expect) => diagnoseRotary(cache, shape, { expect: expect && { ...expect, ...neutral } }),
    long,
  );
  const findings = report.findings.filter(({ code }) => !code.endsWith("attention-factor"));
  return { ...report, findings };
}

/**
 * The report on a rotation: compared with the type of layer that fits best, if there are several.
 * @param {Omit<Tensor, "data">} tensor
 * @param {(expect: ExpectedRotary | undefined) => RotaryDiagnosis} diagnoseWith
 * @param {boolean} [long] whether it is for sequences beyond the original length
 * @returns {Report}
 */
function bestReport(tensor, diagnoseWith, long = false) {
  const { config, choice } = tensor.expected;
  if (!config) {
    const diagnosis = diagnoseWith(undefined);
    const { findings } = diagnosis;
    return reportOn(tensor, { summary: inWords(diagnosis), findings, diagnosis });
  }
  const length = choice.length ?? (long ? longLength(config.read(choice)) : undefined);
  const layers = variantsOf(config.read, { ...choice, length }).filter(({ rotates }) => rotates);
  const results = layers.map((rope) => {
    const { rotates: _, ...expect } = optionsOf(rope);
    const diagnosis = diagnoseWith(expect);
    const problems = diagnosis.findings.filter(({ severity }) => severity === "problem").length;
    return { rope, diagnosis, problems };
  });
  results.sort((a, b) => a.problems - b.problems);
  const [{ rope, diagnosis, problems }] = results;
  const { findings } = diagnosis;
  const layer = layers.length > 1 ? `${layerInWords(rope)} layers of ${config.file}` : config.file;
  const named = layers.length > 1 ? `, ${problems > 0 ? "compared with" : "as in"} ${layer}` : "";
  return reportOn(tensor, {
    comparedWith: diagnosis.kind === "unknown" && findings.length === 0 ? null : layer,
    summary: `${inWords(diagnosis)}${named}`,
    ...{ findings, diagnosis },
  });
}

/** @param {RotaryDiagnosis} diagnosis */
function inWords({ kind, pairs, base, rule, scaling }) {
  if (kind === "unknown") return "no pair rotates at a constant rate";
  const factor = scaling?.factor == null ? "" : ` by ${round(scaling.factor, 4)}`;
  const rules = rule === "explicit" ? "frequencies that follow no known rule" : `${rule}${factor}`;
  return `rotary, ${pairs} pairs, ${rules}${base === null ? "" : `, base ${round(base, 7)}`}`;
}

/** The report on the configuration in a .gguf file. @param {Config} fileConfig @param {Expected} expected
 * @returns {Report} */
function reportConfig(fileConfig, expected) {
  const { config, choice } = expected;
  const rope = fileConfig.read();
  const place = { name: "configuration", kind: /** @type {const} */ ("configuration"), shape: [] };
  const alone = { ...expected, config: undefined };
  const known = { ...place, other: undefined, positions: undefined, expected: alone, fileConfig };
  const report = rope.rotates
    ? reportFrequencies(known, rope.frequencies)
    : reportOn(place, { summary: withoutRotary(rope.positions) });
  report.summary += " (from the file itself)";
  if (!config) return report;
  const { differences, notes } = comparison([fileConfig, config], choice);
  const findings = [
    ...differences.map(({ name, message }) => finding(`differs-${name}`, "problem", message)),
    ...notes.map((message) => finding("note", "note", message)),
  ];
  return { ...report, comparedWith: config.file, findings };
}

// ---- tables and biases ----

/**
 * Each table of a stack. Except for the last axis, axes of size 1 are dropped: models store tables
 * as (1, positions, features) or (positions, 1, features). A list becomes a column.
 * @param {Tensor} tensor
 * @returns {Report[]}
 */
function reportTables(tensor) {
  const { name, data, shape } = tensor;
  const [columns, outer] =
    shape.length > 1 ? [shape[shape.length - 1], shape.slice(0, -1)] : [1, shape];
  const axes = outer.filter((size) => size > 1);
  if (axes.length > 2) {
    throw new FormatError(
      `its shape (${shape.join(", ")}) is neither a table, (positions, features), nor a ` +
        "stack of tables, (tables, positions, features)",
    );
  }
  const rows = axes.at(-1) ?? 1;
  const size = rows * columns;
  return Array.from({ length: Math.min(data.length / size, MAX_TENSORS) }, (_, index) => {
    const table = data.subarray(index * size, (index + 1) * size);
    const label = axes.length > 1 ? `${name}[${index}]` : name;
    return reportTable({ ...tensor, name: label, kind: "table", data: table }, rows, columns);
  });
}

/** @param {Tensor} tensor @param {number} rows @param {number} columns @returns {Report} */
function reportTable({ name, kind, data, expected }, rows, columns) {
  const { table: expect, tableName = null } = expected;
  const shape = /** @type {[number, number]} */ ([rows, columns]);
  const diagnosis = diagnose(data, shape, { expect });
  const { convention, findings } = diagnosis;
  const words = convention === null ? diagnosis.kind : `${diagnosis.kind}, as ${convention}`;
  const about = { comparedWith: tableName, summary: words, findings, diagnosis };
  const report = reportOn({ name, kind, shape }, about);
  const isNotFinite = findings.some(({ code }) => code === "not-finite");
  if (diagnosis.kind !== "unknown" || rows < 4 || isNotFinite) return report;
  const { summary, numbers, findings: more } = learnedReport(data, rows, columns);
  const all = [...findings.filter(({ code }) => code !== "learned-or-unknown"), ...more];
  return { ...report, summary, findings: all, diagnosis: { ...diagnosis, learned: numbers } };
}

/** @param {Tensor} tensor */
function reportBias(tensor) {
  const { kind, data, shape } = tensor;
  const [rows, heads] = shape.length === 2 ? shape : [shape[0] ?? 0, 1];
  const invalid = data.filter((x) => !Number.isFinite(x)).length;
  const side = (Math.sqrt(rows) + 1) / 2;
  const square = Number.isInteger(side) && `a window of ${side} × ${side}`;
  const parts = kind === "buckets" ? `${rows} buckets` : square || `${rows} relative positions`;
  const message = `${invalid} of the entries are NaN or infinite.`;
  return reportOn(tensor, {
    summary: `learned biases of ${parts} and ${heads} heads`,
    findings: invalid > 0 ? [finding("not-finite", "problem", message)] : [],
  });
}
