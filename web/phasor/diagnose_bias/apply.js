// apply.js: makes a bias from a scheme, and compares the entries with it.
import { bucketsFrom } from "../bias/t5.js";
import { roundTo } from "../doctor/elements.js";
import { groupsOfForm, regressors } from "./linear.js";
import { groupsAlong } from "./survey.js";
import { windowGroups } from "./window.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Form } from "./linear.js" */
/** @import { Bias } from "./survey.js" */

/**
 * How a bias is made. What a type does not use is ignored.
 * @typedef {object} Scheme
 * @property {"alibi" | "t5" | "relative" | "swin" | "mask"} type
 * @property {number} offset
 * @property {Form} form
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
 * A bias as a table of groups of entries: query i and key j are in group rows[i] + columns[j].
 * @typedef {object} Applied
 * @property {Int32Array} rows (queries)
 * @property {Int32Array} columns (keys)
 * @property {Int32Array} slots the table row of each group
 * @property {number} size number of table rows
 * @property {((slot: number, head: number) => number) | undefined} entryOf undefined for a learned table that is
 *   not known
 * @property {(slot: number, head: number) => number[]} roundedOf the values that rounding may make of an entry
 */

/**
 * @param {Scheme} scheme @param {Bias} bias
 * @returns {Applied | undefined} undefined if there is no such scheme
 */
export function applied(scheme, bias) {
  const { type, slopes, offset } = scheme;
  const { heads, queries } = bias;
  const form = type === "alibi" ? scheme.form : "distance";
  if (type === "swin") return appliedWindow(scheme, bias);
  const groups = groupsAlong(groupsOfForm[form], bias);
  const { size } = groups;
  const places = { ...groups, slots: Int32Array.from({ length: size }, (_, at) => at) };
  if (type === "mask") return { ...places, entryOf: () => 0, roundedOf: () => [0] };
  if (type === "alibi") {
    const { name, roundoff } = bias.format;
    const first = groupsOfForm[form] === "difference" ? 1 - queries : 0;
    /** @param {number} group */
    const distanceOf = (group) => regressors[form](first + group, offset);
    return {
      ...places,
      entryOf: (group, head) => slopes[head] * distanceOf(group),
      roundedOf(group, head) {
        const [slope, x] = [slopes[head], distanceOf(group)];
        // Models compute slopes as powers of a rounded number, or round slope and distance first.
        const doubt = (heads + 8) * Math.min(roundoff, 2 ** -24) * slope * x;
        const coarse = roundTo(name, slope);
        return [slope * x - doubt, slope * x + doubt, coarse * x, coarse * roundTo(name, x)];
      },
    };
  }
  const read =
    type === "t5" ? bucketSlots(scheme, size, queries) : clippedSlots(scheme, places, queries);
  return read && { ...places, ...read, ...learned(scheme, read.size, heads) };
}

/** @param {Scheme} scheme @param {number} rows @param {number} heads */
function learned({ table, byHead }, rows, heads) {
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
  const rules = { buckets, bidirectional, maxDistance };
  const first = 1 - queries - offset;
  const slots = bucketsFrom(rules, reversed ? 1 - first - size : first, size);
  return { slots: reversed ? slots.reverse() : slots, size: buckets };
}

/** @param {Scheme} scheme @param {{ slots: Int32Array, size: number }} groups @param {number} queries */
function clippedSlots({ reach, offset, reversed }, groups, queries) {
  if (reach === Infinity) return groups;
  const slots = groups.slots.map((group) => {
    const difference = (reversed ? -1 : 1) * (group + 1 - queries - offset);
    return Math.max(-reach, Math.min(reach, difference)) + reach;
  });
  return { slots, size: 2 * reach + 1 };
}

/** @param {Scheme} scheme @param {Bias} bias @returns {Applied | undefined} */
function appliedWindow(scheme, { heads, queries, keys }) {
  const { sizes, reversed, axesSwapped } = scheme;
  if (queries !== keys || queries !== sizes.reduce((a, b) => a * b, 1)) return undefined;
  const { rows, columns, size } = windowGroups(sizes, reversed);
  const [width, height] = [2 * sizes[sizes.length - 1] - 1, 2 * sizes[sizes.length - 2] - 1];
  const slots = Int32Array.from({ length: size }, (_, at) => {
    const rest = at % (width * height);
    return axesSwapped ? at - rest + (rest % width) * height + Math.floor(rest / width) : at;
  });
  return { rows, columns, slots, size, ...learned(scheme, size, heads) };
}

/**
 * What remains of the entries after the expected ones are subtracted. Masked entries are not compared.
 * @typedef {object} Difference
 * @property {number} max the largest residual above its limit; if there is none, the largest
 * @property {number} limit what rounding explains of that entry
 * @property {number} rms
 * @property {number} above the number of entries above their limits
 * @property {number} count the number of entries
 * @property {number[]} heads with such an entry
 * @property {number[]} queries
 * @property {number[]} keys
 */

/**
 * @param {Bias} bias @param {Applied} made
 * @param {object} [options]
 * @param {number[]} [options.queries] to be compared; all by default
 * @param {number[]} [options.heads]
 * @param {boolean} [options.stop] at the first entry that rounding does not explain
 * @returns {Difference}
 */
export function differenceOf(bias, made, options = {}) {
  const { values, keys, limit, format } = bias;
  const { rows, columns, slots, entryOf, roundedOf } = made;
  const {
    queries = Array.from(rows.keys()),
    heads = Array.from({ length: bias.heads }, (_, head) => head),
    stop = false,
  } = options;
  const rough = 4 * format.roundoff + (bias.heads + 16) * Math.min(format.roundoff, 2 ** -24);
  const [ofHeads, ofQueries, ofKeys] = [bias.heads, bias.queries, keys].map(
    (size) => new Uint8Array(size),
  );
  const [line, allowed] = [new Float64Array(slots.length), new Float64Array(slots.length)];
  let [squares, count, above, largest, largestAllowed, max, limitAtMax] = [0, 0, 0, 0, 0, 0, 0];
  compared: for (const head of heads) {
    const table = entryOf ? undefined : usualValues(bias, made, head, queries);
    slots.forEach((slot, group) => {
      line[group] = table ? table[slot] : Number(entryOf?.(slot, head));
    });
    allowed.fill(-1);
    /** What rounding explains. Without a known table, the usual value is an entry. @param {number} group */
    const allow = (group) => {
      if (allowed[group] >= 0) return allowed[group];
      const entries = table ? [] : roundedOf(slots[group], head);
      const moved = entries.map((x) => Math.abs(roundTo(format.name, x) - line[group]));
      allowed[group] = Math.max(0, ...moved);
      return allowed[group];
    };
    for (const i of queries) {
      for (let j = 0, at = (head * bias.queries + i) * keys; j < keys; j++, at++) {
        const x = values[at];
        const group = rows[i] + columns[j];
        let d = Math.abs(x - line[group]);
        // Beyond the rough limit, rounding explains nothing.
        const most = d <= rough * Math.abs(line[group]) + format.floor ? allow(group) : -1;
        if (d <= most) {
          if (d > largest) largest = d;
          if (most > largestAllowed) largestAllowed = most;
        } else {
          if (x <= limit) continue;
          if (!(d < Infinity)) d = Infinity;
          if (d > max) [max, limitAtMax] = [d, allow(group)];
          ofHeads[head] = ofQueries[i] = ofKeys[j] = 1;
          above++;
        }
        squares += d * d;
        count++;
        if (stop && above > 0) break compared;
      }
    }
  }
  const [residual, explained] = above === 0 ? [largest, largestAllowed] : [max, limitAtMax];
  const rms = Math.sqrt(squares / Math.max(1, count));
  /** @param {Uint8Array} marks */
  const marked = (marks) => Array.from(marks.keys()).filter((at) => marks[at] === 1);
  return {
    ...{ max: residual, rms, limit: explained, above, count },
    ...{ heads: marked(ofHeads), queries: marked(ofQueries), keys: marked(ofKeys) },
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
