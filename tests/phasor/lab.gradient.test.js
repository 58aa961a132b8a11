// The whole model of phasor/lab against one in double: its loss, its attention, and its gradient against
// central differences.
import { describe, expect, it } from "vitest";
import { encodings, TinyModel, tasks } from "../../web/phasor/lab.js";
import { reference } from "./lab_reference.js";

const STEP = 1e-5;
/** Every third parameter is enough of each tensor. */
const EACH = 3;

/** A small model after a few steps, and the same for the reference. @param {import("../../web/phasor/lab/model.js").ModelOptions} options */
function small(options) {
  const sizes = { dModel: 8, heads: 2, layers: 2 };
  const model = new TinyModel({ ...sizes, maxLength: 16, length: 11, sequences: 4, ...options });
  for (let i = 0; i < 5; i++) model.step(); // so that no bias is 0
  const at = Object.fromEntries(model.parameters.map(({ name, at }) => [name, at]));
  const same = { ...sizes, encoding: model.encoding, answers: model.task.answers.length, at };
  return { model, same, weights: Float64Array.from(model.weights) };
}

describe.each(encodings)("%s", (encoding) => {
  it.each(/** @type {const} */ (["recent", "lookup", "threeBack"]))(
    "%s: loss and gradient",
    (task) => {
      const { model, same, weights } = small({ encoding, task });
      const batch = tasks[task].batches({ seed: 7, sequences: 2, length: 11 }).next().value;
      const { loss, gradient } = model.gradient(batch);
      expect(Math.abs(loss - reference(same, weights, batch).loss)).toBeLessThan(2e-6);
      let [difference, size] = [0, 0];
      for (let i = 0; i < weights.length; i += EACH) {
        const kept = weights[i];
        weights[i] = kept + STEP;
        const up = reference(same, weights, batch).loss;
        weights[i] = kept - STEP;
        const slope = (up - reference(same, weights, batch).loss) / (2 * STEP);
        weights[i] = kept;
        difference += (gradient[i] - slope) ** 2;
        size += slope ** 2;
      }
      expect(Math.sqrt(difference / size)).toBeLessThan(1e-5);
    },
  );

  it("attention", () => {
    const { model, same, weights } = small({ encoding, task: "lookup" });
    const batch = tasks.lookup.batches({ seed: 9, sequences: 1, length: 11 }).next().value;
    const read = model.attention(batch.tokens, { added: batch.added });
    const wanted = reference(same, weights, batch).weights;
    // The reference's are of its last layer.
    const last = read.weights.subarray(read.weights.length - wanted.length);
    for (const [i, weight] of wanted.entries()) {
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
