// buckets.js: recognises biases that are functions of key − query, and finds their distance buckets.
import { note, problem } from "../diagnose/messages.js";
import { power } from "../elementary.js";
import { otherOffset } from "./mask.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Described, Known } from "../diagnose_bias.js" */
/** @import { Bias } from "./survey.js" */

/**
 * @typedef {object} Buckets
 * @property {"t5" | "relative" | "toeplitz"} kind relative: an entry for each distance up to a
 *   reach
 * @property {number} offset
 * @property {"both" | "before" | "after" | "unknown"} sides which keys have buckets: both sides of
 *   the query, only those before it, or only those after it; unknown if a mask hides the later keys
 * @property {number | null} perSide buckets per direction
 * @property {readonly [number, number] | null} maxDistance the range of values that explain the
 *   bias
 * @property {number | null} reach
 * @property {string | null} slip what is wrong with the boundaries, as a finding says it
 */
/** @typedef {{ changes: number[], reach: number }} Side the distances at which an entry differs from the one before, and
 *   the largest visible distance */
/**
 * What may be wrong with boundaries: how much too early a shared bucket starts, in buckets, and how far all boundaries
 * are moved.
 * @typedef {{ early: number, shift: number, message: string | null }} Slip
 */

/** Maximum distances to try, the usual ones first. */
export const DISTANCES = [128, 64, 256, 32, 512, 20, 1024, 2048, 16, 100, 800];
const LARGEST = 4096;
/** Unusual distances to try. */
const SCANNED = Array.from({ length: 1100 }, (_, i) => i + 1);
/** What rounding may add to the start of a bucket, relative. */
const ROUNDED = 1e-13;
/** Buckets per direction. */
const usual = [16, 32, 64, 8, 128];

/** @type {[Slip["early"], Slip["shift"], Slip["message"]][]} */
const mistakes = [
  [0, 0, null],
  [0, -1, "Distances are counted from 1: key and query of the same position must be at 0."],
  [0, 1, "Distances are one too small: neighbours share the bucket of distance 0."],
  [
    0.5,
    0,
    "The logarithm is rounded to the nearest bucket; T5 truncates it, so each shared bucket starts too early.",
  ],
  [
    1 - 1e-9,
    0,
    "The logarithm is rounded up; T5 truncates it, so each shared bucket starts too early.",
  ],
];
const slips = mistakes.map(([early, shift, message]) => ({ early, shift, message }));
const [right] = slips;

/**
 * The boundaries of a scheme: the first distance of each bucket after bucket 0.
 * @param {number} perSide @param {number} maxDistance @param {Slip} slip
 */
function boundaries(perSide, maxDistance, { early, shift }) {
  const exact = Math.floor(perSide / 2);
  const shared = perSide - exact;
  const list = Array.from({ length: exact }, (_, i) => i + 1);
  for (let m = 1; m < shared; m++) {
    const start = exact * power(maxDistance / exact, (m - early) / shared);
    list.push(Math.ceil(start * (1 - ROUNDED)));
  }
  return new Set(list.map((d) => d + shift).filter((d) => d >= 1));
}

/**
 * The differences of a side from a scheme: additional boundaries, and missing ones.
 * @param {Side} side @param {Set<number>} scheme
 */
function differences({ changes, reach }, scheme) {
  const extra = changes.filter((d) => !scheme.has(d));
  const missing = [...scheme].filter((d) => d <= reach && !changes.includes(d));
  return { extra, missing };
}

/** The largest n for which a list starts with 1 … n. @param {number[]} changes */
function runOf(changes) {
  let run = 0;
  while (changes[run] === run + 1) run++;
  return run;
}

/**
 * The distances, on one side of an offset, at which a diagonal differs from the one before it.
 * @param {Bias} bias @param {number} offset @param {1 | -1} side 1: later keys
 * @returns {Side}
 */
function changesOf({ moments, deviation, format, queries }, offset, side) {
  const zero = offset + queries - 1;
  const [{ counts }] = moments;
  const noise = deviation.rms;
  const changes = [];
  let distance = 1;
  /** @param {number} r */
  const seen = (r) => counts[r] > 0 && counts[r - side] > 0;
  // Distances 1 to 3 that a mask hides are assumed to differ, as they do in every scheme.
  const last = counts.length;
  while (distance < 4 && !seen(zero + side * distance)) changes.push(distance++);
  if (distance === 4) return { changes: [], reach: 0 };
  for (; distance < last && seen(zero + side * distance); distance++) {
    const r = zero + side * distance;
    const before = r - side;
    const other = moments.some(({ means: mean }) => {
      const size = Math.max(Math.abs(mean[r]), Math.abs(mean[before]));
      const one = noise > 0 ? Math.max(noise, format.roundoff * size) : 0;
      const doubt = 5 * one * Math.sqrt(1 / counts[r] + 1 / counts[before]);
      return Math.abs(mean[r] - mean[before]) > doubt + 1e-12 * size;
    });
    if (other) changes.push(distance);
  }
  return { changes, reach: distance - 1 };
}

/**
 * @param {Side} side @param {number[]} wanted buckets per direction
 * @param {Slip} slip @param {number} lost number of boundaries that noise may hide
 * @returns {{ perSide: number, maxDistance: [number, number] } | undefined}
 */
function schemeOf(side, wanted, slip, lost) {
  const run = runOf(side.changes.map((d) => d - slip.shift)) || runOf(side.changes) - slip.shift;
  if (run < 1 || side.changes.length === 0) return undefined;
  for (const perSide of wanted) {
    const exact = perSide >> 1;
    // If only buckets of a single distance are visible, any larger scheme would fit.
    if (exact > run + lost || side.reach < exact + 1) continue;
    /** @param {number} distance */
    const fits = (distance) => {
      if (distance <= exact) return false;
      const { extra, missing } = differences(side, boundaries(perSide, distance, slip));
      return extra.length === 0 && missing.length <= lost;
    };
    const found = [...DISTANCES, ...(slip === right ? SCANNED : [])].find(fits);
    if (found === undefined) continue;
    let [low, high] = [found, found];
    while (low > 2 && fits(low - 1)) low--;
    while (high < LARGEST && fits(high + 1)) high++;
    return { perSide, maxDistance: [low, high] };
  }
  return undefined;
}

/** What a bias has none of. */
const none = { perSide: null, maxDistance: null, reach: null, slip: null };

/** @param {Bias} bias @param {number[]} offsets to be tried @returns {Buckets} */
function bucketsOf(bias, offsets) {
  const all = offsets.map((offset) => sidesOf(bias, offset));
  for (const lost of bias.deviation.rms > 0 ? [0, bias.heads > 1 ? 1 : 2] : [0]) {
    for (const slip of slips) {
      for (const sides of slip === right || lost < 2 ? all : []) {
        const found = atOffset(sides, usual, slip, lost);
        if (found) return found;
      }
    }
  }
  for (const sides of all) {
    // Unusual numbers of buckets; a few shared buckets may also hold a single distance.
    const fewer = Array.from({ length: 10 }, (_, i) => 2 * sides.run + 1 - i).filter(
      (perSide) => perSide > 1 && 3 * perSide >= sides.run && !usual.includes(perSide),
    );
    const found = clippedAt(sides) ?? atOffset(sides, fewer, right, 0) ?? nearlyAt(sides);
    if (found) return found;
  }
  return { kind: "toeplitz", offset: offsets[0], sides: "unknown", ...none };
}

/**
 * What the sides of an offset show: which of them have buckets, and the one that shows more.
 * @typedef {ReturnType<typeof sidesOf>} Sides
 */

/** @param {Bias} bias @param {number} offset */
function sidesOf(bias, offset) {
  const before = changesOf(bias, offset, -1);
  const after = changesOf(bias, offset, 1);
  // If distances are counted from 1, the first distance of the other side differs too.
  const [first, second] = [before, after].map(
    ({ changes, reach }) =>
      changes.length > 0 && !(reach > 3 && changes.length === 1 && changes[0] === 1),
  );
  const hidden = after.reach === 0 && before.reach > 0;
  /** @type {Buckets["sides"]} */
  let sides = "unknown";
  if (!hidden && first) sides = second ? "both" : "before";
  else if (!hidden && second) sides = "after";
  const main = sides === "after" || before.reach < after.reach ? after : before;
  const other = main === before ? after : before;
  return { offset, sides, main, other, run: Math.max(runOf(before.changes), runOf(after.changes)) };
}

/**
 * @param {Sides} seen @param {number[]} sizes buckets per direction, to be tried
 * @param {Slip} slip @param {number} lost @returns {Buckets | undefined}
 */
function atOffset({ offset, sides, main, other }, sizes, slip, lost) {
  const found = schemeOf(main, sizes, slip, lost);
  if (!found) return undefined;
  if (sides === "both") {
    const scheme = boundaries(found.perSide, found.maxDistance[0], slip);
    const { extra, missing } = differences(other, scheme);
    if (extra.length > 0 || missing.length > lost) return undefined;
  }
  // Without a boundary between two shared buckets, the maximum distance cannot be determined.
  const shared = main.changes.filter((d) => d > found.perSide >> 1).length;
  if (shared < (slip === right ? 1 : 2) || main.changes.length === runOf(main.changes))
    return undefined;
  return { kind: "t5", offset, sides, ...none, ...found, slip: slip.message };
}

/**
 * Recognises a bias with an entry for each distance up to a reach.
 * @param {Sides} seen @returns {Buckets | undefined}
 */
function clippedAt({ offset, sides, main, other, run }) {
  const clipped = [main, other].every(
    ({ changes, reach }) =>
      changes.length === runOf(changes) && changes.length === Math.min(run, reach),
  );
  if (!clipped || run === 0 || run >= Math.max(main.reach, other.reach)) return undefined;
  return { kind: "relative", offset, sides, ...none, reach: run };
}

/**
 * Recognises the usual buckets with one or two boundaries moved.
 * @param {Sides} seen @returns {Buckets | undefined}
 */
function nearlyAt({ offset, sides, main }) {
  for (const perSide of [16, 32]) {
    const { extra, missing } = differences(main, boundaries(perSide, 128, right));
    const shared = main.changes.filter((d) => d > perSide / 2);
    if (shared.length < 2 || extra.length === 0 || extra.length > 2) continue;
    // Near a boundary that moved, the right one is missing.
    const near = extra.every((d) => missing.some((other) => Math.abs(other - d) <= 2));
    if (!near || missing.length > extra.length) continue;
    const slip =
      `The boundaries at ${extra.join(" and ")} are not T5's: a shared bucket starts there at ` +
      "another distance. The logarithm may have been computed in low precision.";
    return { kind: "t5", offset, sides, ...none, perSide, maxDistance: [128, 128], slip };
  }
  return undefined;
}

/** A range of maximum distances wider than this factor does not determine the distance. */
const WIDE = 1.3;

/** The roundest number in a range. @param {readonly [number, number]} range */
function roundest([low, high]) {
  if (low <= 128 && 128 <= high) return 128;
  for (let unit = 4096; unit >= 1; unit /= 2) {
    const multiple = Math.ceil(low / unit) * unit;
    if (multiple <= high) return multiple;
  }
  return low;
}

/** A bias that is a function of key − query. @param {Bias} bias @param {number} maskOffset @returns {Described} */
export function describeBuckets(bias, maskOffset) {
  const { queries, keys, deviation } = bias;
  const buckets = bucketsOf(bias, [...new Set([keys - queries, 0, maskOffset])]);
  const { kind, sides, perSide, slip, offset } = buckets;
  /** @type {Finding[]} */
  const findings = [];
  /** @type {Known} */
  const known = { kind, deviation };
  if (kind === "toeplitz") {
    const what =
      "The bias is a function of key − query, with its own value at each visible distance, " +
      "or in unknown buckets.";
    return { known, findings: [note("relative-positions", what)], buckets };
  }
  known.offset = offset;
  if (offset !== keys - queries) findings.push(otherOffset(offset, queries, keys));
  if (sides === "after")
    findings.push(
      problem(
        "reversed-direction",
        "Keys before the query share one value and those after it have their own: the relative " +
          "position is key − query, but the difference has the wrong sign.",
      ),
    );
  known.bidirectional = sides === "unknown" ? null : sides === "both";
  known.reach = buckets.reach;
  if (perSide === null) return { known, findings, buckets };
  known.buckets = sides === "unknown" ? null : sides === "both" ? 2 * perSide : perSide;
  const [low, high] = buckets.maxDistance ?? [0, 0];
  known.maxDistance = high > WIDE * low ? null : roundest([low, high]);
  if (known.buckets === null)
    findings.push(
      note(
        "hidden-direction",
        `There are ${perSide} buckets for the keys before a query: ${perSide} in all without and ${2 * perSide} ` +
          "with buckets for later keys, which the mask hides.",
      ),
    );
  if (slip) findings.push(problem("bucket-boundaries", slip));
  if (known.maxDistance === null) {
    const what = `The visible distances fit any maximum distance from ${low} to ${high}.`;
    findings.push(note("hidden-max-distance", what));
  } else if (known.maxDistance !== 128)
    findings.push(
      note("other-max-distance", `The maximum distance is ${known.maxDistance}; T5 has 128.`),
    );
  return { known, findings, buckets };
}
