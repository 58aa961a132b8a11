// expected.js: reads what a bias should be.
import { alibiSlopes } from "../bias/alibi.js";
import { bucketScheme } from "../bias/t5.js";
import * as check from "../check.js";
import { windowSizes } from "./window.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Scheme } from "./apply.js" */

/**
 * The expected bias. Options that are left out have the defaults of the function that makes the bias; `causal`,
 * `offset`, `window` and `form` are then taken from the entries.
 *
 * @typedef {object} ExpectedBias
 * @property {"alibi" | "t5" | "relative" | "swin" | "mask"} type
 * @property {boolean | undefined} [causal] whether later keys are masked
 * @property {number | undefined} [offset] the position of query 0 among the keys
 * @property {number | undefined} [window] the number of keys in a sliding window
 * @property {"distance" | "key-index" | undefined} [form] alibi
 * @property {number | undefined} [maxBias] alibi; 8 by default
 * @property {number | undefined} [buckets] t5; 32 by default
 * @property {boolean | undefined} [bidirectional] t5; true by default
 * @property {number | undefined} [maxDistance] t5; 128 by default
 * @property {number | undefined} [reach] relative; by default that of the table, or any
 * @property {number | undefined} [depth] swin, of a window with three dimensions
 * @property {number | undefined} [height] swin; by default any that fits, with a table required
 * @property {number | undefined} [width] swin; by default any that fits, with a table required
 * @property {FloatArray | undefined} [table] t5: (buckets, heads); relative: (2·reach + 1, heads); swin:
 *   ((2·height − 1)·(2·width − 1), heads), with a depth (2·depth − 1) times as many rows
 */

const masking = /** @type {const} */ (["causal", "offset", "window"]);
/** @type {Record<ExpectedBias["type"], readonly (keyof ExpectedBias)[]>} */
const optionsOf = {
  alibi: [...masking, "form", "maxBias"],
  t5: [...masking, "buckets", "bidirectional", "maxDistance", "table"],
  relative: [...masking, "reach", "table"],
  swin: ["causal", "depth", "height", "width", "table"],
  mask: masking,
};
const types = /** @type {ExpectedBias["type"][]} */ (Object.keys(optionsOf));
const counts = /** @type {const} */ ([
  ...["window", "buckets", "maxDistance", "reach", "depth", "height", "width"],
]);

/**
 * @typedef {object} Expected
 * @property {ExpectedBias} options
 * @property {Omit<Scheme, "offset" | "form">} scheme
 * @property {Scheme["form"][]} forms that are accepted
 * @property {number[][]} windows sizes that are accepted, with equal rights
 */

/**
 * @param {string} where @param {ExpectedBias | undefined} value @param {number} heads
 * @param {number} queries @param {number} keys
 * @returns {Expected | undefined}
 */
export function readExpected(where, value, heads, queries, keys) {
  if (value === undefined) return undefined;
  /** @type {Set<keyof ExpectedBias>} */
  const names = new Set(["type", ...types.flatMap((type) => optionsOf[type])]);
  const options = check.options(where, value, [...names], "expect");
  const type = check.oneOf(where, "expect.type", options.type, types);
  for (const name of /** @type {(keyof ExpectedBias)[]} */ (Object.keys(options))) {
    if (name !== "type" && !optionsOf[type].includes(name))
      check.fail(RangeError, where, `expect.${name}`, `left out for type "${type}"`, options[name]);
  }
  for (const name of /** @type {const} */ (["causal", "bidirectional"])) {
    if (options[name] !== undefined) check.boolean(where, `expect.${name}`, options[name]);
  }
  const { form, maxBias = 8, offset } = options;
  if (form !== undefined) check.oneOf(where, "expect.form", form, ["distance", "key-index"]);
  if (!(typeof maxBias === "number" && maxBias > 0 && maxBias <= 1000))
    check.reject(where, "expect.maxBias", "a number above 0 and at most 1000", maxBias);
  if (offset !== undefined) check.integer(where, "expect.offset", offset, 1 - 2 ** 31, 2 ** 31 - 1);
  for (const name of counts) {
    const min = name === "reach" ? 0 : 1;
    if (options[name] !== undefined)
      check.integer(where, `expect.${name}`, options[name], min, 2 ** 31 - 1);
  }
  const { buckets = 32, bidirectional = true, maxDistance = 128, table } = options;
  if (type === "t5") bucketScheme(where, buckets, options, "expect.");
  const windows = type === "swin" ? windowsOf(where, options, queries, keys) : [];
  let reach = options.reach ?? Infinity;
  if (table !== undefined) {
    const size = check.floats(where, "expect.table", table).length;
    if (type === "relative" && options.reach === undefined)
      reach = Math.max(0, Math.floor((size / heads - 1) / 2));
    const rows = type === "t5" ? buckets : type === "relative" ? 2 * reach + 1 : rowsOf(windows[0]);
    check.floats(where, "expect.table", table, rows * heads, ` for ${rows} rows of ${heads} heads`);
  }
  const scheme = {
    ...{ type, buckets, bidirectional, maxDistance, reach, table },
    ...{ byHead: false, reversed: false, axesSwapped: false },
    sizes: windows[0] ?? [],
    ...{ maxBias, slopes: alibiSlopes(heads, { maxBias }) },
  };
  /** @type {Scheme["form"][]} */
  const forms = type === "alibi" ? ["distance", "key-index"] : ["distance"];
  return { options, scheme, forms: form ? [form] : forms, windows };
}

/** The number of differences in a window. @param {number[]} sizes */
const rowsOf = (sizes) => sizes.reduce((product, size) => product * (2 * size - 1), 1);

/** @param {string} where @param {ExpectedBias} options @param {number} queries @param {number} keys */
function windowsOf(where, { depth, height, width, table }, queries, keys) {
  const open = height === undefined || width === undefined;
  if (open && table !== undefined) {
    check.integer(where, "expect.height", height, 1, 65536);
    check.integer(where, "expect.width", width, 1, 65536);
  }
  if (!open) {
    const sizes = depth === undefined ? [height, width] : [depth, height, width];
    const size = sizes.reduce((product, side) => product * side, 1);
    if (queries === size && keys === size) return [sizes];
    const allowed = `[heads, ${size}, ${size}] for a window of ${sizes.join(" × ")}`;
    return check.fail(RangeError, where, "shape", allowed, [queries, keys]);
  }
  const line = [[1, queries]];
  return [...windowSizes(queries), ...line].filter((sizes) => {
    const [w, h, d] = [...sizes].reverse();
    return (
      (width ?? w) === w &&
      (height ?? h) === h &&
      (depth === undefined ? d === undefined : d === depth)
    );
  });
}
