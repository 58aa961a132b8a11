// implementations_other.js: tables that are not sinusoidal encodings: random tables, a table that
// looks trained, ramps, Fourier features, constants. Each comes with the expected diagnosis.
import { random } from "./helpers.js";
import { wide } from "./implementations.js";
import { fill, paper } from "./implementations_formulas.js";

/** @import { Implementation, Report } from "./implementations.js" */

const { sin, cos, floor, log, sqrt } = Math;

function normal(/** @type {number} */ seed) {
  const next = random(seed);
  const uniform = () => (next() + 1) / 2;
  return () => sqrt(-2 * log(uniform() + 1e-12)) * cos(2 * Math.PI * uniform());
}

/** Smooth noise: sums of a few cosines of random frequencies, per column. @param {number} L
 * @param {number} d @param {number} seed */
function trained(L, d, seed) {
  const next = random(seed);
  const waves = Array.from({ length: d }, () =>
    Array.from({ length: 4 }, () => [next(), 0.3 * next(), 3 * next()]),
  );
  return fill(L, d, (p, c) =>
    waves[c].reduce((sum, [a, w, f]) => sum + 0.1 * a * cos(w * p + f), 0),
  );
}

/** @param {number} L @param {number} d @param {number} seed */
function walk(L, d, seed) {
  const next = normal(seed);
  const at = new Float64Array(d);
  return fill(L, d, (_, c) => {
    at[c] += 0.1 * next();
    return at[c];
  });
}

/** @param {number} L @param {number} d @param {number} seed */
function fourierFeatures(L, d, seed) {
  const next = random(seed);
  const w = Array.from({ length: d / 2 }, () => next());
  return fill(L, d, (p, c) => (c % 2 ? cos : sin)(p * w[floor(c / 2)]));
}

/** @param {number} L @param {number} d @param {number} seed */
function fourierPhases(L, d, seed) {
  const next = random(seed);
  const w = Array.from({ length: d }, () => [2 * next(), 3 * next()]);
  return fill(L, d, (p, c) => cos(p * w[c][0] + w[c][1]));
}

const unknown = /** @type {Report} */ ({ kind: "unknown", convention: null, base: null, start: 0 });
const reasonable = { report: { ...unknown, notes: ["learned-or-unknown"] } };
const repeating = { report: { ...reasonable.report, may: ["duplicate-rows", "restarting-rows"] } };

/** @type {Implementation[]} */
export const otherOnes = [
  {
    ...reasonable,
    name: "normal",
    make: (L, d) => new Float64Array(L * d).map(normal(L * d)),
  },
  {
    ...reasonable,
    name: "normal, 0.02",
    make: (L, d) => {
      const next = normal(L + d);
      return new Float64Array(L * d).map(() => 0.02 * next());
    },
  },
  {
    ...reasonable,
    name: "uniform",
    make: (L, d) => {
      const next = random(L * d + 5);
      return new Float64Array(L * d).map(() => next());
    },
  },
  { ...reasonable, name: "as if trained", make: (L, d) => trained(L, d, L + 3 * d) },
  { ...reasonable, name: "a random walk", make: (L, d) => walk(L, d, L + 7 * d) },
  { ...repeating, name: "one-hot", make: (L, d) => fill(L, d, (p, c) => (p % d === c ? 1 : 0)) },
  {
    ...reasonable,
    name: "ramps",
    make: (L, d) => fill(L, d, (p, c) => -p * 2 ** ((-8 * (c + 1)) / d)),
  },
  { ...reasonable, name: "fractions of L", make: (L, d) => fill(L, d, (p, c) => (p + c / d) / L) },
  {
    ...reasonable,
    name: "a Fourier matrix",
    make: (L, d) =>
      fill(L, d, (p, c) => (c % 2 ? cos : sin)((2 * Math.PI * p * (1 + floor(c / 2))) / L)),
    sizes: wide,
  },
  {
    ...reasonable,
    name: "a cosine transform",
    make: (L, d) => fill(L, d, (p, c) => cos((Math.PI * (p + 0.5) * c) / L)),
    sizes: wide,
  },
  { ...reasonable, name: "Fourier features", make: (L, d) => fourierFeatures(L, d, 2 * L + d) },
  {
    ...reasonable,
    name: "Fourier features with phases",
    make: (L, d) => fourierPhases(L, d, L + 2 * d),
  },
  {
    ...reasonable,
    name: "sinusoids shuffled",
    make: (L, d) => {
      const table = paper(L, d);
      const next = random(L + d);
      const order = Array.from({ length: d }, (_, c) => c)
        .map((c) => [next(), c])
        .sort((a, b) => a[0] - b[0]);
      return fill(L, d, (p, c) => table[p * d + order[c][1]]);
    },
    sizes: wide,
  },
  {
    ...repeating,
    name: "bits of the position",
    make: (L, d) => fill(L, d, (p, c) => floor(p / 2 ** (c % 10)) % 2),
  },
  {
    name: "zeros",
    make: (L, d) => new Float64Array(L * d),
    report: { kind: "constant", convention: null, base: null, problems: ["constant-table"] },
    quiet: true,
  },
  {
    name: "one row for all",
    make: (L, d) => {
      const row = paper(2, d);
      return fill(L, d, (_, c) => row[d + c]);
    },
    report: { kind: "constant", convention: null, base: null, problems: ["constant-table"] },
  },
];
