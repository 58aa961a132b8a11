// hypotheses.js: what may be wrong with a bias of a known scheme. A hypothesis counts if it leaves no residual.
import { alibiSlopes } from "../bias/alibi.js";
import { few, plural } from "../diagnose/messages.js";
import { changed, differs } from "../doctor/changes.js";
import { applied, differenceOf } from "./apply.js";
import { DISTANCES } from "./buckets.js";
import { queryIndex, signedDistance, wrongSign } from "./findings.js";
import { schemeOf } from "./slopes.js";
import { windowSizes } from "./window.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Change } from "../doctor/changes.js" */
/** @import { Scheme } from "./apply.js" */
/** @import { Expected } from "./expected.js" */
/** @import { Buckets } from "./buckets.js" */
/** @import { Lines } from "./linear.js" */
/** @import { Mask } from "./mask.js" */
/** @import { Bias } from "./survey.js" */

/**
 * What the entries show without an expectation.
 * @typedef {object} Seen
 * @property {string} kind
 * @property {Mask} mask
 * @property {Finding[]} findings
 * @property {Lines} [lines]
 * @property {Buckets} [buckets]
 */

/** Maximum number of changes that are tried together. */
const MAX_CHANGES = 3;

/**
 * The fewest changes of a scheme that explain the entries of some heads; undefined if none do. Of equally many, those
 * with the fewest table rows: a table that is not known may always have more.
 * @param {Bias} bias @param {Scheme} scheme @param {Change<Scheme>[][]} kinds of changes @param {number[]} sample queries
 * @param {number[]} [heads] all by default
 * @returns {Change<Scheme>[] | undefined}
 */
export function explained(bias, scheme, kinds, sample, heads) {
  for (let count = 1; count <= MAX_CHANGES; count++) {
    /** @type {Change<Scheme>[] | undefined} */
    let best;
    let fewest = Infinity;
    for (const { other, changes } of changed(scheme, kinds, count)) {
      const made = applied(other, bias);
      if (!made) continue;
      const rows = made.entryOf ? 0 : new Set(made.slots).size;
      const fits = (/** @type {number[] | undefined} */ queries) =>
        differenceOf(bias, made, { queries, heads, stop: true }).above === 0;
      if (rows < fewest && fits(sample) && fits(undefined)) [best, fewest] = [changes, rows];
      if (fewest === 0) break;
    }
    if (best) return best;
  }
  return undefined;
}

export const OF_TABLE = "The entries are the table's, but ";
const SWAPPED = "uery and key are swapped: the difference has the wrong sign.";

/** @param {string} message @param {Partial<Scheme>} change @returns {Change<Scheme>[]} */
const ofTable = (message, change) => [
  { code: "differs-table", message: `${OF_TABLE}${message}`, change },
];

/**
 * What may be wrong, by kind.
 * @param {Bias} bias @param {Expected} expected @param {Scheme} scheme @param {Seen} seen
 * @returns {Change<Scheme>[][]}
 */
export function changesOf(bias, { options }, scheme, { mask, lines, buckets: seen }) {
  const { queries, keys } = bias;
  const { type, table, offset, buckets, bidirectional, sizes } = scheme;
  /** @param {keyof Scheme} name @param {readonly unknown[]} values null and undefined are left out */
  const among = (name, values) =>
    [...new Set(values)]
      .filter((value) => value !== scheme[name] && (value ?? null) !== null)
      .map((value) => differs(scheme, name, value));
  const near = [keys - queries, 0, offset - 1, offset + 1];
  const offsets = among("offset", [...near, mask.offset, lines?.offset, seen?.offset]);
  if (options.offset === undefined) for (const change of offsets) change.code = "";
  if (type === "alibi") {
    const forms = [
      ...among("form", ["distance", "key-index"]),
      { ...signedDistance, change: { form: /** @type {const} */ ("signed") } },
      { ...queryIndex, change: { form: /** @type {const} */ ("query-index") } },
    ];
    const negated = { ...wrongSign, change: { slopes: scheme.slopes.map((slope) => -slope) } };
    const slopes = lines ? slopeChanges(bias, scheme, lines, options.maxBias ?? 8) : [];
    return [offsets, forms, [negated, ...slopes]];
  }
  const reversed = { reversed: true };
  const byHead = "the table is (heads, rows) and was read as (rows, heads), or the reverse.";
  const directions = table
    ? [ofTable(`q${SWAPPED}`, reversed), ofTable(byHead, { byHead: true })]
    : [[{ code: "reversed-direction", message: `Q${SWAPPED}`, change: reversed }]];
  if (type === "t5") {
    // With a table, any maximum distance may be the right one; without, a large one fits any bias, so only those
    // count that the boundaries of the buckets show.
    const [low, high] = seen?.maxDistance ?? [0, 0];
    const visible = [...DISTANCES, low].filter((distance) => low <= distance && distance <= high);
    const size = (bidirectional ? 2 : 1) * (seen?.perSide ?? 0);
    const fewer = table || size === 0 ? [] : among("buckets", [size]);
    for (const change of fewer)
      change.message = bidirectional
        ? `There are ${size / 2} buckets in each direction; ${buckets / 2} are expected.`
        : `There are ${size} buckets before a query; ${buckets} are expected, all in one direction.`;
    return [
      ...[offsets, ...directions, fewer, among("bidirectional", [!bidirectional])],
      among("maxDistance", [...visible.filter(Boolean), ...(table ? DISTANCES : [])]),
    ];
  }
  if (type === "relative") {
    const reach = table || options.reach === undefined ? [] : among("reach", [seen?.reach]);
    return [offsets, ...directions, reach];
  }
  if (type === "mask") return [];
  const axes = ofTable("the differences of rows and columns are swapped.", { axesSwapped: true });
  const wanted = sizes.join(" × ");
  const windows = windowSizes(queries)
    .filter((other) => other.join() !== sizes.join())
    .filter((other) => !table || other.every((size) => sizes.includes(size)))
    .map((other) => ({
      code: "differs-window",
      message: `The window is ${other.join(" × ")}; ${wanted} is expected.`,
      change: { sizes: other },
    }));
  return [...(table ? [axes, ...directions] : []), options.height === undefined ? [] : windows];
}

/**
 * @param {Bias} bias @param {Scheme} scheme @param {Lines} lines @param {number} maxBias
 * @returns {Change<Scheme>[]}
 */
function slopeChanges({ heads, format }, { slopes }, { slopes: measured, errors }, maxBias) {
  const sign = measured[0] < 0 ? -1 : 1;
  const sizes = measured.map((slope) => sign * slope);
  const negative = sign < 0 ? " The sign is wrong, too." : "";
  /** @type {Change<Scheme>[]} */
  const changes = [];
  /** @param {{ code: string, message: string }} mistake @param {ArrayLike<number>} values */
  const add = ({ code, message }, values) =>
    changes.push({
      code,
      message: `${message}${negative}`,
      change: { slopes: Float64Array.from(values, (slope) => sign * slope) },
    });
  const rule = schemeOf(sizes, errors, format.roundoff);
  if (rule) {
    const other = Number(rule.maxBias);
    const message = `maxBias is ${few(other)}; ${few(maxBias)} is expected.${ofMore(heads, maxBias / other)}`;
    add(rule.mistake ?? { code: "differs-maxBias", message }, rule.slopes);
  }
  for (let count = heads + 1; count <= 8 * heads; count++) {
    const all = alibiSlopes(count, { maxBias });
    for (let first = 0; first + heads <= count; first += heads) {
      const some = all.subarray(first, first + heads);
      const message = `The slopes are those of heads ${first} to ${first + heads - 1} of ${count}; the bias has ${heads} heads.`;
      if (some.every((slope, h) => Math.abs(slope / sizes[h] - 1) < 1e-4 + 2 * format.roundoff))
        add({ code: "alibi-other-heads", message }, some);
    }
  }
  const wrong = [...measured.keys()].filter(
    (h) =>
      Math.abs(measured[h] - slopes[h]) > 5 * errors[h] + 4 * format.roundoff * Math.abs(slopes[h]),
  );
  if (wrong.length > 0) {
    const [h] = wrong;
    changes.push({
      code: "other-slopes",
      message:
        `${plural("Head", wrong)} ${wrong.length === 1 ? "has another slope" : "have other slopes"}: ` +
        `that of head ${h} is ${few(measured[h])}, not ${few(slopes[h])}.`,
      change: {
        slopes: slopes.map((slope, head) => (wrong.includes(head) ? measured[head] : slope)),
      },
      columns: wrong,
    });
  }
  return changes;
}

/** @param {number} heads @param {number} times */
function ofMore(heads, times) {
  const all = heads * times;
  const isPowerOfTwo = Number.isInteger(times) && times > 1 && (all & (all - 1)) === 0;
  return isPowerOfTwo ? ` These are also the first ${heads} slopes of ${all} heads.` : "";
}
