// expected.js: reads what a bias should be, builds it, and subtracts it from the entries.

import { alibiSlopes } from "../bias/alibi.js";
import { bucketScheme, bucketsFrom } from "../bias/t5.js";
import * as check from "../check.js";
import { roundTo } from "../doctor/elements.js";
import { square } from "../elementary.js";
import { regressorOf, slopeError } from "./lines.js";
import { groupsBy, momentsBy, momentsOf } from "./survey.js";
import { windowGroups, windowSizes } from "./window.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Form } from "./lines.js" */
/** @import { Grouping, Bias, Groups, Moments } from "./survey.js" */

/**
 * The expected bias. Options that are left out have the defaults of the function that makes the bias; `causal`,
 * `offset`, `window` and `form` are then taken from the entries.
 *
 * @typedef {object} ExpectedBias
 * @property {"alibi" | "t5" | "relative" | "swin" | "mask"} type
 * @property {boolean | undefined} [causal] whether later keys are masked; if true without a window, earlier keys must not be
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

const maskOptions = /** @type {const} */ (["causal", "offset", "window"]);
/** @type {Record<ExpectedBias["type"], readonly (keyof ExpectedBias)[]>} */
const optionsOf = {
  alibi: [...maskOptions, "form", "maxBias"],
  t5: [...maskOptions, "buckets", "bidirectional", "maxDistance", "table"],
  relative: [...maskOptions, "reach", "table"],
  swin: ["causal", "depth", "height", "width", "table"],
  mask: maskOptions,
};
const types = /** @type {ExpectedBias["type"][]} */ (Object.keys(optionsOf));
const countOptions = /** @type {const} */ (["window", "reach", "depth", "height", "width"]);

/**
 * How a bias is made. What a type does not use is ignored.
 * @typedef {object} Scheme
 * @property {ExpectedBias["type"]} type
 * @property {number} offset
 * @property {Form} form
 * @property {number} zero the key whose bias is 0, of form "key-index": the first, or as in MPT the last
 * @property {number} maxBias
 * @property {Float64Array} slopes (heads)
 * @property {number} buckets
 * @property {boolean} bidirectional
 * @property {number} maxDistance
 * @property {number} reach Infinity: each distance may have its own row
 * @property {number[]} sizes of a window, the last axis last
 * @property {FloatArray | undefined} table (rows, heads); without one, each row has the value that most of its
 *   entries have
 * @property {boolean} byHead the table is read as (heads, rows)
 * @property {boolean} reversed query and key are exchanged
 * @property {boolean} axesSwapped the table of a window has the differences of the last two axes exchanged
 */

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
  if (options.causal !== undefined) check.boolean(where, "expect.causal", options.causal);
  const { form, maxBias = 8, offset } = options;
  if (form !== undefined) check.oneOf(where, "expect.form", form, ["distance", "key-index"]);
  if (!(typeof maxBias === "number" && maxBias > 0 && maxBias <= 1000))
    check.reject(where, "expect.maxBias", "a number above 0 and at most 1000", maxBias);
  if (offset !== undefined) check.integer(where, "expect.offset", offset, 1 - 2 ** 31, 2 ** 31 - 1);
  for (const name of countOptions) {
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
    const windowRows = productOf((windows[0] ?? []).map((size) => 2 * size - 1));
    const rows = type === "t5" ? buckets : type === "relative" ? 2 * reach + 1 : windowRows;
    check.floats(where, "expect.table", table, rows * heads, ` for ${rows} rows of ${heads} heads`);
  }
  const scheme = {
    ...{ type, buckets, bidirectional, maxDistance, reach, table },
    ...{ zero: 0, byHead: false, reversed: false, axesSwapped: false },
    sizes: windows[0] ?? [],
    ...{ maxBias, slopes: alibiSlopes(heads, { maxBias }) },
  };
  /** @type {Scheme["form"][]} */
  const forms = type === "alibi" ? ["distance", "key-index"] : ["distance"];
  return { options, scheme, forms: form ? [form] : forms, windows };
}

/** @param {number[]} sizes */
const productOf = (sizes) => sizes.reduce((product, size) => product * size, 1);

/** @param {string} where @param {ExpectedBias} options @param {number} queries @param {number} keys */
function windowsOf(where, { depth, height, width, table }, queries, keys) {
  const isOpen = height === undefined || width === undefined;
  if (isOpen && table !== undefined) {
    check.integer(where, "expect.height", height, 1, 65536);
    check.integer(where, "expect.width", width, 1, 65536);
  }
  if (!isOpen) {
    const sizes = depth === undefined ? [height, width] : [depth, height, width];
    const size = productOf(sizes);
    if (queries === size && keys === size) return [sizes];
    const allowed = `[heads, ${size}, ${size}] for a window of ${sizes.join(" × ")}`;
    return check.fail(RangeError, where, "shape", allowed, [queries, keys]);
  }
  return [...windowSizes(queries), [1, queries]].filter((sizes) => {
    const [w, h, d] = [...sizes].reverse();
    return (width ?? w) === w && (height ?? h) === h && d === depth;
  });
}

/**
 * A bias as a table of groups of entries.
 * @typedef {object} Reference
 * @property {Groups} groups
 * @property {Moments[]} moments of the entries in these groups, for each head
 * @property {Int32Array} slots the table row of each group
 * @property {((slot: number, head: number) => number) | undefined} entryOf undefined for a learned table that is
 *   not known
 * @property {(slot: number, head: number) => number[]} roundedValues the values that rounding may make of an entry
 */

/**
 * @param {Scheme} scheme @param {Bias} bias
 * @returns {Reference | undefined} undefined if there is no such scheme
 */
export function buildReference(scheme, bias) {
  const { type, slopes, form, offset, zero, sizes, reversed } = scheme;
  const { heads, queries, keys, format } = bias;
  if (type === "swin") {
    if (queries !== keys || queries !== productOf(sizes)) return undefined;
    const groups = windowGroups(sizes, reversed);
    const slots = windowSlots(scheme, groups.size);
    return {
      groups,
      moments: momentsOf(bias, groups),
      slots,
      ...tableLookup(scheme, slots.length, heads),
    };
  }
  const from = form === "key-index" ? zero : offset;
  const { grouping, x } = regressorOf(type === "alibi" ? form : "distance", from, bias);
  const groups = groupsBy(grouping, bias);
  const moments = momentsBy(bias, grouping);
  const slots = Int32Array.from({ length: groups.size }, (_, group) => group);
  const common = { groups, moments, slots };
  if (type === "mask") return { ...common, entryOf: () => 0, roundedValues: () => [0] };
  if (type === "alibi")
    return {
      ...common,
      entryOf: (group, head) => slopes[head] * x(group),
      roundedValues(group, head) {
        const [slope, at] = [slopes[head], x(group)];
        // Models compute slopes as powers of a rounded number, or round slope and distance first.
        const tolerance = slopeError(heads) * slope * at;
        const roundedSlope = roundTo(format.name, slope);
        return [
          slope * at - tolerance,
          slope * at + tolerance,
          roundedSlope * at,
          roundedSlope * roundTo(format.name, at),
        ];
      },
    };
  const size =
    type === "t5" ? bucketSlots(scheme, slots, queries) : clippedSlots(scheme, slots, queries);
  return size === undefined ? undefined : { ...common, ...tableLookup(scheme, size, heads) };
}

/** @param {Scheme} scheme @param {number} rows @param {number} heads @returns {Pick<Reference, "entryOf" | "roundedValues">} */
function tableLookup({ table, byHead }, rows, heads) {
  if (!table) return { entryOf: undefined, roundedValues: () => [] };
  /** @param {number} slot @param {number} head */
  const entryOf = (slot, head) => table[byHead ? head * rows + slot : slot * heads + head];
  return {
    entryOf,
    roundedValues: (slot, head) => [entryOf(slot, head), Math.fround(entryOf(slot, head))],
  };
}

/** Writes the bucket of each difference. @param {Scheme} scheme @param {Int32Array} slots @param {number} queries
 * @returns {number | undefined} how many there are; undefined if there is no such scheme */
function bucketSlots({ buckets, bidirectional, maxDistance, offset, reversed }, slots, queries) {
  const exact = Math.floor((bidirectional ? buckets / 2 : buckets) / 2);
  if (exact < 1 || maxDistance <= exact || (bidirectional && buckets % 2 === 1)) return undefined;
  const first = 1 - queries - offset;
  const start = reversed ? 1 - first - slots.length : first;
  slots.set(bucketsFrom({ buckets, bidirectional, maxDistance }, start, slots.length));
  if (reversed) slots.reverse();
  return buckets;
}

/** The same for differences up to a reach. @param {Scheme} scheme @param {Int32Array} slots @param {number} queries */
function clippedSlots({ reach, offset, reversed }, slots, queries) {
  if (reach === Infinity) return slots.length;
  slots.forEach((group) => {
    const difference = (reversed ? -1 : 1) * (group + 1 - queries - offset);
    slots[group] = Math.max(-reach, Math.min(reach, difference)) + reach;
  });
  return 2 * reach + 1;
}

/** @param {Scheme} scheme @param {number} size */
function windowSlots({ sizes, axesSwapped }, size) {
  const [width, height] = sizes.map((side) => 2 * side - 1).reverse();
  return Int32Array.from({ length: size }, (_, at) => {
    const rest = at % (width * height);
    return axesSwapped ? at - rest + (rest % width) * height + Math.floor(rest / width) : at;
  });
}

/**
 * What remains of the entries after the expected ones are subtracted. Masked entries are not compared.
 * @typedef {object} BiasResidual
 * @property {number} max the largest residual above its limit; if there is none, the largest. Infinity if a key is
 *   masked that should not be, or seen that should be masked
 * @property {number} rms
 * @property {number} limit what the rounding of the element type explains of that entry
 * @property {number} above the number of entries above their limits
 * @property {number} count the number of entries that were compared
 * @property {number[]} heads with such an entry
 * @property {number[]} queries
 * @property {number[]} keys
 */

/** What rounding explains of a group's entries if one of them is `expected`. @param {Bias} bias @param {Reference} reference
 * @param {number} group @param {number} head @param {number} expected */
function toleranceOf({ format, heads }, { slots, roundedValues }, group, head, expected) {
  const bound = (4 * format.roundoff + 2 * slopeError(heads)) * Math.abs(expected) + format.floor;
  const rounded = roundedValues(slots[group], head).map((x) => roundTo(format.name, x));
  return Math.min(bound, Math.max(0, ...rounded.map((x) => Math.abs(x - expected))));
}

/**
 * What remains of the finite entries of a head if rounding explains it in all of them; otherwise undefined. Without a
 * known table, the entries of a table row must be equal.
 * @param {Bias} bias @param {Reference} reference @param {number} head
 */
export function roundingResidual(bias, reference, head) {
  const { moments, slots, entryOf } = reference;
  const { counts, means, squares, low, high } = moments[head];
  const residual = { max: 0, limit: 0, squares: 0, count: 0 };
  /** @type {number[]} */
  const rows = [];
  for (const [group, slot] of slots.entries()) {
    const n = counts[group];
    if (n === 0) continue;
    rows[slot] ??= entryOf ? entryOf(slot, head) : low[group];
    const expected = rows[slot];
    const d = Math.max(high[group] - expected, expected - low[group]);
    const tolerance = toleranceOf(bias, reference, group, head, expected);
    if (!(d <= tolerance)) return undefined;
    residual.max = Math.max(residual.max, d);
    residual.limit = Math.max(residual.limit, tolerance);
    residual.squares += squares[group] + n * square(means[group] - expected);
    residual.count += n;
  }
  return residual;
}

/**
 * What remains of the entries. Those of a head that rounding explains need not be read again.
 * @param {Bias} bias @param {Reference} reference @param {number[]} [queries] to be read in other heads; all by default
 * @returns {BiasResidual}
 */
export function differenceOf(bias, reference, queries = [...reference.groups.rows.keys()]) {
  const { values, heads, keys, limit: maskLimit } = bias;
  const { groups, moments, slots, entryOf } = reference;
  const marksByAxis = [heads, bias.queries, keys].map((size) => new Uint8Array(size));
  let [squares, count, above, max, limit] = [0, 0, 0, 0, 0];
  for (let head = 0; head < heads; head++) {
    const residual = moments[head].nonFinite === 0 && roundingResidual(bias, reference, head);
    if (residual) {
      squares += residual.squares;
      count += residual.count;
      if (above === 0)
        [max, limit] = [Math.max(max, residual.max), Math.max(limit, residual.limit)];
      continue;
    }
    const majority = entryOf ? undefined : majorityValues(bias, reference, head, queries);
    const expectedValues = Float64Array.from(
      slots,
      (slot) => majority?.[slot] ?? Number(entryOf?.(slot, head)),
    );
    const tolerances = new Float64Array(slots.length).fill(-1);
    for (const i of queries) {
      for (let j = 0, at = (head * bias.queries + i) * keys; j < keys; j++, at++) {
        const x = values[at];
        if (x <= maskLimit) continue;
        const group = groups.rows[i] + groups.columns[j];
        const expected = expectedValues[group];
        let d = Math.abs(x - expected);
        if (tolerances[group] < 0)
          tolerances[group] = toleranceOf(bias, reference, group, head, expected);
        if (!(d <= tolerances[group])) {
          if (!(d < Infinity)) d = Infinity;
          if (above === 0 || d > max) [max, limit] = [d, tolerances[group]];
          marksByAxis[0][head] = marksByAxis[1][i] = marksByAxis[2][j] = 1;
          above++;
        }
        squares += d * d;
        count++;
      }
    }
  }
  const marked = marksByAxis.map((marks) => [...marks.keys()].filter((at) => marks[at] === 1));
  const rms = Math.sqrt(squares / Math.max(1, count));
  return { max, limit, rms, above, count, heads: marked[0], queries: marked[1], keys: marked[2] };
}

/**
 * The value that most entries of each table row have, if one has more than half of them.
 * @param {Bias} bias @param {Reference} reference @param {number} head @param {number[]} queries
 */
function majorityValues(bias, { groups: { rows, columns }, slots }, head, queries) {
  const { values, keys, limit } = bias;
  const size = slots.reduce((largest, slot) => Math.max(largest, slot), 0) + 1;
  const [majority, votes] = [new Float64Array(size), new Int32Array(size)];
  for (const i of queries) {
    let at = (head * bias.queries + i) * keys;
    for (let j = 0; j < keys; j++, at++) {
      const x = values[at];
      if (!(x > limit && x < Infinity)) continue;
      const slot = slots[rows[i] + columns[j]];
      if (majority[slot] === x) votes[slot]++;
      else if (votes[slot] > 0) votes[slot]--;
      else [majority[slot], votes[slot]] = [x, 1];
    }
  }
  return majority;
}
