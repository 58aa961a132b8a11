// phasor/lab: tasks against their rules; seeds, batches, memory, weights and refusals of a model.
import { describe, expect, it } from "vitest";
import { encodings, experiment, TinyModel, tasks } from "../../web/phasor/lab.js";

const names = /** @type {const} */ (["recent", "lookup", "threeBack"]);

/** @param {keyof typeof tasks} task @param {import("../../web/phasor/lab/tasks.js").BatchOptions} [options] */
const batchOf = (task, options) => tasks[task].batches(options).next().value;

describe("tasks of phasor/lab", () => {
  it("recent: the answer at noise is the value written last", () => {
    const { tokens, added, targets } = batchOf("recent", { sequences: 200, length: 50, seed: 3 });
    let writes = 0;
    for (let s = 0; s < 200; s++) {
      let last = -1;
      for (let i = 50 * s; i < 50 * s + 50; i++) {
        if (tokens[i] < 8) last = tokens[i];
        expect(targets[i]).toBe(tokens[i] < 8 ? -1 : last);
        expect(added[i]).toBe(-1);
        if (tokens[i] < 8 && i > 50 * s) writes++;
      }
      expect(tokens[50 * s]).toBeLessThan(8);
    }
    expect(writes / (200 * 49)).toBeCloseTo(0.2, 1);
    expect(new Set(tokens).size).toBe(12);
  });

  it("lookup: the answer at a marked key is the key's value", () => {
    const { tokens, added, targets } = batchOf("lookup", { sequences: 200, length: 40, seed: 4 });
    let questions = 0;
    for (let s = 0; s < 200; s++) {
      /** @type {Map<number, number>} */
      const values = new Map();
      for (let i = 0; i < 40; i++) {
        const at = 40 * s + i;
        if (i < 8) values.set(tokens[at], added[at] - 16);
        const question = i >= 8 && tokens[at] < 16;
        expect(targets[at]).toBe(question ? values.get(tokens[at]) : -1);
        if (i >= 8) expect([tokens[at] < 16 ? 33 : -1]).toEqual([added[at]]);
        if (i >= 8 && !question) expect(tokens[at]).toBe(32);
        if (question) questions++;
      }
      expect(values.size).toBe(8);
      for (const value of values.values()) expect(value >= 0 && value < 16).toBe(true);
    }
    expect(questions / (200 * 32)).toBeCloseTo(0.5, 1);
  });

  it("threeBack: the answer is the symbol three positions before", () => {
    const { tokens, targets } = batchOf("threeBack", { sequences: 20, length: 50 });
    for (let i = 0; i < 1000; i++) expect(targets[i]).toBe(i % 50 < 3 ? -1 : tokens[i - 3]);
    expect(new Set(tokens).size).toBe(16);
  });

  it.each(names)("%s: a seed gives the same batches, another seed gives others", (name) => {
    const [one, same, other] = [1, 1, 2].map((seed) => tasks[name].batches({ seed }));
    const first = one.next().value;
    expect(same.next().value).toEqual(first);
    expect(other.next().value).not.toEqual(first);
    expect(one.next().value).not.toEqual(first);
    const plain = tasks[name].batches().next().value;
    expect([plain.sequences, plain.length]).toEqual([32, 32]);
    expect(plain).toEqual(batchOf(name, { seed: 1, sequences: 32, length: 32 }));
    const { symbols, answers, chance } = tasks[name];
    expect(Math.max(...first.tokens, ...first.added)).toBeLessThan(symbols.length);
    expect(Math.max(...first.targets)).toBeLessThan(answers.length);
    expect(chance).toBe(1 / answers.length);
  });
});

/** @param {TinyModel} model @param {number} steps */
function train(model, steps) {
  let loss = 0;
  for (let i = 0; i < steps; i++) ({ loss } = model.step());
  return loss;
}

describe("TinyModel", () => {
  it("trains the same from a seed, whatever is called between its steps", () => {
    const options = /** @type {const} */ ({ encoding: "t5", task: "lookup", seed: 8 });
    const [one, other] = [new TinyModel(options), new TinyModel(options)];
    train(one, 10);
    for (let i = 0; i < 10; i++) {
      other.step();
      other.evaluate(16 + 7 * i, { sequences: 3 });
      other.attention([1, 2, 3]);
    }
    expect(other.weights).toEqual(one.weights);
    expect(other.hash).toBe(one.hash);
    expect(train(one, 1)).toBe(train(other, 1));
    expect(new TinyModel({ ...options, seed: 9 }).hash).not.toBe(new TinyModel(options).hash);
  });

  it.each(encodings)("trains on given batches: %s", (encoding) => {
    const [one, same, other] = [0, 0, 0].map(() => new TinyModel({ encoding, length: 9 }));
    for (const model of [one, same]) {
      const batches = tasks.recent.batches({ seed: 77, sequences: 2, length: 9 });
      for (let i = 0; i < 3; i++) model.step(batches.next().value);
    }
    train(other, 3);
    expect(one.steps).toBe(3);
    expect(same.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
  });

  it("moves to a larger memory with all its state", () => {
    const options = /** @type {const} */ ({ encoding: "rope", sequences: 4, length: 8, steps: 40 });
    const [one, other] = [new TinyModel(options), new TinyModel(options)];
    train(one, 20);
    train(other, 20);
    const before = one.evaluate(200, { sequences: 6 });
    other.gradient(batchOf("recent", { sequences: 40, length: 200 })); // needs more
    expect(other.evaluate(200, { sequences: 6 })).toEqual(before);
    train(one, 20);
    train(other, 20);
    expect(other.hash).toBe(one.hash);
  });

  it("gives and takes weights", () => {
    const [one, other] = [1, 2].map((seed) => new TinyModel({ encoding: "learned", seed }));
    train(one, 3);
    other.weights = one.weights;
    expect(other.hash).toBe(one.hash);
    const last = one.parameters[one.parameters.length - 1];
    expect(last.at + last.shape[0] * last.shape[1]).toBe(one.weights.length);
    one.weights[0]++; // a copy
    expect(other.hash).toBe(one.hash);
  });

  it("has as many parameters as docs/lab.md says", () => {
    const sizes = names.map((task) => new TinyModel({ task }).weights.length);
    expect(sizes).toEqual([4736, 5696, 5120]);
  });

  it("does not train rows of positions that it has not seen", () => {
    const model = new TinyModel({ encoding: "learned", length: 10, sequences: 4 });
    const positions = model.parameters.find(({ name }) => name === "positions");
    const at = positions?.at ?? NaN;
    const before = model.weights;
    train(model, 3);
    const after = model.weights;
    expect(after.subarray(at + 320, at + 8192)).toEqual(before.subarray(at + 320, at + 8192));
    for (let i = 0; i < 320; i++) expect(after[at + i]).not.toBe(before[at + i]);
  });

  it("counts accuracies by position and by range", () => {
    const model = new TinyModel({ task: "lookup", encoding: "none" });
    train(model, 30);
    const { byPosition, ranges, accuracy, length } = model.evaluate(100, { sequences: 50 });
    expect(length).toBe(100);
    expect(ranges.map(({ from, to }) => [from, to])).toEqual([
      [0, 32],
      [32, 64],
      [64, 100],
    ]);
    expect([...byPosition.subarray(0, 8)]).toEqual(Array(8).fill(NaN));
    expect(byPosition.subarray(8).every((share) => share >= 0 && share <= 1)).toBe(true);
    const asked = ranges.reduce((sum, { questions }) => sum + questions, 0);
    const right = ranges.reduce((sum, range) => sum + range.accuracy * range.questions, 0);
    expect(accuracy).toBeCloseTo(right / asked, 12);
    expect(asked / (50 * 92)).toBeCloseTo(0.5, 1);
    expect(model.evaluate(5).accuracy).toBeNaN();
  });

  it("has attention weights of 0 for later positions, and rows that sum to 1", () => {
    const model = new TinyModel({ encoding: "alibi", layers: 2 });
    const { weights } = model.attention([0, 9, 3, 10, 11]);
    expect(weights).toHaveLength(2 * 4 * 25);
    for (let row = 0; row < 40; row++) {
      const list = weights.subarray(5 * row, 5 * row + 5);
      expect(list.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
      expect([...list.subarray((row % 5) + 1)]).toEqual(Array(4 - (row % 5)).fill(0));
    }
  });

  it("interpolates test positions into the trained length", () => {
    const options = /** @type {const} */ ({ encoding: "rope", length: 4, sequences: 8 });
    const model = new TinyModel(options);
    train(model, 5);
    const tokens = [0, 9, 3, 10, 11, 8, 2, 9];
    const plain = model.attention(tokens);
    const squeezed = model.attention(tokens, { interpolate: true });
    expect(squeezed.weights).not.toEqual(plain.weights);
    const short = tokens.slice(0, 4);
    expect(model.attention(short, { interpolate: true })).toEqual(model.attention(short));
    model.tune({ length: 8, steps: 2 });
    expect(model.steps).toBe(0);
    train(model, 2);
    expect(model.done).toBe(true);
  });

  it("throws when the training is over", () => {
    const model = new TinyModel({ steps: 12, sequences: 2 });
    const rates = Array.from({ length: 12 }, () => model.step().learningRate);
    expect(rates[0]).toBe(0.01);
    for (let i = 2; i < 12; i++) expect(rates[i]).toBeLessThan(rates[i - 1]);
    expect(model.done).toBe(true);
    expect(() => model.step()).toThrow("the training is over after 12 steps");
  });
});

describe("TinyModel refuses", () => {
  const model = new TinyModel({ encoding: "alibi", sequences: 2, length: 5 });
  const batch = batchOf("recent", { sequences: 1, length: 4 });
  const bare = { sequences: 1, length: 2, tokens: [1, 2], added: [-1, -1], targets: [1, -1] };
  it.each([
    [
      'unknown option "encodng"',
      () => new TinyModel(/** @type {any} */ ({ encodng: "rope" })),
      TypeError,
    ],
    [
      'encoding must be "none"',
      () => new TinyModel(/** @type {any} */ ({ encoding: "yarn" })),
      RangeError,
    ],
    ["task must be", () => new TinyModel(/** @type {any} */ ({ task: 7 })), TypeError],
    ["dModel must be a multiple of 4, got 30", () => new TinyModel({ dModel: 30 }), RangeError],
    ["heads must be such that 32/heads", () => new TinyModel({ heads: 3 }), RangeError],
    ["layers must be an integer from 1 to 4", () => new TinyModel({ layers: 0 }), RangeError],
    ["seed must be an integer", () => new TinyModel({ seed: 0.5 }), RangeError],
    ["length must be", () => new TinyModel({ length: 300 }), RangeError],
    ["length must be an integer from 1 to", () => new TinyModel({ length: 0 }), RangeError],
    [
      "warmup must be an integer from 0 to 9",
      () => new TinyModel({ steps: 10, warmup: 10 }),
      RangeError,
    ],
    ["learningRate must be", () => new TinyModel({ learningRate: -1 }), RangeError],
    ["length must be an integer from 1 to 256", () => model.evaluate(257), RangeError],
    [
      "sequences must be an integer from 1 to 1048576",
      () => model.evaluate(9, { sequences: 2 ** 20 + 1 }),
      RangeError,
    ],
    [
      'interpolate must be false for encoding "alibi"',
      () => model.evaluate(9, { interpolate: true }),
      RangeError,
    ],
    ["interpolate must be false", () => model.tune({ interpolate: true }), RangeError],
    [
      "interpolate must be true or false",
      () => model.evaluate(9, /** @type {any} */ ({ interpolate: 1 })),
      TypeError,
    ],
    ["batch.tokens[1] must be an integer from 0 to 11", () => model.attention([1, 12]), RangeError],
    ["tokens must be an array", () => model.attention(/** @type {any} */ ("ab")), TypeError],
    ["batch.added.length must be 2", () => model.attention([1, 2], { added: [1] }), RangeError],
    [
      "batch.targets.length must be 4",
      () => model.step({ ...batch, targets: new Int32Array(3) }),
      RangeError,
    ],
    [
      "batch.targets[0] must be an integer from -1 to 7",
      () => model.gradient({ ...batch, targets: new Int32Array(4).fill(8) }),
      RangeError,
    ],
    ["batch.length must be", () => model.step({ ...batch, length: 0 }), RangeError],
    [
      "batch.sequences must be an integer from 1 to 65536, got 0",
      () => model.step({ ...batch, sequences: 0 }),
      RangeError,
    ],
    [
      "weights must be",
      () => {
        model.weights = /** @type {any} */ ([1]);
      },
      TypeError,
    ],
    [
      "this must be a TinyModel",
      () => TinyModel.prototype.step.call(/** @type {any} */ ({})),
      TypeError,
    ],
    ["seed must be", () => tasks.recent.batches({ seed: -1 }), RangeError],
    [
      'phasor/lab TinyModel: unknown option "taks" (did you mean "task"?)',
      () => new TinyModel(/** @type {any} */ ({ taks: "recent" })),
      TypeError,
    ],
    [
      'phasor/lab experiment: unknown option "taks" (did you mean "task"?)',
      () => experiment(/** @type {any} */ ({ taks: "recent" })),
      TypeError,
    ],
    [
      "phasor/lab experiment: warmup must be an integer from 0 to 9, got 10",
      () => experiment({ steps: 10, warmup: 10 }),
      RangeError,
    ],
  ])("%s", (message, call, Kind) => {
    const before = model.hash;
    expect(call).toThrow(Kind);
    expect(call).toThrow(message);
    expect(model.hash).toBe(before);
  });

  it("no batch in plain arrays, or with 64-bit ids", () => {
    const { loss } = model.gradient(/** @type {any} */ (bare));
    expect(loss).toBeGreaterThan(0);
    const targets = BigInt64Array.of(1n, -1n);
    expect(model.gradient(/** @type {any} */ ({ ...bare, targets })).loss).toBe(loss);
  });
});
