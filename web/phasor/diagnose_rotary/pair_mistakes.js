// pair_mistakes.js: pairs that turn by another axis, backwards or not at all, or from another angle on.
import { plural, problem } from "../diagnose/messages.js";
import { arcTangent } from "../elementary.js";
import { cellsOf } from "./cells.js";
import { axesFindings } from "./findings.js";

/** @import { Expected } from "./comparison.js" */
/** @import { Model, Subject, Vector } from "./subject.js" */
/** @import { Variant } from "./variants.js" */

/** Number of rows that show a constant phase. */
const MIN_ROWS = 3;
/** Coherence from which on a pair follows an axis, or has a constant phase. */
const MIN_COHERENCE = 0.98;

/**
 * For each pair, the mean arrow relative to what a model predicts: (pairs, 2), at most 1 in length.
 * @param {Float64Array} sums of the groups @param {Float64Array} cells of the groups @param {number} pairs
 */
function meansOf(sums, cells, pairs) {
  const means = new Float64Array(2 * pairs);
  const sizes = new Float64Array(pairs);
  for (let at = 0, from = 0; at < sums.length / 6; at++, from++) {
    const i = at % pairs;
    if (i === 0 && at > 0) from += 2 * pairs;
    const [re, im] = [sums[6 * at + 3], sums[6 * at + 4]];
    const [c, s] = [cells[from], cells[from + pairs]];
    means[2 * i] += re * c + im * s;
    means[2 * i + 1] += im * c - re * s;
    sizes[i] += Math.sqrt((re * re + im * im) * (c * c + s * s));
  }
  for (let i = 0; i < pairs; i++) {
    const scale = sizes[i] > 0 ? 1 / sizes[i] : 0;
    means[2 * i] *= scale;
    means[2 * i + 1] *= scale;
  }
  return means;
}

/**
 * For each pair, how well it follows a model with other angles: (pairs, 2).
 * @param {Subject} subject @param {Model} model @param {number[]} groups @param {Vector[]} vectors
 * @returns {(other: Partial<Model["turns"]>) => Float64Array}
 */
function meansWith(subject, { pairing, turns, places }, groups, vectors) {
  const pairs = turns.frequencies.length;
  const sums = subject.sums(pairing, pairs, groups, vectors);
  return (other) =>
    meansOf(sums, cellsOf({ ...turns, ...other }, places, subject.rows, groups), pairs);
}

/**
 * Pairs that follow another axis.
 * @param {Subject} subject @param {Expected} expected @param {number[]} groups @param {Vector[]} vectors
 * @param {number[]} wrong pairs that rounding does not explain
 * @returns {Generator<Variant, void, void>}
 */
export function* byOtherAxes(subject, { model }, groups, vectors, wrong) {
  const { turns, places } = model;
  const { axes } = turns;
  const pairs = turns.frequencies.length;
  if (!axes || places.lists.length === 1) return;
  const means = meansWith(subject, model, groups, vectors);
  const plain = means({});
  const is = Int32Array.from(axes);
  const best = Float64Array.from({ length: pairs }, (_, i) => plain[2 * i]);
  for (let axis = 0; axis < places.lists.length; axis++) {
    const own = means({ axes: new Int32Array(pairs).fill(axis) });
    for (const i of wrong) {
      if (!(own[2 * i] > best[i] + 1e-12)) continue;
      best[i] = own[2 * i];
      is[i] = axis;
    }
  }
  const findings = axesFindings(is, axes);
  if (findings.length > 0) yield { model: { ...model, turns: { ...turns, axes: is } }, findings };
}

/**
 * Pairs that do not turn, turn the other way, or begin at another angle.
 * @param {Subject} subject @param {Expected} expected @param {number[]} groups @param {Vector[]} vectors
 * @param {number[]} wrong pairs that rounding does not explain
 * @returns {Generator<Variant, void, void>}
 */
export function* pairwise(subject, { model }, groups, vectors, wrong) {
  const { turns } = model;
  const { frequencies } = turns;
  const pairs = frequencies.length;
  const means = meansWith(subject, model, groups, vectors);
  const plain = means({});
  const still = means({ frequencies: new Float64Array(pairs) });
  const back = means({ frequencies: frequencies.map((w) => -w) });
  const own = Float64Array.from(frequencies);
  /** @type {number[][]} */
  const [stopped, reversed] = [[], []];
  for (const i of wrong) {
    const most = Math.max(plain[2 * i], still[2 * i], back[2 * i]);
    if (most === plain[2 * i]) continue;
    const stays = most === still[2 * i];
    own[i] = stays ? 0 : -frequencies[i];
    (stays ? stopped : reversed).push(i);
  }
  const findings = [];
  if (stopped.length > 0) {
    const message = `${plural("Pair", stopped)} ${stopped.length === 1 ? "does" : "do"} not turn; ${stopped.length === 1 ? "it" : "they"} should.`;
    findings.push(problem("pairs-not-rotated", message, stopped));
  }
  if (reversed.length > 0) {
    const message = `${plural("Pair", reversed)} ${reversed.length === 1 ? "turns" : "turn"} backwards: change the sign of the sines.`;
    findings.push(problem("pairs-turned-backwards", message, reversed));
  }
  if (findings.length > 0 && stopped.length + reversed.length < pairs) {
    yield { model: { ...model, turns: { ...turns, frequencies: own } }, findings };
  }
  const phases = new Float64Array(pairs);
  const late = [];
  for (const i of wrong) {
    const [re, im] = [plain[2 * i], plain[2 * i + 1]];
    if (re * re + im * im < MIN_COHERENCE) continue;
    phases[i] = arcTangent(im, re);
    late.push(i);
  }
  const rows = new Set(groups.map((group) => group % subject.rows)).size;
  if (late.length === 0 || rows < MIN_ROWS) return;
  const all = late.length === pairs;
  const message = `${all ? "Each pair is" : plural("Pair", late) + (late.length === 1 ? " is" : " are")} turned by a constant angle more, in every row: look for a phase or an offset that is added to the angles.`;
  const finding = problem("constant-phase", message, all ? [] : late);
  const turned = { ...model, turns: { ...turns, phases } };
  yield { model: turned, findings: [finding], vague: true };
}
