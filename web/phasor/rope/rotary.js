// rotary.js: a rotary embedding, inside.

import * as check from "../check.js";
import { Angles } from "./angles.js";
import { readPositions } from "./positions.js";
import { queryFactors, readQueryScaling } from "./query.js";
import { readRounding } from "./rounding.js";
import { RowsAt } from "./rows.js";
import { eachTile, keepRows, turn, turnKept } from "./turning.js";
import { rotaryTurns } from "./turns.js";
import { readXpos } from "./xpos.js";

/** @import { FloatArray, Result } from "../check.js" */
/** @import { Positions } from "./positions.js" */
/** @import { RotaryOptions, Role, TurnOptions } from "./options.js" */
/** @import { Kind, Rows } from "./rows.js" */
/** @import { RopeOptions } from "./scaling.js" */
/** @import { Workspace } from "../workspace.js" */
/** @import { Frame, Tensor } from "./turning.js" */

/**
 * A shape, read: (batch, …, length, …, dHead), or (blocks, length, heads, dHead).
 * @typedef {object} Sizes
 * @property {readonly number[]} shape
 * @property {number} length T
 * @property {number} batch the size of the first axis, or 1 if that is T
 * @property {number} blocks the product of the axes before T
 * @property {number} heads that of the axes between T and dHead
 * @property {number} size
 */

const layouts = /** @type {const} */ (["interleaved", "half"]);
const roles = /** @type {const} */ (["query", "key"]);
/** Bytes up to which the rows of a call are kept for the next one. */
const KEPT_BYTES = 1 << 16;

export class Rotary {
  /** The rows of the last small call: other layers will want the same.
   * @type {{ rows: RowsAt, made: FloatArray } | undefined} */
  #kept;

  /**
   * @param {string} where @param {number} dHead
   * @param {RopeOptions & RotaryOptions} options read
   */
  constructor(where, dHead, options) {
    const { layout = "interleaved", maxLength, rotaryStart = 0, direction = 1 } = options;
    const given = rotaryTurns(where, dHead, options);
    const pairs = given.rotaryDim / 2;
    this.dHead = dHead;
    this.rotaryDim = given.rotaryDim;
    this.rotaryStart = check.integer(where, "rotaryStart", rotaryStart, 0, dHead - given.rotaryDim);
    this.layout = check.oneOf(where, "layout", layout, layouts);
    if (direction !== 1 && direction !== -1) {
      check.reject(where, "direction", "1 or -1", direction);
    }
    this.direction = direction;
    this.maxLength =
      maxLength === undefined ? Infinity : check.count(where, "maxLength", maxLength, 1);
    this.attentionFactor = given.attentionFactor;
    this.division = given.division;
    this.decay = readXpos(where, options.xpos, pairs, this.division);
    this.queryScaling = readQueryScaling(where, options.queryScaling, this.division);
    this.frequencies = given.frequencies;
    this.angles = new Angles(given, this.division, readRounding(where, options.arithmetic, given));
  }

  /**
   * @param {string} where @param {string} name @param {unknown} shape
   * @param {number} [tokenAxis]
   * @returns {Sizes}
   */
  sizes(where, name, shape, tokenAxis) {
    const sizes = check.leading(where, name, shape, ["T", "dHead"]);
    const last = sizes.length - 1;
    if (sizes[last] !== this.dHead) {
      check.fail(RangeError, where, `${name}[${last}]`, `dHead ${this.dHead}`, sizes[last]);
    }
    const axis =
      tokenAxis === undefined
        ? last - 1
        : check.integer(where, "tokenAxis", tokenAxis, 0, last - 1);
    let blocks = 1;
    let heads = 1;
    for (let i = 0; i < axis; i++) blocks *= sizes[i];
    for (let i = axis + 1; i < last; i++) heads *= sizes[i];
    const length = sizes[axis];
    const batch = axis > 0 ? sizes[0] : 1;
    const size = sizes.includes(0) ? 0 : blocks * length * heads * this.dHead;
    return { shape: sizes, length, batch, blocks, heads, size };
  }

  /** @param {string} where @param {TurnOptions} options @param {Sizes} sizes */
  positions(where, { offset, positions }, sizes) {
    if (positions === undefined) return this.read(where, "offset", offset ?? 0, sizes);
    if (offset !== undefined && check.position(where, "offset", offset) !== 0) {
      check.fail(RangeError, where, "offset", "left out, as positions are given", offset);
    }
    if (typeof positions === "number") {
      check.fail(TypeError, where, "positions", "a list (offset may be a number)", positions);
    }
    return this.read(where, "positions", positions, sizes);
  }

  /** @param {string} where @param {string} name @param {unknown} value @param {Sizes} sizes */
  read(where, name, value, { length, batch }) {
    const { division, maxLength } = this;
    return readPositions(where, name, value, length, batch, division.axes, maxLength);
  }

  /** @param {string} where @param {boolean} inverse @param {boolean} gradient */
  way(where, inverse, gradient) {
    check.boolean(where, "inverse", inverse);
    check.boolean(where, "gradient", gradient);
    if (inverse && gradient) {
      check.fail(RangeError, where, "gradient", "left out, as inverse is true", gradient);
    }
    return { inverse, gradient };
  }

  /**
   * The rows that a call turns by.
   * @param {string} where @param {TurnOptions} options @param {Role | undefined} role
   * @param {Positions} positions @param {Pick<Sizes, "length" | "batch" | "size">} sizes
   * @param {Kind} kind
   */
  rows(where, { inverse = false, gradient = false }, role, positions, sizes, kind) {
    this.way(where, inverse, gradient);
    if (role !== undefined || this.decay || this.queryScaling) {
      check.oneOf(where, "role", role, roles);
    }
    const { length, batch, size } = sizes;
    const factor = inverse ? 1 / this.attentionFactor : this.attentionFactor;
    const back = (inverse || gradient) !== (this.direction === -1) ? -factor : factor;
    const batches = positions.each ? batch : 1;
    const rows = new RowsAt(this, kind, positions, batches, size > 0 ? length : 0, factor, back);
    rows.decay(where, this, (role === "key") !== inverse ? 1 : -1);
    return rows;
  }

  /**
   * What queries are multiplied by, row by row, besides.
   * @param {Positions} positions @param {{ length: number, batch: number }} sizes
   * @param {boolean | undefined} inverse
   */
  factors(positions, { length, batch }, inverse = false) {
    const batches = positions.each ? batch : 1;
    return (
      this.queryScaling && queryFactors(this.queryScaling, positions, batches, length, inverse)
    );
  }

  /** How tensors are laid out. @returns {Frame} */
  frame() {
    return { layout: this.layout, width: this.dHead, start: this.rotaryStart };
  }

  /**
   * Turns tensors, all by the same rows.
   * @param {Workspace} workspace @param {Rows} rows @param {Tensor[]} tensors
   */
  turn(workspace, rows, tensors) {
    const { kind, batches, length, pairs } = rows;
    const frame = this.frame();
    const bytes = 2 * batches * length * pairs * (kind === "_f32" ? 4 : 8);
    if (bytes > KEPT_BYTES || !(rows instanceof RowsAt)) {
      turn(workspace, rows, frame, tensors);
      return;
    }
    if (!this.#kept?.rows.equals(rows)) {
      this.#kept = undefined;
      this.#kept = { made: keepRows(workspace, rows), rows: rows.snapshot() };
    }
    turnKept(workspace, rows, frame, tensors, this.#kept.made);
  }

  /**
   * Cosines and sines, without the factors of xPos, of the positions from 0 on.
   * @param {Workspace} workspace without arrays @param {Kind} kind
   * @param {Result} cos (length, pairs) @param {Result} sin (length, pairs)
   */
  tabulate(workspace, kind, cos, sin) {
    const { pairs } = this.angles;
    const factor = this.attentionFactor;
    const start = { offset: 0, lists: [], each: false };
    const rows = new RowsAt(this, kind, start, 1, cos.length / pairs, factor, factor);
    eachTile(workspace, rows, (first, count, cosines, sines) => {
      workspace.output(cos, first * pairs, count * pairs, cosines);
      workspace.output(sin, first * pairs, count * pairs, sines);
      workspace.flush();
    });
  }
}
