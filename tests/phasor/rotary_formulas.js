// rotary_formulas.js: the formulas by which projects rotate vectors. Slow on purpose; numbers are
// rounded to float32 where the projects round them.
const f = Math.fround;

/** @typedef {number[]} Vector */
/** Rotates one head at one position, or at one position of each axis.
 * @typedef {(x: Vector, p: any) => Vector} Turn */
/**
 * @typedef {object} Cache
 * @property {Vector} cos
 * @property {Vector} sin
 * @property {number[]} shape
 */
/**
 * @typedef {object} Project
 * @property {string} name
 * @property {string} source
 * @property {string} axes of the vectors, from B (sequences), H (heads), T (positions) and D
 * @property {number} dHead
 * @property {object} expect
 * @property {Turn} turn
 * @property {((rows: number) => Cache) | undefined} [cache] the project's cache
 * @property {number[][] | undefined} [positions] axis by axis
 * @property {((x: number) => number) | undefined} [store] rounds to the type in which vectors are
 * stored
 * @property {string[]} [codes] expected findings of the right vectors
 * @property {string[]} [cacheCodes] expected findings of the right cache
 * @property {Mistake[]} wrong
 */
/** @typedef {{ what: string, turn?: Turn, cache?: (rows: number) => Cache, codes: string[], says: RegExp }} Mistake */

// Frequencies.

/** 1 / base^(2i/r), by a power in float32. @param {number} base @param {number} r @param {number} [over] */
export const inverse = (base, r, over = r) =>
  Array.from({ length: r / 2 }, (_, i) => f(1 / f(base ** f((2 * i) / over))));

/** Llama 3's rule, by wavelength. @param {Vector} list */
export const llama3 = (list) =>
  list.map((w) => {
    const [factor, low, high, old] = [8, 1, 4, 8192];
    const wave = (2 * Math.PI) / w;
    if (wave < old / high) return w;
    if (wave > old / low) return f(w / factor);
    const smooth = (old / wave - low) / (high - low);
    return f(((1 - smooth) * w) / factor + smooth * w);
  });

/** YaRN's frequencies. @param {number} base @param {number} r @param {number} factor @param {number} old
 * @param {boolean} truncate whether the ends of the ramp are rounded outwards */
export function yarn(base, r, factor, old, truncate) {
  const at = (/** @type {number} */ turns) =>
    (r * Math.log(old / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const [low, high] = truncate ? [Math.floor(at(32)), Math.ceil(at(1))] : [at(32), at(1)];
  return Array.from({ length: r / 2 }, (_, i) => {
    const frequency = base ** ((2 * i) / r);
    const keep = 1 - Math.min(1, Math.max(0, (i - low) / (high - low)));
    return f((1 / (factor * frequency)) * (1 - keep) + (1 / frequency) * keep);
  });
}

// Rotations of a vector by cosines and sines with a column for each feature that rotates.

/** x·cos + (−x₂, x₁)·sin, with halves x₁ and x₂. @param {Vector} x @param {Vector} cos @param {Vector} sin */
export function byHalves(x, cos, sin) {
  const half = cos.length / 2;
  return x.map((feature, c) => {
    if (c >= 2 * half) return feature;
    const other = c < half ? -x[c + half] : x[c - half];
    return f(f(feature * cos[c]) + f(other * sin[c]));
  });
}

/** The same with neighbours: (−x₁, x₀, −x₃, x₂, …). @param {Vector} x @param {Vector} cos @param {Vector} sin */
export function byTwos(x, cos, sin) {
  return x.map((feature, c) => {
    if (c >= cos.length) return feature;
    const other = c % 2 === 0 ? -x[c + 1] : x[c - 1];
    return f(f(feature * cos[c]) + f(other * sin[c]));
  });
}

/** Neighbouring features as complex numbers, times e^(i·angle).
 * @param {Vector} x @param {Vector} angles */
export function byComplex(x, angles) {
  const out = [...x];
  angles.forEach((angle, i) => {
    const [re, im] = [f(Math.cos(angle)), f(Math.sin(angle))];
    out[2 * i] = f(x[2 * i] * re - x[2 * i + 1] * im);
    out[2 * i + 1] = f(x[2 * i] * im + x[2 * i + 1] * re);
  });
  return out;
}

/** @param {Vector} list @param {number} p */
export const anglesAt = (list, p) => list.map((w) => f(p * w));
/** (a, b, …, a, b, …) @param {Vector} list */
export const concatenated = (list) => [...list, ...list];
/** (a, a, b, b, …) @param {Vector} list */
export const each2 = (list) => list.flatMap((x) => [x, x]);
/** @param {Vector} list @param {number} [factor] */
export const cosOf = (list, factor = 1) => list.map((x) => f(factor * Math.cos(x)));
/** @param {Vector} list @param {number} [factor] */
export const sinOf = (list, factor = 1) => list.map((x) => f(factor * Math.sin(x)));

/** As in transformers' models: the angles concatenated with themselves, halves.
 * @param {Vector} list @param {number} [factor] @returns {Turn} */
export const sideBySide = (list, factor) => (x, p) => {
  const angles = concatenated(anglesAt(list, p));
  return byHalves(x, cosOf(angles, factor), sinOf(angles, factor));
};
/** @param {Vector} list @returns {Turn} */
export const inTwos = (list) => (x, p) => {
  const angles = each2(anglesAt(list, p));
  return byTwos(x, cosOf(angles), sinOf(angles));
};

/** A cache from the angles of all rows, expanded to columns.
 * @param {number} rows @param {Vector} list
 * @param {(angles: Vector) => Vector} columns @param {number[]} shape of the rows
 * @param {(x: number) => number} [store] @returns {Cache} */
export function cacheOf(rows, list, columns, shape, store = (x) => x) {
  const angles = Array.from({ length: rows }, (_, p) => columns(anglesAt(list, p)));
  return {
    cos: angles.flatMap((row) => cosOf(row).map(store)),
    sin: angles.flatMap((row) => sinOf(row).map(store)),
    shape,
  };
}

/** ggml: the angle of each pair is the previous pair's times base^(−2/r), in float32.
 * @param {number} base
 * @param {number} r @param {{ neox: boolean, scale: number, factor?: number }} how @returns {Turn} */
export const running =
  (base, r, { neox: halves, scale, factor = 1 }) =>
  (x, p) => {
    const out = [...x];
    const step = f(base ** (-2 / r));
    let theta = p;
    for (let i = 0; i < r / 2; i++) {
      const [a, b] = halves ? [i, i + r / 2] : [2 * i, 2 * i + 1];
      const angle = f(scale * theta);
      const [c, s] = [f(factor * Math.cos(angle)), f(factor * Math.sin(angle))];
      out[a] = f(x[a] * c - x[b] * s);
      out[b] = f(x[a] * s + x[b] * c);
      theta = f(theta * step);
    }
    return out;
  };
