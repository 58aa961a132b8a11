// checkpoint.js: diagnoses the tensors about position in a file of one or many tensors.
import { diagnose, diagnoseRotary, ropeFrequencies } from "phasor";
import { optionsOf } from "../checkpoints/gguf.js";
import { cacheIn, cacheOf, isSecond, kindOf, partnerOf } from "../checkpoints/positional.js";
import { FormatError } from "../formats/error.js";
import { layerInWords, longLength, variantsOf, withoutRotary } from "./config.js";
import { comparison } from "./differences.js";
import { about, nameOf } from "./input.js";
import { learnedReport } from "./learned.js";

/** @import { Container } from "../formats/container.js" */
/** @import { ShapedArray } from "../formats/shape.js" */
/** @import { Kind } from "../checkpoints/positional.js" */
/** @import { Choice, Config, FromConfig } from "./config.js" */
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
 * @property {Record<string, unknown> | undefined} table the options of a table
 * @property {string | undefined} tableName what they are called
 * @property {Config | undefined} config
 * @property {Choice} choice
 * @property {number | undefined} tokenAxis
 */

/** Maximum number of tensors to diagnose, where a pair counts as one. */
export const MOST = 200;
/** The tensor with the positions of the other tensors' rows. */
const POSITIONS = "positions";

/**
 * @param {string} file @param {Container} container @param {string | undefined} only the name of a tensor
 * @param {Expected} expected
 * @param {Config | undefined} own the configuration in the file itself
 * @returns {Promise<{ reports: Report[], left: number }>} left: the number of tensors beyond the
 *   maximum
 */
export async function reportsOf(file, container, only, expected, own) {
  const all = container.tensors.map(({ name }) => name);
  if (only !== undefined && !all.includes(only)) {
    throw new FormatError(`${nameOf(file)}: there is no tensor "${only}"`);
  }
  const many = container.format === "safetensors" || container.format === "gguf";
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
  const positions = all.includes(POSITIONS) ? await container.load(POSITIONS) : undefined;
  /** @type {Report[]} */
  const reports = [];
  if (own && only === undefined) reports.push(ofConfiguration(own, expected));
  for (const name of names.slice(0, MOST)) {
    const array = await container.load(name);
    const partner = paired(name);
    const other = partner === undefined ? undefined : await container.load(partner);
    reports.push(...about(name, () => reportsOn(name, array, { other, positions, expected, own })));
  }
  return { reports, left: Math.max(0, names.length - MOST) };
}

/**
 * Information for the diagnosis of a tensor.
 * @typedef {object} Known
 * @property {ShapedArray | undefined} other the other tensor of a pair, such as sin for cos
 * @property {ShapedArray | undefined} positions
 * @property {Expected} expected
 * @property {Config | undefined} own
 */
/** @param {string} name @param {ShapedArray} array @param {Known} known @returns {Report[]} */
function reportsOn(name, array, known) {
  const { data, shape } = array;
  const kind = kindOf(name) ?? (isComplex(array) ? "cache" : "table");
  if (kind === "frequencies") return [ofFrequencies(name, kind, shape, data, known)];
  if (kind === "divisors") {
    const base = (known.own ?? known.expected.config)?.read().base ?? 10000;
    const { frequencies } = ropeFrequencies(2 * data.length, { base });
    const list = frequencies.map((w, i) => w / data[i]);
    return [ofFrequencies(name, kind, shape, list, known)];
  }
  if (kind === "cache" || (kind === "vectors" && known.other)) {
    return [ofRotation(name, kind, array, known)];
  }
  if (kind === "buckets" || kind === "window") return [ofBias(name, kind, array)];
  // A configuration may say that a table is a cache of cosines and sines.
  const { config, choice } = known.expected;
  const pairs = config && cacheIn(data, shape)?.shape[1];
  if (
    config &&
    variantsOf(config.read, choice).some(({ rotaryDim }) => rotaryDim === 2 * Number(pairs))
  ) {
    const report = ofRotation(name, "cache", array, known);
    if (report.diagnosis && "base" in report.diagnosis && report.diagnosis.base !== null)
      return [report];
  }
  return ofTables(name, array, known.expected);
}

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

/** @param {string} name @param {"cache" | "vectors"} kind @param {ShapedArray} array @param {Known} known
 * @returns {Report} */
function ofRotation(name, kind, { data, shape }, known) {
  const { other, expected, positions } = known;
  const given = {
    positions: positions?.data,
    tokenAxis: kind === "vectors" ? expected.tokenAxis : undefined,
  };
  if (!other) {
    const cache = partnerOf(name) === undefined ? cacheIn(data, shape) : undefined;
    if (!cache) return halfOfCache(name, shape);
    const { shape: sizes, ...both } = cache;
    return best(name, kind, shape, expected, (expect) =>
      diagnoseRotary(both, sizes, { ...given, tokenAxis: undefined, expect }),
    );
  }
  const [first, second] = isSecond(name) ? [other.data, data] : [data, other.data];
  const pair = kind === "cache" ? { cos: first, sin: second } : { input: first, output: second };
  return best(name, kind, shape, expected, (expect) => {
    const diagnosis = diagnoseRotary(pair, shape, { ...given, expect });
    const open =
      kind === "vectors" && given.positions === undefined && given.tokenAxis === undefined;
    if (open && diagnosis.kind === "rotary" && !saysAxis(diagnosis.findings)) {
      const axis = axisAssumed(shape);
      if (axis) diagnosis.findings.push(axis);
    }
    return diagnosis;
  });
}

/** @param {Finding[]} findings */
const saysAxis = (findings) => findings.some(({ code }) => /-axis$/.test(code));

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

/** @param {string} name @param {number[]} shape @returns {Report} */
function halfOfCache(name, shape) {
  const [has, lacks] = /sin/.test(name) ? ["sines", "cosines"] : ["cosines", "sines"];
  const message = `These are ${has} without ${lacks}. Give both: phasor diagnose cos.npy sin.npy, or both in one .npz.`;
  return {
    ...{ name, kind: "cache", shape, summary: `${has} without ${lacks}`, comparedWith: null },
    findings: [{ code: `missing-${lacks}`, severity: "problem", columns: [], message }],
  };
}

/** @param {string} name @param {"frequencies" | "divisors"} kind @param {number[]} shape
 * @param {ArrayLike<number>} list @param {Known} known @returns {Report} */
function ofFrequencies(name, kind, shape, list, { expected }) {
  const { shape: sizes, ...cache } = cacheOf(list);
  // Frequencies have neither an attention factor nor a layout.
  const plain = { attentionFactor: 1, layout: undefined };
  const long = /rope_factors_long/.test(name);
  const report = best(
    ...[name, kind, shape, expected],
    (expect) => diagnoseRotary(cache, sizes, { expect: expect && { ...expect, ...plain } }),
    long,
  );
  const findings = report.findings.filter(({ code }) => !code.endsWith("attention-factor"));
  return { ...report, findings };
}

/**
 * The report on a rotation: compared with the type of layer that fits best, if there are several.
 * @param {string} name @param {Kind} kind @param {number[]} shape @param {Expected} expected
 * @param {(expect: ExpectedRotary | undefined) => RotaryDiagnosis} look
 * @param {boolean} [long] whether it is for sequences beyond the original length
 * @returns {Report}
 */
function best(name, kind, shape, { config, choice }, look, long = false) {
  const report = { name, kind, shape, comparedWith: null };
  if (!config) {
    const diagnosis = look(undefined);
    return { ...report, summary: inWords(diagnosis), findings: diagnosis.findings, diagnosis };
  }
  const length = choice.length ?? (long ? longLength(config.read(choice)) : undefined);
  const layers = variantsOf(config.read, { ...choice, length }).filter(({ rotates }) => rotates);
  const results = layers.map((rope) => {
    const { rotates: _, ...expect } = optionsOf(rope);
    const diagnosis = look(expect);
    return { rope, diagnosis, problems: problemsIn(diagnosis.findings) };
  });
  results.sort((a, b) => a.problems - b.problems);
  const [{ rope, diagnosis, problems }] = results;
  const layer = layers.length > 1 ? `${layerInWords(rope)} layers of ${config.file}` : config.file;
  const named = layers.length > 1 ? `, ${problems > 0 ? "compared with" : "as in"} ${layer}` : "";
  return {
    ...report,
    summary: `${inWords(diagnosis)}${named}`,
    comparedWith: diagnosis.kind === "unknown" && diagnosis.findings.length === 0 ? null : layer,
    findings: diagnosis.findings,
    diagnosis,
  };
}

/** @param {Finding[]} findings */
const problemsIn = (findings) => findings.filter(({ severity }) => severity === "problem").length;

/** @param {RotaryDiagnosis} diagnosis */
function inWords({ kind, pairs, base, rule, scaling }) {
  if (kind === "unknown") return "no pair rotates at a constant rate";
  const factor = scaling?.factor == null ? "" : ` by ${Number(scaling.factor.toPrecision(4))}`;
  const rules = rule === "explicit" ? "frequencies that follow no known rule" : `${rule}${factor}`;
  return `rotary, ${pairs} pairs, ${rules}${base === null ? "" : `, base ${Number(base.toPrecision(7))}`}`;
}

/** The report on the configuration in a .gguf file. @param {Config} own @param {Expected} expected
 * @returns {Report} */
function ofConfiguration(own, expected) {
  const { config, choice } = expected;
  const rope = own.read();
  const kind = /** @type {const} */ ("configuration");
  const start = { name: kind, kind, shape: /** @type {number[]} */ ([]) };
  const alone = { ...expected, config: undefined };
  const known = { other: undefined, positions: undefined, expected: alone, own };
  const list = rope.frequencies;
  const found = rope.rotates
    ? ofFrequencies("configuration", "frequencies", [], list, known)
    : { ...start, summary: withoutRotary(rope.positions), comparedWith: null, findings: [] };
  const report = { ...found, ...start, summary: `${found.summary} (from the file itself)` };
  if (!config) return report;
  const { differences, notes } = comparison([own, config], choice);
  return {
    ...report,
    comparedWith: config.file,
    findings: [
      ...differences.map(({ name, message }) => finding(`differs-${name}`, "problem", message)),
      ...notes.map((message) => finding("note", "note", message)),
    ],
  };
}

/** @param {string} code @param {Finding["severity"]} severity @param {string} message
 * @returns {Finding} */
const finding = (code, severity, message) => ({ code, severity, columns: [], message });

// ---- tables and biases ----

/**
 * Each table of a stack. Except for the last axis, axes of size 1 are dropped: models store tables
 * as (1, positions, features) or (positions, 1, features). A list becomes a column.
 * @param {string} name @param {ShapedArray} array @param {Expected} expected
 * @returns {Report[]}
 */
function ofTables(name, { data, shape }, expected) {
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
  const stacked = axes.length > 1;
  return Array.from({ length: Math.min(data.length / size, MOST) }, (_, index) => {
    const table = data.subarray(index * size, (index + 1) * size);
    return ofTable(stacked ? `${name}[${index}]` : name, table, [rows, columns], expected);
  });
}

/** @param {string} name @param {ShapedArray["data"]} data @param {[number, number]} shape
 * @param {Expected} expected @returns {Report} */
function ofTable(name, data, shape, { table, tableName }) {
  const diagnosis = diagnose(data, shape, { expect: table });
  const { kind, convention, findings } = diagnosis;
  const report = {
    ...{ name, kind: /** @type {const} */ ("table"), shape, comparedWith: tableName ?? null },
    summary: convention === null ? kind : `${kind}, as ${convention}`,
    findings,
    diagnosis,
  };
  const described = findings.some(({ code }) => code === "not-finite");
  if (kind !== "unknown" || shape[0] < 4 || described) return report;
  const learned = learnedReport(data, shape[0], shape[1]);
  return {
    ...report,
    summary: learned.summary,
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
  const bad = data.filter((x) => !Number.isFinite(x)).length;
  const side = (Math.sqrt(rows) + 1) / 2;
  const window = Number.isInteger(side)
    ? `a window of ${side} × ${side}`
    : `${rows} relative positions`;
  const parts = kind === "buckets" ? `${rows} buckets` : window;
  const message = `${bad} of the entries are NaN or infinite.`;
  return {
    ...{ name, kind, shape, summary: `learned biases of ${parts} and ${heads} heads` },
    comparedWith: null,
    findings: bad > 0 ? [finding("not-finite", "problem", message)] : [],
  };
}
