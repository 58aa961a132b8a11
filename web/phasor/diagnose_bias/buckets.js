// buckets.js: recognises biases that are functions of key − query, and finds their distance buckets.
import { note, problem } from "../diagnose/messages.js";
import { power } from "../elementary.js";
import { otherOffset } from "./mask.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Identification, BiasProperties } from "../diagnose_bias.js" */
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
 * @property {string | null} mistake what is wrong with the boundaries, as a finding says it
 */
/** The distances at which an entry differs from the one before, and the largest visible one.
 * @typedef {{ changes: number[], reach: number }} Side */
/**
 * What may be wrong with boundaries: how much too early a shared bucket starts, in buckets, and how far all boundaries
 * are moved.
 * @typedef {readonly [early: number, shift: number, message: string | null]} BoundaryMistake
 */

/** Maximum distances to try, the usual ones first. */
export const DISTANCES = [128, 64, 256, 32, 512, 20, 1024, 2048, 16, 100, 800];
const MAX_DISTANCE = 4096;
const UNUSUAL_DISTANCES = Array.from({ length: 1100 }, (_, i) => i + 1);
/** What rounding may add to the start of a bucket, relative. */
const ROUNDING_OF_START = 1e-13;
/** Buckets per direction. */
const usual = [16, 32, 64, 8, 128];

/** @type {BoundaryMistake[]} */
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
const [correct] = mistakes;

/**
 * The boundaries of a scheme: the first distance of each bucket after bucket 0.
 * @param {number} perSide @param {number} maxDistance @param {BoundaryMistake} mistake
 */
function boundaries(perSide, maxDistance, [early, shift]) {
  const exact = Math.floor(perSide / 2);
  const shared = perSide - exact;
  const list = Array.from({ length: exact }, (_, i) => i + 1);
  for (let m = 1; m < shared; m++) {
    const start = exact * power(maxDistance / exact, (m - early) / shared);
    list.push(Math.ceil(start * (1 - ROUNDING_OF_START)));
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

/** Whether each diagonal differs from the one before it; undefined if one of them is masked. @param {Bias} bias */
export function edgesOf({ moments, deviation: { rms }, format }) {
  const [{ counts }] = moments;
  return Array.from(counts, (count, r) => {
    if (!(count > 0 && counts[r - 1] > 0)) return undefined;
    return moments.some(({ means }) => {
      const size = Math.max(Math.abs(means[r]), Math.abs(means[r - 1]));
      const noise = rms > 0 ? Math.max(rms, format.roundoff * size) : 0;
      const doubt = 5 * noise * Math.sqrt(1 / count + 1 / counts[r - 1]);
      return Math.abs(means[r] - means[r - 1]) > doubt + 1e-12 * size;
    });
  });
}

/** @param {(distance: number) => boolean | undefined} edgeAt @returns {Side} */
function sideOf(edgeAt) {
  const changes = [];
  let distance = 1;
  // Distances 1 to 3 that a mask hides are assumed to differ, as they do in every scheme.
  while (distance < 4 && edgeAt(distance) === undefined) changes.push(distance++);
  if (distance === 4) return { changes: [], reach: 0 };
  for (; edgeAt(distance) !== undefined; distance++) if (edgeAt(distance)) changes.push(distance);
  return { changes, reach: distance - 1 };
}

/**
 * What the sides of an offset show: which of them have buckets, the one that shows more, and all that must fit.
 * @typedef {ReturnType<typeof sidesOf>} Sides
 */

/** @param {ReturnType<typeof edgesOf>} edges @param {number} offset @param {number} queries */
function sidesOf(edges, offset, queries) {
  const zero = offset + queries - 1;
  const before = sideOf((distance) => edges[zero + 1 - distance]);
  const after = sideOf((distance) => edges[zero + distance]);
  // If distances are counted from 1, the first distance of the other side differs too.
  const [hasBefore, hasAfter] = [before, after].map(
    ({ changes, reach }) =>
      changes.length > 0 && !(reach > 3 && changes.length === 1 && changes[0] === 1),
  );
  const isHidden = after.reach === 0 && before.reach > 0;
  /** @type {Buckets["sides"]} */
  let sides = "unknown";
  if (!isHidden && hasBefore) sides = hasAfter ? "both" : "before";
  else if (!isHidden && hasAfter) sides = "after";
  const main = sides === "after" || before.reach < after.reach ? after : before;
  const all = [before, after];
  return { offset, sides, main, all, visible: sides === "both" ? all : [main] };
}

/** What a bias has none of. */
const noBuckets = { perSide: null, maxDistance: null, reach: null, mistake: null };

/** @param {Bias} bias @param {number[]} offsets to be tried @returns {Buckets} */
function bucketsOf(bias, offsets) {
  const edges = edgesOf(bias);
  const views = offsets.map((offset) => sidesOf(edges, offset, bias.queries));
  // Noise may hide a boundary or two.
  for (const maxHidden of bias.deviation.rms > 0 ? [0, bias.heads > 1 ? 1 : 2] : [0]) {
    for (const mistake of mistakes) {
      for (const view of mistake === correct || maxHidden < 2 ? views : []) {
        const buckets = bucketsAt(view, usual, mistake, maxHidden);
        if (buckets) return buckets;
      }
    }
  }
  for (const view of views) {
    const { offset, sides, all } = view;
    const run = Math.max(...all.map(({ changes }) => runOf(changes)));
    const isClipped = all.some(({ reach }) => run < reach);
    const clipped = new Set(Array.from({ length: run }, (_, i) => i + 1));
    if (run > 0 && isClipped && fits(all, clipped))
      return { kind: "relative", offset, sides, ...noBuckets, reach: run };
    // Unusual numbers of buckets; a few shared buckets may also hold a single distance.
    const sizes = Array.from({ length: 10 }, (_, i) => 2 * run + 1 - i).filter(
      (perSide) => perSide > 1 && 3 * perSide >= run && !usual.includes(perSide),
    );
    const buckets = bucketsAt(view, sizes, correct, 0) ?? nearBucketsAt(view);
    if (buckets) return buckets;
  }
  return { kind: "toeplitz", offset: offsets[0], sides: "unknown", ...noBuckets };
}

/** Whether all sides have the boundaries of a scheme. @param {Side[]} sides @param {Set<number>} scheme
 * @param {number} maxHidden number of boundaries that noise may hide */
const fits = (sides, scheme, maxHidden = 0) =>
  sides.every((side) => {
    const { extra, missing } = differences(side, scheme);
    return extra.length === 0 && missing.length <= maxHidden;
  });

/**
 * @param {Sides} view @param {number[]} sizes buckets per direction, to be tried
 * @param {BoundaryMistake} mistake @param {number} maxHidden @returns {Buckets | undefined}
 */
function bucketsAt(
  { offset, sides, main: { changes, reach }, visible },
  sizes,
  mistake,
  maxHidden,
) {
  const [, shift, message] = mistake;
  const run = runOf(changes.map((d) => d - shift)) || runOf(changes) - shift;
  for (const perSide of sizes) {
    const exact = perSide >> 1;
    // If only buckets of a single distance are visible, any larger scheme would fit. Without a boundary between two
    // shared buckets, the maximum distance cannot be determined.
    const shared = changes.filter((d) => d > exact).length;
    if (exact > run + maxHidden || reach <= exact || shared < (mistake === correct ? 1 : 2))
      continue;
    if (changes.length === runOf(changes)) continue;
    /** @param {number} distance */
    const isRight = (distance) =>
      distance > exact && fits(visible, boundaries(perSide, distance, mistake), maxHidden);
    const distance = [...DISTANCES, ...(mistake === correct ? UNUSUAL_DISTANCES : [])].find(
      isRight,
    );
    if (distance === undefined) continue;
    let [low, high] = [distance, distance];
    while (isRight(low - 1)) low--;
    while (high < MAX_DISTANCE && isRight(high + 1)) high++;
    return {
      kind: "t5",
      offset,
      sides,
      ...noBuckets,
      perSide,
      maxDistance: [low, high],
      mistake: message,
    };
  }
  return undefined;
}

/**
 * Recognises the usual buckets with one or two boundaries moved.
 * @param {Sides} view @returns {Buckets | undefined}
 */
function nearBucketsAt({ offset, sides, main }) {
  for (const perSide of [16, 32]) {
    const { extra, missing } = differences(main, boundaries(perSide, 128, correct));
    const shared = main.changes.filter((d) => d > perSide / 2);
    if (shared.length < 2 || extra.length === 0 || extra.length > 2) continue;
    // Near a boundary that moved, the right one is missing.
    const areNear = extra.every((d) => missing.some((other) => Math.abs(other - d) <= 2));
    if (!areNear || missing.length > extra.length) continue;
    const mistake =
      `The boundaries at ${extra.join(" and ")} are not T5's: a shared bucket starts there at ` +
      "another distance. The logarithm may have been computed in low precision.";
    return { kind: "t5", offset, sides, ...noBuckets, perSide, maxDistance: [128, 128], mistake };
  }
  return undefined;
}

/** A range of maximum distances wider than this factor does not determine the distance. */
const MAX_DISTANCE_RATIO = 1.3;

/** The roundest number in a range. @param {readonly [number, number]} range */
function roundest([low, high]) {
  if (low <= 128 && 128 <= high) return 128;
  for (let unit = 4096; unit >= 1; unit /= 2) {
    const multiple = Math.ceil(low / unit) * unit;
    if (multiple <= high) return multiple;
  }
  return low;
}

/** A bias that is a function of key − query. @param {Bias} bias @param {number} maskOffset @returns {Identification} */
export function describeBuckets(bias, maskOffset) {
  const { queries, keys, deviation } = bias;
  const buckets = bucketsOf(bias, [...new Set([keys - queries, 0, maskOffset])]);
  const { kind, sides, perSide, mistake, offset } = buckets;
  /** @type {Finding[]} */
  const findings = [];
  /** @type {BiasProperties} */
  const properties = { kind, deviation };
  if (kind === "toeplitz") {
    const message =
      "The bias is a function of key − query, with its own value at each visible distance, " +
      "or in unknown buckets.";
    return { properties, findings: [note("relative-positions", message)], buckets };
  }
  properties.offset = offset;
  if (offset !== keys - queries) findings.push(otherOffset(offset, queries, keys));
  if (sides === "after")
    findings.push(
      problem(
        "reversed-direction",
        "Keys before the query share one value and those after it have their own: the relative " +
          "position is key − query, but the difference has the wrong sign.",
      ),
    );
  properties.bidirectional = sides === "unknown" ? null : sides === "both";
  properties.reach = buckets.reach;
  if (perSide === null) return { properties, findings, buckets };
  properties.buckets = sides === "unknown" ? null : sides === "both" ? 2 * perSide : perSide;
  const [low, high] = buckets.maxDistance ?? [0, 0];
  properties.maxDistance = high > MAX_DISTANCE_RATIO * low ? null : roundest([low, high]);
  if (properties.buckets === null)
    findings.push(
      note(
        "hidden-direction",
        `There are ${perSide} buckets for the keys before a query: ${perSide} in all without and ${2 * perSide} ` +
          "with buckets for later keys, which the mask hides.",
      ),
    );
  if (mistake) findings.push(problem("bucket-boundaries", mistake));
  if (properties.maxDistance === null) {
    const message = `The visible distances fit any maximum distance from ${low} to ${high}.`;
    findings.push(note("hidden-max-distance", message));
  } else if (properties.maxDistance !== 128)
    findings.push(
      note("other-max-distance", `The maximum distance is ${properties.maxDistance}; T5 has 128.`),
    );
  return { properties, findings, buckets };
}
