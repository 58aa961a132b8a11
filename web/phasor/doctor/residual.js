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

  /** @param {readonly number[]} sizes of the axes of the entries, row-major */
  constructor(sizes) {
    this.sizes = sizes;
    /** Number of entries. */
    this.count = 0;
    /** Number of entries above their limits. */
    this.above = 0;
    this.max = 0;
    this.limit = 0;
    /** Number of entries above their limits at each index of each axis. */
    this.over = sizes.map((size) => new Uint32Array(size));
  }

  /**
   * @param {number} at index of the entry @param {number} difference @param {number} limit
   */
  add(at, difference, limit) {
    let size = Math.abs(difference);
    if (!(size < Infinity)) size = Infinity;
    this.count++;
    this.#squares += size * size;
    if (size > this.#ratio * limit) this.#standsOut(size, limit);
    if (size > limit) this.#exceeds(at);
  }

  /** @param {number} size @param {number} limit */
  #standsOut(size, limit) {
    this.#ratio = limit > 0 ? size / limit : size > 0 ? Infinity : -1;
    this.max = size;
    this.limit = limit;
  }

  /** @param {number} at */
  #exceeds(at) {
    this.above++;
    let rest = at;
    for (let axis = this.sizes.length - 1; axis >= 0; axis--) {
      const size = this.sizes[axis];
      this.over[axis][rest % size]++;
      rest = Math.floor(rest / size);
    }
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
    const { over } = this;
    return [...over[axis].keys()].filter((index) => over[axis][index] > 0);
  }

  /** The numbers for a caller. */
  get plain() {
    const { max, rms, limit, above, count } = this;
    return { max, rms, limit, above, count };
  }
}
