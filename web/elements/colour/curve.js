// Smooth curves through OKLab on which equal steps look about equal.

/** @typedef {[lightness: number, chroma: number, hue: number]} Knot at equal distances */
/** @typedef {[lightness: number, a: number, b: number]} Point in OKLab */

/** OKLab counts hue and chroma for less than they are seen; this evens the steps out. */
const CHROMA_WEIGHT = 2;
/** Points at which a curve's length is measured. */
const SAMPLES = 512;

/** A smooth curve through the points (Catmull-Rom). @param {Point[]} points @param {number} t 0 … 1 @returns {Point} */
function pointOn(points, t) {
  const last = points.length - 1;
  const segment = Math.min(Math.floor(t * last), last - 1);
  const u = t * last - segment;
  const p = points[Math.max(segment - 1, 0)];
  const q = points[segment];
  const r = points[segment + 1];
  const s = points[Math.min(segment + 2, last)];
  const point = /** @type {Point} */ ([0, 0, 0]);
  for (let k = 0; k < 3; k++) {
    const bend = 2 * p[k] - 5 * q[k] + 4 * r[k] - s[k] + u * (3 * q[k] - p[k] - 3 * r[k] + s[k]);
    point[k] = q[k] + (u / 2) * (r[k] - p[k] + u * bend);
  }
  return point;
}

/**
 * @param {Knot[]} knots
 * @returns {(part: number) => Point} the colour at a part of the curve's length
 */
export function evenCurve(knots) {
  const corners = knots.map(
    ([lightness, chroma, hue]) =>
      /** @type {Point} */ ([
        lightness,
        chroma * Math.cos((hue * Math.PI) / 180),
        chroma * Math.sin((hue * Math.PI) / 180),
      ]),
  );
  const lengths = new Float64Array(SAMPLES + 1);
  let from = pointOn(corners, 0);
  for (let n = 1; n <= SAMPLES; n++) {
    const to = pointOn(corners, n / SAMPLES);
    lengths[n] = lengths[n - 1] + difference(from, to);
    from = to;
  }
  return (part) => {
    const target = part * lengths[SAMPLES];
    let n = 1;
    for (let end = SAMPLES; n < end; ) {
      const middle = (n + end) >> 1;
      if (lengths[middle] < target) n = middle + 1;
      else end = middle;
    }
    const u = (target - lengths[n - 1]) / (lengths[n] - lengths[n - 1]);
    return pointOn(corners, (n - 1 + u) / SAMPLES);
  };
}

/** @param {Point} one @param {Point} other */
function difference(one, other) {
  const lightness = one[0] - other[0];
  const a = one[1] - other[1];
  const b = one[2] - other[2];
  return Math.sqrt(lightness * lightness + CHROMA_WEIGHT ** 2 * (a * a + b * b));
}
