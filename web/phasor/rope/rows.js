// rows.js: the sines and cosines that the rows of a tensor are rotated by.

import * as check from "../check.js";
import { ropeKernels } from "../kernels/rope.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";
import { copyIn, elementsAt, outputAt, suffix, Workspace } from "../workspace.js";
import { FROM_ZERO } from "./positions.js";
import { checkExponents, exponents } from "./xpos.js";

/** @import { FloatArray, Result } from "../check.js" */
/** @import { Angles, Kind } from "./angles.js" */
/** @import { Role, TurnOptions } from "./options.js" */
/** @import { Positions, Sizes } from "./positions.js" */
/** @import { Rotary } from "./rotary.js" */

/**
 * Rows for a call: T of them, or T for each batch element, one batch element after the other.
 * @typedef {object} Rows
 * @property {Kind} kind @property {number} pairs @property {number} bytes of a row
 * @property {number} batches 1, or B if each batch element has its own rows
 * @property {number} length T
 * @property {(workspace: Workspace, row: number, count: number, to: number) => void} write writes
 *   sines and cosines, next to each other, to a pointer to (count, 2·pairs)
 */
/** Where rows come from. @typedef {Pick<Angles, "write" | "order">} Source */
/**
 * Rows from an earlier call: `count` of them from `start` on, or at lists of positions.
 * @typedef {{ kind: Kind, sinFactor: number, sign: number, start: number, count: number,
 *   lists: Float64Array[], values: FloatArray }} LastRows
 */

const roles = /** @type {const} */ (["query", "key"]);
/** Bytes up to which the rows of a call are kept for the next one. */
const KEPT_BYTES = 1 << 16;
/** Rows that are computed ahead when a call continues the one before it, as in decoding. */
const ROWS_AHEAD = 64;

/** The rows of an embedding at positions. */
export class RowsAt {
  /**
   * @param {Rotary} rotary @param {Kind} kind @param {Positions} positions
   * @param {number} batches @param {number} length
   * @param {number} factor of sines and cosines
   * @param {boolean} backwards whether they rotate backwards
   * @param {1 | -1} sign with xPos: 1 for keys, and queries that are rotated back; −1 for the others
   */
  constructor(rotary, kind, positions, batches, length, factor, backwards, sign) {
    this.rotary = rotary;
    this.kind = kind;
    /** Writes sines and cosines in its own order, without factors. @type {Source} */
    this.angles = rotary.angles;
    this.pairs = rotary.angles.pairs;
    this.bytes = 2 * this.pairs * (kind === "_f32" ? 4 : 8);
    this.positions = positions;
    this.batches = batches;
    this.length = length;
    this.cosFactor = factor;
    this.sinFactor = backwards ? -factor : factor;
    this.sign = sign;
    /** The rates of xPos. @type {Float64Array | undefined} */
    this.rates = rotary.decay?.rates;
    /** The exponents of xPos, (batches, length). @type {Float64Array | undefined} */
    this.exponents = rotary.decay && exponents(rotary.decay, sign, positions, batches * length);
  }

  /** @param {Workspace} workspace @param {number} row @param {number} count @param {number} to */
  write(workspace, row, count, to) {
    const { kind, pairs, bytes, batches, length } = this;
    if (bytes * batches * length > KEPT_BYTES) {
      this.compute(workspace, row, count, to);
      return;
    }
    const { values, skip } = this.#reuse(workspace);
    const from = 2 * pairs * (skip + row);
    const numbers = 2 * pairs * count;
    elementsAt(workspace, kind, to, numbers).set(values.subarray(from, from + numbers));
  }

  /**
   * The rows of a small call: those of the previous call (other layers need the same rows), or new
   * ones.
   * @param {Workspace} workspace
   * @returns {{ values: FloatArray, skip: number }} the first row has the index `skip`
   */
  #reuse(workspace) {
    const { rotary, kind, bytes, sinFactor, sign, rates } = this;
    const { offset: start, lists } = this.positions;
    const { lastRows: last } = rotary;
    let count = this.batches * this.length;
    if (last?.kind === kind && last.sinFactor === sinFactor && last.sign === sign) {
      const skip = start - last.start;
      const isWhole = lists.length === 0 && Number.isInteger(start) && Number.isInteger(skip);
      const fits = isWhole || (skip === 0 && sameLists(lists, last.lists));
      if (fits && last.lists.length === lists.length && skip >= 0 && skip + count <= last.count) {
        return { values: last.values, skip };
      }
      if (isWhole && skip === last.count && !rates) {
        const room = Math.floor(KEPT_BYTES / bytes);
        const ahead = Math.min(ROWS_AHEAD, room, check.LARGEST_POSITION - start);
        count = Math.max(count, ahead);
      }
    }
    rotary.lastRows = undefined;
    const { top } = workspace;
    const to = workspace.reserve(count * bytes);
    this.compute(workspace, 0, count, to);
    const values = elementsAt(workspace, kind, to, 2 * this.pairs * count).slice();
    workspace.top = top;
    const copies = lists.map((list) => list.slice());
    rotary.lastRows = { kind, sinFactor, sign, start, count, lists: copies, values };
    return { values, skip: 0 };
  }

  /**
   * Computes rows.
   * @param {Workspace} workspace @param {number} row @param {number} count
   * @param {number} to pointer to (count, 2·pairs)
   */
  compute(workspace, row, count, to) {
    const { kind, pairs, sinFactor, cosFactor, rates, exponents: powers } = this;
    const { order } = this.angles;
    const { top } = workspace;
    const values = order ? workspace.reserve(count * this.bytes) : to;
    this.angles.write(workspace, kind, this.positions, row, count, values);
    if (order || rates || sinFactor !== 1 || cosFactor !== 1) {
      const arrange = workspace.use(ropeKernels)[`phasor_rope_rows${kind}`];
      const orderAt = order ? copyIn(workspace, order, 0, pairs) : 0;
      const ratesAt = rates && powers ? copyIn(workspace, rates, 0, pairs) : 0;
      const powersAt = powers ? copyIn(workspace, powers, row, count) : 0;
      arrange(to, values, orderAt, sinFactor, cosFactor, ratesAt, powersAt, count, pairs);
    }
    workspace.top = top;
  }
}

/**
 * The rows of a call.
 * @param {string} where @param {Rotary} rotary @param {Kind} kind
 * @param {TurnOptions} options @param {Role | undefined} role
 * @param {Positions} positions @param {Sizes} sizes
 */
export function rowsOf(where, rotary, kind, options, role, positions, sizes) {
  const { inverse, backwards } = readDirection(where, rotary, options);
  if (role !== undefined || rotary.decay || rotary.queryScaling) {
    check.oneOf(where, "role", role, roles);
  }
  const factor = inverse ? 1 / rotary.attentionFactor : rotary.attentionFactor;
  const sign = (role === "key") !== inverse ? 1 : -1;
  const batches = positions.batched ? sizes.batch : 1;
  const length = sizes.size > 0 ? sizes.length : 0;
  const rows = new RowsAt(rotary, kind, positions, batches, length, factor, backwards, sign);
  if (rows.exponents) checkExponents(where, rows.exponents, kind);
  return rows;
}

/**
 * Fills cosines and sines for the positions from 0 on, without the factors of xPos.
 * @param {Rotary} rotary @param {Result} cos (length, pairs) @param {Result} sin (length, pairs)
 * @param {number} length
 */
export function tabulate(rotary, cos, sin, length) {
  const workspace = new Workspace();
  const { pairs } = rotary.angles;
  const kind = suffix(cos);
  const split = workspace.use(sinusoidalKernels)[`phasor_split${kind}`];
  const factor = rotary.attentionFactor;
  const undecayed = { ...rotary, decay: undefined };
  const rows = new RowsAt(undecayed, kind, FROM_ZERO, 1, length, factor, false, 1);
  const tile = workspace.tileRows(length, 2 * rows.bytes);
  const { top } = workspace;
  for (let first = 0; first < length && pairs > 0; first += tile) {
    const count = Math.min(tile, length - first);
    workspace.top = top;
    const values = workspace.reserve(count * rows.bytes);
    rows.compute(workspace, first, count, values);
    const cosines = outputAt(workspace, cos, first * pairs, count * pairs);
    const sines = outputAt(workspace, sin, first * pairs, count * pairs);
    split(sines, cosines, pairs, values, count, pairs);
    workspace.flush();
  }
}

/**
 * The direction in which a call rotates; `back` is true if it rotates backwards.
 * @param {string} where @param {Rotary} rotary @param {TurnOptions} options
 */
export function readDirection(where, rotary, { inverse = false, gradient = false }) {
  if (inverse !== false) check.boolean(where, "inverse", inverse);
  if (gradient !== false) check.boolean(where, "gradient", gradient);
  if (inverse && gradient) {
    check.fail(RangeError, where, "gradient", "left out, as inverse is true", gradient);
  }
  return { inverse, backwards: (inverse || gradient) !== (rotary.direction === -1) };
}

/** @param {Float64Array[]} a @param {Float64Array[]} b */
function sameLists(a, b) {
  return a.every((list, axis) => {
    const { length } = b[axis] ?? [];
    return list.length === length && list.every((entry, i) => entry === b[axis][i]);
  });
}
