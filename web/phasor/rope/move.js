// move.js: rotates keys from one position to another, or from one embedding to another.
import * as check from "../check.js";
import { ropeKernels } from "../kernels/rope.js";
import { positionAt, repeated } from "./positions.js";
import { RowsAt } from "./rows.js";
import { checkExponents, exponents } from "./xpos.js";

/** @import { Workspace } from "../workspace.js" */
/** @import { Kind } from "./angles.js" */
/** @import { Positions } from "./positions.js" */
/** @import { Rotary } from "./rotary.js" */
/** @import { Source } from "./rows.js" */

/** What two embeddings must have in common to move keys from one to the other. */
const form = /** @type {const} */ (["dHead", "rotaryDim", "rotaryStart", "layout", "direction"]);
/** Bytes of doubles that rows of one embedding take at a time, unless one row takes more. */
const BETWEEN_BYTES = 1 << 19;

/** An embedding and positions. @typedef {{ rotary: Rotary, positions: Positions }} Placement */

/** The rows that lead from one embedding at some positions to another at others. */
export class RowsBetween extends RowsAt {
  /**
   * @param {string} where @param {Placement} from @param {Placement} to @param {Kind} kind
   * @param {number} batches @param {number} length
   */
  constructor(where, from, to, kind, batches, length) {
    const rotary = from.rotary;
    const target = to.rotary;
    checkForm(where, rotary, target);
    const factor = target.attentionFactor / rotary.attentionFactor;
    const old = repeated(from.positions, batches, length);
    const next = repeated(to.positions, batches, length);
    super(rotary, kind, old, batches, length, factor, rotary.direction === -1, -1);
    this.angles = anglesBetween(rotary, target, old, next);
    this.rates ??= target.decay?.rates;
    if (target.decay) {
      const added = exponents(target.decay, 1, next, batches * length);
      this.exponents = added.map((exponent, i) => exponent + (this.exponents?.[i] ?? 0));
    }
    if (this.exponents) checkExponents(where, this.exponents, kind);
  }

  /**
   * @override
   * @param {Workspace} workspace @param {number} row @param {number} count @param {number} to
   */
  write(workspace, row, count, to) {
    this.compute(workspace, row, count, to); // without keeping them: no other call needs the same rows
  }
}

/**
 * The sines and cosines of these rows, in place of those of a single embedding.
 * @param {Rotary} rotary @param {Rotary} target @param {Positions} old @param {Positions} next
 * @returns {Source}
 */
function anglesBetween({ angles: from, division }, { angles: to }, old, next) {
  const { order, pairs } = from;
  // If both have the same exact frequencies, the angle is that of the distance.
  const same = !from.rounding && (from === to || from.equals(to));
  /** @type {Source["write"]} */
  const write = (workspace, kind, _, row, count, out) => {
    const size = kind === "_f32" ? 4 : 8;
    const { distances, inexact } = distancesOf(old, next, division.axes, row, count);
    if (same) from.write(workspace, kind, distances, 0, count, out);
    const between = workspace.use(ropeKernels)[`phasor_rope_between${kind}`];
    const { top } = workspace;
    // A few rows at a time, because scratch memory holds them in double twice.
    const chunk = Math.max(1, Math.floor(BETWEEN_BYTES / (16 * pairs)));
    for (let first = 0; first < count; first += chunk) {
      const rows = Math.min(chunk, count - first);
      const chunkInexact = inexact.subarray(first, first + rows);
      if (same && !chunkInexact.includes(1)) continue;
      workspace.top = top;
      const start = workspace.reserve(16 * pairs * rows);
      const end = workspace.reserve(16 * pairs * rows);
      from.write(workspace, "_f64", old, row + first, rows, start);
      to.write(workspace, "_f64", next, row + first, rows, end);
      for (let r = 0; r < rows; r++) {
        const skip = 16 * pairs * r;
        const at = out + 2 * pairs * (first + r) * size;
        if (!same || chunkInexact[r]) between(at, start + skip, end + skip, pairs);
      }
    }
    workspace.top = top;
  };
  return { order, write };
}

/**
 * The distances of rows on each axis: now − old, if that is exactly a position, else 0.
 * @param {Positions} old @param {Positions} next @param {number} axes
 * @param {number} row @param {number} count
 * @returns {{ distances: Positions, inexact: Uint8Array }} inexact: 1 for each row whose distances are
 *   not all positions
 */
function distancesOf(old, next, axes, row, count) {
  const inexact = new Uint8Array(count);
  const lists = Array.from({ length: axes }, (_, axis) =>
    Float64Array.from(inexact, (_, r) => {
      const a = positionAt(old, axis, row + r);
      const b = positionAt(next, axis, row + r);
      const distance = b - a;
      const part = distance - b;
      const error = b - (distance - part) - (a + part); // Knuth's TwoSum
      if (error === 0 && Math.abs(distance) <= check.LARGEST_POSITION) return distance;
      inexact[r] = 1;
      return 0;
    }),
  );
  return { distances: { offset: 0, lists, batched: false }, inexact };
}

/** @param {string} where @param {Rotary} rotary @param {Rotary} target */
function checkForm(where, rotary, target) {
  if (rotary === target) return;
  for (const name of form) {
    if (rotary[name] === target[name]) continue;
    const allowed = `${JSON.stringify(rotary[name])}, as that of this one`;
    check.fail(RangeError, where, `the ${name} of the embedding moved to`, allowed, target[name]);
  }
  if (JSON.stringify(rotary.division) !== JSON.stringify(target.division)) {
    throw new RangeError(`${where}: the embedding moved to must have the sections of this one`);
  }
}
