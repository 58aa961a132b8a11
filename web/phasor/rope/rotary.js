// rotary.js: a rotary embedding, inside.

import * as check from "../check.js";
import { Angles } from "./angles.js";
import { readPositions } from "./positions.js";
import { RowsAt } from "./rows.js";
import { rotaryTurns } from "./scaling.js";
import { axialTurns, readSections } from "./sections.js";
import { eachTile, keepRows, turn, turnKept } from "./turning.js";
import { readXpos } from "./xpos.js";

/** @import { FloatArray, Result } from "../check.js" */
/** @import { Positions } from "./positions.js" */
/** @import { RotaryOptions, Role, TurnOptions } from "./rope.js" */
/** @import { Kind, Rows } from "./rows.js" */
/** @import { RopeOptions } from "./scaling.js" */
/** @import { Stage } from "../stage.js" */
/** @import { Tensor } from "./turning.js" */

/**
 * A shape, read: (batch, …, length, dHead), or (blocks, length, dHead).
 * @typedef {{ shape: readonly number[], length: number, batch: number, blocks: number, size: number }} Sizes
 */

const layouts = /** @type {const} */ (["interleaved", "half"]);
const roles = /** @type {const} */ (["query", "key"]);
const kernels = {
  interleaved: { _f32: "phasor_rope_interleaved_f32", _f64: "phasor_rope_interleaved_f64" },
  half: { _f32: "phasor_rope_half_f32", _f64: "phasor_rope_half_f64" },
};
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
    const { layout = "interleaved", maxLength, sections, scaling, xpos } = options;
    const given = rotaryTurns(where, dHead, options);
    this.dHead = dHead;
    this.rotaryDim = given.rotaryDim;
    this.layout = check.oneOf(where, "layout", layout, layouts);
    this.maxLength =
      maxLength === undefined ? Infinity : check.count(where, "maxLength", maxLength, 1);
    this.attentionFactor = given.attentionFactor;
    this.division = readSections(where, sections, given.rotaryDim / 2);
    if (this.division.axial && scaling) {
      check.fail(RangeError, where, "scaling", "left out with axial sections", scaling);
    }
    this.decay = readXpos(where, xpos, given.rotaryDim / 2, this.division);
    const { turns, frequencies } = this.division.axial
      ? axialTurns(this.division, given.base)
      : given;
    this.frequencies = frequencies;
    this.angles = new Angles(turns, this.division);
  }

  /** @param {string} where @param {string} name @param {unknown} shape @returns {Sizes} */
  sizes(where, name, shape) {
    const sizes = check.leading(where, name, shape, ["T", "dHead"]);
    const last = sizes.length - 1;
    if (sizes[last] !== this.dHead) {
      check.fail(RangeError, where, `${name}[${last}]`, `dHead ${this.dHead}`, sizes[last]);
    }
    let blocks = 1;
    for (let axis = 0; axis < last - 1; axis++) blocks *= sizes[axis];
    const length = sizes[last - 1];
    const batch = last > 1 ? sizes[0] : 1;
    return { shape: sizes, length, batch, blocks, size: blocks * length * this.dHead };
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

  /**
   * The rows that a call turns by.
   * @param {string} where @param {TurnOptions} options @param {Role | undefined} role
   * @param {Positions} positions @param {{ length: number, batch: number }} sizes
   * @param {Kind} kind
   */
  rows(where, { inverse = false, gradient = false }, role, positions, { length, batch }, kind) {
    check.boolean(where, "inverse", inverse);
    check.boolean(where, "gradient", gradient);
    if (inverse && gradient) {
      check.fail(RangeError, where, "gradient", "left out, as inverse is true", gradient);
    }
    if (role !== undefined || this.decay) check.oneOf(where, "role", role, roles);
    const factor = inverse ? 1 / this.attentionFactor : this.attentionFactor;
    const back = inverse || gradient ? -factor : factor;
    const rows = new RowsAt(
      this,
      kind,
      positions,
      positions.each ? batch : 1,
      length,
      factor,
      back,
    );
    rows.decay(where, this, (role === "key") !== inverse ? 1 : -1);
    return rows;
  }

  /**
   * Turns tensors, all by the same rows.
   * @param {Stage} stage @param {Rows} rows @param {Tensor[]} tensors
   */
  turn(stage, rows, tensors) {
    const { kind, batches, length } = rows;
    const frame = { kernel: kernels[this.layout][kind], width: this.dHead };
    const bytes = 2 * batches * length * this.angles.pairs * (kind === "_f32" ? 4 : 8);
    if (bytes > KEPT_BYTES || !(rows instanceof RowsAt)) {
      turn(stage, rows, frame, tensors);
      return;
    }
    if (!this.#kept?.rows.equals(rows)) {
      this.#kept = undefined;
      this.#kept = { made: keepRows(stage, rows), rows: rows.snapshot() };
    }
    turnKept(stage, rows, frame, tensors, this.#kept.made);
  }

  /**
   * Cosines and sines, without the factors of xPos, of the positions from 0 on.
   * @param {Stage} stage without arrays @param {Kind} kind
   * @param {Result} cos (length, pairs) @param {Result} sin (length, pairs)
   */
  tabulate(stage, kind, cos, sin) {
    const { pairs } = this.angles;
    const factor = this.attentionFactor;
    const start = { offset: 0, lists: [], each: false };
    const rows = new RowsAt(this, kind, start, 1, cos.length / pairs, factor, factor);
    eachTile(stage, rows, (first, count, cosines, sines) => {
      stage.output(cos, first * pairs, count * pairs, cosines);
      stage.output(sin, first * pairs, count * pairs, sines);
      stage.flush();
    });
  }
}
