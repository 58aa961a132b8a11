// entries.js: what the entries alone say, as hypotheses about what remains.

import { bySeverity } from "../diagnose/messages.js";
import { arrowsOf } from "./arrows.js";
import { readCache } from "./cache.js";
import { diagnosed, likeliest } from "./diagnosed.js";
import { sizesOf } from "./expected.js";
import { factorsOf } from "./hypotheses.js";
import { pairingOf } from "./pairing.js";

/** @import { FloatArray } from "../check.js" */
/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { Places } from "./cells.js" */
/** @import { Expected } from "./comparison.js" */
/** @import { Read } from "./cache.js" */
/** @import { Diagnosed } from "./diagnosed.js" */
/** @import { Asked } from "./positions.js" */
/** @import { Subject } from "./subject.js" */
/** @import { Variant } from "./variants.js" */

/** Minimum number of rows. */
export const MIN_ROWS = 8;

/**
 * The diagnosis of vectors from the entries alone, if they show a rotation.
 * @param {Subject} subject @param {Asked} asked @param {ExpectedRotary | undefined} expect
 * @returns {Diagnosed | undefined}
 */
export function ofVectors(subject, { places, lists, unit }, expect) {
  if (subject.rows < MIN_ROWS) return undefined;
  const also = expect && { start: expect.rotaryStart ?? 0, size: sizesOf(expect).rotaryDim };
  // Positions of their own: one batch element shows the frequencies.
  const all = arrowsOf(subject, places.byBatch, also).map(({ finding, slip, ...read }) => {
    const found = diagnosed(read, { expect, lists, unit });
    const findings = finding ? bySeverity([finding, ...found.findings]) : found.findings;
    return { ...found, findings, slip };
  });
  return all.length > 0 ? likeliest(all, expect) : undefined;
}

/**
 * The diagnosis of a cache from the entries alone.
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @param {Asked} asked @param {ExpectedRotary | undefined} expect
 * @returns {Diagnosed | undefined}
 */
export function ofCache(cos, sin, rows, columns, { lists, unit }, expect) {
  if (rows < MIN_ROWS) return undefined;
  const question = { expect, lists, unit };
  return diagnosed(readCache(cos, sin, rows, columns), question);
}

/**
 * The rotation that entries show, to be subtracted.
 * @param {Diagnosed | undefined} found @param {Subject} subject @param {Asked} asked
 * @param {Expected} expected
 * @returns {Generator<Variant, void, void>}
 */
export function* hypothesesOf(found, subject, asked, { model: wanted, rule: usual, shape: own }) {
  if (!found || found.kind === "unknown") return;
  const { pairs, direction, swapped, negated, ruled, arithmetic, findings, axes } = found;
  const layout = (subject.cache ? own.layout : found.layout) ?? own.layout;
  const start = subject.cache ? 0 : (found.rotaryStart ?? 0);
  // A cache is laid out by the pairs that are expected.
  if (subject.cache ? pairs !== own.pairs : start + 2 * pairs > subject.width) return;
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
    for (const places of placesOf(found, subject, asked)) {
      for (const rounding of roundingsOf(arithmetic)) {
        const turns = { frequencies, axes: pairs === of?.length ? followed : null };
        const more = { attentionFactor, direction, swapped, negated, rounding };
        const read = { pairing, turns: { ...turns, ...more }, places };
        yield { model: read, shape, rule, found, findings };
      }
    }
  }
}

/** @param {Diagnosed["arithmetic"]} name */
function roundingsOf(name) {
  if (name !== "bfloat16" && name !== "float16") return [undefined];
  const frequencies = { format: name, frequencies: true };
  return [
    { ...frequencies, positions: true, products: true },
    { ...frequencies, positions: false, products: false },
  ];
}

/**
 * The positions that were found: those given, moved by a constant, or runs of consecutive ones.
 * @param {Diagnosed} found @param {Subject} subject @param {Asked} asked @returns {Places[]}
 */
function placesOf({ start, step, segments }, { rows }, { given, places }) {
  /** @type {Places[]} */
  const all = [];
  const { lists, byBatch } = places;
  if (given && start !== null) {
    all.push({ lists: lists.map((list) => list.map((p) => p + start - lists[0][0])), byBatch });
  }
  if (segments.every((segment) => segment.start !== null)) {
    const list = new Float64Array(rows);
    segments.forEach(({ row, start: first }, k) => {
      const end = segments[k + 1]?.row ?? rows;
      for (let p = row; p < end; p++) list[p] = (first ?? 0) + step * (p - row);
    });
    all.push({ lists: [list], byBatch: false });
  }
  return all.filter((own) => own.lists.every((list) => list.every((p) => Math.abs(p) <= 2 ** 53)));
}
