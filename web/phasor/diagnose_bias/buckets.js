// buckets.js: finds the distance buckets of a bias.
import { power } from "../elementary.js";
import { changesOf } from "./toeplitz.js";

/** @import { Diagonals } from "./toeplitz.js" */

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
 * @property {Slip | null} slip what is wrong with the boundaries
 * @property {number[]} wrong boundaries that differ from the expected ones, if there is no other
 *   slip
 */
/** @typedef {"rounded" | "rounded-up" | "distance + 1" | "distance − 1" | "boundaries"} Slip */
/** @typedef {{ changes: number[], reach: number }} Side */

/** Maximum distances to try, the usual ones first. */
export const DISTANCES = [128, 64, 256, 32, 512, 20, 1024, 2048, 16, 100, 800];
const LARGEST = 4096;
/** What rounding may add to the start of a bucket, relative. */
const ROUNDED = 1e-13;
/** Buckets per direction. */
const usual = [16, 32, 64, 8, 128];

/**
 * The boundaries of a scheme below a distance: the first distance of each bucket after bucket 0.
 * @param {number} perSide @param {number} maxDistance @param {Slip | null} slip
 */
function boundaries(perSide, maxDistance, slip) {
  const exact = Math.floor(perSide / 2);
  const shared = perSide - exact;
  const early = slip === "rounded" ? 0.5 : slip === "rounded-up" ? 1 - 1e-9 : 0;
  const shift = slip === "distance + 1" ? -1 : slip === "distance − 1" ? 1 : 0;
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
  const seen = new Set(changes);
  const missing = [...scheme].filter((d) => d <= reach && !seen.has(d));
  return { extra, missing };
}

/** The largest n for which a list starts with 1 … n. @param {number[]} changes */
function runOf(changes) {
  let run = 0;
  while (changes[run] === run + 1) run++;
  return run;
}

/**
 * @param {Side} side @param {number[]} wanted buckets per direction
 * @param {Slip | null} slip @param {number} lost number of boundaries that noise may hide
 * @returns {{ perSide: number, maxDistance: [number, number] } | undefined}
 */
function schemeOf(side, wanted, slip, lost) {
  const shift = slip === "distance + 1" ? 1 : slip === "distance − 1" ? -1 : 0;
  const run = runOf(side.changes.map((d) => d + shift)) || runOf(side.changes) + shift;
  if (run < 1 || side.changes.length === 0) return undefined;
  const sizes = wanted.filter((perSide) => perSide >> 1 <= run + lost);
  /** @param {number} perSide @param {number} distance */
  const fits = (perSide, distance) => {
    if (distance <= perSide >> 1) return false;
    const { extra, missing } = differences(side, boundaries(perSide, distance, slip));
    return extra.length === 0 && missing.length <= lost;
  };
  for (const perSide of sizes) {
    // If only buckets of a single distance are visible, any larger scheme would fit.
    if (side.reach < (perSide >> 1) + 1) continue;
    const found =
      DISTANCES.find((distance) => fits(perSide, distance)) ??
      (slip === null ? scan(perSide, fits) : undefined);
    if (found === undefined) continue;
    let [low, high] = [found, found];
    while (low > 2 && fits(perSide, low - 1)) low--;
    while (high < LARGEST && fits(perSide, high + 1)) high++;
    return { perSide, maxDistance: [low, high] };
  }
  return undefined;
}

/** Unusual numbers of buckets to try; a few shared buckets may also hold a single distance.
 * @param {Sides} sides */
function fewer({ run }) {
  return Array.from({ length: 10 }, (_, i) => 2 * run + 1 - i).filter(
    (perSide) => perSide > 1 && 3 * perSide >= run && !usual.includes(perSide),
  );
}

/** @param {number} perSide @param {(perSide: number, distance: number) => boolean} fits */
function scan(perSide, fits) {
  for (let distance = (perSide >> 1) + 1; distance <= 1100; distance++) {
    if (fits(perSide, distance)) return distance;
  }
  return undefined;
}

/** @type {(Slip | null)[]} */
const slips = [null, "distance + 1", "distance − 1", "rounded", "rounded-up"];

/** What a bias has none of. */
const none = { perSide: null, maxDistance: null, reach: null, slip: null, wrong: [] };

/**
 * @param {Diagonals} diagonals @param {number} queries @param {number[]} offsets to be tried
 * @param {number} heads
 * @returns {Buckets}
 */
export function bucketsOf(diagonals, queries, offsets, heads) {
  const noisy = diagonals.deviation.rms > 0;
  const all = offsets.map((offset) => sidesOf(diagonals, queries, offset));
  for (const lost of noisy ? [0, heads > 1 ? 1 : 2] : [0]) {
    for (const slip of slips) {
      for (const sides of slip === null || lost < 2 ? all : []) {
        const found = atOffset(sides, usual, slip, lost);
        if (found) return found;
      }
    }
  }
  for (const sides of all) {
    const found = clippedAt(sides) ?? atOffset(sides, fewer(sides), null, 0) ?? nearlyAt(sides);
    if (found) return found;
  }
  return { kind: "toeplitz", offset: offsets[0], sides: "unknown", ...none };
}

/**
 * What the sides of an offset show: which of them have buckets, and the one that shows more.
 * @typedef {ReturnType<typeof sidesOf>} Sides
 */

/** @param {Diagonals} diagonals @param {number} queries @param {number} offset */
function sidesOf(diagonals, queries, offset) {
  const before = changesOf(diagonals, queries, offset, -1);
  const after = changesOf(diagonals, queries, offset, 1);
  // If distances are counted from 1, the first distance of the other side differs too.
  const [first, second] = [before, after].map(
    ({ changes, reach }) =>
      changes.length > 0 && !(reach > 3 && changes.length === 1 && changes[0] === 1),
  );
  const hidden = after.reach === 0 && before.reach > 0;
  /** @type {Buckets["sides"]} */
  const sides = hidden
    ? "unknown"
    : first
      ? second
        ? "both"
        : "before"
      : second
        ? "after"
        : "unknown";
  const main = sides === "after" || before.reach < after.reach ? after : before;
  const other = main === before ? after : before;
  return { offset, sides, main, other, run: Math.max(runOf(before.changes), runOf(after.changes)) };
}

/**
 * @param {Sides} seen @param {number[]} sizes buckets per direction, to be tried
 * @param {Slip | null} slip @param {number} lost @returns {Buckets | undefined}
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
  if (shared < (slip === null ? 1 : 2) || main.changes.length === runOf(main.changes))
    return undefined;
  return { kind: "t5", offset, sides, ...none, ...found, slip };
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
    const { extra, missing } = differences(main, boundaries(perSide, 128, null));
    const shared = main.changes.filter((d) => d > perSide / 2);
    if (shared.length < 2 || extra.length === 0 || extra.length > 2) continue;
    // Near a boundary that moved, the right one is missing.
    const near = extra.every((d) => missing.some((other) => Math.abs(other - d) <= 2));
    if (!near || missing.length > extra.length) continue;
    const moved = /** @type {const} */ ({ kind: "t5", slip: "boundaries", wrong: extra });
    return { offset, sides, ...none, ...moved, perSide, maxDistance: [128, 128] };
  }
  return undefined;
}
