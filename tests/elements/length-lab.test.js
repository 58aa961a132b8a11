// The results that <phasor-length-lab> shows before any training match what the kernels train.
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import {
  between,
  binned,
  edited,
  MIDDLES,
  meanOf,
  sourceOf,
} from "../../web/elements/figures/length-lab-model.js";
import { before } from "../../web/elements/figures/length-lab-results.js";
import { Session } from "../../web/elements/figures/length-lab-session.js";
import { TinyModel, tasks } from "../../web/phasor/lab.js";

const EDGES = [
  ...Array.from({ length: 9 }, (_, n) => 4 * n),
  40,
  48,
  56,
  64,
  80,
  96,
  112,
  128,
  160,
  192,
  224,
  256,
];

describe("the stored results", () => {
  it("have three seeds of each task and encoding, with their losses and accuracies", () => {
    for (const [task, runs] of Object.entries(before)) {
      for (const [encoding, list] of Object.entries(runs)) {
        expect(
          list.map(({ seed }) => seed),
          `${task}, ${encoding}`,
        ).toEqual([1, 2, 3]);
        for (const { losses, bins, interpolated, hash } of list) {
          expect(losses).toHaveLength(60);
          expect(bins).toHaveLength(EDGES.length - 1);
          expect(interpolated?.length).toBe(encoding === "rope" ? EDGES.length - 1 : undefined);
          expect(hash).toMatch(/^[0-9a-f]{16}$/);
        }
      }
    }
  });

  it("match a model that is trained here: recent, none, seed 2", () => {
    const model = new TinyModel({ task: "recent", encoding: "none", seed: 2 });
    /** @type {number[]} */
    const losses = [];
    while (!model.done) losses.push(model.step().loss);
    const [, run] = before.recent.none;
    expect(model.hash).toBe(run.hash);
    run.losses.forEach((mean, n) => {
      const ten = losses.slice(10 * n, 10 * n + 10);
      // Within one step of the stored precision, 1/200 of a decade.
      const ratio = mean / (ten.reduce((sum, loss) => sum + loss, 0) / 10);
      expect(Math.abs(Math.log10(ratio))).toBeLessThan(1 / 200);
    });
    const { byPosition } = model.evaluate(256);
    run.bins?.forEach((mean, n) => {
      const inBin = [...byPosition.slice(EDGES[n], EDGES[n + 1])].filter(
        (share) => !Number.isNaN(share),
      );
      expect(mean).toBeCloseTo(inBin.reduce((sum, share) => sum + share, 0) / inBin.length, 3);
    });
  });
});

describe("the stored results agree with the guide's tables, which come from experiment():", () => {
  const guide = readFileSync(new URL("../../docs/lab.md", import.meta.url), "utf8");
  const rows = {
    ...{ none: "none", sinusoidal: "sinusoidal", learned: "learned", rope: "RoPE", alibi: "ALiBi" },
    ...{ t5: "T5", interpolated: "RoPE, interpolated" },
  };
  const cases = Object.keys(before).flatMap((task) =>
    Object.entries(rows).map(([row, label]) => ({ task, row, label })),
  );
  it.each(cases)("$task, $label", ({ task, row, label }) => {
    const table = guide.slice(guide.indexOf(`| ${task} | 1× |`)).split("\n\n")[0];
    const line = table.split("\n").find((line) => line.startsWith(`| ${label} |`)) ?? "";
    const runs = /** @type {any} */ (before)[task][row === "interpolated" ? "rope" : row];
    [32, 64, 128, 256].forEach((to, column) => {
      const numbers = line.split("|")[column + 2].match(/\d*\.\d+/g) ?? [];
      const [mean, least = mean, greatest = mean] = numbers.map(Number);
      for (const run of runs) {
        const bins = row === "interpolated" ? run.interpolated : run.bins;
        const accuracy = between(bins, to === 32 ? 0 : to / 2, to);
        // Here all bins have equal weight, there all questions.
        expect(accuracy, `${to}`).toBeGreaterThan(least - 0.02);
        expect(accuracy, `${to}`).toBeLessThan(greatest + 0.02);
      }
    });
  });
});

describe("bins of positions", () => {
  it("are means of the positions with a question", () => {
    const byPosition = Array.from({ length: 256 }, (_, n) => (n % 2 ? Number.NaN : n));
    const bins = binned(byPosition);
    expect(bins).toHaveLength(EDGES.length - 1);
    for (const [n, mean] of bins.entries()) expect(mean).toBe((EDGES[n] + EDGES[n + 1]) / 2 - 1);
    expect(binned(byPosition, 32, 64)).toEqual(bins.slice(8, 12));
    MIDDLES.forEach((middle, n) => {
      expect(middle).toBeGreaterThanOrEqual(Math.max(EDGES[n], 1));
      expect(middle).toBeLessThan(EDGES[n + 1]);
    });
  });

  it("have a mean over runs, up to the step that all runs have reached", () => {
    expect(meanOf([[1, 2, 3], undefined, [3, 4]])).toEqual([2, 3]);
    expect(meanOf([undefined])).toBeUndefined();
  });
});

describe("the place of an answer", () => {
  it.each(/** @type {const} */ (["recent", "lookup", "threeBack"]))(
    "is found in the task %s",
    (task) => {
      const batch = tasks[task].batches({ seed: 5, sequences: 1, length: 64 }).next().value;
      const { symbols, answers } = tasks[task];
      for (let at = 0; at < 64; at++) {
        const from = sourceOf(task, batch, at);
        if (batch.targets[at] < 0) {
          expect(from).toBe(-1);
          continue;
        }
        const there = task === "lookup" ? batch.added[from] : batch.tokens[from];
        expect(symbols[there]).toBe(answers[batch.targets[at]]);
        expect(from).toBeLessThan(at);
      }
      expect([...edited(task, batch, {}).targets]).toEqual([...batch.targets]);
    },
  );

  it("follows a symbol that was written again", () => {
    const batch = tasks.recent.batches({ seed: 5, sequences: 1, length: 32 }).next().value;
    const next = edited("recent", batch, { 0: 3, 1: 9, 2: 5, 3: 10 });
    expect([...next.targets.slice(0, 4)]).toEqual([-1, 3, -1, 5]);
    expect(batch.tokens).not.toBe(next.tokens);
  });
});

it("a paused training reports nothing until it goes on, and a stopped one nothing more", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const tell = vi.fn();
    const session = new Session(tell, 1);
    /** Lets six seconds pass, or less if there are new reports. */
    const reports = async () => {
      tell.mockClear();
      for (let n = 0; n < 100 && tell.mock.calls.length === 0; n++)
        await vi.advanceTimersByTimeAsync(60);
      return tell.mock.calls.length;
    };
    session.take({ kind: "train", job: { task: "recent", encoding: "alibi", seed: 1 } });
    expect(await reports()).toBeGreaterThan(0);
    session.take({ kind: "pause", paused: true });
    expect(await reports()).toBe(0);
    session.take({ kind: "pause", paused: false });
    expect(await reports()).toBeGreaterThan(0);
    session.take({ kind: "stop" });
    expect(await reports()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
