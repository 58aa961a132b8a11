// hypotheses.js: what may be wrong with a bias of a known scheme. A hypothesis counts if it leaves no residual.
import { alibiSlopes } from "../bias/alibi.js";
import { few, plural } from "../diagnose/messages.js";
import { combinations } from "../doctor/combinations.js";
import { applied, differenceOf } from "./apply.js";
import { queryIndex, schemes, signedDistance, wrongSign } from "./findings.js";
import { schemeOf } from "./slopes.js";
import { windowSizes } from "./window.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Scheme } from "./apply.js" */
/** @import { Expected } from "./expected.js" */
/** @import { Buckets } from "./buckets.js" */
/** @import { Mistake } from "./findings.js" */
/** @import { Lines } from "./linear.js" */
/** @import { Mask } from "./mask.js" */
/** @import { Bias } from "./survey.js" */

/**
 * Another value of one property of a scheme, and what it means.
 * @typedef {{ code: string, message: string, change: Partial<Scheme>, columns?: number[] }} Change
 *   without a code, it is right as well
 */
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
const DISTANCES = [128, 64, 256, 32, 512, 20, 1024, 2048, 16, 100, 800];

/**
 * The fewest changes of a scheme that explain the entries of some heads; undefined if none do. Of equally many, those
 * with the fewest table rows: a table that is not known may always have more.
 * @param {Bias} bias @param {Scheme} scheme @param {Change[][]} kinds of changes @param {number[]} sample queries
 * @param {number[]} [heads] all by default
 * @returns {Change[] | undefined}
 */
export function explained(bias, scheme, kinds, sample, heads) {
  for (let count = 1; count <= MAX_CHANGES; count++) {
    /** @type {Change[] | undefined} */
    let best;
    let fewest = Infinity;
    for (const changes of combinations(kinds, count)) {
      /** @type {Scheme} */
      const other = Object.assign({}, scheme, ...changes.map(({ change }) => change));
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

/**
 * @param {string} name @param {unknown} is @param {unknown} wanted @param {Partial<Scheme>} change
 * @returns {Change}
 */
const differs = (name, is, wanted, change) => ({
  code: `differs-${name}`,
  message: `${name} is ${is}; ${wanted} is expected.`,
  change,
});

/**
 * What may be wrong, by kind.
 * @param {Bias} bias @param {Expected} expected @param {Scheme} scheme @param {Seen} seen
 * @returns {Change[][]}
 */
export function changesOf(bias, expected, scheme, seen) {
  const { type, table } = scheme;
  if (type === "mask") return [];
  if (type === "swin") return ofWindow(bias, expected, scheme);
  const offsets = offsetChanges(bias, scheme, seen);
  if (expected.options.offset === undefined) for (const change of offsets) change.code = "";
  if (type === "alibi") return [offsets, ...ofLines(bias, expected, scheme, seen.lines)];
  const reversed = { reversed: true };
  if (table) {
    const kinds = [
      offsets,
      [tableChange(SWAPPED, reversed)],
      [tableChange(BY_HEAD, { byHead: true })],
    ];
    return type === "t5" ? [...kinds, ...ofBuckets(scheme, seen)] : kinds;
  }
  const message = `${SWAPPED[0].toUpperCase()}${SWAPPED.slice(1)}.`;
  const kinds = [offsets, [{ code: "reversed-direction", message, change: reversed }]];
  return [...kinds, ...(type === "t5" ? ofBuckets(scheme, seen) : ofReach(expected, scheme, seen))];
}

const SWAPPED = "query and key are swapped: the difference has the wrong sign";
export const OF_TABLE = "The entries are the table's, but ";
const BY_HEAD = "the table is (heads, rows) and was read as (rows, heads), or the reverse";

/** @param {string} message @param {Partial<Scheme>} change @returns {Change} */
const tableChange = (message, change) => ({
  code: "differs-table",
  message: `${OF_TABLE}${message}.`,
  change,
});

/** @param {Bias} bias @param {Scheme} scheme @param {Seen} seen */
function offsetChanges({ queries, keys }, { offset }, { mask, lines, buckets }) {
  const others = [
    keys - queries,
    0,
    offset - 1,
    offset + 1,
    mask.offset,
    lines?.offset,
    buckets?.offset,
  ];
  const list = [...new Set(others)].filter((other) => other !== offset && Number.isFinite(other));
  return list.map((other) => differs("offset", other, offset, { offset: Number(other) }));
}

/** @param {Mistake} mistake @param {Partial<Scheme>} change @returns {Change} */
const changeOf = ([code, message], change) => ({ code, message, change });

/** @param {Bias} bias @param {Expected} expected @param {Scheme} scheme @param {Lines | undefined} lines */
function ofLines(bias, { options }, scheme, lines) {
  /** @type {Change[]} */
  const forms = [
    changeOf(signedDistance, { form: "signed" }),
    changeOf(queryIndex, { form: "query-index" }),
  ];
  for (const form of /** @type {const} */ (["distance", "key-index"])) {
    if (form !== scheme.form)
      forms.unshift(differs("form", `"${form}"`, `"${scheme.form}"`, { form }));
  }
  const { maxBias = 8 } = options;
  const negated = scheme.slopes.map((slope) => -slope);
  /** @type {Change[]} */
  const slopes = [changeOf(wrongSign, { slopes: negated })];
  if (lines) slopes.push(...slopeChanges(bias, scheme, lines, maxBias));
  return [forms, slopes];
}

/** @param {Bias} bias @param {Scheme} scheme @param {Lines} lines @param {number} maxBias @returns {Change[]} */
function slopeChanges({ heads, format }, { slopes }, { slopes: measured, errors }, maxBias) {
  const sign = measured[0] < 0 ? -1 : 1;
  const sizes = measured.map((slope) => sign * slope);
  const negative = sign < 0 ? " The sign is wrong, too." : "";
  /** @type {Change[]} */
  const changes = [];
  /** @param {string} code @param {string} message @param {ArrayLike<number>} values */
  const add = (code, message, values) =>
    changes.push({
      code,
      message: `${message}${negative}`,
      change: { slopes: Float64Array.from(values, (slope) => sign * slope) },
    });
  const rule = sizes.every((slope) => slope > 0)
    ? schemeOf(sizes, errors, format.roundoff)
    : undefined;
  if (rule) {
    const { scheme, maxBias: other, factor } = rule;
    if (scheme !== "paper") add(...schemes[scheme], rule.slopes);
    else if (factor !== 1)
      add("alibi-scaled-slopes", `All slopes have the factor ${few(factor)}.`, rule.slopes);
    else
      add(
        "differs-maxBias",
        `maxBias is ${few(other)}; ${few(maxBias)} is expected.${ofMore(heads, maxBias / other)}`,
        rule.slopes,
      );
  }
  for (let count = 1; count <= 8 * heads; count++) {
    if (count === heads || (count > 2 * heads && count % heads !== 0)) continue;
    const all = alibiSlopes(count, { maxBias });
    for (let first = 0; first + heads <= count; first += heads) {
      const some = all.subarray(first, first + heads);
      if (some.every((slope, h) => Math.abs(slope / sizes[h] - 1) < 1e-4 + 2 * format.roundoff))
        add(
          "alibi-other-heads",
          `The slopes are those of heads ${first} to ${first + heads - 1} of ${count}; the bias has ${heads} heads.`,
          some,
        );
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

/** @param {Expected} expected @param {Scheme} scheme @param {Seen} seen @returns {Change[][]} */
function ofReach({ options }, { reach }, { buckets }) {
  const other = buckets?.kind === "relative" ? buckets.reach : null;
  if (other === null || other === reach || options.reach === undefined) return [];
  return [[differs("reach", other, reach, { reach: other })]];
}

/**
 * With a table, any maximum distance may be the right one; without, a large one fits any bias, so only those count
 * that the boundaries of the buckets show.
 * @param {Scheme} scheme @param {Seen} seen @returns {Change[][]}
 */
function ofBuckets({ table, buckets, bidirectional, maxDistance }, { buckets: seen }) {
  const [low, high] = seen?.maxDistance ?? [0, 0];
  const visible = [...DISTANCES, low].filter((distance) => low <= distance && distance <= high);
  const distances = [...new Set([...visible, ...(table ? DISTANCES : [])])];
  const size = (bidirectional ? 2 : 1) * (seen?.perSide ?? 0);
  const message = bidirectional
    ? `There are ${size / 2} buckets in each direction; ${buckets / 2} are expected.`
    : `There are ${size} buckets before a query; ${buckets} are expected, all in one direction.`;
  const fewer = { ...differs("buckets", size, buckets, { buckets: size }), message };
  return [
    table || size === 0 || size === buckets ? [] : [fewer],
    [differs("bidirectional", !bidirectional, bidirectional, { bidirectional: !bidirectional })],
    distances
      .filter((distance) => distance !== maxDistance && distance > 0)
      .map((distance) => differs("maxDistance", distance, maxDistance, { maxDistance: distance })),
  ];
}

/** @param {Bias} bias @param {Expected} expected @param {Scheme} scheme @returns {Change[][]} */
function ofWindow({ queries }, { options }, { sizes, table }) {
  const kinds = [];
  if (table) {
    kinds.push(
      [tableChange("the differences of rows and columns are swapped", { axesSwapped: true })],
      [tableChange(SWAPPED, { reversed: true })],
      [tableChange(BY_HEAD, { byHead: true })],
    );
  }
  if (options.height === undefined) return kinds;
  const wanted = sizes.join(" × ");
  const others = windowSizes(queries).filter((other) => other.join() !== sizes.join());
  kinds.push(
    others
      .filter((other) => !table || other.every((size) => sizes.includes(size)))
      .map((other) => ({
        code: "differs-window",
        message: `The window is ${other.join(" × ")}; ${wanted} is expected.`,
        change: { sizes: other },
      })),
  );
  return kinds;
}
