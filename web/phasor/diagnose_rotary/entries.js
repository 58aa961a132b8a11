// entries.js: what the entries alone say, as hypotheses about what remains.
import { arrowsOf } from "./arrows.js";
import { readCache } from "./cache.js";
import { estimateOf, likeliest } from "./estimate.js";
import { sizesOf } from "./expected.js";
import { copiesOf } from "./forms.js";
import { factorsOf } from "./hypotheses.js";
import { pairingOf } from "./pairing.js";

/** @import { FloatArray } from "../check.js" */
/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { Expected } from "./comparison.js" */
/** @import { Estimate } from "./estimate.js" */
/** @import { Asked } from "./positions.js" */
/** @import { Subject } from "./subject.js" */
/** @import { Variant } from "./variants.js" */

/** Minimum number of rows. */
export const LEAST = 8;
const where = "phasor.diagnoseRotary";

/**
 * The diagnosis of vectors from the entries alone, if they show a rotation.
 * @param {Subject} subject @param {Asked} asked @param {ExpectedRotary | undefined} expect
 * @returns {Estimate | undefined}
 */
export function ofVectors(subject, asked, expect) {
  if (subject.rows < LEAST) return undefined;
  const also = expect && { start: expect.rotaryStart ?? 0, size: sizesOf(expect).rotaryDim };
  // Positions of their own: one batch element shows the frequencies.
  const all = arrowsOf(subject, asked.places.each, also);
  if (all.length === 0) return undefined;
  return likeliest(
    all.map((read) => estimateOf(read, subject, asked, expect, where)),
    expect,
  );
}

/**
 * The diagnosis of a cache from the entries alone.
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @param {Asked} asked @param {ExpectedRotary | undefined} expect
 * @returns {Estimate | undefined}
 */
export function ofCache(cos, sin, rows, columns, asked, expect) {
  if (rows < LEAST) return undefined;
  const read = readCache(cos, sin, rows, columns);
  const forms = copiesOf(cos, sin, rows, columns, read.pairs, read.layout ?? undefined);
  const { subject } = forms.find(({ layout }) => layout === read.layout) ?? forms[0];
  return estimateOf({ ...read, slip: {} }, subject, asked, expect, where);
}

/**
 * The rotation that entries show, to be subtracted.
 * @param {Estimate | undefined} found @param {Subject} subject @param {Expected} expected
 * @returns {Generator<Variant, void, void>}
 */
export function* hypothesesOf(found, subject, { model: wanted, rule: usual, shape: own }) {
  if (!found?.places || found.kind === "unknown") return;
  const { pairs, direction, swapped, negated, ruled, rounding, findings, axes, places } = found;
  const layout = (subject.cache ? own.layout : found.layout) ?? own.layout;
  const start = subject.cache ? 0 : (found.rotaryStart ?? 0);
  if (start + 2 * pairs > subject.width) return;
  const shape = { width: subject.width, start, pairs, layout };
  const pairing = pairingOf(shape, found.slip);
  const frequencies = ruled?.frequencies ?? found.frequencies;
  if (frequencies.length !== pairs) return;
  const of = wanted.turns.axes;
  const followed =
    axes && of?.length === axes.length ? axes.map((a, i) => (a < 0 ? of[i] : a)) : of;
  const rule = ruled ?? { ...usual, frequencies, attentionFactor: 1 };
  const groups = Array.from({ length: subject.groups }, (_, group) => group);
  const some = groups.filter((group) => group % Math.ceil(groups.length / 64) === 0);
  const model = { ...wanted, pairing };
  for (const attentionFactor of factorsOf(subject, model, rule, some, subject.vectors)) {
    const turns = { frequencies, axes: pairs === of?.length ? followed : null, rounding };
    const more = { attentionFactor, direction, swapped, negated };
    const read = { pairing, turns: { ...turns, ...more }, places };
    yield { model: read, shape, rule, found, findings };
  }
}
