// angles.js: the frequencies of a rotary embedding, and rows of sines and cosines made with them.

import { STEPS, STEPS_LENGTH } from "../kernels/constants.js";
import { ropeKernels } from "../kernels/rope.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";

/** @import { Rounding } from "../arithmetic.js" */
/** @import { Division, Group } from "./sections.js" */
/** @import { Workspace } from "../workspace.js" */
/** @import { Made } from "./turns.js" */

/** Consecutive rows from which a table costs less than as many single positions. */
const RUN = 16;
/** Pairs of a head up to which the steps of a table are kept: 256 KiB. */
const TABLED = 512;
/** Pairs of wider heads that are worked on at a time. */
const CHUNK = 512;
/** Pairs of all rows that are made at a time. */
const MADE = 8192;
const LARGEST = 2 ** 53;

/**
 * What the kernels need, in scratch memory: pointers, or 0.
 * @typedef {{ turns: number, wholes: number, steps: number, rounded: number }} Brought
 */
/**
 * Writes sines and cosines of some rows at positions: pointers.
 * @typedef {(to: number, positions: number, rows: number) => void} Maker
 */
/**
 * Writes the positions of some rows on an axis.
 * @typedef {(into: Float64Array, axis: number) => void} Reader
 */

export class Angles {
  /** The bits of the turns, in the order of the groups; so are the others. */
  #turns;
  /** The bits of the whole turns. @type {Float64Array | undefined} */
  #wholes;
  /** @type {Float64Array | undefined} */
  #steps;
  /** @type {Group[]} */
  #groups;
  #rows;

  /**
   * @param {Pick<Made, "turns" | "wholes">} made pair by pair @param {Division} division
   * @param {Rounding} [rounding] how other implementations round, if the rows are to be theirs
   */
  constructor({ turns, wholes }, { groups, order }, rounding) {
    this.pairs = groups.reduce((sum, { pairs }) => sum + pairs, 0);
    /** The pair of the head that each pair of the groups is, where that is another. */
    this.order = order;
    /** @param {number} i */
    const pairOf = (i) => order?.[i] ?? i;
    const ordered = new BigUint64Array(2 * this.pairs + 2); // the kernels may read one pair more
    for (let i = 0; i < this.pairs; i++) {
      ordered.set(turns.subarray(2 * pairOf(i), 2 * pairOf(i) + 2), 2 * i);
    }
    this.#turns = new Float64Array(ordered.buffer);
    if (wholes) {
      this.#wholes = new Float64Array(wholes.map((_, i) => wholes[pairOf(i)]).buffer);
    }
    this.rounding = rounding && {
      ...rounding,
      frequencies: rounding.frequencies.map((_, i) => rounding.frequencies[pairOf(i)]),
    };
    this.#groups = rounding ? groups : groups.flatMap(chunks);
    this.#rows = Math.max(1, Math.min(2 * STEPS, Math.floor(MADE / this.pairs)));
  }

  /** Whether both have the same frequencies, to the bit. @param {Angles} other */
  equals(other) {
    return (
      this.rounding?.which === other.rounding?.which &&
      sameBits(this.#turns, other.#turns) &&
      sameBits(this.#wholes, other.#wholes)
    );
  }

  /**
   * How many rows to make at a time: up to where those end that an anchor serves.
   * @param {number} position of the first of them, if those of the others follow
   */
  rowsFrom(position) {
    const past = (((position + STEPS) % this.#rows) + this.#rows) % this.#rows;
    return Number.isInteger(past) ? this.#rows - past : this.#rows;
  }

  /**
   * Copies what the kernels need into scratch memory, unless the head is too wide for that.
   * @param {Workspace} workspace @param {number} rows the longest run of positions that there may be
   * @returns {Brought}
   */
  bring(workspace, rows) {
    const none = { turns: 0, wholes: 0, steps: 0, rounded: 0 };
    if (this.rounding) {
      const { frequencies } = this.rounding;
      return { ...none, rounded: workspace.copy(frequencies, 0, frequencies.length) };
    }
    if (this.pairs > TABLED) return none;
    const turns = workspace.copy(this.#turns, 0, this.#turns.length);
    const wholes = this.#wholes ? workspace.copy(this.#wholes, 0, this.pairs) : 0;
    if (rows < RUN) return { ...none, turns, wholes };
    if (this.#steps) {
      return { ...none, turns, wholes, steps: workspace.copy(this.#steps, 0, this.#steps.length) };
    }
    const length = this.#groups.reduce((sum, { pairs }) => sum + STEPS_LENGTH(pairs), 0);
    const steps = workspace.reserve(8 * length);
    let at = steps;
    for (const { first, pairs } of this.#groups) {
      workspace.use(sinusoidalKernels).phasor_steps(at, turns + 16 * first, pairs);
      at += 8 * STEPS_LENGTH(pairs);
    }
    this.#steps = workspace.doubles(steps, length).slice();
    return { ...none, turns, wholes, steps };
  }

  /**
   * Sines and cosines, interleaved, in the order of the groups.
   * @param {Workspace} workspace @param {"_f32" | "_f64"} kind @param {Brought} brought
   * @param {Reader} positions @param {number} count of rows
   * @returns {number} a pointer to (count, 2·pairs)
   */
  values(workspace, kind, brought, positions, count) {
    const size = kind === "_f32" ? 4 : 8;
    const stride = 2 * this.pairs;
    const out = workspace.reserve(count * stride * size);
    for (let group = 0; group < this.#groups.length; group++) {
      const to = out + 2 * this.#groups[group].first * size;
      this.#fill(workspace, kind, brought, group, positions, count, to, stride);
    }
    return out;
  }

  /**
   * Sines and cosines of the angles that lead from `from` to `to`, perhaps at other frequencies, for
   * some of the rows.
   * @param {Workspace} workspace @param {"_f32" | "_f64"} kind
   * @param {Brought} brought @param {Reader} from
   * @param {Angles} other @param {Brought} others @param {Reader} to
   * @param {number} out pointer to (wanted.length, 2·pairs)
   * @param {Uint8Array} wanted 1 for each row that is
   */
  between(workspace, kind, brought, from, other, others, to, out, wanted) {
    const count = wanted.length;
    const kernel = workspace.use(ropeKernels)[`phasor_rope_between${kind}`];
    const size = kind === "_f32" ? 4 : 8;
    const top = workspace.top;
    for (let group = 0; group < this.#groups.length; group++) {
      const { first, pairs } = this.#groups[group];
      const old = workspace.reserve(16 * pairs * count);
      const now = workspace.reserve(16 * pairs * count);
      this.#fill(workspace, "_f64", brought, group, from, count, old, 2 * pairs);
      other.#fill(workspace, "_f64", others, group, to, count, now, 2 * pairs);
      for (let r = 0; r < count; r++) {
        const at = out + 2 * (r * this.pairs + first) * size;
        if (wanted[r]) kernel(at, old + 16 * pairs * r, now + 16 * pairs * r, pairs);
      }
      workspace.top = top;
    }
  }

  /**
   * @param {Workspace} workspace @param {"_f32" | "_f64"} kind @param {Brought} brought
   * @param {number} group @param {Reader} positions @param {number} count
   * @param {number} out pointer to (count, stride) @param {number} stride
   */
  #fill(workspace, kind, brought, group, positions, count, out, stride) {
    const { axis, first, pairs } = this.#groups[group];
    const size = kind === "_f32" ? 4 : 8;
    const table = workspace.use(sinusoidalKernels)[`phasor_table${kind}`];
    const top = workspace.top;
    const turns = brought.turns
      ? brought.turns + 16 * first
      : workspace.copy(this.#turns, 2 * first, 2 * pairs + 2);
    const at = this.#maker(workspace, kind, brought, turns, first, pairs, stride);
    const steps = brought.steps && brought.steps + 8 * this.#stepsBefore(group);
    const work = workspace.reserve(16 * (pairs + 1));
    const pointer = workspace.reserve(8 * count);
    const list = workspace.doubles(pointer, count);
    positions(list, axis);
    for (let row = 0; row < count; ) {
      const to = out + row * stride * size;
      const alike = run(list, row, 0);
      const rows = alike > 1 ? alike : run(list, row, 1);
      if (alike > 1) {
        at(to, pointer + 8 * row, 1);
        workspace.repeat(to, 2 * pairs * size, stride * size, alike);
      } else if (rows >= RUN && steps && Number.isInteger(list[row])) {
        table(to, stride, turns, steps, work, list[row], rows, pairs);
      } else {
        at(to, pointer + 8 * row, rows);
      }
      row += rows;
    }
    workspace.top = top;
  }

  /**
   * @param {Workspace} workspace @param {"_f32" | "_f64"} kind @param {Brought} brought
   * @param {number} turns pointer to those of the group @param {number} first @param {number} pairs
   * @param {number} stride
   * @returns {Maker}
   */
  #maker(workspace, kind, brought, turns, first, pairs, stride) {
    if (this.rounding) {
      const { which } = this.rounding;
      const kernel = workspace.use(sinusoidalKernels)[`phasor_rounded_at${kind}`];
      const rounded = brought.rounded + 4 * first;
      return (to, at, rows) => kernel(to, stride, rounded, at, rows, pairs, which);
    }
    if (!this.#wholes) {
      const kernel = workspace.use(sinusoidalKernels)[`phasor_at${kind}`];
      return (to, at, rows) => kernel(to, stride, turns, 0, at, rows, pairs);
    }
    const kernel = workspace.use(sinusoidalKernels)[`phasor_at${kind}`];
    const wholes = brought.wholes
      ? brought.wholes + 8 * first
      : workspace.copy(this.#wholes, first, pairs);
    return (to, at, rows) => kernel(to, stride, turns, wholes, at, rows, pairs);
  }

  /** Length of the steps of the groups before one. @param {number} group */
  #stepsBefore(group) {
    let length = 0;
    for (let i = 0; i < group; i++) length += STEPS_LENGTH(this.#groups[i].pairs);
    return length;
  }
}

/** @param {Float64Array | undefined} a @param {Float64Array | undefined} b */
function sameBits(a, b) {
  if (!a || !b || a.length !== b.length) return a === b;
  const bits = new BigUint64Array(b.buffer);
  return new BigUint64Array(a.buffer).every((part, i) => part === bits[i]);
}

/** A group in parts that scratch memory holds all sorts of. @param {Group} group @returns {Group[]} */
function chunks({ axis, first, pairs }) {
  const parts = [];
  for (let at = 0; at < pairs; at += CHUNK) {
    parts.push({ axis, first: first + at, pairs: Math.min(CHUNK, pairs - at) });
  }
  return parts;
}

/** How many numbers from an index on each are `step` more than the one before.
 * @param {Float64Array} list @param {number} from @param {number} step */
function run(list, from, step) {
  let end = from + 1;
  while (end < list.length && list[end] === list[end - 1] + step) end++;
  return end - from;
}

/**
 * The distances between positions: to − from, exactly, where that is a position, else 0.
 * @param {Reader} from @param {Reader} to @param {number} count
 * @returns {{ distances: Reader, inexact: Uint8Array }} inexact: 1 for each row whose distances, as
 *   far as they have been read, are not all positions
 */
export function distancesBetween(from, to, count) {
  const start = new Float64Array(count);
  const inexact = new Uint8Array(count);
  /** @type {Reader} */
  const distances = (into, axis) => {
    from(start, axis);
    to(into, axis);
    for (let r = 0; r < count; r++) {
      const a = start[r];
      const b = into[r];
      const distance = b - a;
      const part = distance - b;
      const error = b - (distance - part) - (a + part); // Knuth's TwoSum
      if (error === 0 && Math.abs(distance) <= LARGEST) {
        into[r] = distance;
      } else {
        into[r] = 0;
        inexact[r] = 1;
      }
    }
  };
  return { distances, inexact };
}
