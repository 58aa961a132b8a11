// move.js: rotates keys from one position to another, or from one embedding to another.
import * as check from "../check.js";
import { ropeKernels } from "../kernels/rope.js";
import { positionAt, repeated } from "./positions.js";
import { RowsAt } from "./rows.js";
import { checkExponents, exponents } from "./xpos.js";

/** @import { Workspace } from "../workspace.js" */
/** @import { Angles, Kind } from "./angles.js" */
/** @import { Positions } from "./positions.js" */
/** @import { Rotary } from "./rotary.js" */

/** What two embeddings must have in common to move keys from one to the other. */
const form = /** @type {const} */ (["dHead", "rotaryDim", "rotaryStart", "layout", "direction"]);
/** Bytes of doubles that rows of one embedding take at a time, unless one row takes more. */
const BETWEEN_BYTES = 1 << 19;

/** An embedding and positions. @typedef {{ rotary: Rotary, positions: Positions }} Stand */

/** The rows that lead from one embedding at some positions to another at others. */
export class RowsBetween extends RowsAt {
  /**
   * @param {string} where @param {Stand} from @param {Stand} to @param {Kind} kind
   * @param {number} batches @param {number} length
   */
  constructor(where, from, to, kind, batches, length) {
    const one = from.rotary;
    const other = to.rotary;
    sameForm(where, one, other);
    const factor = other.attentionFactor / one.attentionFactor;
    const old = repeated(from.positions, batches, length);
    const now = repeated(to.positions, batches, length);
    super(one, kind, old, batches, length, factor, one.direction === -1, -1);
    this.angles = new AnglesBetween(one.angles, other.angles, old, now, one.division.axes);
    this.rates ??= other.decay?.rates;
    if (other.decay) {
      const added = exponents(other.decay, 1, now, batches * length);
      this.exponents = added.map((exponent, i) => exponent + (this.exponents?.[i] ?? 0));
    }
    if (this.exponents) checkExponents(where, this.exponents, kind);
  }

  /**
   * @override
   * @param {Workspace} workspace @param {number} row @param {number} count @param {number} to
   */
  write(workspace, row, count, to) {
    this.make(workspace, row, count, to); // without keeping them: no other call needs the same rows
  }
}

/** The sines and cosines of these rows, in place of those of a single embedding. */
class AnglesBetween {
  #one;
  #other;
  #old;
  #now;
  #axes;
  /** Whether both have the same exact frequencies. Then the angle is that of the distance. */
  #same;

  /**
   * @param {Angles} one @param {Angles} other
   * @param {Positions} old @param {Positions} now @param {number} axes
   */
  constructor(one, other, old, now, axes) {
    this.order = one.order;
    this.#one = one;
    this.#other = other;
    this.#old = old;
    this.#now = now;
    this.#axes = axes;
    this.#same = !one.rounding && (one === other || one.equals(other));
  }

  /**
   * @param {Workspace} workspace @param {Kind} kind @param {Positions} _positions
   * @param {number} row @param {number} count @param {number} to
   */
  write(workspace, kind, _positions, row, count, to) {
    const one = this.#one;
    const other = this.#other;
    const { pairs } = one;
    const size = kind === "_f32" ? 4 : 8;
    const { distances, inexact } = this.#distances(row, count);
    if (this.#same) one.write(workspace, kind, distances, 0, count, to);
    const between = workspace.use(ropeKernels)[`phasor_rope_between${kind}`];
    const { top } = workspace;
    // A few rows at a time, because scratch memory holds them in double twice.
    const few = Math.max(1, Math.floor(BETWEEN_BYTES / (16 * pairs)));
    for (let first = 0; first < count; first += few) {
      const some = Math.min(few, count - first);
      const wanted = inexact.subarray(first, first + some);
      if (this.#same && !wanted.includes(1)) continue;
      workspace.top = top;
      const old = workspace.reserve(16 * pairs * some);
      const now = workspace.reserve(16 * pairs * some);
      one.write(workspace, "_f64", this.#old, row + first, some, old);
      other.write(workspace, "_f64", this.#now, row + first, some, now);
      for (let r = 0; r < some; r++) {
        const skip = 16 * pairs * r;
        const at = to + 2 * pairs * (first + r) * size;
        if (!this.#same || wanted[r]) between(at, old + skip, now + skip, pairs);
      }
    }
    workspace.top = top;
  }

  /**
   * The distances of rows on each axis: to − from, if that is exactly a position, else 0.
   * @param {number} row @param {number} count
   * @returns {{ distances: Positions, inexact: Uint8Array }} inexact: 1 for each row whose distances are
   *   not all positions
   */
  #distances(row, count) {
    const inexact = new Uint8Array(count);
    const lists = [];
    for (let axis = 0; axis < this.#axes; axis++) {
      const list = new Float64Array(count);
      for (let r = 0; r < count; r++) {
        const a = positionAt(this.#old, axis, row + r);
        const b = positionAt(this.#now, axis, row + r);
        const distance = b - a;
        const part = distance - b;
        const error = b - (distance - part) - (a + part); // Knuth's TwoSum
        if (error === 0 && Math.abs(distance) <= check.LARGEST_POSITION) list[r] = distance;
        else inexact[r] = 1;
      }
      lists.push(list);
    }
    return { distances: { offset: 0, lists, batched: false }, inexact };
  }
}

/** @param {string} where @param {Rotary} one @param {Rotary} other */
function sameForm(where, one, other) {
  if (one === other) return;
  for (const name of form) {
    if (one[name] === other[name]) continue;
    const allowed = `${JSON.stringify(one[name])}, as that of this one`;
    check.fail(RangeError, where, `the ${name} of the embedding moved to`, allowed, other[name]);
  }
  if (JSON.stringify(one.division) !== JSON.stringify(other.division)) {
    throw new RangeError(`${where}: the embedding moved to must have the sections of this one`);
  }
}
