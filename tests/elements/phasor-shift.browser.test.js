import { expect, test } from "vitest";
import "../../web/elements/phasor-shift.js";
import { frequencies, relativePositionMatrix, sinusoidalAt } from "../../web/phasor/index.js";
import { drawingOf, writtenIn } from "./drawing.js";
import { centreOf, handleOf, point, press, rested, textsOf, turn } from "./grab.js";
import { press as click, mount, onAnEmptyPage } from "./support.js";

onAnEmptyPage();

/** The angle of a position's hand, clockwise from the top.
 * @param {number} position @param {number} pair */
function angleAt(position, pair) {
  const row = sinusoidalAt([position], 64, { dtype: "float64" });
  return Math.atan2(row[2 * pair], row[2 * pair + 1]);
}

/** Turns the tip of an arrow about the dial's middle, which is opposite half way between two tips. @param {any} figure @param {string} name @param {number} by radians */
async function turnTip(figure, name, by) {
  const [one, other] = ["position p:", "position p + Δ"].map((label) =>
    centreOf(handleOf(figure, label)),
  );
  const [a, b] = [angleAt(figure.position, figure.pair), angleAt(figure.second, figure.pair)];
  // Two tips and their angles tell the middle and the radius.
  const radius = (one.x - other.x) / (Math.sin(a) - Math.sin(b));
  const middle = { x: one.x - radius * Math.sin(a), y: one.y + radius * Math.cos(a) };
  expect(other.y).toBeCloseTo(middle.y - radius * Math.cos(b), 0);
  await turn(figure, { ...middle, radius }, name === "position p:" ? a : b, by);
}

test("dragging the first arrow moves the second one too and keeps the angle", async () => {
  const [figure] = await mount("<phasor-shift></phasor-shift>");
  await turnTip(figure, "position p:", 5 * frequencies(64)[6]);
  expect([figure.position, figure.second]).toEqual([42, 52]);
  const matrix = relativePositionMatrix(10, 64);
  const texts = textsOf(figure).join("\n");
  expect(texts).toContain("turned by 101.9°");
  expect(Number(figure.toCSV().split("\r\n")[13].split(",")[14])).toBe(matrix[12 * 64 + 13]);
});

test("dragging the second arrow changes the angle, and Escape undoes it", async () => {
  const [figure] = await mount("<phasor-shift></phasor-shift>");
  await turnTip(figure, "position p + Δ", -4 * frequencies(64)[6]);
  expect([figure.position, figure.second]).toEqual([37, 43]);
  const degrees = (6 * frequencies(64)[6] * 180) / Math.PI;
  expect(textsOf(figure).join("\n")).toContain(`turned by ${degrees.toFixed(1)}°`);
  press(handleOf(figure, "position p + Δ"), "Escape");
  expect(figure.second).toBe(47);
});

test("keys move the positions within the text, and the pair", async () => {
  const [figure] = await mount(
    '<phasor-shift length="50" position="5" second="45"></phasor-shift>',
  );
  const handle = handleOf(figure, "position p:");
  press(handle, "End");
  expect([figure.position, figure.second]).toEqual([9, 49]);
  press(handle, "ArrowUp");
  expect(figure.pair).toBe(7);
});

test("the sine alone is written as two sines", async () => {
  const [figure] = await mount("<phasor-shift></phasor-shift>");
  click(figure, "sine alone");
  await rested();
  expect(textsOf(figure).join()).toContain("one sine before the shift, two after");
});

test("the dial is in the middle of a narrow figure", async () => {
  const [figure] = await mount('<phasor-shift style="width: 400px"></phasor-shift>');
  const { words, width } = drawingOf(figure);
  const { x } = /** @type {any} */ (words.find(({ text }) => text.startsWith("pair 6:")));
  expect(Math.abs(x - width / 2)).toBeLessThan(2);
});

/** The middle of an entry of the matrix, in pixels of the window, by the dimensions at its axes. @param {any} figure @param {number} row @param {number} column */
function entryAt(figure, row, column) {
  const words = writtenIn(figure);
  const at = (/** @type {number} */ dim) => words.filter(({ text }) => text === String(dim));
  const { y } = at(row).reduce((one, other) => (one.x < other.x ? one : other));
  const { x } = at(column).reduce((one, other) => (one.y > other.y ? one : other));
  return { x, y };
}

test("the corner of the matrix has the entries of three pairs, turned by their own angles", async () => {
  const [figure] = await mount("<phasor-shift></phasor-shift>");
  const words = writtenIn(figure);
  for (let row = 10; row < 16; row++) {
    for (let column = 10; column < 16; column++) {
      const place = entryAt(figure, row, column);
      const nearby = words.filter(
        ({ x, y }) => Math.abs(x - place.x) < 12 && Math.abs(y - place.y) < 12,
      );
      const pair = row >> 1;
      const angle = 10 * 10000 ** (-pair / 32);
      const value =
        column >> 1 !== pair
          ? 0
          : row === column
            ? Math.cos(angle)
            : Math.sign(column - row) * Math.sin(angle);
      expect(
        nearby.map(({ text }) => Number(text.replace("\u2212", "-"))),
        `${row} ${column}`,
      ).toEqual([Number(value.toFixed(2))]);
    }
  }
});

test("the pointer highlights the pair whose two rows are under it, and a tap selects it", async () => {
  const [figure] = await mount('<phasor-shift d-model="6" pair="0"></phasor-shift>');
  /** @type {any} */
  let pointed;
  figure.addEventListener("phasor-hover", (/** @type {CustomEvent} */ event) => {
    pointed = event.detail;
  });
  for (let row = 0; row < 6; row++) {
    const at = entryAt(figure, row, row === 2 ? 4 : 2);
    point(figure, "pointermove", at);
    expect(pointed.pair, `row ${row}`).toBe(Math.floor(row / 2));
    for (const type of ["pointerdown", "pointerup"]) point(figure, type, at);
    expect(figure.pair, `row ${row}`).toBe(Math.floor(row / 2));
  }
});

test("the corner follows the pair, up to the ends of the matrix", async () => {
  const [figure] = await mount('<phasor-shift d-model="16" pair="0"></phasor-shift>');
  for (const [pair, first] of [
    [0, 0],
    [1, 0],
    [4, 6],
    [7, 10],
  ]) {
    figure.pair = pair;
    await rested();
    for (const dim of [first, first + 2, first + 5]) entryAt(figure, dim, first + 2);
    expect(textsOf(figure)).not.toContain(String(first + 6));
  }
});
