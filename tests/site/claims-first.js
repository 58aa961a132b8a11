// claims-first.js: the numbers in the chapters up to learned tables, computed from the package.
import { readFileSync } from "node:fs";
import { codesOf, measure } from "../../web/elements/figures/ladder-model.js";
import { attend, SENTENCE } from "../../web/elements/figures/order-model.js";
import { frequencies, sinusoidalAt, softmax, wavelengths } from "../../web/phasor/index.js";

const degrees = (/** @type {number} */ radians) => (radians * 180) / Math.PI;

/** How many of 32 pairs turn at least once within a length. @param {number} length @param {number} [base] */
const turning = (length, base) => wavelengths(64, { base }).filter((turn) => turn <= length).length;

/** The attention weight of a score of 2, 1 or 0. @param {0 | 1 | 2} score */
const weight = (score) => softmax(Float64Array.of(0, 1, 2), [1, 3])[score];

/** Codes of 128 positions, as in the figure. @param {"binary" | "many"} step */
function ladder(step) {
  const morph = step === "many" ? 1 : 0;
  return measure(codesOf({ step, morph, length: 128, dModel: 64, base: 10000, pair: 6 }), 128);
}

/** @param {number} position @param {0 | 1} wave of pair 6 of 32 */
const sixth = (position, wave) => sinusoidalAt([position], 64, { dtype: "float64" })[12 + wave];

/** A word of length 1, times a factor: its share of the squared length of the sum, in per cent. @param {number} factor */
function share(factor) {
  const place = sinusoidalAt([37], 64, { dtype: "float64" });
  const squared = place.reduce((sum, value) => sum + value * value, 0);
  return (100 * factor ** 2) / (factor ** 2 + squared);
}

/** The learned table of the committed story model, by row. @type {number[][]} */
const learned = (() => {
  const file = readFileSync(
    new URL("../../web/story/weights/learned.safetensors", import.meta.url),
  );
  const start = 8 + file.readUInt32LE(0);
  const header = JSON.parse(file.toString("utf8", 8, start));
  const [integers, factors] = ["positions", "positions: factors"].map((name) =>
    file.subarray(...header[name].data_offsets.map((/** @type {number} */ at) => start + at)),
  );
  return Array.from({ length: 192 }, (_, m) =>
    Array.from(
      { length: 64 },
      (_, c) => integers.readInt8(64 * m + c) * factors.readFloatLE(4 * m),
    ),
  );
})();
/** @param {number} m @param {number} n */
const learnedProduct = (m, n) => learned[m].reduce((sum, x, c) => sum + x * learned[n][c], 0);
/** @param {number} m */
const learnedLength = (m) => Math.sqrt(learnedProduct(m, m));
/** @param {number} m @param {number} n */
const learnedCosine = (m, n) => learnedProduct(m, n) / learnedLength(m) / learnedLength(n);

/** The standard deviation of the cosines of rows that no text reached. */
function learnedBeyond() {
  const squares = learned
    .flatMap((_, m) => learned.slice(0, m).map((_, n) => [m, n]))
    .filter(([, n]) => n >= 128)
    .map(([m, n]) => learnedCosine(m, n) ** 2);
  return Math.sqrt(squares.reduce((sum, x) => sum + x) / squares.length);
}

/** A row of the table of wavelengths. @param {number} pair */
const rowOf = (pair) => ({
  [`omega-${pair}`]: () => frequencies(64)[pair],
  [`lambda-${pair}`]: () => wavelengths(64)[pair],
  [`turns-${pair}`]: () => 128 / wavelengths(64)[pair],
});

/** @type {Record<string, () => number>} */
export const firstClaims = {
  "softmax-2": () => weight(2),
  "softmax-1": () => weight(1),
  "softmax-0": () => weight(0),
  "dogs-apart": () => {
    const model = attend({ sentence: SENTENCE, order: "3,4,2,0,1", dModel: 64, base: 10000 });
    const count = model.words.length;
    const [one, other] = (model.twins ?? []).map((n) =>
      model.with.subarray(n * count, (n + 1) * count),
    );
    return Math.max(...one.map((value, n) => Math.abs(value - other[n])));
  },
  "bits-step": () => ladder("binary").neighbourDistance,
  "many-step": () => ladder("many").neighbourDistance,
  "sine-close": () => Math.abs(sixth(44, 0) - sixth(9, 0)),
  "omega-6": () => frequencies(64)[6],
  "degrees-6": () => degrees(frequencies(64)[6]),
  "wavelength-6": () => wavelengths(64)[6],
  "wavelength-16": () => wavelengths(64)[16],
  "turning-128": () => turning(128),
  "resting-128": () => 32 - turning(128),
  "turning-512": () => turning(512),
  "turning-2048": () => turning(2048),
  "turning-500k": () => turning(128, 500000),
  "slowest-500k": () => wavelengths(64, { base: 500000 })[31] / 1e6,
  "slowest-base-10": () => wavelengths(64, { base: 10 })[31],
  "log-four": () => Math.log(4) / Math.log(wavelengths(64)[1] / wavelengths(64)[0]),
  ...rowOf(0),
  ...rowOf(8),
  ...rowOf(16),
  ...rowOf(31),
  "turn-10": () => degrees(10 * frequencies(64)[6]),
  "turn-20": () => degrees(20 * frequencies(64)[6]),
  "turn-20-16": () => degrees(20 * frequencies(64)[16]),
  "share-1": () => share(1),
  "share-8": () => share(8),
  "share-64": () => share(64),
  "learned-near": () => learnedCosine(40, 44),
  "learned-far": () => learnedCosine(40, 104),
  "learned-beyond": learnedBeyond,
  "learned-first": () => learnedLength(0),
  "learned-sixty": () => learnedLength(60),
  "learned-late": () => learnedCosine(104, 120),
  "learned-early": () => learnedCosine(0, 16),
};
