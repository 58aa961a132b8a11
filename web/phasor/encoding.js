// encoding.js: sinusoidal encodings added to embeddings.

import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { encodingKernels } from "./kernels/encoding.js";
import { inspect, inspected } from "./quote.js";
import { fillTable } from "./table.js";
import {
  address,
  copyIn,
  eachTile,
  outputAt,
  part,
  suffix,
  viewAt,
  Workspace,
} from "./workspace.js";

/** @import { ArrayOf, FloatArray, List, OneOf } from "./check.js" */
/** @import { TableOptions } from "./sinusoidal.js" */

const kind = "a SinusoidalPositionalEncoding";

/**
 * A layer that adds sinusoidal encodings to embeddings. It computes a table of `maxLength` positions
 * once.
 *
 * @template {"float32" | "float64" | undefined} [D="float32"]
 */
export class SinusoidalPositionalEncoding {
  #maxLength;
  #dModel;
  #arrangement;
  #dtype;
  /** @type {Float32Array<ArrayBuffer> | undefined} */
  #float32;
  /** @type {Float64Array<ArrayBuffer> | undefined} */
  #float64;

  /**
   * @param {number} maxLength the table has the positions 0 … maxLength − 1; at least 1
   * @param {number} dModel 2 … 65536; even, unless the convention allows odd widths
   * @param {TableOptions & { dtype?: OneOf<D, "float32" | "float64"> }} [options] dtype: the type of
   *   `encoding`'s result, "float32" by default; `forward` and `embed` use the type of their input
   * @throws {TypeError | RangeError} naming the argument
   */
  constructor(maxLength, dModel, options) {
    const where = "phasor.SinusoidalPositionalEncoding";
    const {
      base,
      convention,
      dtype = "float32",
    } = check.options(where, options, ["base", "convention", "dtype"]);
    this.#maxLength = check.count(where, "maxLength", maxLength, 1);
    this.#arrangement = arrange(where, dModel, base, convention);
    this.#dModel = this.#arrangement.width;
    this.#dtype = check.oneOf(where, "dtype", dtype, ["float32", "float64"]);
    this.#table(this.#dtype === "float64", where);
  }

  /** @internal */
  [inspect]() {
    return inspected(this, "SinusoidalPositionalEncoding", ["maxLength", "dModel"]);
  }

  /** Number of positions. */
  get maxLength() {
    return this.#maxLength;
  }

  /** Columns of an encoding. */
  get dModel() {
    return this.#dModel;
  }

  /**
   * The encodings of positions 0 … length − 1, in a new array.
   * @param {number} length 0 … maxLength
   * @returns {ArrayOf<D>} (length, dModel)
   * @throws {TypeError | RangeError} naming the argument
   */
  encoding(length) {
    const where = "phasor.SinusoidalPositionalEncoding.encoding";
    if (!(#dModel in Object(this))) check.detached(where, kind, this);
    check.integer(where, "length", length, 0, this.#maxLength);
    const table = this.#table(this.#dtype === "float64", where);
    return /** @type {ArrayOf<D>} */ (table.slice(0, length * this.#dModel));
  }

  /**
   * scale·x + PE[start : start + L], with the same encodings for every sequence of the batch. Each
   * operation is rounded in x's type.
   *
   * @template {FloatArray} T
   * @param {T} x (B, L, dModel)
   * @param {readonly [batch: number, length: number, dModel: number]} shape
   * @param {object} [options]
   * @param {number | "sqrt" | undefined} [options.scale] factor of x, 1 by default; "sqrt" is √dModel
   * @param {number | undefined} [options.start] first position, 0 by default; start + L ≤ maxLength
   * @param {T | undefined} [options.out] (B, L, dModel); may be x
   * @returns {T} (B, L, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  forward(x, shape, options) {
    const where = "phasor.SinusoidalPositionalEncoding.forward";
    if (!(#dModel in Object(this))) check.detached(where, kind, this);
    const { scale = 1, start = 0, out } = check.options(where, options, ["scale", "start", "out"]);
    const [batch, length] = this.#shape(where, shape, ["batch", "length", "dModel"]);
    const size = batch * length * this.#dModel;
    check.floats(where, "x", x, size, [batch, length, this.#dModel]);
    const factor = check.scale(where, scale, this.#dModel);
    check.integer(where, "start", start, 0, this.#maxLength);
    this.#fits(where, start, length);
    const result = check.output(where, out, size, x, { inPlace: { x } });
    const table = this.#table(!check.isFloat32(x), where);
    const width = this.#dModel;
    const workspace = new Workspace(x, result);
    const add = workspace.use(encodingKernels)[`phasor_add${suffix(x)}`];
    eachTile(workspace, length, 2 * width * x.BYTES_PER_ELEMENT, true, (first, count) => {
      const numbers = count * width;
      const rows = copyIn(workspace, table, (start + first) * width, numbers);
      const tile = workspace.reserve(numbers * x.BYTES_PER_ELEMENT);
      const copy = viewAt(workspace, x, tile, numbers);
      for (let b = 0; b < batch; b++) {
        const from = (b * length + first) * width;
        if (workspace.inPlace) {
          add(address(result, from), address(x, from), rows, factor, numbers);
        } else {
          copy.set(part(x, from, numbers));
          add(tile, tile, rows, factor, numbers);
          result.set(copy, from);
        }
      }
    });
    return /** @type {T} */ (result);
  }

  /**
   * scale·embeddingTable[id] + PE[position] for the positions 0 … L − 1, in one pass.
   *
   * @template {FloatArray} T
   * @param {List} tokenIds (B, L), each a row of the embedding table
   * @param {T} embeddingTable (vocabulary, dModel)
   * @param {readonly [batch: number, length: number]} shape
   * @param {object} [options]
   * @param {number | "sqrt" | undefined} [options.scale] factor of the embeddings, 1 by default
   * @param {T | undefined} [options.out] (B, L, dModel); must not overlap the table or the ids
   * @returns {T} (B, L, dModel)
   * @throws {TypeError | RangeError} naming the argument; nothing is written then
   */
  embed(tokenIds, embeddingTable, shape, options) {
    const where = "phasor.SinusoidalPositionalEncoding.embed";
    if (!(#dModel in Object(this))) check.detached(where, kind, this);
    const { scale = 1, out } = check.options(where, options, ["scale", "out"]);
    const width = this.#dModel;
    const [batch, length] = check.shape(where, "shape", shape, ["batch", "length"]);
    check.floats(where, "embeddingTable", embeddingTable);
    const vocabulary = embeddingTable.length / width;
    if (!Number.isInteger(vocabulary) || vocabulary === 0) {
      check.fail(
        RangeError,
        where,
        "embeddingTable.length",
        `a multiple of dModel ${width}`,
        embeddingTable.length,
      );
    }
    const ids = check.indices(where, "tokenIds", tokenIds, batch * length, vocabulary);
    check.floats(where, "embeddingTable", embeddingTable, vocabulary * width);
    const factor = check.scale(where, scale, width);
    this.#fits(where, 0, length);
    const size = batch * length * width;
    const disjoint = { embeddingTable, tokenIds: ids };
    const result = check.output(where, out, size, embeddingTable, { disjoint });
    const table = this.#table(!check.isFloat32(embeddingTable), where);
    const workspace = new Workspace(ids, embeddingTable, result);
    const embed = workspace.use(encodingKernels)[`phasor_embed${suffix(embeddingTable)}`];
    eachTile(workspace, length, 3 * width * result.BYTES_PER_ELEMENT, true, (first, count) => {
      const rows = copyIn(workspace, table, first * width, count * width);
      const top = workspace.top;
      for (let b = 0; b < batch; b++) {
        const from = b * length + first;
        workspace.top = top;
        const gathered = gather(workspace, embeddingTable, width, ids, from, count);
        const output = outputAt(workspace, result, from * width, count * width);
        embed(output, gathered.rows, gathered.indices, rows, factor, count, width);
        workspace.flush();
      }
    });
    return /** @type {T} */ (result);
  }

  /** @param {string} where @param {unknown} shape @param {string[]} axes */
  #shape(where, shape, axes) {
    const sizes = check.shape(where, "shape", shape, axes);
    if (sizes[2] !== this.#dModel) {
      check.fail(RangeError, where, "shape[2] (dModel)", String(this.#dModel), sizes[2]);
    }
    return sizes;
  }

  /** @param {string} where @param {number} start @param {number} length */
  #fits(where, start, length) {
    if (start + length > this.#maxLength) {
      throw new RangeError(
        `${where}: start + length must be at most maxLength ${this.#maxLength}, got ${start} + ${length}`,
      );
    }
  }

  /** @param {boolean} wide @param {string} where @returns {FloatArray & { buffer: ArrayBuffer }} */
  #table(wide, where) {
    const size = this.#maxLength * this.#dModel;
    if (wide) {
      this.#float64 ??= this.#fill(check.allocate(where, "float64", size));
      return this.#float64;
    }
    this.#float32 ??= this.#fill(check.allocate(where, "float32", size));
    return this.#float32;
  }

  /** @template {FloatArray} T @param {T} table */
  #fill(table) {
    fillTable(table, this.#arrangement, 0);
    return table;
  }
}

/**
 * Rows of a matrix by their indices: pointers to a matrix and to the indices of the rows in it.
 * @param {Workspace} workspace @param {FloatArray} array (…, width) @param {number} width
 * @param {Int32Array} indices @param {number} from @param {number} count of the indices
 */
function gather(workspace, array, width, indices, from, count) {
  if (workspace.inPlace) return { rows: address(array, 0), indices: address(indices, from) };
  const rows = workspace.reserve(count * width * array.BYTES_PER_ELEMENT);
  const at = workspace.reserve(4 * count);
  const gathered = viewAt(workspace, array, rows, count * width);
  const order = new Int32Array(workspace.memory.buffer, at, count);
  for (let i = 0; i < count; i++) {
    gathered.set(part(array, indices[from + i] * width, width), i * width);
    order[i] = i;
  }
  return { rows, indices: at };
}
