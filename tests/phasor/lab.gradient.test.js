// The model of phasor/lab against a reference in double: its loss, its attention weights, and its
// gradient against central differences.
import { describe, expect, it } from "vitest";
import { encodings, TinyModel, tasks } from "../../web/phasor/lab.js";
import { gradientError, reference } from "./lab_reference.js";

/** A small model after a few steps, and the same for the reference. @param {import("../../web/phasor/lab/model.js").ModelOptions} options */
function small(options) {
  const sizes = { dModel: 8, heads: 2, layers: 2 };
  const model = new TinyModel({ ...sizes, maxLength: 16, length: 11, sequences: 4, ...options });
  for (let i = 0; i < 5; i++) model.step(); // so that no bias is 0
  const at = Object.fromEntries(model.parameters.map(({ name, at }) => [name, at]));
  const same = { ...sizes, encoding: model.encoding, answers: model.task.answers.length, at };
  return { model, same, weights: Float64Array.from(model.weights) };
}

/** Compares the loss and the gradient of a model with the reference's.
 * @param {ReturnType<typeof small>} of @param {import("../../web/phasor/lab/tasks.js").Batch} batch */
function compare({ model, same, weights }, batch) {
  const { loss, gradient } = model.gradient(batch);
  expect(Math.abs(loss - reference(same, weights, batch).loss)).toBeLessThan(2e-6);
  expect(gradientError(same, weights, batch, gradient)).toBeLessThan(1e-5);
}

describe.each(encodings)("the lab's model with %s", (encoding) => {
  it.each(/** @type {const} */ (["recent", "lookup", "threeBack"]))(
    "%s: loss and gradient",
    (task) => {
      const batch = tasks[task].batches({ seed: 7, sequences: 2, length: 11 }).next().value;
      compare(small({ encoding, task }), batch);
    },
  );

  it("has the attention weights of the reference", () => {
    const { model, same, weights } = small({ encoding, task: "lookup" });
    const batch = tasks.lookup.batches({ seed: 9, sequences: 1, length: 11 }).next().value;
    const read = model.attention(batch.tokens, { added: batch.added });
    const expected = reference(same, weights, batch).weights;
    // The reference returns those of its last layer.
    const last = read.weights.subarray(read.weights.length - expected.length);
    for (const [i, weight] of expected.entries()) {
      expect(Math.abs(last[i] - weight)).toBeLessThan(1e-5);
    }
    expect(read.logits).toHaveLength(11 * 16);
    for (const [t, answer] of read.answers.entries()) {
      expect(read.logits[16 * t + answer]).toBe(
        Math.max(...read.logits.subarray(16 * t, 16 * t + 16)),
      );
    }
  });
});

// Kernels add up 128 positions at a time.
it("the lab's model has the right gradient for a long sequence", () => {
  const long = small({ encoding: "alibi", task: "recent", maxLength: 140 });
  compare(long, tasks.recent.batches({ seed: 8, sequences: 1, length: 139 }).next().value);
});

it("the lab's step is a step of Adam, with β = 0.9 and 0.99 and ε = 10⁻⁸", () => {
  const { model } = small({ encoding: "none", task: "recent" });
  model.tune({ length: 11, steps: 6, interpolate: false }); // resets the model
  const expected = Float64Array.from(model.weights);
  const [first, second] = [expected, expected].map(({ length }) => new Float64Array(length));
  const batches = tasks.recent.batches({ seed: 3, sequences: 2, length: 11 });
  for (let t = 1; t <= 6; t++) {
    const batch = batches.next().value;
    const { gradient } = model.gradient(batch);
    const { learningRate } = model.step(batch);
    for (const [i, slope] of gradient.entries()) {
      first[i] = 0.9 * first[i] + 0.1 * slope;
      second[i] = 0.99 * second[i] + 0.01 * slope ** 2;
      const size = Math.sqrt(second[i] / (1 - 0.99 ** t)) + 1e-8;
      expected[i] -= (learningRate * first[i]) / (1 - 0.9 ** t) / size;
    }
    const differences = model.weights.map((weight, i) => Math.abs(weight - expected[i]));
    expect(Math.max(...differences)).toBeLessThan(1e-5);
  }
});
