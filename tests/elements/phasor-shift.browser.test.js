import { expect, test } from "vitest";
import "../../web/elements/phasor-shift.js";
import { frequencies, relativePositionMatrix, sinusoidalAt } from "../../web/phasor/index.js";
import { drawingOf } from "./drawing.js";
import { centreOf, handleOf, point, press, rested, textsOf } from "./grab.js";
import { press as click, mount, onAnEmptyPage, plotOf } from "./support.js";

onAnEmptyPage();

/** The angle of a position's hand, clockwise from the top.
 * @param {number} position @param {number} pair */
function angleAt(position, pair) {
  const row = sinusoidalAt([position], 64, { dtype: "float64" });
  return Math.atan2(row[2 * pair], row[2 * pair + 1]);
}

/** Turns the tip of an arrow about the dial's middle, which is opposite half way between two tips. @param {any} figure @param {string} name @param {number} by radians */
async function turn(figure, name, by) {
  const [one, other] = ["position p:", "position p + Δ"].map((each) =>
    centreOf(handleOf(figure, each)),
  );
  const [a, b] = [angleAt(figure.position, figure.pair), angleAt(figure.second, figure.pair)];
  // Two tips and their angles tell the middle and the radius.
  const radius = (one.x - other.x) / (Math.sin(a) - Math.sin(b));
  const middle = { x: one.x - radius * Math.sin(a), y: one.y + radius * Math.cos(a) };
  expect(other.y).toBeCloseTo(middle.y - radius * Math.cos(b), 0);
  const from = name === "position p:" ? a : b;
  const at = (/** @type {number} */ angle) => ({
    x: middle.x + radius * Math.sin(angle),
    y: middle.y - radius * Math.cos(angle),
  });
  point(figure, "pointerdown", at(from));
  for (let n = 1; n <= 8; n++) point(figure, "pointermove", at(from + (n / 8) * by));
  point(figure, "pointerup", at(from + by));
  await rested();
}

test("dragging the first arrow moves the second one too and keeps the angle", async () => {
  const [figure] = await mount("<phasor-shift></phasor-shift>");
  await turn(figure, "position p:", 5 * frequencies(64)[6]);
  expect([figure.position, figure.second]).toEqual([42, 52]);
  const matrix = relativePositionMatrix(10, 64);
  const texts = textsOf(figure).join("\n");
  expect(texts).toContain("turned by 101.9°");
  expect(Number(figure.toCSV().split("\r\n")[13].split(",")[14])).toBe(matrix[12 * 64 + 13]);
});

test("dragging the second arrow changes the angle, and Escape undoes it", async () => {
  const [figure] = await mount("<phasor-shift></phasor-shift>");
  await turn(figure, "position p + Δ", -4 * frequencies(64)[6]);
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

test("the pointer highlights the pair whose two rows are under it, and a tap selects it", async () => {
  const [figure] = await mount('<phasor-shift d-model="16" pair="0"></phasor-shift>');
  /** The end of the line from the dial to the matrix, next to the middle of the pair's rows. */
  const middleOf = async (/** @type {number} */ pair) => {
    figure.pair = pair;
    await rested();
    const end = drawingOf(figure)
      .lines.find(({ length }) => length === 4)
      ?.at(-1);
    if (!end) throw new Error("no line leads to the matrix");
    const [x, y] = end;
    return { x, y };
  };
  const [first, last] = [await middleOf(0), await middleOf(7)];
  const { left, top } = plotOf(figure).getBoundingClientRect();
  const apart = (last.y - first.y) / 7;
  expect(apart).toBeGreaterThan(20);
  /** @type {any} */
  let pointed;
  figure.addEventListener("phasor-hover", (/** @type {CustomEvent} */ event) => {
    pointed = event.detail;
  });
  for (let row = 0; row < 16; row++) {
    const at = { x: left + first.x + 20, y: top + first.y + ((row - 0.5) / 2) * apart };
    point(figure, "pointermove", at);
    expect(pointed.pair, `row ${row}`).toBe(Math.floor(row / 2));
    for (const type of ["pointerdown", "pointerup"]) point(figure, type, at);
    expect(figure.pair, `row ${row}`).toBe(Math.floor(row / 2));
  }
});

test("the text about the block's numbers is above them", async () => {
  const [figure] = await mount("<phasor-shift></phasor-shift>");
  const { words } = drawingOf(figure);
  const [turned, wherever] = ["turned by", "wherever"].map(
    (begin) => words.find(({ text }) => text.includes(begin)) ?? words[0],
  );
  // Two rows of a cosine and a sine, for an angle of 101.9°.
  const numbers = words.filter(({ text }) => /^[\u2212+]?0?\.\d+$/.test(text));
  expect(numbers).toHaveLength(4);
  expect(turned.bottom).toBeLessThan(wherever.bottom);
  for (const { text, top } of numbers) expect(top, text).toBeGreaterThan(wherever.bottom + 10);
});
