// angles.js: rows of sines and cosines at positions, with the frequencies of a rotary embedding.
import { OFFSETS_LENGTH } from "../kernels/constants.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";
import { INCREMENTS_AT, OFFSETS_AT, STRIP_PAIRS } from "../memory.js";
import { copyIn, repeat } from "../workspace.js";

/** @import { Rounding } from "../arithmetic.js" */
/** @import { Workspace } from "../workspace.js" */
/** @import { Increments } from "./increments.js" */
/** @import { Positions } from "./positions.js" */
/** @import { Division } from "./sections.js" */

/** @typedef {"_f32" | "_f64"} Kind the type of elements, as kernels name it */

/** From this number of consecutive rows, computing the offset table pays. */
const MIN_ROWS_OF_OFFSETS = 16;

export class Angles {
  /** The bits of the phase increments, in the order of the groups; so are the others. */
  #increments;
  /** The bits of the whole cycles. @type {Float64Array | undefined} */
  #cycles;
  /** The groups, each with the byte at which its offset table starts. */
  #groups;
  /** Whether memory holds an offset table for all groups. */
  #tabulated;

  /**
   * @param {Pick<Increments, "increments" | "cycles">} frequencies pair by pair
   * @param {Division} division
   * @param {Rounding} [rounding] how another implementation rounds, to reproduce its rows
   */
  constructor({ increments, cycles }, { groups, order }, rounding) {
    this.pairs = groups.reduce((sum, { pairs }) => sum + pairs, 0);
    /** For each pair of the groups, the pair of the head; undefined if the order is the same. */
    this.order = order;
    /** @param {number} i */
    const pairOf = (i) => order?.[i] ?? i;
    const ordered = new BigUint64Array(2 * this.pairs + 2); // the kernels may read one pair more
    for (let i = 0; i < this.pairs; i++) {
      ordered.set(increments.subarray(2 * pairOf(i), 2 * pairOf(i) + 2), 2 * i);
    }
    this.#increments = new Float64Array(ordered.buffer);
    this.#cycles = cycles && new Float64Array(cycles.map((_, i) => cycles[pairOf(i)]).buffer);
    this.rounding = rounding && {
      ...rounding,
      frequencies: rounding.frequencies.map((_, i) => rounding.frequencies[pairOf(i)]),
    };
    let length = 0;
    this.#groups = groups.map(({ axis, first, pairs }) => {
      const offsets = 8 * length;
      length += OFFSETS_LENGTH(pairs);
      return { axis, first, pairs, offsets };
    });
    this.#tabulated = !rounding && length <= OFFSETS_LENGTH(STRIP_PAIRS);
  }

  /** Whether both have exactly the same frequencies. @param {Angles} other */
  equals(other) {
    return (
      this.rounding?.which === other.rounding?.which &&
      sameBits(this.#increments, other.#increments) &&
      sameBits(this.#cycles, other.#cycles)
    );
  }

  /**
   * Writes rows of sines and cosines, next to each other, in the order of the groups.
   * @param {Workspace} workspace @param {Kind} kind
   * @param {Positions} positions @param {number} row the first @param {number} count
   * @param {number} to pointer to (count, 2·pairs)
   */
  write(workspace, kind, positions, row, count, to) {
    const { memory, top } = workspace;
    const { pairs: allPairs, rounding } = this;
    const kernels = memory.use(sinusoidalKernels);
    const size = kind === "_f32" ? 4 : 8;
    const stride = 2 * allPairs;
    const bytes = stride * size;
    const increments = memory.start + INCREMENTS_AT;
    const { lists, offset } = positions;
    if (memory.last.owner !== this) {
      memory.last = { strip: -1, owner: this };
      workspace.doubles(increments, this.#increments.length).set(this.#increments);
    }
    const cycles = this.#cycles ? copyIn(workspace, this.#cycles, 0, allPairs) : 0;
    const rounded = rounding ? copyIn(workspace, rounding.frequencies, 0, allPairs) : 0;
    const work = this.#tabulated ? workspace.reserve(16 * (allPairs + 1)) : 0;
    const list = workspace.reserve(8 * count);
    const at = workspace.doubles(list, count);
    for (const { axis, first, pairs, offsets } of this.#groups) {
      const axisPositions = lists.length > 1 ? lists[axis] : lists[0];
      for (let r = 0; r < count; r++)
        at[r] = axisPositions ? axisPositions[row + r] : offset + (row + r);
      for (let r = 0, end = 1; r < count; r = end, end++) {
        // Rows up to `end` have equal or consecutive positions.
        const step = at[end] === at[r] ? 0 : 1;
        while (end < count && at[end] === at[end - 1] + step) end++;
        const rows = step === 0 ? 1 : end - r;
        const out = to + r * bytes + 2 * first * size;
        const from = list + 8 * r;
        const steps = increments + 16 * first;
        const valid = memory.last.strip === 0;
        if (this.#tabulated && Number.isInteger(at[r]) && (valid || rows >= MIN_ROWS_OF_OFFSETS)) {
          if (!valid) this.#makeOffsets(memory);
          const table = memory.start + OFFSETS_AT + offsets;
          kernels[`phasor_table${kind}`](out, stride, steps, table, work, at[r], rows, pairs);
        } else if (rounding) {
          const frequencies = rounded + 4 * first;
          const rule = rounding.which;
          kernels[`phasor_rounded_at${kind}`](out, stride, frequencies, from, rows, pairs, rule);
        } else {
          const groupCycles = cycles && cycles + 8 * first;
          kernels[`phasor_at${kind}`](out, stride, steps, groupCycles, from, rows, pairs);
        }
        if (step === 0) repeat(workspace, out, 2 * pairs * size, bytes, end - r);
      }
    }
    workspace.top = top;
  }

  /** Computes the offset table of each group. @param {Workspace["memory"]} memory */
  #makeOffsets(memory) {
    const kernels = memory.use(sinusoidalKernels);
    for (const { first, pairs, offsets } of this.#groups) {
      const to = memory.start + OFFSETS_AT + offsets;
      kernels.phasor_offsets(to, memory.start + INCREMENTS_AT + 16 * first, pairs);
    }
    memory.last.strip = 0;
  }
}

/** @param {Float64Array | undefined} a @param {Float64Array | undefined} b */
function sameBits(a, b) {
  if (!a || !b || a.length !== b.length) return a === b;
  const bits = new BigUint64Array(b.buffer);
  return new BigUint64Array(a.buffer).every((part, i) => part === bits[i]);
}
