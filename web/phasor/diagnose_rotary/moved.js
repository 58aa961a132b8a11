// moved.js: rows that turn by other positions than expected.
import { problem } from "../diagnose/messages.js";
import { turnedBackwards } from "./findings.js";
import { movesFindings } from "./moves.js";
import { evenly } from "./select.js";
import { positionsUsed } from "./used.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Expected, Scope } from "./comparison.js" */
/** @import { Subject } from "./subject.js" */
/** @import { Variant } from "./variants.js" */

/** Number of groups whose positions are looked for. */
const PLACED = 4096;
/** Number of groups, and of vectors of each, that are looked at first. */
const GROUPS = 40;
const VECTORS = 3;
/** Number of vectors that determine a position. */
const ENOUGH = 16;

/**
 * Groups at other positions.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope
 * @returns {Generator<Variant, void, void>}
 */
export function* moved(subject, { model, given, unit }, scope) {
  const { rows, batch } = subject;
  const { lists, each } = model.places;
  const groups = evenly(scope.groups, PLACED);
  // Unless some rows are explained, all of them would take long.
  const looked = evenly(groups, GROUPS);
  const near = positionsUsed(subject, model, looked, evenly(scope.vectors, VECTORS), unit);
  if (near.every((list) => list.every(Number.isNaN))) return;
  const used = positionsUsed(subject, model, groups, evenly(scope.vectors, ENOUGH), unit);
  const whole = lists.map((list) =>
    Float64Array.from({ length: batch * rows }, (_, group) => list[each ? group : group % rows]),
  );
  const should = whole.map((list) => list.slice());
  let any = false;
  used.forEach((list, axis) => {
    list.forEach((position, k) => {
      if (Number.isNaN(position) || position === whole[axis][groups[k]]) return;
      whole[axis][groups[k]] = position;
      any = true;
    });
  });
  if (!any) return;
  const places = { lists: whole, each: true };
  const own = { ...model, places };
  // Positions that do not explain their group are not believed.
  /** @type {Set<number>} */
  const large = new Set();
  subject.residual(own, { ...scope, large });
  for (const group of groups) {
    if (!large.has(group)) continue;
    for (let axis = 0; axis < lists.length; axis++) whole[axis][group] = should[axis][group];
  }
  // Turned backwards, and by other positions.
  const below = whole.every((list) => list.every((p) => p <= 0));
  const back = below && should.every((list) => list.every((p) => p >= 0));
  const simply = whole.every((list, axis) => list.every((p, group) => p === -should[axis][group]));
  const sense = back && !simply ? -1 : 1;
  /** @type {Finding[]} */
  const findings = [];
  for (let axis = 0; axis < lists.length; axis++) {
    if (whole[axis].every((p, group) => sense * p === should[axis][group])) continue;
    const batches = scope.batches.length < batch ? scope.batches : [...Array(batch).keys()];
    const named = axisFinding(whole, should, axis, rows);
    const own = named
      ? [named]
      : movesFindings({
          ...{ rows, batches, given },
          should: (b, t) => should[axis][b * rows + t],
          is: (b, t) => sense * whole[axis][b * rows + t],
        });
    for (const { message, ...finding } of own) {
      findings.push({
        ...finding,
        message: lists.length > 1 ? `Axis ${axis}: ${message}` : message,
      });
    }
  }
  if (back) {
    if (simply) findings.length = 0;
    if (!findings.some(({ code }) => code === "turned-backwards")) findings.push(turnedBackwards());
  }
  if (findings.length > 0) yield { model: own, findings };
}

/**
 * An axis that is ignored, or another order of the rows.
 * @param {Float64Array[]} is @param {Float64Array[]} should @param {number} axis @param {number} rows
 * @returns {Finding | undefined}
 */
function axisFinding(is, should, axis, rows) {
  if (is.length < 2) return undefined;
  if (is[axis].every((p) => p === 0)) {
    return problem("ignored-axis", "its positions are ignored, and its pairs do not turn.");
  }
  const other = should.findIndex(
    (list, a) => a !== axis && list.every((p, group) => p === is[axis][group]),
  );
  if (other >= 0) {
    const message = `its positions are ignored: its pairs turn by those of axis ${other}.`;
    return problem("ignored-axis", message);
  }
  const last = is[is.length - 1];
  const size = Math.max(...last) + 1;
  const raster = is.slice(-2).every((list, k) =>
    list.every((p, group) => {
      const t = group % rows;
      return p === (k === 0 ? Math.floor(t / size) % (Math.max(...list) + 1) : t % size);
    }),
  );
  if (!raster) return undefined;
  const message = `rows turn by positions in raster order, 0 to ${size - 1} in each line; the given positions are in another order, as of merged patches.`;
  return problem("raster-order", message);
}
