// The network of the story model against a reference in double: its loss, and its gradient against central
// differences; and the decoder, whose logits have the same bits as those of a whole text.
import { describe, expect, it } from "vitest";
import { RotaryEmbedding } from "../../web/phasor/index.js";
import { Network } from "../../web/phasor/lab/network.js";
import { Random } from "../../web/phasor/lab/random.js";
import { Decoder } from "../../web/phasor/story/decoder.js";
import { sidesOf } from "../../web/phasor/story/rotation.js";
import { encodings, fileOf, networkFrom, newNetwork } from "../../web/phasor/story/weights.js";
import { StoryModel, words } from "../../web/phasor/story.js";
import { gradientError, reference } from "./lab_reference.js";

const [SEQUENCES, LENGTH] = [2, 9];

/** @param {number} symbols @param {number} length */
function someTokens(symbols, length) {
  const random = new Random(5);
  return Int32Array.from({ length }, () => random.below(symbols));
}

describe.each(encodings)(
  "the network with a feed-forward part and a tied output, %s",
  (encoding) => {
    const sizes = { dModel: 8, heads: 2, layers: 2, hidden: 12, tied: true, encoding, answers: 11 };
    const network = new Network({ ...sizes, symbols: 11, maxLength: 16 }, 3);
    const at = Object.fromEntries(network.tensors.map((tensor) => [tensor.name, tensor.at]));
    const tokens = someTokens(11, SEQUENCES * LENGTH);
    const targets = tokens.map((_, i) => (i % 3 === 0 ? -1 : tokens[(i + 1) % tokens.length]));
    const added = new Int32Array(tokens.length).fill(-1);
    const batch = { sequences: SEQUENCES, length: LENGTH, tokens, added, targets };

    it("has the loss and the gradient of the reference", () => {
      const weights = Float64Array.from(network.memory.parameters);
      const loss = network.backward(batch);
      const gradient = network.memory.gradient.slice();
      const same = { ...sizes, at };
      expect(Math.abs(loss - reference(same, weights, batch).loss)).toBeLessThan(2e-6);
      expect(gradientError(same, weights, batch, gradient)).toBeLessThan(1e-5);
    });
  },
);

it("clips the gradient and takes Adam's step with the training's own β", () => {
  const shape = { symbols: 5, answers: 5, dModel: 8, heads: 2, layers: 1, hidden: 8, tied: true };
  const network = new Network({ ...shape, encoding: "none", maxLength: 16 }, 3);
  const tokens = someTokens(5, 8);
  const added = new Int32Array(8).fill(-1);
  network.backward({ sequences: 1, length: 8, tokens, added, targets: tokens });
  const before = Float64Array.from(network.memory.parameters);
  const gradient = Float64Array.from(network.memory.gradient);
  const norm = Math.hypot(...gradient);
  const limit = norm / 3;
  network.update(0.01, 0.98, limit);
  for (const [i, weight] of network.memory.parameters.entries()) {
    // In the first step, both corrected averages are those of this gradient.
    const g = gradient[i] / 3;
    expect(Math.abs(weight - (before[i] - (0.01 * g) / (Math.abs(g) + 1e-8)))).toBeLessThan(2e-6);
    expect(Math.abs(network.memory.second[i] - 0.02 * g * g)).toBeLessThanOrEqual(1e-5 * g * g);
  }
});

describe.each(encodings)("the decoder of a model with %s", (encoding) => {
  const network = newNetwork(encoding, 7);
  const tokens = someTokens(words.length, 150);

  it("has the bits of the whole text's logits", async () => {
    const model = await StoryModel.load(fileOf(network, {}));
    // From the file, so that both have the same weights.
    const reloaded = networkFrom("test", fileOf(network, {})).network;
    const decoder = new Decoder(reloaded, sidesOf("test", reloaded, undefined, tokens.length));
    for (const [i, token] of tokens.entries()) {
      const logits = decoder.read(token);
      if (i % 37 !== 0 && i !== tokens.length - 1) continue;
      expect(logits).toEqual(model.next(tokens.subarray(0, i + 1)));
    }
  });
});

describe("a rotation of the reader's own", () => {
  const network = newNetwork("rope", 7);
  const tokens = someTokens(words.length, 40);
  const other = new RotaryEmbedding(32, { base: 700, layout: "half" });
  const back = new RotaryEmbedding(32, { layout: "half", direction: -1 });
  /** @type {[string, import("../../web/phasor/story/rotation.js").StoryRotation | undefined][]} */
  const rotations = [
    ["left out", undefined],
    ["none", null],
    ["one for both", other],
    ["keys only", { keys: back }],
    ["queries ahead", { queryPositions: (p) => p + 1 }],
    ["positions in lists", { queryPositions: [...tokens.keys()].map((p) => p / 2), keys: null }],
  ];

  it.each(rotations)("%s: the decoder has the bits of the whole text", async (_, rotation) => {
    const model = await StoryModel.load(fileOf(network, {}));
    const reloaded = networkFrom("test", fileOf(network, {})).network;
    const decoder = new Decoder(reloaded, sidesOf("test", reloaded, rotation, tokens.length));
    const last = [...tokens].map((token) => decoder.read(token).slice()).at(-1);
    expect(last).toEqual(model.next(tokens, { rotation }));
  });

  it("at the model's own positions is the model's own", async () => {
    const model = await StoryModel.load(fileOf(network, {}));
    const rotary = new RotaryEmbedding(32, { layout: "half" });
    expect(model.next(tokens, { rotation: rotary })).toEqual(model.next(tokens));
    expect(model.next(tokens, { rotation: other })).not.toEqual(model.next(tokens));
  });
});
