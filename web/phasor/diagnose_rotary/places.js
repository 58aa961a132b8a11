// places.js: where a residual is large.
import { formatNumber, plural, problem } from "../diagnose/messages.js";
import { unknown } from "./findings.js";
import { pairsByFeature } from "./model.js";

/** @import { Residual } from "../doctor/residual.js" */
/** @import { Pairing } from "./model.js" */
/** @import { Subject } from "./subject.js" */

/** Residuals below this in every row and pair are called noise. */
const MAX_NOISE = 0.35;
/** Share of the entries that noise leaves above their limits at least. */
const MIN_SHARE = 0.5;
const MIN_ROWS = 8;

/**
 * @typedef {object} Places
 * @property {number[][]} axes indices of each axis but the last where the residual is large
 * @property {number[]} pairs @property {number[]} features that should not turn, but change
 */

/** @param {Residual} residual @param {Subject} subject @param {Pairing} pairing @returns {Places} */
export function largePlaces(residual, { sizes, width }, pairing) {
  const last = sizes.length - 1;
  const pairOf = pairsByFeature(pairing, width);
  const features = residual.indices(last);
  return {
    axes: sizes.slice(0, last).map((_, axis) => residual.indices(axis)),
    pairs: [...new Set(features.map((c) => pairOf[c]).filter((i) => i >= 0))].sort((a, b) => a - b),
    features: features.filter((c) => pairOf[c] < 0),
  };
}

/** What an axis consists of. @param {Subject} subject @param {number} axis */
export function axisName({ axis: rows, cache }, axis) {
  if (axis === rows) return "row";
  if (cache) return "copy";
  return axis === 0 ? "batch element" : "head";
}

/**
 * The places in words, without those that are everywhere; empty if it is everywhere.
 * @param {Places} places @param {Subject} subject @param {Pairing} pairing
 * @param {boolean} [withPairs]
 */
export function placeText({ axes, pairs, features }, subject, { pair, source }, withPairs = true) {
  const parts = axes.flatMap((indices, axis) =>
    indices.length < subject.sizes[axis] ? [plural(axisName(subject, axis), indices)] : [],
  );
  if (!withPairs) return parts.join(", ");
  const all = new Set(pair).size;
  if (features.length > 0 && pairs.length === 0) parts.push(plural("feature", features));
  else if (pairs.length < all) {
    const [i] = pairs;
    const pairFeatures = [...source].filter((_, f) => pair[f] === i);
    const of = pairs.length === 1 && !subject.cache ? ` (${plural("feature", pairFeatures)})` : "";
    parts.push(plural("pair", pairs) + of);
  }
  return parts.join(", ");
}

/**
 * The finding about a residual that no known mistake explains.
 * @param {Residual} residual @param {Subject} subject @param {Pairing} pairing
 */
export function residualFinding(residual, subject, pairing) {
  const places = largePlaces(residual, subject, pairing);
  const where = placeText(places, subject, pairing);
  const { rms, max, limit, share } = residual;
  const { name, roundoff } = subject.format;
  const excess = `off by up to ${formatNumber(max)}, where rounding to ${name} explains no more than ${formatNumber(Math.max(limit, roundoff))}`;
  if (where === "" && rms < MAX_NOISE && share > MIN_SHARE && subject.rows >= MIN_ROWS) {
    const message = `Every row and pair is ${excess} (${formatNumber(rms)} rms): look for noise, a coarse table or format, or values that were taken at different places.`;
    return problem("noise", message);
  }
  if (where === "" && share > 0.9 && rms >= MAX_NOISE) return unknown(true, !subject.cache);
  const columns = where === "" ? [] : places.pairs;
  const start = where === "" ? "All rows and pairs are" : `In ${where}, values are`;
  const message = `${start} not what is expected: ${excess}.`;
  return problem("differs-from-expected", message, columns);
}
