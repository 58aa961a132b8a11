// bias.js: the subcommand `phasor bias`.
import {
  alibiBias,
  alibiSlopes,
  swinBias,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5Bucket,
} from "phasor";
import { dtypeOf } from "../formats/write.js";
import { about, nameOf, readInput } from "./input.js";
import { inMemory } from "./made.js";
import { outputOptions } from "./output.js";

/** @import { Arguments, Command } from "./arguments.js" */
/**
 * @typedef {object} Result
 * @property {Float32Array | Float64Array | Int32Array} data
 * @property {number[]} shape
 * @property {string} [array] the name of the array, "bias" by default
 */

const dtypes = /** @type {const} */ (["float32", "float64"]);
const forms = /** @type {const} */ (["distance", "key-index"]);

/** The options of each kind, without the output options. */
const kinds = {
  alibi: {
    make: alibi,
    options: ["heads", "queries", "keys", "offset", "form", "symmetric", "dtype"],
  },
  t5: {
    make: t5,
    options: ["queries", "keys", "offset", "buckets", "max-distance", "one-way", "table"],
  },
  swin: { make: swin, options: ["height", "width", "coordinates", "dtype", "table"] },
};

const kindNames = /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds));

/** @type {Command} */
export const command = {
  name: "bias",
  usage: "alibi|t5|swin [OPTIONS]",
  about:
    "Writes the biases that are added to attention scores, (heads, queries, keys), or their parts:\n" +
    "  alibi  the slopes of the heads; with --queries, the biases\n" +
    "  t5     the bucket of each query and key; with --table, the biases\n" +
    "  swin   the index of each query and key in a window; with --table, the biases",
  operands: ["KIND"],
  choices: { KIND: kindNames },
  options: {
    heads: { value: "N", help: "alibi: the number of heads" },
    queries: { value: "N", help: "alibi, t5: the number of queries" },
    keys: { value: "N", help: "alibi, t5: the number of keys, --queries by default" },
    offset: { value: "N", help: "alibi, t5: the position of the first query, 0 by default" },
    form: { value: "FORM", choices: forms, help: "alibi: distance (default) or key-index" },
    symmetric: { help: "alibi: bias later keys instead of masking them" },
    buckets: { value: "N", help: "t5: the number of buckets, 32 by default" },
    "max-distance": { value: "N", help: "t5: the distance of the last bucket, 128 by default" },
    "one-way": { help: "t5: later keys share bucket 0, as in a decoder" },
    height: { value: "N", help: "swin: the height of the window" },
    width: { value: "N", help: "swin: the width of the window" },
    coordinates: { help: "swin: the log-spaced coordinates of Swin V2" },
    table: { value: "FILE", help: "t5, swin: the learned table, (buckets or distances, heads)" },
    dtype: {
      ...{ value: "TYPE", choices: dtypes },
      help: "float32 (default) or float64; with --table, the type of the table",
    },
    ...outputOptions,
  },
  examples: [
    "phasor bias alibi --heads 8",
    "phasor bias alibi --heads 8 --queries 128 -o alibi.npy",
    "phasor bias t5 --queries 6 --one-way",
    "phasor bias swin --height 7 --width 7 -o index.npy",
  ],

  async make(args) {
    const name = args.neededChoice(0, kindNames);
    const kind = kinds[name];
    for (const option of Object.keys(command.options)) {
      if (!args.has(option) || option in outputOptions || kind.options.includes(option)) continue;
      args.fail(`--${option} does not apply to ${name}`);
    }
    const { data, shape, array = "bias" } = await kind.make(args);
    const given = kind.options.filter((each) => args.has(each));
    const camel = (/** @type {string} */ each) =>
      each.replace(/-(\w)/, (_, letter) => letter.toUpperCase());
    const facts = given.map((each) => [camel(each), args.value(each)]);
    return {
      title: `${name} ${array}`,
      about: { kind: name, ...Object.fromEntries(facts) },
      arrays: [inMemory(array, data, shape, dtypeOf(data))],
      axes: { rows: shape.length > 1 ? "queries" : "heads", columns: "keys", down: true },
    };
  },
};

/** @param {Arguments} args @returns {Result} */
function alibi(args) {
  const heads = args.neededCount("heads");
  const queries = args.count("queries");
  if (queries === undefined) {
    for (const each of kinds.alibi.options.slice(2)) {
      if (args.has(each)) args.fail(`--${each} needs --queries`);
    }
    return { data: alibiSlopes(heads), shape: [heads], array: "slopes" };
  }
  const keys = args.count("keys") ?? queries;
  const data = alibiBias(heads, queries, keys, {
    causal: !args.flag("symmetric"),
    form: args.choice("form", forms),
    offset: args.number("offset"),
    dtype: args.choice("dtype", dtypes),
  });
  return { data, shape: [heads, queries, keys] };
}

/** @param {Arguments} args @returns {Promise<Result>} */
async function t5(args) {
  const queries = args.neededCount("queries");
  const keys = args.count("keys") ?? queries;
  const scheme = {
    bidirectional: !args.flag("one-way"),
    maxDistance: args.count("max-distance"),
  };
  const options = { ...scheme, offset: args.number("offset") };
  const file = args.text("table");
  if (file === undefined) {
    const buckets = args.count("buckets") ?? 32;
    // The buckets are the biases of a table that contains its own indices.
    t5Bucket(0, { ...scheme, buckets });
    const indices = Float64Array.from({ length: buckets }, (_, i) => i);
    const data = t5Bias(indices, [buckets, 1], queries, keys, options);
    return { data: Int32Array.from(data), shape: [queries, keys], array: "buckets" };
  }
  args.exclude("table", ["buckets"]);
  const { data, rows, columns } = await readInput(args.host, file);
  const bias = about(file, () => t5Bias(data, [rows, columns], queries, keys, options));
  return { data: bias, shape: [columns, queries, keys] };
}

/** @param {Arguments} args @returns {Promise<Result>} */
async function swin(args) {
  const height = args.neededCount("height");
  const width = args.neededCount("width");
  const distances = (2 * height - 1) * (2 * width - 1);
  args.exclude("coordinates", ["table"]);
  if (args.has("dtype") && !args.has("coordinates")) args.fail("--dtype needs --coordinates");
  if (args.flag("coordinates")) {
    const data = swinLogCoordinates(height, width, { dtype: args.choice("dtype", dtypes) });
    return { data, shape: [distances, 2], array: "coordinates" };
  }
  const cells = height * width;
  const file = args.text("table");
  if (file === undefined) {
    const data = swinRelativePositionIndex(height, width);
    return { data, shape: [cells, cells], array: "index" };
  }
  const { data, rows, columns } = await readInput(args.host, file);
  if (rows !== distances) {
    args.fail(
      `${nameOf(file)}: a window of ${height} × ${width} needs ${distances} rows, not ${rows}`,
    );
  }
  const bias = about(file, () => swinBias(data, columns, height, width));
  return { data: bias, shape: [columns, cells, cells] };
}
