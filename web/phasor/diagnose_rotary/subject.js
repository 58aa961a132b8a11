// subject.js: rotated vectors, or a cache as vectors, and what remains of them after subtracting a
// model of the rotation.
import { formatOf } from "../doctor/elements.js";
import { Residual } from "../doctor/residual.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { Workspace } from "../workspace.js";
import { cellsOf } from "./model.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Format } from "../doctor/elements.js" */
/** @import { Pairing, Places, Turns } from "./model.js" */

/** A vector of a group. @typedef {readonly [outer: number, inner: number]} Vector */
/**
 * @typedef {object} Model
 * @property {Pairing} pairing
 * @property {Turns} turns
 * @property {Places} places
 */

/** Roundoff of float32, in which products may be computed. */
const ROUNDOFF_OF_FLOAT32 = 2 ** -24;
/** Roundings of the sine or cosine (2), its factor and its product with a feature, and one to spare. */
const ROUNDINGS = 5;

/** Vectors before and after a rotation. Groups are the vectors of one batch element and one row. */
export class Subject {
  /** What models leave of all vectors. @type {WeakMap<Model, Residual>} */
  #whole = new WeakMap();

  /**
   * @param {FloatArray} input @param {FloatArray} output @param {readonly number[]} sizes (…, T, …, width)
   * @param {number} axis of T
   * @param {boolean} [cache] whether the output is the cosines and sines of a cache
   */
  constructor(input, output, sizes, axis, cache = false) {
    this.input = input;
    this.output = output;
    this.sizes = sizes;
    this.axis = axis;
    this.cache = cache;
    const last = sizes.length - 1;
    const product = (/** @type {readonly number[]} */ sizes) => sizes.reduce((a, b) => a * b, 1);
    this.rows = sizes[axis];
    this.width = sizes[last];
    this.batch = axis > 0 ? sizes[0] : 1;
    /** Vectors of a group before and after T. */
    this.outer = product(sizes.slice(0, axis)) / this.batch;
    this.inner = product(sizes.slice(axis + 1, last));
    this.groups = this.batch * this.rows;
    /** The vectors of a group. @type {Vector[]} */
    this.vectors = Array.from({ length: this.outer * this.inner }, (_, k) => {
      return [Math.floor(k / this.inner), k % this.inner];
    });
    /** @type {Format} */
    this.format = formatOf(output, input);
  }

  /** The group of a vector. @param {number} at index of its first entry */
  groupOf(at) {
    const { rows, inner, outer } = this;
    const before = Math.floor(at / this.width / inner);
    return Math.floor(before / rows / outer) * rows + (before % rows);
  }

  /** Whether a vector is a copy of its input. @param {number} at index of its first entry */
  isCopy(at) {
    for (let c = at; c < at + this.width; c++) if (this.output[c] !== this.input[c]) return false;
    return true;
  }

  /** Whether a test holds for some vector. @param {(at: number) => boolean} test of its first index */
  some(test) {
    for (let at = 0; at < this.output.length; at += this.width) if (test(at)) return true;
    return false;
  }

  /** Whether a vector became 0. @param {number} at index of its first entry */
  isZero(at) {
    for (let c = at; c < at + this.width; c++) if (this.output[c] !== 0) return false;
    return true;
  }

  /** The index of the first entry of a vector.
   * @param {number} group @param {number} outer @param {number} inner */
  startOf(group, outer, inner) {
    const { rows } = this;
    const batch = Math.floor(group / rows);
    return (
      (((batch * this.outer + outer) * rows + (group % rows)) * this.inner + inner) * this.width
    );
  }

  /** Whether nothing remains after subtracting a model. @param {Model} model */
  fits(model) {
    const known = this.#whole.get(model);
    if (known) return !known.isLarge;
    const left = this.residual(model, { stop: true });
    if (!left.isLarge) this.#whole.set(model, left);
    return !left.isLarge;
  }

  /** What remains of all vectors. @param {Model} model @returns {Residual} */
  wholeResidual(model) {
    const left = this.#whole.get(model) ?? this.residual(model);
    this.#whole.set(model, left);
    return left;
  }

  /**
   * What remains after subtracting the vectors that a model predicts.
   * @param {Model} model
   * @param {Selection & { large?: Set<number>, stop?: boolean, uncertain?: number }} [where] large: gets the groups
   *   with an entry above its limit; stop: at the first vector with one; uncertain: the largest error of angles, in
   *   radians, that is explained by float32
   * @returns {Residual}
   */
  residual({ pairing, turns, places }, where = {}) {
    const { groups: chosen, large, stop, uncertain = Infinity } = where;
    const { width, cache, format } = this;
    const { roundoff, floor } = format;
    const cells = cellsOf(turns, places, this.rows, chosen, roundoff);
    const cycle = chosen || places.byBatch ? Infinity : this.rows;
    const pairs = turns.frequencies.length * (turns.overwritten ? 2 : 1);
    const narrow = roundoff > 1e-5 ? roundoff : 0;
    const products = ROUNDINGS * ROUNDOFF_OF_FLOAT32 + (cache ? 0 : 2) * narrow;
    const sum = cache
      ? roundoff * (turns.attentionFactor === 1 ? 1 : 2)
      : roundoff + ROUNDOFF_OF_FLOAT32;
    const left = new Residual(this.sizes);
    const { source, copied } = pairing;
    const workspace = new Workspace();
    const { phasor_pair_residuals } = workspace.use(diagnoseKernels);
    forTiles(this, where, pairing, 24 * pairs, workspace, (tile) => {
      const { first, groups, starts } = tile;
      const reserve = (/** @type {number} */ count) => {
        const pointer = workspace.reserve(8 * count);
        const view = workspace.doubles(pointer, count);
        view.fill(0);
        return { pointer, view };
      };
      const tileCells = reserve(3 * pairs * groups);
      for (let row = 0; row < groups; row++) {
        const from = 3 * pairs * (first + row < cycle ? first + row : (first + row) % cycle);
        tileCells.view.set(cells.subarray(from, from + 3 * pairs), 3 * pairs * row);
      }
      const limits = reserve(5);
      limits.view.set([products, sum, floor, uncertain, roundoff]);
      const worst = reserve(4);
      worst.view[0] = -1;
      const columns = putIntegers(workspace, new Int32Array(width));
      const above = putIntegers(workspace, new Int32Array(starts.length));
      const count = phasor_pair_residuals(
        ...[worst.pointer, columns, above, tile.input, tile.output, tileCells.pointer, tile.rows],
        ...[tile.pairing, putIntegers(workspace, copied), limits.pointer],
        ...[pairs, source.length, copied.length, width, starts.length, stop ? 1 : 0],
      );
      const { buffer } = workspace.memory;
      const counts = new Uint32Array(buffer, above, starts.length);
      left.addVectors(worst.view, new Uint32Array(buffer, columns, width), counts, starts, count);
      if (large)
        for (let v = 0; v < count; v++) if (counts[v] > 0) large.add(this.groupOf(starts[v]));
      return !(stop && left.isLarge);
    });
    return left;
  }

  /**
   * Calls `body` with the normal equations of the cosine and sine of each pair, (count, pairs, 6) in scratch memory, see
   * phasor_pair_sums, for a few groups at a time.
   * @param {Pairing} pairing @param {number} pairs
   * @param {readonly number[]} groups @param {number} batches how many batch elements are added up
   * @param {readonly Vector[]} vectors of each group
   * @param {(workspace: Workspace, sums: number, first: number, count: number) => void} body sums is a
   *   pointer, first an index in `groups`
   */
  #equations(pairing, pairs, groups, batches, vectors, body) {
    const workspace = new Workspace();
    const { top } = workspace;
    const { phasor_pair_sums } = workspace.use(diagnoseKernels);
    const size = 6 * pairs;
    const step = Math.max(1, Math.floor(EQUATIONS_BYTES / (8 * size)));
    for (let first = 0; first < groups.length; first += step) {
      const chunk = groups.slice(first, first + step);
      workspace.top = top;
      const sums = workspace.reserve(8 * size * chunk.length);
      workspace.doubles(sums, size * chunk.length).fill(0);
      const above = workspace.top;
      for (let batch = 0; batch < batches; batch++) {
        const batchGroups = chunk.map((group) => group + batch * this.rows);
        workspace.top = above;
        forTiles(this, { groups: batchGroups, vectors }, pairing, 0, workspace, (tile) => {
          phasor_pair_sums(
            ...[sums + 8 * size * tile.first, tile.input, tile.output, tile.rows, tile.pairing],
            ...[pairs, pairing.source.length, this.width, tile.starts.length],
          );
          return true;
        });
      }
      workspace.top = above;
      body(workspace, sums, first, chunk.length);
    }
  }

  /**
   * The normal equations of some groups: (groups, pairs, 6).
   * @param {Pairing} pairing @param {number} pairs @param {readonly number[]} groups
   * @param {readonly Vector[]} vectors of each group
   */
  sums(pairing, pairs, groups, vectors) {
    const all = new Float64Array(6 * pairs * groups.length);
    this.#equations(pairing, pairs, groups, 1, vectors, (workspace, sums, first, count) => {
      all.set(workspace.doubles(sums, 6 * pairs * count), 6 * pairs * first);
    });
    return all;
  }

  /**
   * The arrow of each pair in some rows, from the vectors of all `batches`, see phasor_pair_arrows.
   * @param {Pairing} pairing @param {number} pairs @param {readonly number[]} rows @param {number} batches
   * @param {readonly Vector[]} vectors of each group
   */
  arrows(pairing, pairs, rows, batches, vectors) {
    const [cos, sin, weights, outs] = [1, 2, 3, 4].map(() => new Float64Array(pairs * rows.length));
    const moments = new Float64Array(4 * pairs);
    this.#equations(pairing, pairs, rows, batches, vectors, (workspace, sums, first, count) => {
      const solved = workspace.reserve(32 * pairs * count);
      const sum = workspace.reserve(32 * pairs);
      workspace.doubles(sum, 4 * pairs).set(moments);
      workspace.use(diagnoseKernels).phasor_pair_arrows(solved, sum, sums, count, pairs);
      moments.set(workspace.doubles(sum, 4 * pairs));
      [cos, sin, weights, outs].forEach((list, which) => {
        const values = workspace.doubles(solved + 8 * which * pairs * count, pairs * count);
        for (let i = 0; i < pairs; i++) {
          list.set(values.subarray(i * count, (i + 1) * count), i * rows.length + first);
        }
      });
    });
    return { cos, sin, weights, outs, moments };
  }
}

/** Bytes of normal equations that are summed, and solved, together. */
const EQUATIONS_BYTES = 1 << 18;
/** Bytes of a tile, which should stay in the cache. */
const TILE_BYTES = 1 << 18;

/**
 * Some vectors of a subject.
 * @typedef {object} Selection
 * @property {ArrayLike<number>} [groups] by default all
 * @property {readonly Vector[]} [vectors] of each group, by default all
 * @property {(at: number) => boolean} [skip] whether to leave out the vector that begins at an index
 */
/**
 * Vectors in scratch memory.
 * @typedef {object} Tile
 * @property {number} input pointer to doubles (count, width)
 * @property {number} output
 * @property {number} pairing pointer
 * @property {number} rows pointer to integers: vector v belongs to the group first + rows[v]
 * @property {number} first index of a group in `groups`
 * @property {number} groups how many groups there are
 * @property {number[]} starts indices of the vectors' first entries
 */

/** Copies integers to scratch memory. @param {Workspace} workspace @param {ArrayLike<number>} values */
function putIntegers(workspace, values) {
  const pointer = workspace.reserve(4 * values.length);
  new Int32Array(workspace.memory.buffer, pointer, values.length).set(values);
  return pointer;
}

/**
 * Calls `body` with tiles of vectors until it returns false.
 * @param {Subject} subject @param {Selection} selection @param {Pairing} pairing
 * @param {number} bytes that each group needs in scratch memory @param {Workspace} workspace
 * @param {(tile: Tile) => boolean} body
 */
function forTiles(subject, selection, pairing, bytes, workspace, body) {
  const { groups, vectors = subject.vectors, skip } = selection;
  const { source, partner, sign, pair, target } = pairing;
  const { width } = subject;
  const table = new Int32Array(5 * source.length);
  [source, partner, sign, pair, target].forEach((list, row) => {
    table.set(list, row * source.length);
  });
  const pointer = putIntegers(workspace, table);
  const { top } = workspace;
  const room = Math.max(1, Math.floor(TILE_BYTES / (16 * width + bytes)));
  const count = groups ? groups.length : subject.groups;
  /** @type {number[]} */
  let starts = [];
  /** @type {number[]} */
  let rows = [];
  let first = 0;
  const flush = () => {
    workspace.top = top;
    const input = putVectors(workspace, subject.input, starts, width);
    const output = putVectors(workspace, subject.output, starts, width);
    const groupCount = rows[rows.length - 1] + 1;
    const pointers = { input, output, pairing: pointer, rows: putIntegers(workspace, rows) };
    const goesOn = body({ ...pointers, first, groups: groupCount, starts });
    [starts, rows] = [[], []];
    return goesOn;
  };
  for (let k = 0; k < count; k++) {
    for (const [outer, inner] of vectors) {
      const at = subject.startOf(groups ? groups[k] : k, outer, inner);
      if (skip?.(at)) continue;
      if (starts.length === 0) first = k;
      starts.push(at);
      if (rows.push(k - first) === room && !flush()) return;
    }
  }
  if (starts.length > 0) flush();
}

/** @param {Workspace} workspace @param {FloatArray} from @param {number[]} starts @param {number} width */
function putVectors(workspace, from, starts, width) {
  const pointer = workspace.reserve(8 * width * starts.length);
  const to = workspace.doubles(pointer, width * starts.length);
  for (let v = 0; v < starts.length; ) {
    // Neighbours at once.
    let next = v + 1;
    while (next < starts.length && starts[next] === starts[next - 1] + width) next++;
    to.set(from.subarray(starts[v], starts[v] + (next - v) * width), v * width);
    v = next;
  }
  return pointer;
}
