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
import { arg, camel } from "./arguments.js";
import { nameOf, prefixErrors, readTable } from "./input.js";
import { inMemory, outputOptions } from "./output.js";
import { dtype } from "./tables.js";

/** @import { Argument, Arguments, Row } from "./arguments.js" */
/** @typedef {{ name?: string, data: import("../formats/write.js").Elements, shape: number[] }} Result */

const kinds = { alibi, t5, swin };
const names = Object.keys(kinds);

/** @type {Record<string, Argument>} */
const options = {
  heads: arg.count("the number of heads", { of: "alibi" }),
  queries: arg.count("the number of queries", { of: "alibi, t5" }),
  keys: arg.count("the number of keys, --queries by default", {
    of: "alibi, t5",
    needs: "queries",
  }),
  offset: arg.number("the position of the first query, 0 by default", {
    of: "alibi, t5",
    needs: "queries",
  }),
  form: { of: "alibi", kind: "choice", needs: "queries", choices: ["distance", "key-index"] },
  symmetric: arg.flag("bias later keys instead of masking them", { of: "alibi", needs: "queries" }),
  buckets: arg.count("the number of buckets, 32 by default", { of: "t5" }),
  "max-distance": arg.count("keys this far away share a bucket, 128 by default", { of: "t5" }),
  "one-way": arg.flag("later keys share bucket 0, as in a decoder", { of: "t5" }),
  window: arg.size("the height and width of the window, such as 7x7", { of: "swin" }),
  coordinates: arg.flag("the log-spaced coordinates of Swin V2", {
    of: "swin",
    excludes: ["table"],
  }),
  table: arg.file("the learned table, (buckets or distances, heads)", {
    of: "t5, swin",
    excludes: ["buckets"],
  }),
  dtype: { ...dtype, of: "alibi, swin", choices: ["float32", "float64"] },
};

/** @type {Record<string, Row>} */
export const rows = {
  bias: {
    about:
      "Writes the biases that are added to attention scores, (heads, queries, keys), or their parts:\n" +
      "  alibi  the slopes of the heads; with --queries, the biases\n" +
      "  t5     the bucket of each query and key; with --table, the biases\n" +
      "  swin   the index of each query and key in a window; with --table, the biases",
    operands: { KIND: { kind: "choice", choices: names } },
    options: { ...options, ...outputOptions },
    examples: [
      "phasor bias alibi --heads 8",
      "phasor bias alibi --heads 8 --queries 128 -o alibi.npy",
      "phasor bias t5 --queries 6 --one-way",
      "phasor bias swin --window 7x7 -o index.npy",
    ],
    async make(values, args) {
      const kind = /** @type {keyof typeof kinds} */ (values.kind);
      const unsuited = Object.keys(options).filter((name) => !options[name].of?.includes(kind));
      args.refuse(unsuited, `does not apply to ${kind}`);
      const { name = "bias", data, shape } = await kinds[kind](values, args);
      const optionNames = Object.keys(options).filter((key) => args.has(key) && key !== "dtype");
      const facts = optionNames.map((key) => [camel(key), values[camel(key)]]);
      return {
        title: `${kind} ${name}`,
        about: { kind, ...Object.fromEntries(facts) },
        arrays: [inMemory(name, data, shape)],
        axes: { rows: shape.length > 1 ? "queries" : "heads", columns: "keys", down: true },
      };
    },
  },
};

/** @param {any} values @param {Arguments} args @returns {Result} */
function alibi({ queries, keys = queries, symmetric, form, offset, dtype, ...values }, args) {
  const heads = values.heads ?? args.fail("--heads is required");
  if (queries === undefined) {
    args.refuse(["dtype"], "needs --queries");
    return { name: "slopes", data: alibiSlopes(heads), shape: [heads] };
  }
  const data = alibiBias(heads, queries, keys, { causal: !symmetric, form, offset, dtype });
  return { data, shape: [heads, queries, keys] };
}

/** @param {any} values @param {Arguments} args @returns {Promise<Result>} */
async function t5({ keys, buckets = 32, maxDistance, oneWay, offset, table, ...values }, args) {
  const queries = values.queries ?? args.fail("--queries is required");
  const shape = [queries, keys ?? queries];
  const scheme = { bidirectional: !oneWay, maxDistance };
  if (table === undefined) {
    // The buckets are the biases of a table that contains its own indices.
    t5Bucket(0, { ...scheme, buckets });
    const indices = Float64Array.from({ length: buckets }, (_, i) => i);
    const data = t5Bias(indices, [buckets, 1], shape[0], shape[1], { ...scheme, offset });
    return { name: "buckets", data: Int32Array.from(data), shape };
  }
  const { data, rows, columns } = await readTable(table);
  const bias = prefixErrors(table, () =>
    t5Bias(data, [rows, columns], shape[0], shape[1], { ...scheme, offset }),
  );
  return { data: bias, shape: [columns, ...shape] };
}

/** @param {any} values @param {Arguments} args @returns {Promise<Result>} */
async function swin({ window, coordinates, dtype, table }, args) {
  const [height, width] = window ?? args.fail("--window is required");
  const distances = (2 * height - 1) * (2 * width - 1);
  if (coordinates) {
    const data = swinLogCoordinates(height, width, { dtype });
    return { name: "coordinates", data, shape: [distances, 2] };
  }
  args.refuse(["dtype"], "needs --coordinates");
  const cells = height * width;
  if (table === undefined) {
    return { name: "index", data: swinRelativePositionIndex(height, width), shape: [cells, cells] };
  }
  const { data, rows, columns } = await readTable(table);
  if (rows !== distances) {
    args.fail(
      `${nameOf(table)}: a window of ${height} × ${width} needs ${distances} rows, not ${rows}`,
    );
  }
  const bias = prefixErrors(table, () => swinBias(data, columns, height, width));
  return { data: bias, shape: [columns, cells, cells] };
}
