// residual.js: what remains after subtracting what is expected, against what rounding explains.

/**
 * The differences of entries from what is expected. Each entry has its own limit.
 *
 * `max` and `limit` are those of the entry that exceeds its limit most, or comes nearest to it, so
 * that `max > limit` says whether anything is wrong.
 */
export class Residual {
  #squares = 0;
  #ratio = -1;
  /** Entries above their limits at each index of each axis. @type {Uint32Array[]} */
  #aboveByIndex;
  /** The row of the last axis that was counted last, and entries of it that other axes still lack. */
  #line = -1;
  #pending = 0;

  /** @param {readonly number[]} sizes of the axes of the entries, row-major */
  constructor(sizes) {
    this.sizes = sizes;
    /** Number of entries. */
    this.count = 0;
    /** Number of entries above their limits. */
    this.above = 0;
    this.max = 0;
    this.limit = 0;
    this.#aboveByIndex = sizes.map((size) => new Uint32Array(size));
  }

  /** Number of entries above their limits at each index of each axis. */
  get aboveByIndex() {
    this.#countLine();
    return this.#aboveByIndex;
  }

  /**
   * @param {number} at index of the entry @param {number} difference @param {number} limit
   */
  add(at, difference, limit) {
    let size = Math.abs(difference);
    if (!(size < Infinity)) size = Infinity;
    this.count++;
    this.#squares += size * size;
    if (size > this.#ratio * limit) this.#setWorst(size, limit);
    if (size > limit) this.#countAbove(at);
  }

  /** @param {number} size @param {number} limit */
  #setWorst(size, limit) {
    this.#ratio = limit > 0 ? size / limit : size > 0 ? Infinity : -1;
    this.max = size;
    this.limit = limit;
  }

  /** @param {number} at */
  #countAbove(at) {
    this.above++;
    const last = this.sizes.length - 1;
    const line = Math.floor(at / this.sizes[last]);
    this.#aboveByIndex[last][at - line * this.sizes[last]]++;
    if (line !== this.#line) this.#countLine();
    this.#line = line;
    this.#pending++;
  }

  /**
   * Adds vectors that a kernel compared: the largest ratio of a difference to its limit, the difference, the limit and
   * the sum of squares, and how many entries of each column and each vector are above their limits.
   * @param {Float64Array} worst @param {Uint32Array} columns @param {ArrayLike<number>} above
   * @param {ArrayLike<number>} starts indices of the vectors' first entries @param {number} count of vectors
   */
  addVectors([ratio, max, limit, squares], columns, above, starts, count) {
    const width = columns.length;
    this.count += count * width;
    this.#squares += squares;
    if (ratio > this.#ratio) [this.#ratio, this.max, this.limit] = [ratio, max, limit];
    const last = this.sizes.length - 1;
    for (let c = 0; c < width; c++) this.#aboveByIndex[last][c] += columns[c];
    for (let v = 0; v < count; v++) {
      if (above[v] === 0) continue;
      this.above += above[v];
      this.#countLine();
      this.#line = starts[v] / width;
      this.#pending = above[v];
    }
  }

  /** Counts the pending entries at the indices of all axes but the last. */
  #countLine() {
    for (let axis = this.sizes.length - 2, rowIndex = this.#line; axis >= 0; axis--) {
      if (this.#pending === 0) return;
      const size = this.sizes[axis];
      this.#aboveByIndex[axis][rowIndex % size] += this.#pending;
      rowIndex = Math.floor(rowIndex / size);
    }
    this.#pending = 0;
  }

  /** Root mean square of the differences. */
  get rms() {
    return Math.sqrt(this.#squares / Math.max(1, this.count));
  }

  /** Share of the entries above their limits. */
  get share() {
    return this.above / Math.max(1, this.count);
  }

  /** Whether rounding does not explain the differences. */
  get isLarge() {
    return this.above > 0;
  }

  /** The indices of an axis where some entry is above its limit. @param {number} axis */
  indices(axis) {
    const { aboveByIndex } = this;
    return [...aboveByIndex[axis].keys()].filter((index) => aboveByIndex[axis][index] > 0);
  }

  /** The numbers for a caller. */
  get summary() {
    const { max, rms, limit, above, count } = this;
    return { max, rms, limit, above, count };
  }
}
