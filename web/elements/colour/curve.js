// Smooth curves through OKLab on which equal steps look about equal.

/** @typedef {[lightness: number, chroma: number, hue: number]} Knot at equal distances */
/** @typedef {[lightness: number, a: number, b: number]} Point in OKLab */

/** OKLab counts hue and chroma for less than they are seen; this evens the steps out. */
const CHROMA_WEIGHT = 2;
/** Points at which a curve's length is measured. */
const SAMPLES = 512;

/** A smooth curve through the points (Catmull-Rom). @param {Point[]} points @param {boolean} closed @param {number} t 0 … 1 @returns {Point} */
function along(points, closed, t) {
  const last = closed ? points.length : points.length - 1;
  const place = Math.min(Math.floor(t * last), last - 1);
  const u = t * last - place;
  const [p, q, r, s] = [place - 1, place, place + 1, place + 2].map((at) =>
    closed ? points[(at + last) % last] : points[Math.min(Math.max(at, 0), last)],
  );
  const channel = (/** @type {0 | 1 | 2} */ k) =>
    q[k] +
    (u / 2) *
      (r[k] -
        p[k] +
        u * (2 * p[k] - 5 * q[k] + 4 * r[k] - s[k] + u * (3 * q[k] - p[k] - 3 * r[k] + s[k])));
  return [channel(0), channel(1), channel(2)];
}

/**
 * @param {Knot[]} knots
 * @param {boolean} [closed] from the last back to the first
 * @returns {(part: number) => Point} the colour at a part of the curve's length
 */
export function evenly(knots, closed = false) {
  const corners = knots.map(
    ([lightness, chroma, hue]) =>
      /** @type {Point} */ ([
        lightness,
        chroma * Math.cos((hue * Math.PI) / 180),
        chroma * Math.sin((hue * Math.PI) / 180),
      ]),
  );
  const points = Array.from({ length: SAMPLES + 1 }, (_, n) => along(corners, closed, n / SAMPLES));
  const lengths = [0];
  for (let n = 1; n <= SAMPLES; n++) {
    lengths[n] = lengths[n - 1] + difference(points[n - 1], points[n]);
  }
  return (part) => {
    const wanted = part * lengths[SAMPLES];
    let n = 1;
    while (n < SAMPLES && lengths[n] < wanted) n++;
    const u = (wanted - lengths[n - 1]) / (lengths[n] - lengths[n - 1]);
    return along(corners, closed, (n - 1 + u) / SAMPLES);
  };
}

/** @param {Point} one @param {Point} other */
const difference = (one, other) =>
  Math.hypot(
    one[0] - other[0],
    CHROMA_WEIGHT * (one[1] - other[1]),
    CHROMA_WEIGHT * (one[2] - other[2]),
  );
