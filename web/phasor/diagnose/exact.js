// exact.js: values of a model whose frequencies are not rounded. The position multiplies an error
// of ω: from about position 2^20, frequencies in doubles no longer tell a right model from a wrong
// one.

import { exponential } from "../elementary.js";
import { INCREMENTS_LENGTH } from "../kernels/constants.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";
import { incrementsOf } from "../series.js";
import { Workspace } from "../workspace.js";
import { exponents, omega } from "./model.js";

/** @import { Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */

const BITS = 128n;
/** Maximum number of frequencies. */
const MAX = 32768;
const MAX_BASE = 1e18;
const TURN = 2 * Math.PI;

/**
 * ω/2π of a column as a 128-bit fraction of a turn (see csrc/phasor.h): precise to 2^-128 if the
 * model has an exact base, otherwise to double precision.
 * @param {Workspace} workspace @param {Model} model @param {number} pairs
 * @returns {(pair: number, member: number) => bigint}
 */
export function turnsOfModel(workspace, model, pairs) {
  const { exact, form, rate, step } = model;
  const paired = form === "paired";
  const count = paired ? pairs : 1 + Math.max(...ends(model, pairs));
  const known = exact && step > 0 && exact.base > 1 && exact.base <= MAX_BASE && count <= MAX;
  if (!known) {
    return (pair, member) => {
      const w = omega(model, pair, member, pairs);
      const part = (Math.abs(w) / TURN) % 1;
      const turn = part >= 0 ? BigInt(Math.round(part * 2 ** 100)) << 28n : 0n;
      return BigInt.asUintN(128, w < 0 ? -turn : turn);
    };
  }
  const pointer = incrementsOf(workspace.memory, {
    base: exact.base,
    numerator: paired ? 2 : 1,
    denominator: exact.denominator,
    pairs: count,
  });
  const turns = new BigUint64Array(workspace.memory.buffer, pointer, 2 * count).slice();
  return (pair, member) => {
    const n = paired ? pair : exponents[form](pair, member, pairs);
    return timesRate((turns[2 * n] << 64n) | turns[2 * n + 1], rate);
  };
}

/** The largest exponent of each member. @param {Model} model @param {number} pairs */
function ends({ form }, pairs) {
  return [0, 1].map((member) => exponents[form](pairs - 1, member, pairs));
}

/** @param {bigint} turn @param {number} rate */
function timesRate(turn, rate) {
  if (rate === 1) return turn;
  if (rate === -1) return BigInt.asUintN(128, -turn);
  const product = (turn * BigInt(Math.round(rate * 2 ** 52))) >> 52n;
  return BigInt.asUintN(128, product);
}

/** @param {Workspace} workspace @param {bigint[]} turns @returns {number} a pointer */
export function putIncrements(workspace, turns) {
  const pointer = workspace.reserve(8 * INCREMENTS_LENGTH(turns.length));
  const to = new BigUint64Array(workspace.memory.buffer, pointer, 2 * turns.length);
  turns.forEach((turn, i) => {
    to[2 * i] = turn >> 64n;
    to[2 * i + 1] = BigInt.asUintN(64, turn);
  });
  return pointer;
}

/**
 * Sine and cosine of the angles of a sample, exact if the model has an exact base.
 * @param {Sample} sample @param {Model} model
 * @returns {(k: number, m: number, r: number, both: Float64Array) => void}
 */
export function exactWaves({ rows, pairs, all }, model) {
  const workspace = new Workspace();
  const turnOf = turnsOfModel(workspace, model, all);
  const members = model.form === "paired" ? [0] : [0, 1];
  const turns = pairs.flatMap((pair) => members.map((member) => turnOf(pair, member)));
  const count = turns.length;
  const pointer = putIncrements(workspace, turns);
  const at = workspace.reserve(8 * rows.length);
  workspace.doubles(at, rows.length).set(rows.map((row) => model.start + row));
  const out = workspace.reserve(16 * count * rows.length);
  workspace
    .use(sinusoidalKernels)
    .phasor_at_f64(out, 2 * count, pointer, 0, at, rows.length, count);
  const values = workspace.doubles(out, 2 * count * rows.length).slice();
  return (k, m, r, both) => {
    const place = 2 * (r * count + (members.length === 1 ? k : 2 * k + m));
    both[0] = values[place];
    both[1] = values[place + 1];
  };
}

/** The angle of row 0, in turns within ±½. @param {bigint} turn per position @param {number} start
 * an integer */
export function phaseOf(turn, start) {
  const phase = BigInt.asIntN(Number(BITS), turn * BigInt(start));
  return Number(phase >> 64n) / 2 ** 64;
}

/** base·e^by, precise for small `by`. @param {number} base @param {number} by */
export function baseMoved(base, by) {
  const more = Math.abs(by) < 1e-4 ? by + (by * by) / 2 : exponential(by) - 1;
  return base + base * more;
}
