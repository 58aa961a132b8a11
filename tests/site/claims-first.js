// claims-first.js: the numbers in the chapters up to learned tables, computed from the package.
import { codesOf, measure } from "../../web/elements/figures/ladder-model.js";
import { Training } from "../../web/elements/figures/learned-model.js";
import { attend, SENTENCE } from "../../web/elements/figures/order-model.js";
import { frequencies, sinusoidalAt, softmax, wavelengths } from "../../web/phasor/index.js";

/** @import { Init } from "../../web/elements/figures/learned-model.js" */

const degrees = (/** @type {number} */ radians) => (radians * 180) / Math.PI;

/** How many of 32 pairs turn at least once within a length. @param {number} length @param {number} [base] */
const turning = (length, base) => wavelengths(64, { base }).filter((own) => own <= length).length;

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

/** The loss of the table that is trained on the page. @param {number} steps @param {Init} [init] */
function lossAfter(steps, init = "normal") {
  const training = new Training({ maxLength: 64, dModel: 64, init, seed: 0, trained: 48 });
  while (training.steps < steps) training.step();
  return training.losses[steps];
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
  "bits-step": () => ladder("binary").neighboursApart,
  "many-step": () => ladder("many").neighboursApart,
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
  "loss-0": () => lossAfter(0),
  "loss-80": () => lossAfter(80),
  "loss-2000": () => lossAfter(2000),
  "loss-normal-10": () => lossAfter(10),
  "loss-sinusoidal-10": () => lossAfter(10, "sinusoidal"),
  "loss-sinusoidal-2000": () => lossAfter(2000, "sinusoidal"),
};
