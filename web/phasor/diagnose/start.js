// start.js: finds the position of the first row, wherever a table starts.
//
// The angle of pair i in row 0 is start·ω_i, which a table shows only modulo a turn. Many such
// remainders together determine one integer, the start N. Since N multiplies an error of the
// frequencies, the error δ of the step is a second unknown:
//
//     ψ_i = N·t_i − u·t_i·n_i + v·t_i·n_i² − k_i      N, k_i integers; u = N·δ, v = N·δ²/2
//
// where ψ_i is the angle in turns, t_i the frequency in turns per position and n_i the exponent of
// pair i. This is a closest vector problem (lattice.js).
import { arcTangent, exponential, logarithm } from "../elementary.js";
import { Workspace } from "../workspace.js";
import { baseMoved, exactWaves, phaseOf, turnsOfModel } from "./exact.js";
import { sampleOf, somePairs, someRows } from "./fit.js";
import { nearest } from "./lattice.js";
import { pairsOf } from "./model.js";
import { halfUlp } from "./statistics.js";

/** @import { Model, Order } from "./model.js" */
/** @import { Sample } from "./fit.js" */
/** @import { Statistics } from "./statistics.js" */

const TURN = 2 * Math.PI;
/** Fraction bits of the integers that hold turns. */
const BITS = 120;
const ROWS = 48;
const PAIRS = 32;
const MAX = 2 ** 53;
/** Bounds of the start, tried one after the other. */
const BOUNDS = [2 ** 21, 2 ** 37, MAX];
/** Numbers of pairs to use, tried one after the other. */
const ASKED = [6, 8, 11, 16, 24];
/** Minimum error of an angle, in turns: that of an arc tangent. */
const MIN_ERROR = 2 ** -54;
/** Tolerance for an angle, in standard errors. */
const SAFETY = 3;
/** Binary logarithm of the number of starts that may be expected to fit by chance. */
const BY_CHANCE = -10;

/** @param {number} x */
const log2 = (x) => logarithm(x) / Math.LN2;

/**
 * The angles of a table's pairs in the middle of its rows.
 * @typedef {object} Phases
 * @property {Model} model has the base, and a start for which the middle row is position 0
 * @property {number} middle a row
 * @property {number[]} pairs
 * @property {number[]} angles in turns, within ±½
 * @property {number} error of an angle, in turns
 * @property {number} stepError
 */

/**
 * @param {Statistics} statistics @param {Model} model with an approximate base and an unknown start
 * @returns {Phases | undefined}
 */
export function phasesOf(statistics, model) {
  const all = pairsOf(statistics.width, statistics.padded);
  const pairs = somePairs(all, PAIRS);
  const denominator = 2 * all;
  let base = exponential(model.step * denominator);
  /** @type {Phases | undefined} */
  let known;
  for (let window = 32; ; window *= 4) {
    const rows = someRows(statistics.rows, window, ROWS);
    const sample = sampleOf(statistics, model.layout, rows, pairs);
    const middle = Math.round(rows.reduce((sum, row) => sum + row, 0) / rows.length);
    let good = false;
    for (let round = 0; round < 4; round++) {
      if (!(base > 1 && base <= 1e18)) return known;
      const from = { ...model, start: -middle, step: logarithm(base) / denominator };
      /** @type {Model} */
      const at = { ...from, rate: 1, exact: { base, denominator } };
      const turned = turnedBack(sample, at, model, statistics.format);
      if (!turned) break;
      const { angles, error, by, stepError } = turned;
      good = error < 0.05;
      if (!good) break;
      known = { model: at, middle, pairs, angles, error, stepError };
      base = baseMoved(base, by * denominator);
      if (Math.abs(by) < 0.1 * stepError) break;
    }
    if (!good || window >= statistics.rows.length) return known;
  }
}

/**
 * Subtracts the angles of a model that starts at the middle row. The rest is a constant angle for
 * each pair, and a slope that gives the error of the step.
 * @param {Sample} sample @param {Model} at @param {Model} model @param {Statistics["format"]} format
 */
function turnedBack(sample, at, { order, rate, amplitude }, format) {
  const { rows, pairs, values } = sample;
  const waves = exactWaves(sample, at);
  const both = new Float64Array(2);
  const count = rows.length;
  const angles = [];
  let [squares, number, slopes, weight] = [0, 0, 0, 0];
  for (let k = 0; k < pairs.length; k++) {
    const xs = new Float64Array(count);
    const ys = new Float64Array(count);
    let [x, y] = [0, 0];
    for (let r = 0; r < count; r++) {
      const [a, z] = [values[0][k * count + r], values[1][k * count + r]];
      const sine = (order === "sin-cos" ? a : z) * (rate < 0 ? -1 : 1);
      const cosine = order === "sin-cos" ? z : a;
      waves(k, 0, r, both);
      xs[r] = cosine * both[1] + sine * both[0];
      ys[r] = sine * both[1] - cosine * both[0];
      if (xs[r] - xs[r] !== 0 || ys[r] - ys[r] !== 0) continue;
      x += xs[r];
      y += ys[r];
    }
    const size = Math.sqrt(x * x + y * y);
    if (!(size > 0)) return undefined;
    angles.push(arcTangent(y, x) / TURN);
    const n = 2 * pairs[k];
    const w = exponential(-at.step * n);
    for (let r = 0; r < count; r++) {
      const off = arcTangent(ys[r] * x - xs[r] * y, xs[r] * x + ys[r] * y);
      if (off - off !== 0) continue;
      const along = (rows[r] + at.start) * w * -n;
      squares += off * off;
      number++;
      slopes += off * along;
      weight += along * along;
    }
  }
  if (!(number > 3 * pairs.length && weight > 0)) return undefined;
  const by = slopes / weight;
  const left = Math.max(0, squares - slopes * by) / number;
  const min = (0.5 * halfUlp[format]) / Math.min(1, amplitude);
  const rms = Math.max(Math.sqrt(left), min, 2 ** -55);
  const error = Math.max(rms / (TURN * Math.sqrt(number / pairs.length)), MIN_ERROR);
  return { angles, error, by, stepError: rms / Math.sqrt(weight) };
}

/**
 * Models with the start that fits, and the base for exponents divided by d and by d − 2.
 * @param {Statistics} statistics @param {Phases} phases @param {Model} model
 * @returns {{ models: Model[], alone: boolean } | undefined} alone: whether the start is
 *   unambiguous
 */
export function startFrom(statistics, phases, model) {
  const all = pairsOf(statistics.width, statistics.padded);
  const workspace = new Workspace();
  const turnOf = turnsOfModel(workspace, phases.model, all);
  for (const bound of BOUNDS) {
    const { chosen, alone } = asked(phases, bound, turnOf);
    const found = solve(phases, chosen, bound, turnOf);
    if (!found) {
      if (!alone) return undefined;
      continue;
    }
    const rate = model.rate < 0 ? -1 : 1;
    const start = found.position - phases.middle;
    const models = (all > 1 ? [2 * all, 2 * all - 2] : [2]).flatMap((denominator) => {
      const base = baseFor(workspace, phases, found, denominator, all);
      if (base === undefined || Math.abs(start) + statistics.length > MAX) return [];
      const step = logarithm(base) / denominator;
      return [{ ...model, rate, start, step, exact: { base, denominator } }];
    });
    if (models.length > 0) return { models, alone };
    if (!alone) return undefined;
  }
  return undefined;
}

/**
 * As many pairs as are needed to determine a start below a bound; `alone` if they suffice.
 * @param {Phases} phases @param {number} bound @param {(pair: number, member: number) => bigint} turnOf
 */
function asked(phases, bound, turnOf) {
  for (const max of ASKED) {
    const places = somePairs(phases.pairs.length, max);
    const chosen = places.map((place) => ({
      n: 2 * phases.pairs[place],
      angle: phases.angles[place],
      turn: turnOf(phases.pairs[place], 0),
    }));
    const chance = byChance(phases, chosen, bound);
    if (chance < BY_CHANCE) return { chosen, alone: true };
    if (max >= phases.pairs.length) return { chosen, alone: false };
  }
  const chosen = phases.pairs.map((pair, place) => ({
    n: 2 * pair,
    angle: phases.angles[place],
    turn: turnOf(pair, 0),
  }));
  return { chosen: chosen.slice(0, ASKED[ASKED.length - 1]), alone: false };
}

/** @typedef {{ n: number, angle: number, turn: bigint }} Asked */

/** @param {bigint} turn */
const turns = (turn) => Number(turn) / 2 ** 128;

/** The required resolution of u and v, and their largest values. @param {Phases} phases
 * @param {Asked[]} chosen @param {number} bound */
function unknowns({ error, stepError }, chosen, bound) {
  const off = 6 * stepError + 2 ** -53;
  return [1, 2]
    .map((power) => {
      const moved = chosen.map(({ n, turn }) => turns(turn) * (power === 1 ? n : n * n));
      const range = bound * (power === 1 ? off : (off * off) / 2);
      return { power, range, step: (SAFETY * error) / (4 * Math.max(...moved, 1e-300)) };
    })
    .filter(({ range, step }) => range > step);
}

/** Binary logarithm of the expected number of starts that fit by chance. @param {Phases} phases
 * @param {Asked[]} chosen @param {number} bound */
function byChance(phases, chosen, bound) {
  const each = log2(Math.min(1, 2 * SAFETY * phases.error));
  return unknowns(phases, chosen, bound).reduce(
    (sum, { range, step }) => sum + log2(1 + range / step),
    log2(2 * bound) + chosen.length * each,
  );
}

/** @param {Phases} phases @param {Asked[]} chosen @param {number} bound
 * @param {(pair: number, member: number) => bigint} turnOf */
function solve(phases, chosen, bound, turnOf) {
  const more = unknowns(phases, chosen, bound);
  const count = chosen.length;
  const size = count + 1 + more.length;
  const one = 1n << BigInt(BITS);
  const unit = 2 ** -BITS;
  const tolerance = SAFETY * phases.error;
  /** @param {number} x @param {number} bits */
  const shifted = (x, bits) => BigInt(Math.round(x * 2 ** 60)) << BigInt(bits - 60);
  /** @type {bigint[][]} */
  const basis = [];
  /** @param {bigint[]} values @param {number} place */
  const add = (values, place) => {
    const vector = new Array(size).fill(0n);
    values.forEach((value, c) => {
      vector[c] = value;
    });
    if (place >= count) vector[place] = 1n;
    basis.push(vector);
  };
  for (let c = 0; c < count; c++) {
    const values = new Array(count).fill(0n);
    values[c] = one;
    add(values, c);
  }
  add(
    chosen.map(({ turn }) => turn >> BigInt(128 - BITS)),
    count,
  );
  more.forEach(({ power, step }, k) => {
    const values = chosen.map(({ n, turn }) => {
      // A few bits of a small step suffice, but it may be of any magnitude.
      const x = step * (power === 1 ? n : n * n) * turns(turn);
      const bits = x > 0 ? Math.max(0, Math.floor(-log2(x))) : 0;
      return shifted(x * 2 ** bits, BITS) >> BigInt(bits);
    });
    add(values, count + 1 + k);
  });
  const point = chosen.map(({ angle }) => shifted(angle, BITS));
  while (point.length < size) point.push(0n);
  const phaseWeight = unit / tolerance;
  const to = [
    ...chosen.map(() => phaseWeight),
    1 / bound,
    ...more.map(({ range, step }) => step / range),
  ];
  const from = to.map((weight, c) => (c < count ? weight : Math.max(weight, 1 / tolerance)));
  const { rest, distance } = nearest(basis, point, from, to);
  if (distance > 2.5 * Math.sqrt(size)) return undefined;
  const position = -Number(rest[count]);
  if (Math.abs(position) > MAX) return undefined;
  const drift = more.length > 0 ? Number(rest[count + 1]) * more[0].step : 0;
  return { position, by: position === 0 ? 0 : drift / position, turnOf };
}

/**
 * The base, exact to the last bit if the position is far enough from 0: first by Newton's method,
 * then the best of the neighbouring doubles.
 * @param {Workspace} workspace @param {Phases} phases @param {{ position: number, by: number }} found
 * @param {number} denominator @param {number} all
 */
function baseFor(workspace, phases, { position, by }, denominator, all) {
  const { model, pairs, angles, error } = phases;
  const { exact } = model;
  if (!exact) return undefined;
  const same = exponential(logarithm(exact.base) * (denominator / exact.denominator));
  const first = denominator === exact.denominator ? exact.base : same;
  /** @param {number} base */
  const misses = (base) => {
    const turnOf = turnsOfModel(workspace, { ...model, exact: { base, denominator } }, all);
    let [squares, sum, weight] = [0, 0, 0];
    pairs.forEach((pair, k) => {
      const turn = turnOf(pair, 0);
      const miss = angles[k] - phaseOf(turn, position);
      const off = miss - Math.round(miss);
      const along = -position * turns(turn) * 2 * pair;
      squares += off * off;
      sum += off * along;
      weight += along * along;
    });
    return { squares, by: weight > 0 ? sum / weight : 0 };
  };
  let base = baseMoved(first, by * denominator);
  for (let round = 0; round < 8; round++) {
    if (!(base > 1 && base <= 1e18)) return undefined;
    const next = baseMoved(base, misses(base).by * denominator);
    if (next === base) break;
    base = next;
  }
  const unit = base * 2 ** -52;
  let best = { base, squares: misses(base).squares };
  for (let k = -4; k <= 4; k++) {
    const near = base + k * unit;
    if (!(near > 1 && near <= 1e18)) continue;
    const { squares } = misses(near);
    if (squares < best.squares) best = { base: near, squares };
  }
  const limit = 4 * SAFETY * error;
  return best.squares <= limit * limit * pairs.length ? best.base : undefined;
}
