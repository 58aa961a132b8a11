// expected.js: reads the expectation for a bias, and reports differences.
import { t5Bucket } from "../bias/t5.js";
import * as check from "../check.js";
import { few, note, problem } from "../diagnose/messages.js";
import { eachSeen } from "./matrix.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Finding } from "../diagnose/messages.js" */
/** @import { BiasDiagnosis } from "../diagnose_bias.js" */
/** @import { Bias } from "./matrix.js" */

/**
 * The expected bias. Options that are left out are not compared.
 *
 * @typedef {object} ExpectedBias
 * @property {"alibi" | "t5" | "relative" | "swin" | "mask"} type
 * @property {boolean | undefined} [causal] whether later keys are masked
 * @property {number | undefined} [offset] the position of query 0 among the keys
 * @property {number | undefined} [window] the number of keys in a sliding window
 * @property {"distance" | "key-index" | undefined} [form] alibi
 * @property {number | undefined} [maxBias] alibi
 * @property {number | undefined} [buckets] t5; with a table, 32 by default
 * @property {boolean | undefined} [bidirectional] t5; with a table, true by default
 * @property {number | undefined} [maxDistance] t5; with a table, 128 by default
 * @property {number | undefined} [reach] relative
 * @property {number | undefined} [height] swin; required with a table
 * @property {number | undefined} [width] swin; required with a table
 * @property {FloatArray | undefined} [table] t5: (buckets, heads); swin:
 *   ((2·height − 1)·(2·width − 1), heads)
 */

/** @type {Record<ExpectedBias["type"], (keyof ExpectedBias)[]>} */
const compared = {
  alibi: ["causal", "offset", "window", "form", "maxBias"],
  t5: ["causal", "offset", "window", "buckets", "bidirectional", "maxDistance"],
  relative: ["causal", "offset", "window", "reach"],
  swin: ["causal", "height", "width"],
  mask: ["causal", "offset", "window"],
};
const types = /** @type {ExpectedBias["type"][]} */ (Object.keys(compared));

/**
 * The row of a table for a query and a key.
 * @typedef {(query: number, key: number) => number} Index
 */
/**
 * @typedef {object} Expected
 * @property {ExpectedBias} given
 * @property {number} rows of the table
 * @property {Index} [index]
 * @property {Index} [back] the index with query and key exchanged
 */

/**
 * @param {string} where @param {ExpectedBias | undefined} value @param {number} heads
 * @param {number} queries @param {number} keys
 * @returns {Expected | undefined}
 */
export function readExpected(where, value, heads, queries, keys) {
  if (value === undefined) return undefined;
  const all = ["type", "table", ...new Set(types.flatMap((type) => compared[type]))];
  const given = check.options(where, value, all, "expect");
  const type = check.oneOf(where, "expect.type", given.type, types);
  const tabled = type === "t5" || type === "swin";
  for (const name of /** @type {(keyof ExpectedBias)[]} */ (Object.keys(given))) {
    const fits = name === "type" || compared[type].includes(name) || (name === "table" && tabled);
    if (!fits)
      check.fail(RangeError, where, `expect.${name}`, `left out for type "${type}"`, given[name]);
  }
  for (const name of /** @type {const} */ (["causal", "bidirectional"])) {
    if (given[name] !== undefined) check.boolean(where, `expect.${name}`, given[name]);
  }
  if (given.form !== undefined)
    check.oneOf(where, "expect.form", given.form, ["distance", "key-index"]);
  if (given.maxBias !== undefined) check.number(where, "expect.maxBias", given.maxBias, 1e-6, 1000);
  if (given.offset !== undefined)
    check.integer(where, "expect.offset", given.offset, -(2 ** 31), 2 ** 31);
  for (const name of /** @type {const} */ ([
    "window",
    "buckets",
    "maxDistance",
    "reach",
    "height",
    "width",
  ])) {
    if (given[name] !== undefined)
      check.integer(where, `expect.${name}`, given[name], 1, 2 ** 31 - 1);
  }
  if (given.table === undefined) return { given, rows: 0 };
  const read =
    type === "t5"
      ? bucketIndex(where, given, queries, keys)
      : windowIndex(where, given, queries, keys);
  const { rows } = read;
  check.floats(
    where,
    "expect.table",
    given.table,
    rows * heads,
    ` for ${rows} rows of ${heads} heads`,
  );
  return { given, ...read };
}

/** @param {string} where @param {ExpectedBias} given @param {number} queries @param {number} keys */
function bucketIndex(where, given, queries, keys) {
  const { buckets = 32, bidirectional = true, maxDistance = 128 } = given;
  const offset = given.offset ?? keys - queries;
  check.integer(where, "expect.buckets", buckets, bidirectional ? 4 : 2, 4096);
  if (bidirectional && buckets % 2 === 1) {
    check.fail(RangeError, where, "expect.buckets", "even", buckets);
  }
  const exact = Math.floor((bidirectional ? buckets / 2 : buckets) / 2);
  check.integer(where, "expect.maxDistance", maxDistance, exact + 1, 2 ** 31 - 1);
  /** @type {Map<number, number>} */
  const known = new Map();
  /** @param {number} r */
  const of = (r) => {
    const bucket = known.get(r) ?? t5Bucket(r, { buckets, bidirectional, maxDistance });
    known.set(r, bucket);
    return bucket;
  };
  /** @type {Index} */
  const index = (i, j) => of(j - offset - i);
  /** @type {Index} */
  const back = (i, j) => of(offset + i - j);
  return { rows: buckets, index, back };
}

/** @param {string} where @param {ExpectedBias} given @param {number} queries @param {number} keys */
function windowIndex(where, { height, width }, queries, keys) {
  const h = check.integer(where, "expect.height", height, 1, 65536);
  const w = check.integer(where, "expect.width", width, 1, 65536);
  if (queries !== h * w || keys !== h * w) {
    check.fail(
      RangeError,
      where,
      "shape",
      `[heads, ${h * w}, ${h * w}] for a window of ${h} × ${w}`,
      [queries, keys],
    );
  }
  /** @param {number} i @param {number} j */
  const index = (i, j) =>
    (Math.floor(i / w) - Math.floor(j / w) + h - 1) * (2 * w - 1) + (i % w) - (j % w) + w - 1;
  /** @type {Index} */
  const back = (i, j) => index(j, i);
  return { rows: (2 * h - 1) * (2 * w - 1), index, back };
}

/** Notes that are left out if an option of `expect` is given.
 * @type {Record<string, keyof ExpectedBias>} */
const decided = {
  "key-index": "form",
  "other-max-bias": "maxBias",
  "other-max-distance": "maxDistance",
  "other-offset": "offset",
  "sliding-window": "window",
};

/**
 * The findings with those from the comparison, without notes that `expect` makes unnecessary.
 * @param {Bias} bias @param {BiasDiagnosis} diagnosis @param {Expected} expected
 * @returns {Finding[]}
 */
export function compare(bias, diagnosis, expected) {
  const { given } = expected;
  const { kind } = diagnosis;
  if (kind !== given.type) {
    const what =
      kind === "unknown" || kind === "toeplitz"
        ? `A bias of type "${given.type}" is expected, but the entries are not one.`
        : `A bias of type "${given.type}" is expected; the entries are of type "${kind}".`;
    return [...diagnosis.findings, problem("differs-type", what)];
  }
  const findings = diagnosis.findings.filter(
    ({ code, severity }) => severity === "problem" || given[decided[code]] === undefined,
  );
  const causal = diagnosis.mask === "causal" || diagnosis.mask === "window";
  const found = /** @type {Record<string, unknown>} */ ({ ...diagnosis, causal });
  for (const name of compared[given.type]) {
    const wanted = given[name];
    if (wanted === undefined || found[name] === wanted) continue;
    if (found[name] === null) {
      if (name !== "window") {
        findings.push(
          note(`hidden-${name}`, `The entries do not determine ${name}; ${wanted} is expected.`),
        );
        continue;
      }
    } else if (typeof wanted === "number" && Math.abs(Number(found[name]) / wanted - 1) < 1e-6)
      continue;
    const is =
      typeof found[name] === "number" ? few(Number(found[name])) : JSON.stringify(found[name]);
    findings.push(
      problem(`differs-${name}`, `${name} is ${is}; ${JSON.stringify(wanted)} is expected.`),
    );
  }
  if (given.window === undefined && given.causal === true && diagnosis.mask === "window") {
    findings.push(
      problem("differs-window", `A query sees only the last ${diagnosis.window} keys.`),
    );
  }
  findings.push(...compareTable(bias, expected));
  return findings;
}

/**
 * Compares the entries with a table, and with typical misreadings of the table.
 * @param {Bias} bias @param {Expected} expected @returns {Finding[]}
 */
function compareTable(bias, { given, rows, index, back }) {
  const { type, height = 1, width = 1, table } = given;
  if (!table || !index || !back) return [];
  const { heads } = bias;
  const [tall, wide] = [2 * height - 1, 2 * width - 1];
  /** @param {number} row */
  const turned = (row) => (row % wide) * tall + Math.floor(row / wide);
  /** @type {[message: string, index: typeof index, byHead: boolean][]} */
  const ways = [
    ["", index, false],
    ["query and key are swapped: the difference has the wrong sign", back, false],
    ["the table is (heads, rows) and was read as (rows, heads), or the reverse", index, true],
  ];
  if (type === "swin") {
    ways.push(
      ["the differences of rows and columns are swapped", (i, j) => turned(index(i, j)), false],
      [
        "the differences of rows and columns are swapped, and so are query and key",
        (i, j) => turned(back(i, j)),
        false,
      ],
    );
  }
  for (const [message, at, byHead] of ways) {
    if (
      !agrees(
        bias,
        heads,
        (head, i, j) => table[byHead ? head * rows + at(i, j) : at(i, j) * heads + head],
      )
    )
      continue;
    return message
      ? [problem("differs-table", `The entries are the table's, but ${message}.`)]
      : [];
  }
  return [problem("differs-table", "The entries are not those of the table.")];
}

/** @param {Bias} bias @param {number} heads
 * @param {(head: number, i: number, j: number) => number} wanted */
function agrees(bias, heads, wanted) {
  let [squares, size, count] = [0, 0, 0];
  for (let head = 0; head < heads; head++) {
    eachSeen(bias, head, (y, i, j) => {
      const value = wanted(head, i, j);
      const off = Math.max(0, Math.abs(y - value) - 4 * bias.precision * Math.abs(value));
      squares += off * off;
      size += value * value;
      count++;
    });
  }
  const rms = Math.sqrt(squares / Math.max(1, count));
  return rms <= 5e-3 && squares <= 0.01 * size;
}
