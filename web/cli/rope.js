// rope.js: the subcommands `phasor rope` and `phasor cache`.
import { frequencies as plainFrequencies, RotaryEmbedding, ropeFrequencies } from "phasor";
import { optionsOf } from "../checkpoints/gguf.js";
import { arg, parseValue } from "./arguments.js";
import {
  choiceOf,
  choiceOptions,
  configOf,
  isSameRope,
  layersOf,
  longLength,
  titleOf,
  withoutRotary,
} from "./config.js";
import { comparison, scalingInWords } from "./differences.js";
import { host } from "./host.js";
import { inMemory, outputOptions, POSITIONS, writeResult } from "./output.js";
import { jsonLines, round, say, sizeInWords } from "./say.js";
import { base, dtype } from "./tables.js";

/** @import { Elements } from "../formats/write.js" */
/** @import { Argument, Arguments, Row } from "./arguments.js" */
/** @import { FromConfig } from "./config.js" */
/** @import { Result } from "./output.js" */
/** @typedef {import("../phasor/rope/scaling.js").RopeScaling} RopeScaling */
/**
 * A rotary embedding: of a configuration, or of the command line, which says less.
 * @typedef {Pick<FromConfig, "dHead" | "rotaryDim" | "base" | "frequencies" | "attentionFactor" | "warnings">
 *   & Partial<ReturnType<typeof import("phasor").ropeFromConfig>> & { divided?: string }} Rope
 */

/** The exit code if two files differ. */
const DIFFERENT = 1;
const VALUES_PER_PIECE = 1 << 16;
const bytesOf = { float32: 4, float64: 8, float16: 2, bfloat16: 2 };
const wave = (/** @type {number} */ frequency) => (2 * Math.PI) / frequency;

/** A rotary embedding without a configuration. @type {Record<string, Argument>} */
const parameters = {
  "d-head": arg.count("the number of features per head, instead of a configuration"),
  base,
  "rotary-dim": arg.count("the number of features that rotate, all by default"),
  scaling: arg.settings("type=yarn,factor=4,…, with the names in config.json, or JSON", {
    value: "RULE",
    example: "type=yarn,factor=4",
  }),
};

/** @type {Record<string, Row>} */
export const rows = {
  rope: {
    usage: "--d-head N [OPTIONS]  or  [FILE [OTHER_FILE]] [OPTIONS]",
    about:
      "Shows the frequencies, wavelengths and attention factor of a rotary embedding. With --values,\n" +
      "--format, --output or --json, writes the frequencies or wavelengths. FILE is a model's config.json\n" +
      "or .gguf; without FILE and --d-head, it is read from standard input. With two files, shows where\n" +
      "they differ; if they do, the exit code is 1. phasor cache writes cosines and sines.",
    operands: {
      FILE: { kind: "file", optional: true },
      OTHER_FILE: { kind: "file", optional: true },
    },
    options: {
      ...parameters,
      ...choiceOptions,
      values: arg.choice("what to write, instead of both", {
        value: "WHAT",
        choices: ["frequencies", "wavelengths"],
      }),
      ...outputOptions,
    },
    examples: [
      "phasor rope --d-head 64 --base 500000",
      "phasor rope --d-head 128 --scaling type=yarn,factor=4,original_max_position_embeddings=4096",
      "phasor rope model.gguf config.json",
    ],
    async make(values, args) {
      if (values.otherFile !== undefined) args.fail("two files can only be compared");
      const file = values.file ?? pipedFile(values);
      const choice = choiceOf(values);
      const read = file === undefined ? undefined : await reader(file, args);
      const rope = /** @type {Rope} */ (read?.(choice) ?? ropeOfOptions(values, args));
      const length = longLength(/** @type {FromConfig} */ (rope));
      const longer = choice.length === undefined ? read?.({ ...choice, length }) : undefined;
      const { frequencies, divided, warnings, ...facts } = rope;
      const only = values.values;
      const lists = { frequencies, wavelengths: frequencies.map(wave) };
      const arrays = Object.entries(lists).map(([name, list]) =>
        inMemory(name, list, [list.length]),
      );
      return {
        title: `${only ?? "frequencies"}${nameOf(rope) && ` of ${nameOf(rope)}`}`,
        about: { ...facts, divided, warnings },
        arrays: arrays.filter(({ name }) => (only ?? name) === name),
        axes: { ...POSITIONS, rows: "pairs" },
        lines: describe(rope, longer && !isSameRope(rope, longer) ? longer : undefined),
        warnings,
      };
    },
    async run({ file, otherFile, json, ...values }, args) {
      if (otherFile === undefined) return writeResult({ name: "rope", ...rows.rope }, args);
      const others = [...Object.keys(parameters), "values", "output", "format"];
      args.refuse(others, "cannot be used with two files");
      const [one, other] = [await configOf(file), await configOf(otherFile)];
      const { lines, ...facts } = comparison([one, other], choiceOf(values));
      say(json ? jsonLines(facts) : lines);
      return facts.differences.length > 0 ? DIFFERENT : 0;
    },
  },

  cache: {
    usage: "[CONFIG] LENGTH [OPTIONS]",
    about:
      "Writes the cosines and sines of a rotary embedding for the positions below LENGTH, times the\n" +
      "attention factor: two arrays, cos and sin, (LENGTH, pairs). CONFIG is a model's config.json or\n" +
      ".gguf; without CONFIG and --d-head, it is read from standard input. Layer types whose values\n" +
      "differ get their own arrays, such as cos_sliding_attention. Without -o, -f, --values and --json,\n" +
      "says what it would write.",
    operands: { CONFIG: { kind: "input" }, LENGTH: { kind: "count", optional: true } },
    options: {
      dtype,
      layout: arg.choice("one value per feature, not per pair", {
        value: "LAYOUT",
        choices: ["half", "interleaved"],
      }),
      values: arg.choice("only one of them", { value: "WHAT", choices: ["cos", "sin"] }),
      ...parameters,
      ...{ part: choiceOptions.part, layer: choiceOptions.layer },
      ...outputOptions,
    },
    examples: [
      "phasor cache config.json 8192 -o cache.npz --dtype float16",
      "phasor cache config.json 4096 --values cos --layout half -o cos.npy",
      "phasor cache 8192 -o cache.npz < config.json",
      "phasor plot cache 512 --d-head 64",
    ],
    async make({ config, length: second, ...values }, args) {
      const isLengthOnly = second === undefined && parseValue(config) !== undefined;
      const length = isLengthOnly ? args.read("LENGTH", { kind: "count" }, config) : second;
      if (length === undefined) args.fail("LENGTH is missing");
      const file = isLengthOnly ? pipedFile(values) : config;
      const ropes =
        file === undefined
          ? [ropeOfOptions({ ...values, length }, args)]
          : layersOf(await reader(file, args), { ...choiceOf(values), length });
      return cacheOf(/** @type {Rope[]} */ (ropes), length, values, args);
    },
  },
};

/** Standard input, if it has a configuration. @param {any} values */
const pipedFile = ({ dHead }) => (dHead === undefined && host.inputIsSent ? "-" : undefined);

/** @param {string} file @param {Arguments} args */
async function reader(file, args) {
  args.refuse(Object.keys(parameters), "cannot be used with a configuration");
  return (await configOf(file)).read;
}

/** The embedding that the options describe. @param {any} values @param {Arguments} args @returns {Rope} */
function ropeOfOptions({ dHead, rotaryDim = dHead, base, scaling, length }, args) {
  if (dHead === undefined) args.fail("--d-head or FILE is required");
  args.refuse(["layer", "part"], "needs FILE");
  const rule = { base, rotaryDim, scaling, length };
  return { dHead, ...rule, warnings: [], ...ropeFrequencies(dHead, rule) };
}

/** @param {Rope} rope */
const nameOf = (rope) => (rope.layer ? titleOf(/** @type {FromConfig} */ (rope)) : "");

// ---- text ----

/** The lines that describe an embedding, and what depends on the length.
 * @param {Rope} rope @param {FromConfig | undefined} beyond the embedding for longer sequences */
function describe(rope, beyond) {
  const { dHead, rotaryDim, base, layout, scaling, divided, softmaxFactor = 1 } = rope;
  const name = nameOf(rope);
  if (rotaryDim === 0) return [name, withoutRotary(rope.positions)];
  const last = rope.rotaryStart ? "the last " : "";
  const part = rotaryDim === dHead ? `all ${dHead}` : `${last}${rotaryDim} of ${dHead}`;
  const lines = [
    name,
    `${part} features of a head rotate, base ${base}${layout ? `, layout "${layout}"` : ""}`,
    rope.direction === -1 && "the model rotates in the opposite direction (by negative angles)",
    `scaling: ${scalingInWords(scaling, divided)}`,
    `attention factor: ${rope.attentionFactor}`,
    softmaxFactor !== 1 && `softmax factor: ${softmaxFactor}`,
    rope.queryScaling && `query scaling: ${scalingInWords(rope.queryScaling, undefined)}`,
    beyond && beyondInWords(rope, beyond),
    ...(rope.differences ?? []).map((note) => `note: ${note}`),
  ].flatMap((line) => line || []);
  const plain = plainFrequencies(rotaryDim, { base });
  const stretched = scaling ?? divided;
  const table = [
    ["pair", "radians per position", "wavelength", "stretched by"],
    ...Array.from(rope.frequencies, (frequency, i) => [
      ...[String(i), frequency.toPrecision(10), show(wave(frequency)), show(plain[i] / frequency)],
    ]),
  ].map((row) => row.slice(0, stretched ? 4 : 3));
  const widths = table[0].map((_, c) => Math.max(...table.map((row) => row[c].length)));
  const aligned = table.map((row) => row.map((cell, c) => cell.padStart(widths[c])).join("  "));
  return [...lines, "", ...aligned];
}

/** @param {Rope} rope @param {FromConfig} beyond */
function beyondInWords(rope, beyond) {
  const ratios = rope.frequencies.map((w, i) => w / beyond.frequencies[i]);
  const largest = Math.max(...ratios);
  const { attentionFactor: factor, length } = beyond;
  const parts = [
    largest !== 1 && `pair ${ratios.indexOf(largest)} is stretched by a further ${show(largest)}`,
    factor !== rope.attentionFactor && `the attention factor is ${factor}`,
  ].filter((part) => part);
  return `depends on the length: with --length ${length}, ${parts.join(", and ")}`;
}

/** @param {number} x */
const show = (x) => (Number.isFinite(x) ? round(x) : "∞");

// ---- cosines and sines ----

/**
 * The arrays of the first embedding, and of others whose values differ.
 * @param {Rope[]} ropes @param {number} length @param {any} values @param {Arguments} args
 * @returns {Result}
 */
function cacheOf(ropes, length, { dtype, layout, values: only }, args) {
  const [rope] = ropes;
  if (rope.rotaryDim === 0) args.fail(withoutRotary(rope.positions));
  const rotating = ropes.filter(({ rotaryDim }) => rotaryDim > 0);
  const distinct = rotating.filter((later, i) =>
    rotating.slice(0, i).every((earlier) => !isSameRope(later, earlier)),
  );
  const arrays = distinct.flatMap((embedding, i) => {
    const options = { ...optionsOf(embedding), maxLength: length, dtype };
    const rotary = new RotaryEmbedding(embedding.dHead, options);
    const pairs = embedding.rotaryDim / 2;
    return /** @type {const} */ (["cos", "sin"])
      .filter((name) => (only ?? name) === name)
      .map((name) => ({
        name: i === 0 ? name : `${name}_${embedding.layer?.type}`,
        ...{ shape: [length, layout === undefined ? pairs : 2 * pairs], dtype },
        pieces: () => cachePieces(rotary[name], pairs, layout),
      }));
  });
  const { frequencies: _, layer, ...facts } = rope;
  return {
    title: `${only ?? "cos"}${nameOf(rope) && ` of ${nameOf(rope)}`}`,
    about: { ...facts, layer: layer?.type, columns: layout ?? "pairs" },
    arrays,
    axes: { ...POSITIONS, columns: layout === undefined ? "pairs" : "features" },
    lines: [
      ...(nameOf(rope) === "" ? [] : [nameOf(rope)]),
      ...arrays.map(({ name, shape: [rows, columns] }) => {
        const bytes = sizeInWords(rows * columns * bytesOf[/** @type {"float32"} */ (dtype)]);
        return `  ${name}: ${rows} × ${columns}, ${dtype}, ${bytes}`;
      }),
      `${rope.layout ? `the model pairs features as in layout "${rope.layout}"; ` : ""}attention factor ${rope.attentionFactor}`,
      "add -o FILE.npz or --json to write them, or select one with --values",
    ],
    warnings: rope.warnings,
  };
}

/**
 * Yields the rows of a cache unchanged, or in pieces with each value twice. The pieces share memory.
 * @param {Elements} cache (rows, pairs) @param {number} pairs
 * @param {"half" | "interleaved" | undefined} layout which features share a value; undefined for one
 *   value per pair
 * @returns {Generator<Elements>}
 */
function* cachePieces(cache, pairs, layout) {
  if (layout === undefined) return yield cache;
  const columns = 2 * pairs;
  const Type = /** @type {Float32ArrayConstructor} */ (cache.constructor);
  const table = new Type(columns * Math.max(1, Math.floor(VALUES_PER_PIECE / columns)));
  for (let from = 0; from < 2 * cache.length; from += table.length) {
    const piece = table.subarray(0, 2 * cache.length - from);
    for (let at = 0; at < piece.length; at++) {
      const [row, column] = [Math.floor((from + at) / columns), at % columns];
      piece[at] = cache[row * pairs + (layout === "half" ? column % pairs : column >> 1)];
    }
    yield piece;
  }
}
