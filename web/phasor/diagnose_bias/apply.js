// apply.js: makes a bias from a scheme, and compares the entries with it.
import { bucketScheme, bucketsFrom } from "../bias/t5.js";
import { roundTo } from "../doctor/elements.js";
import { groupsOfForm, regressors } from "./linear.js";
import { groupsAlong } from "./survey.js";
import { windowIndex } from "./window.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Form } from "./linear.js" */
/** @import { Bias } from "./survey.js" */

/**
 * How a bias is made. What a type does not use is ignored.
 * @typedef {object} Scheme
 * @property {"alibi" | "t5" | "relative" | "swin" | "mask"} type
 * @property {number} offset
 * @property {Form} form
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
 * A bias as a table of groups of entries: query i and key j are in group rows[i] + columns[j].
 * @typedef {object} Applied
 * @property {Int32Array} rows (queries)
 * @property {Int32Array} columns (keys)
 * @property {Int32Array} slots the table row of each group
 * @property {number} size number of table rows
 * @property {((slot: number, head: number) => number) | undefined} entryOf undefined for a learned table that is
 *   not known
 * @property {(slot: number, head: number, round: (x: number) => number, roundoff: number) => number[]} roundedOf the
 *   values that rounding may make of an entry
 */

/**
 * @param {Scheme} scheme @param {Bias} bias
 * @returns {Applied | undefined} undefined if there is no such scheme
 */
export function applied(scheme, bias) {
  const { type, table, byHead } = scheme;
  const { heads, queries, keys } = bias;
  const form = type === "alibi" ? scheme.form : "distance";
  if (type === "swin") return appliedWindow(scheme, bias);
  const { origin, down, across, size } = groupsAlong(groupsOfForm[form], bias);
  const rows = Int32Array.from({ length: queries }, (_, i) => origin + i * down);
  const columns = Int32Array.from({ length: keys }, (_, j) => j * across);
  if (type === "alibi" || type === "mask") {
    const slots = Int32Array.from({ length: size }, (_, group) => group);
    const first = groupsOfForm[form] === "difference" ? 1 - queries : 0;
    /** @param {number} group @param {number} head */
    const line = (group, head) =>
      scheme.slopes[head] * regressors[form](first + group, scheme.offset);
    /** @type {Applied["roundedOf"]} */
    const roundedOf = (group, head, round, roundoff) => {
      if (type === "mask") return [0];
      const [slope, x] = [scheme.slopes[head], regressors[form](first + group, scheme.offset)];
      // Models compute slopes as powers of a rounded number, or round slope and distance first.
      const doubt = (heads + 8) * Math.min(roundoff, 2 ** -24) * slope * x;
      return [slope * x - doubt, slope * x + doubt, round(slope) * x, round(slope) * round(x)];
    };
    const entryOf = type === "mask" ? () => 0 : line;
    return { rows, columns, slots, size, entryOf, roundedOf };
  }
  const read =
    type === "t5" ? bucketSlots(scheme, size, queries) : clippedSlots(scheme, size, queries);
  return read && { rows, columns, ...read, ...learned(table, read.size, heads, byHead) };
}

/** @param {FloatArray | undefined} table @param {number} rows @param {number} heads @param {boolean} byHead */
function learned(table, rows, heads, byHead) {
  const entry = (/** @type {number} */ slot, /** @type {number} */ head) =>
    /** @type {FloatArray} */ (table)[byHead ? head * rows + slot : slot * heads + head];
  const roundedOf = (/** @type {number} */ slot, /** @type {number} */ head) => {
    const x = entry(slot, head);
    return [x, Math.fround(x)];
  };
  return { entryOf: table ? entry : undefined, roundedOf };
}

/** @param {Scheme} scheme @param {number} size @param {number} queries */
function bucketSlots({ buckets, bidirectional, maxDistance, offset, reversed }, size, queries) {
  const exact = Math.floor((bidirectional ? buckets / 2 : buckets) / 2);
  if (exact < 1 || maxDistance <= exact || (bidirectional && buckets % 2 === 1)) return undefined;
  const rules = bucketScheme("", buckets, { bidirectional, maxDistance });
  const first = 1 - queries - offset;
  const slots = bucketsFrom(rules, reversed ? 1 - first - size : first, size);
  return { slots: reversed ? slots.reverse() : slots, size: buckets };
}

/** @param {Scheme} scheme @param {number} size @param {number} queries */
function clippedSlots({ reach, offset, reversed }, size, queries) {
  if (reach === Infinity)
    return { slots: Int32Array.from({ length: size }, (_, group) => group), size };
  const slots = Int32Array.from({ length: size }, (_, group) => {
    const difference = (reversed ? -1 : 1) * (group + 1 - queries - offset);
    return Math.max(-reach, Math.min(reach, difference)) + reach;
  });
  return { slots, size: 2 * reach + 1 };
}

/** @param {Scheme} scheme @param {Bias} bias @returns {Applied | undefined} */
function appliedWindow({ sizes, table, byHead, reversed, axesSwapped }, { heads, queries, keys }) {
  if (queries !== keys || queries !== sizes.reduce((a, b) => a * b, 1)) return undefined;
  const { places, middle, size } = windowIndex(sizes);
  const sign = reversed ? -1 : 1;
  const [width, height] = [2 * sizes[sizes.length - 1] - 1, 2 * (sizes[sizes.length - 2] ?? 1) - 1];
  const plane = width * height;
  const slots = Int32Array.from({ length: size }, (_, at) => {
    if (!axesSwapped) return at;
    const rest = at % plane;
    return at - rest + (rest % width) * height + Math.floor(rest / width);
  });
  return {
    rows: places.map((place) => middle + sign * place),
    columns: places.map((place) => -sign * place),
    slots,
    size,
    ...learned(table, size, heads, byHead),
  };
}

/**
 * What remains of the entries after the expected ones are subtracted. Masked entries are not compared.
 * @typedef {object} Difference
 * @property {number} max the largest residual above its limit; if there is none, the largest
 * @property {number} limit what rounding explains of that entry
 * @property {number} rms
 * @property {number} above the number of entries above their limits
 * @property {number} count the number of entries
 * @property {Uint32Array} heads the number of such entries in each head
 * @property {Uint32Array} queries
 * @property {Uint32Array} keys
 */

/**
 * @param {Bias} bias @param {Applied} made
 * @param {object} [options]
 * @param {number[]} [options.queries] to be compared; all by default
 * @param {number[]} [options.heads]
 * @param {boolean} [options.stop] at the first entry that rounding does not explain
 * @returns {Difference}
 */
export function differenceOf(bias, made, { queries, heads, stop = false } = {}) {
  const { values, keys, limit, format } = bias;
  const { rows, columns, slots } = made;
  const rough = 4 * format.roundoff + (bias.heads + 16) * Math.min(format.roundoff, 2 ** -24);
  const round = (/** @type {number} */ x) => roundTo(format.name, x);
  const list = queries ?? Array.from({ length: bias.queries }, (_, i) => i);
  const all = heads ?? Array.from({ length: bias.heads }, (_, head) => head);
  const ofHeads = new Uint32Array(bias.heads);
  const ofQueries = new Uint32Array(bias.queries);
  const ofKeys = new Uint32Array(keys);
  const [line, allowed] = [new Float64Array(slots.length), new Float64Array(slots.length)];
  let [squares, count, above, largest, largestAllowed, max, limitAtMax] = [0, 0, 0, 0, 0, 0, 0];
  for (const head of all) {
    const table = made.entryOf ? undefined : usualValues(bias, made, head, list);
    for (let group = 0; group < slots.length; group++) {
      const slot = slots[group];
      line[group] = table ? table[slot] : Number(made.entryOf?.(slot, head));
      allowed[group] = -1;
    }
    /** @param {number} group */
    const allow = (group) => {
      let most = 0;
      // Without a known table, the usual value is an entry.
      for (const x of table ? [] : made.roundedOf(slots[group], head, round, format.roundoff))
        most = Math.max(most, Math.abs(round(x) - line[group]));
      allowed[group] = most;
      return most;
    };
    for (const i of list) {
      let at = (head * bias.queries + i) * keys;
      const row = rows[i];
      const before = above;
      for (let j = 0; j < keys; j++, at++) {
        const x = values[at];
        const group = row + columns[j];
        const value = line[group];
        let d = Math.abs(x - value);
        // Beyond the rough limit, rounding explains nothing.
        if (d === 0 || d <= rough * Math.abs(value) + format.floor) {
          const most = allowed[group] < 0 ? allow(group) : allowed[group];
          if (d <= most) {
            if (d > largest) largest = d;
            if (most > largestAllowed) largestAllowed = most;
            squares += d * d;
            count++;
            continue;
          }
        }
        if (x <= limit) continue;
        if (!(d < Infinity)) d = Infinity;
        if (d > max) [max, limitAtMax] = [d, allow(group)];
        ofKeys[j]++;
        above++;
        squares += d * d;
        count++;
        if (stop) break;
      }
      ofQueries[i] += above - before;
      ofHeads[head] += above - before;
      if (stop && above > 0) break;
    }
    if (stop && above > 0) break;
  }
  const [residual, explained] = above === 0 ? [largest, largestAllowed] : [max, limitAtMax];
  const rms = Math.sqrt(squares / Math.max(1, count));
  return {
    ...{ max: residual, limit: explained, rms, above, count },
    ...{ heads: ofHeads, queries: ofQueries, keys: ofKeys },
  };
}

/**
 * The value that most entries of each table row have, if one has more than half of them.
 * @param {Bias} bias @param {Applied} made @param {number} head @param {number[]} queries
 */
function usualValues(bias, { rows, columns, slots, size }, head, queries) {
  const { values, keys, limit } = bias;
  const usual = new Float64Array(size);
  const votes = new Int32Array(size);
  for (const i of queries) {
    let at = (head * bias.queries + i) * keys;
    for (let j = 0; j < keys; j++, at++) {
      const x = values[at];
      if (!(x > limit && x < Infinity)) continue;
      const slot = slots[rows[i] + columns[j]];
      if (usual[slot] === x) votes[slot]++;
      else if (votes[slot] > 0) votes[slot]--;
      else {
        usual[slot] = x;
        votes[slot] = 1;
      }
    }
  }
  return usual;
}
