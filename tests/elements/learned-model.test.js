import { describe, expect, test } from "vitest";
import { LAST_STEP, rateFor, Training, wanted } from "../../web/elements/figures/learned-model.js";
import { LearnedPositionalEncoding } from "../../web/phasor/index.js";

const TASK = {
  maxLength: 9,
  trained: 6,
  dModel: 4,
  init: /** @type {const} */ ("normal"),
  seed: 5,
};

/** The loss of any table, by its formula. @param {ArrayLike<number>} table */
function lossOf(table) {
  const { trained, dModel } = TASK;
  let sum = 0;
  for (let p = 0; p < trained; p++) {
    for (let q = 0; q < trained; q++) {
      let dot = 0;
      for (let c = 0; c < dModel; c++) dot += table[p * dModel + c] * table[q * dModel + c];
      sum += (dot - (dModel / 2) * Math.E ** (-Math.abs(p - q) / 8)) ** 2;
    }
  }
  return sum / trained ** 2;
}

describe("the toy task of <phasor-learned>", () => {
  test("a step follows the gradient of the loss, by finite differences", () => {
    const training = new Training(TASK);
    for (let n = 0; n < 40; n++) training.step();
    const before = training.table.slice();
    training.step();
    for (let n = 0; n < TASK.trained * TASK.dModel; n++) {
      const [up, down] = [1e-5, -1e-5].map((by) => lossOf(before.with(n, before[n] + by)));
      const slope = (up - down) / 2e-5;
      const moved = (before[n] - training.table[n]) / rateFor(TASK.trained, TASK.dModel);
      expect(moved).toBeCloseTo(slope, 7);
    }
    expect(training.losses).toHaveLength(42);
    expect(training.losses[40]).toBeCloseTo(lossOf(before), 12);
    expect(training.losses[training.steps]).toBeCloseTo(lossOf(training.table), 12);
  });

  test("is learned: the loss always decreases, and rows become as similar as wanted", () => {
    const training = new Training({ ...TASK, dModel: 16 });
    while (training.steps < LAST_STEP) training.step();
    expect(training.losses[training.steps]).toBeLessThan(1e-3 * training.losses[0]);
    const row = (/** @type {number} */ p) => training.table.subarray(p * 16, (p + 1) * 16);
    const dot = row(1).reduce((sum, value, c) => sum + value * row(4)[c], 0);
    expect(dot / 8).toBeCloseTo(wanted(3), 2);
  });

  test("leaves rows past the trained length unchanged", () => {
    const { table: start } = new LearnedPositionalEncoding(9, 4, { seed: 5, dtype: "float64" });
    const training = new Training(TASK);
    expect(training.table).toEqual(start);
    for (let n = 0; n < 50; n++) training.step();
    const edge = TASK.trained * TASK.dModel;
    expect(training.table.subarray(edge)).toEqual(start.subarray(edge));
    for (let n = 0; n < edge; n++) expect(training.table[n]).not.toBe(start[n]);
  });

  test.each(["normal", "sinusoidal"])("converges without oscillating, from %s", (init) => {
    for (const [trained, dModel] of [
      [2, 4],
      [3, 64],
      [32, 2],
      [24, 32],
    ]) {
      const training = new Training({
        ...TASK,
        maxLength: 32,
        trained,
        dModel,
        init: /** @type {"normal"} */ (init),
      });
      for (let n = 0; n < 200; n++) training.step();
      training.losses.forEach((loss, n, all) => {
        if (n > 0) expect(loss).toBeLessThanOrEqual(all[n - 1] * (1 + 1e-9) + 1e-25);
      });
    }
  });
});
