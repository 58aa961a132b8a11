// table_verdicts.js: generated tables with what is expected of them, from plain formulas, and what diagnose misses or
// reports falsely.
import { diagnose } from "phasor";
import { pick, uniform } from "./bias_cases.js";
import { failuresOf, integer } from "./bias_verdicts.js";
import { nearest } from "./rounded.js";

/** @typedef {() => number} Next */
/** @typedef {"float64" | "float32" | "bfloat16" | "float16"} Format */
/** A table: the angle of each entry, and whether it is a cosine; null: a class token.
 * @typedef {(row: number, column: number, options: any) => { angle: number, cosine: boolean } | number} Entry
 */

/** @param {number} pair @param {number} pairs @param {any} options */
const frequency = (pair, pairs, { base, spacing }) =>
  pair === 0 ? 1 : base ** (-pair / (spacing === "d-2" ? pairs - 1 : pairs));

/** @param {number} column @param {number} width @param {number} position @param {any} options */
function member(column, width, position, options) {
  const pairs = width / 2;
  const concatenated = options.layout === "concatenated";
  const pair = concatenated ? column % pairs : column >> 1;
  const second = concatenated ? column >= pairs : column % 2 === 1;
  const angle = position * frequency(pair, pairs, options);
  return { angle, cosine: second !== (options.order === "cos-sin") };
}

function rows(/** @type {Next} */ next) {
  const length = integer(next, 1, pick(next, [6, 90, 300]));
  const width = 2 * integer(next, 2, 40);
  const options = {
    layout: pick(next, ["interleaved", "concatenated"]),
    order: pick(next, ["sin-cos", "sin-cos", "cos-sin"]),
    spacing: pick(next, ["d", "d", "d-2"]),
    base: pick(next, [10000, 10000, 500000, 100, 1e6, 1234.5]),
    start: pick(next, [0, 0, 1, integer(next, 2, 4000), 50000, 1e6, -7]),
  };
  const entry = (/** @type {number} */ row, /** @type {number} */ column, /** @type {any} */ o) =>
    member(column, width, o.start + row, o);
  const { layout, order, spacing, base, start } = options;
  return {
    kind: "rows",
    shape: [length, width],
    options,
    entry,
    expect: { convention: { layout, order, spacing }, base, start },
  };
}

function grid(/** @type {Next} */ next) {
  const [height, width] = [integer(next, 1, 14), integer(next, 1, 14)];
  const dModel = 4 * integer(next, 2, 16);
  const convention = pick(next, ["mae", "detr"]);
  const options = {
    height,
    width,
    base: pick(next, [10000, 10000, 100]),
    spacing: "d",
    order: "sin-cos",
    layout: convention === "mae" ? "concatenated" : "interleaved",
    swapped: false,
    down: false,
  };
  const entry = (/** @type {number} */ row, /** @type {number} */ column, /** @type {any} */ o) => {
    const [y, x] = o.down
      ? [row % o.height, Math.floor(row / o.height)]
      : [Math.floor(row / o.width), row % o.width];
    const first = column < dModel / 2;
    const columnAxis = (convention === "mae") === (first !== o.swapped);
    return member(
      column % (dModel / 2),
      dModel / 2,
      (columnAxis ? x : y) + (convention === "detr" ? 1 : 0),
      o,
    );
  };
  return {
    kind: "grid",
    shape: [height * width, dModel],
    options,
    entry,
    expect: { height, width, convention, base: options.base },
  };
}

function nerf(/** @type {Next} */ next) {
  const levels = integer(next, 1, 10);
  const x = Array.from({ length: integer(next, 1, 40) }, () => Math.fround(4 * next() - 2));
  const pi = next() < 0.5;
  const entry = (/** @type {number} */ row, /** @type {number} */ column, /** @type {any} */ o) =>
    column === 0
      ? (x[row] ?? 0)
      : {
          angle: (x[row] ?? 0) * 2 ** ((column - 1) >> 1) * (o.pi ? Math.PI : 1),
          cosine: column % 2 === 0,
        };
  return {
    kind: "nerf",
    shape: [x.length, 2 * levels + 1],
    options: { pi },
    entry,
    expect: { levels, x, pi },
  };
}

const kinds = { rows, grid, nerf };
/** @typedef {ReturnType<typeof rows> | ReturnType<typeof grid> | ReturnType<typeof nerf>} Sample */

/** Other options, or other entries, of a wrong table. @type {Record<string, (made: any, next: Next) => object | null>} */
const wrongOptions = {
  "start by one": ({ kind, options }, next) =>
    kind === "rows" ? { start: options.start + pick(next, [1, -1]) } : null,
  "other start": ({ kind, options }, next) =>
    kind === "rows" ? { start: options.start + integer(next, 9, 900) } : null,
  base: ({ kind, options }) =>
    kind === "nerf" ? null : { base: options.base === 10000 ? 500000 : 10000 },
  layout: ({ kind, options }) =>
    kind === "rows"
      ? { layout: options.layout === "interleaved" ? "concatenated" : "interleaved" }
      : null,
  order: ({ kind, options }) =>
    kind === "rows" ? { order: options.order === "sin-cos" ? "cos-sin" : "sin-cos" } : null,
  spacing: ({ kind, options }) =>
    kind === "rows" ? { spacing: options.spacing === "d" ? "d-2" : "d" } : null,
  "axes exchanged": ({ kind }) => (kind === "grid" ? { swapped: true } : null),
  "column by column": ({ kind }) => (kind === "grid" ? { down: true } : null),
  "height and width": ({ kind, options: { height, width } }) =>
    kind === "grid" ? { height: width, width: height } : null,
  pi: ({ kind, options }) => (kind === "nerf" ? { pi: !options.pi } : null),
};
const wrongEntries = [
  "row missing",
  "row doubled",
  "factor −1",
  "noise",
  "one entry",
  "one row",
  "one column",
];
export const wrongs = [...Object.keys(wrongOptions), ...wrongEntries];
const roundoffs = { float64: 2 ** -53, float32: 2 ** -24, bfloat16: 2 ** -8, float16: 2 ** -11 };
export const formats = /** @type {Format[]} */ (Object.keys(roundoffs));

/** The n-th of the cases of a seed: right, or wrong in one way. Undefined if what is wrong does not
 * show. @param {number} n @param {number} seed */
export function tableExpectation(n, seed) {
  const next = uniform(104729 * seed + n);
  const sample =
    kinds[pick(next, /** @type {(keyof typeof kinds)[]} */ (["rows", "rows", "grid", "nerf"]))](
      next,
    );
  const format = pick(next, formats);
  const single = format === "float64" ? false : next() < 0.5;
  const [length, width] = sample.shape;
  const wrong = n % 2 === 0 ? undefined : pick(next, wrongs);
  /** @param {any} options @param {number} [count] */
  const fill = (options, count = length) => {
    const values = [];
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < width; column++) {
        const entry = /** @type {any} */ (sample.entry)(row, column, {
          ...sample.options,
          ...options,
        });
        // Half of the tables have angles in float32.
        const angle =
          typeof entry === "number" ? 0 : single ? Math.fround(entry.angle) : entry.angle;
        values.push(
          typeof entry === "number" ? entry : entry.cosine ? Math.cos(angle) : Math.sin(angle),
        );
      }
    }
    return values;
  };
  const right = fill({}, length + 1);
  let values = right.slice(0, length * width);
  if (wrong === undefined)
    return { sample, format, wrong, values, name: nameOf(sample, format, wrong) };
  if (wrong in wrongOptions) {
    const change = wrongOptions[wrong](sample, next);
    if (!change) return undefined;
    values = fill(change);
  } else {
    const row = integer(next, 0, length - 1);
    const column = integer(next, 0, width - 1);
    if (wrong === "row missing") {
      if (sample.kind !== "rows") return undefined;
      values = [...right.slice(0, row * width), ...right.slice((row + 1) * width)];
    } else if (wrong === "row doubled") {
      values = [
        ...right.slice(0, row * width),
        ...right.slice(row * width - width, length * width - width),
      ];
      if (row === 0) return undefined;
    } else {
      values = values.map((x, at) => {
        const [r, c] = [Math.floor(at / width), at % width];
        if (wrong === "factor −1") return -x;
        if (wrong === "noise") return x + 1e-2 * Math.sqrt(3) * (2 * next() - 1);
        const isWrong =
          (wrong === "one column" || r === row) && (wrong === "one row" || c === column);
        return isWrong ? 0.7 * x + 0.1 : x;
      });
    }
  }
  const limit = 40 * Math.max(roundoffs[format], 2 ** -24);
  const reach =
    sample.kind === "rows" ? Math.abs(/** @type {any} */ (sample.options).start) + length : 1024;
  const shows = values.some(
    (x, at) => Math.abs(x - right[at]) > limit + 2 ** -18 * (format === "float64" ? 1e-6 : reach),
  );
  return shows ? { sample, format, wrong, values, name: nameOf(sample, format, wrong) } : undefined;
}

/** @param {Sample} sample @param {Format} format @param {string | undefined} wrong */
function nameOf({ shape, expect }, format, wrong) {
  return `${wrong ?? "right"}, ${format}, [${shape}], ${JSON.stringify(expect).slice(0, 150)}`;
}

/** What is reported falsely or missed. @param {NonNullable<ReturnType<typeof tableExpectation>>} sample */
export function tableVerdict({ sample, format, wrong, values, name }) {
  const entries = values.map((x) => nearest(x, format));
  const pe = format === "float64" ? Float64Array.from(entries) : Float32Array.from(entries);
  const { findings, residual } = diagnose(
    pe,
    /** @type {[number, number]} */ (sample.shape),
    /** @type {any} */ ({ expect: sample.expect }),
  );
  const { problems, failures } = failuresOf({ findings, residual }, wrong);
  return {
    name,
    failures,
    named: wrong === undefined || !problems.includes("differs-entries"),
    problems,
  };
}
