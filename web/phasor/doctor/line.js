// line.js: a straight line through weighted points, by least squares.

export class Line {
  #n = 0;
  #x = 0;
  #y = 0;
  #xx = 0;
  #xy = 0;
  #yy = 0;

  /** @param {number} weight @param {number} x @param {number} y */
  add(weight, x, y) {
    this.#n += weight;
    this.#x += weight * x;
    this.#y += weight * y;
    this.#xx += weight * x * x;
    this.#xy += weight * x * y;
    this.#yy += weight * y * y;
  }

  get #determinant() {
    return this.#n * this.#xx - this.#x * this.#x;
  }

  /** Whether the points are at different x. */
  get isDetermined() {
    return this.#determinant > 1e-9 * this.#n * this.#xx;
  }

  get slope() {
    return (this.#n * this.#xy - this.#x * this.#y) / this.#determinant;
  }

  /** The value at x = 0. */
  get intercept() {
    return (this.#y - this.slope * this.#x) / this.#n;
  }

  /** The value of a line of slope 0. */
  get mean() {
    return this.#y / this.#n;
  }

  /** Standard error of the slope if weights are the inverse variances of y. */
  get slopeError() {
    return Math.sqrt(this.#n / this.#determinant);
  }

  get interceptError() {
    return Math.sqrt(this.#xx / this.#determinant);
  }

  /** Standard error of the level of a line of slope 0. */
  get meanError() {
    return Math.sqrt(1 / this.#n);
  }

  /** Variance of y, and the part of it that the line leaves. */
  get variances() {
    const { slope, mean } = this;
    const total = this.#yy / this.#n - mean * mean;
    return { total, residual: total - slope * slope * (this.#determinant / (this.#n * this.#n)) };
  }
}
