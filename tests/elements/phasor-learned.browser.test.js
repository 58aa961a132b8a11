import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-learned.js";
import { toMiddle } from "../../web/elements/canvas/axes.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { LAST_STEP, Training } from "../../web/elements/models/learned.js";
import { planLearned } from "../../web/elements/views/learned-view.js";
import { cosineSimilarity, LearnedPositionalEncoding } from "../../web/phasor/index.js";
import {
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  plotOf,
  pointer,
  press,
  readOutOf,
  settled,
  sizeOf,
  slide,
} from "./support.js";

onAnEmptyPage();

/** The table after some steps, trained at once. @param {number} steps @param {object} [task] */
function tableAfter(steps, task) {
  const training = new Training({
    ...{ maxLength: 128, trained: 48, dModel: 64, init: "normal", seed: 0 },
    ...task,
  });
  while (training.steps < steps) training.step();
  return training;
}

/** @param {any} figure @param {number} steps */
const reaches = (figure, steps) =>
  vi.waitFor(() => expect(readOutOf(figure)).toContain(`step ${steps.toLocaleString("en")},`), {
    timeout: 20_000,
  });

/** @param {any} figure @returns {number[][]} */
const rowsOf = (figure) =>
  figure
    .toCSV()
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((/** @type {string} */ row) => row.split(",").map(Number));

describe("drawing", () => {
  test("cells have the colours of the table and of its rows' cosines", async () => {
    const [figure] = await mount('<phasor-learned length="24" trained="8"></phasor-learned>');
    const { table } = new LearnedPositionalEncoding(24, 64, { dtype: "float64" });
    const plan = planLearned(sizeOf(layer(figure, "data")), { length: 24, width: 64 });
    const greatest = Math.max(...table.map(Math.abs));
    const colours = colourTable("diverging", "light");
    const cosines = cosineSimilarity(table, [24, 64]);
    for (const [row, column] of [
      [0, 0],
      [3, 17],
      [9, 5],
      [23, 20],
    ]) {
      const at = (/** @type {{ across: any, down: any }} */ { across, down }) =>
        pixelAt(layer(figure, "data"), toMiddle(across, column), toMiddle(down, row));
      expect(at(plan.table)).toBe(colours[entryOf(table[row * 64 + column], -greatest, greatest)]);
      expect(at(plan.cosines)).toBe(colours[entryOf(cosines[row * 24 + column], -1, 1)]);
      const target = row < 8 && column < 8 ? Math.exp(-Math.abs(row - column) / 8) : undefined;
      if (target !== undefined) expect(at(plan.target)).toBe(colours[entryOf(target, -1, 1)]);
      else expect(at(plan.target)).toBe(0);
    }
  });

  test("one position more than there are is refused, in words", async () => {
    const [figure] = await mount('<phasor-learned length="24"></phasor-learned>');
    expect(figure.shadowRoot.querySelector(".refusal").textContent).toMatch(
      /RangeError: phasor\.LearnedPositionalEncoding\.forward: .* 24, got 25/,
    );
  });
});

describe("training", () => {
  test("steps in the markup are trained, and the same table comes out every time", async () => {
    const [figure] = await mount('<phasor-learned steps="40" seed="3"></phasor-learned>');
    await reaches(figure, 40);
    const { table, loss } = tableAfter(40, { seed: 3 });
    expect(readOutOf(figure)).toContain(`loss ${loss.toPrecision(4)}`);
    expect(rowsOf(figure)[20]).toEqual([20, ...table.slice(20 * 64, 21 * 64)]);
    figure.steps = 10;
    await reaches(figure, 10);
    expect(rowsOf(figure)[47].slice(1)).toEqual([
      ...tableAfter(10, { seed: 3 }).table.slice(47 * 64, 48 * 64),
    ]);
  });

  test("nothing moves before it is asked to; a pause holds it, a reset takes it back", async () => {
    const [figure] = await mount("<phasor-learned></phasor-learned>");
    await settled(figure);
    expect(readOutOf(figure)).toContain("step 0,");
    press(figure, "train");
    await vi.waitFor(() => expect(figure.steps).toBeGreaterThan(8));
    await figure.updateComplete;
    press(figure, "pause");
    await settled(figure);
    const { steps } = figure;
    await settled(figure);
    expect(figure.steps).toBe(steps);
    expect(rowsOf(figure)[0].slice(1)).toEqual([...tableAfter(steps).table.slice(0, 64)]);
    press(figure, "reset");
    await settled(figure);
    expect(readOutOf(figure)).toContain("step 0,");
    expect(rowsOf(figure)[0].slice(1)).toEqual([...tableAfter(0).table.slice(0, 64)]);
  });

  test("it rests out of sight", async () => {
    const [figure] = await mount("<phasor-learned></phasor-learned>");
    press(figure, "train");
    await vi.waitFor(() => expect(figure.steps).toBeGreaterThan(8));
    const place = figure.parentElement;
    place.style.cssText = "position: fixed; top: 300vh; width: 800px";
    let last = -1;
    await vi.waitFor(async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      const before = last;
      last = figure.steps;
      expect(last).toBe(before);
    });
    expect(last).toBeLessThan(LAST_STEP);
    place.style.cssText = "";
    await vi.waitFor(() => expect(figure.steps).toBeGreaterThan(last));
  });

  test("under reduced motion it is drawn once, at the end", async () => {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, "matchMedia").mockImplementation((query) =>
      query.includes("reduced-motion") ? real("all") : real(query),
    );
    const [figure] = await mount(
      '<phasor-learned length="12" trained="4" d-model="8"></phasor-learned>',
    );
    const draws = vi.spyOn(figure, "draw");
    press(figure, "train");
    await reaches(figure, LAST_STEP);
    await settled(figure);
    expect(draws.mock.calls.filter(([name]) => name === "data")).toHaveLength(1);
    expect(figure.playing).toBe(false);
  });
});

describe("reader", () => {
  test("the trained length and the start make another task, from its beginning", async () => {
    const [figure] = await mount('<phasor-learned steps="20" length="32"></phasor-learned>');
    await reaches(figure, 20);
    slide(figure, "trained", 16);
    await reaches(figure, 0);
    expect(figure.trained).toBe(16);
    figure.shadowRoot.querySelector('input[value="sinusoidal"]').click();
    figure.steps = 5;
    await reaches(figure, 5);
    const { loss } = tableAfter(5, { maxLength: 32, trained: 16, init: "sinusoidal" });
    expect(readOutOf(figure)).toContain(`loss ${loss.toPrecision(4)}`);
    expect(readOutOf(figure)).toContain("never trained");
  });

  test("keys move both positions, the pointer marks them, in the group too", async () => {
    const [figure, other] = await mount(
      '<phasor-learned group="l"></phasor-learned><phasor-learned group="l"></phasor-learned>',
    );
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}{ArrowRight}{Shift>}{ArrowLeft}{/Shift}");
    expect([figure.position, figure.second]).toEqual([38, 39]);
    await userEvent.keyboard("{End}");
    expect(other.position).toBe(127);
    const plan = planLearned(sizeOf(layer(figure, "data")), { length: 128, width: 64 });
    const [x, y] = [toMiddle(plan.cosines.across, 90), toMiddle(plan.cosines.down, 5)];
    pointer(figure, "pointermove", x, y);
    await settled(other);
    expect(readOutOf(other)).toContain("p = 5, q = 90");
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect([other.position, other.second]).toEqual([5, 90]);
  });

  test("a link brings back the very table", async () => {
    const [figure, copy] = await mount(
      '<phasor-learned steps="30" seed="9" trained="12" init="sinusoidal"></phasor-learned><phasor-learned></phasor-learned>',
    );
    await reaches(figure, 30);
    copy.fromURL(figure.toURL());
    await reaches(copy, 30);
    expect(copy.toCSV()).toBe(figure.toCSV());
  });
});
