// moved.js: rows that turn by other positions than expected.
import { problem } from "../doctor/findings.js";
import { turnedBackwards } from "./findings.js";
import { movesFindings } from "./moves.js";
import { evenly } from "./select.js";
import { positionsUsed } from "./used.js";

/** @import { Finding } from "../doctor/findings.js" */
/** @import { Expected, Scope } from "./comparison.js" */
/** @import { Places } from "./cells.js" */
/** @import { Model, Subject } from "./subject.js" */
/** @import { Variant } from "./variants.js" */

/** Number of groups whose positions are looked for. */
const PLACED = 4096;
/** Number of groups, and of vectors of each, that are looked at first. */
const GROUPS = 40;
const VECTORS = 3;
/** Number of vectors that determine a position. */
const ENOUGH = 16;

/** Rows that show whether a run of positions ends. */
const SHOWN = 5;

/**
 * Shifts of rows, which may be noisy, as the same number for each run of rows; a run ends where most of the next rows
 * are nearer to another position.
 * @param {number[]} shifts NaN if unknown @param {number} step @param {number} unit of which shifts are multiples
 */
function evened(shifts, step, unit) {
  const even = new Float64Array(shifts.length);
  let [first, mean, sum, count] = [0, 0, 0, 0];
  const far = (/** @type {number} */ shift) => Math.abs(shift - mean) >= step / 2;
  /** @param {number} end */
  const close = (end) => {
    const whole = unit > 0 ? unit * Math.round(mean / unit) : mean;
    const near =
      Math.abs(mean) < WHOLE * step ? 0 : Math.abs(mean - whole) < WHOLE * unit ? whole : mean;
    even.fill(near, first, end);
  };
  shifts.forEach((shift, k) => {
    if (Number.isNaN(shift)) return;
    if (far(shift)) {
      const next = shifts.slice(k, k + SHOWN).filter((each) => !Number.isNaN(each));
      if (!far(next.sort((a, b) => a - b)[next.length >> 1])) return;
      close(k);
      [first, sum, count] = [k, 0, 0];
    }
    sum += shift;
    mean = sum / ++count;
  });
  close(shifts.length);
  return even;
}

/** Share of the distance to the next position that noise explains. */
const WHOLE = 0.3;

/** Positions as one list for all groups on each axis. @param {Subject} subject @param {Places} places */
const spread = ({ batch, rows }, { lists, each }) =>
  lists.map((list) =>
    Float64Array.from({ length: batch * rows }, (_, group) => list[each ? group : group % rows]),
  );

/**
 * The positions by which groups turn, axis by axis; undefined if they are those of the model.
 * @param {Subject} subject @param {Model} model @param {Pick<Scope, "groups" | "vectors" | "skip">} scope
 * @param {number} unit
 * @param {number} [step] positions from row to row, if rows may be noisy: those that can continue do
 * @returns {Float64Array[] | undefined}
 */
export function placesUsed(subject, model, scope, unit, step) {
  const { rows } = subject;
  const groups = evenly(scope.groups, PLACED);
  // Unless some rows are explained, all of them would take long.
  const looked = evenly(groups, GROUPS);
  const near = positionsUsed(subject, model, looked, evenly(scope.vectors, VECTORS), unit);
  if (near.every((list) => list.every(Number.isNaN))) return undefined;
  const used = positionsUsed(subject, model, groups, evenly(scope.vectors, ENOUGH), unit);
  const should = spread(subject, model.places);
  const whole = should.map((list) => list.slice());
  used.forEach((list, axis) => {
    if (step === undefined) {
      groups.forEach((group, k) => {
        if (!Number.isNaN(list[k])) whole[axis][group] = list[k];
      });
      return;
    }
    for (let first = 0, end = 0; first < groups.length; first = end) {
      const batch = Math.floor(groups[first] / rows);
      while (end < groups.length && Math.floor(groups[end] / rows) === batch) end++;
      const own = groups.slice(first, end);
      const shifts = own.map((group, k) => list[first + k] - should[axis][group]);
      const even = evened(shifts, step, unit);
      own.forEach((group, k) => {
        // Rows between those that were looked at are like the row before them.
        const until = own[k + 1] ?? rows * (batch + 1);
        for (let to = group; to < until; to++) whole[axis][to] += even[k];
      });
    }
  });
  if (whole.every((list, axis) => list.every((p, group) => p === should[axis][group]))) {
    return undefined;
  }
  const own = { ...model, places: { lists: whole, each: true } };
  if (step !== undefined) {
    const [before, after] = [model, own].map(
      (each) => subject.residual(each, { ...scope, groups }).rms,
    );
    return after < 0.5 * before ? whole : undefined;
  }
  // Positions that do not explain their group are not believed.
  /** @type {Set<number>} */
  const large = new Set();
  subject.residual(own, { ...scope, large });
  for (const group of groups) {
    if (!large.has(group)) continue;
    for (let axis = 0; axis < whole.length; axis++) whole[axis][group] = should[axis][group];
  }
  return whole;
}

/**
 * Groups at other positions.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope
 * @returns {Generator<Variant, void, void>}
 */
export function* moved(subject, { model, given, unit }, scope) {
  const whole = placesUsed(subject, model, scope, unit);
  if (!whole) return;
  const batches = scope.batches.length < subject.batch ? scope.batches : undefined;
  const findings = placesFindings(subject, whole, model.places, given, { batches });
  const places = { lists: whole, each: true };
  if (findings.length > 0) yield { model: { ...model, places }, findings };
}

/**
 * How positions differ from those that were expected.
 * @param {Subject} subject @param {Float64Array[]} whole axis by axis, of all groups
 * @param {Places} expected @param {boolean} given
 * @param {{ batches?: number[] | undefined, free?: boolean }} [more] the batch elements in which they do; whether they
 *   may begin anywhere if they are not given
 */
export function placesFindings(subject, whole, expected, given, { batches, free } = {}) {
  const { rows, batch } = subject;
  const should = spread(subject, expected);
  // Turned backwards, and by other positions.
  const below = whole.every((list) => list.every((p) => p <= 0));
  const back = below && should.every((list) => list.every((p) => p >= 0));
  const simply = whole.every((list, axis) => list.every((p, group) => p === -should[axis][group]));
  const sense = back && !simply ? -1 : 1;
  /** @type {Finding[]} */
  const findings = [];
  for (let axis = 0; axis < whole.length; axis++) {
    if (whole[axis].every((p, group) => sense * p === should[axis][group])) continue;
    const named = axisFinding(whole, should, axis, rows);
    const own = named
      ? [named]
      : movesFindings({
          ...{ rows, batches: batches ?? [...Array(batch).keys()], given, free },
          should: (b, t) => should[axis][b * rows + t],
          is: (b, t) => sense * whole[axis][b * rows + t],
        });
    for (const { message, ...finding } of own) {
      findings.push({
        ...finding,
        message: whole.length > 1 ? `Axis ${axis}: ${message}` : message,
      });
    }
  }
  if (back) {
    if (simply) findings.length = 0;
    if (!findings.some(({ code }) => code === "turned-backwards")) findings.push(turnedBackwards());
  }
  return findings;
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
