// rope.js: the subcommand `phasor rope`.
import { frequencies, RotaryEmbedding, ropeFrequencies } from "phasor";
import { parseNumber } from "../formats/numbers.js";
import { configReader, layerOf, titleOf, warn, withoutRotary } from "./config.js";
import { comparison, scalingInWords } from "./differences.js";
import { layouts, pairOf } from "./doubled.js";
import { nameOf } from "./input.js";
import { inMemory, POSITIONS } from "./made.js";
import { destinationOf, outputOptions, wantsNumbers, writeMade } from "./output.js";
import { few, jsonLines, say } from "./say.js";

/** @import { Arguments, Command } from "./arguments.js" */
/** @import { Made } from "./made.js" */
/** @typedef {import("../phasor/rope/scaling.js").RopeScaling} RopeScaling */
/**
 * A description of the embedding.
 * @typedef {object} Rope
 * @property {string} title
 * @property {number} dHead
 * @property {string} [positions] how positions are encoded if nothing rotates
 * @property {number} rotaryDim 0 for a model or a layer without a rotary embedding
 * @property {number} [rotaryStart] the first feature that rotates
 * @property {1 | -1} [direction] -1 for a model that rotates in the opposite direction
 * @property {number} base
 * @property {"half" | "interleaved" | undefined} layout
 * @property {RopeScaling | undefined} scaling
 * @property {number | undefined} length
 * @property {Float64Array<ArrayBuffer>} frequencies
 * @property {number} attentionFactor
 * @property {string} [divided] the tensor of a .gguf file that divides the frequencies
 * @property {boolean} [explicit] whether frequencies and attention factor may differ from the
 *   scaling rule's
 * @property {string[]} warnings
 */

const dtypes = /** @type {const} */ (["float32", "float64"]);
const values = /** @type {const} */ (["frequencies", "wavelengths", "cos", "sin"]);
const parameters = ["d-head", "base", "rotary-dim", "scaling"];
const written = Object.keys(outputOptions).filter((name) => name !== "json" && name !== "quiet");
/** The exit code if two files differ. */
const DIFFERENT = 1;
const ofAngles = ["positions", "start", "layout", "dtype"];
/** The number of values to compute and write at a time. */
const PIECE = 1 << 16;

/** @type {Command} */
export const command = {
  name: "rope",
  usage: "--d-head N [OPTIONS]  or  [FILE [OTHER_FILE]] [OPTIONS]",
  about:
    "Shows the frequencies, wavelengths and attention factor of a rotary embedding. With --values,\n" +
    "--format, --output or --json, writes the frequencies, wavelengths, cosines or sines. FILE is a\n" +
    "model's config.json or .gguf; without FILE and --d-head, it is read from standard input. With two\n" +
    "files, shows where they differ; if they do, the exit code is 1.",
  operands: ["FILE", "OTHER_FILE"],
  options: {
    "d-head": { value: "N", help: "the number of features per head" },
    base: { value: "BASE", help: "the base of the frequencies, 10000 by default" },
    "rotary-dim": { value: "N", help: "the number of features that rotate, all by default" },
    scaling: {
      value: "RULE",
      help: "type=yarn,factor=4,…, with the names in config.json, or JSON",
    },
    config: {
      value: "FILE",
      help: "the same as FILE; - for standard input",
    },
    layer: { value: "LAYER", help: "of a file: the index or type of a layer" },
    length: { value: "N", help: "the length of the sequence, for rules that depend on it" },
    values: {
      ...{ value: "WHAT", choices: values },
      help: `what to write: ${values.join(", ")};\nfrequencies by default`,
    },
    positions: { value: "N", help: "the number of rows of cosines or sines" },
    start: { value: "P", help: "the first position, 0 by default" },
    layout: {
      ...{ value: "LAYOUT", choices: layouts },
      help: "half or interleaved: one value per feature;\nby default one per pair",
    },
    dtype: {
      ...{ value: "TYPE", choices: dtypes },
      help: "the type of cosines and sines: float32 (default) or float64",
    },
    ...outputOptions,
  },
  examples: [
    "phasor rope --d-head 64 --base 500000",
    "phasor rope --d-head 128 --scaling type=yarn,factor=4,original_max_position_embeddings=4096",
    "phasor rope config.json --values cos --positions 8192 -o cos.npy",
    "phasor rope model.gguf config.json",
  ],

  async make(args) {
    return made(args, await ropeOf(args));
  },

  async run(args) {
    if (args.operands === 2) return compared(args);
    const writes = args.has("values") || args.flag("json") || wantsNumbers(args);
    const rope = await ropeOf(args);
    const result = made(args, rope);
    warn(args, rope.warnings);
    if (writes) await writeMade(destinationOf(args), result);
    else say(args.host, described(rope));
    return undefined;
  },
};

/** @param {Arguments} args @returns {Promise<Rope>} */
async function ropeOf(args) {
  args.exclude("config", parameters);
  const operand = args.operand(0);
  if (args.operands === 2)
    args.fail("two files can only be compared: --values, --format and --output need one file");
  if (operand !== undefined) exclude(args, ["config", ...parameters], "FILE");
  const piped = args.host.inputIsSent && !parameters.some((each) => args.has(each));
  const file = operand ?? args.text("config") ?? (piped ? "-" : undefined);
  if (args.has("layer") && file === undefined) args.fail("--layer needs FILE or --config");
  if (file === undefined) return fromFlags(args);
  const config = (await configReader(args.host, file, args.count("length")))(layerOf(args));
  return { ...config, title: titleOf(config), explicit: "divided" in config };
}

/** @param {Arguments} args @param {string[]} names of options @param {string} operands */
function exclude(args, names, operands) {
  const other = names.find((each) => args.has(each));
  if (other) args.fail(`--${other} cannot be used with ${operands}`);
}

/** Compares two files and prints the differences. @param {Arguments} args */
async function compared(args) {
  exclude(args, ["config", ...parameters, "values", ...ofAngles, ...written], "two files");
  const files = [args.neededOperand(0), args.neededOperand(1)];
  if (files.every((file) => file === "-"))
    args.fail("only one of the two files can be standard input");
  const [length, layer] = [args.count("length"), layerOf(args)];
  const reads = [
    await configReader(args.host, files[0], length),
    await configReader(args.host, files[1], length),
  ];
  const result = comparison(files.map(nameOf), reads, layer);
  const { lines, ...facts } = result;
  say(args.host, args.flag("json") ? jsonLines(facts) : lines);
  return result.differences.length > 0 ? DIFFERENT : 0;
}

/** @param {Arguments} args @returns {Rope} */
function fromFlags(args) {
  const dHead = args.count("d-head") ?? args.fail("--d-head or FILE is required");
  const rotaryDim = args.count("rotary-dim") ?? dHead;
  const base = args.number("base") ?? 10000;
  const length = args.count("length");
  const scaling = scalingOf(args);
  const made = ropeFrequencies(dHead, { base, rotaryDim, scaling, length });
  return {
    title: "",
    dHead,
    rotaryDim,
    base,
    layout: undefined,
    scaling,
    length,
    warnings: [],
    ...made,
  };
}

/** @param {Arguments} args @returns {RopeScaling | undefined} */
function scalingOf(args) {
  const text = args.text("scaling");
  if (text === undefined) return undefined;
  if (text.startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch (error) {
      return args.fail(`--scaling: ${error instanceof Error ? error.message : error}`);
    }
  }
  const entries = text.split(",").map((each) => {
    const [, key, value] = /^(\w+)=(.+)$/.exec(each) ?? [];
    if (key === undefined)
      return args.fail(`--scaling must be like type=yarn,factor=4, got "${text}"`);
    return [
      key,
      value === "true" || value === "false" ? value === "true" : (parseNumber(value) ?? value),
    ];
  });
  return Object.fromEntries(entries);
}

// ---- text ----

/** The lines that describe an embedding. @param {Rope} rope */
function described({ title, dHead, rotaryDim, base, layout, scaling, ...made }) {
  if (rotaryDim === 0) return [title, withoutRotary(made.positions)];
  const last = made.rotaryStart ? "the last " : "";
  const part = rotaryDim === dHead ? `all ${dHead}` : `${last}${rotaryDim} of ${dHead}`;
  const rotates = `${part} features of a head rotate`;
  const lines = [
    ...(title ? [title] : []),
    `${rotates}, base ${base}${layout ? `, layout "${layout}"` : ""}`,
    ...(made.direction === -1
      ? ["the model rotates in the opposite direction (by negative angles)"]
      : []),
    `scaling: ${scalingInWords(scaling, made.divided)}`,
    `attention factor: ${made.attentionFactor}`,
  ];
  const plain = frequencies(rotaryDim, { base });
  const stretched = scaling ?? made.divided;
  const rows = [...made.frequencies].map((frequency, i) => [
    String(i),
    frequency.toPrecision(10),
    size((2 * Math.PI) / frequency),
    ...(stretched ? [size(plain[i] / frequency)] : []),
  ]);
  const head = [
    "pair",
    "radians per position",
    "wavelength",
    ...(stretched ? ["stretched by"] : []),
  ];
  return [...lines, "", ...aligned([head, ...rows])];
}

/** @param {number} x */
const size = (x) => (Number.isFinite(x) ? few(x) : "∞");

/** @param {string[][]} rows */
function aligned(rows) {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  return rows.map((row) => row.map((cell, c) => cell.padStart(widths[c])).join("  "));
}

// ---- numbers ----

/** @param {Arguments} args @param {Rope} rope @returns {Made} */
function made(args, rope) {
  const what = args.choice("values", values);
  const angles = what === "cos" || what === "sin";
  const misplaced = angles ? undefined : ofAngles.find((each) => args.has(each));
  if (misplaced) args.fail(`--${misplaced} needs --values cos or sin`);
  const { title, warnings, ...facts } = rope;
  const name = what ?? "frequencies";
  const result = {
    title: title ? `${name} of ${title}` : name,
    about: { ...aboutOf(facts), warnings },
    axes: { ...POSITIONS, rows: "pairs" },
  };
  if (angles) {
    const axes = { ...POSITIONS, columns: args.has("layout") ? "features" : "pairs" };
    return { ...result, arrays: [anglesOf(args, rope, what)], axes, first: args.number("start") };
  }
  const wavelengths = rope.frequencies.map((each) => (2 * Math.PI) / each);
  const arrays = [
    inMemory("frequencies", rope.frequencies, [rope.frequencies.length], "float64"),
    inMemory("wavelengths", wavelengths, [wavelengths.length], "float64"),
  ];
  // A JSON object can hold both.
  if (what === undefined && args.flag("json")) return { ...result, arrays };
  return { ...result, arrays: arrays.filter((each) => each.name === name) };
}

/** The description without the frequencies, which are in the arrays.
 * @param {Partial<Rope> & object} rope */
function aboutOf({ frequencies: _, ...facts }) {
  return facts;
}

/** @param {Arguments} args @param {Rope} rope @param {"cos" | "sin"} what */
function anglesOf(args, rope, what) {
  const rows = args.neededCount("positions");
  const layout = args.choice("layout", layouts);
  const dtype = args.choice("dtype", dtypes) ?? "float32";
  const start = args.number("start") ?? 0;
  if (rope.rotaryDim === 0) args.fail(withoutRotary(rope.positions));
  const columns = layout === undefined ? rope.rotaryDim / 2 : rope.rotaryDim;
  const pieces = () => eachPiece(rope, what, { rows, start, layout, dtype });
  return { name: what, shape: [rows, columns], dtype, pieces };
}

/**
 * Yields the rows of a table of cosines or sines in pieces that share memory. Computes them by
 * rotating the pair (1, 0).
 * @param {Rope} rope @param {"cos" | "sin"} what
 * @param {{ rows: number, start: number, layout: "half" | "interleaved" | undefined,
 *   dtype: "float32" | "float64" }} options
 */
export function* eachPiece(rope, what, { rows, start, layout, dtype }) {
  const { dHead, rotaryDim, base, scaling, length, frequencies, attentionFactor } = rope;
  const made = rope.explicit ? { frequencies, attentionFactor } : { base, scaling, length };
  const rotary = new RotaryEmbedding(dHead, { ...made, rotaryDim, layout: "half" });
  const pairs = rotaryDim / 2;
  const columns = layout === undefined ? pairs : rotaryDim;
  const maxRows = Math.min(rows, Math.max(1, Math.floor(PIECE / dHead)));
  const Type = dtype === "float32" ? Float32Array : Float64Array;
  const x = new Type(maxRows * dHead);
  const rotated = new Type(maxRows * dHead);
  const table = new Type(maxRows * columns);
  for (let r = 0; r < maxRows; r++) x.fill(1, r * dHead, r * dHead + pairs);
  const half = what === "cos" ? 0 : pairs;
  for (let first = 0; first < rows; first += maxRows) {
    const count = Math.min(maxRows, rows - first);
    const positions = Float64Array.from({ length: count }, (_, r) => start + (first + r));
    const out = rotated.subarray(0, count * dHead);
    rotary.apply(x.subarray(0, count * dHead), [count, dHead], { positions, out });
    for (let r = 0; r < count; r++) {
      for (let c = 0; c < columns; c++) {
        table[r * columns + c] = out[r * dHead + half + pairOf(c, pairs, layout)];
      }
    }
    yield table.subarray(0, count * columns);
  }
}
