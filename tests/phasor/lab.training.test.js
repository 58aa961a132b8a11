// Trains each encoding on each task with seed 1. The accuracies, at 1, 2, 4 and 8 times the trained
// length, must be within the spread of an independent implementation in PyTorch: float32, 10 seeds
// (5 for a few), the same model and hyperparameters.
import { expect, it } from "vitest";
import { experiment } from "../../web/phasor/lab.js";
import { some } from "../long.js";

/** The lowest and highest accuracy of the seeds; [m − w, m + w] where only the mean m is known. */
const interval = (/** @type {number} */ mean, width = 0.02) => [mean - width, mean + width];
const one = [0.99, 1];
const seldom = interval(0.06);

/** @type {Record<string, Record<string, number[][]>>} */
const spread = {
  recent: {
    none: [
      [0.38, 0.56],
      [0.24, 0.35],
      [0.2, 0.29],
      [0.17, 0.22],
    ],
    sinusoidal: [one, [0.24, 0.47], [0.12, 0.26], [0.12, 0.21]],
    learned: [one, [0.21, 0.34], [0.08, 0.16], [0.1, 0.15]],
    rope: [one, [0.59, 0.65], [0.17, 0.27], [0.16, 0.29]],
    interpolated: [one, one, [0.93, 0.96], [0.79, 0.85]],
    alibi: [[0.97, 0.99], interval(0.98), [0.96, 1], [0.96, 0.99]],
    t5: [[0.97, 1], interval(0.98), interval(0.98), [0.97, 0.99]],
  },
  lookup: {
    none: [one, one, one, one],
    sinusoidal: [one, one, interval(0.97, 0.05), [0.74, 0.99]],
    learned: [one, interval(0.91, 0.05), interval(0.89, 0.05), interval(0.84, 0.05)],
    rope: [one, [0.73, 0.89], [0.55, 0.72], [0.16, 0.3]],
    interpolated: [one, one, one, interval(0.99)],
    alibi: [one, one, [0.83, 1], [0.12, 1]],
    t5: [one, one, one, one],
  },
  threeBack: {
    none: [interval(0.21), interval(0.13), interval(0.11), interval(0.1)],
    sinusoidal: [one, interval(0.3, 0.1), interval(0.13, 0.1), interval(0.1, 0.05)],
    learned: [one, interval(0.07), interval(0.07), interval(0.07)],
    rope: [one, interval(0.28, 0.05), seldom, seldom],
    interpolated: [one, interval(0.07), seldom, seldom],
    alibi: [interval(0.23), interval(0.22), interval(0.21), interval(0.22)],
    t5: [one, one, one, one],
  },
};

/** Sampling error: about 1,600 answers for each accuracy, so three times at most 0.012. */
const SAMPLING = 0.035;

/** @param {string} what @param {number[]} actual @param {number[][]} expected */
function checkInterval(what, actual, expected) {
  for (const [i, [least, greatest]] of expected.entries()) {
    expect(actual[i], `${what} at ${2 ** i}×`).toBeGreaterThan(least - SAMPLING);
    expect(actual[i], `${what} at ${2 ** i}×`).toBeLessThan(greatest + SAMPLING);
  }
}

const encodings = /** @type {const} */ (["none", "sinusoidal", "learned", "rope", "alibi", "t5"]);
const tasks = /** @type {const} */ (["recent", "lookup", "threeBack"]);
const runs = tasks.flatMap((task) =>
  encodings.map((encoding) => /** @type {const} */ ([task, encoding])),
);

it.each(some(runs, 2))(
  "%s: %s",
  (task, encoding) => {
    const run = experiment({ task, encoding, seed: 1 });
    let next = run.next();
    while (!next.done) next = run.next();
    const { accuracy, interpolated, tuned, lengths } = next.value;
    expect(lengths).toEqual([32, 64, 128, 256]);
    checkInterval(encoding, accuracy, spread[task][encoding]);
    if (interpolated) checkInterval("interpolated", interpolated, spread[task].interpolated);
    if (tuned && task === "recent") expect(tuned[2]).toBeGreaterThan(0.98);
  },
  120_000,
);

it("two layers without positions learn order that one layer does not learn", () => {
  const run = experiment({ task: "recent", encoding: "none", layers: 2, seed: 1 });
  let next = run.next();
  while (!next.done) next = run.next();
  checkInterval("two layers", next.value.accuracy, [
    [0.9, 0.99],
    interval(0.79, 0.1),
    interval(0.49, 0.1),
    interval(0.3, 0.1),
  ]);
}, 120_000);
