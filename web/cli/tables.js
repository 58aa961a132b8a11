// tables.js: the subcommands that make tables, and those that analyse the rows of one.
import { existsSync } from "node:fs";
import {
  conventions,
  cosineSimilarity,
  dotProducts,
  encodingStatistics,
  nerf,
  similarityByDistance,
  sinusoidal,
  sinusoidal2d,
  sinusoidalAt,
} from "phasor";
import { FormatError } from "../formats/error.js";
import { arg, parseValue } from "./arguments.js";
import { nameOf, prefixErrors, readTable, tensorOption } from "./input.js";
import { elementsOf, inMemory, outputOptions, POSITIONS } from "./output.js";
import { round } from "./say.js";

/** @import { Elements } from "../formats/write.js" */
/** @import { Argument, Arguments, Row } from "./arguments.js" */
/** @import { Result } from "./output.js" */

export const dtypes = /** @type {const} */ (["float32", "float64", "float16", "bfloat16"]);
export const conventionNames = Object.keys(conventions);
export const gridConventions = ["mae", "detr", "simplevit", "timm"];
const arithmetics = "exact float32 float32-pow float32-exp bfloat16 float16 ggml".split(" ");
const statistics = /** @type {const} */ (["norms", "mean", "variance"]);

const MAX_POSITION = 2 ** 53;
const VALUES_PER_PIECE = 1 << 17;
/** The axes of a matrix with an entry for each pair of rows. */
const PAIRS = { rows: "positions", columns: "positions", down: true };
const DISTANCES = { ...POSITIONS, rows: "distances" };

/** @type {Argument} */
export const dtype = { kind: "choice", value: "TYPE", choices: dtypes, default: "float32" };
/** @type {Argument} */
export const base = arg.number("the base of the frequencies", { value: "BASE", default: 10000 });
/** @type {Record<string, Argument>} */
const sinusoidalOptions = {
  start: arg.number("the first position", { default: 0 }),
  base,
  convention: { kind: "choice", short: "c", choices: conventionNames, default: "vaswani" },
};

/** The arguments of commands that take any table. */
export const source = {
  usage: "[FILE | LENGTH D_MODEL] [OPTIONS]",
  about:
    "The table is in FILE, or comes from standard input, or is the sinusoidal table of LENGTH\n" +
    "positions and D_MODEL columns.",
  operands: /** @type {Record<string, Argument>} */ ({
    "FILE or LENGTH": { kind: "input" },
    D_MODEL: { kind: "count", optional: true },
  }),
  options: /** @type {Record<string, Argument>} */ ({
    tensor: tensorOption,
    ...sinusoidalOptions,
    dtype: { ...dtype, choices: ["float32", "float64"] },
  }),
};

/** @type {Record<string, Row>} */
export const rows = {
  table: {
    about:
      "Writes the sinusoidal encodings of LENGTH positions. Tables of any length need little memory.\n" +
      "An arithmetic other than exact reproduces the rounding errors of other implementations.",
    operands: { LENGTH: { kind: "count" }, D_MODEL: { kind: "count" } },
    options: {
      ...sinusoidalOptions,
      dtype,
      arithmetic: arg.choice("of the angles", { choices: arithmetics, default: "exact" }),
      ...outputOptions,
    },
    examples: [
      "phasor table 512 64 -o table.npy",
      "phasor table 4 8 --convention gpt-neox",
      "phasor table 1e6 1024 --format npy | sha256sum",
    ],
    make: sinusoidalTable,
  },

  grid: {
    about:
      "Writes the sinusoidal encodings of the cells of a grid, row by row from the top,\n" +
      "(HEIGHT·WIDTH, D_MODEL). D_MODEL is a multiple of 4.",
    operands: { HEIGHT: { kind: "count" }, WIDTH: { kind: "count" }, D_MODEL: { kind: "count" } },
    options: {
      convention: {
        ...{ kind: "choice", short: "c", default: "mae" },
        choices: gridConventions,
      },
      base,
      "class-token": arg.flag("add a first row of zeros"),
      normalize: arg.flag("divide positions by the number of cells on their axis"),
      scale: arg.number("the factor of positions, 2π by default", { needs: "normalize" }),
      dtype,
      ...outputOptions,
    },
    examples: ["phasor grid 14 14 768 -o grid.npy", "phasor plot grid 8 8 64 --convention detr"],
    make({ height, width, dModel, convention, base, classToken, normalize, scale, dtype }) {
      const options = { convention, base, classToken, normalize, scale };
      const data = sinusoidal2d(height, width, dModel, { ...options, dtype });
      return {
        title: `${height} × ${width} grid`,
        about: { height, width, dModel, ...options },
        arrays: [inMemory("grid", data, [height * width + (classToken ? 1 : 0), dModel], dtype)],
        axes: { ...POSITIONS, rows: "cells" },
      };
    },
  },

  nerf: {
    about:
      "Writes the encodings of coordinates at LEVELS frequencies that double from one to the next. Each\n" +
      "row of FILE, or of standard input, is a point; or --points sets points on a line.",
    operands: { LEVELS: { kind: "count" }, FILE: { kind: "input", optional: true } },
    options: {
      points: arg.count("evenly spaced points of one coordinate, instead of a file"),
      from: arg.number("the first point, -1 by default", { needs: "points" }),
      to: arg.number("the last point, 1 by default", { needs: "points" }),
      pi: arg.flag("multiply the angles by π, as in the paper"),
      "no-input": arg.flag("leave out the coordinates themselves"),
      dtype,
      ...outputOptions,
    },
    examples: [
      "phasor nerf 10 points.csv -o encoded.npy",
      "echo 0.5,0.25,-1 | phasor nerf 4",
      "phasor plot nerf 6 --points 256",
    ],
    async make({ levels, points, pi, noInput, dtype, from = -1, to = 1, ...values }, args) {
      if (args.operands.length > 1) args.refuse(["points"], "cannot be used with FILE");
      const file = points === undefined ? (values.file ?? args.fail("FILE is missing")) : undefined;
      const step = (to - from) / Math.max(points - 1, 1);
      const line = Float64Array.from({ length: points }, (_, i) => from + i * step);
      const lineTable = { data: line, rows: points, columns: 1 };
      const table = file === undefined ? lineTable : await readTable(file);
      const options = { components: table.columns, pi, includeInput: !noInput };
      const data = prefixErrors(file, () => nerf(table.data, levels, { ...options, dtype }));
      const columns = table.columns * (2 * levels + (noInput ? 0 : 1));
      return {
        title: "NeRF",
        about: { levels, ...options },
        arrays: [inMemory("nerf", data, [table.rows, columns], dtype)],
        axes: { ...POSITIONS, rows: "points" },
      };
    },
  },

  dot: analysisRow({
    about: "Writes the dot products of all pairs of rows of a table, (rows, rows).",
    options: {},
    examples: [
      "phasor dot 128 64 -o dot.npy",
      "phasor dot table.npy --json",
      "phasor plot dot 128 64",
    ],
    of: (pe, shape, title) => ({
      title: `dot products of ${title}`,
      arrays: [inMemory("dot", dotProducts(pe, shape), [shape[0], shape[0]])],
      axes: PAIRS,
    }),
  }),

  similarity: analysisRow({
    about:
      "Writes the cosine of the angle between each pair of rows of a table, (rows, rows); or with\n" +
      "--by-distance the mean dot product at each distance, (rows).",
    options: {
      "by-distance": arg.flag("the mean dot product of rows at each distance, in float64"),
    },
    examples: [
      "phasor similarity table.npy -o similarity.npy",
      "phasor similarity 512 64 --by-distance",
      "phasor plot similarity 512 64 --by-distance",
    ],
    of(pe, shape, title, { byDistance }) {
      const [rows] = shape;
      const [what, data, size, axes] = byDistance
        ? ["mean dot product", similarityByDistance(pe, shape), [rows], DISTANCES]
        : ["cosine similarity", cosineSimilarity(pe, shape), [rows, rows], PAIRS];
      return {
        title: `${what} of ${title}${byDistance ? " by distance" : ""}`,
        ...{ arrays: [inMemory("similarity", data, size)], axes },
      };
    },
  }),

  statistics: analysisRow({
    about:
      "Shows the norms of a table's rows, the means and variances of its columns, and its range.\n" +
      "With --values, --format, --output or --json, writes them in float64.",
    options: {
      values: arg.choice("what to write, instead of all", { value: "WHAT", choices: statistics }),
    },
    examples: [
      "phasor statistics table.npy",
      "phasor statistics 512 64 --values variance",
      "phasor plot statistics table.npy --values norms",
    ],
    of(pe, [rows, columns], title, { values }) {
      const all = encodingStatistics(pe, [rows, columns]);
      const { min, max } = all;
      const names = statistics.filter((name) => (values ?? name) === name);
      const range = (/** @type {Float64Array} */ list) =>
        `${round(list.reduce((a, b) => Math.min(a, b)))} to ${round(list.reduce((a, b) => Math.max(a, b)))}`;
      return {
        title: `${names[0]} of ${title}`,
        about: { rows, columns, min, max },
        arrays: names.map((name) => inMemory(name, all[name], [all[name].length])),
        axes: { ...POSITIONS, rows: names[0] === "norms" ? "positions" : "columns" },
        lines: [
          `${title}: ${rows} × ${columns}`,
          `  entries   ${round(min)} to ${round(max)}`,
          `  norms     ${range(all.norms)}`,
          `  mean      ${range(all.mean)} by column`,
          `  variance  ${range(all.variance)} by column`,
        ],
      };
    },
  }),
};

/**
 * The row of a command that analyses a table.
 * @param {Pick<Row, "about" | "options" | "examples"> & { of: (pe: any, shape: [rows: number, columns: number],
 *   title: string, values: any) => Omit<Result, "about"> & Partial<Result> }} analysis
 * @returns {Row}
 */
function analysisRow({ about: sentence, options, examples, of }) {
  return {
    ...{ usage: source.usage, about: `${sentence}\n${source.about}`, operands: source.operands },
    options: { ...options, ...source.options, ...outputOptions },
    examples,
    async make(values, args) {
      const { title, about: facts, arrays, file } = await sourceTable(values, args);
      const [length, width] = arrays[0].shape;
      const result = prefixErrors(file, () =>
        of(elementsOf(arrays[0]), [length, width], title, values),
      );
      return { ...result, about: { ...facts, ...result.about } };
    },
  };
}

/**
 * The table of commands that take any: from a file, or the sinusoidal one of a length and a width.
 * @param {any} values @param {Arguments} args
 * @returns {Promise<Result & { file?: string }>}
 */
export async function sourceTable(values, args) {
  const { fileOrLength: file, tensor, dModel } = values;
  if (dModel !== undefined) {
    args.refuse(["tensor"], "needs FILE");
    const length = args.read("LENGTH", { kind: "count", min: 1 }, file);
    return sinusoidalTable({ ...values, length }, args);
  }
  if (parseValue(file) !== undefined && !existsSync(file)) args.fail("D_MODEL is missing");
  args.refuse(Object.keys(sinusoidalOptions).concat("dtype"), "does not apply to a file");
  const { data, rows, columns, stack = 1 } = await readTable(file, tensor);
  if (stack > 1 && rows > stack) {
    throw new FormatError(
      `${nameOf(file)}: this is a stack of ${stack} tables; write one of them to a file`,
    );
  }
  const arrays = [inMemory("table", data, [rows, columns])];
  return { title: tensor ?? nameOf(file), about: { tensor }, arrays, axes: POSITIONS, file };
}

/** @param {any} values @param {Arguments} args @returns {Result} */
function sinusoidalTable({ length, dModel, start, base, convention, arithmetic, dtype }, args) {
  const last = start + Math.max(length - 1, 0);
  if (Math.abs(last) > MAX_POSITION) {
    args.fail(`the last position, --start + LENGTH - 1, must be within ±2^53, got ${last}`);
  }
  const options = { base, convention, arithmetic };
  // Let the package check everything else before anything is written.
  sinusoidal(0, dModel, { ...options, start, dtype });
  const pieces = () => tablePieces(length, dModel, start, { ...options, dtype });
  const { layout, spacing } = conventions[/** @type {keyof typeof conventions} */ (convention)];
  const exact = spacing === "d" && (arithmetic ?? "exact") === "exact";
  return {
    title: start === 0 ? "sinusoidal" : `sinusoidal from position ${start}`,
    about: { length, dModel, start, ...options },
    arrays: [{ name: "table", shape: [length, dModel], dtype, pieces }],
    ...{ axes: POSITIONS, first: start, exact: exact ? { dModel, base, layout } : undefined },
  };
}

/**
 * Yields the table's rows, piece by piece, in the same memory if possible. They have the same bits
 * as the whole table.
 * @param {number} length @param {number} width @param {number} start
 * @param {{ base?: number, convention?: keyof typeof conventions, arithmetic?: "exact",
 *   dtype: typeof dtypes[number] }} options
 * @returns {Generator<Elements>}
 */
export function* tablePieces(length, width, start, { dtype, ...options }) {
  const rows = Math.min(length, Math.max(1, Math.floor(VALUES_PER_PIECE / width)));
  const Memory = { float32: Float32Array, float64: Float64Array }[String(dtype)];
  // 16-bit types allocate each piece.
  const memory = Memory && new Memory(rows * width);
  for (let first = 0; first < length; first += rows) {
    const count = Math.min(rows, length - first);
    const out = memory?.subarray(0, count * width);
    /** @type {typeof options & { dtype?: "float32" }} */
    const pieceOptions = {
      ...options,
      ...(out ? { out } : { dtype: /** @type {"float32"} */ (dtype) }),
    };
    if (Number.isInteger(start)) {
      yield sinusoidal(count, width, { ...pieceOptions, start: start + first });
    } else {
      // One rounding per position, as in the whole table.
      const positions = Float64Array.from({ length: count }, (_, r) => start + (first + r));
      yield sinusoidalAt(positions, width, pieceOptions);
    }
  }
}
